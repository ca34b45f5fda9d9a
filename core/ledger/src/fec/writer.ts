import { type Day, dayInParis, type Instant, toNfc } from "@cartulary/kernel";
import type { Journal } from "../accounts/journal.ts";
import { type Cents, decimal, sum, ZERO } from "../accounts/money.ts";
import type { FileLine } from "../stores/ports.ts";
import { encode, transliterate } from "./character-encoding.ts";
import { FEC_COLUMNS, FEC_SEPARATORS, type FecColumn, type FecEncoding, type FecSeparator } from "./columns.ts";

/** Maximum length of a label in the file, in code points. */
const LABEL_MAX = 250;

/** The format of a file. */
export interface FecForm {
  /** Default: tab. */
  readonly separator?: FecSeparator;
  /** Default: UTF-8 without byte order mark. */
  readonly encoding?: FecEncoding;
}

/** Totals of a file, complete once it was read to its end. */
export interface FecTotals {
  entriesCount: number;
  linesCount: number;
  totalDebitCents: Cents;
  totalCreditCents: Cents;
}

/** Returns zero totals for {@link writeFec}. */
export function emptyTotals(): FecTotals {
  return { entriesCount: 0, linesCount: 0, totalDebitCents: ZERO, totalCreditCents: ZERO };
}

/**
 * Writes the accounting file (fec.md 1.1 and 1.4), one chunk per batch of lines; every line ends with LF. Lines must be
 * in the order of the file, those of an entry consecutive. Deterministic. Updates `totals`.
 */
export async function* writeFec(
  batches: AsyncIterable<readonly FileLine[]>,
  journals: readonly Journal[],
  { separator = "tab", encoding = "utf-8" }: FecForm = {},
  totals: FecTotals = emptyTotals(),
): AsyncGenerator<Uint8Array> {
  const between = FEC_SEPARATORS[separator];
  const rowOf = rowWriter(journals, between, encoding);
  let last = "";
  yield encode(`${FEC_COLUMNS.join(between)}\n`, encoding);
  for await (const batch of batches) {
    let text = "";
    for (const line of batch) {
      text += rowOf(line);
      if (line.reference !== last) totals.entriesCount += 1;
      last = line.reference;
    }
    totals.linesCount += batch.length;
    totals.totalDebitCents = sum([totals.totalDebitCents, ...batch.map(({ debitCents }) => debitCents)]);
    totals.totalCreditCents = sum([totals.totalCreditCents, ...batch.map(({ creditCents }) => creditCents)]);
    if (text !== "") yield encode(text, encoding);
  }
}

/** Returns `123456789FEC20261231.txt`, with the closing date of the civil year. */
export function fecFileName(siren: string, year: number): string {
  return `${siren}FEC${year}1231.txt`;
}

/** Returns `123456789FEC20261231.description.txt`, the name of the notice ({@link describeFec}). */
export function fecDescriptionName(siren: string, year: number): string {
  return `${siren}FEC${year}1231.description.txt`;
}

/** Cleans a field: no separators, line ends or control characters; at most {@link LABEL_MAX} characters. */
export function sanitizeField(text: string, encoding: FecEncoding = "utf-8"): string {
  if (PLAIN.test(text)) return text;
  // Cleans before transliteration, which would write control characters as "?", and after it, which may create a "|".
  const written = toNfc(transliterate(text.toWellFormed().replace(UNFIT, " "), encoding));
  const spaced = written.replace(UNFIT, " ").replace(/\s+/g, " ").trim();
  return [...spaced].slice(0, LABEL_MAX).join("").trim();
}

/** Separators, line ends and control characters. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}|\uFEFF]/gu;
/** Labels that need no cleaning: most of them. */
const PLAIN = /^[!-{}~](?:[!-{}~]| (?! )){0,248}[!-{}~]$/;

/** Returns a function that formats lines and caches cleaned texts. */
function rowWriter(journals: readonly Journal[], between: string, encoding: FecEncoding): (line: FileLine) => string {
  const names = new Map(journals.map(({ code, name }) => [code, name]));
  const clean = memoize((text) => sanitizeField(text, encoding));
  const validDate = compactDayInParis();
  return (line) => {
    const reference = clean(line.reference);
    const auxiliary = line.auxiliaryCode === null ? "" : clean(line.auxiliaryCode);
    const row: Readonly<Record<FecColumn, string>> = {
      JournalCode: clean(line.journal),
      JournalLib: clean(names.get(line.journal) ?? line.journal),
      EcritureNum: reference,
      EcritureDate: compact(line.accountingDate),
      CompteNum: line.accountCode,
      CompteLib: clean(line.accountName) || line.accountCode,
      CompAuxNum: auxiliary,
      // A name that cleaning empties is replaced by the code: both fields or none must be set.
      CompAuxLib: auxiliary && (clean(line.auxiliaryName ?? "") || auxiliary),
      PieceRef: clean(line.documentReference) || reference,
      PieceDate: compact(line.documentDate),
      EcritureLib: clean(line.label) || reference,
      Debit: decimal(line.debitCents, ","),
      Credit: decimal(line.creditCents, ","),
      EcritureLet: line.letteringCode ?? "",
      DateLet: line.letteringDay === null ? "" : compact(line.letteringDay),
      ValidDate: validDate(line.validatedAt),
      Montantdevise: "",
      Idevise: "",
    };
    let text = row[FEC_COLUMNS[0]];
    for (let at = 1; at < FEC_COLUMNS.length; at += 1) text += between + row[FEC_COLUMNS[at] as FecColumn];
    return `${text}\n`;
  };
}

/** Caches the results of a function; the texts of a file repeat. */
function memoize(make: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const fresh = make(text);
    if (results.size >= CACHE_MAX) results.clear();
    results.set(text, fresh);
    return fresh;
  };
}

const CACHE_MAX = 4096;

const compact = (day: Day): string => day.slice(0, 4) + day.slice(5, 7) + day.slice(8);

/** Caches the last result: consecutive lines usually share their instant. */
function compactDayInParis(): (instant: Instant) => string {
  let known: Instant | null = null;
  let day = "";
  return (instant) => {
    if (instant !== known) day = compact(dayInParis(instant));
    known = instant;
    return day;
  };
}
