import type { Id } from "@cartulary/kernel";
import type { SqlEntityManager } from "@mikro-orm/sql";
import type { Database, Table } from "./columns.ts";
import type { Dialect } from "./dialect.ts";
import type { Migration } from "./migration.ts";
import type { Source } from "./statement.ts";

/** An open transaction. `db`, `send` and `em` share it; none works after its end. */
export interface SqlTransaction<Tables> extends Source<Tables> {
  readonly em: SqlEntityManager;
}

/** Runs single statements outside transactions; each sees the committed data. */
export interface SqlStatements<Tables> {
  readonly dialect: Dialect;
  /** Runs one statement. Rejects inside a transaction, whose changes it would not see and whose locks it may await. */
  ask<Result>(statement: (source: Source<Tables>) => Promise<Result>): Promise<Result>;
}

/** A table whose rows are immutable, except these columns. */
export interface SealedTable {
  readonly table: Table;
  /** Column names. Transactions of tenants may neither update other columns nor, unless removable, delete rows. */
  readonly columns: readonly string[];
  /** Set if rows may be deleted; a trigger of the migrations says which. */
  readonly isRemovable?: true;
}

/** The functions that create each of `Stores` for a transaction, by name. */
export type StoreFactories<Stores, Of extends readonly unknown[]> = {
  readonly [Name in keyof Stores]: (...of: Of) => Stores[Name];
};

/** The part of a database that belongs to one core package: its tables, their migrations and the stores over them. */
export interface SqlModule<Stores = unknown, Direct = unknown, TenantStores = object> {
  readonly name: string;
  readonly entities: readonly Table[];
  /** Tables of other modules that its queries join; those modules must be opened as well. */
  readonly joins: readonly Table[];
  /**
   * Tables of `entities` with immutable rows. Postgres grants only these updates (decision 0017); SQLite has no
   * privileges, so only triggers of the migrations protect the rows.
   */
  readonly sealed: readonly SealedTable[];
  readonly migrations: readonly Migration[];
  /** Each function runs at most once per transaction, at the first use of its store. */
  readonly stores: StoreFactories<Stores, [transaction: SqlTransaction<never>]>;
  /**
   * Stores of a tenant's transaction. Their own predicates select only rows of this tenant. The tenant's id is the id
   * of a book or a mandataire, depending on the module.
   */
  readonly tenantStores: StoreFactories<TenantStores, [transaction: SqlTransaction<never>, tenant: Id<never>]>;
  /** Called once; its result becomes part of the open database, next to `transact`. */
  direct(statements: SqlStatements<never>): Direct;
  /** Connections or background work of the module, if any. Such a module belongs to one database and is opened once. */
  readonly life?: ModuleLife;
}

/** Opens and closes the module's own connections. */
export interface ModuleLife {
  /** Runs after all migrations, before any request. If it rejects, the database is not opened. */
  open(): Promise<void>;
  /** Runs after the transactions have ended, also after an `open` that rejected. */
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

/** Declares a module. Its stores see exactly the tables in `entities` and `joins`. */
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

/** The intersection of the arguments of a union of functions. */
type Argument<Functions> = [Functions] extends [(all: infer All) => void] ? All : never;

/** The intersection of the stores of these modules. */
export type StoresOf<Modules extends readonly SqlModule[]> = Argument<
  Modules[number] extends infer Each ? (Each extends SqlModule<infer Stores> ? (each: Stores) => void : never) : never
>;

/** The intersection of the direct interfaces of these modules. */
export type DirectOf<Modules extends readonly SqlModule[]> = Argument<
  Modules[number] extends infer Each
    ? Each extends SqlModule<unknown, infer Direct>
      ? (each: Direct) => void
      : never
    : never
>;

/** The intersection of the tenant stores of these modules. */
export type TenantStoresOf<Modules extends readonly SqlModule[]> = Argument<
  Modules[number] extends infer Each
    ? Each extends SqlModule<unknown, unknown, infer TenantStores>
      ? (each: TenantStores) => void
      : never
    : never
>;
