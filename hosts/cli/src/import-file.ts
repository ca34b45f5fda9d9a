import { readFile, stat } from "node:fs/promises";
import { type CsvSeparator, csvRows, type FieldErrorCode } from "@cartulary/kernel";
import type { ImportKind, ImportRow, ImportRows } from "@cartulary/rental";
import { cellReaders, importColumns, importRows, readShape } from "@cartulary/wire";
import { fileErrorMessage } from "./file-error-message.ts";

/** Maximum bytes of an import file: more than a hundred thousand rows. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Returns the bytes of a file; throws when it is too large. */
export async function importedBytes(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > FILE_BYTES_MAX) throw new Error(`it exceeds ${FILE_BYTES_MAX} bytes`);
    return await readFile(file);
  } catch (error) {
    throw new Error(fileErrorMessage(file, error), { cause: error });
  }
}

/** Returns the text of a UTF-8 file, with or without a byte order mark. */
export async function readImportText(file: string): Promise<string> {
  const bytes = await importedBytes(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${file} is not in UTF-8`, { cause: error });
  }
}

/** Returns the rows of a file: JSON objects, one per line, if it starts with one; else CSV with a header. */
export function parseImportRows<Kind extends ImportKind>(kind: Kind, text: string): Iterable<ImportRow<Kind>> {
  return text.trimStart().startsWith("{") ? jsonRows(kind, text) : tableRows(kind, text);
}

function* jsonRows<Kind extends ImportKind>(kind: Kind, text: string): Generator<ImportRow<Kind>> {
  const columns = importColumns(kind);
  let line = 0;
  for (const lineText of linesOf(text)) {
    line += 1;
    if (lineText.trim() === "") continue;
    const values = objectIn(lineText);
    if (!values) yield invalidRow(line, "row", "invalid");
    else
      yield rowOf(
        kind,
        line,
        values,
        Object.keys(values).filter((name) => !columns.has(name)),
      );
  }
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    yield text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function* tableRows<Kind extends ImportKind>(kind: Kind, text: string): Generator<ImportRow<Kind>> {
  const readers = cellReaders(kind);
  const rows = csvRows(text, separatorOf(text));
  const header = rows.next().value?.fields.map((name) => name.trim()) ?? [];
  const wrong = header.filter((name, index) => !readers.has(name) || header.indexOf(name) !== index);
  if (wrong.length > 0 || header.length === 0) {
    const errors = (header.length === 0 ? ["row"] : wrong).map((name) => ({
      field: name || "row",
      code: "invalid" as const,
    }));
    yield { line: 1, errors };
    return;
  }
  for (const { fields, isWellFormed, line } of rows) {
    const cells = fields.map((cell) => cell.trim());
    if (cells.every((cell) => cell === "")) continue;
    if (!isWellFormed || cells.length !== header.length) yield invalidRow(line, "row", "invalid");
    else yield rowOf(kind, line, values(header, cells, readers), []);
  }
}

/** Returns the more frequent separator of the header. */
function separatorOf(text: string): CsvSeparator {
  const [header = ""] = linesOf(text);
  return header.split(";").length > header.split(",").length ? ";" : ",";
}

/** Omits empty cells. */
function values(header: readonly string[], cells: readonly string[], readers: ReturnType<typeof cellReaders>) {
  return Object.fromEntries(
    header.flatMap((name, index) => (cells[index] ? [[name, readers.get(name)?.(cells[index] ?? "")]] : [])),
  );
}

function rowOf<Kind extends ImportKind>(
  kind: Kind,
  line: number,
  values: Readonly<Record<string, unknown>>,
  unknown: readonly string[],
): ImportRow<Kind> {
  const read = readShape(importRows[kind], values);
  const errors = [
    ...unknown.map((field) => ({ field, code: "invalid" as const })),
    ...(read.ok ? [] : read.errors.map(({ field, code }) => ({ field, code }))),
  ];
  return read.ok && errors.length === 0 ? { line, row: read.value as ImportRows[Kind] } : { line, errors };
}

const invalidRow = (line: number, field: string, code: FieldErrorCode) => ({ line, errors: [{ field, code }] });
