import { describe, expect, it } from "vitest";
import { textFileKindOf } from "../src/index.ts";

const kindOf = (bytes: Uint8Array | string) => textFileKindOf(Buffer.from(bytes as Uint8Array));

describe("The kind of a file", () => {
  it.each([
    ["archive", "PK\x03\x04\x14"],
    ["compound", Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
    ["rtf", "{\\rtf1 a}"],
    ["email", "Received: by x\r\n with y\r\nFrom: a@example.org\r\nSubject: b\r\n\r\nDear"],
    ["email", "From a@example.org Mon Mar 12\nFrom: a@example.org\nDate: x\n\n"],
    ["email", "To: a@example.org\r\nMIME-Version: 1.0\r\n\r\nDear"],
    ["text", "To: a@example.org\r\nSubject: b\r\n\r\nDear"],
    ["text", "Received: by x\r\nX-Seen: yes\r\n\r\nDear"],
    ["xml", '\ufeff<?xml version="1.0"?><a/>'],
    ["xml", "<!-- a --><p:document xmlns:p='urn:p'>"],
    ["xml", "<!DOCTYPE svg><svg/>"],
    ["json", ' {"a":1}'],
    ["json", "[\n  [1]]"],
    ["html", "<!-- a -->\n<HTML lang='fr'>"],
    ["html", '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x"><html>'],
    ["html", "<p>un</p>"],
    ["text", "From: me\nDear Sir"],
    ["text", "Objet : bail\nDe : moi"],
    ["text", "{ un groupe }"],
    ["text", "<a@example.org> wrote"],
    ["text", "a\x1b[1mb\f"],
  ])("is %s by its first bytes: %j", (kind, bytes) => expect(kindOf(bytes)).toBe(kind));

  it("is email by server headers, wherever its beginning ends", () => {
    const servers = "Delivered-To: a@example.org\r\nReceived: by x\r\n with y\r\n";
    for (let length = 100; length < 110; length += 1) {
      const long = `X-Long: ${"x".repeat(length)}\r\n${"X-Seen: yes\r\n".repeat(500)}`;
      expect([kindOf(`${servers}${long}From: b`), kindOf(`${long}From: b`)]).toEqual(["email", "text"]);
    }
  });

  it.each([
    ["nothing", ""],
    ["a PDF", "%PDF-1.7\n1 0 obj"],
    ["a PDF behind something else", "\n\n%PDF-1.4\n"],
    ["a PNG", Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)],
    ["a JPEG", Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10)],
    ["numbers", Buffer.of(1, 2, 3, 4)],
    ["one zero in a text", `a${"b".repeat(3000)}\0`],
  ])("is not recognized in %s", (_, bytes) => expect(kindOf(bytes)).toBeNull());

  it("of a text is the same in UTF-16", () => {
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
    expect([kindOf(utf16("<?xml version='1.0'?><a/>")), kindOf(utf16('{"a":1}')), kindOf(utf16("été"))]).toEqual([
      "xml",
      "json",
      "text",
    ]);
  });
});
