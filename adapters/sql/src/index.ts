export {
  boolean,
  type Database,
  type Entry,
  type FoldedColumns,
  foldedText,
  id,
  instant,
  integer,
  json,
  type Row,
  registerDialect,
  snake,
  type Table,
  text,
  version,
} from "./engine/columns.ts";
export {
  booleanFrom,
  type Dialect,
  instantFrom,
  jsonFrom,
  jsonTo,
  type Lookup,
  type StoredBoolean,
  type StoredInstant,
  type StoredJson,
  type ValueCount,
} from "./engine/dialect.ts";
export type { Engine, Failure, OpenConnections, Replica } from "./engine/engine.ts";
export { entityManagers } from "./engine/entity-managers.ts";
export { type Migration, type MigrationObserver, pendingMigrations } from "./engine/migration.ts";
export {
  type DirectOf,
  type ModuleLife,
  type SealedTable,
  type SqlModule,
  type SqlStatements,
  type SqlTransaction,
  type StoreFactories,
  type StoresOf,
  sqlModule,
  type TenantStoresOf,
} from "./engine/module.ts";
export { type ConnectionState, entitiesOf, type Observers, type OpenDatabase, openModules } from "./engine/open.ts";
export { entryOf, foldedColumns, type Rows, rowsOf } from "./engine/row-codec.ts";
export { rowLevelSecurity, TENANT_SETTING } from "./engine/row-level-security.ts";
export { LruCache, type Send, type Source, statement } from "./engine/statement.ts";
export { type StoresOnDemand, storesOnDemand } from "./engine/stores-on-demand.ts";
export {
  type IndexedSearch,
  type SubstringIndex,
  type SubstringIndexOperators,
  substringIndexOf,
} from "./engine/substring-index.ts";
export type { HitColumns, TermIndexOperators } from "./engine/term-index.ts";
export { statementSpans, withoutValues } from "./engine/traced-engine.ts";
export {
  type Column,
  type Columns,
  columnsOf,
  conditionOf,
  type ListRequest,
  orderOf,
} from "./records/listing.ts";
export { pageOf } from "./records/pages.ts";
