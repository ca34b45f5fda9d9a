import type { Digests } from "@cartulary/kernel";
import type { SeriesKey } from "../accounts/journal.ts";
import type { BookId, SealedEntry } from "./entry.ts";

/** What an entry is before it was hashed. */
export type Hashable = Omit<SealedEntry, "hash">;

/** What the first entry of a series follows, so that no entry can be moved into another series or another book. */
export function chainStart(bookId: BookId, { societyCode, journal, year }: SeriesKey, digests: Digests): string {
  return digests.sha256(JSON.stringify(["cartulary ledger 1", bookId, societyCode, journal, year]));
}

/**
 * The hash of an entry that follows another one. It covers all that never changes: not the status, not the letters, not
 * `updatedAt`. Who changes, drops or reorders anything sealed has to rehash all that follows.
 */
export function chainHash(previous: string, entry: Hashable, digests: Digests): string {
  return digests.sha256(`${previous}\n${canonical(entry)}`);
}

/** One spelling of an entry: values in a fixed order, as JSON (which escapes whatever could be taken for structure). */
export function canonical(entry: Hashable): string {
  return JSON.stringify([
    entry.id,
    entry.societyCode,
    entry.journal,
    entry.year,
    entry.number,
    entry.reference,
    entry.entryDate,
    entry.accountingDate,
    entry.documentDate,
    entry.documentReference,
    entry.periodStart,
    entry.periodEnd,
    entry.description,
    entry.sourceType,
    entry.sourceId,
    entry.sourceSeq,
    entry.validatedAt,
    entry.validatedBy,
    entry.reversalOfId,
    entry.carriesForward,
    entry.totalCents,
    entry.lines.map((line) => [
      line.id,
      line.lineNumber,
      line.accountCode,
      line.accountName,
      line.auxiliaryCode,
      line.auxiliaryName,
      line.label,
      line.debitCents,
      line.creditCents,
    ]),
  ]);
}
