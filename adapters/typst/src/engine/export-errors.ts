import type { EngineDiagnostic } from "./diagnostics.ts";
import type { EngineFile } from "./request.ts";

/** Of the export the compiler says what is wrong in the debug form of its own values, which nobody is shown. */
const MESSAGE = /message: "((?:[^"\\]|\\.)*)"/g;
const GLYPH = /the text `"(.*)"` could not be displayed with/s;
const LONG_STRING = /a PDF string is longer than/;
const ATTACHED = /contains an attached file/;

/** Said by hostile documents without end, otherwise. */
const TEXT_LENGTH_MAX = 20_000;
const ERRORS_MAX = 100;

/** Whether the document can be exported when it claims less: a glyph that no font has, or a string that is too long. */
export function isArchivalOnly(error: unknown): boolean {
  const messages = messagesOf(error);
  return messages.length > 0 && messages.every((message) => GLYPH.test(message) || LONG_STRING.test(message));
}

/** Why a document cannot be exported, in words for its author. A glyph is looked for in the files to name one. */
export function exportErrors(error: unknown, files: readonly EngineFile[]): readonly EngineDiagnostic[] {
  const found = messagesOf(error).map((message): EngineDiagnostic => {
    const text = GLYPH.exec(message)?.[1];
    const glyphs = text === undefined ? null : unescaped(text);
    const path = glyphs === null ? null : (files.find((file) => mentions(file, glyphs))?.path ?? null);
    return { severity: "error", path, line: null, column: null, ...worded(message, glyphs) };
  });
  return found.length > 0 ? found : [UNKNOWN];
}

const UNKNOWN: EngineDiagnostic = {
  severity: "error",
  ...{ path: null, line: null, column: null, hint: null },
  message: "the document cannot be written as PDF",
};

function worded(message: string, glyphs: string | null): Pick<EngineDiagnostic, "message" | "hint"> {
  if (glyphs !== null) {
    return {
      message: `no font has a glyph for ${JSON.stringify(glyphs)}: the PDF is not PDF/A`,
      hint: "use another font",
    };
  }
  if (LONG_STRING.test(message)) {
    return {
      message: "a title or another text about the document is over 32,767 characters: the PDF is not PDF/A",
      hint: null,
    };
  }
  if (ATTACHED.test(message)) return { message: "files cannot be attached", hint: null };
  return UNKNOWN;
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
function mentions({ content }: EngineFile, text: string): boolean {
  if (typeof content !== "string") return false;
  const escaped = [...text].map((character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join("");
  return content.includes(text) || content.toLowerCase().includes(escaped);
}
