import type { Digests } from "@cartulary/kernel";
import type { SeriesKey } from "../accounts/journal.ts";
import type { BookId, SealedEntry } from "./entry.ts";

/** An entry before hashing. */
export type Hashable = Omit<SealedEntry, "hash">;

/** Returns the predecessor hash of a series' first entry, which binds entries to their series and book. */
export function chainStart(bookId: BookId, { societyCode, journal, year }: SeriesKey, digests: Digests): string {
  return digests.sha256(JSON.stringify(["cartulary ledger 1", bookId, societyCode, journal, year]));
}

/**
 * Hashes an entry and its predecessor's hash. Covers all immutable fields: not status, letters and `updatedAt`.
 * Changing, removing or reordering sealed entries would require rehashing all later ones.
 */
export function chainHash(previous: string, entry: Hashable, digests: Digests): string {
  return digests.sha256(`${previous}\n${canonical(entry)}`);
}

/** Serializes an entry: values in a fixed order, as JSON, which escapes special characters. */
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
