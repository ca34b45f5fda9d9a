import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, utf16Of } from "../src/index.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("Bytes of unknown encoding", () => {
  it("decode as UTF-8 when they are valid UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 6000 }), (text) => {
        const wellFormed = text.toWellFormed();
        fc.pre(utf16Of(utf8(wellFormed)) === null && !wellFormed.startsWith("\ufeff"));
        expect(decodeText(utf8(wellFormed))).toBe(wellFormed);
      }),
    );
  });

  it("decode without a truncated last character", () => {
    for (const cut of [1, 2, 3]) expect(decodeText(utf8("é🖋").subarray(0, -cut))).toBe("é");
  });

  it.each([[0xe9], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff], [0x80], [0x81, 0x9c]])(
    "are windows-1252 where they are something else: %j …",
    (...bytes) => {
      const ended = Uint8Array.from([...bytes, 0x61]);
      expect(decodeText(ended)).toBe(new TextDecoder("windows-1252").decode(ended));
    },
  );

  it("decode as UTF-16 by mark, or by the zero bytes of Latin letters", () => {
    const little = (text: string) => Buffer.from(text, "utf16le");
    const big = (text: string) => little(text).swap16();
    for (const bytes of [little, big]) {
      expect(decodeText(bytes("\ufeffLoyer été 東京 🖋"))).toBe("Loyer été 東京 🖋");
      expect(decodeText(bytes("Loyer d’été"))).toBe("Loyer d’été");
      expect(decodeText(bytes("\ufeffé🖋").subarray(0, -1))).toBe("é");
    }
    expect(decodeText(Uint8Array.from([0x61, 0, 0x62]))).toBe("a\0b");
  });

  it("decode without the byte order mark", () => {
    expect(decodeText(utf8("\ufeffété"))).toBe("été");
  });

  it("decode like the platform decodes them", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
        const ended = Uint8Array.from([...bytes, 0x2e]);
        fc.pre(utf16Of(ended) === null);
        let expected: string;
        try {
          expected = new TextDecoder("utf-8", { fatal: true }).decode(ended);
        } catch {
          expected = new TextDecoder("windows-1252").decode(ended);
        }
        expect(decodeText(ended)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
