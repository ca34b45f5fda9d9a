import { utf8Length } from "@cartulary/kernel";

/** Control characters that a source may not have: all but tab and newline (composition.md 2). */
export const CONTROLS: RegExp = /(?![\t\n])\p{Cc}/gu;

/** Text without control characters and without halves of characters, which no compiler takes. */
export function printable(text: string): string {
  return text.toWellFormed().replace(CONTROLS, "");
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t" };
/** What ends a string, or a line in the eyes of some. */
const SPECIAL = /[\\"\n\t\u0085\u2028\u2029]/g;

/** A string literal of Typst that is exactly this text, but for control characters. */
export function typstString(text: string): string {
  return `"${printable(text).replace(SPECIAL, (character) => ESCAPES[character] ?? unicodeEscape(character))}"`;
}

/** UTF-8 bytes between the quotes of {@link typstString}. */
export function literalBytes(text: string): number {
  return utf8Length(typstString(text)) - '""'.length;
}

/** Markup that prints exactly this text, whatever stands around it: the `;` ends it. */
export function typstText(text: string): string {
  return `#${typstString(text)};`;
}

const PLAIN = /^[A-Za-z0-9]$/;

/**
 * A value in the midst of an author's source. Every character but ASCII letters and digits is written by its number: that
 * means the character in markup, in a string and in quoted text of a formula, and nothing that it says can end any of them,
 * call a function or begin a comment.
 */
export function escapedValue(value: string): string {
  let escaped = "";
  for (const character of printable(value)) escaped += PLAIN.test(character) ? character : unicodeEscape(character);
  return escaped;
}

const unicodeEscape = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
