import { type Digests, type Instant, type UserId, unprocessable } from "@cartulary/kernel";
import { type Journal, referenceOf, type Series } from "../accounts/journal.ts";
import { type Cents, sum } from "../accounts/money.ts";
import { chainHash, chainStart } from "./chain.ts";
import type { BookId, EntryContent, EntryId, Line, SealedEntry } from "./entry.ts";

/** Context of sealing, besides the series. */
export interface Validation {
  readonly bookId: BookId;
  readonly journal: Journal;
  /** A user, or the connector that imported the entry. */
  readonly validatedBy: UserId;
  readonly now: Instant;
  readonly digests: Digests;
  readonly reversalOfId?: EntryId;
  readonly carriesForward?: boolean;
}

/**
 * Seals an entry: checks that it balances, and assigns the next number and hash of its series. Returns the advanced
 * series too. No other code creates sealed entries.
 */
export function sealEntry(
  content: EntryContent,
  series: Series,
  { bookId, journal, validatedBy, now, digests, reversalOfId, carriesForward = false }: Validation,
): { readonly entry: SealedEntry; readonly series: Series } {
  const number = series.number + 1;
  const validatedAt = series.validatedAt !== null && series.validatedAt > now ? series.validatedAt : now;
  const unhashed = {
    ...content,
    year: series.year,
    number,
    reference: referenceOf(journal, series.year, number),
    status: "validated" as const,
    validatedAt,
    validatedBy,
    reversalOfId: reversalOfId ?? null,
    carriesForward,
    totalCents: balanced(content.lines),
    updatedAt: now,
  };
  const hash = chainHash(series.hash ?? chainStart(bookId, series, digests), unhashed, digests);
  return { entry: { ...unhashed, hash }, series: { ...series, number, hash, validatedAt } };
}

/**
 * Returns the total of either side. Throws 422 for fewer than two lines, a line without exactly one side, and unequal
 * sides.
 */
function balanced(lines: readonly Pick<Line, "debitCents" | "creditCents">[]): Cents {
  if (lines.length < 2) throw unprocessable("entry_too_short", "An entry needs two lines or more");
  for (const { debitCents, creditCents } of lines) {
    const oneSided = debitCents > 0 !== creditCents > 0 && debitCents >= 0 && creditCents >= 0;
    if (!oneSided) throw unprocessable("line_one_sided", "A line has a debit or a credit, above zero, and not both");
  }
  const debit = sum(lines.map((line) => line.debitCents));
  const credit = sum(lines.map((line) => line.creditCents));
  if (debit !== credit)
    throw unprocessable("entry_unbalanced", `Debits of ${debit} cents differ from credits of ${credit}`);
  return debit;
}
