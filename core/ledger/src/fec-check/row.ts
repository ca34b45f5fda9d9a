import { parseDay } from "@cartulary/kernel";
import type { FecColumn } from "../fec/columns.ts";
import type { FecFinding, FecRule } from "./finding.ts";

/** A parsed line; amounts in hundredths, `null` if invalid. */
export interface FecRow {
  readonly line: number;
  readonly fields: Readonly<Record<FecColumn, string>>;
  /** True when Montant replaces Debit, and Sens replaces Credit. */
  readonly signed: boolean;
  readonly debit: bigint | null;
  readonly credit: bigint | null;
}

/** Columns that must not be blank. */
const REQUIRED = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "ValidDate",
] as const satisfies readonly FecColumn[];
const DATES = ["EcritureDate", "PieceDate", "DateLet", "ValidDate"] as const satisfies readonly FecColumn[];

/** Parses the amounts of a line. */
export function fecRow(line: number, fields: FecRow["fields"], signed: boolean): FecRow {
  const [debit, credit] = signed ? sidesOf(fields) : [hundredths(fields.Debit), hundredths(fields.Credit)];
  return { line, fields, signed, debit, credit };
}

/** Parses a signed amount; both are `null` when Sens is invalid. */
function sidesOf({ Debit, Credit }: FecRow["fields"]): readonly [debit: bigint | null, credit: bigint | null] {
  const [amount, side] = [hundredths(Debit), SIDES[Credit]];
  if (side === undefined) return [null, null];
  return side === "debit" ? [amount, 0n] : [0n, amount];
}

const SIDES: Readonly<Record<string, "debit" | "credit">> = {
  D: "debit",
  C: "credit",
  "+1": "debit",
  "1": "debit",
  "-1": "credit",
};

/** Checks a single line. `containsPipe`: it contains a "|" that is no separator. */
export function rowFindings(row: FecRow, containsPipe: boolean): readonly FecFinding[] {
  const { fields, line } = row;
  const findings: FecFinding[] = [];
  const add = (rule: FecRule, message: string) => findings.push({ line, rule, message });
  for (const column of REQUIRED) if (isBlank(fields[column])) add("required", `${column} is empty`);
  for (const column of DATES)
    if (!isBlank(fields[column]) && !isCompactDay(fields[column])) add("date", notDay(row, column));
  amountFindings(row, add);
  accountFindings(fields.CompteNum, add);
  if (isBlank(fields.CompAuxNum) !== isBlank(fields.CompAuxLib))
    add("auxiliary", `${isBlank(fields.CompAuxNum) ? "CompAuxLib" : "CompAuxNum"} stands without the other one`);
  letterFindings(fields, add);
  if (containsPipe) add("warning", 'a field holds "|", which some software takes for the end of it');
  return findings;
}

type Add = (rule: FecRule, message: string) => void;

/** A missing date is a warning only, because many programs store none. */
function letterFindings({ EcritureLet, DateLet }: FecRow["fields"], add: Add): void {
  if (isBlank(EcritureLet) === isBlank(DateLet)) return;
  if (isBlank(DateLet)) add("warning", `EcritureLet ${quoteForMessage(EcritureLet)} has no date in DateLet`);
  else add("lettering", "DateLet stands without EcritureLet");
}

/** Class 8 (off-balance items such as contributions in kind) is allowed. */
function accountFindings(account: string, add: Add): void {
  if (isBlank(account)) return;
  if (!/^[1-8]\d{2}\S* *$/.test(account))
    add(
      "account",
      `CompteNum ${quoteForMessage(account)} is not three digits of the chart, 1 to 7 first, and more without a space`,
    );
  else if (account.startsWith("8"))
    add("warning", `CompteNum ${quoteForMessage(account)} is of class 8, which counts in no result`);
}

function amountFindings(row: FecRow, add: Add): void {
  const { fields, signed, debit, credit } = row;
  for (const [name, text] of amountsOf(row))
    if (hundredths(text) === null) add("amount", `${name} ${quoteForMessage(text)} ${AMOUNT_HINT}`);
  if (signed && SIDES[fields.Credit] === undefined)
    add("side", `Sens ${quoteForMessage(fields.Credit)} is no side: D or C, +1 or -1`);
  currencyFindings(fields, add);
  if (debit === null || credit === null) return;
  if (debit !== 0n && credit !== 0n) add("side", "Debit and Credit both have an amount; a line has one of them");
  if (debit === 0n && credit === 0n) add("warning", "the line has an amount of zero on both sides, and says nothing");
  if (debit < 0n || credit < 0n) add("warning", "the amount is negative; the other side would say it without a sign");
}

const amountsOf = ({ fields, signed }: FecRow): readonly (readonly [name: string, text: string])[] =>
  signed
    ? [["Montant", fields.Debit]]
    : [
        ["Debit", fields.Debit],
        ["Credit", fields.Credit],
      ];

/** A currency without an amount is allowed: some files have EUR on every line. */
function currencyFindings({ Montantdevise, Idevise }: FecRow["fields"], add: Add): void {
  if (isBlank(Montantdevise)) return;
  if (!/^ *[+-]?\d{1,18}(?:,\d{1,18})? *$/.test(Montantdevise))
    add(
      "amount",
      `Montantdevise ${quoteForMessage(Montantdevise)} is no amount: digits, decimals after a comma, no space`,
    );
  else if (/[1-9]/.test(Montantdevise) && !/^[A-Z]{3} *$/.test(Idevise))
    add(
      "amount",
      `Montantdevise ${quoteForMessage(Montantdevise)} is of no currency: Idevise is ${quoteForMessage(Idevise)}, not three letters`,
    );
}

const AMOUNT_HINT = "is no amount: digits, at most two decimals after a comma, no space and no thousands separator";

/** Parses `1234,56` as 123456, ignoring blanks; empty is zero; `null` if invalid. */
function hundredths(text: string): bigint | null {
  if (text === "0,00" || isBlank(text)) return 0n;
  const [, sign, whole = "", decimals = ""] = /^ *([+-]?)(\d{1,18})(?:,(\d{1,18}))? *$/.exec(text) ?? [];
  if (sign === undefined || !/^0*$/.test(decimals.slice(2))) return null;
  const amount = BigInt(whole + decimals.slice(0, 2).padEnd(2, "0"));
  return sign === "-" ? -amount : amount;
}

function notDay({ fields }: FecRow, column: (typeof DATES)[number]): string {
  return `${column} ${quoteForMessage(fields[column])} is not a day of the calendar written AAAAMMJJ`;
}

/** True when dates and amounts are in their columns; a separator within an earlier field would shift them. */
export function isAligned({ fields, debit, credit }: FecRow): boolean {
  if (debit === null || credit === null) return false;
  return DATES.every((column) => isCompactDay(fields[column]) || (column === "DateLet" && isBlank(fields[column])));
}

/** True for unused fields; fields of fixed width contain blanks. */
export const isBlank = (field: string): boolean => field === "" || field.trim() === "";

/** True for a valid date AAAAMMJJ. Cached, because a file has few days and many lines. */
export function isCompactDay(text: string): boolean {
  if (KNOWN_DAYS.has(text)) return true;
  const isDay = /^\d{8}$/.test(text) && parseDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) !== null;
  if (isDay && KNOWN_DAYS.size >= KNOWN_DAYS_MAX) KNOWN_DAYS.clear();
  if (isDay) KNOWN_DAYS.add(text);
  return isDay;
}

const KNOWN_DAYS_MAX = 2000;
const KNOWN_DAYS: Set<string> = new Set();

/** Quotes a field for a message: truncated, on one line. */
export const quoteForMessage = (field: string): string => `"${field.slice(0, 40).replace(/\p{Cc}/gu, "?")}"`;
