import { setImmediate as nextTurn } from "node:timers/promises";
import type { Digests } from "@cartulary/kernel";
import { readCamt } from "./camt/camt-file.ts";
import { readCsv } from "./csv-file.ts";
import { decodedText } from "./encoding.ts";
import type { BankFile } from "./transaction.ts";

/**
 * Reads a bank's file: CAMT.053 (ISO 20022, versions 02 to 14) if it begins with `<`, otherwise CSV with the header
 * `bank_reference,booked_on,amount_cents,label,counterparty_iban` and negative outbound amounts. The caller limits the
 * length; memory is proportional to it. Malformed bytes yield `errors`, never an exception.
 *
 * @example
 * ```ts
 * import { readBankFile } from "@cartulary/bank-files";
 * import { createDigests } from "@cartulary/crypto";
 *
 * const csv = "bank_reference,booked_on,amount_cents,label\nVIR-1,2027-01-05,65000,Rent\n";
 * const { transactions, errors } = readBankFile(new TextEncoder().encode(csv), createDigests());
 * console.log(transactions.length, errors.length);
 * ```
 */
export function readBankFile(bytes: Uint8Array, digests: Pick<Digests, "sha256">): BankFile {
  const steps = readSteps(bytes, digests);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Returns a reader for hosts: like {@link readBankFile}, but other work of the process gets a turn every few
 * milliseconds.
 *
 * @example
 * ```ts
 * import { createBankFileReader } from "@cartulary/bank-files";
 * import { createDigests } from "@cartulary/crypto";
 *
 * const reader = createBankFileReader(createDigests()); // a BankFileReader of @cartulary/rental
 * const { errors } = await reader.read(new TextEncoder().encode("<Document/>"));
 * console.log(errors[0]?.place);
 * ```
 */
export function createBankFileReader(digests: Pick<Digests, "sha256">): {
  read(bytes: Uint8Array): Promise<BankFile>;
} {
  return {
    async read(bytes) {
      const steps = readSteps(bytes, digests);
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        await nextTurn();
      }
    },
  };
}

function* readSteps(bytes: Uint8Array, digests: Pick<Digests, "sha256">): Generator<void, BankFile> {
  const decoded = decodedText(bytes);
  if ("fault" in decoded) return { transactions: [], statements: [], errors: [decoded.fault] };
  const { text } = decoded;
  return /^\s*</.test(text) ? yield* readCamt(text.trimStart(), digests) : yield* readCsv(text);
}
