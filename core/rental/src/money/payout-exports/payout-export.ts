import { type Day, type FieldError, type Id, type Instant, type Listing, unprocessable } from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { fieldError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import { isDueOn } from "../../billing/payouts/due-day.ts";
import type {
  OwnerPayout,
  OwnerPayoutId,
  PayoutExportId,
  PayoutStatus,
  PayoutWithAccount,
} from "../../billing/payouts/owner-payout.ts";
import { isWithdrawable } from "../../billing/payouts/payout-transitions.ts";
import { payableIban } from "./credit-transfer.ts";

export const PAYOUT_EXPORT_FORMATS = ["pain.001"] as const;
type PayoutExportFormat = (typeof PAYOUT_EXPORT_FORMATS)[number];

/** A bank file that orders payouts (money.md 4.1). File and content never change; it can be withdrawn as a whole. */
export interface PayoutExport {
  readonly mandataireId: MandataireId;
  readonly id: PayoutExportId;
  readonly format: PayoutExportFormat;
  /** Equal for the same orders of the same payouts: a bank rejects an id it has executed already. */
  readonly messageId: string;
  readonly payoutsCount: number;
  readonly totalAmount: Cents;
  readonly createdAt: Instant;
  /** When the file was created or one of its payouts changed. */
  readonly updatedAt: Instant;
}

/** A payout of a file, in its present state. */
export interface ExportedPayout {
  readonly payoutId: OwnerPayoutId;
  readonly reference: string;
  readonly amountCents: Cents;
  /** The status reached through this file: a failed payout stays `failed` here even if ordered again. */
  readonly status: PayoutStatus;
  /** True if the bank paid more than the owner's own money, by a transaction in suspense. */
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

export type PayoutExportField = keyof typeof fields;

export const payoutExportListing: Listing<PayoutExportField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as PayoutExportField[],
  sort: "createdAt",
  search: ["messageId"],
};

/** The input to create a file. */
export interface PayoutExportInput {
  readonly format: PayoutExportFormat;
  /** The payouts; by default all that are ordered and due. */
  readonly ids?: readonly OwnerPayoutId[];
}

/** Payouts of one file; further ones go into the next file. */
export const EXPORTED_PAYOUTS_MAX = 1000;

/** Returns the errors of an input that need no lookup. */
export function payoutExportErrors({ ids = [] }: PayoutExportInput): readonly FieldError[] {
  return ids.length > EXPORTED_PAYOUTS_MAX
    ? [fieldError("ids", "too_long", `has more than ${EXPORTED_PAYOUTS_MAX} elements`)]
    : [];
}

/** The earliest day of each payout; a payout without one is due at once. */
export type DueDays = ReadonlyMap<OwnerPayoutId, Day | null>;

/** Returns an error for each named payout that does not exist, is not ordered, has no account or is not due. */
export function unpayableErrors(
  ids: readonly OwnerPayoutId[],
  found: ReadonlyMap<OwnerPayoutId, PayoutWithAccount>,
  { today, dueDays }: { readonly today: Day; readonly dueDays: DueDays },
): readonly FieldError[] {
  return ids.flatMap((id, index) => {
    const payable = found.get(id);
    const isPayable = payable !== undefined && payableIban(payable) !== null;
    const dueDay = dueDays.get(id);
    if (isPayable && isDueOn(today, dueDay)) return [];
    const reason = isPayable ? `not due before ${dueDay}` : payable && unpayableReason(payable);
    return [fieldError(`ids[${index}]`, "invalid", reason ? `is ${reason}` : "does not exist")];
  });
}

function unpayableReason({ payout: { status, refusedTransactionId } }: PayoutWithAccount): string {
  if (status !== "ordered") return `${status}, not ordered`;
  return refusedTransactionId === null ? "ordered without a bank account" : "paid by a transaction in suspense";
}

/** Throws 422 `has_dependents` if the bank has moved money of the file. */
export function requireTakeBack(payouts: readonly OwnerPayout[], exportId: PayoutExportId): void {
  const moved = payouts.find((payout) => !isWithdrawable(payout, exportId));
  if (moved)
    throw unprocessable(
      "has_dependents",
      `The bank has moved the money of ${moved.reference}; the export cannot be withdrawn`,
    );
}
