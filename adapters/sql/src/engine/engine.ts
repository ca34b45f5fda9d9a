import type { Id } from "@cartulary/kernel";
import type { SqlEntityManager } from "@mikro-orm/sql";
import type { Kysely, Transaction } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { GateLimits } from "./gate.ts";
import type { Send } from "./statement.ts";

/** What an error of the database means to whoever asked. `again`: the same work may succeed if it is run again. */
export type Failure = "again" | "unreachable" | "full";

/** What a transaction is for. */
export type TransactionKind = "read" | "write" | "claim";

/** One database as its adapter opened it: all that {@link openModules} asks of an engine. */
export interface Engine {
  readonly dialect: Dialect;
  /** Never used itself, only forked. Reading the declarations of all tables takes a while, so it is made when first asked for. */
  readonly em: SqlEntityManager;
  /** Where single statements go. */
  readonly statements: Kysely<unknown>;
  /** The same for texts that are made already. */
  readonly send: Send;
  /** How many transactions go on at once, by what they are for; `null` where they do not wait for one another. */
  readonly atOnce: { readonly reading: GateLimits | null; readonly writing: GateLimits };
  /**
   * Begins, runs `work`, commits; rolls back what throws. Each kind as `Transact` in the kernel says. One of a tenant
   * shows no rows but that tenant's wherever the database itself can tell (tenant-wall.ts).
   */
  transaction<Result>(
    kind: TransactionKind,
    work: (transaction: Transaction<unknown>) => Promise<Result>,
    tenant?: Id<string>,
  ): Promise<Result>;
  /**
   * Runs `work`, which brings the schema up to date, in a transaction of whoever owns the tables, while other hosts that
   * start at the same time wait; and then makes sure that what is served afterwards keeps behind the tenants' wall.
   */
  migrate(work: (transaction: Transaction<unknown>) => Promise<void>): Promise<void>;
  /** `null` for what is no failure of the database itself, but a bug or a broken rule. */
  failureOf(error: { readonly code?: unknown; readonly message?: unknown }): Failure | null;
  /** Rejects when what writes does not answer that it could; writes nothing. */
  requireWritable(): Promise<void>;
  close(): Promise<void>;
}
