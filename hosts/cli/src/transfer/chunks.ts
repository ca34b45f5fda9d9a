import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { ChangedFile, type LocalFile } from "./local-file.ts";

/** A piece of a file, numbered from 1 as the server does. */
export interface Chunk {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** The pieces of a file in their order, and what the whole of it is once they were all read. */
export interface FileChunks {
  read(): AsyncGenerator<Chunk>;
  /** Base64 of the MD5 of everything that {@link read} gave. */
  checksum(): string;
}

/** The file in pieces of `chunkSize` bytes, the last one shorter. Throws where it is shorter than it was. */
export function chunksOf(file: LocalFile, handle: FileHandle, chunkSize: number): FileChunks {
  const md5 = createHash("md5");
  return {
    async *read() {
      for (let [number, start] = [1, 0]; start < file.size; number += 1, start += chunkSize) {
        const length = Math.min(chunkSize, file.size - start);
        const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafeSlow(length), position: start });
        if (bytesRead < length) throw new ChangedFile(file);
        md5.update(buffer);
        yield { number, bytes: buffer };
      }
    },
    checksum: () => md5.digest("base64"),
  };
}
