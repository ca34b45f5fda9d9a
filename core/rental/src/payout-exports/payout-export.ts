import { type FieldError, type Id, type Instant, type Listing, refused } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import { fault } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import { type PayableOut, payableIban } from "../payouts/credit-transfer.ts";
import type { OwnerPayout, OwnerPayoutId, PayoutExportId, PayoutStatus } from "../payouts/owner-payout.ts";
import { canBeTakenBack } from "../payouts/standing.ts";

export const PAYOUT_EXPORT_FORMATS = ["pain.001"] as const;
/** One of {@link PAYOUT_EXPORT_FORMATS}. */
type PayoutExportFormat = (typeof PAYOUT_EXPORT_FORMATS)[number];

/** A file that orders the bank to pay payouts (money.md 4.1). Neither it nor its bytes change; it can be taken back whole. */
export interface PayoutExport {
  readonly mandataireId: MandataireId;
  readonly id: PayoutExportId;
  readonly format: PayoutExportFormat;
  /** The same of the same payouts as long as they are the same orders: a bank refuses what it has executed under it. */
  readonly messageId: string;
  readonly payoutsCount: number;
  readonly totalAmount: Cents;
  readonly createdAt: Instant;
  /** When the file was made, or one of its payouts changed. */
  readonly updatedAt: Instant;
}

/** A payout of a file, as it stands. */
export interface ExportedPayout {
  readonly payoutId: OwnerPayoutId;
  readonly reference: string;
  readonly amountCents: Cents;
  /** Where it got to by this file: what failed and was ordered again stays `failed` here. */
  readonly status: PayoutStatus;
  /** Whether the bank paid it with more than the owner's own money, by a transaction that stands in suspense. */
  readonly refused: boolean;
  /** The bank transaction that paid it, refused or not. */
  readonly bankTransactionId: Id<"BankTransaction"> | null;
}

/** A file with its payouts, by reference. */
export interface PayoutExportDetail extends PayoutExport {
  readonly payouts: readonly ExportedPayout[];
}

const fields = {
  id: "uuid",
  format: "keyword",
  messageId: "keyword",
  payoutsCount: "integer",
  totalAmount: "amount",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link payoutExportListing} knows. */
export type PayoutExportField = keyof typeof fields;

/** What lists of files for the bank may be filtered and sorted by. */
export const payoutExportListing: Listing<PayoutExportField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as PayoutExportField[],
  sort: "createdAt",
  search: ["messageId"],
};

/** What is asked for. */
export interface PayoutExportInput {
  readonly format: PayoutExportFormat;
  /** Which payouts; every one that is ordered and due where none are named. */
  readonly ids?: readonly OwnerPayoutId[];
}

/** Payouts of one file: what more are due are in the next one. */
export const EXPORTED_PAYOUTS_MAX = 1000;

/** What is wrong with what is asked, by itself. */
export function payoutExportErrors({ ids = [] }: PayoutExportInput): readonly FieldError[] {
  return ids.length > EXPORTED_PAYOUTS_MAX
    ? [fault("ids", "too_long", `has more than ${EXPORTED_PAYOUTS_MAX} elements`)]
    : [];
}

/** The payouts that are named and can be in no file: they are not ordered, not the mandataire's, or have no account. */
export function unpayableErrors(
  ids: readonly OwnerPayoutId[],
  found: ReadonlyMap<OwnerPayoutId, PayableOut>,
): readonly FieldError[] {
  return ids.flatMap((id, index) => {
    const payable = found.get(id);
    if (payable && payableIban(payable) !== null) return [];
    const message = payable ? `is ${hindranceOf(payable)}` : "does not exist";
    return [fault(`ids[${index}]`, "invalid", message)];
  });
}

function hindranceOf({ payout: { status, refusedTransactionId } }: PayableOut): string {
  if (status !== "ordered") return `${status}, not ordered`;
  return refusedTransactionId === null ? "ordered to no account" : "paid by a transaction in suspense";
}

/** 422 `has_dependents` once the bank moved anything of a file: it stays. */
export function requireTakeBack(payouts: readonly OwnerPayout[], exportId: PayoutExportId): void {
  const moved = payouts.find((payout) => !canBeTakenBack(payout, exportId));
  if (moved) throw refused("has_dependents", `The bank has moved the money of ${moved.reference}: the export stays`);
}
