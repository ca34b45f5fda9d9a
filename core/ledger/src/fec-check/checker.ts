import { FEC_COLUMNS, FEC_SEPARATORS, type FecColumn, type FecEncoding } from "../fec/columns.ts";
import { LINE_BYTES_MAX, linesOf, type RawLine } from "./decode.ts";
import { watchEntries } from "./entries.ts";
import type { FecFinding } from "./finding.ts";
import { type FecLayout, readHeader, TRAILING } from "./header.ts";
import { watchLetters } from "./letters.ts";
import { type FecRow, fecRow, isAligned, rowFindings } from "./row.ts";
import { closingOf, watchYear } from "./year.ts";

/**
 * Everything that is wrong with somebody's accounting file (fec.md 1.2), beyond what the administration's own tool sees;
 * as warnings what is unusual and can be read (money.md 6).
 *
 * One pass: findings come as the lines do, and at the end those that need the whole file. Memory grows with the letters
 * that are open and with the holes between numbers, not with the lines. Either separator, either encoding, any line end,
 * debits and credits or amounts and sides; a wrong header ends the reading where what follows could not be understood.
 * `fileName` is a name without a path; it tells the closing date. `encoding` is said by who knows how the file was written.
 */
export async function* checkFec(
  chunks: AsyncIterable<Uint8Array>,
  fileName?: string,
  encoding?: FecEncoding,
): AsyncGenerator<FecFinding> {
  if (fileName !== undefined && closingOf(fileName) === null)
    yield { line: 1, rule: "warning", message: "the file is not named <SIREN>FEC<closing date AAAAMMJJ>.txt" };
  let check: LineCheck | null = null;
  let line = 0;
  for await (const lines of linesOf(chunks, encoding)) {
    for (const raw of lines) {
      line += 1;
      if (check) {
        // Not `yield*`, which waits even for nothing: a million lines have nothing to tell.
        for (const finding of check.see(line, raw)) yield finding;
        continue;
      }
      const { findings, layout } = readHeader(raw.text);
      yield* findings;
      if (!layout) return;
      check = lineCheck(layout, fileName === undefined ? null : closingOf(fileName));
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

/** What is watched on every line after the header. */
function lineCheck(layout: FecLayout, closing: string | null): LineCheck {
  const entries = watchEntries();
  const letters = watchLetters();
  const year = watchYear(closing);
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
      const controls = raw.mixed ? [...encodingFindings(line), ...reports] : reports;
      const { row, findings } = readRow(line, raw);
      if (!row) {
        if (raw.text !== "") entries.lose();
        return [...controls, ...findings];
      }
      letters.see(row);
      const containsPipe = layout.separator === "tab" && raw.text.includes("|");
      return [controls, findings, rowFindings(row, containsPipe), year.see(row), entries.see(row)].flat();
    },
    end: () => [...entries.end(), ...letters.end(year.closing()), ...year.end()],
  };
}

const MIXED =
  "from this line on characters are of another encoding than before: a file is in UTF-8 or in ISO 8859-15, not in both";

/** A line that was read; `null` where its fields are not those of the header. */
interface RowReading {
  readonly row: FecRow | null;
  readonly findings: readonly FecFinding[];
}

/**
 * A separator after the last field is remarked on once. Where the header has none, the first line that has one has to make
 * sense without it: a separator within a field gives as many fields.
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
    if (raw.cut || !(trails || values.length === width)) return wrong();
    const fields: Partial<Record<FecColumn, string>> = {};
    for (const column of FEC_COLUMNS) fields[column] = values[positions[column]] ?? "";
    const row = fecRow(line, fields as Record<FecColumn, string>, signed);
    if (!trails || trailing) return { row, findings: NOTHING };
    if (!isAligned(row)) return wrong();
    trailing = true;
    return { row, findings: [{ line, rule: "warning", message: TRAILING }] };
  };
}

function fieldsMessage({ text, cut }: RawLine, fieldsCount: number, width: number): string {
  if (cut) return `the line is longer than ${LINE_BYTES_MAX} bytes`;
  if (text === "") return "the line is empty";
  return `the line has ${fieldsCount} fields, the header ${width}`;
}

/** A tab that separates is none; one within a field of a file with pipes is. */
function controlFindings(line: number, text: string, { separator }: FecLayout): readonly FecFinding[] {
  const code = firstControl(text, separator === "tab");
  if (code === null) return NOTHING;
  const spelt = code.toString(16).toUpperCase().padStart(4, "0");
  return [{ line, rule: "control_character", message: `the line holds the control character U+${spelt}` }];
}

const NOTHING: readonly FecFinding[] = [];

/** The code of the first character of Unicode's class Cc. */
function firstControl(text: string, tabsAllowed: boolean): number | null {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (isControl && !(tabsAllowed && code === 0x09)) return code;
  }
  return null;
}
