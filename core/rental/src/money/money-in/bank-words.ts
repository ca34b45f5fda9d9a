import { type FieldError, isInvisible, lineError, normalizeLine } from "@cartulary/kernel";

/** Control characters, line ends, white space and marks that change the text direction. */
const INVISIBLE = /[\s\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** Characters of the longest accepted text, far above what banks write. Bounds the work on it. */
const RAW_MAX = 65_536;

/**
 * Normalizes a text from a bank (money.md 1.4): each run of invisible characters becomes one space. Check it with
 * {@link bankWordsError} first.
 */
export const bankWords = (text: string): string => normalizeLine(text.replace(INVISIBLE, " "));

/** Normalizes a text from a bank; returns `null` without visible characters. */
export function bankWordsOrNull(text: string | null | undefined): string | null {
  const words = bankWords(text ?? "");
  return isInvisible(words) ? null : words;
}

/** Returns the error of a text from a bank: too long, blank although required, or not valid text. */
export function bankWordsError(
  field: string,
  text: string,
  rule: { readonly max: number; readonly required: boolean },
): FieldError | null {
  if (text.length > RAW_MAX)
    return { field, code: "too_long", message: `is too long (maximum is ${rule.max} characters)` };
  return lineError(field, text.replace(INVISIBLE, " "), rule);
}
