import { SEPARATORS } from "./words.ts";

/** Characters processed between two pauses: some milliseconds of work. */
export const SLICE_LENGTH = 4_096;
/** Length of the end of a slice that is searched for a cut. */
const SEARCHED_LENGTH = 1_024;
/** Length of the context on either side of it. */
const CONTEXT_LENGTH = 24;

/** A line end that does not break a word. */
const LINE_END = /(?<![-\u2010\u2011\u00ad][\t \r]*)\n/g;
/** A line end without a number on either side. */
const LINE_END_OF_WORDS = /(?<!\d[^\n]{0,11}|[-\u2010\u2011\u00ad][\t \r]*)\n(?![^\n]{0,11}\d)/g;
/** A blank between two words of letters, thus not inside a number or date. */
const BETWEEN_LETTERS = /(?<=[^\p{L}\p{N}\p{M}]\p{L}+) (?=\p{L})/gu;
const SEPARATOR = new RegExp(`[${SEPARATORS}]`, "u");

/** Splits a text where no word, and hardly ever a number, continues. */
export function* slicesOf(text: string): Iterable<string> {
  let start = 0;
  while (text.length - start > SLICE_LENGTH) {
    const end = cutOf(text, start + SLICE_LENGTH);
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}

function cutOf(text: string, end: number): number {
  const from = end - SEARCHED_LENGTH - CONTEXT_LENGTH;
  const searched = text.slice(from, end + CONTEXT_LENGTH);
  for (const pattern of [LINE_END_OF_WORDS, LINE_END, BETWEEN_LETTERS]) {
    const last = [...searched.matchAll(pattern)].findLast(({ index }) => index >= CONTEXT_LENGTH && from + index < end);
    if (last) return from + last.index + 1;
  }
  // Cutting a word longer than the maximum is harmless: its pieces are longer, too.
  const most = Math.min(text.length, end + SLICE_LENGTH);
  for (let at = end; at < most; at += 1) if (SEPARATOR.test(text[at] ?? "")) return at;
  return text.length - end <= SLICE_LENGTH ? text.length : end;
}
