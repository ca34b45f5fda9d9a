import { appendAll, type Finding, firstDay, firstDayOfYear, lastDayOfYear } from "@cartulary/kernel";
import { yearOf } from "../accounts/journal.ts";
import { type Cents, minus, sum } from "../accounts/money.ts";
import type { Book, SealedEntry } from "../entries/entry.ts";
import { isBalanceSheet } from "../entries/opening.ts";
import { type ClosedPeriod, isYearClosed } from "../entries/period.ts";
import { subaccountKey } from "../lettering/lettering.ts";
import type { LedgerStores } from "../stores/ports.ts";

/**
 * Checks that carried-forward openings equal the balances at the end of the previous year, which must be closed, apart
 * from one line with its result; and that each closed year with balances has such an opening.
 */
export async function openingFindings(
  stores: LedgerStores,
  book: Book,
  closed: readonly ClosedPeriod[],
): Promise<readonly Finding[]> {
  const openings = await stores.ledgerInspection.openings();
  const names = new Set(openings.map(nameOf));
  const findings: Finding[] = [];
  for (const opening of openings) {
    const { reference, year } = opening;
    if (!isYearClosed(book, year - 1)) findings.push(error(reference, `carries forward ${year - 1}, which is open`));
    if (!(await isCarried(stores, opening, names)))
      findings.push(error(reference, "differs from the balances at the end of the previous year"));
  }
  for (const { period } of closed)
    if (period.endsWith("-12")) appendAll(findings, await lost(stores, yearOf(firstDay(period)), names));
  return findings;
}

/** Finds the societies with balances at the end of a closed year but no opening of the next. */
async function lost(stores: LedgerStores, year: number, names: ReadonlySet<string>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const societyCode of await stores.balances.societies({ from: null, to: lastDayOfYear(year) })) {
    if (names.has(nameOf({ societyCode, year: year + 1 }))) continue;
    const { carried, result } = await endOf(stores, { societyCode, year }, names);
    if (result !== 0 || [...carried.values()].some((balance) => balance !== 0))
      findings.push(error(`${societyCode} ${year + 1}`, `is missing: ${year} is closed and ended with balances`));
  }
  return findings;
}

async function isCarried(
  stores: LedgerStores,
  { societyCode, year, lines }: SealedEntry,
  names: ReadonlySet<string>,
): Promise<boolean> {
  const { carried, result } = await endOf(stores, { societyCode, year: year - 1 }, names);
  for (const line of lines) {
    const key = subaccountKey(line);
    carried.set(key, (carried.get(key) ?? 0) - minus(line.debitCents, line.creditCents));
  }
  const differing = [...carried.values()].filter((balance) => balance !== 0);
  return differing.length <= 1 && differing.reduce((all, each) => all + each, 0) === -result;
}

/** Returns the balances of a year to carry forward, by subaccount, and its result. */
async function endOf(
  { balances }: LedgerStores,
  { societyCode, year }: Year,
  names: ReadonlySet<string>,
): Promise<{ readonly carried: Map<string, number>; readonly result: Cents }> {
  const from = names.has(nameOf({ societyCode, year })) ? firstDayOfYear(year) : null;
  const carried = new Map<string, number>();
  const ended: Cents[] = [];
  for (const each of await balances.balances({ from, to: lastDayOfYear(year), societyCode })) {
    if (isBalanceSheet(each.accountCode)) carried.set(subaccountKey(each), each.balanceCents);
    else ended.push(each.balanceCents);
  }
  return { carried, result: sum(ended) };
}

type Year = Pick<SealedEntry, "societyCode" | "year">;

const nameOf = ({ societyCode, year }: Year): string => `${societyCode} ${year}`;

const error = (id: string, message: string): Finding => ({ severity: "error", area: "opening", id, message });
