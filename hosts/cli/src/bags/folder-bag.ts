import { createReadStream } from "node:fs";
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { BagItem } from "@cartulary/bags";
import { bagBasics, type OpenBag } from "./bag-basics.ts";

/** Bytes that are read at once. */
const PIECE_BYTES = 262_144;

/** Opens the bag in a folder. Links are listed and never followed. */
export function folderBag(folder: string): OpenBag {
  return {
    ...bagBasics,
    folder,
    items: () => itemsBelow(folder, ""),
    open: (path) => createReadStream(join(folder, path), { highWaterMark: PIECE_BYTES }),
    async [Symbol.asyncDispose]() {},
  };
}

async function* itemsBelow(folder: string, prefix: string): AsyncGenerator<BagItem> {
  for await (const entry of await opendir(join(folder, prefix))) {
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      yield { path, kind: "folder", byteSize: 0 };
      yield* itemsBelow(folder, `${path}/`);
    } else if (entry.isFile()) {
      yield { path, kind: "file", byteSize: (await lstat(join(folder, path))).size };
    } else {
      yield { path, kind: "other", byteSize: 0 };
    }
  }
}
