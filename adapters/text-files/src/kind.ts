import { decodeText } from "@cartulary/kernel";

/**
 * The kind of a file by its first bytes. An `archive` is a ZIP, whose entries decide whether it is an office file; a
 * `compound` file is an old office file, or a new encrypted one.
 */
export type TextFileKind = "archive" | "compound" | "rtf" | "email" | "xml" | "json" | "html" | "text";

/** What its sender calls a file; decides only where its bytes allow more than one kind. */
export type CalledKind = "html" | "xml" | null;

/** Number of bytes that determine the kind. */
export const BEGINNING_BYTES = 4_096;

/** Detects the kind by the first bytes, not by the declared type; `null` for kinds not read here, such as PDF. */
export function textFileKindOf(bytes: Uint8Array): TextFileKind | null {
  const beginning = bytes.subarray(0, BEGINNING_BYTES);
  if (startsWith(beginning, ZIP)) return "archive";
  if (startsWith(beginning, COMPOUND)) return "compound";
  const text = decodeText(beginning);
  if (text.startsWith("{\\rtf")) return "rtf";
  return isText(text) && !isPdf(text) ? textKindOf(text) : null;
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);

/** PDF readers search for the header in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const isPdf = (text: string) => /^%PDF-\d/m.test(text.slice(0, 1_024));

/** Maximum share of control characters in a text. */
const CONTROLS_MOST = 1 / 1_000;

/** True if the characters are a text and not binary data. */
export function isText(characters: string): boolean {
  if (characters.length === 0 || characters.includes("\0")) return false;
  let controls = 0;
  for (let at = 0; at < characters.length; at += 1) if (isControl(characters.charCodeAt(at))) controls += 1;
  return controls <= CONTROLS_MOST * characters.length;
}

/** Tabs, line ends, form feeds, the old end-of-file mark and terminal colour escapes do not count. */
const isControl = (unit: number) =>
  unit < 0x08 || (unit > 0x0d && unit < 0x1a) || (unit > 0x1b && unit < 0x20) || unit === 0xfffe || unit === 0xffff;

function textKindOf(text: string): TextFileKind {
  const start = text.trimStart().replace(COMMENTS, "");
  if (HTML.test(start)) return "html";
  if (/^<\?xml\s/.test(start)) return ROOT_HTML.test(start) ? "html" : "xml";
  if (/^<!doctype\s|^<[\p{L}_][\p{L}\d_.:-]*(?:\s|\/?>)/iu.test(start)) return "xml";
  if (/^(?:\{\s*(?:["}]|$)|\[\s*(?:["[{\]\d-]|true\b|false\b|null\b|$))/.test(start)) return "json";
  return isEmail(text) ? "email" : "text";
}

/** True if a text declares itself as HTML or XHTML, which counts more than the type that its sender gives. */
const saysHtml = (text: string): boolean => ROOT_HTML.test(text);

/**
 * True if a text that begins like HTML is XML whose root has the name of an element of HTML: the sender calls it XML, or
 * the sender does not call it HTML and it has CDATA, which HTML only has in scripts.
 */
export function isXmlNamedLikeHtml(text: string, called: CalledKind): boolean {
  if (called === "html" || saysHtml(text.slice(0, BEGINNING_BYTES))) return false;
  return called === "xml" || hasCharacterData(text);
}

const CHARACTER_DATA = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|<(\/?)(?:script|style)\b/gi;

/** True if a text has CDATA outside comments, scripts and styles. */
function hasCharacterData(text: string): boolean {
  let isInside = false;
  for (const { 0: found, 1: slash } of text.matchAll(CHARACTER_DATA)) {
    if (found.startsWith("<!--")) continue;
    if (!found.startsWith("<!")) isInside = slash === "";
    else if (!isInside) return text.includes("]]>");
  }
  return false;
}

/** Comments at the beginning of HTML or XML. */
const COMMENTS = /^(?:<!--[\s\S]*?(?:-->|$)\s*)+/;
const ROOT_HTML = /^[\s\S]{0,2000}?(?:<!doctype\s+html\b|<html\b)/i;
const HTML =
  /^<(?:!doctype\s+html|html|head|body|title|meta|link|style|script|div|span|p|a|b|i|em|strong|br|hr|h[1-6]|ul|ol|table|center|font)(?=[\s>/])/i;

/** Header lines of an e-mail. */
const HEADER_LINE = /^([!-9;-~]{1,76}):/;
const FOLDED_LINE = /^[ \t]/;
const OTHER_HEADERS: ReadonlySet<string> = new Set(
  "to cc subject date message-id mime-version received reply-to return-path delivered-to content-type".split(" "),
);

/** Lines that servers add before the sender, often more than the inspected bytes. */
const SERVER_HEADERS: ReadonlySet<string> = new Set(
  "received return-path delivered-to dkim-signature arc-seal arc-message-signature arc-authentication-results".split(
    " ",
  ),
);

/**
 * True if the text begins with header lines only, including a sender and another e-mail header, or the version of MIME: a
 * draft has no sender. If the headers do not end within the inspected bytes, those of servers suffice.
 */
function isEmail(text: string): boolean {
  const lines = text.replace(/^From \S+ [^\r\n]*\r?\n/, "").split(/\r\n|\r|\n/);
  // The last line may be truncated.
  const completeLines = lines.slice(0, -1);
  const blank = completeLines.indexOf("");
  const header = blank === -1 ? completeLines : completeLines.slice(0, blank);
  const names = header.map((line) =>
    FOLDED_LINE.test(line) ? "" : (HEADER_LINE.exec(line)?.[1]?.toLowerCase() ?? null),
  );
  if (names.includes(null)) return false;
  const has = (some: ReadonlySet<string>) => names.some((name) => name !== null && some.has(name));
  if (names.includes("from")) return has(OTHER_HEADERS);
  return blank === -1 ? has(SERVER_HEADERS) : names.includes("mime-version");
}
