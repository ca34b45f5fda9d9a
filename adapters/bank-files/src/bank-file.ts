import type { Digests } from "@cartulary/kernel";
import { readCamt } from "./camt/camt-file.ts";
import { readCsv } from "./csv-file.ts";
import { decodedText } from "./encoding.ts";
import type { BankFile } from "./transaction.ts";

/**
 * Reads a bank's file: CAMT.053 (ISO 20022, versions 02 to 14) where it begins with `<`, else CSV under the header
 * `bank_reference,booked_on,amount_cents,label,counterparty_iban`, in which what is paid out is below zero. Whoever calls
 * has bounded its length; memory grows with that, whatever the file says. Throws nothing for any bytes.
 */
export function readBankFile(bytes: Uint8Array, digests: Pick<Digests, "sha256">): BankFile {
  const decoded = decodedText(bytes);
  if ("fault" in decoded) return { transactions: [], statements: [], faults: [decoded.fault] };
  const { text } = decoded;
  return /^\s*</.test(text) ? readCamt(text.trimStart(), digests) : readCsv(text);
}
