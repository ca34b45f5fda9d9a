import type { Day, Id } from "@cartulary/kernel";
import type { ElementInput, ElementRules } from "../estate/elements.ts";
import { aDay, aLine, aName, anything, nullable, wholeNumber } from "../estate/fields.ts";

export type SupportMeasureId = Id<"SupportMeasure">;

/** What was agreed to help a tenant, for a time. */
export interface SupportMeasure {
  readonly id: SupportMeasureId;
  readonly modifierType: string;
  readonly category: string | null;
  readonly status: string;
  readonly label: string | null;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  readonly priority: number | null;
  readonly impactLabel: string | null;
  readonly sourceType: string | null;
  readonly sourceId: Id<string> | null;
}

/** What may be said of a measure; with an id, of one that is there. */
export interface SupportMeasureInput extends ElementInput {
  readonly id?: SupportMeasureId;
  readonly modifierType?: string;
  readonly category?: string | null;
  /** Default `active`. */
  readonly status?: string;
  readonly label?: string | null;
  readonly validFrom?: Day | null;
  readonly validTo?: Day | null;
  readonly priority?: number | null;
  readonly impactLabel?: string | null;
  readonly sourceType?: string | null;
  readonly sourceId?: Id<string> | null;
}

/** Either way of a priority. */
const PRIORITY_MAX = 1_000_000;

/** What a measure has to be. */
export const supportMeasureRules: ElementRules<SupportMeasureInput> = {
  rules: {
    modifierType: aName,
    category: nullable(aLine),
    status: aName,
    label: nullable(aLine),
    validFrom: nullable(aDay),
    validTo: nullable(aDay),
    priority: nullable(wholeNumber(-PRIORITY_MAX, PRIORITY_MAX)),
    impactLabel: nullable(aLine),
    sourceType: nullable(aLine),
    sourceId: anything(),
  },
  required: ["modifierType"],
};

/** What a new measure is until something is said of it. */
export const blankSupportMeasure: Omit<SupportMeasure, "id" | "modifierType"> = {
  category: null,
  status: "active",
  label: null,
  validFrom: null,
  validTo: null,
  priority: null,
  impactLabel: null,
  sourceType: null,
  sourceId: null,
};
