import type { DirectoryStores } from "@cartulary/directory";
import { type SqlModule, sqlModule } from "../module.ts";
import { directoryMigrations } from "./migrations.ts";
import { userRows } from "./tables.ts";
import { createUserStore } from "./user-store.ts";

/** core/directory in SQL. */
export const directoryModule: SqlModule<DirectoryStores, object> = sqlModule({
  name: "directory",
  entities: [userRows],
  migrations: directoryMigrations,
  stores: (transaction): DirectoryStores => ({ users: createUserStore(transaction) }),
});
