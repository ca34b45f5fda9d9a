import type { Id, Instant } from "@cartulary/kernel";
import type { ElementInput, ElementRules } from "../estate/elements.ts";
import { aLine, aName, anything, type FieldRule, fault, nullable, wholeNumber } from "../estate/fields.ts";
import { SHARES_MAX } from "../units/allocation.ts";

export type ShareKeyId = Id<"ShareKey">;

/** How charges of a property are shared among its units: so many shares of a total each (tantièmes). */
export interface ShareKey {
  readonly id: ShareKeyId;
  readonly propertyId: Id<"Property">;
  readonly name: string;
  readonly total: number;
  readonly chargeNatureId: Id<"ChargeNature"> | null;
  readonly distributionStrategy: string | null;
  readonly excludedUnitTypes: readonly string[];
  readonly lastModifiedAt: Instant;
}

/** A share key as it is answered. Keys have no versions of their own: each is one that is active. */
export interface ShareKeyView extends ShareKey {
  readonly activeVersionsCount: number;
  readonly historicalVersionsCount: number;
}

/** The key as it is answered. */
export function shareKeyView(key: ShareKey): ShareKeyView {
  return { ...key, activeVersionsCount: 1, historicalVersionsCount: 0 };
}

/** What may be said of a share key; with an id, of one that is there. */
export interface ShareKeyInput extends ElementInput {
  readonly id?: ShareKeyId;
  readonly name?: string;
  readonly total?: number;
  readonly chargeNatureId?: Id<"ChargeNature"> | null;
  readonly distributionStrategy?: string | null;
  readonly excludedUnitTypes?: readonly string[];
}

/** Words of a list that is short: there are five types of unit. */
const WORDS_MAX = 50;

const words: FieldRule<readonly string[]> = {
  errorOf: (field, list) =>
    list.length > WORDS_MAX
      ? fault(field, "too_long", `has more than ${WORDS_MAX} elements`)
      : (list.map((word, index) => aLine.errorOf(`${field}[${index}]`, word)).find((error) => error !== null) ?? null),
  kept: (list) => list.map(aLine.kept),
};

/** What a share key has to be. */
export const shareKeyRules: ElementRules<ShareKeyInput> = {
  rules: {
    name: aName,
    total: wholeNumber(1, SHARES_MAX),
    chargeNatureId: anything(),
    distributionStrategy: nullable(aLine),
    excludedUnitTypes: words,
  },
  required: ["name", "total"],
};

/** What a new share key is until something is said of it. */
export const blankShareKey: Omit<ShareKey, "id" | "propertyId" | "lastModifiedAt"> = {
  name: "",
  total: 0,
  chargeNatureId: null,
  distributionStrategy: null,
  excludedUnitTypes: [],
};
