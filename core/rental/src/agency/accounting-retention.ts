import { type Day, dayInParis, type Instant, lastDayOfYear, unprocessable } from "@cartulary/kernel";

/** Years from the close of the financial year, which is the civil year (Code de commerce, art. L123-22). */
const RETENTION_YEARS = 10;
/** The last year that a day can be written with. */
const YEAR_MAX = 9999;

/** Returns the last day on which the accounting documents of a year are retained. */
export function retainedThrough(year: number): Day {
  return lastDayOfYear(Math.min(year + RETENTION_YEARS, YEAR_MAX));
}

/** Returns the last day on which an accounting document that was created then is retained, by its year in Paris. */
export function retainUntilOf({ createdAt }: { readonly createdAt: Instant }): Day {
  return retainedThrough(Number(dayInParis(createdAt).slice(0, 4)));
}

/** An accounting document, as a refusal names it. */
interface RetainedDocument {
  readonly type: "fec_export" | "charge_statement";
  readonly id: string;
  readonly name: string;
}

/** Throws 422 `retained`, with the details of archive.md 4.11. */
export function refuseRetained(document: RetainedDocument, until: Day): never {
  const details = { until, legal_hold: false, by: document, retained: [document], retained_count: 1 };
  throw unprocessable("retained", `Accounting documents are retained for ten years, until ${until}`, details);
}
