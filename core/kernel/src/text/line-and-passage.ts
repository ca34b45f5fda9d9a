import type { FieldError } from "../errors.ts";
import { toNfc, toNfkc } from "./normalisation.ts";

/**
 * Returns the form of text for search and order: NFKC, lower case in any locale, with diacritics (list-filters.md).
 * Stored next to the text, so that both engines compare the same bytes.
 */
export function fold(text: string): string {
  return toNfkc(text).toLowerCase();
}

/**
 * True when `text` is certainly longer than `max` code points once composed and trimmed: one composed code point comes
 * from at most four, and 64 are allowed for white space (auth.md 1.0). Looks at the length only, so that huge inputs
 * cost nothing.
 */
export function exceedsCodePoints(text: string, max: number): boolean {
  return text.length > 4 * max + 64;
}

/** Counts code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns the UTF-8 length in bytes. The core uses no TextEncoder: it depends on the language only. */
export function utf8Length(text: string): number {
  let bytes = 0;
  // Iterating over units is five times as fast as over characters, which matters for megabytes of text.
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isPairAt(text, index)) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

/** True when a surrogate pair begins at `index`. */
const isPairAt = (text: string, index: number): boolean =>
  (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;

/** False for U+0000 and lone surrogates, which Postgres cannot store and UTF-8 cannot write. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

/** Limits of one line of text: a name, a label, a title. */
export interface LineRule {
  readonly max: number;
  /** True when text without visible characters is an error (`blank`). */
  readonly required: boolean;
}

/** Visible ASCII characters, and spaces after the first: nearly every line, and always valid. */
const PLAIN = /^[!-~][ -~]*$/;

/** White space and invisible characters (Unicode, Default_Ignorable_Code_Point). */
const INVISIBLE = /[\s\p{Cf}\p{DI}]/gu;

/** True when `text` has no visible character. */
export function isInvisible(text: string): boolean {
  return text.replace(INVISIBLE, "") === "";
}

/** Unicode control characters (Cc), which would break headers and pages. */
const CONTROL = /\p{Cc}/gu;
/** Invisible characters that end a line or change its direction. */
const DECEPTIVE = /[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Removes control characters, but not those that {@link isDeceptive} detects. */
export function removeControlCharacters(text: string): string {
  return text.replace(CONTROL, "");
}

/** True for text with invisible characters that change how it reads: `fdp.exe` as `exe.pdf`. */
export function isDeceptive(text: string): boolean {
  return DECEPTIVE.test(text);
}

/** Normalizes a line for storage: composed (NFC) and trimmed. Check it with {@link lineError} first. */
export function normalizeLine(text: string): string {
  return toNfc(text).trim();
}

/** Returns the new value of a line: normalized, "" included (list-filters.md); the current value when none was sent. */
export function updatedLine(sent: string | null | undefined, present: string | null): string | null {
  if (sent === undefined) return present;
  return sent === null ? null : normalizeLine(sent);
}

/**
 * Validates a line; `null` when it is valid. Surrounding white space is ignored, except U+2028 and U+2029, which are
 * invalid anywhere.
 */
export function lineError(field: string, text: string, { max, required }: LineRule): FieldError | null {
  if (text.length <= max && PLAIN.test(text)) return null;
  if (exceedsCodePoints(text, max)) return tooLong(field, max);
  if (!isStorable(text)) return unfit(field);
  const result = normalizeLine(text);
  if (isDeceptive(text) || removeControlCharacters(result) !== result) return unfit(field);
  if (required && isInvisible(result)) return { field, code: "blank", message: "can't be blank" };
  return codePoints(result) > max ? tooLong(field, max) : null;
}

/** Validates a text of several lines; `null` when it is valid. */
export function passageError(field: string, text: string, max: number): FieldError | null {
  if (exceedsCodePoints(text, max)) return tooLong(field, max);
  if (!isStorable(text)) return unfit(field);
  return codePoints(normalizeLine(text)) > max ? tooLong(field, max) : null;
}

const tooLong = (field: string, max: number): FieldError => ({
  field,
  code: "too_long",
  message: `is too long (maximum is ${max} characters)`,
});

const unfit = (field: string): FieldError => ({
  field,
  code: "invalid",
  message: "contains an invalid character",
});
