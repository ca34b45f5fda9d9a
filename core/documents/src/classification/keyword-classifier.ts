import { fold } from "@cartulary/kernel";
import type { Classifier } from "../ports.ts";
import type { ClassificationEntry, ClassificationReason } from "../records/classification-plan.ts";

/**
 * Files a document under the entry of which it names the most keywords, of several the one that comes first in the plan.
 *
 * A keyword is found in the document's names and text whatever the case and the white space, and at the edges of words:
 * `bail` is not in `bailleur`. Each counts once, however often it stands there. The same document and the same plan have
 * the same answer.
 */
export const keywordClassifier: Classifier = {
  async classify({ names, text }, entries) {
    const wanted = entries.map((entry) => ({ entry, keywords: keywordsOf(entry) }));
    const isNamed = standing(searched([...names, text ?? ""].join("\n")), wanted);
    let best: ClassificationReason | null = null;
    for (const { entry, keywords } of wanted) {
      const matched = [...keywords].filter(([keyword]) => isNamed.has(keyword)).map(([, asWritten]) => asWritten);
      if (matched.length > (best?.score ?? 0)) best = { code: entry.code, score: matched.length, matched };
    }
    return best;
  },
};

/** The keywords of an entry as they are searched, each with how the plan writes it. */
function keywordsOf({ keywords }: ClassificationEntry): ReadonlyMap<string, string> {
  return new Map(keywords.map((keyword) => [searched(keyword), keyword]));
}

/** As texts and keywords are compared. */
const searched = (text: string): string => fold(text).replace(/\s+/gu, " ").trim();

/** Where a keyword may begin: a word, or a sign that belongs to none. */
const BEGINNING = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s]/gu;
const IN_A_WORD = /^[\p{L}\p{M}\p{N}]{2}$/u;

/** Keywords that begin alike, by their length. */
type ByLength = Map<number, Set<string>>;

/**
 * Those of the keywords that stand in `text`. At each word it is looked up which of the keywords that begin with it go on
 * as the text does, so that a long plan costs little more than a short one.
 */
function standing(
  text: string,
  wanted: readonly { readonly keywords: ReadonlyMap<string, string> }[],
): ReadonlySet<string> {
  const byBeginning = new Map<string, ByLength>();
  for (const { keywords } of wanted) for (const keyword of keywords.keys()) enter(byBeginning, keyword);
  const found = new Set<string>();
  for (const { 0: beginning, index } of text.matchAll(BEGINNING)) {
    for (const [length, keywords] of byBeginning.get(beginning) ?? []) {
      const end = index + length;
      const passage = text.slice(index, end);
      if (keywords.has(passage) && !IN_A_WORD.test(around(text, end))) found.add(passage);
    }
  }
  return found;
}

function enter(byBeginning: Map<string, ByLength>, keyword: string): void {
  const [beginning] = keyword.match(BEGINNING) ?? [];
  if (beginning === undefined) return;
  const byLength = byBeginning.get(beginning) ?? new Map<number, Set<string>>();
  byBeginning.set(beginning, byLength);
  byLength.set(keyword.length, (byLength.get(keyword.length) ?? new Set()).add(keyword));
}

/** The characters before and after a place. */
function around(text: string, at: number): string {
  const [before = ""] = /.$/su.exec(text.slice(Math.max(0, at - 2), at)) ?? [];
  const [after = ""] = /^./su.exec(text.slice(at, at + 2)) ?? [];
  return before + after;
}
