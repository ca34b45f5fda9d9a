import { stemsOf } from "./stemming/stems.ts";
import { folded, isKept } from "./words.ts";

/** What a word of a text, or of a query, is found by. */
export interface WordForms {
  /** As a rule one; none of a word that is too long. */
  readonly words: readonly string[];
  /** Its stems, `~` before each. */
  readonly stems: readonly string[];
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Most words come again and again: their forms are known from the first time on. */
const KNOWN_MAX = 20_000;
const KNOWN_LENGTH_MAX = 40;
const known = new Map<string, WordForms>();

/** Of a word in lower case that still has its marks. */
export function formsOf(marked: string): WordForms {
  const before = known.get(marked);
  if (before) return before;
  const words = (folded(marked).match(WORD) ?? []).filter(isKept);
  const [word] = words;
  const stems = words.length === 1 && word !== undefined ? stemsOf(marked, word, folded) : [];
  const forms = { words, stems: stems.map((stem) => `~${stem}`) };
  if (known.size >= KNOWN_MAX) known.clear();
  if (marked.length <= KNOWN_LENGTH_MAX) known.set(marked, forms);
  return forms;
}
