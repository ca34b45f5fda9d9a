import { contentTypesContract } from "@cartulary/ports/documents";
import { describe, expect, it } from "vitest";
import { createContentTypes } from "../src/index.ts";

contentTypesContract("Magic numbers", { create: createContentTypes });

const types = createContentTypes();
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : [...part])));

const PNG = bytes([0x89], "PNG\r\n", [0x1a], "\n", [0, 0, 0, 13], "IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]);

describe("bytes", () => {
  it.each([
    ["application/pdf", bytes("%PDF-1.7\n%", [0xe2, 0xe3, 0xcf, 0xd3], "\n1 0 obj\n<<>>\nendobj\n")],
    ["image/jpeg", bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], "JFIF", [0, 1, 1])],
    ["image/gif", bytes("GIF89a", [1, 0, 1, 0, 0, 0, 0])],
    ["image/webp", bytes("RIFF", [0x1a, 0, 0, 0], "WEBPVP8 ")],
    ["application/xml", bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])("are recognized as %s by their first bytes", async (type, head) => {
    expect(await types.recognise(head)).toBe(type);
  });

  it("of text have no known format", async () => {
    expect(await types.recognise(bytes("<!doctype html><script>alert(1)</script>"))).toBeNull();
    expect(await types.recognise(bytes("name;amount\n"))).toBeNull();
  });

  it("of length zero have no format", async () => {
    expect(await types.recognise(new Uint8Array())).toBeNull();
  });

  it("are recognised although truncated", async () => {
    const starts = [PNG, bytes("PK", [3, 4, 20, 0]), bytes("RIFF"), bytes([0, 0, 0, 0x20], "ftypisom"), bytes("OggS")];
    for (const whole of starts) {
      for (let length = 0; length <= whole.length; length += 1) {
        const type = await types.recognise(whole.slice(0, length));
        if (type !== null) expect(type).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
      }
    }
  });

  it("are recognised without media type parameters", async () => {
    const opus = bytes("OggS", [0, 2], new Array(20).fill(0), [1, 19], "OpusHead", [1, 2, 0, 0], new Array(40).fill(0));
    expect(await types.recognise(opus)).toBe("audio/ogg");
  });
});
