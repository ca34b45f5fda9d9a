import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { OriginalsQuery } from "../payments/ports.ts";
import { bankWordsOrNull } from "./bank-words.ts";
import type { IncomingTransaction } from "./received-transaction.ts";

/** Texts that banks write in place of a reference. */
const NO_REFERENCE: ReadonlySet<string> = new Set(["NONREF", "NOTPROVIDED", "NOT PROVIDED", "NOREF", "NONE"]);

/** Returns a usable reference, or `null`. */
const reference = (text: string | null): string | null =>
  text === null || NO_REFERENCE.has(text.toUpperCase()) ? null : text;

/**
 * Returns the bank reference of the reversed transaction: from the present hints, since an earlier sender may not have
 * known it, otherwise as stored.
 */
export const reversesOf = ({ transaction, hints }: Pick<IncomingTransaction, "transaction" | "hints">): string | null =>
  bankWordsOrNull(hints.reverses) ?? transaction.reverses;

/** Returns the query for the originals of reversals. A refund reverses only the transaction that its sender names. */
export function originalsQuery(undoing: readonly Pick<IncomingTransaction, "transaction" | "hints">[]): OriginalsQuery {
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
 * Returns the original that a transaction reverses (money.md 2.2), by the first criterion with exactly one result: the
 * same EndToEndId and amount; the same bank reference, amount and opposite direction; the reference named by the
 * sender.
 */
export function originalOf<Original extends BankTransaction>(
  undoing: Pick<IncomingTransaction, "transaction" | "hints">,
  candidates: readonly Original[],
): Original | null {
  const { id, direction, amountCents, endToEndId, servicerReference } = undoing.transaction;
  const opposite = candidates.filter((each) => each.id !== id && each.direction !== direction);
  const sameAmount = opposite.filter((each) => each.amountCents === amountCents);
  const [payers, banks, named] = [reference(endToEndId), reference(servicerReference), reversesOf(undoing)];
  const byName = opposite.filter(({ bankReference }) => bankReference === named);
  const criteria = [
    payers === null ? [] : sameAmount.filter((each) => each.endToEndId === payers),
    banks === null ? [] : sameAmount.filter((each) => each.servicerReference === banks),
    byName.length > 1 ? byName.filter((each) => each.amountCents === amountCents) : byName,
  ];
  return criteria.find(({ length }) => length === 1)?.[0] ?? null;
}
