import { type FieldError, isInvisible, line, lineError } from "@cartulary/kernel";

/** Control characters, ends of lines, tabs, other white space and marks that turn the direction of what is read. */
const UNSEEN = /[\s\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** Characters of the longest text that is looked at: no bank writes a tenth of it, and nothing grows with what is longer. */
const RAW_MAX = 65_536;

/**
 * Words that come from a bank as they are kept (money.md 1.4): what is not seen becomes one space. Judge them with
 * {@link bankWordsError} first.
 */
export const bankWords = (text: string): string => line(text.replace(UNSEEN, " "));

/** The same where nothing that can be seen is nothing. */
export function bankWordsOrNull(text: string | null | undefined): string | null {
  const words = bankWords(text ?? "");
  return words === "" || isInvisible(words) ? null : words;
}

/** What is wrong with words of a bank: only that they are too long, blank where something is needed, or no text at all. */
export function bankWordsError(
  field: string,
  text: string,
  rule: { readonly max: number; readonly required: boolean },
): FieldError | null {
  if (text.length > RAW_MAX)
    return { field, code: "too_long", message: `is too long (maximum is ${rule.max} characters)` };
  return lineError(field, text.replace(UNSEEN, " "), rule);
}
