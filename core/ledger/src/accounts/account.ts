import type { Id } from "@cartulary/kernel";

export type AccountId = Id<"Account">;

/**
 * What is letters by itself: `by_hand` waits to be told which lines clear each other; `at_zero` letters every line of a
 * subaccount as soon as those that are not lettered yet sum to zero.
 */
export type LetteringRule = "by_hand" | "at_zero";

/** One account of the chart that an embedder gives. */
export interface ChartAccount {
  /** Six digits, class 1 to 7 first (plan comptable général). */
  readonly code: string;
  readonly name: string;
  /** The kind of auxiliary that every line on it names (`PRO`, `LOC`); `null` where lines name none. */
  readonly auxiliaries: string | null;
  readonly lettering: LetteringRule;
}

/** An account as a book keeps it. Its name never changes: the file of a closed year stays the same to the byte. */
export interface Account {
  readonly id: AccountId;
  readonly code: string;
  readonly name: string;
}

/** Whom an account is kept for: one owner, one tenant, one supplier. */
export interface Auxiliary {
  /** Of one kind of the chart. */
  readonly kind: string;
  /** For instance `PRO0001`; unique in the book. */
  readonly code: string;
  /** As it is now; lines keep the name that it had when they were sealed. */
  readonly name: string;
  /** What it stands for outside the ledger, if anything: `OwnerActor` and its id. */
  readonly entityType: string | null;
  readonly entityId: string | null;
}

/** An account, or one auxiliary of it: what balances and letters are counted by. */
export interface Subaccount {
  readonly accountCode: string;
  readonly auxiliaryCode: string | null;
}
