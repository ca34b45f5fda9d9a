import type { Id } from "@cartulary/kernel";
import type { SqlEntityManager } from "@mikro-orm/sql";
import type { Database, Table } from "./columns.ts";
import type { Dialect } from "./dialect.ts";
import type { Migration } from "./migration.ts";
import type { Source } from "./statement.ts";

/** A transaction under way. Both ways of asking see the same one; neither works after its end. */
export interface SqlTransaction<Tables> extends Source<Tables> {
  readonly em: SqlEntityManager;
}

/** What is asked outside any transaction: every statement stands alone, and sees what is committed. */
export interface SqlStatements<Tables> {
  readonly dialect: Dialect;
  /** Runs one statement. Refused inside a transaction, which it could neither see nor always get past. */
  ask<Result>(statement: (source: Source<Tables>) => Promise<Result>): Promise<Result>;
}

/** A table whose rows stay as they were written, but for these columns. */
export interface SealedTable {
  readonly table: Table;
  /** Columns as the database names them; any other, and removing a row, is refused to tenants' transactions. */
  readonly columns: readonly string[];
}

/** How each of `Stores` is made for a transaction, by its name. */
export type StoreFactories<Stores, Of extends readonly unknown[]> = {
  readonly [Name in keyof Stores]: (...of: Of) => Stores[Name];
};

/** One core package's share of a database: its tables, how they come about, and the stores over them. */
export interface SqlModule<Stores = unknown, Direct = unknown, TenantStores = object> {
  readonly name: string;
  readonly entities: readonly Table[];
  /** Tables of other modules that its reading joins cross into; those modules must be opened with it. */
  readonly joins: readonly Table[];
  /**
   * Those of `entities` whose rows nobody may rewrite. Postgres grants no more than this on them (decision 0017); SQLite
   * has no rights to withhold, there the triggers of the migrations stand alone.
   */
  readonly sealed: readonly SealedTable[];
  readonly migrations: readonly Migration[];
  /** Each is called at most once for a transaction: when its store is first used. */
  readonly stores: StoreFactories<Stores, [transaction: SqlTransaction<never>]>;
  /**
   * The same for a transaction of a tenant: these stores see this tenant's rows only, by their own predicates. The
   * tenant's id passes for whatever the module calls a tenant: a book, a mandataire.
   */
  readonly tenantStores: StoreFactories<TenantStores, [transaction: SqlTransaction<never>, tenant: Id<never>]>;
  /** Called once; what it answers stands beside `transact` on the opened database. */
  direct(statements: SqlStatements<never>): Direct;
  /** What it keeps going by itself, if anything. A module that does is one database's, and opened once. */
  readonly life?: ModuleLife;
}

/** The life of a module with connections of its own. */
export interface ModuleLife {
  /** Called once all migrations are through, before anything is asked. When it rejects, the database is not opened. */
  open(): Promise<void>;
  /** Called when the transactions have ended; also after an `open` that rejected. */
  close(): Promise<void>;
}

interface Declared<Own extends Table, Joined extends Table, Stores, Direct, TenantStores> {
  readonly name: string;
  readonly entities: readonly Own[];
  readonly joins?: readonly Joined[];
  readonly sealed?: readonly SealedTable[];
  readonly migrations: readonly Migration[];
  readonly stores?: StoreFactories<Stores, [transaction: SqlTransaction<Database<Own | Joined>>]>;
  readonly tenantStores?: StoreFactories<
    TenantStores,
    [transaction: SqlTransaction<Database<Own | Joined>>, tenant: Id<never>]
  >;
  readonly direct?: (statements: SqlStatements<Database<Own | Joined>>) => Direct;
  readonly life?: ModuleLife;
}

/** Declares a module: its stores see exactly the tables it names. */
export function sqlModule<
  Own extends Table,
  Joined extends Table = never,
  Stores = object,
  Direct = object,
  TenantStores = object,
>(declared: Declared<Own, Joined, Stores, Direct, TenantStores>): SqlModule<Stores, Direct, TenantStores> {
  const defaults = { joins: [], sealed: [], stores: {}, tenantStores: {}, direct: () => ({}) };
  return { ...defaults, ...declared } as unknown as SqlModule<Stores, Direct, TenantStores>;
}

/** What stands in for all of a union of functions has to be given all that each of them asks for. */
type Argument<Asking> = [Asking] extends [(all: infer All) => void] ? All : never;

/** The stores of all these modules, in one bundle. */
export type StoresOf<Modules extends readonly SqlModule[]> = Argument<
  Modules[number] extends infer Each ? (Each extends SqlModule<infer Stores> ? (each: Stores) => void : never) : never
>;

/** What these modules answer outside transactions, in one bundle. */
export type DirectOf<Modules extends readonly SqlModule[]> = Argument<
  Modules[number] extends infer Each
    ? Each extends SqlModule<unknown, infer Direct>
      ? (each: Direct) => void
      : never
    : never
>;

/** The stores of one tenant of all these modules, in one bundle. */
export type TenantStoresOf<Modules extends readonly SqlModule[]> = Argument<
  Modules[number] extends infer Each
    ? Each extends SqlModule<unknown, unknown, infer TenantStores>
      ? (each: TenantStores) => void
      : never
    : never
>;
