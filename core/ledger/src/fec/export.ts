import { existing, firstDayOfYear, lastDayOfYear, type Transact } from "@cartulary/kernel";
import type { LedgerPlan } from "../accounts/chart.ts";
import { isYearClosed } from "../entries/period.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type FecForm, type FecTotals, noTotals, writeFec } from "./writer.ts";

/** Which file: one society, one civil year. */
export interface FecRequest extends FecForm {
  readonly societyCode: string;
  readonly year: number;
}

/**
 * Why a file is not the last word on its year: `year_open` while months of it may still change, `opening_missing` while
 * the year before is not closed, so that no balance was carried forward (fec.md 1.4).
 */
export type FecCaveat = "year_open" | "opening_missing";

/** A file that was read to its end. */
export interface WrittenFec<Result> {
  readonly totals: Readonly<FecTotals>;
  readonly caveats: readonly FecCaveat[];
  /** Societies whose entries of that year the book has beside the one asked for: they are not in the file. */
  readonly otherSocieties: readonly string[];
  /** What `keep` answered. */
  readonly result: Result;
}

/**
 * Writes the accounting file of a year into `keep`, which must read it to its end, out of one snapshot: nothing that is
 * sealed meanwhile is half in it. It writes nothing in the books. 404 while no book is open.
 */
export function exportFec<Stores extends LedgerStores, Result>(
  { transact, plan }: { readonly transact: Transact<Stores>; readonly plan: Pick<LedgerPlan, "journals"> },
  { societyCode, year, ...form }: FecRequest,
  keep: (file: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<WrittenFec<Result>> {
  return transact.read(async (stores) => {
    const caveats = await caveatsOf(stores, year);
    const societies = await stores.balances.societies({ from: firstDayOfYear(year), to: lastDayOfYear(year) });
    const otherSocieties = societies.filter((society) => society !== societyCode);
    const totals = noTotals();
    const journals = plan.journals.map(({ code }) => code);
    const lines = stores.accountingFiles.lines({ societyCode, year, journals });
    const result = await keep(writeFec(lines, plan.journals, form, totals));
    return { totals, caveats, otherSocieties, result };
  });
}

async function caveatsOf({ books, entries }: LedgerStores, year: number): Promise<readonly FecCaveat[]> {
  const book = existing(await books.find());
  const first = await entries.firstDay();
  const began = first !== null && first < firstDayOfYear(year);
  return [
    ...(isYearClosed(book, year) ? [] : ["year_open" as const]),
    ...(began && !isYearClosed(book, year - 1) ? ["opening_missing" as const] : []),
  ];
}
