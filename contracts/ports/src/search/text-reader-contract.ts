import type { ReadableContent, ReadingLimits, TextReader, TextReading } from "@cartulary/search";
import { describe, expect, it } from "../runner/runner.ts";

/** A content that a reader knows, and what it has to say. */
export interface ReadableSample {
  readonly bytes: Uint8Array;
  /** Texts that have to be in it, in this order, and others that must not be. */
  readonly says: readonly string[];
  readonly saysNot?: readonly string[];
  readonly pagesWithoutText?: readonly number[];
}

/** The harness of {@link textReaderContract}. */
export interface TextReaderHarness {
  /** Returns the same one at each call. */
  create(): TextReader;
  readonly samples: Readonly<Record<string, ReadableSample>>;
  /** Contents that cannot be read, and whether another try is useless. */
  readonly failures: Readonly<Record<string, { readonly bytes: Uint8Array; readonly isFinal: boolean }>>;
  /** Says much: more than is read in no time at all, and more than 101 bytes. */
  readonly long: Uint8Array;
  /** For readers that continue at pages: the number of pages, and the unique text of each. */
  readonly paged?: { readonly bytes: Uint8Array; readonly pages: number; readonly saidOn: (page: number) => string };
}

/** Enough for everything but what is to be too much. */
const LIMITS: ReadingLimits = { bytesMax: 1_048_576, cpuMilliseconds: 60_000, fromPage: 0 };

/** Contract of text readers. */
export function textReaderContract(name: string, { create, samples, failures, long, paged }: TextReaderHarness): void {
  const read = (bytes: Uint8Array, limits: Partial<ReadingLimits> = {}) =>
    create().read(contentOf(bytes), { ...LIMITS, ...limits });

  describe(`${name} reads contents`, () => {
    for (const [what, { bytes, says, saysNot = [], pagesWithoutText = [] }] of Object.entries(samples)) {
      it(`of this kind: ${what}`, async () => {
        const reading = await read(bytes);
        expect(reading).toMatchObject({ status: "read", pagesWithoutText });
        const text = textOf(reading);
        let from = 0;
        for (const phrase of says) {
          expect([phrase, text.indexOf(phrase, from) >= from]).toEqual([phrase, true]);
          from = text.indexOf(phrase, from) + phrase.length;
        }
        for (const other of saysNot) expect(text).not.toContain(other);
      });
    }

    for (const [what, { bytes, isFinal }] of Object.entries(failures)) {
      it(`and reports a failure where it cannot: ${what}`, async () => {
        expect(await read(bytes)).toEqual({ status: "failed", isFinal });
      });
    }

    it("until there is enough, at a whole character", async () => {
      const reading = await read(long, { bytesMax: 101 });
      expect(reading.status).toBe("read");
      const byteSize = new TextEncoder().encode(textOf(reading)).byteLength;
      expect(byteSize).toBeLessThanOrEqual(101);
      expect(byteSize).toBeGreaterThan(96);
      expect(textOf(reading).isWellFormed()).toBe(true);
    });

    it("until its time is over, and the next one as if nothing had been", async () => {
      expect((await read(long, { cpuMilliseconds: 0 })).status).toBe("partial");
      expect((await read(long)).status).toBe("read");
    });

    it("and rethrows the error of the store", async () => {
      const content = { ...contentOf(long), bytes: brokenAfter(long.subarray(0, 100)) };
      await expect(create().read(content, LIMITS)).rejects.toThrow("the store is down");
    });

    if (paged) {
      const { bytes, pages, saidOn } = paged;
      it("from any page on", async () => {
        const fromPage = pages - 2;
        const text = textOf(await read(bytes, { fromPage, isUnhurried: true }));
        for (let page = 0; page < pages; page += 1) expect(text.includes(saidOn(page))).toBe(page >= fromPage);
      });
    }
  });
}

const textOf = (reading: TextReading): string => ("text" in reading ? reading.text : "");

function contentOf(bytes: Uint8Array): ReadableContent {
  const called = { contentType: "application/octet-stream", fileName: "content" };
  return { bytes: () => piecesOf(bytes), byteSize: bytes.byteLength, ...called };
}

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

const brokenAfter = (bytes: Uint8Array) =>
  async function* broken(): AsyncIterable<Uint8Array> {
    yield bytes;
    throw new Error("the store is down");
  };
