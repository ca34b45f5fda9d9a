/** What a connection asks of the server, in milliseconds: how long what somebody else may wait for is let go on. */
export interface Limits {
  /** One statement: 57014 then. */
  readonly statementMs: number;
  /** Waiting for a lock: 55P03 then. */
  readonly lockMs: number;
  /** A transaction that is asked nothing. Its connection is ended then, and its locks with it. */
  readonly idleMs: number;
  /** A transaction, from its beginning; `null`: as long as its statements let it. From PostgreSQL 17 on. */
  readonly transactionMs: number | null;
  /** Any answer: after that the server, or the way to it, is gone without a word, and the connection is given up. */
  readonly answerMs: number;
}

/**
 * Reads keep nobody waiting, but a connection each. Their transactions may rest for as long as a file takes that is
 * written from them.
 */
export const READING: Limits = {
  statementMs: 10_000,
  lockMs: 5_000,
  idleMs: 60_000,
  transactionMs: null,
  answerMs: 15_000,
};

/** For commands that read everything, and keep nobody waiting. */
export const INSPECTING: Limits = { ...READING, statementMs: 3_600_000, answerMs: 3_605_000 };

/**
 * What writes keeps others waiting. After the machine of the database, or the way to it, was gone without a word, the server
 * has the transactions of connections that nobody has any more: what they have locked is free after {@link Limits.idleMs}.
 */
export const WRITING: Limits = {
  statementMs: 30_000,
  lockMs: 5_000,
  idleMs: 15_000,
  transactionMs: 120_000,
  answerMs: 35_000,
};

/** The upkeep of the queue, which waits for other hosts' upkeep. */
export const UPKEEP: Limits = {
  statementMs: 60_000,
  lockMs: 60_000,
  idleMs: 15_000,
  transactionMs: 120_000,
  answerMs: 65_000,
};

/** Limits as settings of the server; those that every supported version knows. */
export function settingsOf({ statementMs, lockMs, idleMs }: Limits): Readonly<Record<string, string>> {
  return {
    statement_timeout: `${statementMs}`,
    lock_timeout: `${lockMs}`,
    idle_in_transaction_session_timeout: `${idleMs}`,
  };
}
