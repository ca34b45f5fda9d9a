import { fold } from "@cartulary/kernel";
import type { Classifier } from "../ports.ts";
import type { ClassificationEntry, ClassificationReason } from "../records/classification-plan.ts";

/**
 * Chooses the entry with the most keywords in the document's names and text; the first in the plan among equals.
 *
 * Ignores case and white space, and matches whole words only: `bail` is not in `bailleur`. Each keyword counts once.
 * The result depends only on the document and the plan.
 */
export const keywordClassifier: Classifier = {
  async classify({ names, text }, entries) {
    const candidates = entries.map((entry) => ({ entry, keywords: keywordsOf(entry) }));
    const found = occurring(normalized([...names, text ?? ""].join("\n")), candidates);
    let best: ClassificationReason | null = null;
    for (const { entry, keywords } of candidates) {
      const matched = [...keywords].filter(([keyword]) => found.has(keyword)).map(([, original]) => original);
      if (matched.length > (best?.score ?? 0)) best = { code: entry.code, score: matched.length, matched };
    }
    return best;
  },
};

/** Maps the normalized keywords of an entry to their original spelling. */
function keywordsOf({ keywords }: ClassificationEntry): ReadonlyMap<string, string> {
  return new Map(keywords.map((keyword) => [normalized(keyword), keyword]));
}

/** Normalizes a text or a keyword for comparison. */
const normalized = (text: string): string => fold(text).replace(/\s+/gu, " ").trim();

/** The start of a keyword: a word, or a character that is part of no word. */
const BEGINNING = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s]/gu;
const IN_A_WORD = /^[\p{L}\p{M}\p{N}]{2}$/u;

/** Keywords with the same first word, by length. */
type ByLength = Map<number, Set<string>>;

/**
 * Returns the keywords that occur in `text`. Looks up only the keywords that start with the word at each position, so
 * the time hardly depends on the size of the plan.
 */
function occurring(
  text: string,
  candidates: readonly { readonly keywords: ReadonlyMap<string, string> }[],
): ReadonlySet<string> {
  const byBeginning = new Map<string, ByLength>();
  for (const { keywords } of candidates) for (const keyword of keywords.keys()) addKeyword(byBeginning, keyword);
  const found = new Set<string>();
  for (const { 0: beginning, index } of text.matchAll(BEGINNING)) {
    for (const [length, keywords] of byBeginning.get(beginning) ?? []) {
      const end = index + length;
      const passage = text.slice(index, end);
      if (keywords.has(passage) && !IN_A_WORD.test(charactersAround(text, end))) found.add(passage);
    }
  }
  return found;
}

function addKeyword(byBeginning: Map<string, ByLength>, keyword: string): void {
  const [beginning] = keyword.match(BEGINNING) ?? [];
  if (beginning === undefined) return;
  const byLength = byBeginning.get(beginning) ?? new Map<number, Set<string>>();
  byBeginning.set(beginning, byLength);
  byLength.set(keyword.length, (byLength.get(keyword.length) ?? new Set()).add(keyword));
}

/** Returns the characters before and after a position. */
function charactersAround(text: string, at: number): string {
  const [before = ""] = /.$/su.exec(text.slice(Math.max(0, at - 2), at)) ?? [];
  const [after = ""] = /^./su.exec(text.slice(at, at + 2)) ?? [];
  return before + after;
}
