import { causeOf } from "@cartulary/composition/source";
import type { EngineDiagnostic } from "./diagnostics.ts";
import { type EngineFile, textsOf } from "./request.ts";

/** Errors of the export contain messages in Rust's debug format, which users never see. */
const MESSAGE = /message: "((?:[^"\\]|\\.)*)"/g;
const GLYPH = /the text `"(.*)"` could not be displayed with/s;
/** Author text cannot imitate this: quotation marks in a message are escaped. */
const ATTACHED = /message: "[^"\\]*contains an attached file"/;
/** The prefix of messages about the PDF/A standard. */
const FORBIDDEN = /^PDF\/A-/;

type AuthorMessage = Pick<EngineDiagnostic, "message" | "hint">;

/** Violations of the standard that an author can cause, with the source text that causes them. */
const KNOWN: readonly { readonly says: RegExp; readonly source: RegExp | null; readonly words: AuthorMessage }[] = [
  {
    says: /a PDF string is longer than/,
    source: null,
    words: {
      message: "a title or another text about the document is over 32,767 characters: the PDF is not PDF/A",
      hint: null,
    },
  },
  {
    says: /CMYK/,
    source: /\bcmyk\b/,
    words: { message: "a colour is CMYK: the PDF is not PDF/A", hint: "use the colour in RGB or as a gray" },
  },
  {
    says: /PostScript/,
    source: /\bconic\b/,
    words: { message: "a gradient is conic: the PDF is not PDF/A", hint: "use a linear or a radial gradient" },
  },
  {
    says: /contains an attached file/,
    source: /\b(?:attach|embed)\b/,
    words: { message: "files cannot be attached", hint: null },
  },
];

/** Limits for hostile documents with endless errors. */
const TEXT_LENGTH_MAX = 20_000;
const ERRORS_MAX = 100;

/** True if the document can be exported without PDF/A: all errors are about the standard, and no file is attached. */
export function isArchivalOnly(error: unknown): boolean {
  const messages = messagesOf(error);
  if (error instanceof Error && ATTACHED.test(error.message)) return false;
  return messages.length > 0 && messages.every((message) => FORBIDDEN.test(message));
}

/** Converts an export error to diagnostics for the author. The file is found by searching the sources. */
export function exportErrors(error: unknown, files: readonly EngineFile[]): readonly EngineDiagnostic[] {
  const found = messagesOf(error).map((message): EngineDiagnostic => {
    const { source, words } = explain(message);
    const path = source === null ? null : (files.find((file) => mentions(file, source))?.path ?? null);
    return { severity: "error", path, line: null, column: null, ...causeOf(words.message, textsOf(files)), ...words };
  });
  return found.length > 0 ? found : [{ severity: "error", path: null, line: null, column: null, ...UNKNOWN }];
}

const UNKNOWN: AuthorMessage = { message: "the document cannot be written as PDF", hint: null };
const UNKNOWN_FORBIDDEN: AuthorMessage = {
  message: "the document has what PDF/A forbids: the PDF is not PDF/A",
  hint: null,
};

/** Returns the message for the author and the source text to search; `null` if there is none. */
function explain(message: string): { readonly source: RegExp | string | null; readonly words: AuthorMessage } {
  const text = GLYPH.exec(message)?.[1];
  if (text !== undefined) {
    const glyphs = unescapeRust(text);
    const words = `no font has a glyph for ${JSON.stringify(glyphs)}: the PDF is not PDF/A`;
    return { source: glyphs, words: { message: words, hint: "use another font" } };
  }
  const known = KNOWN.find(({ says }) => says.test(message));
  return known ?? { source: null, words: FORBIDDEN.test(message) ? UNKNOWN_FORBIDDEN : UNKNOWN };
}

function messagesOf(error: unknown): readonly string[] {
  const text = error instanceof Error ? error.message : "";
  return [...text.slice(0, TEXT_LENGTH_MAX).matchAll(MESSAGE)]
    .slice(0, ERRORS_MAX)
    .map(([, message = ""]) => unescapeRust(message));
}

/** Removes the escapes of Rust's debug format. */
function unescapeRust(text: string): string {
  return text.replace(/\\u\{([0-9a-f]{1,6})\}|\\(.)/g, (_, hex: string | undefined, other: string | undefined) =>
    hex === undefined ? (other ?? "") : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/** True if the file contains the text literally or as Typst escapes. */
function mentions({ content }: EngineFile, text: RegExp | string): boolean {
  if (typeof content !== "string") return false;
  if (typeof text !== "string") return text.test(content);
  const escaped = [...text].map((character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join("");
  return content.includes(text) || content.toLowerCase().includes(escaped);
}
