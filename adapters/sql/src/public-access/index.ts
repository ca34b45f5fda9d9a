import type { PublicAccessStores } from "@cartulary/public-access";
import { userRows } from "../directory/tables.ts";
import { documentRows, folderRows } from "../documents/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { publicAccessMigrations } from "./migrations.ts";
import { createPublicAccessInspection } from "./public-access-inspection.ts";
import { createPublicAccessStore } from "./public-access-store.ts";
import { publicAccessNodeRows, publicRootRows, publicStampRows } from "./tables.ts";

/** The stores of this module; the others belong to documents. */
export type OwnPublicAccessStores = Pick<PublicAccessStores, "publicAccess" | "publicAccessInspection">;

/** core/public-access in SQL. Requires the modules of documents and of the directory. */
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
