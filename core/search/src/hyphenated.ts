/** Pieces of one hyphenated word that are looked at; what has more is a line of dashes, or a list. */
const PIECES_MAX = 8;

const RUN = "[\\p{L}\\p{N}\\p{M}]+";
const HYPHEN = "[-\\u2010\\u2011]";
/** A hyphen at a line's end, or one within a line. */
const JOINT = `${HYPHEN}(?:[\\t ]*\\r?\\n[\\t ]*)?`;
const CHAIN = new RegExp(`${RUN}(?:${JOINT}${RUN})*`, "gu");
const ANY_HYPHEN = new RegExp(HYPHEN, "u");
const ANY_LETTER = /\p{L}/u;

/** A word, or words with hyphens between them, as they are in a text. */
export interface HyphenatedWord {
  /** As they are read: what a line's end broke is joined. */
  readonly inRow: readonly string[];
  /** What is found as well: the pieces of what was joined, and all of it as one word. */
  readonly alike: readonly string[];
  /** All pieces, one by one, where a line's end broke a word: it may have had the hyphen anyway. */
  readonly pieces?: readonly string[];
}

/** The words of a text in which hyphens still are; `sous-location` is found as two words, and as one. */
export const hyphenatedWords = (text: string): readonly HyphenatedWord[] =>
  wordsWithHyphens(text).map((word) => (typeof word === "string" ? { inRow: [word], alike: [] } : word));

/** The same, where a word without hyphens is a plain string: of a long text nearly all are. */
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
