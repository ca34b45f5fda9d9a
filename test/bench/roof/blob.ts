import { createHash, randomUUID } from "node:crypto";
import { link, mkdir, open, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Bytes that were written. */
export interface Written {
  readonly byteSize: number;
  readonly sha256: string;
}

/**
 * Writes bytes as durably as the product does, in the same order: a partial file, synced, gets its name, and the
 * directory is synced; a directory that is new here is made and its parent synced.
 */
export function blobWriter(directory: string): (key: string, bytes: Buffer) => Promise<Written> {
  const known = new Set<string>([directory]);
  const partials = join(directory, ".partial");

  async function make(path: string): Promise<void> {
    if (known.has(path)) return;
    await make(dirname(path));
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await sync(dirname(path));
    known.add(path);
  }

  return async (key, bytes) => {
    const path = join(directory, key);
    const partial = join(partials, randomUUID());
    await make(partials);
    await make(dirname(path));
    const file = await open(partial, "wx");
    await file.write(bytes);
    await file.sync();
    await file.close();
    await link(partial, path);
    await unlink(partial);
    await sync(dirname(path));
    return { byteSize: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") };
  };
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  await handle.sync();
  await handle.close();
}
