/**
 * What the store asks of a file system: the part of `node:fs/promises` that it uses, call by call, so that a test can
 * record their order and take away what had not reached the disk when the power went.
 */
export interface FileOperations {
  /** Opens for reading (a directory too, to sync it), or creates a file that must not exist, with this mode. */
  open(path: string, flags: "r" | "wx", mode?: number): Promise<OpenFile>;

  /** Makes one directory. Fails when it exists or its parent does not. */
  mkdir(path: string, options: { readonly mode: number }): Promise<unknown>;

  /** A second name for a file. Fails when the new name is taken: this is what lets one put of a key win. */
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

/** One name in a directory. */
export interface DirectoryEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** Removes a file's name; false when there was none. */
export async function unlinkIfThere(files: FileOperations, path: string): Promise<boolean> {
  try {
    await files.unlink(path);
    return true;
  } catch (error) {
    if (isCode(error, ...MISSING, "EISDIR")) return false;
    throw error;
  }
}

/** The outcome, or `null` when the path leads to nothing. */
export async function orMissing<Result>(outcome: Promise<Result>): Promise<Result | null> {
  try {
    return await outcome;
  } catch (error) {
    if (isCode(error, ...MISSING)) return null;
    throw error;
  }
}

/** Nothing has the name; or what should be a directory on the way to it is a file. */
const MISSING = ["ENOENT", "ENOTDIR"];

/** True for a failure of the system with one of these codes. */
export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
