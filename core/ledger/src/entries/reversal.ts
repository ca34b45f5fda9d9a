import { type Day, type Instant, invalid, monthOf, type NewId, unprocessable } from "@cartulary/kernel";
import type { ValidatedPlan } from "../accounts/ledger-plan.ts";
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

/** Input of a reversal. */
export interface ReversalInput {
  readonly id: EntryId;
  /** Absent: the original's date, or the first open day. Never earlier than either. */
  readonly accountingDate?: Day;
  /** Date of the voucher, such as a bank's rejection; not before the original's. Absent: today. */
  readonly documentDate?: Day;
  /** Reference of the voucher. Absent: the original entry's reference. */
  readonly documentReference?: string;
  /** Journal code. Absent: the original's, or the general journal when the original's month is closed. */
  readonly journal?: string;
  /** Absent: names the original's reference. */
  readonly description?: string;
}

/**
 * Builds the reversal of an entry: the same lines with swapped sides. Uses the original's journal, or the general one
 * if the original's month is closed (rental.md §2.7).
 */
export function reversalOf(
  original: SealedEntry,
  book: Book,
  { plan, input, now, today, newId }: ReversalContext,
): EntryContent {
  if (original.reversalOfId !== null)
    throw unprocessable("reversal_of_reversal", "A reversal cannot be reversed; post a new entry");
  if (original.carriesForward)
    throw unprocessable("carried_forward", "An opening entry that carries balances forward cannot be reversed");
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

/** Returns `Extourne ` and the original's label, truncated to the maximum (fec.md 1.4). */
function reversalLabel(label: string): string {
  return [...`Extourne ${label}`].slice(0, TEXT_MAX).join("").trimEnd();
}

interface ReversalContext {
  readonly plan: ValidatedPlan;
  readonly input: ReversalInput;
  readonly now: Instant;
  readonly today: Day;
  readonly newId: NewId;
}

/** Returns the requested day, or the original's day, or the first open day. Throws 422 for a day too early. */
function reversalDay(original: Day, book: Pick<Book, "closedThrough">, input?: Day): Day {
  const earliest = firstOpenDay(book, original);
  return input === undefined ? earliest : notBefore(earliest, "accountingDate", input);
}

/** Returns the requested day or today, but not before the original's. */
function reversalDocumentDay(original: Day, today: Day, input?: Day): Day {
  if (input !== undefined) return notBefore(original, "documentDate", input);
  return today < original ? original : today;
}

function notBefore(earliest: Day, field: string, day: Day): Day {
  if (day >= earliest) return day;
  throw invalid({ field, code: "greater_than_or_equal_to", message: `must be ${earliest} or later` });
}
