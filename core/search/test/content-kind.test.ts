import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ContentKind, contentKindOf } from "../src/index.ts";

const UNKNOWN = { contentType: "application/octet-stream", fileName: "content" };

const latin = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

describe("the kind of a content", () => {
  it.each<[string, Uint8Array, ContentKind]>([
    ["nothing", latin(""), "empty"],
    ["PDF", latin("%PDF-1.7\n"), "pdf"],
    ["PDF behind something else", latin("\x00\x01mail\n%PDF-1.4\n"), "pdf"],
    ["a text about PDF", latin("Un fichier PDF commence par %PDF-1.7"), "plain"],
    ["PNG", latin("\x89PNG\r\n\x1a\n\x00\x00"), "picture"],
    ["JPEG", latin("\xff\xd8\xff\xe0\x00\x10JFIF\x00"), "picture"],
    ["TIFF", latin("II*\x00\x08\x00"), "picture"],
    ["TIFF of the other order", latin("MM\x00*\x00\x08"), "picture"],
    ["WebP", latin("RIFF\x10\x00\x00\x00WEBPVP8 "), "picture"],
    ["a text that begins like TIFF", latin("II* Conditions"), "plain"],
    ["text", latin("Loyer d\xe9j\xe0 pay\xe9\n"), "plain"],
    ["text in UTF-8", new TextEncoder().encode("\ufeffÉté"), "plain"],
    ["text in UTF-16", Uint8Array.from(Buffer.from("\ufeffLoyer", "utf16le")), "plain"],
    ["text in UTF-16 without a mark", Uint8Array.from(Buffer.from("Loyer de mars", "utf16le").swap16()), "plain"],
    ["Markdown", latin("[bail](x.md)\n# Titre\n"), "plain"],
    ["CSV", latin("nom;montant\nDupont;12\n"), "plain"],
    ["HTML", latin("\n<!-- x -->\n<!DOCTYPE html><p>"), "html"],
    ["HTML in UTF-16", Uint8Array.from(Buffer.from("\ufeff<html>", "utf16le")), "html"],
    ["XML", latin("<?xml version='1.0'?><a/>"), "formatted"],
    ["JSON", latin(' {"a": 1}'), "formatted"],
    ["a list of JSON", latin("[1, 2]"), "formatted"],
    ["RTF", latin("{\\rtf1 x}"), "formatted"],
    ["an e-mail", latin("Received: by x\nSubject: y\n\nz"), "formatted"],
    [
      "an e-mail whose first header is folded",
      latin("Received: by x\r\n\tby y;\r\n z\r\nFrom: y\r\n\r\nz"),
      "formatted",
    ],
    ["an e-mail of a mailbox", latin("From y@example.org Thu Mar 12 10:00:00 2026\nFrom: y\nTo: z\n\nz"), "formatted"],
    ["an e-mail with a long first line", latin(`ARC-Seal: i=1\n${" b=x\n".repeat(2_000)}From: y\n\nz`), "formatted"],
    ["one line with a colon", latin("Objet: bail\nMonsieur"), "plain"],
    ["a ZIP file", latin("PK\x03\x04\x14\x00"), "file"],
    ["bytes", latin("\x00\x01\x02"), "file"],
  ])("%s", (_, bytes, kind) => {
    expect(contentKindOf(bytes, UNKNOWN)).toBe(kind);
  });

  it.each<[string, string, ContentKind]>([
    ["text/html", "x", "html"],
    ["application/xhtml+xml", "x", "html"],
    ["application/octet-stream", "PAGE.HTM", "html"],
    ["application/vnd.ms-excel", "excel.csv", "plain"],
    ["image/png", "x.png", "plain"],
    ["application/pdf", "x.pdf", "plain"],
  ])("is decided by its type %s and name %s if its bytes are text", (contentType, fileName, kind) => {
    expect(contentKindOf(latin("nom;csvqx"), { contentType, fileName })).toBe(kind);
  });

  it("is defined for any bytes", () => {
    const hostile = ["<!-- --> ", "<!--", "a:\n", "a:", "a:\n b\n", " b\n", " ", "{", "\0a"].map((piece) =>
      latin(piece.repeat(2_000)),
    );
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...hostile), fc.uint8Array({ maxLength: 5_000 })), (bytes) => {
        expect(["empty", "pdf", "picture", "plain", "html", "formatted", "file"]).toContain(
          contentKindOf(bytes, UNKNOWN),
        );
      }),
    );
  });
});
