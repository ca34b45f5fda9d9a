import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { Brought } from "./brought-transaction.ts";
import { originalOf, reversesOf } from "./originals.ts";

export type { Brought };

/** What a tenant may have paid; anything else is paid out, or undoes something. */
export const isReceipt = ({ transaction: { direction, method } }: Pick<Brought, "transaction">): boolean =>
  direction === "inbound" && method !== "rejection";

/** Whether a transaction undoes another one, named or not. */
export const isUndoing = (brought: Pick<Brought, "transaction" | "hints">): boolean =>
  brought.transaction.method === "rejection" || reversesOf(brought) !== null;

/**
 * The order in which transactions are worked: that in which they were brought, since each may pay what one before it left
 * due. What undoes one that is only brought after it comes right after that one: some banks list the last day first.
 */
export function inOrder(brought: readonly Brought[]): readonly Brought[] {
  const undoing = brought.filter(isUndoing);
  if (undoing.length === 0) return brought;
  const places = new Map(brought.map(({ transaction }, place) => [transaction.id, place]));
  const ofKeys = Map.groupBy(
    brought.flatMap(({ transaction }) => keysOf(transaction).map((key) => ({ key, transaction }))),
    ({ key }) => key,
  );
  const originals = new Map(
    undoing.map((each) => {
      const keys = [...keysOf(each.transaction), keyOfName(reversesOf(each) ?? "")];
      const candidates = keys.flatMap((key) => (ofKeys.get(key) ?? []).map(({ transaction }) => transaction));
      return [each, originalOf(each, [...new Set(candidates)])?.id ?? null] as const;
    }),
  );
  const isEarly = (each: Brought, place: number) => {
    const original = originals.get(each);
    return original ? (places.get(original) ?? place) > place : false;
  };
  const early = Map.groupBy(brought.filter(isEarly), (each) => originals.get(each) ?? null);
  const waiting = brought.filter((each, place) => !isEarly(each, place)).reverse();
  const ordered: Brought[] = [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    ordered.push(next);
    for (const each of (early.get(next.transaction.id) ?? []).toReversed()) waiting.push(each);
  }
  return ordered;
}

/** By which what undoes a transaction may find it. */
const keysOf = ({ bankReference, servicerReference, endToEndId }: BankTransaction): readonly string[] => [
  keyOfName(bankReference),
  ...(servicerReference === null ? [] : [`bank ${servicerReference}`]),
  ...(endToEndId === null ? [] : [`payer ${endToEndId}`]),
];

const keyOfName = (bankReference: string): string => `name ${bankReference}`;

/** Neighbours that are worked together: either all are receipts, or none is. */
export function stretchesOf(ordered: readonly Brought[]): readonly (readonly [Brought, ...Brought[]])[] {
  const stretches: [Brought, ...Brought[]][] = [];
  for (const each of ordered) {
    const last = stretches.at(-1);
    if (last && isReceipt(last[0]) === isReceipt(each)) last.push(each);
    else stretches.push([each]);
  }
  return stretches;
}
