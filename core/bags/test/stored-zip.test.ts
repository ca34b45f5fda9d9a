import { describe, expect, it } from "vitest";
import { storedZip, type ZipEntry, zipSize } from "../src/index.ts";

const DATE = "2026-03-04T05:06:08.000Z";
const entries = (count: number): readonly ZipEntry[] =>
  Array.from({ length: count }, (_, at) => ({ path: `data/${at}`, byteSize: at % 3, crc32: at }));

async function written(files: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const each = async function* () {
    yield* files;
  };
  for await (const piece of storedZip(each, bytesOf, DATE)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* bytesOf({ byteSize }: ZipEntry): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(byteSize);
}

const sizeOf = (files: readonly ZipEntry[]): number => {
  const size = zipSize();
  for (const file of files) size.add(file);
  return size.byteSize();
};

describe("a stored ZIP", () => {
  it("has the size that is computed before", async () => {
    for (const count of [0, 1, 7]) {
      const files = entries(count);
      expect((await written(files)).byteLength).toBe(sizeOf(files));
    }
  });

  it("uses ZIP64 from 65,535 files on", () => {
    // One more file of two bytes with two headers, and 76 bytes for the ZIP64 end of the directory.
    expect(sizeOf(entries(65_535)) - sizeOf(entries(65_534))).toBe(2 + 30 + 46 + 2 * "data/65534".length + 76);
  });

  it("marks a folder as one, on Unix and MS-DOS", async () => {
    const zip = await written([{ path: "data/", byteSize: 0, crc32: 0 }]);
    const central = zip.indexOf(Buffer.from("504b0102", "hex"));
    expect(zip.readUInt32LE(central + 38)).toBe(0o040755 * 0x10000 + 0x10);
  });

  it("has the same bytes for the same files and date", async () => {
    expect(await written(entries(9))).toEqual(await written(entries(9)));
  });

  it("uses ZIP64 for a file of 4 GiB, for the offset of the one behind it, and at its end", () => {
    const small = { path: "a", byteSize: 1, crc32: 0 };
    const large = { path: "b", byteSize: 4_294_967_296, crc32: 0 };
    const headers = sizeOf([small, small]) - 2;
    // 20 bytes in both records of the large file, 12 for the offset of the other, 76 for the end of the directory.
    expect(sizeOf([large, small])).toBe(headers + large.byteSize + 1 + 20 + 20 + 12 + 76);
  });

  it("is cut when a file has another size than its entry", async () => {
    const each = async function* () {
      yield { path: "a", byteSize: 5, crc32: 0 };
    };
    const zip = storedZip(each, () => bytesOf({ path: "a", byteSize: 4, crc32: 0 }), DATE);
    const reading = (async () => {
      for await (const _ of zip);
    })();
    await expect(reading).rejects.toThrow("another size");
  });
});
