import { existing, type Transact } from "@cartulary/kernel";
import type { LedgerPlan } from "../accounts/chart.ts";
import type { Series } from "../accounts/journal.ts";
import type { FileLine, LedgerStores } from "../stores/ports.ts";

/** A sealed line with what its entry says, and whose it is. */
export interface BookLine extends FileLine {
  readonly societyCode: string;
}

/**
 * Hands every sealed line of a year, or of all years, to `keep`, which must read them to their end: out of one snapshot,
 * in batches, year by year and society by society, lines of an entry together. Of several years, what closing a December
 * carried into the next one is left out: it repeats what is there. 404 while no book is open.
 */
export function exportBook<Stores extends LedgerStores, Result>(
  { transact, plan }: { readonly transact: Transact<Stores>; readonly plan: Pick<LedgerPlan, "journals"> },
  { year }: { readonly year: number | null },
  keep: (lines: AsyncIterable<readonly BookLine[]>) => Promise<Result>,
): Promise<Result> {
  return transact.read(async (stores) => {
    existing(await stores.books.find());
    const series = await stores.ledgerInspection.series();
    const files = filesOf(series).filter((file) => year === null || file.year === year);
    return keep(linesOf(stores, plan, files, year === null));
  });
}

type File = Pick<Series, "societyCode" | "year">;

function filesOf(series: readonly Series[]): readonly File[] {
  const files = new Map(series.map(({ societyCode, year }) => [`${year} ${societyCode}`, { societyCode, year }]));
  return [...files.values()].sort(
    (one, other) => one.year - other.year || (one.societyCode < other.societyCode ? -1 : 1),
  );
}

async function* linesOf(
  { accountingFiles }: LedgerStores,
  { journals }: Pick<LedgerPlan, "journals">,
  files: readonly File[],
  allYears: boolean,
): AsyncGenerator<readonly BookLine[]> {
  const codes = journals.map(({ code }) => code);
  for (const { societyCode, year } of files) {
    for await (const batch of accountingFiles.lines({ societyCode, year, journals: codes })) {
      yield batch
        .filter(({ carriesForward }) => !(allYears && carriesForward))
        .map((line) => ({ ...line, societyCode }));
    }
  }
}
