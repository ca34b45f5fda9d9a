import { FEC_COLUMNS, FEC_SEPARATORS, FEC_SIGNED_COLUMNS, type FecColumn, type FecSeparator } from "../fec/columns.ts";
import type { FecFinding } from "./finding.ts";
import { FEC_REGIME_COLUMNS, regimeFinding } from "./regime.ts";
import { quoteForMessage } from "./row.ts";

/** The layout of a file's lines, from its header. */
export interface FecLayout {
  readonly separator: FecSeparator;
  /** Number of fields of a line. */
  readonly width: number;
  /** Index of each column; in signed files Montant replaces Debit, and Sens replaces Credit. */
  readonly positions: Readonly<Record<FecColumn, number>>;
  readonly signed: boolean;
  /** True when a separator follows the last name, as it then may follow the last field of lines. */
  readonly trailing: boolean;
}

/** Findings and layout of a header; the layout is `null` when the lines cannot be read. */
export interface HeaderReading {
  readonly findings: readonly FecFinding[];
  readonly layout: FecLayout | null;
}

/** Reads the header: the 18 names, spelled and ordered as in the article. */
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
  const errors = [
    ...columns.filter((column) => !isThere(names, column)).map((column) => `the column ${column} is missing`),
    ...names
      .filter((name) => !known.some((column) => isSame(name, column)))
      .map((name) => `${quoteForMessage(name)} is none of the 18 columns of article A47 A-1`),
    ...known
      .filter((column) => isThere(names, column) && !names.some((name) => hasLetters(name, column)))
      .map((column) => `the name of the column ${column} has blanks before or after it`),
  ];
  if (errors.length === 0 && !areOrdered(names, columns))
    errors.push("the columns are not in the order of article A47 A-1, or one of them stands twice");
  const remarks = names
    .map((name) => [name, known.find((column) => hasLetters(name, column))] as const)
    .filter(([name, column]) => column !== undefined && column !== name)
    .map(
      ([name, column]) =>
        `the column ${column} is spelt ${quoteForMessage(name)}, with other capitals than the article has`,
    );
  if (trailing) remarks.push(TRAILING);
  return [
    ...errors.map((message): FecFinding => ({ line: 1, rule: "header", message })),
    ...remarks.map((message): FecFinding => ({ line: 1, rule: "warning", message })),
    ...(regime.length > 0 ? [regimeFinding(regime)] : []),
  ];
}

export const TRAILING = "a separator stands after the last field; the article has them between fields alone";

/** True when the columns are in order, followed by columns of other regimes at most, without duplicates. */
function areOrdered(names: readonly string[], columns: readonly string[]): boolean {
  const folded = names.map((name) => name.toLowerCase());
  return columns.every((column, at) => folded[at] === column.toLowerCase()) && new Set(folded).size === folded.length;
}

/** Returns the more frequent separator of the header; `null` without any. */
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

/** True when the name is the column's, ignoring case. */
const hasLetters = (name: string, column: string): boolean => name.toLowerCase() === column.toLowerCase();
