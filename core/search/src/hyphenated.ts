/** Maximum pieces of a hyphenated word; more is a line of dashes, or a list. */
const PIECES_MAX = 8;

const RUN = "[\\p{L}\\p{N}\\p{M}]+";
const HYPHEN = "[-\\u2010\\u2011]";
/** A hyphen within a line or at its end. */
const JOINT = `${HYPHEN}(?:[\\t ]*\\r?\\n[\\t ]*)?`;
const CHAIN = new RegExp(`${RUN}(?:${JOINT}${RUN})*`, "gu");
const ANY_HYPHEN = new RegExp(HYPHEN, "u");
const ANY_LETTER = /\p{L}/u;

/** A word, possibly hyphenated, of a text. */
export interface HyphenatedWord {
  /** The words in reading order; parts broken at the end of a line are joined. */
  readonly inRow: readonly string[];
  /** Additional words to index: the parts of joined words, and the whole chain as one word. */
  readonly alike: readonly string[];
  /** All parts, when the end of a line broke the word: the hyphen may belong to it. */
  readonly pieces?: readonly string[];
}

/** Splits a text into words. `sous-location` is indexed as two words, and as one. */
export const hyphenatedWords = (text: string): readonly HyphenatedWord[] =>
  wordsWithHyphens(text).map((word) => (typeof word === "string" ? { inRow: [word], alike: [] } : word));

/** Like {@link hyphenatedWords}, but returns words without hyphens, nearly all of a text, as strings. */
export function wordsWithHyphens(text: string): readonly (string | HyphenatedWord)[] {
  const chains = text.match(CHAIN) ?? [];
  if (!ANY_HYPHEN.test(text)) return chains;
  return chains.map((chain) => (ANY_HYPHEN.test(chain) ? chainOf(chain) : chain));
}

function chainOf(chain: string): HyphenatedWord {
  const lines = chain.split(/(?<=[-\u2010\u2011])[\t ]*\r?\n[\t ]*/);
  const inRow: string[] = [];
  const alike: string[] = [];
  let open = "";
  for (const line of lines) {
    const pieces = line.split(ANY_HYPHEN).filter((piece) => piece !== "");
    for (const [at, piece] of pieces.entries()) {
      const isJoined = at === 0 && open !== "";
      if (isJoined) {
        alike.push(open, piece);
        inRow[inRow.length - 1] = open + piece;
      } else inRow.push(piece);
      open = isJoined ? open + piece : piece;
    }
  }
  const pieces = chain.split(PIECE_END).filter((piece) => piece !== "");
  if (inRow.length > 1 && inRow.length <= PIECES_MAX && ANY_LETTER.test(chain)) alike.push(inRow.join(""));
  return lines.length > 1 ? { inRow, alike, pieces } : { inRow, alike };
}

const PIECE_END = /[-\u2010\u2011\s]+/u;
