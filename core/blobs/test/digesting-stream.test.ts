import { isUtf8 } from "node:buffer";
import type { Digests } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestWhileReading, HEAD_BYTES } from "../src/digesting-stream.ts";

/** Not a digest: returns the bytes that it received, in their order. */
const fed: Pick<Digests, "startSha256"> = {
  startSha256() {
    const seen: number[] = [];
    const received = () => seen.join(",");
    return { update: (bytes) => seen.push(...bytes), hex: received, base64: received };
  },
};
const digests = fed as Digests;
const MEASURING = { checksUtf8: true };

async function* source(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function drained(bytes: AsyncIterable<Uint8Array>): Promise<number[]> {
  const all: number[] = [];
  for await (const chunk of bytes) all.push(...chunk);
  return all;
}

describe("bytes that are measured", () => {
  it("are recognised as UTF-8, for any division into chunks", async () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }).map((text) => [...Buffer.from(text)]),
      fc.constantFrom(
        [0xc0, 0x80],
        [0xe0, 0x80, 0x80],
        [0xed, 0xa0, 0x80],
        [0xf0, 0x80, 0x80, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
      ),
      fc.constantFrom(
        [0x80],
        [0xe9],
        [0xc3],
        [0xe2, 0x82],
        [0xf5, 0x80, 0x80, 0x80],
        [0xed, 0x9f, 0xbf],
        [0xf4, 0x8f, 0xbf, 0xbf],
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 1, max: 5 }), async (pieces, size) => {
        const all = Uint8Array.from(pieces.flat());
        const cut = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
          all.subarray(at * size, (at + 1) * size),
        );
        const measure = digestWhileReading(source(cut), digests, MEASURING);
        await drained(measure.bytes);
        expect(measure.isUtf8()).toBe(isUtf8(all));
      }),
      { numRuns: 300 },
    );
  });

  it("are not checked for UTF-8 unless that is requested", async () => {
    const measure = digestWhileReading(source([Uint8Array.of(0x61)]), digests, { checksUtf8: false });
    await drained(measure.bytes);
    expect(measure.isUtf8()).toBe(false);
  });

  it("pass unchanged, are counted, digested in order, and begin with their head", async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(chunks, async (input) => {
        const all = input.flatMap((chunk) => [...chunk]);
        const measure = digestWhileReading(source(input), digests, MEASURING);
        expect(await drained(measure.bytes)).toEqual(all);
        expect(measure.byteSize()).toBe(all.length);
        expect(measure.sha256()).toBe(all.join(","));
        expect([...measure.head()]).toEqual(all.slice(0, HEAD_BYTES));
      }),
      { numRuns: 25 },
    );
  });

  it("distinguish a broken source from a stopped reader", async () => {
    const cut = new Error("cut");
    const broken = digestWhileReading(
      (async function* () {
        yield new Uint8Array(1);
        throw cut;
      })(),
      digests,
      MEASURING,
    );
    await expect(drained(broken.bytes)).rejects.toBe(cut);
    expect([broken.sourceFailed(), broken.sourceError()]).toEqual([true, cut]);

    const left = digestWhileReading(source([new Uint8Array(1), new Uint8Array(1)]), digests, MEASURING);
    for await (const _ of left.bytes) break;
    expect(left.sourceFailed()).toBe(false);
  });
});
