/** Timeouts of a connection in milliseconds, which bound the waiting of others. */
export interface Timeouts {
  /** The duration of one statement; then 57014. */
  readonly statementMs: number;
  /** The wait for a lock; then 55P03. */
  readonly lockMs: number;
  /** The idle time inside a transaction; then the server ends the connection and releases its locks. */
  readonly idleMs: number;
  /** The duration of a transaction; `null` for no limit. From PostgreSQL 17 on. */
  readonly transactionMs: number | null;
  /** The wait for any answer; then the server or the network is assumed lost, and the connection is closed. */
  readonly answerMs: number;
}

/** Reads block only their own connection. Their transactions may be idle while a file is written from them. */
export const READ_TIMEOUTS: Timeouts = {
  statementMs: 10_000,
  lockMs: 5_000,
  idleMs: 60_000,
  transactionMs: null,
  answerMs: 15_000,
};

/** For commands that read everything and block no other work. */
export const VERIFY_TIMEOUTS: Timeouts = { ...READ_TIMEOUTS, statementMs: 3_600_000, answerMs: 3_605_000 };

/**
 * Writes block others. If the database server or the network is lost, the server retains the transactions of lost
 * connections; {@link Timeouts.idleMs} later it releases their locks.
 */
export const WRITE_TIMEOUTS: Timeouts = {
  statementMs: 30_000,
  lockMs: 5_000,
  idleMs: 15_000,
  transactionMs: 120_000,
  answerMs: 35_000,
};

/** For the maintenance of queues, which waits for that of other hosts. */
export const MAINTENANCE_TIMEOUTS: Timeouts = {
  statementMs: 60_000,
  lockMs: 60_000,
  idleMs: 15_000,
  transactionMs: 120_000,
  answerMs: 65_000,
};

/** Returns the settings of the server that every supported version has. */
export function settingsOf({ statementMs, lockMs, idleMs }: Timeouts): Readonly<Record<string, string>> {
  return {
    statement_timeout: `${statementMs}`,
    lock_timeout: `${lockMs}`,
    idle_in_transaction_session_timeout: `${idleMs}`,
  };
}
