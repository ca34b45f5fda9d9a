import { type Day, type Instant, invalid, monthOf, type NewId, refused } from "@cartulary/kernel";
import type { Plan } from "../accounts/chart.ts";
import {
  type Book,
  type EntryContent,
  type EntryId,
  type LineId,
  REVERSAL,
  type SealedEntry,
  TEXT_MAX,
} from "./entry.ts";
import { firstOpenDay, isClosed } from "./period.ts";

/** How an entry is taken back. */
export interface ReversalInput {
  readonly id: EntryId;
  /** Later than the day that it would get by itself; never before the original's. */
  readonly accountingDate?: Day;
  /** The day of the voucher that says so, such as a bank's rejection; never before the original's. Absent: today. */
  readonly documentDate?: Day;
  /** That voucher's reference. Absent: the original's own number. */
  readonly documentReference?: string;
  /** A journal's code. Absent: the original's, or the general one where the original's month is closed. */
  readonly journal?: string;
  /** Why; otherwise the original's reference is named. */
  readonly description?: string;
}

/**
 * The entry that takes another one back: the same lines with their sides swapped. In the same journal, but in the
 * general one where the original's month is closed (rental.md §2.7).
 */
export function reversalOf(
  original: SealedEntry,
  book: Book,
  { plan, input, now, today, newId }: ReversalContext,
): EntryContent {
  if (original.reversalOfId !== null) throw refused("reversal_of_reversal", "A reversal is not reversed: post anew");
  if (original.carriesForward) throw refused("carried_forward", "What closing a year carried forward is not reversed");
  return {
    id: newId<"Entry">(),
    societyCode: original.societyCode,
    journal:
      input.journal ?? (isClosed(book, monthOf(original.accountingDate)) ? plan.generalJournal : original.journal),
    entryDate: now,
    accountingDate: reversalDay(original.accountingDate, book, input.accountingDate),
    documentDate: reversalDocumentDay(original.documentDate, today, input.documentDate),
    documentReference: input.documentReference ?? original.reference,
    periodStart: original.periodStart,
    periodEnd: original.periodEnd,
    description: input.description || `Extourne de ${original.reference}`,
    sourceType: REVERSAL,
    sourceId: original.id,
    sourceSeq: 0,
    lines: original.lines.map((line) => ({
      ...line,
      id: newId<"Line">() as LineId,
      label: reversalLabel(line.label),
      debitCents: line.creditCents,
      creditCents: line.debitCents,
    })),
  };
}

/** `Extourne ` and the original's label, as much of it as a label may have (fec.md 1.4). */
function reversalLabel(label: string): string {
  const full = `Extourne ${label}`;
  // Has no more code points than it has units: nearly always that is all there is to ask.
  return (full.length <= TEXT_MAX ? full : [...full].slice(0, TEXT_MAX).join("")).trimEnd();
}

interface ReversalContext {
  readonly plan: Plan;
  readonly input: ReversalInput;
  readonly now: Instant;
  readonly today: Day;
  readonly newId: NewId;
}

/** The original's day while its month is open, else the first open one; or a later one that is asked for. */
function reversalDay(original: Day, book: Pick<Book, "closedThrough">, input?: Day): Day {
  const earliest = firstOpenDay(book, original);
  return input === undefined ? earliest : notBefore(earliest, "accountingDate", input);
}

/** Its own day, but on no day before there was something to take back. */
function reversalDocumentDay(original: Day, today: Day, input?: Day): Day {
  if (input !== undefined) return notBefore(original, "documentDate", input);
  return today < original ? original : today;
}

function notBefore(earliest: Day, field: string, day: Day): Day {
  if (day >= earliest) return day;
  throw invalid({ field, code: "greater_than_or_equal_to", message: `must be ${earliest} or later` });
}
