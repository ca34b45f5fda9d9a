import { isInvisible } from "@cartulary/kernel";
import { labelOf } from "../applying/accounts.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import { bankWords } from "./bank-words.ts";

/** What the bank says of a transaction, in one line; its reference where it says nothing that can be read. */
export function bankLabel({ label, bankReference }: Pick<BankTransaction, "label" | "bankReference">): string {
  const words = labelOf(bankWords(label ?? ""));
  return isInvisible(words) ? bankReference : words;
}
