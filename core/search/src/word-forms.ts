import { utf8Length } from "@cartulary/kernel";
import { stemsOf } from "./stemming/stems.ts";
import { folded, isKept } from "./words.ts";

/** The indexed forms of a word. */
export interface WordForms {
  /** Usually one; none for a word that is too long. */
  readonly words: readonly string[];
  /** Its stems, each with `~` before it. */
  readonly stems: readonly string[];
  /** UTF-8 bytes of the words, with a space after each. */
  readonly rowBytes: number;
  /** UTF-8 bytes of the words and stems. */
  readonly termBytes: number;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** A cache: most words recur. */
const CACHE_MAX = 20_000;
const CACHED_LENGTH_MAX = 40;
const cache = new Map<string, WordForms>();

/** Returns the forms of a lower-case word with its diacritics. */
export function formsOf(marked: string): WordForms {
  const cached = cache.get(marked);
  if (cached) return cached;
  const words = (folded(marked).match(WORD) ?? []).filter(isKept);
  const [word] = words;
  const stems = (words.length === 1 && word !== undefined ? stemsOf(marked, word, folded) : []).map(
    (stem) => `~${stem}`,
  );
  const wordBytes = bytesOf(words);
  const forms = { words, stems, rowBytes: wordBytes + words.length, termBytes: wordBytes + bytesOf(stems) };
  if (cache.size >= CACHE_MAX) cache.clear();
  if (marked.length <= CACHED_LENGTH_MAX) cache.set(marked, forms);
  return forms;
}

const bytesOf = (texts: readonly string[]): number => texts.reduce((total, text) => total + utf8Length(text), 0);
