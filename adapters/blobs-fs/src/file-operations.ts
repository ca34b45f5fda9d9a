/**
 * The file system operations of the store: a subset of `node:fs/promises`. Tests replace them to record their order and
 * to simulate a power cut that loses everything not synced.
 */
export interface FileOperations {
  /** Opens a file or a directory for reading, or creates a file with this mode. `wx` fails if the file exists. */
  open(path: string, flags: "r" | "wx", mode?: number): Promise<OpenFile>;

  /** Creates one directory. Fails if it exists or its parent does not. */
  mkdir(path: string, options: { readonly mode: number }): Promise<unknown>;

  /** Creates a hard link. Fails if the new name exists, so that only one put of a key succeeds. */
  link(existingPath: string, newPath: string): Promise<void>;

  unlink(path: string): Promise<void>;
  readdir(path: string, options: { readonly withFileTypes: true }): Promise<readonly DirectoryEntry[]>;
  stat(path: string): Promise<{ readonly mtimeMs: number }>;
  access(path: string, mode: number): Promise<void>;
}

/** One open file or directory. */
export interface OpenFile {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  write(buffer: Uint8Array, offset: number): Promise<{ readonly bytesWritten: number }>;
  stat(): Promise<{ readonly size: number; isFile(): boolean }>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A directory entry. */
export interface DirectoryEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** Removes a file name; returns false if there was none. */
export async function unlinkIfThere(files: FileOperations, path: string): Promise<boolean> {
  try {
    await files.unlink(path);
    return true;
  } catch (error) {
    if (isCode(error, ...MISSING, "EISDIR")) return false;
    throw error;
  }
}

/** Returns the outcome, or `null` if the path does not exist. */
export async function nullIfMissing<Result>(outcome: Promise<Result>): Promise<Result | null> {
  try {
    return await outcome;
  } catch (error) {
    if (isCode(error, ...MISSING)) return null;
    throw error;
  }
}

/** The name does not exist, or a parent of it is a file. */
const MISSING = ["ENOENT", "ENOTDIR"];

/** True for a system error with one of these codes. */
export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
