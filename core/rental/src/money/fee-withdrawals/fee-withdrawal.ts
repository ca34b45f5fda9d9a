import { type Day, type FieldError, type Instant, withoutNulls } from "@cartulary/kernel";
import { type Cents, type EntryId, LINE_CENTS_MAX, minus, type NewEntry, negate } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { bookDayError, fieldError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";

/** Fees that the agency transferred from the mandants' account to its own. */
export interface FeeWithdrawal {
  readonly mandataireId: MandataireId;
  /** The id of its entry. */
  readonly id: EntryId;
  /** Positive. */
  readonly amountCents: Cents;
  readonly bookedOn: Day;
  /** The reference of the matching bank transaction; `null` until matched. */
  readonly bankReference: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The amount and day of a withdrawal. */
export interface FeeWithdrawalInput {
  readonly amountCents: Cents;
  readonly bookedOn: Day;
}

/** The facts that limit a withdrawal. */
interface Cover {
  readonly today: Day;
  /** The accounting day of the withdrawal. */
  readonly accountingDate: Day;
  /** The day of the opening balances, if any. */
  readonly openingDay: Day | null;
  /** Fees and their VAT since the first entry, less bank charges and earlier withdrawals. */
  readonly dueCents: Cents;
  /** The balance of the mandants' account. */
  readonly bankCents: Cents;
}

/**
 * Returns the errors of a withdrawal: it must be positive, not exceed the fees due or the bank balance (host.md), and
 * not be dated in the future.
 */
export function feeWithdrawalErrors(input: FeeWithdrawalInput, cover: Cover): readonly FieldError[] {
  return withoutNulls(amountError(input, cover), dayError(input, cover));
}

function amountError({ amountCents }: FeeWithdrawalInput, { dueCents, bankCents }: Cover): FieldError | null {
  if (amountCents < 1) return fieldError("amountCents", "greater_than_or_equal_to", "must be 1 or more");
  if (amountCents > LINE_CENTS_MAX) return fieldError("amountCents", "less_than_or_equal_to", "is too large");
  const most = dueCents < bankCents ? dueCents : bankCents;
  if (amountCents <= most) return null;
  const message = most > 0 ? `must be ${most} or less, the amount due` : "exceeds the amount due, which is 0";
  return fieldError("amountCents", "less_than_or_equal_to", message);
}

function dayError({ bookedOn }: FeeWithdrawalInput, { today, accountingDate, openingDay }: Cover): FieldError | null {
  if (bookedOn > today) return fieldError("bookedOn", "less_than_or_equal_to", `must be ${today} or earlier`);
  if (openingDay !== null && accountingDate < openingDay)
    return fieldError(
      "bookedOn",
      "greater_than_or_equal_to",
      `must be ${openingDay} or later, the day of the opening balances`,
    );
  return bookDayError("bookedOn", bookedOn);
}

/** The accounts of fees and their VAT, and of bank charges, which the agency bears (money.md 5). */
export const FEE_ACCOUNTS: readonly string[] = [
  ACCOUNTS.managementFees,
  ACCOUNTS.otherFees,
  ACCOUNTS.feesVat,
  ACCOUNTS.bankCharges,
];

/** Returns the fees due: the balance of the fee accounts, where credits are negative, less earlier withdrawals. */
export function dueOf(feesCents: Cents, withdrawnCents: Cents): Cents {
  return minus(negate(feesCents), withdrawnCents);
}

/** Returns the entry of a withdrawal (rental.md 2.7: OD), on its day or the next day in an open period. */
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
