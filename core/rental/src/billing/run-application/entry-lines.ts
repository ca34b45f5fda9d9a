import type { Day, Id } from "@cartulary/kernel";
import { type Cents, type NewEntry, type NewLine, negate } from "@cartulary/ledger";

/** The account code of amounts without a known tenant. */
export const UNKNOWN_TENANT = "LOC-INCONNU";

/** The common fields of a run's entries. */
export interface EntryHeader {
  readonly runId: Id<"BillingRun">;
  readonly runReference: string;
  readonly societyCode: string;
  /** The first day of the billed month, or the next day in an open period. */
  readonly accountingDate: Day;
  /** The day of the application. */
  readonly documentDate: Day;
  /** The billed month. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  /** Account codes of tenants and owners. */
  readonly codes: ReadonlyMap<Id<"TenantActor"> | Id<"OwnerActor">, string>;
  /** Returns the account code of an insurer. */
  readonly insurerCode: (name: string | null) => string;
}

/** An entry without its number within the run. */
export type UnnumberedEntry = Omit<NewEntry, "sourceSeq">;

/** Returns an entry with the fields common to its run. */
export function entryHeaderOf(
  { runId, societyCode, accountingDate, documentDate, periodStart, periodEnd }: EntryHeader,
  entry: Pick<NewEntry, "journal" | "documentReference" | "description" | "lines">,
): UnnumberedEntry {
  return {
    ...{ societyCode, accountingDate, documentDate, periodStart, periodEnd },
    sourceType: "BillingRun",
    sourceId: runId,
    ...entry,
  };
}

/** Returns the account code of a tenant or owner. Throws a `TypeError` if the caller did not load it. */
export function requireAccountCode(
  { codes }: Pick<EntryHeader, "codes">,
  id: Id<"TenantActor"> | Id<"OwnerActor">,
): string {
  const code = codes.get(id);
  if (code === undefined) throw new TypeError(`Account of ${id} was not loaded`);
  return code;
}

/** A subaccount, and the label of the line. */
type LineTarget = Pick<NewLine, "accountCode" | "auxiliaryCode" | "label">;

/** Returns a debit line, a credit line for a negative amount, or none for zero. */
export function debitLine(line: LineTarget, amount: Cents): readonly NewLine[] {
  if (amount === 0) return [];
  return [{ ...line, ...(amount > 0 ? { debitCents: amount } : { creditCents: negate(amount) }) }];
}

/** Returns a credit line, a debit line for a negative amount, or none for zero. */
export function creditLine(line: LineTarget, amount: Cents): readonly NewLine[] {
  return debitLine(line, negate(amount));
}

/** Code points of a label, so that suffixes still fit (fec.md 1.4). */
const LABEL_MAX = 240;

/** Joins words to a label, truncated to its maximum length. */
export function labelOf(...words: readonly string[]): string {
  const text = words.join(" ");
  return (text.length > LABEL_MAX ? [...text].slice(0, LABEL_MAX).join("") : text).trimEnd();
}

/** Returns the label of a VAT line. VAT has lines of its own, since it is paid to the state (rental.md 2.1). */
export const vatLabel = (label: string): string => `${label} TVA`;
