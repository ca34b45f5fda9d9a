export interface CsvRow {
  /** Values without their quotes. An empty line has one empty field. */
  readonly fields: readonly string[];
  /** False when the row violates RFC 4180; its fields are then a guess. */
  readonly isWellFormed: boolean;
  /** Number of its first line, from 1: quoted fields may span lines. */
  readonly line: number;
}

export type CsvSeparator = "," | ";";

interface Field {
  readonly value: string;
  /** Index of the separator, the end of line or the end of the text. */
  readonly end: number;
  readonly isWellFormed: boolean;
}

/**
 * Returns all rows of {@link csvRows}.
 *
 * @example
 * ```ts
 * import { parseCsv } from "@cartulary/kernel";
 *
 * parseCsv("name,city\nMill,Arles\n").map(({ fields }) => fields); // [["name", "city"], ["Mill", "Arles"]]
 * ```
 */
export function parseCsv(text: string): readonly CsvRow[] {
  return [...csvRows(text)];
}

/**
 * Yields the rows of a CSV text (RFC 4180), separated by commas, or by semicolons as in some countries' spreadsheets.
 * Lines end with CRLF or LF; the last line needs no end. Never throws.
 */
export function* csvRows(text: string, separator: CsvSeparator = ","): Generator<CsvRow, void> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const [fields, first, start]: [string[], number, number] = [[], line, at];
    let isWellFormed = true;
    do {
      const field = fieldAt(text, fields.length === 0 ? at : at + 1, separator);
      fields.push(field.value);
      isWellFormed &&= field.isWellFormed;
      at = field.end;
    } while (text[at] === separator);
    at += text[at] === "\r" ? 2 : 1;
    line += linesIn(text, start, at);
    yield { fields, isWellFormed, line: first };
  }
}

function linesIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function fieldAt(text: string, start: number, separator: CsvSeparator): Field {
  return text[start] === '"' ? quotedAt(text, start, separator) : bareAt(text, start, separator);
}

/** Reads a field without quotes. A quote inside it is an error. */
function bareAt(text: string, start: number, separator: CsvSeparator): Field {
  let end = start;
  while (end < text.length && !isFieldEnd(text, end, separator)) end += 1;
  const value = text.slice(start, end);
  return { value, end, isWellFormed: !value.includes('"') };
}

function isFieldEnd(text: string, at: number, separator: CsvSeparator): boolean {
  const character = text[at];
  return character === separator || character === "\n" || (character === "\r" && text[at + 1] === "\n");
}

/** Reads a quoted field. Text between the closing quote and the separator is appended, and is an error. */
function quotedAt(text: string, start: number, separator: CsvSeparator): Field {
  let closing = text.indexOf('"', start + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  if (closing === -1) return { value: text.slice(start + 1), end: text.length, isWellFormed: false };
  const inner = text.slice(start + 1, closing).replaceAll('""', '"');
  const rest = bareAt(text, closing + 1, separator);
  return { value: inner + rest.value, end: rest.end, isWellFormed: rest.value === "" };
}

/**
 * Characters that begin a formula in spreadsheets, in half and full width, and white space that they skip before one.
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Formats one CSV row (RFC 4180), ended by CRLF. Prefixes an apostrophe to text that a spreadsheet would read as a
 * formula; numbers, negative ones too, stay unchanged.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

function csvField(value: string): string {
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
