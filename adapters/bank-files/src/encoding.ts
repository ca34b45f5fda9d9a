import type { FileFault } from "./transaction.ts";

/** The text of a file, or why it is not what it declares to be. */
export type DecodedText = { readonly text: string } | { readonly fault: FileFault };

/** What XML calls the encodings that banks write, and what the platform calls them. One byte a character, but for the first two. */
const ENCODINGS: Readonly<Record<string, string>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  ascii: "utf-8",
  "utf-16": "utf-16",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
  "iso-8859-1": "windows-1252",
  "iso8859-1": "windows-1252",
  latin1: "windows-1252",
  "iso-8859-15": "iso-8859-15",
  "iso8859-15": "iso-8859-15",
  "windows-1252": "windows-1252",
  cp1252: "windows-1252",
};

/** Bytes in which an XML declaration ends, in any encoding of two bytes a character at most. */
const DECLARATION_MAX = 400;

/**
 * The text of a bank's file: XML in the encoding that it declares, anything else in UTF-8, or in UTF-16 under a byte order
 * mark. Where the bytes are not what is declared, nothing is read: a name or a label would be another one.
 */
export function decodedText(bytes: Uint8Array): DecodedText {
  const shape = shapeOf(bytes);
  const declared = declaredEncoding(bytes, shape);
  const encoding = declared === null ? shape : ENCODINGS[declared];
  if (encoding === undefined) return wrong(1, `encoding ${declared} is not known`);
  const isWide = shape === "utf-16le" || shape === "utf-16be";
  if (encoding === "utf-16" ? !isWide : isWide && encoding !== shape) return wrong(1, lie(declared));
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (isMarked && encoding !== "utf-8") return wrong(1, lie(declared));
  if (!isWide && encoding !== "utf-8" && isUtf8(bytes)) return wrong(lineOfFirst(bytes, isNotAscii), lie(declared));
  if (encoding === "windows-1252" && bytes.some(isUndefined))
    return wrong(lineOfFirst(bytes, isUndefined), lie(declared));
  const label = encoding === "utf-16" ? shape : encoding;
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes) };
  } catch {
    return wrong(
      lineOfBrokenText(bytes, label),
      declared === null ? `is not in ${label.toUpperCase()}` : lie(declared),
    );
  }
}

/** By the byte order mark, or by how `<` is written at the beginning. */
function shapeOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return "utf-8";
}

/** In lower case; `null` where nothing is declared. */
function declaredEncoding(bytes: Uint8Array, shape: ReturnType<typeof shapeOf>): string | null {
  const begin = bytes.subarray(0, DECLARATION_MAX);
  const text = new TextDecoder(shape === "utf-8" ? "windows-1252" : shape).decode(begin);
  const [, declaration = ""] = /^(?:\uFEFF|\u00EF\u00BB\u00BF)?\s*<\?xml\s([^>]*)\?>/.exec(text) ?? [];
  const [, encoding] = /\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(declaration) ?? [];
  return encoding?.toLowerCase() ?? null;
}

/** Characters that are not ASCII, all of them as UTF-8 writes them: by chance nothing of one byte a character is so. */
function isUtf8(bytes: Uint8Array): boolean {
  if (!bytes.some(isNotAscii)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const isNotAscii = (byte: number): boolean => byte >= 0x80;

/** What stands for no character in windows-1252. */
const isUndefined = (byte: number): boolean => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);

function lineOfFirst(bytes: Uint8Array, isWanted: (byte: number) => boolean): number {
  const end = bytes.findIndex(isWanted);
  return 1 + bytes.subarray(0, end).filter((byte) => byte === 0x0a).length;
}

/** The first line that has what no character is written by. */
function lineOfBrokenText(bytes: Uint8Array, label: string): number {
  const [before = ""] = new TextDecoder(label).decode(bytes).split("\uFFFD", 1);
  return before.split("\n").length;
}

const lie = (declared: string | null): string => `encoding is declared as ${declared}, and the file is in another one`;

const wrong = (line: number, field: string): DecodedText => ({
  fault: { place: `line ${line}`, field, code: "invalid" },
});
