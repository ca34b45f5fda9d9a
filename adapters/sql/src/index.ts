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
} from "./engine/columns.ts";
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
} from "./engine/dialect.ts";
export type { Engine, Failure } from "./engine/engine.ts";
export { entityManagers } from "./engine/entity-managers.ts";
export type { Migration } from "./engine/migration.ts";
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
export { entitiesOf, type Opened, openModules } from "./engine/open.ts";
export { PLANNED_ANEW } from "./engine/row-set.ts";
export { entryOf, foldedTwins, type Rows, rowsOf } from "./engine/rows.ts";
export { RecentlyUsed, type Send, type Source, statement } from "./engine/statement.ts";
export { type StoresOnDemand, storesOnDemand } from "./engine/stores-on-demand.ts";
export { TENANT_SETTING, tenantWall } from "./engine/tenant-wall.ts";
export {
  type Column,
  type Columns,
  columnsOf,
  conditionOf,
  type ListRequest,
  orderOf,
} from "./records/listing.ts";
export { pageOf } from "./records/pages.ts";
