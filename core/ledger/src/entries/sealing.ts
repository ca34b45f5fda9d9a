import { type Digests, type Instant, refused, type UserId } from "@cartulary/kernel";
import { type Journal, referenceOf, type Series } from "../accounts/journal.ts";
import { type Cents, sum } from "../accounts/money.ts";
import { chainHash, chainStart } from "./chain.ts";
import type { BookId, EntryContent, EntryId, Line, SealedEntry } from "./entry.ts";

/** What makes an entry out of content, beside its place in a series. */
export interface Validation {
  readonly bookId: BookId;
  readonly journal: Journal;
  /** Of a user, or of the connector that brought along what is posted. */
  readonly validatedBy: UserId;
  readonly now: Instant;
  readonly digests: Digests;
  readonly reversalOfId?: EntryId;
  readonly carriesForward?: boolean;
}

/**
 * The only way to a sealed entry, so every one that exists balances, has the next number of its series and the hash that
 * follows. Answers the series as it is then.
 */
export function seal(
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

/** What both sides sum to. Refuses fewer than two lines, a line without exactly one side, and sides that differ. */
function balanced(lines: readonly Pick<Line, "debitCents" | "creditCents">[]): Cents {
  if (lines.length < 2) throw refused("entry_too_short", "An entry needs two lines or more");
  for (const { debitCents, creditCents } of lines) {
    const oneSided = debitCents > 0 !== creditCents > 0 && debitCents >= 0 && creditCents >= 0;
    if (!oneSided) throw refused("line_one_sided", "A line has a debit or a credit, above zero, and not both");
  }
  const debit = sum(lines.map((line) => line.debitCents));
  const credit = sum(lines.map((line) => line.creditCents));
  if (debit !== credit) throw refused("entry_unbalanced", `Debits of ${debit} cents differ from credits of ${credit}`);
  return debit;
}
