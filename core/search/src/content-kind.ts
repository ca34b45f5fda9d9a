import { textOfUnits, utf16Of } from "@cartulary/kernel";

/**
 * What the text of a content is read by. `plain` and `html` are read here. `formatted` is text whose characters are not
 * what it says; like `file`, which is no text, it is for a reader of files, which may know it or not.
 */
export type ContentKind = "empty" | "pdf" | "picture" | "plain" | "html" | "formatted" | "file";

/** So much of a content tells of what kind it is. */
export const BEGINNING_BYTES = 4_096;

/** What a sender called a content. */
interface Hints {
  readonly contentType: string;
  readonly fileName: string;
}

/** By the first bytes, {@link BEGINNING_BYTES} at most. Hints only tell one kind of text from another. */
export function contentKindOf(bytes: Uint8Array, hints: Hints): ContentKind {
  const beginning = bytes.subarray(0, BEGINNING_BYTES);
  if (beginning.byteLength === 0) return "empty";
  const text = textOfUnits(beginning);
  if (text.trimStart().startsWith(PDF)) return "pdf";
  if (!isText(beginning)) {
    if (PICTURE.test(text)) return "picture";
    // Readers of PDF find the header anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1).
    return text.slice(0, 1_024).includes(PDF) ? "pdf" : "file";
  }
  const letters = text.replace(BEFORE_TEXT, "");
  if (HTML.test(letters) || isCalledHtml(hints)) return "html";
  return FORMATTED.test(letters) || EMAIL.test(letters) ? "formatted" : "plain";
}

const PDF = "%PDF-";

/** PNG, JPEG, TIFF in either order of bytes, WebP. */
const PICTURE = /^(?:\x89PNG|\xff\xd8\xff|II\*|MM.\*|RIFF.{4}WEBP)/s;

/** Marks of encodings, bytes of UTF-16 that are no letters, and blanks. */
const BEFORE_TEXT = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)|\0/g;
const HTML = /^\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is;

/** RTF, XML, JSON, and the header lines of an e-mail: texts whose bytes are not what they say. */
const FORMATTED = /^\s*(?:\{\\rtf|<[?!a-z]|[[{]\s*(?:["[{\]}]|-?\d|true|false|null))/i;
/** Header lines may go on in the next lines, and a mailbox has a line before them. Often the first is longer than what is seen. */
const EMAIL = /^\s*(?:From \S+ [^\n]*\n)?[!-9;-~]+:[^\n]*\n(?:[\t ][^\n]*(?:\n|$))*(?:[!-9;-~]+:|$)/;

const isCalledHtml = ({ contentType, fileName }: Hints): boolean =>
  contentType === "text/html" || contentType === "application/xhtml+xml" || /\.x?html?$/i.test(fileName);

function isText(bytes: Uint8Array): boolean {
  return utf16Of(bytes) !== null || !bytes.some(isControl);
}

/** Controls that texts have none of. Escape begins a colour of a terminal, and a form feed a page. */
const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b;
