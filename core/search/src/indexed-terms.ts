import { utf8Length } from "@cartulary/kernel";
import { wordsWithHyphens } from "./hyphenated.ts";
import { numberTerms } from "./numbers/numbers.ts";
import type { IndexedText } from "./ports.ts";
import { TEXT_BYTES_MAX } from "./reading.ts";
import type { IndexedTerms } from "./search-terms.ts";
import { slicesOf } from "./slices.ts";
import { formsOf, type WordForms } from "./word-forms.ts";
import { folded, markedText } from "./words.ts";

/** Maximum bytes of the terms of a text. Postgres allows 1,048,575 (tsvector), and the heading needs some of them. */
export const TERMS_BYTES_MAX = 800_000;

/** Returns the terms of a short text, such as a name. */
export function indexedTerms(text: string): IndexedTerms {
  const terms = gatheredTerms();
  for (const slice of slicesOf(text)) terms.add(slice);
  const steps = terms.all();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Indexes a long text. Awaits `pause` regularly to keep the event loop responsive. */
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

/** Digits of all scripts: some fold to 0 to 9. */
const ANY_DIGIT = /\p{N}/u;

/** Number of neighbouring words in a row of the parts of a broken word. */
const NEIGHBOURS = 4;
/** Maximum number of such rows per text. */
const BROKEN_ROWS_MAX = 2_000;
/** Separates rows: no phrase matches across it. */
const ROW_END = "|";

/** White space and control characters, except single spaces. */
const BLANKS = /[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu;

interface GatheredTerms {
  /** Returns false when the text is full. */
  add(slice: string): boolean;
  /** Yields wherever the caller may pause. */
  all(): Generator<undefined, IndexedTerms>;
}

function gatheredTerms(): GatheredTerms {
  const inRow: string[] = [];
  const broken: { readonly start: number; readonly end: number; readonly pieces: readonly string[] }[] = [];
  const words = new Set<string>();
  const numbers = new Set<string>();
  const stems = new Set<string>();
  /** Words whose terms have been added. */
  const seen = new Set<WordForms>();
  /** Rows of past slices, joined early to spread the work. */
  const rows: string[] = [];
  let joined = 0;
  let bytes = 0;
  /** At least the bytes of the terms: two words may have the same stem. */
  let termBytes = 0;
  const joinRow = () => {
    if (inRow.length > joined) rows.push(inRow.slice(joined).join(" "));
    joined = inRow.length;
  };
  const addWords = (written: string): WordForms => {
    const forms = formsOf(written);
    if (seen.has(forms)) return forms;
    seen.add(forms);
    termBytes += forms.termBytes;
    for (const word of forms.words) words.add(word);
    for (const stem of forms.stems) stems.add(stem);
    return forms;
  };

  const addInRow = (written: string): boolean => {
    const forms = addWords(written);
    bytes += forms.rowBytes;
    if (bytes > TEXT_BYTES_MAX) return false;
    for (const word of forms.words) inRow.push(word);
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
        if (!written.pieces || broken.length === BROKEN_ROWS_MAX) continue;
        broken.push({ start, end: inRow.length, pieces: written.pieces.flatMap((piece) => formsOf(piece).words) });
      }
      if (ANY_DIGIT.test(marked)) {
        for (const number of numberTerms(folded(marked))) {
          numbers.add(number);
          termBytes += utf8Length(number);
        }
      }
      joinRow();
      return true;
    },
    *all() {
      const terms = yield* firstWithin([words, numbers, stems], termBytes <= TERMS_BYTES_MAX);
      joinRow();
      const brokenRows = broken.map(({ start, end, pieces }) =>
        [...inRow.slice(Math.max(0, start - NEIGHBOURS), start), ...pieces, ...inRow.slice(end, end + NEIGHBOURS)].join(
          " ",
        ),
      );
      const row = [rows.join(" "), ...brokenRows].join(` ${ROW_END} `);
      return { terms, words: row === "" ? "" : ` ${row} ` };
    },
  };
}

/** Number of terms between two pauses. */
const GATHERED_TERMS = 10_000;

/** Returns words, then numbers, then stems, as long as they fit. */
function* firstWithin(
  sets: readonly ReadonlySet<string>[],
  haveRoom: boolean,
): Generator<undefined, readonly string[]> {
  const terms: string[] = [];
  let remaining = TERMS_BYTES_MAX;
  for (const set of sets)
    for (const term of set) {
      if (!haveRoom) remaining -= utf8Length(term);
      if (remaining < 0) return terms;
      if (terms.push(term) % GATHERED_TERMS === 0) yield;
    }
  return terms;
}
