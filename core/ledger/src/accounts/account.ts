import type { Id } from "@cartulary/kernel";

export type AccountId = Id<"Account">;

/**
 * How lines of an account are lettered: `by_hand` on request; `at_zero` automatically, when the unlettered lines of a
 * subaccount sum to zero.
 */
export type LetteringRule = "by_hand" | "at_zero";

/** An account of the chart, which the embedder defines. */
export interface ChartAccount {
  /** Six digits, beginning with class 1 to 7 (plan comptable général). */
  readonly code: string;
  readonly name: string;
  /** The kind of auxiliary that its lines must have (`PRO`, `LOC`); `null` for none. */
  readonly auxiliaries: string | null;
  readonly lettering: LetteringRule;
}

/** An account of a book. Its name never changes, so that the file of a closed year stays identical. */
export interface Account {
  readonly id: AccountId;
  readonly code: string;
  readonly name: string;
}

/** An owner, tenant or supplier with its own part of an account. */
export interface Auxiliary {
  /** A kind of the chart. */
  readonly kind: string;
  /** For example `PRO0001`; unique in the book. */
  readonly code: string;
  /** The current name; sealed lines have the name of their time. */
  readonly name: string;
  /** The record it represents outside the ledger, if any: `OwnerActor` and its id. */
  readonly entityType: string | null;
  readonly entityId: string | null;
}

/** An account, or one auxiliary of it: the unit of balances and letters. */
export interface Subaccount {
  readonly accountCode: string;
  readonly auxiliaryCode: string | null;
}
