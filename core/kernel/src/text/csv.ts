/** One record of a CSV text. */
export interface CsvRow {
  /** The values of its fields, without the quotes around them. An empty line has one empty field. */
  readonly fields: readonly string[];
  /** Whether it is written as RFC 4180 says; what its fields are is a guess where it is not. */
  readonly sound: boolean;
  /** Where it begins, from 1: a field in quotes may go on over several lines. */
  readonly line: number;
}

/** What stands between fields. */
export type CsvSeparator = "," | ";";

interface Field {
  readonly value: string;
  /** Where it ends: at a comma, at the end of a line, or at the end of the text. */
  readonly end: number;
  readonly sound: boolean;
}

/** The records of a CSV text, as {@link csvRows} reads them, all at once. */
export function parseCsv(text: string): readonly CsvRow[] {
  return [...csvRows(text)];
}

/**
 * The records of a CSV text (RFC 4180): fields separated by commas, or by semicolons as spreadsheets of some countries do;
 * lines by CRLF or LF, quotes around what holds any of these, doubled inside. Whether the last line is ended makes no
 * difference. Never throws.
 */
export function* csvRows(text: string, separator: CsvSeparator = ","): Generator<CsvRow, void> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const [fields, first, start]: [string[], number, number] = [[], line, at];
    let isSound = true;
    do {
      const { value, end, sound } = fieldAt(text, fields.length === 0 ? at : at + 1, separator);
      fields.push(value);
      isSound &&= sound;
      at = end;
    } while (text[at] === separator);
    at += text[at] === "\r" ? 2 : 1;
    line += linesIn(text, start, at);
    yield { fields, sound: isSound, line: first };
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

/** A field without quotes around it, from `start` to where it ends. A quote in it is none of the format's. */
function bareAt(text: string, start: number, separator: CsvSeparator): Field {
  let end = start;
  while (end < text.length && !isFieldEnd(text, end, separator)) end += 1;
  const value = text.slice(start, end);
  return { value, end, sound: !value.includes('"') };
}

function isFieldEnd(text: string, at: number, separator: CsvSeparator): boolean {
  const character = text[at];
  return character === separator || character === "\n" || (character === "\r" && text[at + 1] === "\n");
}

/** A field in quotes. What stands between the closing quote and the end of the field is kept, and is a fault. */
function quotedAt(text: string, start: number, separator: CsvSeparator): Field {
  let closing = text.indexOf('"', start + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  if (closing === -1) return { value: text.slice(start + 1), end: text.length, sound: false };
  const inner = text.slice(start + 1, closing).replaceAll('""', '"');
  const rest = bareAt(text, closing + 1, separator);
  return { value: inner + rest.value, end: rest.end, sound: rest.value === "" };
}

/** What spreadsheets begin a formula with, in half and full width, and what they skip before one. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One record of a CSV text (RFC 4180), ended by CRLF. Text that a spreadsheet would take for a formula gets an apostrophe
 * before it; numbers, negative ones too, stay numbers.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

function csvField(value: string): string {
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
