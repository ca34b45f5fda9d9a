import { type Finding, firstDay, millisecondsOf, monthAfter } from "@cartulary/kernel";
import { type SeriesKey, yearOf } from "../accounts/journal.ts";
import type { Book } from "../entries/entry.ts";
import type { ClosedPeriod } from "../entries/period.ts";
import type { ClosingHead, InspectedMonth, LedgerInspection, LedgerStores } from "../stores/ports.ts";
import { openingFindings } from "./opening-verification.ts";

/** What has to be true of a book beside its chains, out of one snapshot: months, letters, sources, accounts, openings. */
export async function bookFindings(stores: LedgerStores, book: Book): Promise<readonly Finding[]> {
  const { periods, ledgerInspection } = stores;
  const [closed, months] = [await periods.list(), await ledgerInspection.months()];
  return [
    ...sequenceFindings(book, closed),
    ...monthFindings(months, book, closed),
    ...(await headFindings(ledgerInspection, months, closed)),
    ...(await faultFindings(ledgerInspection)),
    ...(await openingFindings(stores, book, closed)),
  ];
}

/** What is wrong with some rows, told by the store. */
async function faultFindings(inspection: LedgerInspection): Promise<readonly Finding[]> {
  const faults = [
    [
      "lettering",
      await inspection.letteringFaults(),
      "does not hold together: its lines sum to zero, on one subaccount, with letters of their own, dated as its last entry, in one file or in none",
    ],
    ["lettering", await inspection.letterSeriesFaults(), "has letters that it would give again"],
    ["account", await inspection.accountFaults(), "is gone, or is named otherwise than on its lines"],
    ["line", await inspection.strayLines(), "is of an entry that is gone"],
    [
      "source",
      await inspection.sourceFaults(),
      "is not written down with its entry: the same source could make another one",
    ],
  ] as const;
  return faults.flatMap(([area, ids, message]) => ids.map((id) => error(area, id, message)));
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

/** Entries are posted in closed months and in no other, by their closing; none came into a month since. */
function monthFindings(
  months: readonly InspectedMonth[],
  { closedThrough }: Book,
  closed: readonly ClosedPeriod[],
): readonly Finding[] {
  const found = Map.groupBy(months, ({ period }) => period);
  const closings = new Map(closed.map((month) => [month.period, month]));
  return [...new Set([...found.keys(), ...closings.keys()])].sort().flatMap((period) => {
    const own = found.get(period) ?? [];
    const [entries, posted] = [countOf(own.map((month) => month.entries)), countOf(own.map((month) => month.posted))];
    const closing = closings.get(period);
    const isClosed = closing !== undefined || (closedThrough !== null && period <= closedThrough);
    const messages: string[] = [];
    if (posted !== (isClosed ? entries : 0))
      messages.push(`is ${isClosed ? "closed" : "open"}, and ${posted} of its ${entries} entries are posted`);
    if (closing && closing.entriesPosted !== entries)
      messages.push(`was closed with ${closing.entriesPosted} entries and has ${entries}`);
    if (closing && !own.every((month) => wasClosedBetween(closing, month)))
      messages.push(`was not closed at ${closing.closedAt}: that is before or after its entries were posted`);
    return messages.map((message) => error("period", period, message));
  });
}

/** Closing comes after the last validation, and is the first change of some entry since. */
function wasClosedBetween({ closedAt }: ClosedPeriod, { lastValidatedAt, firstUpdatedAt }: InspectedMonth): boolean {
  const closing = millisecondsOf(closedAt);
  return (
    closing >= millisecondsOf(lastValidatedAt) - CLOCKS_DIFFER_MS &&
    closing <= millisecondsOf(firstUpdatedAt) + CLOCKS_DIFFER_MS
  );
}

const countOf = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** What each series had come to when a month was closed is still in it. */
async function headFindings(
  inspection: LedgerInspection,
  months: readonly InspectedMonth[],
  closed: readonly ClosedPeriod[],
): Promise<readonly Finding[]> {
  const heads = await inspection.heads();
  const findings = [...lostHeads(heads, months, closed)];
  const seen = new Set<string>();
  for (const head of heads) {
    const id = seriesOf(head);
    const name = `${id} ${head.number} ${head.hash}`;
    if (seen.has(name)) continue;
    seen.add(name);
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

/** Each series that a closed month has entries of had come to something by then. */
function lostHeads(
  heads: readonly ClosingHead[],
  months: readonly InspectedMonth[],
  closed: readonly ClosedPeriod[],
): readonly Finding[] {
  const present = new Set(heads.map((head) => `${head.period} ${seriesOf(head)}`));
  const closings = new Set(closed.map(({ period }) => period));
  return months
    .filter(({ period }) => closings.has(period))
    .map((month) => ({ ...month, series: seriesOf({ ...month, year: yearOf(firstDay(month.period)) }) }))
    .filter(({ period, series }) => !present.has(`${period} ${series}`))
    .map(({ period, series }) => error("period", period, `lost what ${series} had come to when it was closed`));
}

const seriesOf = ({ societyCode, journal, year }: SeriesKey): string => `${societyCode} ${journal} ${year}`;

/** Hosts have clocks of their own, which differ. */
const CLOCKS_DIFFER_MS = 3_600_000;

const error = (area: string, id: string, message: string): Finding => ({ severity: "error", area, id, message });
