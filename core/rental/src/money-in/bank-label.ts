import { type FieldError, isInvisible, lineError, passageError } from "@cartulary/kernel";
import { labelOf } from "../applying/accounts.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";

/** Code points of what the bank says of a transaction. */
const LABEL_MAX = 500;

/**
 * What is wrong with what the bank says of a transaction: its lines may be several, but they stand in the book as one, and
 * what the book refuses is named here, where it was sent.
 */
export function bankLabelError(field: string, label: string): FieldError | null {
  const error = passageError(field, label, LABEL_MAX);
  return error ?? lineError(field, oneLine(label), { max: LABEL_MAX, required: false });
}

/** What the bank says of a transaction, in one line; its reference where it says nothing that can be read. */
export function bankLabel({ label, bankReference }: Pick<BankTransaction, "label" | "bankReference">): string {
  const words = labelOf(oneLine(label ?? ""));
  return isInvisible(words) ? bankReference : words;
}

const oneLine = (label: string): string => label.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
