import { type CsvRow, csvRows, FAULTS_MAX, type FieldError, isOverlong, line, lineError } from "@cartulary/kernel";
import { type ClassificationEntry, PLAN_CODE_LENGTH_MAX, PLAN_ENTRIES_MAX } from "../records/classification-plan.ts";

import { normalTags, tagErrors } from "../tags/tag.ts";
import { NAME_LENGTH_MAX } from "../values.ts";

/** An entry as it was given. */
export interface ClassificationEntryInput {
  readonly code: string;
  readonly label: string;
  /** Null or blank at the top. */
  readonly parentCode?: string | null;
  /** Trimmed; blanks are dropped and those that differ only in case are merged. 50 of 100 characters at most. */
  readonly keywords?: readonly string[];
}

/** The entries of a plan as they are kept, and all that is wrong with them, as far as it is told. */
export interface ReadEntries {
  readonly entries: readonly ClassificationEntry[];
  readonly errors: readonly FieldError[];
}

const COLUMNS = ["code", "label", "parent_code", "keywords"] as const;

/** An entry and the field that a refusal calls it by. */
interface LocatedEntry {
  readonly place: string;
  /** What is wrong with its own values. */
  readonly errors: readonly FieldError[];
  /** As it is kept, as far as its values are sound. */
  readonly entry: ClassificationEntry;
}

/** Reads entries that came one by one; a refused one is called `entries[0]` and so on. */
export function readEntries(inputs: readonly ClassificationEntryInput[]): ReadEntries {
  if (inputs.length > PLAN_ENTRIES_MAX) return { entries: [], errors: [tooMany("entries")] };
  const located = inputs.map((entry, index) => locatedAt(`entries[${index}]`, entry));
  return result(located, planErrors(located));
}

/**
 * Reads a plan from its CSV (documents.md 2.3): the columns `code,label,parent_code,keywords` under a header that names
 * them, keywords separated by `;`, a byte order mark or none. Empty lines are skipped.
 *
 * A refused row is called `row N` as a spreadsheet numbers it: the header is row 1, a record of several lines is one.
 */
export function readPlanCsv(csv: string): ReadEntries {
  const numbered: { readonly place: string; readonly row: CsvRow }[] = [];
  let number = 0;
  for (const row of csvRows(csv.replace(/^\ufeff/, ""))) {
    number += 1;
    if (number === 1 && !isHeader(row)) return NO_HEADER;
    if (number === 1 || isEmpty(row)) continue;
    numbered.push({ place: `row ${number}`, row });
    if (numbered.length > PLAN_ENTRIES_MAX) return { entries: [], errors: [tooMany(`row ${number}`)] };
  }
  if (number === 0) return NO_HEADER;
  const broken = numbered.filter(({ row }) => !isRecord(row));
  const located = numbered.filter(({ row }) => isRecord(row)).map(({ place, row }) => locatedAt(place, entryOf(row)));
  const malformed = broken.map(({ place }) => ({
    field: place,
    code: "invalid" as const,
    message: `is no CSV record of ${COLUMNS.length} fields`,
  }));
  // A parent that is missing may be named by a broken row, so that nothing is said of parents until there is none.
  return result(located, [...malformed, ...planErrors(located, { parents: broken.length === 0 })]);
}

const NO_HEADER: ReadEntries = {
  entries: [],
  errors: [{ field: "row 1", code: "invalid", message: `must be ${COLUMNS.join(",")}` }],
};

const isHeader = ({ fields, sound }: CsvRow): boolean =>
  sound && fields.length === COLUMNS.length && COLUMNS.every((column, index) => fields[index]?.trim() === column);

const isEmpty = ({ fields }: CsvRow): boolean => fields.length === 1 && fields[0] === "";

const isRecord = ({ fields, sound }: CsvRow): boolean => sound && fields.length === COLUMNS.length;

function entryOf({
  fields: [code = "", label = "", parentCode = "", keywords = ""],
}: CsvRow): ClassificationEntryInput {
  return { code, label, parentCode, keywords: keywords.split(";") };
}

function locatedAt(place: string, sent: ClassificationEntryInput): LocatedEntry {
  const { code, label, parentCode, keywords = [] } = sent;
  const errors = valueErrors(place, sent);
  return {
    place,
    errors,
    entry: {
      code: bounded(code, PLAN_CODE_LENGTH_MAX),
      label: errors.length > 0 ? "" : line(label),
      parentCode: bounded(parentCode ?? "", PLAN_CODE_LENGTH_MAX) || null,
      keywords: errors.length > 0 ? [] : normalTags(keywords),
    },
  };
}

const bounded = (text: string, max: number): string => (isOverlong(text, max) ? text : line(text));

function result(located: readonly LocatedEntry[], errors: readonly FieldError[]): ReadEntries {
  return { entries: located.map(({ entry }) => entry), errors: errors.slice(0, FAULTS_MAX) };
}

const tooMany = (field: string): FieldError => ({
  field,
  code: "too_long",
  message: `is too long (maximum is ${PLAN_ENTRIES_MAX} entries)`,
});

function planErrors(located: readonly LocatedEntry[], { parents } = { parents: true }): readonly FieldError[] {
  const values = located.flatMap(({ errors }) => errors);
  return [...values, ...repeated(located), ...(parents ? [...orphans(located), ...circles(located)] : [])];
}

/** Entries are refused as wholes: the message says which of their values is meant. */
function valueErrors(place: string, { code, label, keywords = [] }: ClassificationEntryInput): readonly FieldError[] {
  const errorIn = (column: string, error: FieldError | null | undefined) =>
    error ? [{ ...error, message: `${column} ${error.message}` }] : [];
  return [
    ...errorIn("code", lineError(place, code, { max: PLAN_CODE_LENGTH_MAX, required: true })),
    ...errorIn("label", lineError(place, label, { max: NAME_LENGTH_MAX, required: true })),
    ...errorIn("keywords", tagErrors(place, keywords)[0]),
  ];
}

function repeated(located: readonly LocatedEntry[]): readonly FieldError[] {
  const first = new Map<string, string>();
  return located.flatMap(({ place, entry: { code } }) => {
    const before = first.get(code);
    if (before === undefined) first.set(code, place);
    return before === undefined || code === ""
      ? []
      : [{ field: place, code: "taken" as const, message: `code is the one of ${before} too` }];
  });
}

function orphans(located: readonly LocatedEntry[]): readonly FieldError[] {
  const codes = new Set(located.map(({ entry }) => entry.code));
  return located
    .filter(({ entry: { parentCode } }) => parentCode !== null && !codes.has(parentCode))
    .map(({ place }) => ({ field: place, code: "not_found", message: "parent_code is the code of no entry" }));
}

/** The entries that stand under themselves, by whatever way. */
function circles(located: readonly LocatedEntry[]): readonly FieldError[] {
  const parents = new Map(located.map(({ entry: { code, parentCode } }) => [code, parentCode]));
  const circling = new Set<string>();
  const walked = new Set<string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    let code: string | null | undefined = start;
    while (code && parents.has(code) && !walked.has(code)) {
      walked.add(code);
      path.push(code);
      code = parents.get(code);
    }
    // What was walked on this way already closes a circle; what was walked before is known.
    if (code && path.includes(code)) for (const each of path.slice(path.indexOf(code))) circling.add(each);
  }
  return located
    .filter(({ entry }) => circling.has(entry.code))
    .map(({ place }) => ({ field: place, code: "invalid", message: "parent_code leads back to the entry itself" }));
}
