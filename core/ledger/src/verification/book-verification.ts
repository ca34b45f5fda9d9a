import { type Finding, firstDay, millisecondsOf, monthAfter } from "@cartulary/kernel";
import { type SeriesKey, yearOf } from "../accounts/journal.ts";
import type { Book } from "../entries/entry.ts";
import type { ClosedPeriod } from "../entries/period.ts";
import type { LedgerInspection, LedgerStores, MonthIntegrityRow, SeriesHead } from "../stores/ports.ts";
import { openingFindings } from "./opening-verification.ts";

/** Checks a book apart from its hash chains, in one snapshot: months, letters, sources, accounts, openings. */
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

/** Converts the stores' own checks to findings. */
async function faultFindings(inspection: LedgerInspection): Promise<readonly Finding[]> {
  const faults = [
    [
      "lettering",
      await inspection.letteringFaults(),
      "is inconsistent: lines of a group must be of one subaccount, sum to zero, and have unique letters dated as the completing entry",
    ],
    ["lettering", await inspection.letterSeriesFaults(), "has letters beyond its series, which would be used twice"],
    ["account", await inspection.accountFaults(), "is missing, or has another name than on its lines"],
    ["line", await inspection.orphanLines(), "belongs to a missing entry"],
    [
      "source",
      await inspection.sourceFaults(),
      "is not recorded for its entry, so the same source could create another entry",
    ],
  ] as const;
  return faults.flatMap(([area, ids, message]) => ids.map((id) => error(area, id, message)));
}

/** Checks that closed months are consecutive, up to the book's last closed month. */
function sequenceFindings({ closedThrough }: Book, closed: readonly ClosedPeriod[]): readonly Finding[] {
  const last = closed.at(-1)?.period ?? null;
  const findings = closed.flatMap(({ period }, index) => {
    const before = closed[index - 1];
    return before && monthAfter(before.period) !== period
      ? [error("period", period, `was closed after ${before.period}: the closings between are missing`)]
      : [];
  });
  if (last !== closedThrough)
    findings.push(
      error("period", last ?? "none", `is the last that was closed, and the book is closed through ${closedThrough}`),
    );
  return findings;
}

/** Checks that closing posted the entries of closed months and no others, and that no entry was added since. */
function monthFindings(
  months: readonly MonthIntegrityRow[],
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

/** True when the closing is after the last validation and not after the first later change. */
function wasClosedBetween({ closedAt }: ClosedPeriod, { lastValidatedAt, firstUpdatedAt }: MonthIntegrityRow): boolean {
  const closing = millisecondsOf(closedAt);
  return (
    closing >= millisecondsOf(lastValidatedAt) - CLOCKS_DIFFER_MS &&
    closing <= millisecondsOf(firstUpdatedAt) + CLOCKS_DIFFER_MS
  );
}

const countOf = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** Checks that the last entries recorded at each closing are unchanged. */
async function headFindings(
  inspection: LedgerInspection,
  months: readonly MonthIntegrityRow[],
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
        error("numbering", id, `ended with ${head.number} when ${head.period} was closed, and that entry is missing`),
      );
    else if (entry.hash !== head.hash)
      findings.push(
        error("numbering", id, `was rewritten since ${head.period} was closed, up to ${entry.reference} at least`),
      );
  }
  return findings;
}

/** Checks that every series with entries in a closed month was recorded at its closing. */
function lostHeads(
  heads: readonly SeriesHead[],
  months: readonly MonthIntegrityRow[],
  closed: readonly ClosedPeriod[],
): readonly Finding[] {
  const present = new Set(heads.map((head) => `${head.period} ${seriesOf(head)}`));
  const closings = new Set(closed.map(({ period }) => period));
  return months
    .filter(({ period }) => closings.has(period))
    .map((month) => ({ ...month, series: seriesOf({ ...month, year: yearOf(firstDay(month.period)) }) }))
    .filter(({ period, series }) => !present.has(`${period} ${series}`))
    .map(({ period, series }) => error("period", period, `lacks the last entry of ${series} at its closing`));
}

const seriesOf = ({ societyCode, journal, year }: SeriesKey): string => `${societyCode} ${journal} ${year}`;

/** Tolerated clock difference between hosts. */
const CLOCKS_DIFFER_MS = 3_600_000;

const error = (area: string, id: string, message: string): Finding => ({ severity: "error", area, id, message });
