import {
  appendAll,
  type Day,
  FAULTS_MAX,
  type FieldError,
  type Instant,
  line,
  lineError,
  type NewId,
  passageError,
} from "@cartulary/kernel";
import { type Cents, LINE_CENTS_MAX, sum } from "@cartulary/ledger";
import { bookDayError, fault } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { BankDirection, BankMethod, BankTransaction } from "../payments/bank-transaction.ts";
import { bankLabelError } from "./bank-label.ts";

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

function errorsOf(at: string, input: BankTransactionInput, today: Day): readonly FieldError[] {
  const { label, counterpartyName, counterpartyIban, reverses, currency = "EUR" } = input;
  const missing = REQUIRED.filter((name) => input[name] === undefined);
  return [
    ...missing.map((name) => fault(at + name, "blank", "can't be blank")),
    ...aText(`${at}bankReference`, input.bankReference, (field, text) =>
      lineError(field, text, { max: REFERENCE_MAX, required: true }),
    ),
    ...(input.bookedOn === undefined ? [] : dayErrors(`${at}bookedOn`, input.bookedOn, today)),
    ...(input.amountCents === undefined ? [] : amountErrors(`${at}amountCents`, input.amountCents)),
    ...(currency === "EUR" ? [] : [fault(`${at}currency`, "inclusion", "is not EUR")]),
    ...aText(`${at}label`, label, bankLabelError),
    ...aText(`${at}counterpartyName`, counterpartyName, (field, text) => passageError(field, text, NAME_MAX)),
    ...aText(`${at}counterpartyIban`, counterpartyIban, (field, text) => passageError(field, text, IBAN_MAX)),
    ...aText(`${at}reverses`, reverses, (field, text) =>
      lineError(field, text, { max: REFERENCE_MAX, required: false }),
    ),
    ...hintErrors(at, input),
  ];
}

const REQUIRED = ["bankReference", "bookedOn", "amountCents", "direction"] as const;

function aText(
  field: string,
  text: string | null | undefined,
  judge: (field: string, text: string) => FieldError | null,
): readonly FieldError[] {
  const error = text === null || text === undefined ? null : judge(field, text);
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
  const named = (field: string, text: string | null | undefined, required: boolean) =>
    aText(field, text, (where, words) => lineError(where, words, { max: NAME_MAX, required }));
  const parts = allocations ?? [];
  if (parts.length > ALLOCATIONS_MAX)
    return [fault(`${at}allocations`, "too_long", `are more than ${ALLOCATIONS_MAX}`)];
  const errors = [
    ...named(`${at}rentCallReference`, rentCallReference, false),
    ...named(`${at}payoutReference`, payoutReference, false),
    ...parts.flatMap((part, index) => partErrors(`${at}allocations[${index}].`, part, named)),
  ];
  if (errors.length > 0 || parts.length === 0 || amountCents === undefined) return errors;
  const all = sum(parts.flatMap((part) => part.amountCents ?? []));
  return all <= amountCents ? [] : [fault(`${at}allocations`, "invalid", "come to more than the transaction")];
}

function partErrors(
  at: string,
  { rentCallReference, amountCents }: AllocationInput,
  named: (field: string, text: string | null | undefined, required: boolean) => readonly FieldError[],
): readonly FieldError[] {
  return [
    ...(rentCallReference === undefined ? [fault(`${at}rentCallReference`, "blank", "can't be blank")] : []),
    ...named(`${at}rentCallReference`, rentCallReference, true),
    ...(amountCents === undefined
      ? [fault(`${at}amountCents`, "blank", "can't be blank")]
      : amountErrors(`${at}amountCents`, amountCents)),
  ];
}

/** What a transaction begins as, before anybody looked what it is for. */
export function newTransaction(
  input: SoundTransaction,
  { mandataireId, newId, now }: { readonly mandataireId: MandataireId; readonly newId: NewId; readonly now: Instant },
): BankTransaction {
  const { bankReference, bookedOn, amountCents, direction, method = null } = input;
  return {
    ...{ mandataireId, id: newId<"BankTransaction">(), bookedOn, amountCents, direction, method, currency: "EUR" },
    bankReference: line(bankReference),
    label: textOf(input.label),
    counterpartyName: textOf(input.counterpartyName),
    counterpartyIban: textOf(input.counterpartyIban?.replace(/\s/g, "").toUpperCase()),
    reverses: textOf(input.reverses),
    ...{ status: "unmatched", paymentId: null, entryId: null, tenantLineId: null, createdAt: now, updatedAt: now },
  };
}

/** The text as it is stored; none for nothing. */
const textOf = (text: string | null | undefined): string | null => line(text ?? "") || null;
