import type { ReadableContent, TextReading } from "@cartulary/search";
import { createTextFiles } from "../src/index.ts";

const LIMITS = { bytesMax: 1_048_576, cpuMilliseconds: 60_000, fromPage: 0 };

/** A content of these bytes, in pieces, that its sender calls something it is not. */
function content(bytes: Uint8Array | string, hints: Partial<ReadableContent> = {}): ReadableContent {
  const all = Buffer.from(bytes as Uint8Array);
  return {
    async *bytes() {
      for (let at = 0; at < all.length; at += 65_536) yield all.subarray(at, at + 65_536);
    },
    byteSize: all.length,
    contentType: "application/octet-stream",
    fileName: "picture.png",
    ...hints,
  };
}

/** A reader for the tests of a file, and what it reads. */
export function readingWith(options: Parameters<typeof createTextFiles>[0] = { children: 1 }) {
  const reader = createTextFiles(options);
  const read = (
    bytes: Uint8Array | string,
    limits: Partial<typeof LIMITS> = {},
    hints: Partial<ReadableContent> = {},
  ): Promise<TextReading> => reader.read(content(bytes, hints), { ...LIMITS, ...limits });
  return {
    read,
    /** The lines of a text that is read whole, without what surrounds them. */
    async lines(bytes: Uint8Array | string, hints: Partial<ReadableContent> = {}): Promise<readonly string[]> {
      const reading = await read(bytes, {}, hints);
      if (reading.status !== "read") throw new Error(`Not read, but ${JSON.stringify(reading)}`);
      return reading.text
        .split(/[\n\r]+/)
        .map((line) => line.replace(/[ \t]+/g, " ").trim())
        .filter((line) => line !== "");
    },
    close: () => reader.close(),
  };
}
