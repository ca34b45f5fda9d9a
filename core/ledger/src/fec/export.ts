import { firstDayOfYear, lastDayOfYear, orNotFound, type Transact } from "@cartulary/kernel";
import type { LedgerPlan } from "../accounts/ledger-plan.ts";
import { isYearClosed } from "../entries/period.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { emptyTotals, type FecForm, type FecTotals, writeFec } from "./writer.ts";

/** Selects the file of one society and civil year. */
export interface FecRequest extends FecForm {
  readonly societyCode: string;
  readonly year: number;
}

/**
 * Reasons why a file is not final: `year_open` while its months may change; `opening_missing` while the previous year
 * is open, so that no balances were carried forward (fec.md 1.4).
 */
export type FecCaveat = "year_open" | "opening_missing";

/** The result of an export. */
export interface FecExportResult<Result> {
  readonly totals: Readonly<FecTotals>;
  readonly caveats: readonly FecCaveat[];
  /** Other societies with entries in that year; they are not in the file. */
  readonly otherSocieties: readonly string[];
  /** The result of `save`. */
  readonly result: Result;
}

/**
 * Passes the accounting file of a year to `save`, which must read it to its end. Reads one snapshot and changes
 * nothing. Throws 404 when no book is open.
 */
export function exportFec<Stores extends LedgerStores, Result>(
  { transact, plan }: { readonly transact: Transact<Stores>; readonly plan: Pick<LedgerPlan, "journals"> },
  { societyCode, year, ...form }: FecRequest,
  save: (file: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<FecExportResult<Result>> {
  return transact.read(async (stores) => {
    const caveats = await caveatsOf(stores, year);
    const societies = await stores.balances.societies({ from: firstDayOfYear(year), to: lastDayOfYear(year) });
    const otherSocieties = societies.filter((society) => society !== societyCode);
    const totals = emptyTotals();
    const journals = plan.journals.map(({ code }) => code);
    const lines = stores.accountingFiles.lines({ societyCode, year, journals });
    const result = await save(writeFec(lines, plan.journals, form, totals));
    return { totals, caveats, otherSocieties, result };
  });
}

async function caveatsOf({ books, entries }: LedgerStores, year: number): Promise<readonly FecCaveat[]> {
  const book = orNotFound(await books.find());
  const first = await entries.firstDay();
  const began = first !== null && first < firstDayOfYear(year);
  return [
    ...(isYearClosed(book, year) ? [] : ["year_open" as const]),
    ...(began && !isYearClosed(book, year - 1) ? ["opening_missing" as const] : []),
  ];
}
