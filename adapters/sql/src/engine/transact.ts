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
import { createSingleStatement, type SingleStatement } from "./single-statement.ts";
import type { Send, Source } from "./statement.ts";
import type { StoresOnDemand } from "./stores-on-demand.ts";

/** The maximum number of attempts; the error of the last attempt is thrown. */
const ATTEMPTS_MAX = 10;
const PAUSE_MS_MAX = 200;
const RETRY_AFTER_SECONDS = 5;

/** The ways to access a database: transactions, transactions of one tenant, and single statements. */
export interface Access<Stores, TenantStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<Id<string>, Stores & TenantStores>;
  readonly statements: SqlStatements<never>;
  /** Runs `work` on behalf of an owner; its transactions wait in the rotation under that owner. */
  workingFor<Result>(owner: string, work: () => Result): Result;
  /** Runs `work`, whose reads may use a replica; see `OpenDatabase`. */
  readingRecent<Result>(work: () => Result): Result;
  /** The number of transactions that wait for a place. */
  waiting(): number;
}

/**
 * Runs work in transactions of `engine`, each with its own entity manager and stores.
 *
 * A nested transaction would wait forever for itself on SQLite, for a free connection on Postgres. Both engines
 * therefore refuse it at once.
 */
export function accessTo<Stores, TenantStores>(
  engine: Engine,
  stores: StoresOnDemand<Stores, TenantStores>,
): Access<Stores, TenantStores> {
  const around = new AsyncLocalStorage<Scope>();
  const owners = new AsyncLocalStorage<string>();
  const recent = new AsyncLocalStorage<true>();
  const { reading, writing } = engine.atOnce;
  const gates = { reading: reading && createGate(reading), writing: createGate(writing) };

  /** Waits for a place for the current owner, then runs `begin`. */
  async function inTurn<Result>(kind: TransactionKind, begin: () => Promise<Result>): Promise<Result> {
    const gate = kind === "read" ? gates.reading : gates.writing;
    if (!gate) return begin();
    const leave = await gate.enter(owners.getStore() ?? null, () =>
      unreachable(new Error("No place became free in time")),
    );
    try {
      return await begin();
    } finally {
      leave();
    }
  }

  const refuseNested = <Result>(ask: () => Promise<Result>): Promise<Result> =>
    around.getStore()?.isOpen
      ? Promise.reject(new Error("A transaction is already open: use its stores, and begin no other inside it"))
      : retried(engine, ask);

  /** Refuses nested transactions while `run` is pending. */
  const scoped = <Result>(run: (inside: Inside) => Promise<Result>): Promise<Result> =>
    refuseNested(async () => {
      const scope = { isOpen: true };
      try {
        return await run((work) => around.run(scope, work));
      } finally {
        scope.isOpen = false;
      }
    });

  /** Runs a read on the replica if it may be used and succeeds there, otherwise on the database. */
  const onReplica = async <Result>(ask: (on: Engine) => Promise<Result>): Promise<Result> => {
    const { replica } = engine;
    if (!(replica && recent.getStore() && replica.isFresh())) return ask(engine);
    try {
      return await ask(replica.engine);
    } catch (error) {
      // Also for what is missing there: it may be new.
      if (error instanceof DomainError && error.kind === "unavailable") replica.failed();
      return ask(engine);
    }
  };

  const run =
    <Opened>(
      kind: TransactionKind,
      transactionOf: (transaction: SqlTransaction<never>) => Opened,
      tenant?: Id<string>,
    ): Transact<Opened>["read"] =>
    (work) => {
      const on = (each: Engine) =>
        scoped((inside) =>
          inTurn(kind, () => transaction(each, kind, (begun) => inside(() => work(transactionOf(begun))), tenant)),
        );
      return kind === "read" ? onReplica(on) : on(engine);
    };

  const read = run("read", stores.ofTransaction);

  const single: Transact<Stores>["single"] = async (work) => {
    const answer = await onReplica((on) =>
      refuseNested(() =>
        withOneStatement(on, (one) => around.run(one, () => work(stores.ofTransaction(opened(on, one))))),
      ),
    );
    return answer ? answer.result : read(work);
  };

  const { dialect } = engine;
  const sourceOn = ({ statements, send }: Engine): Source<never> => ({
    db: statements as unknown as Kysely<never>,
    ...{ dialect, send },
  });

  return {
    workingFor: (owner, work) => owners.run(owner, work),
    readingRecent: (work) => recent.run(true, work),
    waiting: () => (gates.reading?.waiting() ?? 0) + gates.writing.waiting(),
    transact: { read, single, write: run("write", stores.ofTransaction), claim: run("claim", stores.ofTransaction) },
    transactFor: (tenant) => {
      const transactionOf = (transaction: SqlTransaction<never>) => stores.ofTenant(transaction, tenant);
      const read = run("read", transactionOf, tenant);
      // A transaction names its tenant in its first statement.
      const [write, claim] = [run("write", transactionOf, tenant), run("claim", transactionOf, tenant)];
      return { read, single: read, write, claim };
    },
    statements: {
      dialect,
      ask: (statement) => onReplica((on) => refuseNested(() => statement(sourceOn(on)))),
    },
  };
}

/** While it is open, no other transaction may begin. */
interface Scope {
  readonly isOpen: boolean;
}

/** Runs work inside which no transaction may begin. */
type Inside = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `work` with one statement, outside a transaction. Returns `null` if it tries to run more. */
async function withOneStatement<Result>(
  engine: Engine,
  work: (one: SingleStatement) => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const one = createSingleStatement(engine);
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

/**
 * Runs one attempt. Throws the error of `work` unchanged, even if the rollback fails because the connection is lost.
 */
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
 * Creates the entity manager at its first use and binds it to the transaction permanently: after the end it refuses
 * queries, like `db`, instead of running them outside a transaction.
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

/** The database access of a transaction, or of a single statement. */
type Begun = Pick<Source<unknown>, "db" | "send">;

function boundTo(begun: Kysely<unknown>, em: SqlEntityManager): SqlEntityManager {
  em.setTransactionContext(begun as Transaction<unknown>);
  return em;
}

/** Sends compiled statements directly to the transaction's connection, bypassing Kysely; rejects after its end. */
async function sendingIn(begun: Transaction<unknown>): Promise<{ readonly send: Send; end(): void }> {
  const connection = await begun.getExecutor().provideConnection(async (own) => own);
  let isOpen = true;
  return {
    send(sql, parameters) {
      if (!isOpen) return Promise.reject(new Error("The transaction has ended: its stores can no longer be used"));
      return connection.executeQuery({ sql, parameters } as CompiledQuery<never>);
    },
    end() {
      isOpen = false;
    },
  };
}

/** Waits for statements that `work` started and did not await, so that they do not run in the next transaction. */
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

/** An optimistic lock failure means that another transaction changed the row after this one read it. */
function failureIn(engine: Engine, error: unknown): Failure | null {
  if (error instanceof OptimisticLockError) return "again";
  if (error instanceof DomainError || !(error instanceof Error)) return null;
  return engine.failureOf(error);
}

function translated(failure: Failure | null, error: unknown): unknown {
  if (failure === null) return error;
  return failure === "full" ? insufficientStorage(error) : unreachable(error);
}

/** 503: the request itself is valid. */
export function unreachable(cause: unknown): DomainError {
  return unavailable(
    "database_unavailable",
    "The database does not answer; try again later",
    RETRY_AFTER_SECONDS,
    cause,
  );
}
