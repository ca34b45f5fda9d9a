import { csvLine } from "@cartulary/kernel";
import { decimal, minus } from "../accounts/money.ts";
import { dayInParis } from "../accounts/paris.ts";
import type { FileLine } from "../stores/ports.ts";

/** Other ways than the accounting file of writing a book down. */
export const BOOK_FORMATS = ["hledger", "csv"] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/** The text of a book in pieces, one a batch of lines; lines of an entry come together. */
export async function* writeBook(
  batches: AsyncIterable<readonly FileLine[]>,
  format: BookFormat,
): AsyncGenerator<string> {
  const { head, entry, line } = FORMATS[format];
  let last = "";
  yield head;
  for await (const batch of batches) {
    let text = "";
    for (const each of batch) {
      const own = `${each.societyCode} ${each.reference}`;
      if (own !== last) text += entry(each);
      text += line(each);
      last = own;
    }
    if (text !== "") yield text;
  }
}

interface Format {
  readonly head: string;
  /** What stands before the lines of an entry. */
  readonly entry: (first: FileLine) => string;
  readonly line: (line: FileLine) => string;
}

/** Accounts by their code, auxiliaries below them, debits positive: `hledger bal` gives the trial balance. */
const hledger: Format = {
  head: "; Amounts in euros, debits above zero.\ndecimal-mark .\ncommodity 1000.00 EUR\n",
  entry: ({ accountingDate, reference, societyCode, journal, documentReference }) =>
    `\n${accountingDate} * (${plain(reference)}) ${plain(societyCode)} ${plain(journal)} ${plain(documentReference)}\n`,
  line: ({ accountCode, auxiliaryCode, label, debitCents, creditCents }) => {
    const account = auxiliaryCode === null ? accountCode : `${accountCode}:${plain(auxiliaryCode)}`;
    return `    ${account}  ${decimal(minus(debitCents, creditCents))} EUR  ; ${plain(label)}\n`;
  },
};

/** What hledger reads as comments, codes, tags, dates, accounts or amounts is no part of a text here. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}()[\];:|]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** What each column of the CSV says. */
const COLUMNS: Readonly<Record<string, (line: FileLine) => string>> = {
  society: ({ societyCode }) => societyCode,
  journal: ({ journal }) => journal,
  reference: ({ reference }) => reference,
  accounting_date: ({ accountingDate }) => accountingDate,
  document_date: ({ documentDate }) => documentDate,
  document_reference: ({ documentReference }) => documentReference,
  validation_date: ({ validatedAt }) => dayInParis(validatedAt),
  account: ({ accountCode }) => accountCode,
  account_name: ({ accountName }) => accountName,
  auxiliary: ({ auxiliaryCode }) => auxiliaryCode ?? "",
  auxiliary_name: ({ auxiliaryName }) => auxiliaryName ?? "",
  label: ({ label }) => label,
  debit: ({ debitCents }) => decimal(debitCents),
  credit: ({ creditCents }) => decimal(creditCents),
  lettering: ({ letteringCode }) => letteringCode ?? "",
  lettering_date: ({ letteringDay }) => letteringDay ?? "",
};

/** One line of an entry a record, whole euros and cents with a point. */
const csv: Format = {
  head: csvLine(Object.keys(COLUMNS)),
  entry: () => "",
  line: (line) => csvLine(Object.values(COLUMNS).map((column) => column(line))),
};

const FORMATS: Readonly<Record<BookFormat, Format>> = { hledger, csv };
