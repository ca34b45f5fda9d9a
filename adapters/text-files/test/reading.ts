import type { ReadableContent, TextReading } from "@cartulary/search";
import { createTextFiles } from "../src/index.ts";

const LIMITS = { bytesMax: 1_048_576, cpuMilliseconds: 60_000, fromPage: 0 };

/** A content in pieces with a wrong declared type. */
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

/** A reader for tests, and helpers. */
export function readingWith(options: Parameters<typeof createTextFiles>[0] = { children: 1 }) {
  const reader = createTextFiles(options);
  const read = (
    bytes: Uint8Array | string,
    limits: Partial<typeof LIMITS> = {},
    hints: Partial<ReadableContent> = {},
  ): Promise<TextReading> => reader.read(content(bytes, hints), { ...LIMITS, ...limits });
  return {
    read,
    /** The trimmed lines of a complete text. */
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
