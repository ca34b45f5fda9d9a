import type { Digests } from "@cartulary/kernel";
import { readCamt } from "./camt/camt-file.ts";
import { readCsv } from "./csv-file.ts";
import type { BankFile } from "./transaction.ts";

/**
 * Reads a bank's file: CAMT.053 (ISO 20022, versions 02 and later) where it begins with `<`, else CSV under the header
 * `bank_reference,booked_on,amount_cents,label,counterparty_iban`, in which what is paid out is below zero. Whoever calls
 * has bounded its length; memory grows with that, whatever the file says. Throws nothing for any text.
 */
export function readBankFile(text: string, digests: Pick<Digests, "sha256">): BankFile {
  const written = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return /^\s*</.test(written) ? readCamt(written.trimStart(), digests) : readCsv(written);
}
