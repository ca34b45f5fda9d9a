import { fold, removeDiacritics } from "@cartulary/kernel";

/** Letters and digits of a reference; the rest of it is punctuation that banks and people change. */
const WORDS = /[\p{L}\p{N}]+/gu;

/** Words of a label, and words of a reference, that are looked at. */
const [LABEL_WORDS_MAX, REFERENCE_WORDS_MAX] = [80, 8];
/** Code points of a label that are looked at, as many as banks write at most. */
const LABEL_MAX = 1000;

/**
 * Returns the letters and digits of a supplier's reference without case and accents: `F-2026/12` and `f 2026 12` have one
 * key. A reference without any has itself as key, which no label contains.
 */
export function referenceKey(reference: string): string {
  return wordsOf(reference).join("") || reference;
}

/** A run of words of a label that may be a reference. */
export interface NamedKey {
  readonly key: string;
  /** Position of its first word, and of the word after its last. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns all runs of words of a label that may be references, bounded in number. One or two digits are none: labels are
 * full of days and months.
 */
export function keysIn(label: string): readonly NamedKey[] {
  const words = wordsOf(label.slice(0, LABEL_MAX)).slice(0, LABEL_WORDS_MAX);
  const runs = words.flatMap((_, from) =>
    Array.from({ length: Math.min(REFERENCE_WORDS_MAX, words.length - from) }, (_, more) => ({
      ...{ from, to: from + more + 1, key: words.slice(from, from + more + 1).join("") },
    })),
  );
  return runs.filter(({ key }) => !/^\d{1,2}$/.test(key));
}

/** Returns the runs that are not part of a longer one: `F-2026-12` names that invoice, not `2026-12`. */
export function longestOf(named: readonly NamedKey[]): readonly NamedKey[] {
  return named.filter(
    (one) =>
      !named.some((other) => other.from <= one.from && one.to <= other.to && other.to - other.from > one.to - one.from),
  );
}

const wordsOf = (text: string): readonly string[] => removeDiacritics(fold(text)).match(WORDS) ?? [];
