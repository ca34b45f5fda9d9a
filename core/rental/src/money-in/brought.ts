import { line } from "@cartulary/kernel";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { MatchingHints } from "./transaction-input.ts";

/** A bank transaction as it was brought, with what its sender says that it is for. */
export interface Brought {
  readonly transaction: BankTransaction;
  readonly hints: MatchingHints;
  /** It was brought before, and stands in suspense; otherwise it is new. */
  readonly isInSuspense: boolean;
}

/** What a tenant may have paid; anything else is paid out, or undoes something. */
export const isReceipt = ({ transaction: { direction, method } }: Pick<Brought, "transaction">): boolean =>
  direction === "inbound" && method !== "rejection";

/**
 * The bank reference of what a transaction undoes: what its sender says now, since who brought it first may not have known
 * it; else what was said then.
 */
export const reversesOf = ({ transaction, hints }: Pick<Brought, "transaction" | "hints">): string | null =>
  line(hints.reverses ?? "") || transaction.reverses;

/**
 * The order in which transactions are worked: that in which they were brought, since each may pay what one before it left
 * due. What undoes one that is only brought after it comes right after that one: some banks list the last day first.
 */
export function inOrder(brought: readonly Brought[]): readonly Brought[] {
  const places = new Map(brought.map(({ transaction }, place) => [transaction.bankReference, place]));
  const isEarly = (each: Brought, place: number) => (places.get(reversesOf(each) ?? "") ?? place) > place;
  const undoing = Map.groupBy(brought.filter(isEarly), (each) => reversesOf(each) ?? "");
  const waiting = brought.filter((each, place) => !isEarly(each, place)).reverse();
  const ordered: Brought[] = [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    ordered.push(next);
    for (const each of (undoing.get(next.transaction.bankReference) ?? []).toReversed()) waiting.push(each);
  }
  return ordered;
}

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
