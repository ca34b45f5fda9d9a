import type { Transact } from "@cartulary/kernel";
import type { Entry, SearchStores } from "./ports.ts";
import type { IndexedTerms } from "./search-terms.ts";
import { isCorrection } from "./typing-errors.ts";

/** Maximum words per transaction: a long write would block other writers. */
const BATCH_MAX = 2_000;

/**
 * Adds the correctable words of some texts, in transactions of their own. Returns the last batch, for the transaction
 * that writes the entries; most texts have only one.
 */
export async function addMostWords<Stores extends SearchStores>(
  transact: Transact<Stores>,
  texts: readonly IndexedTerms[],
): Promise<readonly string[]> {
  let words = new Set<string>();
  for (const { terms } of texts)
    for (const term of terms) {
      if (words.has(term) || !isWord(term)) continue;
      words.add(term);
      if (words.size < BATCH_MAX) continue;
      const batch = [...words];
      words = new Set();
      await transact.write(({ search }) => search.addWords(batch));
    }
  return [...words];
}

/** Stems start with a sign, numbers with a sign or a digit. That is cheaper than checking all letters, so it is first. */
const isWord = (term: string): boolean => !term.startsWith("~") && term.charCodeAt(0) >= 0x61 && isCorrection(term);

/** Returns the searchable texts of an entry. */
export const textsOf = ({ name, description, text }: Omit<Entry, "of" | "isRead">): readonly IndexedTerms[] =>
  text === null ? [name, description] : [name, description, text];
