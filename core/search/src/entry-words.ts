import type { Transact } from "@cartulary/kernel";
import type { Entry, SearchStores } from "./ports.ts";
import type { IndexedTerms } from "./search-terms.ts";
import { isCorrection } from "./typing-errors.ts";

/** Words of one transaction: an engine that writes many at once keeps all others waiting. */
const TOGETHER_MAX = 2_000;

/**
 * Adds the words of some texts in which a typing error is forgiven, in transactions of their own. Answers the last of them,
 * which are few, for the transaction that writes the entries: most texts have no others.
 */
export async function addMostWords<Stores extends SearchStores>(
  transact: Transact<Stores>,
  texts: readonly IndexedTerms[],
): Promise<readonly string[]> {
  let words = new Set<string>();
  for (const { terms } of texts)
    for (const term of terms) {
      if (isMarked(term) || words.has(term) || !isCorrection(term)) continue;
      words.add(term);
      if (words.size < TOGETHER_MAX) continue;
      const together = [...words];
      words = new Set();
      await transact.write(({ search }) => search.addWords(together));
    }
  return [...words];
}

/** Stems begin with a sign, numbers with a sign or a digit. This is far cheaper than a look at all letters. */
const isMarked = (term: string): boolean => term.startsWith("~") || term.charCodeAt(0) < 0x61;

/** The texts that an entry is found by. */
export const textsOf = ({ name, description, text }: Omit<Entry, "of" | "isRead">): readonly IndexedTerms[] =>
  text === null ? [name, description] : [name, description, text];
