import type { Id } from "@cartulary/kernel";
import {
  choice,
  type FieldRule,
  field,
  id,
  instant,
  integer,
  lineRule,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { fieldError } from "../../agency/field-rules.ts";
import type { ElementOf } from "../estate/array-elements.ts";
import { SHARES_MAX } from "../units/allocation.ts";

export type ShareKeyId = Id<"ShareKey">;

/** Ways to divide charges among units. */
export const DISTRIBUTION_STRATEGIES = ["shares", "area", "equal", "headcount"] as const;
export type DistributionStrategy = (typeof DISTRIBUTION_STRATEGIES)[number];

/** Entries of the list of excluded unit types. There are five types. */
const EXCLUDED_TYPES_MAX = 50;

const excludedTypesRule: FieldRule<readonly string[]> = {
  errorOf: (field, list) =>
    list.length > EXCLUDED_TYPES_MAX
      ? fieldError(field, "too_long", `has more than ${EXCLUDED_TYPES_MAX} elements`)
      : (list.map((type, index) => lineRule.errorOf(`${field}[${index}]`, type)).find((error) => error !== null) ??
        null),
  normalize: (list) => list.map(lineRule.normalize),
};

/** The declaration of a share key (clé de répartition). */
export const shareKeyRecord = record("share key", {
  id: id("ShareKey", { set: "program", description: "Identifier of the share key" }),
  propertyId: id("Property", { set: "program", description: "Property whose charges the key divides" }),
  name: text({ filled: true, description: "Name of the key, such as general charges or elevator" }),
  total: integer({ min: 1, max: SHARES_MAX, unit: "shares (tantièmes)", description: "Shares of all units together" }),
  chargeNatureId: id("ChargeNature", { nullable: true, description: "Kind of charges that the key divides" }),
  distributionStrategy: choice(DISTRIBUTION_STRATEGIES, {
    nullable: true,
    description: "How charges are divided: by shares (null as well), by area, equally, or by people who live there",
  }),
  excludedUnitTypes: field("list", excludedTypesRule, {
    default: [],
    description: "Types of units that bear nothing of these charges",
  }),
  lastModifiedAt: instant({ set: "program", description: "When a field of the key last changed" }),
});

/** A key for sharing charges of a property among its units, as shares of a total (tantièmes). */
export type ShareKey = RecordOf<typeof shareKeyRecord>;

/** A share key in responses. Keys have no history in this version: each counts as one active version. */
export interface ShareKeyView extends ShareKey {
  readonly activeVersionsCount: number;
  readonly historicalVersionsCount: number;
}

/** Returns the share key as responses show it. */
export function shareKeyView(key: ShareKey): ShareKeyView {
  return { ...key, activeVersionsCount: 1, historicalVersionsCount: 0 };
}

/** A share key in inputs. */
export type ShareKeyInput = ElementOf<typeof shareKeyRecord>;
