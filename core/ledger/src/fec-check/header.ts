import { FEC_COLUMNS, FEC_SEPARATORS, FEC_SIGNED_COLUMNS, type FecColumn, type FecSeparator } from "../fec/columns.ts";
import type { FecFinding } from "./finding.ts";
import { FEC_REGIME_COLUMNS, regimeFinding } from "./regime.ts";
import { shown } from "./row.ts";

/** How the lines of a file are to be read, as its first line says. */
export interface FecLayout {
  readonly separator: FecSeparator;
  /** How many fields a line has. */
  readonly width: number;
  /** Where each column stands; of a signed file Montant is where Debit would be, and Sens where Credit would. */
  readonly positions: Readonly<Record<FecColumn, number>>;
  readonly signed: boolean;
  /** Whether a separator stands after the last name, as it then may after the last field of each line. */
  readonly trailing: boolean;
}

/** What is to be said of a header, and how to read on; `null` where nothing after it can be understood. */
export interface HeaderReading {
  readonly findings: readonly FecFinding[];
  readonly layout: FecLayout | null;
}

/** Reads the first line: the 18 names, spelt and ordered as the article does. */
export function readHeader(text: string): HeaderReading {
  const separator = separatorOf(text);
  if (!separator) return { findings: [noSeparator(text)], layout: null };
  const fields = text.split(FEC_SEPARATORS[separator]);
  const trailing = fields.at(-1) === "";
  const names = trailing ? fields.slice(0, -1) : fields;
  const signed = !isThere(names, "Debit") && !isThere(names, "Credit") && isThere(names, "Montant");
  const columns = signed ? FEC_SIGNED_COLUMNS : FEC_COLUMNS;
  const missing = columns.filter((column) => !isThere(names, column));
  if (missing.length === columns.length) return { findings: [noNames], layout: null };
  const layout = { separator, width: names.length, positions: positionsOf(names, columns), signed, trailing };
  return { findings: headerFindings(names, columns, layout), layout: missing.length > 0 ? null : layout };
}

function headerFindings(
  names: readonly string[],
  columns: readonly string[],
  { trailing }: FecLayout,
): readonly FecFinding[] {
  const regime = FEC_REGIME_COLUMNS.filter((column) => isThere(names, column));
  const known = [...columns, ...regime];
  const faults = [
    ...columns.filter((column) => !isThere(names, column)).map((column) => `the column ${column} is missing`),
    ...names
      .filter((name) => !known.some((column) => isSame(name, column)))
      .map((name) => `${shown(name)} is none of the 18 columns of article A47 A-1`),
    ...known
      .filter((column) => isThere(names, column) && !names.some((name) => hasLetters(name, column)))
      .map((column) => `the name of the column ${column} has blanks before or after it`),
  ];
  if (faults.length === 0 && !areOrdered(names, columns))
    faults.push("the columns are not in the order of article A47 A-1, or one of them stands twice");
  const remarks = names
    .map((name) => [name, known.find((column) => hasLetters(name, column))] as const)
    .filter(([name, column]) => column !== undefined && column !== name)
    .map(([name, column]) => `the column ${column} is spelt ${shown(name)}, with other capitals than the article has`);
  if (trailing) remarks.push(TRAILING);
  return [
    ...faults.map((message): FecFinding => ({ line: 1, rule: "header", message })),
    ...remarks.map((message): FecFinding => ({ line: 1, rule: "warning", message })),
    ...(regime.length > 0 ? [regimeFinding(regime)] : []),
  ];
}

/** What is said of a separator after the last field, of the header or of a line. */
export const TRAILING = "a separator stands after the last field; the article has them between fields alone";

/** The columns in their order, and after them at most some of other regimes, each once. */
function areOrdered(names: readonly string[], columns: readonly string[]): boolean {
  const folded = names.map((name) => name.toLowerCase());
  return columns.every((column, at) => folded[at] === column.toLowerCase()) && new Set(folded).size === folded.length;
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

const isSame = (name: string, column: string): boolean => hasLetters(name.trim(), column);

/** Whether a name is that of a column, capitals and small letters aside. */
const hasLetters = (name: string, column: string): boolean => name.toLowerCase() === column.toLowerCase();
