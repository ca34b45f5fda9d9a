import { appendAll, type Day, FAULTS_MAX, type FieldError, type Instant, type NewId } from "@cartulary/kernel";
import { type Cents, LINE_CENTS_MAX, sum, ZERO } from "@cartulary/ledger";
import { bookDayError, fault } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { BankDirection, BankMethod, BankTransaction } from "../payments/bank-transaction.ts";
import { bankWords, bankWordsError, bankWordsOrNull } from "./bank-words.ts";

/** What somebody brings of a transaction: what the bank says, and what it is for where that is known. */
export interface BankTransactionInput extends MatchingHints {
  readonly bankReference?: string;
  readonly bookedOn?: Day;
  readonly amountCents?: Cents;
  /** EUR, also when absent: the account has no other. */
  readonly currency?: string;
  readonly direction?: BankDirection;
  readonly label?: string | null;
  readonly counterpartyName?: string | null;
  readonly counterpartyIban?: string | null;
  readonly method?: BankMethod | null;
  /** The account that it moved on, where its sender says so: the mandataire's. */
  readonly accountIban?: string | null;
}

/** What a transaction is for, as its sender says. */
export interface MatchingHints {
  readonly rentCallReference?: string | null;
  readonly payoutReference?: string | null;
  readonly allocations?: readonly AllocationInput[] | null;
  /** The bank reference of what it undoes. */
  readonly reverses?: string | null;
}

/** What of a transaction pays which call. */
export interface AllocationInput {
  readonly rentCallReference?: string;
  readonly amountCents?: Cents;
}

/** A transaction that nothing is wrong with. */
export type SoundTransaction = BankTransactionInput &
  Required<Pick<BankTransactionInput, "bankReference" | "bookedOn" | "amountCents" | "direction">>;

/** Code points of what the bank calls a transaction, and of a name. */
const REFERENCE_MAX = 140;
const LABEL_MAX = 500;
const NAME_MAX = 255;
/** An IBAN as people write it. */
const IBAN_MAX = 64;

/** Everything that is wrong with transactions by themselves on a day: `transactions[3].amountCents`. */
export function transactionErrors(inputs: readonly BankTransactionInput[], today: Day): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, input] of inputs.entries()) {
    appendAll(errors, errorsOf(`transactions[${index}].`, input, today));
    if (errors.length >= FAULTS_MAX) break;
  }
  return errors;
}

/** What is said to have moved on another account than the mandataire's: `transactions[3].accountIban`. */
export function accountErrors(inputs: readonly BankTransactionInput[], iban: string | null): readonly FieldError[] {
  return inputs.flatMap(({ accountIban }, index): readonly FieldError[] => {
    const account = accountOf(accountIban);
    if (account === "" || account === iban) return [];
    return [fault(`transactions[${index}].accountIban`, "invalid", "is not the mandataire's account")];
  });
}

/** What is wrong with the references that files have beside. */
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
    ...missing.map((name) => fault(at + name, "blank", "can't be blank")),
    ...words(`${at}bankReference`, input.bankReference, REFERENCE_MAX, true),
    ...(input.bookedOn === undefined ? [] : dayErrors(`${at}bookedOn`, input.bookedOn, today)),
    ...(input.amountCents === undefined ? [] : amountErrors(`${at}amountCents`, input.amountCents)),
    ...(currency === "EUR" ? [] : [fault(`${at}currency`, "inclusion", "is not EUR")]),
    ...words(`${at}label`, label, LABEL_MAX),
    ...words(`${at}counterpartyName`, counterpartyName, NAME_MAX),
    ...words(`${at}counterpartyIban`, counterpartyIban, IBAN_MAX),
    ...words(`${at}accountIban`, accountIban, IBAN_MAX),
    ...words(`${at}reverses`, reverses, REFERENCE_MAX),
    ...hintErrors(at, input),
  ];
}

const REQUIRED = ["bankReference", "bookedOn", "amountCents", "direction"] as const;

/** What is wrong with words of a bank, or with a reference that its sender names. */
function words(field: string, text: string | null | undefined, max: number, required = false): readonly FieldError[] {
  const error = text === null || text === undefined ? null : bankWordsError(field, text, { max, required });
  return error ? [error] : [];
}

function dayErrors(field: string, day: Day, today: Day): readonly FieldError[] {
  if (day > today) return [fault(field, "less_than_or_equal_to", "can't be after today")];
  const error = bookDayError(field, day);
  return error ? [error] : [];
}

function amountErrors(field: string, amount: number): readonly FieldError[] {
  if (amount <= 0) return [fault(field, "greater_than_or_equal_to", "must be 1 or more: the direction says which way")];
  return amount > LINE_CENTS_MAX ? [fault(field, "less_than_or_equal_to", `must be ${LINE_CENTS_MAX} or less`)] : [];
}

/** Calls that one transaction names. */
const ALLOCATIONS_MAX = 1000;

function hintErrors(
  at: string,
  { rentCallReference, payoutReference, allocations, amountCents }: BankTransactionInput,
) {
  const parts = allocations ?? [];
  if (parts.length > ALLOCATIONS_MAX)
    return [fault(`${at}allocations`, "too_long", `are more than ${ALLOCATIONS_MAX}`)];
  const errors = [
    ...words(`${at}rentCallReference`, rentCallReference, NAME_MAX),
    ...words(`${at}payoutReference`, payoutReference, NAME_MAX),
    ...parts.flatMap((part, index) => partErrors(`${at}allocations[${index}].`, part)),
  ];
  if (errors.length > 0 || parts.length === 0 || amountCents === undefined) return errors;
  const all = sum(parts.flatMap((part) => part.amountCents ?? []));
  return all <= amountCents ? [] : [fault(`${at}allocations`, "invalid", "come to more than the transaction")];
}

function partErrors(at: string, { rentCallReference, amountCents }: AllocationInput): readonly FieldError[] {
  return [
    ...(rentCallReference === undefined ? [fault(`${at}rentCallReference`, "blank", "can't be blank")] : []),
    ...words(`${at}rentCallReference`, rentCallReference, NAME_MAX, true),
    ...(amountCents === undefined
      ? [fault(`${at}amountCents`, "blank", "can't be blank")]
      : amountErrors(`${at}amountCents`, amountCents)),
  ];
}

/** What a transaction begins as, before anybody looked what it is for or whether it is known. */
export function newTransaction(
  input: SoundTransaction,
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

/** An account as it is compared: without what is not seen, in capitals; "" for none. */
export const accountOf = (iban: string | null | undefined): string =>
  (bankWordsOrNull(iban) ?? "").replace(/\s/g, "").toUpperCase();
