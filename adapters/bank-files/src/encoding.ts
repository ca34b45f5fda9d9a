import type { BankFileError } from "./transaction.ts";

/** The decoded text, or the error of a file that contradicts its declared encoding. */
export type DecodedText = { readonly text: string } | { readonly fault: BankFileError };

/** Encoding labels of XML and of the platform for the encodings that banks use. */
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

/** An XML declaration ends within so many bytes, in any encoding with at most two bytes a character. */
const DECLARATION_MAX = 400;

/**
 * Decodes a bank's file: XML in its declared encoding, other files in UTF-8, or UTF-16 with a byte order mark. Fails if
 * the bytes contradict the declaration, because names and labels would be wrong.
 */
export function decodedText(bytes: Uint8Array): DecodedText {
  const shape = shapeOf(bytes);
  const declared = declaredEncoding(bytes, shape);
  const encoding = declared === null ? shape : ENCODINGS[declared];
  if (encoding === undefined) return wrong(1, `unsupported encoding ${declared}`);
  const isWide = shape === "utf-16le" || shape === "utf-16be";
  if (encoding === "utf-16" ? !isWide : isWide && encoding !== shape) return wrong(1, wrongDeclaration(declared));
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (isMarked && encoding !== "utf-8") return wrong(1, wrongDeclaration(declared));
  if (!isWide && encoding !== "utf-8" && isUtf8(bytes))
    return wrong(lineOfFirst(bytes, isNotAscii), wrongDeclaration(declared));
  if (encoding === "windows-1252" && bytes.some(isUndefined))
    return wrong(lineOfFirst(bytes, isUndefined), wrongDeclaration(declared));
  const label = encoding === "utf-16" ? shape : encoding;
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes) };
  } catch {
    return wrong(
      lineOfBrokenText(bytes, label),
      declared === null ? `is not in ${label.toUpperCase()}` : wrongDeclaration(declared),
    );
  }
}

/** Detects UTF-16 by its byte order mark or by the encoding of the first `<`. */
function shapeOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return "utf-8";
}

/** Returns the declared encoding in lower case; `null` if there is none. */
function declaredEncoding(bytes: Uint8Array, shape: ReturnType<typeof shapeOf>): string | null {
  const begin = bytes.subarray(0, DECLARATION_MAX);
  const text = new TextDecoder(shape === "utf-8" ? "windows-1252" : shape).decode(begin);
  const [, declaration = ""] = /^(?:\uFEFF|\u00EF\u00BB\u00BF)?\s*<\?xml\s([^>]*)\?>/.exec(text) ?? [];
  const [, encoding] = /\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(declaration) ?? [];
  return encoding?.toLowerCase() ?? null;
}

/** True for non-ASCII bytes that are valid UTF-8. Text in a single-byte encoding is practically never valid UTF-8. */
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

/** Bytes that windows-1252 does not define. */
const isUndefined = (byte: number): boolean => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);

function lineOfFirst(bytes: Uint8Array, isWanted: (byte: number) => boolean): number {
  const end = bytes.findIndex(isWanted);
  return 1 + bytes.subarray(0, end).filter((byte) => byte === 0x0a).length;
}

/** Returns the number of the first line that cannot be decoded. */
function lineOfBrokenText(bytes: Uint8Array, label: string): number {
  const [before = ""] = new TextDecoder(label).decode(bytes).split("\uFFFD", 1);
  return before.split("\n").length;
}

const wrongDeclaration = (declared: string | null): string =>
  `declared encoding ${declared} differs from the encoding of the file`;

const wrong = (line: number, field: string): DecodedText => ({
  fault: { place: `line ${line}`, field, code: "invalid" },
});
