import { type CsvRow, type FieldError, line, lineError, parseCsv } from "@cartulary/kernel";
import { type ClassificationEntry, PLAN_CODE_LENGTH_MAX, PLAN_ENTRIES_MAX } from "./classification-plan.ts";

import { keptTags, tagErrors } from "./tags.ts";
import { NAME_LENGTH_MAX } from "./values.ts";

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

/** Faults of entries that one refusal tells. */
const ERRORS_MAX = 100;

const COLUMNS = ["code", "label", "parent_code", "keywords"] as const;

/** An entry and the field that a refusal calls it by. */
interface Placed {
  readonly place: string;
  readonly entry: ClassificationEntry;
}

/** Reads entries that came one by one; a refused one is called `entries[0]` and so on. */
export function readEntries(given: readonly ClassificationEntryInput[]): ReadEntries {
  if (given.length > PLAN_ENTRIES_MAX) return { entries: [], errors: [tooMany("entries")] };
  const placed = given.map((entry, index) => ({ place: `entries[${index}]`, entry: kept(entry) }));
  return result(placed, planErrors(placed));
}

/**
 * Reads a plan from its CSV (documents.md 2.3): the columns `code,label,parent_code,keywords` under a header that names
 * them, keywords separated by `;`, a byte order mark or none. Empty lines are skipped.
 *
 * A refused row is called `row N` as a spreadsheet numbers it: the header is row 1, a record of several lines is one.
 */
export function readPlanCsv(csv: string): ReadEntries {
  const [header, ...rows] = parseCsv(csv.replace(/^\ufeff/, ""));
  if (!header || !isHeader(header)) {
    return { entries: [], errors: [{ field: "row 1", code: "invalid", message: `must be ${COLUMNS.join(",")}` }] };
  }
  const numbered = rows.map((row, index) => ({ place: `row ${index + 2}`, row })).filter(({ row }) => !isEmpty(row));
  const beyond = numbered[PLAN_ENTRIES_MAX];
  if (beyond) return { entries: [], errors: [tooMany(beyond.place)] };
  const broken = numbered.filter(({ row }) => !isRecord(row));
  const placed = numbered.filter(({ row }) => isRecord(row)).map(({ place, row }) => ({ place, entry: entryOf(row) }));
  const malformed = broken.map(({ place }) => ({
    field: place,
    code: "invalid" as const,
    message: `is no CSV record of ${COLUMNS.length} fields`,
  }));
  // A parent that is missing may be named by a broken row, so that nothing is said of parents until there is none.
  return result(placed, [...malformed, ...planErrors(placed, { parents: broken.length === 0 })]);
}

const isHeader = ({ fields, sound }: CsvRow): boolean =>
  sound && fields.length === COLUMNS.length && COLUMNS.every((column, index) => fields[index]?.trim() === column);

const isEmpty = ({ fields }: CsvRow): boolean => fields.length === 1 && fields[0] === "";

const isRecord = ({ fields, sound }: CsvRow): boolean => sound && fields.length === COLUMNS.length;

function entryOf({ fields: [code = "", label = "", parentCode = "", keywords = ""] }: CsvRow): ClassificationEntry {
  return kept({ code, label, parentCode, keywords: keywords.split(";") });
}

function kept({ code, label, parentCode, keywords = [] }: ClassificationEntryInput): ClassificationEntry {
  return {
    code: line(code),
    label: line(label),
    parentCode: line(parentCode ?? "") || null,
    keywords: keptTags(keywords),
  };
}

function result(placed: readonly Placed[], errors: readonly FieldError[]): ReadEntries {
  return { entries: placed.map(({ entry }) => entry), errors: errors.slice(0, ERRORS_MAX) };
}

const tooMany = (field: string): FieldError => ({
  field,
  code: "too_long",
  message: `is too long (maximum is ${PLAN_ENTRIES_MAX} entries)`,
});

function planErrors(placed: readonly Placed[], { parents } = { parents: true }): readonly FieldError[] {
  const values = placed.flatMap(valueErrors);
  return [...values, ...repeated(placed), ...(parents ? [...orphans(placed), ...circles(placed)] : [])];
}

/** Entries are refused as wholes: the message says which of their values is meant. */
function valueErrors({ place, entry: { code, label, keywords } }: Placed): readonly FieldError[] {
  const told = (column: string, error: FieldError | null | undefined) =>
    error ? [{ ...error, message: `${column} ${error.message}` }] : [];
  return [
    ...told("code", lineError(place, code, { max: PLAN_CODE_LENGTH_MAX, required: true })),
    ...told("label", lineError(place, label, { max: NAME_LENGTH_MAX, required: true })),
    ...told("keywords", tagErrors(place, keywords)[0]),
  ];
}

function repeated(placed: readonly Placed[]): readonly FieldError[] {
  const first = new Map<string, string>();
  return placed.flatMap(({ place, entry: { code } }) => {
    const before = first.get(code);
    if (before === undefined) first.set(code, place);
    return before === undefined || code === ""
      ? []
      : [{ field: place, code: "taken" as const, message: `code is the one of ${before} too` }];
  });
}

function orphans(placed: readonly Placed[]): readonly FieldError[] {
  const codes = new Set(placed.map(({ entry }) => entry.code));
  return placed
    .filter(({ entry: { parentCode } }) => parentCode !== null && !codes.has(parentCode))
    .map(({ place }) => ({ field: place, code: "not_found", message: "parent_code is the code of no entry" }));
}

/** The entries that stand under themselves, by whatever way. */
function circles(placed: readonly Placed[]): readonly FieldError[] {
  const parents = new Map(placed.map(({ entry: { code, parentCode } }) => [code, parentCode]));
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
  return placed
    .filter(({ entry }) => circling.has(entry.code))
    .map(({ place }) => ({ field: place, code: "invalid", message: "parent_code leads back to the entry itself" }));
}
