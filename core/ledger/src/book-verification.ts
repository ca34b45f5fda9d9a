import { dayBefore, type Finding, firstDayOfYear, monthAfter } from "@cartulary/kernel";
import type { Book, SealedEntry } from "./entry.ts";
import { subaccountKey } from "./lettering.ts";
import { minus } from "./money.ts";
import type { ClosedPeriod } from "./period.ts";
import type { LedgerInspection, LedgerStores } from "./ports.ts";

/** What has to be true of a book beside its chains, out of one snapshot: months, letters, sources, openings. */
export async function bookFindings(stores: LedgerStores, book: Book): Promise<readonly Finding[]> {
  const { periods, ledgerInspection } = stores;
  const closed = await periods.list();
  return [
    ...sequenceFindings(book, closed),
    ...(await monthFindings(ledgerInspection, book, closed)),
    ...(await headFindings(ledgerInspection, closed)),
    ...(await ledgerInspection.letteringFaults()).map((id) =>
      error(
        "lettering",
        id,
        "does not hold together: its lines sum to zero, on one subaccount, with letters of their own",
      ),
    ),
    ...(await ledgerInspection.sourceFaults()).map((id) =>
      error("source", id, "is not written down with its entry: the same source could make another one"),
    ),
    ...(await openingFindings(stores)),
  ];
}

/** Months are closed one after another, up to the one that the book says. */
function sequenceFindings({ closedThrough }: Book, closed: readonly ClosedPeriod[]): readonly Finding[] {
  const last = closed.at(-1)?.period ?? null;
  const findings = closed.flatMap(({ period }, index) => {
    const before = closed[index - 1];
    return before && monthAfter(before.period) !== period
      ? [error("period", period, `was closed after ${before.period}: the closings between are gone`)]
      : [];
  });
  if (last !== closedThrough)
    findings.push(
      error("period", last ?? "none", `is the last that was closed, and the book is closed through ${closedThrough}`),
    );
  return findings;
}

/** Entries are posted in closed months and in no other, and none came into a month since it was closed. */
async function monthFindings(
  inspection: LedgerInspection,
  { closedThrough }: Book,
  closed: readonly ClosedPeriod[],
): Promise<readonly Finding[]> {
  const found = new Map((await inspection.months()).map((month) => [month.period, month]));
  const posted = new Map(closed.map((month) => [month.period, month.entriesPosted]));
  return [...new Set([...found.keys(), ...posted.keys()])].sort().flatMap((period) => {
    const { entries = 0, posted: marked = 0 } = found.get(period) ?? {};
    const isClosed = posted.has(period) || (closedThrough !== null && period <= closedThrough);
    const expected = posted.get(period);
    return [
      ...(marked === (isClosed ? entries : 0)
        ? []
        : [
            error(
              "period",
              period,
              `is ${isClosed ? "closed" : "open"}, and ${marked} of its ${entries} entries are posted`,
            ),
          ]),
      ...(expected === undefined || expected === entries
        ? []
        : [error("period", period, `was closed with ${expected} entries and has ${entries}`)]),
    ];
  });
}

/** What each series had come to when a month was closed is still in it. */
async function headFindings(
  inspection: LedgerInspection,
  closed: readonly ClosedPeriod[],
): Promise<readonly Finding[]> {
  const heads = await inspection.heads();
  const kept = new Set(heads.map(({ period }) => period));
  const findings = closed
    .filter(({ period, entriesPosted }) => entriesPosted > 0 && !kept.has(period))
    .map(({ period }) => error("period", period, "lost what its series had come to when it was closed"));
  const looked = new Set<string>();
  for (const head of heads) {
    const id = `${head.societyCode} ${head.journal} ${head.year}`;
    const name = `${id} ${head.number} ${head.hash}`;
    if (looked.has(name)) continue;
    looked.add(name);
    const [entry] = await inspection.entries(head, head.number - 1, 1);
    if (entry?.number !== head.number)
      findings.push(
        error("numbering", id, `had come to ${head.number} when ${head.period} was closed, and lost that entry`),
      );
    else if (entry.hash !== head.hash)
      findings.push(
        error("numbering", id, `was rewritten since ${head.period} was closed, up to ${entry.reference} at least`),
      );
  }
  return findings;
}

/** An opening that was carried forward is what the year before ended with; what differs is its result alone. */
async function openingFindings(stores: LedgerStores): Promise<readonly Finding[]> {
  const openings = await stores.ledgerInspection.openings();
  const carried = new Set(openings.map(({ societyCode, year }) => `${societyCode} ${year}`));
  const findings: Finding[] = [];
  for (const opening of openings) {
    if (!(await isCarried(stores, opening, carried.has(`${opening.societyCode} ${opening.year - 1}`))))
      findings.push(error("opening", opening.reference, "is not what the year before ended with"));
  }
  return findings;
}

async function isCarried({ balances }: LedgerStores, opening: SealedEntry, begun: boolean): Promise<boolean> {
  const { societyCode, year, accountingDate, lines } = opening;
  const from = begun ? firstDayOfYear(year - 1) : null;
  const left = new Map<string, number>();
  let result = 0;
  for (const each of await balances.movements({ from, to: dayBefore(accountingDate), societyCode })) {
    const balance = minus(each.debitCents, each.creditCents);
    if (/^[1-5]/.test(each.accountCode)) left.set(subaccountKey(each), balance);
    else result += balance;
  }
  for (const line of lines) {
    const key = subaccountKey(line);
    left.set(key, (left.get(key) ?? 0) - minus(line.debitCents, line.creditCents));
  }
  const differing = [...left.values()].filter((balance) => balance !== 0);
  return differing.length <= 1 && sumOf(differing) === -result;
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

const error = (area: string, id: string, message: string): Finding => ({ severity: "error", area, id, message });
