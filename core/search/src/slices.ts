import { SEPARATORS } from "./words.ts";

/** So much of a text is looked at without a pause: some milliseconds of work. */
export const SLICE_LENGTH = 4_096;
/** A good place to cut is looked for in so much of the end of a slice. */
const SEARCHED_LENGTH = 1_024;
/** So much on either side of it is looked at, too. */
const BESIDE_LENGTH = 24;

/** A line's end, but for one that breaks a word. */
const LINE_END = /(?<![-\u2010\u2011\u00ad][\t \r]*)\n/g;
/** One with no number beside it that may go on in the next line. */
const LINE_END_OF_WORDS = /(?<!\d[^\n]{0,11}|[-\u2010\u2011\u00ad][\t \r]*)\n(?![^\n]{0,11}\d)/g;
/** A blank between words of letters, where no number and no date goes on. */
const BETWEEN_LETTERS = /(?<=[^\p{L}\p{N}\p{M}]\p{L}+) (?=\p{L})/gu;
const SEPARATOR = new RegExp(`[${SEPARATORS}]`, "u");

/** The parts of a text, cut where no word and, but for the oddest texts, no number goes on. */
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
  const from = end - SEARCHED_LENGTH - BESIDE_LENGTH;
  const searched = text.slice(from, end + BESIDE_LENGTH);
  for (const pattern of [LINE_END_OF_WORDS, LINE_END, BETWEEN_LETTERS]) {
    const last = [...searched.matchAll(pattern)].findLast(({ index }) => index >= BESIDE_LENGTH && from + index < end);
    if (last) return from + last.index + 1;
  }
  // A word that is longer than the longest that is kept is none in pieces, too: each of them is longer.
  const most = Math.min(text.length, end + SLICE_LENGTH);
  for (let at = end; at < most; at += 1) if (SEPARATOR.test(text[at] ?? "")) return at;
  return text.length - end <= SLICE_LENGTH ? text.length : end;
}
