import { orNotFound, type Transact } from "@cartulary/kernel";
import type { FileLine, LedgerStores } from "../stores/ports.ts";

/**
 * Passes all sealed lines of a year, or of all years, to `save`, which must read them to their end. Reads one snapshot
 * in batches, ordered by day; lines of an entry are consecutive. Over several years, excludes balances carried forward,
 * which repeat earlier lines. Throws 404 when no book is open.
 */
export function exportBook<Stores extends LedgerStores, Result>(
  transact: Transact<Stores>,
  { year }: { readonly year: number | null },
  save: (lines: AsyncIterable<readonly FileLine[]>) => Promise<Result>,
): Promise<Result> {
  return transact.read(async (stores) => {
    orNotFound(await stores.books.find());
    return save(linesOf(stores, year));
  });
}

async function* linesOf({ accountingFiles }: LedgerStores, year: number | null): AsyncGenerator<readonly FileLine[]> {
  for await (const batch of accountingFiles.linesByDay(year))
    yield year === null ? batch.filter(({ carriesForward }) => !carriesForward) : batch;
}
