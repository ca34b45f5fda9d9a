import type { EngineDiagnostic } from "./diagnostics.ts";
import type { EngineFile } from "./request.ts";

/** Of the export the compiler says what is wrong in the debug form of its own values, which nobody is shown. */
const MESSAGE = /message: "((?:[^"\\]|\\.)*)"/g;
const GLYPH = /the text `"(.*)"` could not be displayed with/s;
/** Nothing that an author wrote can be taken for it: a quotation mark in a message has a backslash before it. */
const ATTACHED = /message: "[^"\\]*contains an attached file"/;
/** How the messages begin that say what the standard forbids. */
const FORBIDDEN = /^PDF\/A-/;

type Words = Pick<EngineDiagnostic, "message" | "hint">;

/** What the standard forbids and an author may have asked for, with the words of a source that ask for it. */
const KNOWN: readonly { readonly says: RegExp; readonly source: RegExp | null; readonly words: Words }[] = [
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
    source: /\battach\b/,
    words: { message: "files cannot be attached", hint: null },
  },
];

/** Said by hostile documents without end, otherwise. */
const TEXT_LENGTH_MAX = 20_000;
const ERRORS_MAX = 100;

/** Whether the document can be exported when it claims less: only the standard forbids something, and nothing is attached. */
export function isArchivalOnly(error: unknown): boolean {
  const messages = messagesOf(error);
  if (error instanceof Error && ATTACHED.test(error.message)) return false;
  return messages.length > 0 && messages.every((message) => FORBIDDEN.test(message));
}

/** Why a document cannot be exported, in words for its author. The file to name is looked for by what it says. */
export function exportErrors(error: unknown, files: readonly EngineFile[]): readonly EngineDiagnostic[] {
  const found = messagesOf(error).map((message): EngineDiagnostic => {
    const { source, words } = explained(message);
    const path = source === null ? null : (files.find((file) => mentions(file, source))?.path ?? null);
    return { severity: "error", path, line: null, column: null, ...words };
  });
  return found.length > 0 ? found : [{ severity: "error", path: null, line: null, column: null, ...UNKNOWN }];
}

const UNKNOWN: Words = { message: "the document cannot be written as PDF", hint: null };
const UNKNOWN_FORBIDDEN: Words = { message: "the document has what PDF/A forbids: the PDF is not PDF/A", hint: null };

/** A message in words for an author, and what a source has that it is about; `null` where nothing can be looked for. */
function explained(message: string): { readonly source: RegExp | string | null; readonly words: Words } {
  const text = GLYPH.exec(message)?.[1];
  if (text !== undefined) {
    const glyphs = unescaped(text);
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
    .map(([, message = ""]) => unescaped(message));
}

/** A text without the escapes of Rust's debug form. */
function unescaped(text: string): string {
  return text.replace(/\\u\{([0-9a-f]{1,6})\}|\\(.)/g, (_, hex: string | undefined, other: string | undefined) =>
    hex === undefined ? (other ?? "") : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/** Whether a file has a text, as it stands or as Typst's escapes write it. */
function mentions({ content }: EngineFile, text: RegExp | string): boolean {
  if (typeof content !== "string") return false;
  if (typeof text !== "string") return text.test(content);
  const escaped = [...text].map((character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join("");
  return content.includes(text) || content.toLowerCase().includes(escaped);
}
