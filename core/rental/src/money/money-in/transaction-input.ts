import { appendAll, type Day, ERRORS_REPORTED_MAX, type FieldError, type Instant, type NewId } from "@cartulary/kernel";
import { type Cents, LINE_CENTS_MAX, sum, ZERO } from "@cartulary/ledger";
import { bookDayError, fieldError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { BankDirection, BankMethod, BankTransaction } from "../payments/bank-transaction.ts";
import { bankWords, bankWordsError, bankWordsOrNull } from "./bank-words.ts";

/** A transaction as sent: the bank's data, and hints for matching if known. */
export interface BankTransactionInput extends MatchingHints {
  readonly bankReference?: string;
  readonly bookedOn?: Day;
  readonly amountCents?: Cents;
  /** EUR, which is also the default: the account has no other. */
  readonly currency?: string;
  readonly direction?: BankDirection;
  readonly label?: string | null;
  readonly counterpartyName?: string | null;
  readonly counterpartyIban?: string | null;
  readonly method?: BankMethod | null;
  /** The account, which must be the mandataire's, if the sender names it. */
  readonly accountIban?: string | null;
}

/** The sender's hints for matching a transaction. */
export interface MatchingHints {
  readonly rentCallReference?: string | null;
  readonly payoutReference?: string | null;
  readonly allocations?: readonly AllocationInput[] | null;
  /** The bank reference of the transaction it reverses. */
  readonly reverses?: string | null;
}

/** An amount of a transaction for one call. */
export interface AllocationInput {
  readonly rentCallReference?: string;
  readonly amountCents?: Cents;
}

/** A transaction without field errors. */
export type ValidTransactionInput = BankTransactionInput &
  Required<Pick<BankTransactionInput, "bankReference" | "bookedOn" | "amountCents" | "direction">>;

/** Code points of a bank reference. */
const REFERENCE_MAX = 140;
const LABEL_MAX = 500;
const NAME_MAX = 255;
/** An IBAN as written, with spaces. */
const IBAN_MAX = 64;

/** Returns all errors of transactions that need no lookup, named like `transactions[3].amountCents`. */
export function transactionErrors(inputs: readonly BankTransactionInput[], today: Day): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, input] of inputs.entries()) {
    appendAll(errors, errorsOf(`transactions[${index}].`, input, today));
    if (errors.length >= ERRORS_REPORTED_MAX) break;
  }
  return errors;
}

/** Returns errors for transactions on another account than the mandataire's: `transactions[3].accountIban`. */
export function accountErrors(inputs: readonly BankTransactionInput[], iban: string | null): readonly FieldError[] {
  return inputs.flatMap(({ accountIban }, index): readonly FieldError[] => {
    const account = accountOf(accountIban);
    if (account === "" || account === iban) return [];
    return [fieldError(`transactions[${index}].accountIban`, "invalid", "is not the mandataire's account")];
  });
}

/** Returns the errors of references that only files contain. */
export function fileReferenceErrors(
  inputs: readonly { readonly servicerReference: string | null; readonly endToEndId: string | null }[],
): readonly FieldError[] {
  return inputs.flatMap(({ servicerReference, endToEndId }, index) => [
    ...words(`transactions[${index}].AcctSvcrRef`, servicerReference, REFERENCE_MAX),
    ...words(`transactions[${index}].EndToEndId`, endToEndId, REFERENCE_MAX),
  ]);
}

function errorsOf(at: string, input: BankTransactionInput, today: Day): readonly FieldError[] {
  const { label, counterpartyName, counterpartyIban, accountIban, reverses, currency = "EUR" } = input;
  const missing = REQUIRED.filter((name) => input[name] === undefined);
  return [
    ...missing.map((name) => fieldError(at + name, "blank", "can't be blank")),
    ...words(`${at}bankReference`, input.bankReference, REFERENCE_MAX, true),
    ...(input.bookedOn === undefined ? [] : dayErrors(`${at}bookedOn`, input.bookedOn, today)),
    ...(input.amountCents === undefined ? [] : amountErrors(`${at}amountCents`, input.amountCents)),
    ...(currency === "EUR" ? [] : [fieldError(`${at}currency`, "inclusion", "is not EUR")]),
    ...words(`${at}label`, label, LABEL_MAX),
    ...words(`${at}counterpartyName`, counterpartyName, NAME_MAX),
    ...words(`${at}counterpartyIban`, counterpartyIban, IBAN_MAX),
    ...words(`${at}accountIban`, accountIban, IBAN_MAX),
    ...words(`${at}reverses`, reverses, REFERENCE_MAX),
    ...hintErrors(at, input),
  ];
}

const REQUIRED = ["bankReference", "bookedOn", "amountCents", "direction"] as const;

/** Returns the error of a text from a bank, or of a sender's reference. */
function words(field: string, text: string | null | undefined, max: number, required = false): readonly FieldError[] {
  const error = text === null || text === undefined ? null : bankWordsError(field, text, { max, required });
  return error ? [error] : [];
}

function dayErrors(field: string, day: Day, today: Day): readonly FieldError[] {
  if (day > today) return [fieldError(field, "less_than_or_equal_to", "can't be after today")];
  const error = bookDayError(field, day);
  return error ? [error] : [];
}

function amountErrors(field: string, amount: number): readonly FieldError[] {
  if (amount <= 0)
    return [fieldError(field, "greater_than_or_equal_to", "must be 1 or more; use the direction for the sign")];
  return amount > LINE_CENTS_MAX
    ? [fieldError(field, "less_than_or_equal_to", `must be ${LINE_CENTS_MAX} or less`)]
    : [];
}

/** Calls that one transaction may name. */
const ALLOCATIONS_MAX = 1000;

function hintErrors(
  at: string,
  { rentCallReference, payoutReference, allocations, amountCents }: BankTransactionInput,
) {
  const parts = allocations ?? [];
  if (parts.length > ALLOCATIONS_MAX)
    return [fieldError(`${at}allocations`, "too_long", `are more than ${ALLOCATIONS_MAX}`)];
  const errors = [
    ...words(`${at}rentCallReference`, rentCallReference, NAME_MAX),
    ...words(`${at}payoutReference`, payoutReference, NAME_MAX),
    ...parts.flatMap((part, index) => partErrors(`${at}allocations[${index}].`, part)),
  ];
  if (errors.length > 0 || parts.length === 0 || amountCents === undefined) return errors;
  const all = sum(parts.flatMap((part) => part.amountCents ?? []));
  return all <= amountCents ? [] : [fieldError(`${at}allocations`, "invalid", "add up to more than the transaction")];
}

function partErrors(at: string, { rentCallReference, amountCents }: AllocationInput): readonly FieldError[] {
  return [
    ...(rentCallReference === undefined ? [fieldError(`${at}rentCallReference`, "blank", "can't be blank")] : []),
    ...words(`${at}rentCallReference`, rentCallReference, NAME_MAX, true),
    ...(amountCents === undefined
      ? [fieldError(`${at}amountCents`, "blank", "can't be blank")]
      : amountErrors(`${at}amountCents`, amountCents)),
  ];
}

/** Returns a new transaction before it is recognized or matched. */
export function newTransaction(
  input: ValidTransactionInput,
  { mandataireId, newId, now }: { readonly mandataireId: MandataireId; readonly newId: NewId; readonly now: Instant },
): BankTransaction {
  const { bookedOn, amountCents, direction, method = null } = input;
  const bankReference = bankWords(input.bankReference);
  return {
    ...{ mandataireId, id: newId<"BankTransaction">(), bookedOn, amountCents, direction, method, currency: "EUR" },
    bankReference,
    ...{ isFromPortal: true, contentKey: null, contentOrdinal: null, isOnStatement: false },
    ...{ servicerReference: bankReference, endToEndId: null, referenceLines: null },
    label: bankWordsOrNull(input.label),
    counterpartyName: bankWordsOrNull(input.counterpartyName),
    counterpartyIban: accountOf(input.counterpartyIban) || null,
    reverses: bankWordsOrNull(input.reverses),
    ...{ status: "unmatched", settledCents: ZERO, assignedCents: ZERO },
    ...{ paymentId: null, entryId: null, tenantLineId: null, createdAt: now, updatedAt: now },
  };
}

/** Normalizes an account for comparison: without invisible characters and spaces, in capitals; "" for none. */
export const accountOf = (iban: string | null | undefined): string =>
  (bankWordsOrNull(iban) ?? "").replace(/\s/g, "").toUpperCase();
