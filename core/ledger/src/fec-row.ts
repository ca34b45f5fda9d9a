import { parseDay } from "@cartulary/kernel";
import type { FecColumn } from "./fec-columns.ts";
import type { FecFinding, FecRule } from "./fec-finding.ts";

/** One line of a file as its fields say, with amounts in hundredths; `null` where one is no amount. */
export interface FecRow {
  readonly line: number;
  readonly fields: Readonly<Record<FecColumn, string>>;
  readonly debit: bigint | null;
  readonly credit: bigint | null;
}

/** The columns that no line may leave blank. */
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

/** A line with its amounts read. */
export function fecRow(line: number, fields: FecRow["fields"]): FecRow {
  return { line, fields, debit: hundredths(fields.Debit), credit: hundredths(fields.Credit) };
}

/** Everything that is wrong with a line by itself. `holdsPipe`: it has a "|" that separates nothing. */
export function rowFindings(row: FecRow, holdsPipe: boolean): readonly FecFinding[] {
  const { fields, line } = row;
  const findings: FecFinding[] = [];
  const add = (rule: FecRule, message: string) => findings.push({ line, rule, message });
  for (const column of REQUIRED) if (fields[column].trim() === "") add("required", `${column} is empty`);
  for (const column of DATES)
    if (fields[column] !== "" && !isCompactDay(fields[column])) add("date", notDay(row, column));
  amountFindings(row, add);
  if (fields.CompteNum.trim() !== "" && !/^[1-7]\d{2,}/.test(fields.CompteNum))
    add("account", `CompteNum ${shown(fields.CompteNum)} does not begin with three digits of the chart, 1 to 7 first`);
  if ((fields.CompAuxNum === "") !== (fields.CompAuxLib === ""))
    add("auxiliary", `${fields.CompAuxNum === "" ? "CompAuxLib" : "CompAuxNum"} stands without the other one`);
  if ((fields.EcritureLet === "") !== (fields.DateLet === ""))
    add("lettering", `${fields.EcritureLet === "" ? "DateLet" : "EcritureLet"} stands without the other one`);
  if (holdsPipe) add("warning", 'a field holds "|", which some software takes for the end of it');
  return findings;
}

function amountFindings({ fields, debit, credit }: FecRow, add: (rule: FecRule, message: string) => void): void {
  if (debit === null) add("amount", `Debit ${shown(fields.Debit)} ${AMOUNT_HINT}`);
  if (credit === null) add("amount", `Credit ${shown(fields.Credit)} ${AMOUNT_HINT}`);
  if (hundredths(fields.Montantdevise) === null)
    add("amount", `Montantdevise ${shown(fields.Montantdevise)} ${AMOUNT_HINT}`);
  if (debit === null || credit === null) return;
  if (debit !== 0n && credit !== 0n) add("side", "Debit and Credit both have an amount; a line has one of them");
  if (debit === 0n && credit === 0n) add("side", "neither Debit nor Credit has an amount");
  if (debit < 0n || credit < 0n) add("warning", "the amount is negative; the other side would say it without a sign");
}

const AMOUNT_HINT = "is no amount: digits, at most two decimals after a comma, no space and no thousands separator";

/** `1234,56` as 123456; nothing is zero; `null` for what is no amount. */
function hundredths(text: string): bigint | null {
  if (text === "" || text === "0,00") return 0n;
  const [, sign, whole = "", decimals = ""] = /^([+-]?)(\d{1,18})(?:,(\d{1,18}))?$/.exec(text) ?? [];
  if (sign === undefined || !/^0*$/.test(decimals.slice(2))) return null;
  const amount = BigInt(whole + decimals.slice(0, 2).padEnd(2, "0"));
  return sign === "-" ? -amount : amount;
}

function notDay({ fields }: FecRow, column: (typeof DATES)[number]): string {
  return `${column} ${shown(fields[column])} is not a day of the calendar written AAAAMMJJ`;
}

/** Whether eight digits spell a day. The last few answers are kept: a file has few days and many lines. */
export function isCompactDay(text: string): boolean {
  if (KNOWN_DAYS.has(text)) return true;
  const isDay = /^\d{8}$/.test(text) && parseDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) !== null;
  if (isDay && KNOWN_DAYS.size >= KNOWN_DAYS_MAX) KNOWN_DAYS.clear();
  if (isDay) KNOWN_DAYS.add(text);
  return isDay;
}

const KNOWN_DAYS_MAX = 2000;
const KNOWN_DAYS: Set<string> = new Set();

/** A field of somebody else's file, short enough for a message and on one line. */
export const shown = (field: string): string => `"${field.slice(0, 40).replace(/\p{Cc}/gu, "?")}"`;
