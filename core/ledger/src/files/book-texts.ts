import { csvLine, dayInParis } from "@cartulary/kernel";
import { decimal, minus } from "../accounts/money.ts";
import type { FileLine } from "../stores/ports.ts";

/** Export formats of a book besides the accounting file. */
export const BOOK_FORMATS = ["hledger", "csv"] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/** Yields the text of a book, one chunk per batch; lines of an entry must be consecutive. */
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
  /** Formats the text before an entry's lines. */
  readonly entry: (first: FileLine) => string;
  readonly line: (line: FileLine) => string;
}

/** Auxiliaries are subaccounts, debits positive: `hledger bal` prints the trial balance. */
const hledger: Format = {
  head: "; Amounts in euros, debits above zero.\ndecimal-mark .\ncommodity 1000.00 EUR\n",
  entry: ({ accountingDate, reference, societyCode, journal, documentReference }) =>
    `\n${accountingDate} * (${plain(reference)}) ${plain(societyCode)} ${plain(journal)} ${plain(documentReference)}\n`,
  line: ({ accountCode, auxiliaryCode, label, debitCents, creditCents }) => {
    const account = auxiliaryCode === null ? accountCode : `${accountCode}:${plain(auxiliaryCode)}`;
    return `    ${account}  ${decimal(minus(debitCents, creditCents))} EUR  ; ${plain(label)}\n`;
  },
};

/** Removes characters with a meaning in hledger: comments, codes, tags, dates, accounts, amounts. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}()[\];:|]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Columns of the CSV. */
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

/** One record per line; amounts with a decimal point. */
const csv: Format = {
  head: csvLine(Object.keys(COLUMNS)),
  entry: () => "",
  line: (line) => csvLine(Object.values(COLUMNS).map((column) => column(line))),
};

const FORMATS: Readonly<Record<BookFormat, Format>> = { hledger, csv };
