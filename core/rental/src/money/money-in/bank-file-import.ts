import {
  type Caller,
  DomainError,
  type FieldError,
  type FieldErrorCode,
  invalid,
  throwIfInvalid,
  tooLarge,
} from "@cartulary/kernel";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { BankFileInput, FileStatementInput, FileTransactionInput } from "./file-input.ts";
import type { FileIngestion, PaymentIngestion } from "./ingestion.ts";

/** A part of a file with its position in it: `line 3`, `entry 2`, `statement 1`. */
interface Placed {
  readonly place: string;
}

/** The content of a bank's file. A file with errors has no transactions and no statements. */
export interface BankFileContent extends BankFileInput {
  readonly transactions: readonly (FileTransactionInput & Placed)[];
  readonly statements: readonly (FileStatementInput & Placed)[];
  readonly errors: readonly BankFileProblem[];
}

/** An error of a file. */
export interface BankFileProblem extends Placed {
  /** The column, or the path below the entry. */
  readonly field: string;
  readonly code: FieldErrorCode;
}

/** Port: reads the bank's files. */
export interface BankFileReader {
  /** Reads bytes whose number the caller has bounded. Returns what is malformed as `errors`. */
  read(bytes: Uint8Array): Promise<BankFileContent>;
}

/** A form with a file, which arrives while it is read. */
export interface BankFileForm {
  readonly file: { readonly bytes: AsyncIterable<Uint8Array> } | null;
  /** Reads the request to its end; rejects if the rest is invalid. */
  readAll(): Promise<unknown>;
}

/** The import of bank files by members of a mandataire. */
export interface BankFileImport {
  /**
   * Imports a file of at most {@link BANK_FILE_BYTES_MAX} bytes and {@link FILE_TRANSACTIONS_MAX} transactions, all or
   * nothing; see {@link PaymentIngestion.ingestFile}. Throws 413 for a larger file, and 422 with errors that have the
   * places in the file as fields (`line 3`, `entry 2`, `statement 1`). The same file again changes nothing.
   */
  import(caller: Caller, form: BankFileForm): Promise<FileIngestion>;
}

/** More than a year's statements of an agency with a hundred leases, or a month's of one with two thousand. */
export const BANK_FILE_BYTES_MAX = 4_194_304;
/** One write imports them all; the command `rental import-payments` takes more. */
export const FILE_TRANSACTIONS_MAX = 5_000;

interface Dependencies {
  readonly reader: BankFileReader;
  readonly paymentIngestion: (mandataireId: MandataireId) => PaymentIngestion;
}

export function createBankFileImport({
  reader,
  paymentIngestion,
}: Dependencies): (mandataireId: MandataireId) => BankFileImport {
  return (mandataireId) => ({
    async import(caller, form) {
      if (!form.file) throw invalid({ field: UPLOADED, code: "blank", message: "can't be blank" });
      const bytes = await boundedBytes(form.file.bytes);
      await form.readAll();
      const file = await reader.read(bytes);
      throwIfInvalid(file.errors.map(({ place, field, code }) => errorAt(place, field, code)));
      if (file.transactions.length > FILE_TRANSACTIONS_MAX) throw invalid(TOO_MANY);
      try {
        return await paymentIngestion(mandataireId).ingestFile(caller, file);
      } catch (error) {
        throw located(error, file);
      }
    },
  });
}

async function boundedBytes(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    length += piece.byteLength;
    if (length > BANK_FILE_BYTES_MAX) throw tooLarge(`A bank file has at most ${BANK_FILE_BYTES_MAX} bytes`);
    // The source may use the memory of a piece again.
    pieces.push(piece.slice());
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}

const UPLOADED = "uploadedFile";

const TOO_MANY: FieldError = {
  ...{ field: UPLOADED, code: "too_long" },
  message: `has more than ${FILE_TRANSACTIONS_MAX} transactions: import shorter periods, or use the command rental import-payments`,
};

const errorAt = (place: string, name: string, code: FieldErrorCode): FieldError => ({
  ...{ field: place, code },
  message: `has an error in ${name}: ${code}`,
});

/** Names the places in the file instead of the indexes of transactions and statements. */
function located(error: unknown, file: BankFileContent): unknown {
  const [first, ...others] = errorsInFile(error, file).map(
    ({ place, name, code, message }): FieldError =>
      name === null ? { field: place, code, message: `is refused: ${message}` } : errorAt(place, name, code),
  );
  return first ? invalid(first, others) : error;
}

/** An error of {@link PaymentIngestion.ingestFile}, with its place in the file. */
export interface ErrorInFile extends Placed {
  /** The field of the transaction; `null` for an error of a whole statement. */
  readonly name: string | null;
  readonly code: FieldErrorCode;
  readonly message: string;
}

/** Returns the errors of an ingestion by their places in the file; empty for errors that are about no place. */
export function errorsInFile(
  error: unknown,
  { transactions, statements }: { readonly transactions: readonly Placed[]; readonly statements: readonly Placed[] },
): readonly ErrorInFile[] {
  const details: readonly FieldError[] =
    error instanceof DomainError && Array.isArray(error.details) ? error.details : [];
  return details.flatMap(({ field, code, message }) => {
    const [, kind, index = "", name = ""] = /^(transactions|statements)\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
    if (kind === undefined) return [];
    const place = (kind === "statements" ? statements : transactions)[Number(index)]?.place;
    return place === undefined ? [] : [{ place, name: kind === "statements" ? null : name, code, message }];
  });
}
