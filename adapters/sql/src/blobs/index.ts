import type { BlobStores } from "@cartulary/blobs";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createBlobRecords } from "./blob-records.ts";
import { blobsMigrations } from "./migrations.ts";
import { blobRows } from "./tables.ts";

/** core/blobs in SQL. */
export const blobsModule: SqlModule<BlobStores, object> = sqlModule({
  name: "blobs",
  entities: [blobRows],
  migrations: blobsMigrations,
  stores: { blobs: createBlobRecords },
});
