import { FEC_COLUMNS, FEC_SEPARATORS, FEC_SIGNED_COLUMNS, type FecColumn, type FecSeparator } from "../fec/columns.ts";
import type { FecFinding } from "./finding.ts";
import { shown } from "./row.ts";

/** How the lines of a file are to be read, as its first line says. */
export interface FecLayout {
  readonly separator: FecSeparator;
  /** How many fields a line has. */
  readonly width: number;
  /** Where each column stands; of a signed file Montant is where Debit would be, and Sens where Credit would. */
  readonly positions: Readonly<Record<FecColumn, number>>;
  readonly signed: boolean;
}

/** What is wrong with a header, and how to read on; `null` where nothing after it can be understood. */
export interface HeaderReading {
  readonly findings: readonly FecFinding[];
  readonly layout: FecLayout | null;
}

/** Reads the first line: the 18 names, spelt and ordered as the article does. */
export function readHeader(text: string): HeaderReading {
  const separator = separatorOf(text);
  if (!separator) return { findings: [noSeparator(text)], layout: null };
  const names = text.split(FEC_SEPARATORS[separator]);
  const signed = !isThere(names, "Debit") && !isThere(names, "Credit") && isThere(names, "Montant");
  const columns = signed ? FEC_SIGNED_COLUMNS : FEC_COLUMNS;
  const missing = columns.filter((column) => !isThere(names, column));
  const layout = { separator, width: names.length, positions: positionsOf(names, columns), signed };
  if (names.length === columns.length && columns.every((column, at) => names[at] === column))
    return { findings: [], layout };
  if (missing.length === columns.length) return { findings: [noNames], layout: null };
  return { findings: headerFindings(names, columns, missing), layout: missing.length > 0 ? null : layout };
}

function headerFindings(
  names: readonly string[],
  columns: readonly string[],
  missing: readonly string[],
): readonly FecFinding[] {
  const unknown = names.filter((name) => !columns.some((column) => isSame(name, column)));
  const misspelt = columns.filter((column) => !missing.includes(column) && !names.includes(column));
  const messages = [
    ...missing.map((column) => `the column ${column} is missing`),
    ...unknown.map((name) => `${shown(name)} is none of the 18 columns of article A47 A-1`),
    ...misspelt.map((column) => `the column ${column} is not spelt so, capitals and small letters included`),
  ];
  const [message = "the columns are not in the order of article A47 A-1, or one of them stands twice"] = messages;
  return [message, ...messages.slice(1)].map((each) => ({ line: 1, rule: "header", message: each }));
}

/** The one of the two that the header has more of; `null` when it has neither. */
function separatorOf(text: string): FecSeparator | null {
  const [tabs, pipes] = [text.split("\t").length, text.split("|").length];
  if (tabs === 1 && pipes === 1) return null;
  return tabs >= pipes ? "tab" : "pipe";
}

function noSeparator(text: string): FecFinding {
  const found = [";", ","].find((each) => text.includes(each));
  if (!found && !FEC_COLUMNS.some((column) => text.includes(column))) return noNames;
  const message = found
    ? `fields are separated by "${found}"; only a tab or "|" is accepted`
    : 'fields are separated by neither a tab nor "|"';
  return { line: 1, rule: "separator", message };
}

const noNames: FecFinding = {
  line: 1,
  rule: "header",
  message: "the first line is not the names of the 18 columns",
};

function positionsOf(names: readonly string[], columns: readonly string[]): FecLayout["positions"] {
  const position = (column: string) => names.findIndex((name) => isSame(name, column));
  return Object.fromEntries(FEC_COLUMNS.map((column, at) => [column, position(columns[at] ?? column)])) as Record<
    FecColumn,
    number
  >;
}

const isThere = (names: readonly string[], column: string): boolean => names.some((name) => isSame(name, column));

const isSame = (name: string, column: string): boolean => name.trim().toLowerCase() === column.toLowerCase();
