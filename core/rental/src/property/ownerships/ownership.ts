import {
  choice,
  day,
  type FieldError,
  type FilterOf,
  type Id,
  id,
  integer,
  type Listing,
  listingOf,
  type PatchOf,
  type RecordOf,
  record,
  withoutNulls,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { fieldError, orderError, timestamps } from "../../agency/field-rules.ts";

export type OwnershipId = Id<"Ownership">;

export const ACQUISITION_TYPES = ["purchase", "inheritance", "donation", "division", "contribution", "other"] as const;
export type AcquisitionType = (typeof ACQUISITION_TYPES)[number];

/** Shares are 0 < n ≤ d ≤ 10^9 (estate.md 5.1). */
const SHARE_MAX = 1_000_000_000;

/** The declaration of an ownership: the part of a unit that an owner has, for a time. */
export const ownershipRecord = record("ownership", {
  id: id("Ownership", { set: "program", filter: true, description: "Identifier of the ownership" }),
  ownerId: id("OwnerActor", { filter: true, description: "Owner who has the part" }),
  unitId: id("Unit", { filter: true, description: "Unit of which the owner has a part" }),
  shareNumerator: integer({ min: 1, max: SHARE_MAX, filter: true, description: "Numerator of the part, 1 in 1/3" }),
  shareDenominator: integer({ min: 1, max: SHARE_MAX, filter: true, description: "Denominator of the part, 3 in 1/3" }),
  validFrom: day({ nullable: true, filter: true, description: "First day of the ownership; null is always before" }),
  validTo: day({ nullable: true, filter: true, description: "Last day of the ownership; null is without end" }),
  acquisitionDate: day({
    nullable: true,
    filter: true,
    description: "Day of the deed, which may differ from the first day",
  }),
  acquisitionType: choice(ACQUISITION_TYPES, {
    default: null,
    filter: true,
    description: "How the owner came to have the part",
  }),
  ...timestamps,
  mandataireId: id("Mandataire", { set: "program", filter: true, description: "Mandataire that keeps the ownership" }),
});

/** The part of a unit that an owner has, from a day to a day, both included. */
export type Ownership = RecordOf<typeof ownershipRecord>;

export type OwnershipField = FilterOf<typeof ownershipRecord>;

/** The filters and sorts of lists of ownerships. There is no text to search. */
export const ownershipListing: Listing<OwnershipField> = listingOf(ownershipRecord, LEDGER_LIST_DIALECT, {
  sort: "createdAt",
});

/** An ownership in inputs. A field that it leaves out keeps its value. */
export type OwnershipInput = PatchOf<typeof ownershipRecord>;

/** Returns the errors of an ownership as a whole. */
export function ownershipErrors({
  shareNumerator,
  shareDenominator,
  validFrom,
  validTo,
}: Pick<Ownership, "shareNumerator" | "shareDenominator" | "validFrom" | "validTo">): readonly FieldError[] {
  const exceedsWhole = shareNumerator > shareDenominator;
  return withoutNulls(
    exceedsWhole ? fieldError("shareNumerator", "less_than_or_equal_to", "must be at most the denominator") : null,
    orderError("validTo", validFrom, validTo),
  );
}
