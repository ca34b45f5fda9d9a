import { FEC_COLUMNS, FEC_SEPARATORS, type FecColumn, type FecEncoding } from "../fec/columns.ts";
import { LINE_BYTES_MAX, linesOf, type RawLine } from "./decode.ts";
import { createEntryRule } from "./entry-rules.ts";
import type { FecFinding } from "./finding.ts";
import { closingDateFromFileName, createFiscalYearRule } from "./fiscal-year-rules.ts";
import { type FecLayout, readHeader, TRAILING } from "./header.ts";
import { createLetteringRule } from "./lettering-rules.ts";
import { type FecRow, fecRow, isAligned, rowFindings } from "./row.ts";

/**
 * Checks an accounting file (fec.md 1.2), in more detail than the administration's own tool. Unusual but readable
 * content yields warnings (money.md 6).
 *
 * Runs in one pass; yields findings in line order, and finally those that need the whole file. Memory grows with open
 * letters and gaps in numbers, not with lines. Accepts both separators, both encodings, any line end, and debit/credit
 * or amount/side columns. Stops after a header that makes the lines unreadable. `fileName` (without path) contains the
 * closing date. Pass `encoding` if it is known.
 *
 * @example
 * ```ts
 * import { checkFec } from "@cartulary/ledger";
 *
 * export async function printFindings(file: AsyncIterable<Uint8Array>): Promise<void> {
 *   for await (const { line, rule, message } of checkFec(file)) console.log(`line ${line}: ${rule}: ${message}`);
 * }
 * ```
 */
export async function* checkFec(
  chunks: AsyncIterable<Uint8Array>,
  fileName?: string,
  encoding?: FecEncoding,
): AsyncGenerator<FecFinding> {
  const closing = closingDateFromFileName(fileName ?? "");
  if (fileName !== undefined && closing === null)
    yield { line: 1, rule: "warning", message: "the file is not named <SIREN>FEC<closing date AAAAMMJJ>.txt" };
  let check: LineCheck | null = null;
  let line = 0;
  for await (const lines of linesOf(chunks, encoding)) {
    for (const raw of lines) {
      line += 1;
      if (check) {
        // Faster than `yield*`, which awaits even an empty list, for files of a million lines.
        for (const finding of check.see(line, raw)) yield finding;
        continue;
      }
      const { findings, layout } = readHeader(raw.text);
      yield* findings;
      if (!layout) return;
      check = lineCheck(layout, closing);
    }
  }
  if (!check) yield { line: 1, rule: "header", message: "the file is empty" };
  else if (line === 1) yield { line: 1, rule: "warning", message: "the file has a header and no line" };
  else yield* check.end();
}

interface LineCheck {
  see(line: number, raw: RawLine): readonly FecFinding[];
  end(): readonly FecFinding[];
}

/** Combines the rules for the lines after the header. */
function lineCheck(layout: FecLayout, closing: string | null): LineCheck {
  const entries = createEntryRule();
  const letters = createLetteringRule();
  const year = createFiscalYearRule(closing);
  const readRow = rowReader(layout);
  let isMixed = false;
  const encodingFindings = (line: number): readonly FecFinding[] => {
    if (isMixed) return NOTHING;
    isMixed = true;
    return [{ line, rule: "control_character", message: MIXED }];
  };
  return {
    see(line, raw) {
      const reports = controlFindings(line, raw.text, layout);
      const controls = raw.hasMixedEncoding ? [...encodingFindings(line), ...reports] : reports;
      const { row, findings } = readRow(line, raw);
      if (!row) {
        if (raw.text !== "") entries.skipRow();
        return [...controls, ...findings];
      }
      letters.see(row);
      const containsPipe = layout.separator === "tab" && raw.text.includes("|");
      return [controls, findings, rowFindings(row, containsPipe), year.see(row), entries.addRow(row)].flat();
    },
    end: () => [...entries.finish(), ...letters.end(year.closing()), ...year.end()],
  };
}

const MIXED =
  "from this line on characters are of another encoding than before: a file is in UTF-8 or in ISO 8859-15, not in both";

/** A parsed line; `row` is `null` when its fields do not match the header. */
interface RowReading {
  readonly row: FecRow | null;
  readonly findings: readonly FecFinding[];
}

/**
 * Reads rows. Reports a separator after the last field once. If the header has none, the first such line must be valid
 * without it, because a separator within a field also adds a field.
 */
function rowReader(layout: FecLayout): (line: number, raw: RawLine) => RowReading {
  const { separator, width, positions, signed } = layout;
  let trailing = layout.trailing;
  return (line, raw) => {
    const values = raw.text.split(FEC_SEPARATORS[separator]);
    const trails = values.length === width + 1 && values[width] === "";
    const wrong = (): RowReading => ({
      row: null,
      findings: [{ line, rule: "fields", message: fieldsMessage(raw, values.length, width) }],
    });
    if (raw.isTruncated || !(trails || values.length === width)) return wrong();
    const fields: Partial<Record<FecColumn, string>> = {};
    for (const column of FEC_COLUMNS) fields[column] = values[positions[column]] ?? "";
    const row = fecRow(line, fields as Record<FecColumn, string>, signed);
    if (!trails || trailing) return { row, findings: NOTHING };
    if (!isAligned(row)) return wrong();
    trailing = true;
    return { row, findings: [{ line, rule: "warning", message: TRAILING }] };
  };
}

function fieldsMessage({ text, isTruncated }: RawLine, fieldsCount: number, width: number): string {
  if (isTruncated) return `the line is longer than ${LINE_BYTES_MAX} bytes`;
  if (text === "") return "the line is empty";
  return `the line has ${fieldsCount} fields, the header ${width}`;
}

/** Reports control characters. Tabs are allowed in tab-separated files only. */
function controlFindings(line: number, text: string, { separator }: FecLayout): readonly FecFinding[] {
  const code = firstControl(text, separator === "tab");
  if (code === null) return NOTHING;
  const spelt = code.toString(16).toUpperCase().padStart(4, "0");
  return [{ line, rule: "control_character", message: `the line holds the control character U+${spelt}` }];
}

const NOTHING: readonly FecFinding[] = [];

/** Returns the code of the first control character (Unicode class Cc). */
function firstControl(text: string, tabsAllowed: boolean): number | null {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (isControl && !(tabsAllowed && code === 0x09)) return code;
  }
  return null;
}
