export { createFsBackupFolder } from "./backup-folder.ts";
export type { DirectoryEntry, FileOperations, OpenFile } from "./file-operations.ts";
export { createFsBlobStore, type FsBlobStoreOptions } from "./fs-blob-store.ts";
