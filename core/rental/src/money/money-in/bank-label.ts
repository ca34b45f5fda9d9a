import { isInvisible } from "@cartulary/kernel";
import { labelOf } from "../../billing/run-application/entry-lines.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import { bankWords } from "./bank-words.ts";

/** Returns the bank's label of a transaction in one line; its reference if the label is empty or invisible. */
export function bankLabel({ label, bankReference }: Pick<BankTransaction, "label" | "bankReference">): string {
  const words = labelOf(bankWords(label ?? ""));
  return isInvisible(words) ? bankReference : words;
}
