import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import mime from "mime";
import { unreadable } from "../unreadable.ts";

/** A file of this machine that is to be sent, as it was when somebody looked. */
export interface LocalFile {
  /** As it was typed. */
  readonly typed: string;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Media type by the name's ending: what a server goes by where the bytes do not tell. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** When it was last written to, nanoseconds since 1970. */
  readonly modified: string;
}

/** Looks at a file. Throws in words where there is none. */
export async function localFile(typed: string): Promise<LocalFile> {
  const path = resolve(typed);
  const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw new Error(unreadable(typed, error), { cause: error });
  });
  if (!stats.isFile())
    throw new Error(`${typed} cannot be read: ${stats.isDirectory() ? "it is a directory" : "it is no file"}`);
  const name = basename(path);
  return { typed, path, name, type: mime.getType(name) ?? "application/octet-stream", ...identity(stats) };
}

/** Throws {@link ChangedFile} where the file is no more what it was. */
export async function requireUnchanged(file: LocalFile): Promise<void> {
  const { size, modified } = await localFile(file.typed);
  if (size !== file.size || modified !== file.modified) throw new ChangedFile(file);
}

/** Somebody writes to a file while it is sent. */
export class ChangedFile extends Error {
  constructor({ typed }: LocalFile) {
    super(`${typed} changed while it was sent: send it again`);
  }
}

const identity = ({ size, mtimeNs }: BigIntStats) => ({ size: Number(size), modified: String(mtimeNs) });
