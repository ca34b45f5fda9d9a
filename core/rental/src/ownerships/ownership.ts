import type { Day, FieldError, Id, Instant, Listing } from "@cartulary/kernel";
import { presentErrors } from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import { aDay, anything, type FieldRules, fault, nullable, orderError, wholeNumber } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { Share } from "./fraction.ts";

export type OwnershipId = Id<"Ownership">;

export const ACQUISITION_TYPES = ["purchase", "inheritance", "donation", "division", "contribution", "other"] as const;
/** One of {@link ACQUISITION_TYPES}. */
export type AcquisitionType = (typeof ACQUISITION_TYPES)[number];

/** That somebody has a part of a unit, from a day to a day, both included. */
export interface Ownership extends Share {
  readonly mandataireId: MandataireId;
  readonly id: OwnershipId;
  readonly ownerId: Id<"OwnerActor">;
  readonly unitId: Id<"Unit">;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  readonly acquisitionDate: Day | null;
  readonly acquisitionType: AcquisitionType | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  ownerId: "uuid",
  unitId: "uuid",
  shareNumerator: "integer",
  shareDenominator: "integer",
  validFrom: "date",
  validTo: "date",
  acquisitionDate: "date",
  acquisitionType: "keyword",
  createdAt: "instant",
  updatedAt: "instant",
  mandataireId: "uuid",
} as const;

/** A field that {@link ownershipListing} knows. */
export type OwnershipField = keyof typeof fields;

/** What lists of ownerships may be filtered and sorted by. There is no text to search. */
export const ownershipListing: Listing<OwnershipField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as OwnershipField[],
  sort: "createdAt",
};

/** What may be said of an ownership. An absent field keeps its value. */
export interface OwnershipInput {
  readonly ownerId?: Id<"OwnerActor">;
  readonly unitId?: Id<"Unit">;
  readonly shareNumerator?: number;
  readonly shareDenominator?: number;
  readonly validFrom?: Day | null;
  readonly validTo?: Day | null;
  readonly acquisitionDate?: Day | null;
  readonly acquisitionType?: AcquisitionType;
}

/** What an ownership cannot do without. */
export const OWNERSHIP_REQUIRED = ["ownerId", "unitId", "shareNumerator", "shareDenominator"] as const;

/** Shares are 0 < n ≤ d ≤ 10^9 (estate.md 5.1). */
const SHARE_MAX = 1_000_000_000;

/** What each field of an ownership has to be. */
export const ownershipRules: FieldRules<OwnershipInput> = {
  ownerId: anything(),
  unitId: anything(),
  shareNumerator: wholeNumber(1, SHARE_MAX),
  shareDenominator: wholeNumber(1, SHARE_MAX),
  validFrom: nullable(aDay),
  validTo: nullable(aDay),
  acquisitionDate: nullable(aDay),
  acquisitionType: anything(),
};

/** What is wrong with an ownership whose fields are right each by itself. */
export function ownershipErrors({
  shareNumerator,
  shareDenominator,
  validFrom,
  validTo,
}: Pick<Ownership, "shareNumerator" | "shareDenominator" | "validFrom" | "validTo">): readonly FieldError[] {
  const isTooMuch = shareNumerator > shareDenominator;
  return presentErrors(
    isTooMuch ? fault("shareNumerator", "less_than_or_equal_to", "must be at most the denominator") : null,
    orderError("validTo", validFrom, validTo),
  );
}
