import { type Day, type FieldError, type Instant, presentErrors } from "@cartulary/kernel";
import { type Cents, type EntryId, LINE_CENTS_MAX, minus, type NewEntry, negated } from "@cartulary/ledger";
import { ACCOUNTS } from "../chart.ts";
import { bookDayError, fault } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";

/** Fees that the agency moved from the mandants' account to its own. */
export interface FeeWithdrawal {
  readonly mandataireId: MandataireId;
  /** That of the entry that wrote it down. */
  readonly id: EntryId;
  /** Above zero. */
  readonly amountCents: Cents;
  readonly bookedOn: Day;
  /** Of the bank transaction by which it was seen at the bank; `null` until it is. */
  readonly bankReference: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What is withdrawn, and on which day. */
export interface FeeWithdrawalInput {
  readonly amountCents: Cents;
  readonly bookedOn: Day;
}

/** What may be withdrawn is judged by. */
interface Cover {
  readonly today: Day;
  /** The day that a withdrawal of its day counts for in the book. */
  readonly accountingDate: Day;
  /** When the book begins with its opening balances, where it has any. */
  readonly begun: Day | null;
  /** Fees and their VAT since the first entry, less what the bank charged and what was withdrawn. */
  readonly dueCents: Cents;
  /** What is on the mandants' account. */
  readonly bankCents: Cents;
}

/**
 * What is wrong with a withdrawal: it is of something, of no more than is due and than there is (host.md), and it is
 * written down once it was made.
 */
export function feeWithdrawalErrors(input: FeeWithdrawalInput, cover: Cover): readonly FieldError[] {
  return presentErrors(amountError(input, cover), dayError(input, cover));
}

function amountError({ amountCents }: FeeWithdrawalInput, { dueCents, bankCents }: Cover): FieldError | null {
  if (amountCents < 1) return fault("amountCents", "greater_than_or_equal_to", "must be 1 or more");
  if (amountCents > LINE_CENTS_MAX) return fault("amountCents", "less_than_or_equal_to", "is too large");
  const most = dueCents < bankCents ? dueCents : bankCents;
  if (amountCents <= most) return null;
  const message = most > 0 ? `must be ${most} or less, which is what is due` : "is more than is due, which is nothing";
  return fault("amountCents", "less_than_or_equal_to", message);
}

function dayError({ bookedOn }: FeeWithdrawalInput, { today, accountingDate, begun }: Cover): FieldError | null {
  if (bookedOn > today) return fault("bookedOn", "less_than_or_equal_to", `must be ${today} or earlier`);
  if (begun !== null && accountingDate < begun)
    return fault("bookedOn", "greater_than_or_equal_to", `must be ${begun} or later: the book begins then`);
  return bookDayError("bookedOn", bookedOn);
}

/** Accounts that fees are due on, VAT included, and what the bank charges for, which the agency bears (money.md 5). */
export const FEE_ACCOUNTS: readonly string[] = [
  ACCOUNTS.managementFees,
  ACCOUNTS.otherFees,
  ACCOUNTS.feesVat,
  ACCOUNTS.bankCharges,
];

/** What is due: what stands on the accounts of fees, where credits are below zero, less what was withdrawn. */
export function dueOf(feesCents: Cents, withdrawnCents: Cents): Cents {
  return minus(negated(feesCents), withdrawnCents);
}

/** The entry of a withdrawal (rental.md 2.7: OD), on its own day or the first open one. */
export function feeWithdrawalEntry(
  { amountCents, bookedOn }: FeeWithdrawalInput,
  { societyCode, accountingDate }: Pick<NewEntry, "societyCode" | "accountingDate">,
): NewEntry {
  const label = "Prélèvement des honoraires";
  return {
    ...{ societyCode, accountingDate },
    journal: "OD",
    documentDate: bookedOn,
    documentReference: `HONORAIRES-${bookedOn}`,
    description: label,
    sourceType: "Manual",
    lines: [
      { accountCode: ACCOUNTS.agencyBank, label, debitCents: amountCents },
      { accountCode: ACCOUNTS.bank, label, creditCents: amountCents },
    ],
  };
}
