import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { OriginalsSought } from "../payments/ports.ts";
import { bankWordsOrNull } from "./bank-words.ts";
import type { Brought } from "./brought-transaction.ts";

/** What banks write where there is no reference. */
const NO_REFERENCE: ReadonlySet<string> = new Set(["NONREF", "NOTPROVIDED", "NOT PROVIDED", "NOREF", "NONE"]);

/** A reference by which something may be found. */
const reference = (text: string | null): string | null =>
  text === null || NO_REFERENCE.has(text.toUpperCase()) ? null : text;

/**
 * The bank reference of what a transaction undoes: what its sender says now, since who brought it first may not have known
 * it; else what was said then.
 */
export const reversesOf = ({ transaction, hints }: Pick<Brought, "transaction" | "hints">): string | null =>
  bankWordsOrNull(hints.reverses) ?? transaction.reverses;

/** Where to look for what transactions undo. A refund is only of what its sender names. */
export function originalsSought(undoing: readonly Pick<Brought, "transaction" | "hints">[]): OriginalsSought {
  const returns = undoing.flatMap(({ transaction }) => (transaction.method === "rejection" ? transaction : []));
  const some = (texts: readonly (string | null)[]) => [...new Set(texts.flatMap((text) => text ?? []))];
  return {
    bankReferences: some(undoing.map(reversesOf)),
    servicerReferences: some(returns.map(({ servicerReference }) => reference(servicerReference))),
    endToEndIds: some(returns.map(({ endToEndId }) => reference(endToEndId))),
    amounts: [...new Set(returns.map(({ amountCents }) => amountCents))],
  };
}

/**
 * What a return undoes of what can be undone (money.md 2.2): what has the same EndToEndId and amount, else the same reference
 * of the bank and the same amount on the other side, else what its sender names: the first of these that finds exactly one.
 */
export function originalOf<Original extends BankTransaction>(
  undoing: Pick<Brought, "transaction" | "hints">,
  candidates: readonly Original[],
): Original | null {
  const { id, direction, amountCents, endToEndId, servicerReference } = undoing.transaction;
  const others = candidates.filter((each) => each.id !== id && each.direction !== direction);
  const alike = others.filter((each) => each.amountCents === amountCents);
  const [payers, banks, named] = [reference(endToEndId), reference(servicerReference), reversesOf(undoing)];
  const byName = others.filter(({ bankReference }) => bankReference === named);
  const ways = [
    payers === null ? [] : alike.filter((each) => each.endToEndId === payers),
    banks === null ? [] : alike.filter((each) => each.servicerReference === banks),
    byName.length > 1 ? byName.filter((each) => each.amountCents === amountCents) : byName,
  ];
  return ways.find(({ length }) => length === 1)?.[0] ?? null;
}
