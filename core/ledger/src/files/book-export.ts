import { existing, type Transact } from "@cartulary/kernel";
import type { FileLine, LedgerStores } from "../stores/ports.ts";

/**
 * Hands every sealed line of a year, or of all years, to `keep`, which must read them to their end: out of one snapshot,
 * in batches, day by day, as other tools want them; lines of an entry come together. Of several years, what closing a
 * December carried into the next one is left out: it repeats what is there. 404 while no book is open.
 */
export function exportBook<Stores extends LedgerStores, Result>(
  transact: Transact<Stores>,
  { year }: { readonly year: number | null },
  keep: (lines: AsyncIterable<readonly FileLine[]>) => Promise<Result>,
): Promise<Result> {
  return transact.read(async (stores) => {
    existing(await stores.books.find());
    return keep(linesOf(stores, year));
  });
}

async function* linesOf({ accountingFiles }: LedgerStores, year: number | null): AsyncGenerator<readonly FileLine[]> {
  for await (const batch of accountingFiles.linesByDay(year))
    yield year === null ? batch.filter(({ carriesForward }) => !carriesForward) : batch;
}
