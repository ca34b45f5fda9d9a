import { utf8Length } from "@cartulary/kernel";
import { wordsWithHyphens } from "./hyphenated.ts";
import { numberTerms } from "./numbers/numbers.ts";
import type { IndexedText } from "./ports.ts";
import { TEXT_BYTES_MAX } from "./reading.ts";
import type { IndexedTerms } from "./search-terms.ts";
import { slicesOf } from "./slices.ts";
import { formsOf, type WordForms } from "./word-forms.ts";
import { folded, markedText } from "./words.ts";

/** Bytes of all terms of one text: Postgres has no room for more than 1,048,575 (tsvector), and the heading needs some. */
export const TERMS_BYTES_MAX = 800_000;

/** The terms of a short text: of a name, of a description. */
export function indexedTerms(text: string): IndexedTerms {
  const terms = gatheredTerms();
  for (const slice of slicesOf(text)) terms.add(slice);
  const steps = terms.all();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A long text as the index keeps it. It pauses again and again, so that others have their turn. */
export async function indexedText(source: string, pause: () => Promise<unknown>): Promise<IndexedText> {
  const terms = gatheredTerms();
  const lines: string[] = [];
  let hasRoom = true;
  for (const slice of slicesOf(source.toWellFormed())) {
    if (lines.length > 0) await pause();
    const line = slice.replace(BLANKS, " ");
    const isAfterBlank = lines.at(-1)?.endsWith(" ") && line.startsWith(" ");
    if (!isAfterBlank) lines.push(line);
    else if (line !== " ") lines.push(line.slice(1));
    if (hasRoom) hasRoom = terms.add(slice);
  }
  const steps = terms.all();
  for (;;) {
    await pause();
    const { done, value } = steps.next();
    if (done) return { text: lines.join(""), ...value };
  }
}

/** Digits of any writing: some are 0 to 9 once they are folded. */
const ANY_DIGIT = /\p{N}/u;

/** Words on either side of one that a line's end broke, in the row that has its pieces. */
const BESIDE = 4;
/** So many such rows are kept of one text. */
const OTHER_ROWS_MAX = 2_000;
/** Between rows: no phrase goes over it. */
const ROW_END = "|";

/** All but single spaces, which most are, and which stay. */
const BLANKS = /[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu;

interface GatheredTerms {
  /** Answers whether there is room for more. */
  add(slice: string): boolean;
  /** A good place for a pause is wherever it yields. */
  all(): Generator<undefined, IndexedTerms>;
}

function gatheredTerms(): GatheredTerms {
  const inRow: string[] = [];
  const broken: { readonly start: number; readonly end: number; readonly pieces: readonly string[] }[] = [];
  const words = new Set<string>();
  const numbers = new Set<string>();
  const stems = new Set<string>();
  /** Most words of a text come again: their terms are there already. */
  const seen = new Set<WordForms>();
  /** Of each slice, so that little is left to be joined at the end. */
  const rows: string[] = [];
  let joined = 0;
  let bytes = 0;
  let termBytes = 0;
  const joinRow = () => {
    if (inRow.length > joined) rows.push(inRow.slice(joined).join(" "));
    joined = inRow.length;
  };
  const put = (terms: Set<string>, term: string) => {
    const before = terms.size;
    if (terms.add(term).size > before) termBytes += utf8Length(term);
  };
  const addWords = (written: string): readonly string[] => {
    const forms = formsOf(written);
    if (seen.has(forms)) return forms.words;
    seen.add(forms);
    for (const word of forms.words) put(words, word);
    for (const stem of forms.stems) put(stems, stem);
    return forms.words;
  };

  const addInRow = (written: string): boolean => {
    for (const word of addWords(written)) {
      bytes += utf8Length(word) + 1;
      if (bytes > TEXT_BYTES_MAX) return false;
      inRow.push(word);
    }
    return true;
  };

  return {
    add(slice) {
      const marked = markedText(slice);
      for (const written of wordsWithHyphens(marked)) {
        if (typeof written === "string") {
          if (!addInRow(written)) return false;
          continue;
        }
        const start = inRow.length;
        for (const each of written.inRow) if (!addInRow(each)) return false;
        for (const each of written.alike) addWords(each);
        if (!written.pieces || broken.length === OTHER_ROWS_MAX) continue;
        broken.push({ start, end: inRow.length, pieces: written.pieces.flatMap((piece) => formsOf(piece).words) });
      }
      if (ANY_DIGIT.test(marked)) for (const number of numberTerms(folded(marked))) put(numbers, number);
      joinRow();
      return true;
    },
    *all() {
      const terms = yield* firstWithin([words, numbers, stems], termBytes <= TERMS_BYTES_MAX);
      joinRow();
      const others = broken.map(({ start, end, pieces }) =>
        [...inRow.slice(Math.max(0, start - BESIDE), start), ...pieces, ...inRow.slice(end, end + BESIDE)].join(" "),
      );
      const row = [rows.join(" "), ...others].join(` ${ROW_END} `);
      return { terms, words: row === "" ? "" : ` ${row} ` };
    },
  };
}

/** Terms between two places for a pause. */
const GATHERED_TERMS = 10_000;

/** Words come first: where there is no room for all, stems are left out first, then numbers. */
function* firstWithin(
  sets: readonly ReadonlySet<string>[],
  haveRoom: boolean,
): Generator<undefined, readonly string[]> {
  const terms: string[] = [];
  let left = TERMS_BYTES_MAX;
  for (const set of sets)
    for (const term of set) {
      if (!haveRoom) left -= utf8Length(term);
      if (left < 0) return terms;
      if (terms.push(term) % GATHERED_TERMS === 0) yield;
    }
  return terms;
}
