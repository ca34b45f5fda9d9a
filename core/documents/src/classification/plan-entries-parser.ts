import {
  type CsvRow,
  csvRows,
  ERRORS_REPORTED_MAX,
  exceedsCodePoints,
  type FieldError,
  lineError,
  normalizeLine,
} from "@cartulary/kernel";
import { type ClassificationEntry, PLAN_CODE_LENGTH_MAX, PLAN_ENTRIES_MAX } from "../records/classification-plan.ts";

import { normalTags, tagErrors } from "../tags/tag.ts";
import { NAME_LENGTH_MAX } from "../values.ts";

/** An entry as sent. */
export interface ClassificationEntryInput {
  readonly code: string;
  readonly label: string;
  /** `null` or blank for a top entry. */
  readonly parentCode?: string | null;
  /** Trimmed; blanks are dropped, and duplicates by case merged. At most 50 of 100 characters. */
  readonly keywords?: readonly string[];
}

/** The normalized entries of a plan, and their errors, up to ERRORS_REPORTED_MAX. */
export interface ParsedEntries {
  readonly entries: readonly ClassificationEntry[];
  readonly errors: readonly FieldError[];
}

const COLUMNS = ["code", "label", "parent_code", "keywords"] as const;

/** An entry and its field name in errors. */
interface LocatedEntry {
  readonly field: string;
  /** Errors of its own values. */
  readonly errors: readonly FieldError[];
  /** Normalized as far as its values are valid. */
  readonly entry: ClassificationEntry;
}

/** Parses entries of a JSON array; errors name `entries[0]` and so on. */
export function parseEntries(inputs: readonly ClassificationEntryInput[]): ParsedEntries {
  if (inputs.length > PLAN_ENTRIES_MAX) return { entries: [], errors: [tooMany("entries")] };
  const entries = inputs.map((entry, index) => locatedAt(`entries[${index}]`, entry));
  return result(entries, planErrors(entries));
}

/**
 * Parses a plan in CSV (documents.md 2.3): a header `code,label,parent_code,keywords`, keywords separated by `;`, with
 * or without a byte order mark. Skips empty lines.
 *
 * Errors name `row N` as a spreadsheet numbers it: the header is row 1, and a record over several lines is one row.
 */
export function parsePlanCsv(csv: string): ParsedEntries {
  const numbered: { readonly field: string; readonly row: CsvRow }[] = [];
  let number = 0;
  for (const row of csvRows(csv.replace(/^\ufeff/, ""))) {
    number += 1;
    if (number === 1 && !isHeader(row)) return NO_HEADER;
    if (number === 1 || isEmpty(row)) continue;
    numbered.push({ field: `row ${number}`, row });
    if (numbered.length > PLAN_ENTRIES_MAX) return { entries: [], errors: [tooMany(`row ${number}`)] };
  }
  if (number === 0) return NO_HEADER;
  const broken = numbered.filter(({ row }) => !isRecord(row));
  const entries = numbered.filter(({ row }) => isRecord(row)).map(({ field, row }) => locatedAt(field, entryOf(row)));
  const malformed = broken.map(({ field }) => ({
    field,
    code: "invalid" as const,
    message: `is not a CSV record of ${COLUMNS.length} fields`,
  }));
  // A malformed row may contain a missing parent, so parents are checked only when all rows are well formed.
  return result(entries, [...malformed, ...planErrors(entries, { parents: broken.length === 0 })]);
}

const NO_HEADER: ParsedEntries = {
  entries: [],
  errors: [{ field: "row 1", code: "invalid", message: `must be ${COLUMNS.join(",")}` }],
};

const isHeader = ({ fields, isWellFormed }: CsvRow): boolean =>
  isWellFormed &&
  fields.length === COLUMNS.length &&
  COLUMNS.every((column, index) => fields[index]?.trim() === column);

const isEmpty = ({ fields }: CsvRow): boolean => fields.length === 1 && fields[0] === "";

const isRecord = ({ fields, isWellFormed }: CsvRow): boolean => isWellFormed && fields.length === COLUMNS.length;

function entryOf({
  fields: [code = "", label = "", parentCode = "", keywords = ""],
}: CsvRow): ClassificationEntryInput {
  return { code, label, parentCode, keywords: keywords.split(";") };
}

function locatedAt(field: string, sent: ClassificationEntryInput): LocatedEntry {
  const { code, label, parentCode, keywords = [] } = sent;
  const errors = valueErrors(field, sent);
  return {
    field,
    errors,
    entry: {
      code: bounded(code, PLAN_CODE_LENGTH_MAX),
      label: errors.length > 0 ? "" : normalizeLine(label),
      parentCode: bounded(parentCode ?? "", PLAN_CODE_LENGTH_MAX) || null,
      keywords: errors.length > 0 ? [] : normalTags(keywords),
    },
  };
}

const bounded = (text: string, max: number): string => (exceedsCodePoints(text, max) ? text : normalizeLine(text));

function result(entries: readonly LocatedEntry[], errors: readonly FieldError[]): ParsedEntries {
  return { entries: entries.map(({ entry }) => entry), errors: errors.slice(0, ERRORS_REPORTED_MAX) };
}

const tooMany = (field: string): FieldError => ({
  field,
  code: "too_long",
  message: `is too long (maximum is ${PLAN_ENTRIES_MAX} entries)`,
});

function planErrors(entries: readonly LocatedEntry[], { parents } = { parents: true }): readonly FieldError[] {
  const values = entries.flatMap(({ errors }) => errors);
  return [...values, ...duplicates(entries), ...(parents ? [...missingParents(entries), ...cycles(entries)] : [])];
}

/** Errors are reported for the entry; the message names the column. */
function valueErrors(field: string, { code, label, keywords = [] }: ClassificationEntryInput): readonly FieldError[] {
  const errorIn = (column: string, error: FieldError | null | undefined) =>
    error ? [{ ...error, message: `${column} ${error.message}` }] : [];
  return [
    ...errorIn("code", lineError(field, code, { max: PLAN_CODE_LENGTH_MAX, required: true })),
    ...errorIn("label", lineError(field, label, { max: NAME_LENGTH_MAX, required: true })),
    ...errorIn("keywords", tagErrors(field, keywords)[0]),
  ];
}

function duplicates(entries: readonly LocatedEntry[]): readonly FieldError[] {
  const first = new Map<string, string>();
  return entries.flatMap(({ field, entry: { code } }) => {
    const before = first.get(code);
    if (before === undefined) first.set(code, field);
    return before === undefined || code === ""
      ? []
      : [{ field, code: "taken" as const, message: `code is the same as in ${before}` }];
  });
}

function missingParents(entries: readonly LocatedEntry[]): readonly FieldError[] {
  const codes = new Set(entries.map(({ entry }) => entry.code));
  return entries
    .filter(({ entry: { parentCode } }) => parentCode !== null && !codes.has(parentCode))
    .map(({ field }) => ({ field, code: "not_found", message: "parent_code does not exist" }));
}

/** Reports entries that are their own ancestors. */
function cycles(entries: readonly LocatedEntry[]): readonly FieldError[] {
  const parents = new Map(entries.map(({ entry: { code, parentCode } }) => [code, parentCode]));
  const inCycle = new Set<string>();
  const walked = new Set<string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    let code: string | null | undefined = start;
    while (code && parents.has(code) && !walked.has(code)) {
      walked.add(code);
      path.push(code);
      code = parents.get(code);
    }
    // A code of this path closes a cycle; a code walked before has been checked.
    if (code && path.includes(code)) for (const each of path.slice(path.indexOf(code))) inCycle.add(each);
  }
  return entries
    .filter(({ entry }) => inCycle.has(entry.code))
    .map(({ field }) => ({ field, code: "invalid", message: "parent_code makes the entry its own ancestor" }));
}
