import type { PublicAccessStores } from "@cartulary/public-access";
import { userRows } from "../directory/tables.ts";
import { documentRows, folderRows } from "../documents/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { publicAccessMigrations } from "./migrations.ts";
import { createPublicAccessInspection } from "./public-access-inspection.ts";
import { createPublicAccessStore } from "./public-access-store.ts";
import { publicAccessNodeRows, publicRootRows, publicStampRows } from "./tables.ts";

/** The stores that core/public-access owns; the documents' come from their module. */
export type OwnPublicAccessStores = Pick<PublicAccessStores, "publicAccess" | "publicAccessInspection">;

/** core/public-access in SQL. Opened with the modules of documents, whose tree it speaks of, and of the directory. */
export const publicAccessModule: SqlModule<OwnPublicAccessStores, object> = sqlModule({
  name: "public-access",
  entities: [publicAccessNodeRows, publicRootRows, publicStampRows],
  joins: [folderRows, documentRows, userRows],
  migrations: publicAccessMigrations,
  stores: {
    publicAccess: createPublicAccessStore,
    publicAccessInspection: createPublicAccessInspection,
  },
});
