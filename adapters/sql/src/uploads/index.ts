import type { UploadStores } from "@cartulary/uploads";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createBulkUploadStore } from "./bulk-upload-store.ts";
import { createChunkStore } from "./chunk-store.ts";
import { createChunkedUploadStore } from "./chunked-upload-store.ts";
import { uploadsMigrations } from "./migrations.ts";
import { createStagedSourceStore } from "./staged-source-store.ts";
import { bulkUploadRows, chunkedUploadRows, stagedSourceRows, uploadChunkRows, uploadOwnerRows } from "./tables.ts";

export const uploadsModule: SqlModule<
  Pick<UploadStores, "chunkedUploads" | "chunks" | "bulkUploads" | "stagedSources">,
  object
> = sqlModule({
  name: "uploads",
  entities: [chunkedUploadRows, uploadChunkRows, uploadOwnerRows, bulkUploadRows, stagedSourceRows],
  migrations: uploadsMigrations,
  stores: {
    chunkedUploads: createChunkedUploadStore,
    chunks: createChunkStore,
    bulkUploads: createBulkUploadStore,
    stagedSources: createStagedSourceStore,
  },
});
