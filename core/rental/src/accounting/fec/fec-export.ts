import {
  type Day,
  type FieldError,
  firstDayOfYear,
  type Id,
  type Instant,
  type Listing,
  lastDayOfYear,
  lineError,
  normalizeLine,
  withoutNulls,
} from "@cartulary/kernel";
import {
  type Cents,
  FEC_ENCODINGS,
  FEC_SEPARATORS,
  type FecEncoding,
  type FecSeparator,
  fecFileName,
  LEDGER_LIST_DIALECT,
} from "@cartulary/ledger";
import type { FecWarning } from "./fec-check-result.ts";

export type FecExportId = Id<"FecExport">;

/** A validated accounting file. Neither the record nor its bytes change. */
export interface FecExport {
  readonly id: FecExportId;
  /** Civil year of the entries. */
  readonly year: number;
  readonly societyCode: string;
  /** A file appears only once it can be downloaded. */
  readonly status: "ready";
  /** `<SIREN>FEC<year>1231.txt` */
  readonly filename: string;
  /** SIREN of the mandataire at the time of the export, nine digits. */
  readonly siren: string;
  readonly separator: FecSeparator;
  readonly encoding: FecEncoding;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly entriesCount: number;
  readonly linesCount: number;
  readonly totalDebitCents: Cents;
  readonly totalCreditCents: Cents;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly warnings: readonly FecWarning[];
  readonly createdAt: Instant;
  /** Path of the download under the server's public address. */
  readonly downloadPath: string;
}

const fields = {
  id: "uuid",
  year: "integer",
  societyCode: "text",
  status: "keyword",
  filename: "keyword",
  separator: "keyword",
  encoding: "keyword",
  byteSize: "integer",
  sha256: "keyword",
  entriesCount: "integer",
  linesCount: "integer",
  totalDebit: "amount",
  totalCredit: "amount",
  periodStart: "date",
  periodEnd: "date",
  createdAt: "instant",
  /** Compared as a path, without the server's address, which may change. */
  downloadUrl: "keyword",
} as const;

export type FecExportField = keyof typeof fields;

/** Filters and sorts of lists of accounting files. A file never changes. */
export const fecExportListing: Listing<FecExportField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as FecExportField[],
  sort: "createdAt",
  updatedAt: "createdAt",
  search: ["societyCode", "filename"],
};

/** Selects a file and its format. */
export interface FecExportInput {
  /** {@link FEC_YEAR_MIN} to {@link FEC_YEAR_MAX}. */
  readonly year: number;
  /** Default: the mandataire's society. */
  readonly societyCode?: string;
  /** Default `tab`. */
  readonly separator?: FecSeparator;
  /** Default `utf-8`. */
  readonly encoding?: FecEncoding;
}

/** First year that an accounting file may cover; the file name has four digits for it. */
export const FEC_YEAR_MIN = 1900;
/** Last year that an accounting file may cover. */
export const FEC_YEAR_MAX = 9999;
/** Code points of a society code, as of a mandataire's accounting code. */
const SOCIETY_CODE_MAX = 64;

/** Returns the errors of the input. */
export function fecExportErrors({ year, societyCode, separator, encoding }: FecExportInput): readonly FieldError[] {
  return withoutNulls(
    yearError(year),
    societyCode === undefined ? null : lineError("societyCode", societyCode, { max: SOCIETY_CODE_MAX, required: true }),
    inclusionError("separator", separator, Object.keys(FEC_SEPARATORS)),
    inclusionError("encoding", encoding, FEC_ENCODINGS),
  );
}

/** The part of the record that is known before the file is written. */
export type FecExportHeader = Pick<
  FecExport,
  "year" | "societyCode" | "siren" | "filename" | "separator" | "encoding" | "periodStart" | "periodEnd"
>;

/** Returns the header with defaults applied. Requires that {@link fecExportErrors} found none. */
export function fecExportHeader(
  { year, societyCode, separator = "tab", encoding = "utf-8" }: FecExportInput,
  { siren, society }: { readonly siren: string; readonly society: string },
): FecExportHeader {
  return {
    year,
    societyCode: societyCode === undefined ? society : normalizeLine(societyCode),
    siren,
    filename: fecFileName(siren, year),
    separator,
    encoding,
    periodStart: firstDayOfYear(year),
    periodEnd: lastDayOfYear(year),
  };
}

function yearError(year: number): FieldError | null {
  const field = "year";
  if (!Number.isInteger(year)) return { field, code: "not_a_number", message: "is not a whole number" };
  if (year < FEC_YEAR_MIN)
    return { field, code: "greater_than_or_equal_to", message: `must be at least ${FEC_YEAR_MIN}` };
  if (year > FEC_YEAR_MAX) return { field, code: "less_than_or_equal_to", message: `must be at most ${FEC_YEAR_MAX}` };
  return null;
}

function inclusionError(field: string, value: string | undefined, allowed: readonly string[]): FieldError | null {
  if (value === undefined || allowed.includes(value)) return null;
  return { field, code: "inclusion", message: `must be one of ${allowed.join(", ")}` };
}
