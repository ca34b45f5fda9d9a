import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bytesOf,
  CHUNKS_MAX,
  chunkBytes,
  missingChunks,
  progressOf,
  requireChunkNumber,
  totalChunks,
} from "../src/chunked/chunk-rules.ts";
import { CHUNK_BYTES_MAX, CHUNK_BYTES_MIN, FILE_BYTES_MAX } from "../src/chunked/chunked-upload.ts";

const chunking = fc.record({
  fileSize: fc.integer({ min: 1, max: FILE_BYTES_MAX }),
  chunkSize: fc.integer({ min: CHUNK_BYTES_MIN, max: CHUNK_BYTES_MAX }),
});
/** Ascending numbers of some of its chunks. */
const withSome = chunking.chain((each) =>
  fc.tuple(
    fc.constant(each),
    fc
      .uniqueArray(fc.integer({ min: 1, max: totalChunks(each) }), { maxLength: 200 })
      .map((all) => all.toSorted((a, b) => a - b)),
  ),
);

describe("chunks", () => {
  it("add up to the file: all but the last have the chunk size, and none is empty", () => {
    fc.assert(
      fc.property(chunking, (each) => {
        const total = totalChunks(each);
        expect(total).toBeLessThanOrEqual(CHUNKS_MAX);
        expect((total - 1) * each.chunkSize + chunkBytes(each, total)).toBe(each.fileSize);
        expect(chunkBytes(each, total)).toBeGreaterThan(0);
        expect(chunkBytes(each, total)).toBeLessThanOrEqual(each.chunkSize);
        if (total > 1) expect(chunkBytes(each, 1)).toBe(each.chunkSize);
      }),
    );
  });

  it("lists the first missing ones", () => {
    fc.assert(
      fc.property(withSome, fc.integer({ min: 0, max: 300 }), ([each, present], limit) => {
        const all = Array.from({ length: totalChunks(each) }, (_, index) => index + 1);
        const expected = all.filter((number) => !present.includes(number)).slice(0, limit);
        expect(missingChunks(each, present, limit)).toEqual(expected);
      }),
    );
  });

  it("have the sum of their bytes", () => {
    fc.assert(
      fc.property(withSome, ([each, present]) => {
        const sum = present.reduce((bytes, number) => bytes + chunkBytes(each, number), 0);
        expect(bytesOf(each, present)).toBe(sum);
      }),
    );
  });

  it("have numbers from 1 to their total", () => {
    const five = { fileSize: 5 * CHUNK_BYTES_MIN, chunkSize: CHUNK_BYTES_MIN };
    for (const number of [1, 5]) expect(() => requireChunkNumber(five, number)).not.toThrow();
    for (const number of [0, 6, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => requireChunkNumber(five, number)).toThrow(expect.objectContaining({ code: "invalid_chunk_number" }));
    }
  });

  it("show a progress with two decimals that is 100 only at the end", () => {
    expect([0, 1, 333, 999, 1000].map((bytes) => progressOf(bytes, 1000))).toEqual([0, 0.1, 33.3, 99.9, 100]);
    expect(progressOf(FILE_BYTES_MAX - 1, FILE_BYTES_MAX)).toBe(99.99);
    expect(progressOf(FILE_BYTES_MAX, FILE_BYTES_MAX)).toBe(100);
    expect(progressOf(1, 3)).toBe(33.33);
  });
});
