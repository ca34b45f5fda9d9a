import { appendAll, utf8Length } from "@cartulary/kernel";
import { hyphenatedWords } from "./hyphenated.ts";
import { numberTerms } from "./numbers/numbers.ts";
import type { IndexedText } from "./ports.ts";
import { TEXT_BYTES_MAX } from "./reading.ts";
import type { IndexedTerms } from "./search-terms.ts";
import { slicesOf } from "./slices.ts";
import { formsOf } from "./word-forms.ts";
import { folded, markedText } from "./words.ts";

/** Bytes of all terms of one text: Postgres has no room for more than 1,048,575 (tsvector). */
export const TERMS_BYTES_MAX = 1_000_000;

/** The terms of a short text: of a name, of a description. */
export function indexedTerms(text: string): IndexedTerms {
  const terms = gatheredTerms();
  for (const slice of slicesOf(text)) terms.add(slice);
  return terms.all();
}

/** A long text as the index keeps it. It pauses again and again, so that others have their turn. */
export async function indexedText(source: string, pause: () => Promise<unknown>): Promise<IndexedText> {
  const terms = gatheredTerms();
  for (const slice of slicesOf(source)) {
    if (!terms.add(slice)) break;
    await pause();
  }
  const text = source.toWellFormed().replace(BLANKS, " ");
  await pause();
  return { text, ...terms.all() };
}

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
  all(): IndexedTerms;
}

function gatheredTerms(): GatheredTerms {
  const inRow: string[] = [];
  const broken: { readonly start: number; readonly end: number; readonly pieces: readonly string[] }[] = [];
  // Where there is no room for all, stems are left out first, then numbers.
  const byWeight = [new Set<string>(), new Set<string>(), new Set<string>()] as const;
  const [words, numbers, stems] = byWeight;
  let bytes = 0;

  const addWords = (written: string): readonly string[] => {
    const forms = formsOf(written);
    for (const word of forms.words) words.add(word);
    for (const stem of forms.stems) stems.add(stem);
    return forms.words;
  };

  return {
    add(slice) {
      const marked = markedText(slice);
      for (const written of hyphenatedWords(marked)) {
        const start = inRow.length;
        for (const each of written.inRow)
          for (const word of addWords(each)) {
            bytes += utf8Length(word) + 1;
            if (bytes > TEXT_BYTES_MAX) return false;
            inRow.push(word);
          }
        for (const each of written.alike) addWords(each);
        if (!written.pieces || broken.length === OTHER_ROWS_MAX) continue;
        broken.push({ start, end: inRow.length, pieces: written.pieces.flatMap((piece) => formsOf(piece).words) });
      }
      for (const number of numberTerms(folded(marked))) numbers.add(number);
      return true;
    },
    all() {
      const terms: string[] = [];
      let left = TERMS_BYTES_MAX;
      for (const some of byWeight) {
        const kept = [...some].filter((term) => {
          left -= utf8Length(term);
          return left >= 0;
        });
        appendAll(terms, kept);
      }
      const rows = [inRow];
      for (const { start, end, pieces } of broken)
        rows.push([...inRow.slice(Math.max(0, start - BESIDE), start), ...pieces, ...inRow.slice(end, end + BESIDE)]);
      const words = rows.map((row) => row.join(" ")).join(` ${ROW_END} `);
      return { terms, words: words === "" ? "" : ` ${words} ` };
    },
  };
}
