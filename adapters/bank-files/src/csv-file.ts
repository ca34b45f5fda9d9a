import { appendAll, type CsvRow, csvRows, parseDay } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { bankFile, isLimitReached, type ParseState } from "./bank-file-errors.ts";
import type { BankFile, BankFileError, FileTransaction } from "./transaction.ts";

/** The required columns, in any order. */
const COLUMNS = ["bank_reference", "booked_on", "amount_cents", "label", "counterparty_iban"] as const;
type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** Rows that are read in one step. */
const ROWS_AT_ONCE = 500;

/** Whole cents within the safe integer range. */
const AMOUNT = /^-?\d{1,15}$/;

/** Reads the transactions of a CSV with {@link COLUMNS}, separated by commas or semicolons. Yields now and then. */
export function* readCsv(text: string): Generator<void, BankFile> {
  const reading: ParseState = { transactions: [], statements: [], faults: [] };
  const rows = csvRows(text, separatorOf(text));
  const first = rows.next().value;
  const header = first?.fields.map((name) => name.trim()) ?? [];
  appendAll(reading.faults, headerFaults(header));
  for (const row of reading.faults.length > 0 ? [] : rows) {
    readRow(header, row, reading);
    if (isLimitReached(reading)) break;
    if (row.line % ROWS_AT_ONCE === 0) yield;
  }
  return bankFile(reading);
}

/** Returns the separator that is more frequent in the first line. */
function separatorOf(text: string): "," | ";" {
  const end = text.indexOf("\n");
  const header = text.slice(0, Math.min(end < 0 ? HEADER_MAX : end, HEADER_MAX));
  return header.split(";").length > header.split(",").length ? ";" : ",";
}

/** Characters of the header that are searched for the separator. */
const HEADER_MAX = 1000;

function headerFaults(header: readonly string[]): readonly BankFileError[] {
  const place = "line 1";
  const isColumn = (name: string) => COLUMNS.some((column) => column === name);
  const wrong = header.filter((name, index) => !isColumn(name) || header.indexOf(name) !== index);
  const missing = COLUMNS.filter((column) => !header.includes(column));
  return [
    ...wrong.slice(0, 10).map((name): BankFileError => ({ place, field: name.slice(0, 40) || "row", code: "invalid" })),
    ...missing.map((field): BankFileError => ({ place, field, code: "blank" })),
  ];
}

function readRow(header: readonly string[], { fields, isWellFormed, line }: CsvRow, reading: ParseState): void {
  const place = `line ${line}`;
  const values = fields.map((value) => value.trim());
  if (values.every((value) => value === "")) return;
  if (!isWellFormed || values.length !== header.length) {
    reading.faults.push({ place, field: "row", code: "invalid" });
    return;
  }
  const cells = Object.fromEntries(header.map((name, index) => [name, values[index]])) as Cells;
  const faults = cellFaults(cells).map((fault) => ({ place, ...fault }));
  if (faults.length > 0) appendAll(reading.faults, faults);
  else reading.transactions.push(transactionOf(place, cells));
}

function cellFaults(cells: Cells): readonly Omit<BankFileError, "place">[] {
  const blank = COLUMNS.slice(0, 3).filter((name) => cells[name] === "");
  const isAmount = AMOUNT.test(cells.amount_cents) && !/^-?0+$/.test(cells.amount_cents);
  return [
    ...blank.map((field) => ({ field, code: "blank" as const })),
    ...(cells.booked_on !== "" && !parseDay(cells.booked_on) ? [{ field: "booked_on", code: "invalid" as const }] : []),
    ...(cells.amount_cents !== "" && !isAmount ? [{ field: "amount_cents", code: "invalid" as const }] : []),
  ];
}

function transactionOf(place: string, cells: Cells): FileTransaction {
  const amount = Number(cells.amount_cents);
  return {
    ...{ place, statement: null, formerReference: null },
    bankReference: cells.bank_reference,
    bookedOn: parseDay(cells.booked_on) as FileTransaction["bookedOn"],
    amountCents: cents(Math.abs(amount)),
    direction: amount < 0 ? "outbound" : "inbound",
    label: cells.label || null,
    counterpartyName: null,
    counterpartyIban: cells.counterparty_iban || null,
    method: "bank_transfer",
    payoutReference: null,
    servicerReference: cells.bank_reference,
    endToEndId: null,
    remittance: cells.label,
    referenceTexts: [cells.label],
  };
}
