import { describe, expect, it } from "vitest";
import type { FecEncoding } from "../src/fec/columns.ts";
import { LINE_BYTES_MAX, linesOf, type RawLine } from "../src/fec-check/decode.ts";

async function linesIn(chunks: Iterable<Uint8Array | string>, encoding?: FecEncoding): Promise<readonly RawLine[]> {
  async function* bytes() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const lines: RawLine[] = [];
  for await (const some of linesOf(bytes(), encoding)) lines.push(...some);
  return lines;
}

const textsIn = async (...chunks: readonly (Uint8Array | string)[]) => (await linesIn(chunks)).map(({ text }) => text);

describe("The lines of a file", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["an LF first", ["\na\n"], ["", "a"]],
    ["a CR first", ["\ra\r"], ["", "a"]],
    ["a CRLF in two chunks", ["a\r", "\nb\r", "\n"], ["a", "b"]],
    ["an LF after CRLF", ["a\r\n\nb"], ["a", "", "b"]],
    ["an LF in another chunk than its line", ["a", "b", "\n", "\n"], ["ab", ""]],
    ["a CR, a chunk, and an LF", ["a\r", "b", "\nc"], ["a", "b", "c"]],
    ["no end", ["a\nb"], ["a", "b"]],
    ["nothing", ["", ""], []],
  ])("end after CR, LF or both: %s", async (_, chunks, expected) => {
    expect(await textsIn(...chunks)).toEqual(expected);
  });

  const long = (count: number) => "x".repeat(count);
  it.each<[string, readonly string[], readonly (readonly [length: number, isTruncated: boolean])[]]>([
    [
      "all of it in one chunk",
      [`${long(LINE_BYTES_MAX)}\na\n`],
      [
        [LINE_BYTES_MAX, false],
        [1, false],
      ],
    ],
    [
      "one more in one chunk",
      [`${long(LINE_BYTES_MAX + 1)}\na\n`],
      [
        [LINE_BYTES_MAX, true],
        [1, false],
      ],
    ],
    [
      "its end in the next chunk",
      [`a\n${long(LINE_BYTES_MAX)}`, "\na\n"],
      [
        [1, false],
        [LINE_BYTES_MAX, false],
        [1, false],
      ],
    ],
    [
      "two halves",
      [long(LINE_BYTES_MAX - 9), `${long(9)}\na`],
      [
        [LINE_BYTES_MAX, false],
        [1, false],
      ],
    ],
    [
      "two halves, and one more",
      [long(LINE_BYTES_MAX - 9), `${long(10)}\na`],
      [
        [LINE_BYTES_MAX, true],
        [1, false],
      ],
    ],
    ["three parts", [long(40_000), long(20_000), `${long(5_536)}\n`], [[LINE_BYTES_MAX, false]]],
    [
      "three parts, and more",
      [long(40_000), long(40_000), "x\na"],
      [
        [LINE_BYTES_MAX, true],
        [1, false],
      ],
    ],
    [
      "three parts, one more before the end",
      [long(40_000), long(25_537), "\na"],
      [
        [LINE_BYTES_MAX, true],
        [1, false],
      ],
    ],
  ])("have 65 536 bytes at most: %s", async (_, chunks, expected) => {
    expect((await linesIn(chunks)).map(({ text, isTruncated }) => [text.length, isTruncated])).toEqual(expected);
  });

  it("have no other encoding where one is cut within a character", async () => {
    const cut = `${long(LINE_BYTES_MAX - 1)}é`;
    expect((await linesIn([`é\n${cut}\n`])).map((line) => line.hasMixedEncoding)).toEqual([false, false]);
  });

  it("begin with a byte order mark in the first place alone", async () => {
    expect(await textsIn("\uFEFFa\n\uFEFFb\n")).toEqual(["a", "\uFEFFb"]);
    // These share some of its bytes.
    expect(await textsIn("ﻀ\n")).toEqual(["ﻀ"]);
    expect(await textsIn("\u{EFF}\n")).toEqual(["\u{EFF}"]);
    expect(await textsIn("a¿\n")).toEqual(["a¿"]);
    expect(await textsIn("\uF8FF\n")).toEqual(["\uF8FF"]);
    expect(await textsIn("x\n\uFEFF\n")).toEqual(["x", "\uFEFF"]);
  });
});

describe("The text of a line", () => {
  it.each(["é€", "\u07ff\u0800", "\ud7ff\ue000\uffff", "\u{10000}😀\u{10ffff}"])(
    "is read as UTF-8: %j",
    async (text) => {
      expect(await textsIn(`${text}\n`)).toEqual([text]);
    },
  );

  it.each<[string, readonly number[], string]>([
    ["a character that goes on without a beginning", [0x82, 0x80], "\u0082\u0080"],
    ["a beginning without an end", [0xc3], "Ã"],
    ["another character in the middle", [0xe2, 0x82, 0x41], "â\u0082A"],
    ["a character of one byte in two", [0xc1, 0xbf], "Á¿"],
    ["a character of two bytes in three", [0xe0, 0x9f, 0xbf], "à\u009f¿"],
    ["a character of three bytes in four", [0xf0, 0x8f, 0xbf, 0xbf], "ð\u008f¿¿"],
    ["the first half of a pair", [0xed, 0xa0, 0x80], "í\u00a0\u0080"],
    ["the last half of a pair", [0xed, 0xbf, 0xbf], "í¿¿"],
    ["a character above the last", [0xf4, 0x90, 0x80, 0x80], "ô\u0090\u0080\u0080"],
    ["a beginning of five bytes", [0xf8, 0x90, 0x80, 0x80], "ø\u0090\u0080\u0080"],
    ["letters of ISO 8859-15", [0xa4, 0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe], "€ŠšŽžŒœŸ"],
  ])("is read as ISO 8859-15 with %s", async (_, bytes, text) => {
    expect(await linesIn([Uint8Array.from([...bytes, 10])])).toEqual([
      { text, isTruncated: false, hasMixedEncoding: false },
    ]);
  });

  it("is read in the encoding of the file where that is known", async () => {
    const latin = Buffer.from("é\n", "latin1");
    expect(await linesIn(["é\n", latin], "iso-8859-15")).toEqual([
      { text: "Ã©", isTruncated: false, hasMixedEncoding: false },
      { text: "é", isTruncated: false, hasMixedEncoding: false },
    ]);
    expect(await linesIn(["é\n", latin], "utf-8")).toEqual([
      { text: "é", isTruncated: false, hasMixedEncoding: false },
      { text: "é", isTruncated: false, hasMixedEncoding: true },
    ]);
    expect((await linesIn([latin, "é\n"])).map((line) => line.hasMixedEncoding)).toEqual([false, true]);
  });
});
