import { type CsvRow, parseCsv } from "@cartulary/kernel";
import { CENTS_MAX, type Cents, cents, ZERO } from "../accounts/money.ts";
import type { NewLine } from "../entries/entry-input.ts";

/** Header of a file of opening balances. */
export const OPENING_COLUMNS = ["account", "auxiliary", "label", "debit_cents", "credit_cents"] as const;

/** Parsed opening balances. */
export interface OpeningFile {
  readonly lines: readonly NewLine[];
  /** Line numbers in the file, from 1 (the header). */
  readonly numbers: readonly number[];
  /** Errors with their line numbers; if there are any, nothing may be entered. */
  readonly faults: readonly string[];
}

/** Parses a CSV of opening balances with the header {@link OPENING_COLUMNS}. Amounts are integer cents. */
export function parseOpening(text: string): OpeningFile {
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ""));
  if (header?.fields.map((field) => field.trim()).join() !== OPENING_COLUMNS.join())
    return { lines: [], numbers: [], faults: [`line 1: must be ${OPENING_COLUMNS.join(",")}`] };
  const read = rows
    .map((row, index) => ({ row, number: index + 2 }))
    .filter(({ row }) => row.fields.some((field) => field.trim() !== ""))
    .map(({ row, number }) => ({ number, line: lineOf(row) }));
  return {
    lines: read.flatMap(({ line }) => (typeof line === "string" ? [] : [line])),
    numbers: read.flatMap(({ line, number }) => (typeof line === "string" ? [] : [number])),
    faults: read.flatMap(({ line, number }) => (typeof line === "string" ? [`line ${number}: ${line}`] : [])),
  };
}

/** Returns the parsed line, or an error message. */
function lineOf({ fields, isWellFormed }: CsvRow): NewLine | string {
  const [account = "", auxiliary = "", label = "", debit = "", credit = ""] = fields.map((field) => field.trim());
  if (!isWellFormed || fields.length !== OPENING_COLUMNS.length)
    return `has not the ${OPENING_COLUMNS.length} fields of the header`;
  // Decoders replace invalid bytes by U+FFFD; sealed names would lose their accents.
  if (fields.some((field) => field.includes("\uFFFD"))) return "is not in UTF-8";
  const [debitCents, creditCents] = [centsOf(debit), centsOf(credit)];
  if (debitCents === null || creditCents === null) return "amounts are whole cents, as 123456";
  return { accountCode: account, auxiliaryCode: auxiliary || null, label, debitCents, creditCents };
}

function centsOf(text: string): Cents | null {
  if (text === "") return ZERO;
  if (!/^\d{1,16}$/.test(text)) return null;
  const amount = BigInt(text);
  return amount <= CENTS_MAX ? cents(amount) : null;
}
