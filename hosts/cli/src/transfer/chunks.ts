import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { FileChangedError, type LocalFile } from "./local-file.ts";

/** A chunk of a file, numbered from 1. */
export interface Chunk {
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The chunks of a file in order, and its checksum once all were read. */
export interface FileChunks {
  read(): AsyncGenerator<Chunk>;
  /** Returns the base64 MD5 of all bytes that {@link read} yielded. */
  checksum(): string;
}

/** Splits the file into chunks of `chunkSize` bytes, the last one shorter. Throws when the file became shorter. */
export function chunksOf(file: LocalFile, handle: FileHandle, chunkSize: number): FileChunks {
  const md5 = createHash("md5");
  return {
    async *read() {
      for (let [number, start] = [1, 0]; start < file.size; number += 1, start += chunkSize) {
        const length = Math.min(chunkSize, file.size - start);
        const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafeSlow(length), position: start });
        if (bytesRead < length) throw new FileChangedError(file);
        md5.update(buffer);
        yield { number, bytes: buffer };
      }
    },
    checksum: () => md5.digest("base64"),
  };
}
