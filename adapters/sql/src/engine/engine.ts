import type { Id } from "@cartulary/kernel";
import type { SqlEntityManager } from "@mikro-orm/sql";
import type { Kysely, Transaction } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { GateLimits } from "./gate.ts";
import type { Send } from "./statement.ts";

/** The meaning of a database error for the caller. After `again`, the same work may succeed if it runs again. */
export type Failure = "again" | "unreachable" | "full";

export type TransactionKind = "read" | "write" | "claim";

/** The connections of a database that are used and idle. */
export interface OpenConnections {
  readonly used: number;
  readonly idle: number;
}

/** A copy of the database that follows it within seconds. */
export interface Replica {
  /** Runs statements and read transactions; its other methods are those of the database. */
  readonly engine: Engine;
  /** True if the copy has everything that was committed five seconds ago. Asks nothing. */
  isFresh(): boolean;
  /** Call when it fails: it is not fresh until it answers again. */
  failed(): void;
}

/** One database, opened by its adapter for {@link openModules}. */
export interface Engine {
  readonly dialect: Dialect;
  /** Only forked, never used directly. Created on first access: reading the declarations of all tables is slow. */
  readonly em: SqlEntityManager;
  /** Runs single statements outside transactions. */
  readonly statements: Kysely<unknown>;
  /** Runs compiled statements outside transactions. */
  readonly send: Send;
  /** The maximum number of concurrent transactions, by kind; `null` if there is no limit. */
  readonly atOnce: { readonly reading: GateLimits | null; readonly writing: GateLimits };
  /**
   * Begins a transaction, runs `work`, and commits; rolls back if `work` throws. The kinds are those of `Transact` in
   * the kernel. With a tenant, only rows of that tenant are visible, if the engine can enforce it
   * (row-level-security.ts).
   */
  transaction<Result>(
    kind: TransactionKind,
    work: (transaction: Transaction<unknown>) => Promise<Result>,
    tenant?: Id<string>,
  ): Promise<Result>;
  /**
   * Runs `work`, which migrates the schema, in a transaction of the role that owns the tables. Other hosts that start
   * at the same time wait, however long it takes. With `hasPending`, statements may take minutes and must not block the
   * event loop. Then verifies that the serving role is subject to row-level security.
   */
  migrate(hasPending: boolean, work: (transaction: Transaction<unknown>) => Promise<void>): Promise<void>;
  /** Absent if all reads use the database itself. */
  readonly replica?: Replica;
  connections(): OpenConnections;
  /** Returns `null` for an error that is not a failure of the database itself, but a bug or a violated constraint. */
  failureOf(error: { readonly code?: unknown; readonly message?: unknown }): Failure | null;
  /** Rejects when what writes does not answer that it could; writes nothing. */
  requireWritable(): Promise<void>;
  close(): Promise<void>;
}
