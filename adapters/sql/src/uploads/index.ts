import type { UploadStores } from "@cartulary/uploads";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createChunkStore } from "./chunk-store.ts";
import { createChunkedUploadStore } from "./chunked-upload-store.ts";
import { uploadsMigrations } from "./migrations.ts";
import { chunkedUploadRows, uploadChunkRows, uploadOwnerRows } from "./tables.ts";

/** core/uploads in SQL. */
export const uploadsModule: SqlModule<Pick<UploadStores, "chunkedUploads" | "chunks">, object> = sqlModule({
  name: "uploads",
  entities: [chunkedUploadRows, uploadChunkRows, uploadOwnerRows],
  migrations: uploadsMigrations,
  stores: { chunkedUploads: createChunkedUploadStore, chunks: createChunkStore },
});
