import {
  type Day,
  type FieldError,
  firstDayOfYear,
  type Id,
  type Instant,
  type Listing,
  lastDayOfYear,
  line,
  lineError,
  presentErrors,
} from "@cartulary/kernel";
import {
  type Cents,
  FEC_ENCODINGS,
  FEC_SEPARATORS,
  type FecEncoding,
  type FecSeparator,
  fecFileName,
  ledgerLists,
} from "@cartulary/ledger";
import type { FecWarning } from "./fec-verdict.ts";

export type FecExportId = Id<"FecExport">;

/** An accounting file that was made, found conform, and kept: neither it nor its bytes change any more. */
export interface FecExport {
  readonly id: FecExportId;
  /** The civil year that it is of. */
  readonly year: number;
  readonly societyCode: string;
  /** It is answered once it can be downloaded. */
  readonly status: "ready";
  /** `<SIREN>FEC<year>1231.txt` */
  readonly filename: string;
  /** The mandataire's as it was then: nine digits. */
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
  /** Where it can be downloaded, under the address that the server is reached at. */
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
  /** Compared without the address that it stands under, which may change. */
  downloadUrl: "keyword",
} as const;

/** A field that {@link fecExportListing} knows. */
export type FecExportField = keyof typeof fields;

/** What lists of accounting files may be filtered and sorted by. A file never changes. */
export const fecExportListing: Listing<FecExportField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as FecExportField[],
  sort: "createdAt",
  updatedAt: "createdAt",
  search: ["societyCode", "filename"],
};

/** Which file is asked for, and how it is to be written. */
export interface FecExportInput {
  /** {@link FEC_YEAR_MIN} to {@link FEC_YEAR_MAX}. */
  readonly year: number;
  /** The mandataire's one society unless it is said. */
  readonly societyCode?: string;
  /** Default `tab`. */
  readonly separator?: FecSeparator;
  /** Default `utf-8`. */
  readonly encoding?: FecEncoding;
}

/** Years that a book can have been kept in: a file's name has four digits for it. */
export const FEC_YEAR_MIN = 1900;
/** The last of these years. */
export const FEC_YEAR_MAX = 9999;
/** Code points of a society's code: those that a mandataire's accounting code may have. */
const SOCIETY_CODE_MAX = 64;

/** What is wrong with what is asked. */
export function fecExportErrors({ year, societyCode, separator, encoding }: FecExportInput): readonly FieldError[] {
  return presentErrors(
    yearError(year),
    societyCode === undefined ? null : lineError("societyCode", societyCode, { max: SOCIETY_CODE_MAX, required: true }),
    inclusionError("separator", separator, Object.keys(FEC_SEPARATORS)),
    inclusionError("encoding", encoding, FEC_ENCODINGS),
  );
}

/** What a file says of itself before it was written. */
export type FecHeading = Pick<
  FecExport,
  "year" | "societyCode" | "siren" | "filename" | "separator" | "encoding" | "periodStart" | "periodEnd"
>;

/** What is asked, with what is not said filled in, once {@link fecExportErrors} found nothing. */
export function fecHeading(
  { year, societyCode, separator = "tab", encoding = "utf-8" }: FecExportInput,
  { siren, society }: { readonly siren: string; readonly society: string },
): FecHeading {
  return {
    year,
    societyCode: societyCode === undefined ? society : line(societyCode),
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
