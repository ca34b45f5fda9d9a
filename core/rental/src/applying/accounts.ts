import type { Day, Id } from "@cartulary/kernel";
import { type Cents, type NewEntry, type NewLine, negated } from "@cartulary/ledger";

/** Whose account what nobody is known to owe is kept on. */
export const UNKNOWN_TENANT = "LOC-INCONNU";

/** What the entries of one run have in common. */
export interface Booking {
  readonly runId: Id<"BillingRun">;
  readonly runReference: string;
  readonly societyCode: string;
  /** The first day of the billed month, or the first one that is open. */
  readonly accountingDate: Day;
  /** The day of applying. */
  readonly documentDate: Day;
  /** The billed month. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  /** Codes of the accounts of tenants and owners. */
  readonly codes: ReadonlyMap<Id<"TenantActor"> | Id<"OwnerActor">, string>;
  /** The code of an insurer's account. */
  readonly insurerCode: (name: string | null) => string;
}

/** An entry that is not numbered among those of its run yet. */
export type BookedEntry = Omit<NewEntry, "sourceSeq">;

/** What an entry says that a run makes. */
export function bookedBy(
  { runId, societyCode, accountingDate, documentDate, periodStart, periodEnd }: Booking,
  entry: Pick<NewEntry, "journal" | "documentReference" | "description" | "lines">,
): BookedEntry {
  return {
    ...{ societyCode, accountingDate, documentDate, periodStart, periodEnd },
    sourceType: "BillingRun",
    sourceId: runId,
    ...entry,
  };
}

/** The code of somebody's account. Whoever books has looked up all of them. */
export function codeOf({ codes }: Booking, id: Id<"TenantActor"> | Id<"OwnerActor">): string {
  const code = codes.get(id);
  if (code === undefined) throw new TypeError(`Nobody looked up the account of ${id}`);
  return code;
}

/** A subaccount with what is written there. */
type Written = Pick<NewLine, "accountCode" | "auxiliaryCode" | "label">;

/** A line on the debit side, or of an amount below zero on the other one; none of nothing. */
export function debited(line: Written, amount: Cents): readonly NewLine[] {
  if (amount === 0) return [];
  return [{ ...line, ...(amount > 0 ? { debitCents: amount } : { creditCents: negated(amount) }) }];
}

/** The same on the credit side. */
export function credited(line: Written, amount: Cents): readonly NewLine[] {
  return debited(line, negated(amount));
}

/** Code points of a line's label, so that what is added to it still fits (fec.md 1.4). */
const LABEL_MAX = 240;

/** Words of a label, as much of them as fits. */
export function labelOf(...words: readonly string[]): string {
  const text = words.join(" ");
  return (text.length > LABEL_MAX ? [...text].slice(0, LABEL_MAX).join("") : text).trimEnd();
}

/** The same of VAT: told apart, since it is handed over (rental.md 2.1). */
export const vatLabel = (label: string): string => `${label} TVA`;
