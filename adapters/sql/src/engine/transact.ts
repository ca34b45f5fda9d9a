import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import {
  DomainError,
  type Id,
  insufficientStorage,
  type Transact,
  type TransactFor,
  unavailable,
} from "@cartulary/kernel";
import { OptimisticLockError } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/sql";
import type { CompiledQuery, Kysely, Transaction } from "kysely";
import type { Engine, Failure, TransactionKind } from "./engine.ts";
import { createGate } from "./gate.ts";
import type { SqlStatements, SqlTransaction } from "./module.ts";
import { type OneStatement, oneStatement } from "./one-statement.ts";
import type { Send, Source } from "./statement.ts";
import type { StoresOnDemand } from "./stores-on-demand.ts";

/** How often a work is run before its last failure comes out. */
const ATTEMPTS_MAX = 10;
const PAUSE_MS_MAX = 200;
const RETRY_AFTER_SECONDS = 5;

/** The ways of asking a database: transactions, those of one tenant, and single statements outside them. */
export interface Access<Stores, TenantStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<Id<string>, Stores & TenantStores>;
  readonly statements: SqlStatements<never>;
  /** Runs a work whose transactions have the turns of an owner. */
  workingFor<Result>(owner: string, work: () => Result): Result;
}

/**
 * Runs work in transactions of `engine`, each with an entity manager and stores made for it alone.
 *
 * On SQLite a transaction inside a transaction would wait for itself for ever, on Postgres for a free connection. So it
 * is refused at once, on both.
 */
export function accessTo<Stores, TenantStores>(
  engine: Engine,
  stores: StoresOnDemand<Stores, TenantStores>,
): Access<Stores, TenantStores> {
  const around = new AsyncLocalStorage<Scope>();
  const owners = new AsyncLocalStorage<string>();
  const { reading, writing } = engine.atOnce;
  const gates = { reading: reading && createGate(reading), writing: createGate(writing) };

  /** Runs `begin` when it is the turn of the owner that it is run for. */
  async function inTurn<Result>(kind: TransactionKind, begin: () => Promise<Result>): Promise<Result> {
    const gate = kind === "read" ? gates.reading : gates.writing;
    if (!gate) return begin();
    const leave = await gate.enter(owners.getStore() ?? null, () => unreachable(new Error("No turn came in time")));
    try {
      return await begin();
    } finally {
      leave();
    }
  }

  const alone = <Result>(ask: () => Promise<Result>): Promise<Result> =>
    around.getStore()?.isOpen
      ? Promise.reject(new Error("A transaction is open: ask its stores, begin nothing inside it"))
      : retried(engine, ask);

  /** Whatever asks for a transaction inside is refused, as long as `run` lasts. */
  const scoped = <Result>(run: (inside: Inside) => Promise<Result>): Promise<Result> =>
    alone(async () => {
      const scope = { isOpen: true };
      try {
        return await run((work) => around.run(scope, work));
      } finally {
        scope.isOpen = false;
      }
    });

  const run =
    <Opened>(
      kind: TransactionKind,
      transactionOf: (transaction: SqlTransaction<never>) => Opened,
      tenant?: Id<string>,
    ): Transact<Opened>["read"] =>
    (work) =>
      scoped((inside) =>
        inTurn(kind, () => transaction(engine, kind, (each) => inside(() => work(transactionOf(each))), tenant)),
      );

  const read = run("read", stores.ofTransaction);

  const single: Transact<Stores>["single"] = async (work) => {
    const answer = await alone(() =>
      withOneStatement(engine, (one) => around.run(one, () => work(stores.ofTransaction(opened(engine, one))))),
    );
    return answer ? answer.result : read(work);
  };

  const { dialect, send } = engine;
  const source = { db: engine.statements as unknown as Kysely<never>, dialect, send };

  return {
    workingFor: (owner, work) => owners.run(owner, work),
    transact: { read, single, write: run("write", stores.ofTransaction), claim: run("claim", stores.ofTransaction) },
    transactFor: (tenant) => {
      const transactionOf = (transaction: SqlTransaction<never>) => stores.ofTenant(transaction, tenant);
      const read = run("read", transactionOf, tenant);
      // Whose rows there are is said at the beginning of a transaction.
      const [write, claim] = [run("write", transactionOf, tenant), run("claim", transactionOf, tenant)];
      return { read, single: read, write, claim };
    },
    statements: {
      dialect,
      ask: (statement) => alone(() => statement(source)),
    },
  };
}

/** Where nothing else begins as long as it is open. */
interface Scope {
  readonly isOpen: boolean;
}

/** Runs a work where nothing else begins. */
type Inside = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What `work` comes to with one statement, outside a transaction; `null` where it asks for more, whatever it comes to. */
async function withOneStatement<Result>(
  engine: Engine,
  work: (one: OneStatement) => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const one = oneStatement(engine);
  try {
    const result = await work(one);
    return one.isExceeded ? null : { result };
  } catch (error) {
    if (one.isExceeded) return null;
    throw error;
  } finally {
    one.end();
  }
}

/** One attempt. What `work` throws comes out as it is, also where the rollback fails because the connection is gone. */
async function transaction<Result>(
  engine: Engine,
  kind: TransactionKind,
  work: (transaction: SqlTransaction<never>) => Promise<Result>,
  tenant: Id<string> | undefined,
): Promise<Result> {
  let thrown: { readonly error: unknown } | null = null;
  try {
    return await engine.transaction(
      kind,
      async (begun) => {
        const sending = await sendingIn(begun);
        try {
          return await work(opened(engine, { db: begun, send: sending.send }));
        } catch (error) {
          thrown = { error };
          throw error;
        } finally {
          sending.end();
          await idle(begun);
        }
      },
      tenant,
    );
  } catch (error) {
    throw (thrown as { readonly error: unknown } | null)?.error ?? error;
  }
}

/**
 * The entity manager is forked at its first use, and bound to the transaction for good: after the end it answers no more
 * than `db` does, instead of going on without a transaction.
 */
function opened(engine: Engine, begun: Begun): SqlTransaction<never> {
  let forked: SqlEntityManager | undefined;
  return {
    get db() {
      return begun.db as unknown as Kysely<never>;
    },
    get em() {
      forked ??= boundTo(begun.db, engine.em.fork({ disableContextResolution: true }));
      return forked;
    },
    dialect: engine.dialect,
    ...(begun.send && { send: begun.send }),
  };
}

/** What statements of a transaction are asked of, or of what stands in for one. */
type Begun = Pick<Source<unknown>, "db" | "send">;

function boundTo(begun: Kysely<unknown>, em: SqlEntityManager): SqlEntityManager {
  em.setTransactionContext(begun as Transaction<unknown>);
  return em;
}

/** Texts that are made already go to the transaction's own connection, past what builds statements; none after its end. */
async function sendingIn(begun: Transaction<unknown>): Promise<{ readonly send: Send; end(): void }> {
  const connection = await begun.getExecutor().provideConnection(async (own) => own);
  let isOpen = true;
  return {
    send(sql, parameters) {
      if (!isOpen) return Promise.reject(new Error("The transaction is over: nothing is asked of its stores any more"));
      return connection.executeQuery({ sql, parameters } as CompiledQuery<never>);
    },
    end() {
      isOpen = false;
    },
  };
}

/** Statements that `work` started and did not wait for end before the transaction does, never in the next one. */
async function idle(begun: Transaction<unknown>): Promise<void> {
  await begun.getExecutor().provideConnection(async () => undefined);
}

async function retried<Result>(engine: Engine, ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const failure = failureIn(engine, error);
      if (failure !== "again" || attempt === ATTEMPTS_MAX) throw translated(failure, error);
      await setTimeout(Math.random() * Math.min(2 ** attempt, PAUSE_MS_MAX));
    }
  }
}

/** Somebody changed a row between this work's reading and writing it: a serialization failure by another name. */
function failureIn(engine: Engine, error: unknown): Failure | null {
  if (error instanceof OptimisticLockError) return "again";
  if (error instanceof DomainError || !(error instanceof Error)) return null;
  return engine.failureOf(error);
}

function translated(failure: Failure | null, error: unknown): unknown {
  if (failure === null) return error;
  return failure === "full" ? insufficientStorage(error) : unreachable(error);
}

/** 503: nothing is wrong with what was asked. */
export function unreachable(cause: unknown): DomainError {
  return unavailable(
    "database_unavailable",
    "The database does not answer; try again later",
    RETRY_AFTER_SECONDS,
    cause,
  );
}
