import type { FieldError } from "../errors.ts";
import { compatible, composed } from "./normalisation.ts";

/**
 * The form in which text is searched and ordered: compatibility composed, lower case whatever the locale, marks kept
 * (list-filters.md). Stored beside the text, so that both engines compare the same bytes.
 */
export function fold(text: string): string {
  return compatible(text).toLowerCase();
}

/**
 * True for text that is longer than any text of `max` code points before it is composed and trimmed: nothing composed
 * is made of more than four code points, and 64 are left for white space (auth.md 1.0). It looks at the length alone,
 * so that nobody makes us read a book where a name belongs.
 */
export function isOverlong(text: string, max: number): boolean {
  return text.length > 4 * max + 64;
}

/** Length as people count it: code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Bytes that `text` takes in UTF-8. The core has no TextEncoder to ask: it runs on nothing but the language. */
export function utf8Length(text: string): number {
  let bytes = 0;
  // By units, not by characters: it is asked of texts of megabytes, and five times as fast.
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

/** Whether a character of two units begins there. */
const isPairAt = (text: string, index: number): boolean =>
  (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;

/** False for U+0000 and lone surrogates, which Postgres cannot store and UTF-8 cannot write. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

/** Limits of one line of text that people gave: a name, a label, a title. */
export interface LineRule {
  readonly max: number;
  /** Whether nothing but white space is refused as blank. */
  readonly required: boolean;
}

/** What nearly every line is, and nothing is wrong with: visible characters of ASCII, and spaces after the first. */
const PLAIN = /^[!-~][ -~]*$/;

/** White space, and what shows as nothing (Unicode, Default_Ignorable_Code_Point). */
const INVISIBLE = /[\s\p{Cf}\p{DI}]/gu;

/** True when nothing of `text` can be seen. */
export function isInvisible(text: string): boolean {
  return text.replace(INVISIBLE, "") === "";
}

/** Control characters as Unicode has them (Cc): they would break headers and pages. */
const CONTROL = /\p{Cc}/gu;
/** What ends a line or turns its direction, and is not seen. */
const DECEPTIVE = /[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Text without control characters; those that make it {@link isDeceptive} stay. */
export function withoutControls(text: string): string {
  return text.replace(CONTROL, "");
}

/** True for text with unseen characters that make it read as another one: `fdp.exe` as `exe.pdf`. */
export function isDeceptive(text: string): boolean {
  return DECEPTIVE.test(text);
}

/** One line as it is kept: composed (NFC) and trimmed. Judge it with {@link lineError} first. */
export function line(text: string): string {
  return composed(text).trim();
}

/** What a line becomes: itself as it is kept, "" included (list-filters.md), and what it was when nothing is said. */
export function changedLine(sent: string | null | undefined, present: string | null): string | null {
  if (sent === undefined) return present;
  return sent === null ? null : line(sent);
}

/**
 * What is wrong with `text` as one line under `rule`; `null` when nothing is. White space around it is trimmed first, but
 * for U+2028 and U+2029: they are refused wherever they stand.
 */
export function lineError(field: string, text: string, { max, required }: LineRule): FieldError | null {
  if (text.length <= max && PLAIN.test(text)) return null;
  if (isOverlong(text, max)) return tooLong(field, max);
  if (!isStorable(text)) return unfit(field);
  const result = line(text);
  if (isDeceptive(text) || withoutControls(result) !== result) return unfit(field);
  if (required && isInvisible(result)) return { field, code: "blank", message: "can't be blank" };
  return codePoints(result) > max ? tooLong(field, max) : null;
}

/** What is wrong with `text` as a passage of several lines; `null` when nothing is. */
export function passageError(field: string, text: string, max: number): FieldError | null {
  if (isOverlong(text, max)) return tooLong(field, max);
  if (!isStorable(text)) return unfit(field);
  return codePoints(line(text)) > max ? tooLong(field, max) : null;
}

const tooLong = (field: string, max: number): FieldError => ({
  field,
  code: "too_long",
  message: `is too long (maximum is ${max} characters)`,
});

const unfit = (field: string): FieldError => ({
  field,
  code: "invalid",
  message: "holds a character that cannot be kept",
});
