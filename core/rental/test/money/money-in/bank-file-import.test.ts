import type { Day } from "@cartulary/kernel";
import { invalid, unprocessable } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import {
  BANK_FILE_BYTES_MAX,
  type BankFileContent,
  type BankFileReader,
  createBankFileImport,
  errorsInFile,
  FILE_TRANSACTIONS_MAX,
} from "../../../src/money/money-in/bank-file-import.ts";
import type { FileIngestion, PaymentIngestion } from "../../../src/money/money-in/ingestion.ts";
import { agencyWithIncomingMoney } from "../agency/incoming-money.ts";
import { caller } from "../agency/records.ts";

const IBAN = "FR7630004000010008200000187";

/** Reads files with a movement a line, as `B-1 500`; a line without an amount is an error. */
const reader: BankFileReader = {
  async read(bytes): Promise<BankFileContent> {
    const lines = new TextDecoder().decode(bytes).split("\n");
    const errors = lines.flatMap((line, index) =>
      /^\S+ \d+$/.test(line) ? [] : [{ place: `line ${index + 1}`, field: "amount", code: "invalid" as const }],
    );
    if (errors.length > 0) return { transactions: [], statements: [], errors };
    const transactions = lines.map((line, index) => {
      const [bankReference = "", amount] = line.split(" ");
      return {
        ...{ place: `line ${index + 1}`, statement: null, bankReference, amountCents: cents(Number(amount ?? 0)) },
        ...{ bookedOn: "2026-03-05" as Day, direction: "inbound" as const, formerReference: null },
        ...{ servicerReference: null, endToEndId: null, remittance: "", referenceTexts: [] },
      };
    });
    return { transactions, statements: [], errors: [] };
  },
};

/** An import, of which tests see what it ingests. */
async function withImport(ingestFile?: PaymentIngestion["ingestFile"]) {
  const agency = await agencyWithIncomingMoney({ iban: IBAN });
  const unused: PaymentIngestion["ingest"] = () => Promise.reject(new TypeError("Not a file"));
  const ingestion = { ingest: unused, ingestFile: ingestFile ?? ((_, file) => agency.bringFile(file)) };
  const files = createBankFileImport({ reader, paymentIngestion: () => ingestion })("M" as never);
  let isReadToItsEnd = false;
  const readAll = async () => {
    isReadToItsEnd = true;
  };
  const importOf = (file: Parameters<typeof files.import>[1]["file"]) => files.import(caller, { file, readAll });
  return {
    ...agency,
    importOf,
    upload: (...pieces: readonly (string | Uint8Array)[]) =>
      importOf({
        bytes: (async function* () {
          for (const piece of pieces) yield typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
        })(),
      }),
    isReadToItsEnd: () => isReadToItsEnd,
  };
}

describe("a file of the bank", () => {
  it("is imported whole, in whichever pieces it arrives", async () => {
    const { upload, records, isReadToItsEnd } = await withImport();
    expect(await upload("B-1 5\nB", "-2", " 6\nB-3 7")).toEqual({
      ...{ received: 3, created: 3, duplicates: 0, unmatched: ["B-1", "B-2", "B-3"] },
      ...{ warnings: [], reconciliation: null },
    });
    expect(records.transactions.map(({ amountCents }) => amountCents)).toEqual([5, 6, 7]);
    expect(isReadToItsEnd()).toBe(true);
  });

  it("may arrive in memory that is used again", async () => {
    const { importOf, records } = await withImport();
    const memory = new Uint8Array(5);
    async function* bytes() {
      for (const piece of ["B-1 5", "\nB-2 ", "6\nB-3", " 7777"]) {
        new TextEncoder().encodeInto(piece, memory);
        yield memory;
      }
    }
    await importOf({ bytes: bytes() });
    expect(records.transactions.map(({ amountCents }) => amountCents)).toEqual([5, 6, 7777]);
  });

  it("is required, and is bounded before it is read", async () => {
    const nothing: FileIngestion = {
      ...{ received: 0, created: 0, duplicates: 0, unmatched: [], warnings: [], reconciliation: null },
    };
    const { importOf, upload } = await withImport(async () => nothing);
    await expect(importOf(null)).rejects.toMatchObject({ details: [{ field: "uploadedFile", code: "blank" }] });
    const reference = new Uint8Array(BANK_FILE_BYTES_MAX - 2).fill(48);
    expect(await upload(reference, " 1")).toEqual(nothing);
    await expect(upload(reference, " 1", "1")).rejects.toThrow(`A bank file has at most ${BANK_FILE_BYTES_MAX} bytes`);
    const movements = (count: number) => Array.from({ length: count }, (_, index) => `B-${index} 1`).join("\n");
    expect(await upload(movements(FILE_TRANSACTIONS_MAX))).toEqual(nothing);
    await expect(upload(movements(FILE_TRANSACTIONS_MAX + 1))).rejects.toThrow(
      `uploadedFile has more than ${FILE_TRANSACTIONS_MAX} transactions`,
    );
  });

  it("has its errors at their places", async () => {
    const { upload, records } = await withImport();
    const refused = (text: string) =>
      upload(text).then(
        () => null,
        ({ message }: Error) => message,
      );
    expect(await refused("B-1 5\nB-2\nB-3 x")).toBe(
      "line 2 has an error in amount: invalid; line 3 has an error in amount: invalid",
    );
    expect(await refused("B-1 5\nB-2 0")).toBe("line 2 has an error in amountCents: greater_than_or_equal_to");
    records.mandataire = {};
    expect(await refused("B-1 5")).toMatch(/^The mandataire has no IBAN/);
  });
});

describe("the errors of an ingestion", () => {
  const file = {
    transactions: [{ place: "line 1" }, { place: "line 2" }],
    statements: [{ place: "statement 1" }],
  };
  const detail = (field: string) => ({ field, code: "invalid" as const, message: "is wrong" });

  it("are those of the file's places", () => {
    const error = invalid(detail("transactions[1].amountCents"), [
      ...["statements[0]", "transactions[2].label", "iban", "transactions[0]"].map(detail),
    ]);
    const at = { code: "invalid", message: "is wrong" };
    expect(errorsInFile(error, file)).toEqual([
      { ...at, place: "line 2", name: "amountCents" },
      { ...at, place: "statement 1", name: null },
      { ...at, place: "line 1", name: "" },
    ]);
  });

  it("are none of other failures", () => {
    const failures = [new TypeError("x"), null, { details: [detail("statements[0]")] }, unprocessable("x", "x", {})];
    expect(failures.map((failure) => errorsInFile(failure, file))).toEqual([[], [], [], []]);
  });
});
