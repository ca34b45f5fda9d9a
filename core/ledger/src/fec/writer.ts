import { composed, type Day, type Instant } from "@cartulary/kernel";
import type { Journal } from "../accounts/journal.ts";
import { type Cents, decimal, sum, ZERO } from "../accounts/money.ts";
import { dayInParis } from "../accounts/paris.ts";
import type { FileLine } from "../stores/ports.ts";
import { FEC_COLUMNS, FEC_SEPARATORS, type FecColumn, type FecEncoding, type FecSeparator } from "./columns.ts";
import { encode, spelt } from "./encode.ts";

/** Code points of a label in the file. */
const LABEL_MAX = 250;

/** How a file is written. */
export interface FecForm {
  /** A tab unless it is said. */
  readonly separator?: FecSeparator;
  /** UTF-8 without a byte order mark unless it is said. */
  readonly encoding?: FecEncoding;
}

/** What a file came to; complete once it was read to its end. */
export interface FecTotals {
  entriesCount: number;
  linesCount: number;
  totalDebitCents: Cents;
  totalCreditCents: Cents;
}

/** Nothing yet, to be given to {@link writeFec}. */
export function noTotals(): FecTotals {
  return { entriesCount: 0, linesCount: 0, totalDebitCents: ZERO, totalCreditCents: ZERO };
}

/**
 * The accounting file (fec.md 1.1 and 1.4), a chunk of bytes a batch of lines; a line ends with LF, the last one too.
 * Lines come in the order of the file, those of an entry together. The same lines give the same bytes.
 */
export async function* writeFec(
  batches: AsyncIterable<readonly FileLine[]>,
  journals: readonly Journal[],
  { separator = "tab", encoding = "utf-8" }: FecForm = {},
  totals: FecTotals = noTotals(),
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

/** `123456789FEC20261231.txt`: whose file, and the closing date of its civil year. */
export function fecFileName(siren: string, year: number): string {
  return `${siren}FEC${year}1231.txt`;
}

/** `123456789FEC20261231.description.txt`: the notice of {@link describeFec}. */
export function fecDescriptionName(siren: string, year: number): string {
  return `${siren}FEC${year}1231.description.txt`;
}

/** One value as a field: no separator, no line end, no control character in it, and no more than a label may have. */
export function sanitised(text: string, encoding: FecEncoding = "utf-8"): string {
  if (PLAIN.test(text)) return text;
  // Once before spelling, which would write a control as "?", and once after, which makes a "|" of a full-width one.
  const written = composed(spelt(text.toWellFormed().replace(UNFIT, " "), encoding));
  const spaced = written.replace(UNFIT, " ").replace(/\s+/g, " ").trim();
  return [...spaced].slice(0, LABEL_MAX).join("").trim();
}

/** Separators, line ends, controls. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}|\uFEFF]/gu;
/** Most labels: nothing in them to look at twice. */
const PLAIN = /^[!-{}~](?:[!-{}~]| (?! )){0,248}[!-{}~]$/;

/** How one line of the file is made: what repeats from line to line is cleaned once. */
function rowWriter(journals: readonly Journal[], between: string, encoding: FecEncoding): (line: FileLine) => string {
  const names = new Map(journals.map(({ code, name }) => [code, name]));
  const clean = remembered((text) => sanitised(text, encoding));
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
      // Both or none: a name that nothing is left of is told by the code.
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

/** The same function with its last answers at hand: the texts of a file repeat. */
function remembered(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const fresh = make(text);
    if (made.size >= REMEMBERED_MAX) made.clear();
    made.set(text, fresh);
    return fresh;
  };
}

const REMEMBERED_MAX = 4096;

const compact = (day: Day): string => day.slice(0, 4) + day.slice(5, 7) + day.slice(8);

/** Lines of one entry share their instant, and entries of one run too: the last answer is nearly always the next one. */
function compactDayInParis(): (instant: Instant) => string {
  let known: Instant | null = null;
  let day = "";
  return (instant) => {
    if (instant !== known) day = compact(dayInParis(instant));
    known = instant;
    return day;
  };
}
