import { utf8Length } from "@cartulary/kernel";

/** Control characters except tab and newline, which sources must not contain (composition.md 2). */
export const CONTROLS: RegExp = /(?![\t\n])\p{Cc}/gu;

/** Removes control characters and lone surrogates, which compilers reject. */
export function removeControlCharacters(text: string): string {
  return text.toWellFormed().replace(CONTROLS, "");
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t" };
/** Characters that end a string or may count as line ends. */
const SPECIAL = /[\\"\n\t\u0085\u2028\u2029]/g;

/** Returns a Typst string literal of the text, without control characters. */
export function typstString(text: string): string {
  return `"${removeControlCharacters(text).replace(SPECIAL, (character) => ESCAPES[character] ?? unicodeEscape(character))}"`;
}

/** Returns the UTF-8 bytes between the quotes of {@link typstString}. */
export function literalBytes(text: string): number {
  return utf8Length(typstString(text)) - '""'.length;
}

/** Returns markup that prints exactly this text; the `;` ends it in any context. */
export function typstText(text: string): string {
  return `#${typstString(text)};`;
}

const PLAIN = /^[A-Za-z0-9]$/;

/**
 * Escapes a value for an author's source. All characters except ASCII letters and digits become numeric escapes, which
 * are valid in markup, strings and formulas, and can neither end them nor call functions or begin comments.
 */
export function escapeValue(value: string): string {
  let escaped = "";
  for (const character of removeControlCharacters(value))
    escaped += PLAIN.test(character) ? character : unicodeEscape(character);
  return escaped;
}

const unicodeEscape = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
