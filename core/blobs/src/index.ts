export {
  type Backup,
  type BackupPorts,
  type BackupProgress,
  createBackup,
  DamagedBackupError,
} from "./backup/backup.ts";
export type { BackupCounts } from "./backup/manifest.ts";
export {
  createRestore,
  type Restore,
  type RestorePorts,
  type RestoreProgress,
  requireRestored,
} from "./backup/restore.ts";
export { batches } from "./batches.ts";
export {
  type Blobs,
  createBlobs,
  ORPHAN_GRACE_SECONDS,
  STAGED_SECONDS,
  type StoredFile,
  storageUnavailable,
} from "./blobs.ts";
export { HEAD_BYTES } from "./digesting-stream.ts";
export { BLOB_QUEUES, blobJobs, COLLECT_NOW_JOB } from "./jobs.ts";
export type { BlobRecord, BlobRecordStore, BlobStores, StagedBlob } from "./ports.ts";
export { type BlobCheckDependencies, type BlobReferences, blobChecks } from "./verification.ts";
