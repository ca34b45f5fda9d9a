import type { BlobStores } from "@cartulary/blobs";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createBlobRecordStore } from "./blob-records.ts";
import { blobsMigrations } from "./migrations.ts";
import { blobRows, collectionPauseRows } from "./tables.ts";

export const blobsModule: SqlModule<BlobStores, object> = sqlModule({
  name: "blobs",
  entities: [blobRows, collectionPauseRows],
  migrations: blobsMigrations,
  stores: { blobs: createBlobRecordStore },
});
