import type { FieldError } from "./errors.ts";

/**
 * The form in which text is searched and ordered: compatibility composed, lower case whatever the locale, marks kept
 * (list-filters.md). Stored beside the text, so that both engines compare the same bytes.
 */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
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
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

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

/** White space, and what shows as nothing (Unicode, Default_Ignorable_Code_Point). */
const INVISIBLE = /[\s\p{Cf}\p{DI}]/gu;

/** True when nothing of `text` can be seen. */
export function isInvisible(text: string): boolean {
  return text.replace(INVISIBLE, "") === "";
}
const CONTROL = /\p{Cc}/u;

/** One line as it is kept: composed (NFC) and trimmed. Judge it with {@link lineError} first. */
export function line(text: string): string {
  return text.normalize("NFC").trim();
}

/** What a line becomes: itself as it is kept, "" included (list-filters.md), and what it was when nothing is said. */
export function keptLine(said: string | null | undefined, kept: string | null): string | null {
  if (said === undefined) return kept;
  return said === null ? null : line(said);
}

/** What is wrong with `text` as one line under `rule`; `null` when nothing is. Control characters would break headers. */
export function lineError(field: string, text: string, { max, required }: LineRule): FieldError | null {
  const kept = isStorable(text) ? line(text) : text;
  if (!isStorable(text) || CONTROL.test(kept))
    return { field, code: "invalid", message: "holds a character that cannot be kept" };
  if (required && isInvisible(kept)) return { field, code: "blank", message: "can't be blank" };
  if (codePoints(kept) > max) return { field, code: "too_long", message: `is too long (maximum is ${max} characters)` };
  return null;
}

/** What is wrong with `text` as a passage of several lines; `null` when nothing is. */
export function passageError(field: string, text: string, max: number): FieldError | null {
  if (!isStorable(text)) return { field, code: "invalid", message: "holds a character that cannot be kept" };
  if (codePoints(text.normalize("NFC").trim()) > max)
    return { field, code: "too_long", message: `is too long (maximum is ${max} characters)` };
  return null;
}
