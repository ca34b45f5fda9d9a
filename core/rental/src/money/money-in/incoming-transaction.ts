import type { BankTransaction } from "../payments/bank-transaction.ts";
import { originalOf, reversesOf } from "./originals.ts";
import type { IncomingTransaction } from "./received-transaction.ts";

export type { IncomingTransaction };

/** Returns true for a transaction that a tenant may have paid; others are payments out or reversals. */
export const isReceipt = ({ transaction: { direction, method } }: Pick<IncomingTransaction, "transaction">): boolean =>
  direction === "inbound" && method !== "rejection";

/** Returns true if a transaction reverses another one, named or not. */
export const isUndoing = (received: Pick<IncomingTransaction, "transaction" | "hints">): boolean =>
  received.transaction.method === "rejection" || reversesOf(received) !== null;

/**
 * Orders transactions for processing: as received, since each may pay what an earlier one left due. A reversal that
 * precedes its original is moved right behind it, because some banks list the last day first.
 */
export function processingOrder(received: readonly IncomingTransaction[]): readonly IncomingTransaction[] {
  const reversals = received.filter(isUndoing);
  if (reversals.length === 0) return received;
  const places = new Map(received.map(({ transaction }, place) => [transaction.id, place]));
  const ofKeys = Map.groupBy(
    received.flatMap(({ transaction }) => keysOf(transaction).map((key) => ({ key, transaction }))),
    ({ key }) => key,
  );
  const originals = new Map(
    reversals.map((each) => {
      const keys = [...keysOf(each.transaction), referenceKey(reversesOf(each) ?? "")];
      const candidates = keys.flatMap((key) => (ofKeys.get(key) ?? []).map(({ transaction }) => transaction));
      return [each, originalOf(each, [...new Set(candidates)])?.id ?? null] as const;
    }),
  );
  const isEarly = (each: IncomingTransaction, place: number) => {
    const original = originals.get(each);
    return original ? (places.get(original) ?? place) > place : false;
  };
  const early = Map.groupBy(received.filter(isEarly), (each) => originals.get(each) ?? null);
  const waiting = received.filter((each, place) => !isEarly(each, place)).reverse();
  const ordered: IncomingTransaction[] = [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    ordered.push(next);
    for (const each of (early.get(next.transaction.id) ?? []).toReversed()) waiting.push(each);
  }
  return ordered;
}

/** Returns the keys by which a reversal may find a transaction. */
const keysOf = ({ bankReference, servicerReference, endToEndId }: BankTransaction): readonly string[] => [
  referenceKey(bankReference),
  ...(servicerReference === null ? [] : [`bank ${servicerReference}`]),
  ...(endToEndId === null ? [] : [`payer ${endToEndId}`]),
];

const referenceKey = (bankReference: string): string => `name ${bankReference}`;

/** Groups neighbours: each group has receipts only, or none. */
export function groupByKind(
  ordered: readonly IncomingTransaction[],
): readonly (readonly [IncomingTransaction, ...IncomingTransaction[]])[] {
  const groups: [IncomingTransaction, ...IncomingTransaction[]][] = [];
  for (const each of ordered) {
    const last = groups.at(-1);
    if (last && isReceipt(last[0]) === isReceipt(each)) last.push(each);
    else groups.push([each]);
  }
  return groups;
}
