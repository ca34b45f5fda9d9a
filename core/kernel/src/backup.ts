import type { BlobKey, BlobStore } from "./blob-store.ts";

/** A blob that rows of a database refer to. */
export interface NamedBlob {
  readonly key: BlobKey;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Port: copies a whole database to a file and back. */
export interface DatabaseBackup {
  /** The file's name in a backup: `database.sqlite` or `database.dump`. */
  readonly fileName: string;
  /** Throws {@link MissingToolError} when a program of this machine is missing. */
  requireTools(): Promise<void>;
  /**
   * Writes one snapshot of everything committed before the call to the new file at `path`; hosts keep writing. The file
   * is complete and durable before the first page of blobs. The pages are the live blobs of the same snapshot, by key;
   * the snapshot is released when they end or the iteration stops early.
   */
  save(path: string): AsyncIterable<readonly NamedBlob[]>;
  /** True when the database has no table. Creates nothing. */
  isEmpty(): Promise<boolean>;
  /** Fills the empty database from a file that `save` wrote, completely or not at all. Changes no byte of the file. */
  load(path: string): Promise<void>;
}

/** A file of a backup that is not published yet, or one that is. */
export type BackupFileState = "draft" | "published";

/**
 * Port: the folder of one backup. `publish` replaces its database and its manifest together; until then they are drafts
 * that nothing restores.
 */
export interface BackupFolder {
  /** The blobs of the backup, by their keys. */
  readonly blobs: BlobStore;
  /** Creates the folder and removes the drafts of an interrupted backup. Throws while another backup writes to it. */
  begin(): Promise<void>;
  /** Call after `begin`, also after a failure: another backup may then write. */
  end(): Promise<void>;
  /** The path of a file, for programs that write or read it by themselves. */
  path(fileName: string, state: BackupFileState): string;
  /** Returns the bytes of a file; `null` when there is none. */
  read(fileName: string, state: BackupFileState): Promise<AsyncIterable<Uint8Array> | null>;
  /** Returns the lines of a text file, without their ends; `null` when there is none. Throws for a line over 64 KiB. */
  readLines(fileName: string, state: BackupFileState): Promise<AsyncIterable<string> | null>;
  /** Writes lines to a draft, durable once it resolves. */
  writeLines(fileName: string, lines: AsyncIterable<string>): Promise<void>;
  /**
   * Replaces published files by their drafts. A crash in between leaves the folder without the last of them. Durable
   * once it resolves.
   */
  publish(fileNames: readonly string[]): Promise<void>;
}

/** A program that a command needs is not installed. */
export class MissingToolError extends Error {
  /** The commands to run by hand on a machine that has it. */
  readonly commands: readonly string[];

  constructor(message: string, commands: readonly string[]) {
    super(message);
    this.name = "MissingToolError";
    this.commands = commands;
  }
}
