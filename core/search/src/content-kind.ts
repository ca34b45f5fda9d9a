import { textOfUnits, utf16Of } from "@cartulary/kernel";

/**
 * The kind of a content, which decides who extracts its text. This package reads `plain` and `html`. `formatted` is
 * text in a format, such as RTF; `file` is binary. Both are for a file reader, which may not know them.
 */
export type ContentKind = "empty" | "pdf" | "picture" | "plain" | "html" | "formatted" | "file";

/** Number of first bytes that determine the kind. */
export const BEGINNING_BYTES = 4_096;

/** The client's declaration of a content. */
interface Hints {
  readonly contentType: string;
  readonly fileName: string;
}

/** Detects the kind by the first {@link BEGINNING_BYTES} bytes. Hints only distinguish kinds of text. */
export function contentKindOf(bytes: Uint8Array, hints: Hints): ContentKind {
  const beginning = bytes.subarray(0, BEGINNING_BYTES);
  if (beginning.byteLength === 0) return "empty";
  const text = textOfUnits(beginning);
  if (text.trimStart().startsWith(PDF)) return "pdf";
  if (!isText(beginning)) {
    if (PICTURE.test(text)) return "picture";
    // PDF readers accept the header anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1).
    return text.slice(0, 1_024).includes(PDF) ? "pdf" : "file";
  }
  const letters = text.replace(BEFORE_TEXT, "");
  if (HTML.test(letters) || isCalledHtml(hints)) return "html";
  return FORMATTED.test(letters) || EMAIL.test(letters) ? "formatted" : "plain";
}

const PDF = "%PDF-";

/** PNG, JPEG, TIFF in either byte order, WebP. */
const PICTURE = /^(?:\x89PNG|\xff\xd8\xff|II\*|MM.\*|RIFF.{4}WEBP)/s;

/** Byte order marks, and the zero bytes of UTF-16. */
const BEFORE_TEXT = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)|\0/g;
const HTML = /^\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is;

/** RTF, XML and JSON. */
const FORMATTED = /^\s*(?:\{\\rtf|<[?!a-z]|[[{]\s*(?:["[{\]}]|-?\d|true|false|null))/i;
/**
 * The header lines of an e-mail, which may continue on further lines; mailboxes have a "From" line first. Often the
 * first header is longer than the inspected bytes.
 */
const EMAIL = /^\s*(?:From \S+ [^\n]*\n)?[!-9;-~]+:[^\n]*\n(?:[\t ][^\n]*(?:\n|$))*(?:[!-9;-~]+:|$)/;

const isCalledHtml = ({ contentType, fileName }: Hints): boolean =>
  contentType === "text/html" || contentType === "application/xhtml+xml" || /\.x?html?$/i.test(fileName);

function isText(bytes: Uint8Array): boolean {
  return utf16Of(bytes) !== null || !bytes.some(isControl);
}

/** Control characters that do not occur in text. Escape starts a terminal colour, and form feed a page. */
const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b;
