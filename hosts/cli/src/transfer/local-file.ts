import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import mime from "mime";
import { fileErrorMessage } from "../file-error-message.ts";

/** A local file to send, with its size and time of change at the start. */
export interface LocalFile {
  /** The path as typed. */
  readonly typed: string;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Media type by the file extension, which servers use when the bytes do not tell. */
  readonly type: string;
  readonly size: number;
  /** Time of the last change, in nanoseconds since 1970. */
  readonly modified: string;
}

/** Reads the attributes of a file. Throws a readable error when it is missing. */
export async function localFile(typed: string): Promise<LocalFile> {
  const path = resolve(typed);
  const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw new Error(fileErrorMessage(typed, error), { cause: error });
  });
  if (!stats.isFile())
    throw new Error(
      `${typed} cannot be read: ${stats.isDirectory() ? "it is a directory" : "it is not a regular file"}`,
    );
  const name = basename(path);
  return { typed, path, name, type: mime.getType(name) ?? "application/octet-stream", ...identity(stats) };
}

/** Throws {@link FileChangedError} when the file has changed. */
export async function throwIfChanged(file: LocalFile): Promise<void> {
  const { size, modified } = await localFile(file.typed);
  if (size !== file.size || modified !== file.modified) throw new FileChangedError(file);
}

/** The file changed while it was sent. */
export class FileChangedError extends Error {
  constructor({ typed }: LocalFile) {
    super(`${typed} changed while it was sent; run the command again`);
  }
}

const identity = ({ size, mtimeNs }: BigIntStats) => ({ size: Number(size), modified: String(mtimeNs) });
