import type { Caller, Day, Id, Instant } from "@cartulary/kernel";
import type { NewLine } from "@cartulary/ledger";
import type { BankTransaction } from "../payments/bank-transaction.ts";
import type { MatchingHints } from "./transaction-input.ts";

/** When something is matched, and for whom. */
interface MatchingMoment {
  readonly caller: Caller;
  readonly now: Instant;
  readonly today: Day;
}

/** What a transaction that no tenant made is for. */
export interface OutboundMatch {
  /** What is booked against the bank, or against suspense; none of what is in the books already. */
  readonly lines: readonly NewLine[];
  readonly source: OutboundSource;
  /** Called once the entry is written. */
  done(): Promise<void>;
}

/** What the entry is made by. Of a source each sequence number makes one entry. */
interface OutboundSource {
  readonly sourceType: "OwnerPayout";
  readonly sourceId: Id<string>;
  readonly sourceSeq: number;
}

/** Port: what is paid out, for the intake of bank transactions, in its transaction. */
export interface OutboundMatching<Stores> {
  /** What an outbound transaction is for, or `null`. */
  match(
    stores: Stores,
    moment: MatchingMoment,
    transaction: BankTransaction,
    hints: MatchingHints,
  ): Promise<OutboundMatch | null>;
  /** What a rejection that came in gives back of what an outbound transaction paid, or `null`. */
  returned(
    stores: Stores,
    moment: MatchingMoment,
    transaction: BankTransaction,
    original: BankTransaction,
  ): Promise<OutboundMatch | null>;
}
