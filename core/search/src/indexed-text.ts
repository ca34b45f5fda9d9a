import { SEPARATORS, wordsOf } from "./words.ts";

/** A text as an index keeps it. */
export interface IndexedText {
  /** In its own spelling, white space and controls as single spaces. */
  readonly text: string;
  /**
   * Its words, each once, where it is first met, with a space before and after each. After so many {@link MARK}s as there
   * are whole {@link MARKED_LENGTH}s of characters before: so a word's place in the text is found without reading that.
   */
  readonly words: string;
}

/** Code points of the text that one mark stands for. */
export const MARKED_LENGTH = 256;

/** Stands between words, and is none. */
export const MARK = "\n";

/** Words with a space before and after each: the form in which an index looks for ` word `. */
export function spaced(words: Iterable<string>): string {
  const joined = [...new Set(words)].join(" ");
  return joined === "" ? "" : ` ${joined} `;
}

export function indexedText(source: string): IndexedText {
  const text = source.toWellFormed().replace(BLANKS, " ");
  const seen = new Set<string>();
  let words = "";
  let points = 0;
  let marks = 0;
  for (const piece of text.match(PIECE) ?? []) {
    for (const word of wordsOf(piece)) {
      const before = seen.size;
      if (seen.add(word).size === before) continue;
      for (const reached = Math.floor(points / MARKED_LENGTH); marks < reached; marks += 1) words += ` ${MARK}`;
      words += ` ${word}`;
    }
    points += lengthOf(piece);
  }
  return { text, words: words === "" ? "" : `${words} ` };
}

/** All but single spaces, which most are, and which stay. */
const BLANKS = /[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu;

/** A stretch of a text that ends where a word cannot go on. */
const PIECE = new RegExp(`[^]{1,${MARKED_LENGTH}}[^${SEPARATORS}]*`, "gu");

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** In code points. */
function lengthOf(piece: string): number {
  return piece.length - (piece.match(PAIR)?.length ?? 0);
}
