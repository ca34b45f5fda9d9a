export type { ChunkedUploadStore, ChunkedUploadStores, ChunkStore, UploadStores } from "./ports.ts";
export { CHUNKS_MAX } from "./sessions/chunk-rules.ts";
export {
  type AssembledFile,
  type AssemblyClaimId,
  CHUNK_BYTES_DEFAULT,
  CHUNK_BYTES_MAX,
  CHUNK_BYTES_MIN,
  type Chunk,
  type ChunkedUpload,
  type ChunkedUploadId,
  dueAt,
  FILE_BYTES_MAX,
  OPEN_SESSIONS_MAX,
  SESSION_SECONDS,
} from "./sessions/chunked-upload.ts";
export type { ChunkedUploadStatus } from "./sessions/machine.ts";
