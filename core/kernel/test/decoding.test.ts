import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decoded } from "../src/index.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("Bytes of no certain encoding", () => {
  it("are read as UTF-8 where they are that", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 6000 }), (text) => {
        const wellFormed = text.toWellFormed();
        expect(decoded(utf8(wellFormed))).toBe(wellFormed);
      }),
    );
  });

  it("may be cut off within a character, which is left out", () => {
    for (const cut of [1, 2, 3]) expect(decoded(utf8("é🖋").subarray(0, -cut))).toBe("é");
  });

  it.each([[0xe9], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff], [0x80]])(
    "are Latin-1 where they are something else: %j …",
    (...bytes) => {
      const latin1 = String.fromCharCode(...bytes, 0x61);
      expect(decoded(Uint8Array.from([...bytes, 0x61]))).toBe(latin1);
    },
  );

  it("are read as the platform reads them, whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
        const ended = Uint8Array.from([...bytes, 0x2e]);
        let expected: string;
        try {
          expected = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(ended);
        } catch {
          expected = String.fromCharCode(...ended);
        }
        expect(decoded(ended)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
