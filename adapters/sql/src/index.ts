export {
  boolean,
  type Database,
  type Entry,
  folded,
  id,
  instant,
  integer,
  json,
  type Row,
  snake,
  type Table,
  type Twins,
  text,
  version,
} from "./columns.ts";
export {
  booleanFrom,
  type Dialect,
  instantFrom,
  jsonFrom,
  jsonTo,
  postgres,
  type StoredBoolean,
  type StoredInstant,
  type StoredJson,
  sqlite,
} from "./dialect.ts";
export type { Engine, Failure } from "./engine.ts";
export { type Asked, type Column, type Columns, columnsOf, conditionOf, orderOf, pageOf } from "./listing.ts";
export type { Migration } from "./migration.ts";
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
} from "./module.ts";
export { entitiesOf, type Opened, openModules } from "./open.ts";
export { PLANNED_ANEW } from "./row-set.ts";
export { entryOf, foldedTwins, type Rows, rowsOf } from "./rows.ts";
export { type StoresOnDemand, storesOnDemand } from "./stores-on-demand.ts";
export { TENANT_SETTING, tenantWall } from "./tenant-wall.ts";
