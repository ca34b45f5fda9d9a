import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { FileTransactionInput } from "../../../src/money/money-in/file-input.ts";
import { agencyWithIncomingMoney } from "../agency/incoming-money.ts";
import { caller } from "../agency/records.ts";

const IBAN = "FR7630004000010008200000187";
const unknown = (number: number, more: object = {}) => ({
  ...{ bankReference: `T-${number}`, amountCents: number, direction: "outbound" as const, label: "?", ...more },
});
/** A movement of a file without statements. */
const inFile = (
  bankReference: string,
  amountCents: number,
  more: Partial<FileTransactionInput> = {},
): FileTransactionInput => ({
  ...{
    bankReference,
    amountCents: cents(amountCents),
    bookedOn: "2026-03-05" as Day,
    direction: "inbound",
    statement: null,
  },
  ...{ formerReference: null, servicerReference: null, endToEndId: null, remittance: "", referenceTexts: [], ...more },
});
const fileOf = (...transactions: readonly FileTransactionInput[]) => ({ transactions, statements: [] });

describe("transactions", () => {
  it("are ingested in an ordinary write up to twenty, else in a long one", async () => {
    const { bring, bringFile, longWrites } = await agencyWithIncomingMoney({ iban: IBAN });
    const numbers = Array.from({ length: 21 }, (_, index) => index + 1);
    await bring(...numbers.slice(1).map((number) => unknown(number)));
    expect(longWrites()).toBe(0);
    await bring(...numbers.map((number) => unknown(number)));
    expect(longWrites()).toBe(1);
    await bringFile(fileOf(...numbers.map((number) => inFile(`B-${number}`, number))));
    expect(longWrites()).toBe(2);
  });

  it("have entries in portions, and a call is lettered with receipts of several portions", async () => {
    const { bring, call, book } = await agencyWithIncomingMoney();
    const ofAda = await call({ tenant: "ada", day: "2026-03-01", rent: { otto: 100 }, isAccrual: true });
    const ofBlaise = await call({ tenant: "blaise", day: "2026-03-01", rent: { otto: 50 }, isAccrual: true });
    const inbound = (number: number, amountCents: number, label: string) => ({
      ...{ bankReference: `B-${number}`, amountCents, label },
    });
    const others = Array.from({ length: 999 }, (_, index) => inbound(index + 10, 1, "?"));
    await bring(inbound(1, 60, ofAda), ...others, inbound(2, 40, ofAda), inbound(3, 50, ofBlaise));
    expect(book()).toHaveLength(2 + 1 + 999 + 2);
    expect(book().filter((entry) => entry.includes("411000"))).toEqual([
      "LOYERS 03-01 AP-2026-000001: 411000 LOC-ADA D 100 AAA / 467000 PRO-OTTO C 100",
      "LOYERS 03-01 AP-2026-000002: 411000 LOC-BLAISE D 50 AAA / 467000 PRO-OTTO C 50",
      "BANQUE 03-05 B-1: 512000 D 60 / 411000 LOC-ADA C 60 AAA",
      "BANQUE 03-05 B-2: 512000 D 40 / 411000 LOC-ADA C 40 AAA",
      "BANQUE 03-05 B-3: 512000 D 50 / 411000 LOC-BLAISE C 50 AAA",
    ]);
  });

  it("that go out have entries in portions, too", async () => {
    const { bring, book } = await agencyWithIncomingMoney();
    await bring(...Array.from({ length: 1001 }, (_, index) => unknown(index + 1)));
    expect([book().length, book().at(-1)]).toEqual([1001, "BANQUE 03-05 T-1001: 471000 D 1001 / 512000 C 1001"]);
  });

  it("are not older than the opening balances, unless they are known", async () => {
    const { bring, ledger, transactions, records } = await agencyWithIncomingMoney();
    const line = (accountCode: string, side: object) => ({ accountCode, label: "Reprise", ...side });
    const lines = [line("512000", { debitCents: cents(5) }), line("471000", { creditCents: cents(5) })];
    await ledger.enterOpening(caller, { societyCode: "1", date: "2026-03-01" as Day, lines });
    await bring(unknown(1, { bookedOn: "2026-03-01" }), unknown(2, { bookedOn: "2026-03-02" }));
    const before = (number: number) => unknown(number, { bookedOn: "2026-02-28" });
    records.transactions = records.transactions.map((each) => ({ ...each, bookedOn: "2026-02-28" as Day }));
    expect(await bring(before(1), before(2))).toEqual({
      created: 0,
      duplicates: 2,
      received: 2,
      unmatched: ["T-1", "T-2"],
    });
    await expect(bring(before(1), unknown(3), before(4))).rejects.toThrow(
      "transactions[2].bookedOn must be 2026-03-01 or later, the day of the opening balances",
    );
    expect(transactions()).toEqual([
      "T-1 unmatched, 0 + 0 of 1, BANQUE 03-01 T-1",
      "T-2 unmatched, 0 + 0 of 2, BANQUE 03-02 T-2",
    ]);
  });
});

describe("a transaction of the portal", () => {
  it("that a file had before is that one, rather one that is unmatched", async () => {
    const { bring, bringFile, records, call, transactions } = await agencyWithIncomingMoney({ iban: IBAN });
    const ofAda = await call({ tenant: "ada", day: "2026-03-01", rent: { otto: 7 } });
    await bringFile(
      fileOf(
        inFile("B-1", 7, { label: ofAda, remittance: "a" }),
        inFile("B-1", 7, { remittance: "b" }),
        inFile("B-1", 8),
      ),
    );
    expect(await bring({ bankReference: "B-1", amountCents: 7 }, { bankReference: "B-2", amountCents: 7 })).toEqual({
      created: 1,
      duplicates: 1,
      received: 2,
      unmatched: ["B-1", "B-2"],
    });
    expect(transactions()).toEqual([
      "B-1 matched, 7 + 0 of 7, EN-2026-000001, BANQUE 03-05 B-1",
      "B-1 unmatched, 0 + 0 of 7, BANQUE 03-05 B-1",
      "B-1 unmatched, 0 + 0 of 8, BANQUE 03-05 B-1",
      "B-2 unmatched, 0 + 0 of 7, BANQUE 03-05 B-2",
    ]);
    expect(records.transactions.map(({ isFromPortal }) => isFromPortal)).toEqual([false, true, false, true]);
  });

  it("that is known is no other of a file with the same facts", async () => {
    const { bring, bringFile, records } = await agencyWithIncomingMoney({ iban: IBAN });
    const same = { bankReference: "B-1", amountCents: 7 };
    await bring(same);
    await bringFile(fileOf(inFile("B-1", 7), inFile("B-1", 7)));
    await bring(same);
    expect(records.transactions.map(({ isFromPortal, contentOrdinal }) => [isFromPortal, contentOrdinal])).toEqual([
      ...[
        [true, 0],
        [false, 1],
      ],
    ]);
  });

  it("is known by its reference, and refused with other contents", async () => {
    const { bring, bringFile, records } = await agencyWithIncomingMoney({ iban: IBAN });
    await bring(unknown(1));
    // A file has another movement under the same reference.
    await bringFile(fileOf(inFile("T-1", 1, { direction: "outbound", bookedOn: "2026-03-06" as Day })));
    expect(await bring(unknown(1))).toEqual({
      created: 0,
      duplicates: 1,
      received: 1,
      unmatched: ["T-1"],
    });
    await expect(bring(unknown(2), { ...unknown(1), amountCents: 3 })).rejects.toThrow(
      "transactions[1].bankReference is recorded with another transaction: outbound 0.01 EUR of 2026-03-05",
    );
    expect(records.transactions.map(({ isFromPortal, bookedOn }) => `${isFromPortal} ${bookedOn}`)).toEqual([
      "true 2026-03-05",
      "false 2026-03-06",
    ]);
  });
});

describe("a transaction of a file", () => {
  const recognised = ({ records }: Pick<Awaited<ReturnType<typeof agencyWithIncomingMoney>>, "records">) =>
    records.transactions.map((each) =>
      [
        `${each.bankReference} ${each.amountCents}`,
        each.servicerReference,
        each.endToEndId,
        each.referenceLines?.replaceAll("\n", " + ") ?? null,
        each.contentKey === null ? "not in a file" : `in a file as ${each.contentOrdinal}`,
        each.isFromPortal ? "of the portal" : "of a file",
      ].join(", "),
    );

  it("is known by its content", async () => {
    const { bringFile } = await agencyWithIncomingMoney({ iban: IBAN });
    const [one, other] = [inFile("B-1", 5), inFile("B-2", 5, { remittance: "other" })];
    expect(await bringFile(fileOf(one, one, other))).toEqual({
      created: 3,
      duplicates: 0,
      received: 3,
      reconciliation: null,
      unmatched: ["B-1", "B-1", "B-2"],
      warnings: [],
    });
    expect(await bringFile(fileOf(one, other, one, one))).toEqual({
      created: 1,
      duplicates: 3,
      received: 4,
      reconciliation: null,
      unmatched: ["B-1", "B-2", "B-1", "B-1"],
      warnings: [],
    });
  });

  it("is stored once where statements of the file overlap", async () => {
    const { bringFile, records } = await agencyWithIncomingMoney({ iban: IBAN });
    const statement = {
      ...{
        account: IBAN,
        statementId: "S",
        from: null,
        to: "2026-03-05" as Day,
        openingCents: null,
        closingCents: null,
      },
      ...{ madeAt: "", entriesCount: 1 },
    };
    const transactions = [0, 1, 1].map((place) => inFile("B-1", 5, { statement: place }));
    expect(await bringFile({ transactions, statements: [statement, statement] })).toEqual({
      created: 2,
      duplicates: 1,
      received: 3,
      reconciliation: null,
      unmatched: ["B-1", "B-1"],
      warnings: [],
    });
    expect(records.transactions.map(({ contentOrdinal }) => contentOrdinal)).toEqual([0, 1]);
  });

  it("that the portal sent before is that one, with what only the file says", async () => {
    const agency = await agencyWithIncomingMoney({ iban: IBAN });
    const { bring, bringFile } = agency;
    await bring(
      { bankReference: "B-1", amountCents: 5, label: "Portal" },
      { bankReference: "OLD-2", amountCents: 6 },
      { bankReference: "B-3", amountCents: 7 },
      { bankReference: "B-4", amountCents: 4 },
    );
    const file = fileOf(
      inFile("B-1", 5, { label: "File", servicerReference: "S-1", endToEndId: "E-1" }),
      inFile("B-2", 6, { formerReference: "OLD-2", referenceTexts: ["one", "two"] }),
      inFile("B-4", 4, { formerReference: "OLD-2" }),
      // Of another amount or day than those of the portal, though of their references.
      inFile("B-3", 8),
      inFile("B-9", 7, { formerReference: "B-3", bookedOn: "2026-03-04" as Day }),
      // Each one of the portal is found once.
      inFile("B-1", 5, { label: "File", remittance: "again" }),
    );
    expect(await bringFile(file)).toEqual({
      created: 3,
      duplicates: 3,
      received: 6,
      reconciliation: null,
      unmatched: ["B-1", "OLD-2", "B-4", "B-3", "B-9", "B-1"],
      warnings: [],
    });
    expect(recognised(agency)).toEqual([
      "B-1 5, S-1, E-1, Portal + File, in a file as 0, of the portal",
      "OLD-2 6, OLD-2, , one + two, in a file as 0, of the portal",
      "B-3 7, B-3, , , not in a file, of the portal",
      "B-4 4, B-4, , , in a file as 0, of the portal",
      "B-3 8, , , , in a file as 0, of a file",
      "B-9 7, , , , in a file as 0, of a file",
      "B-1 5, , , , in a file as 0, of a file",
    ]);
    expect(await bringFile(file)).toEqual({
      created: 0,
      duplicates: 6,
      received: 6,
      reconciliation: null,
      unmatched: ["B-1", "OLD-2", "B-4", "B-3", "B-9", "B-1"],
      warnings: [],
    });
    // One that a file had before is not found again for another content.
    expect(await bringFile(fileOf(inFile("B-1", 5, { remittance: "third" })))).toEqual({
      created: 1,
      duplicates: 0,
      received: 1,
      reconciliation: null,
      unmatched: ["B-1"],
      warnings: [],
    });
  });

  it("is refused with the field of its error", async () => {
    const { bringFile, records } = await agencyWithIncomingMoney({ iban: IBAN });
    const wrong = fileOf(inFile("B-1", 0), inFile("B-2", 1, { endToEndId: "x".repeat(141) }));
    await expect(async () => bringFile(wrong)).rejects.toThrow(
      "transactions[0].amountCents must be 1 or more; use the direction for the sign; transactions[1].EndToEndId is too long",
    );
    records.mandataire = {};
    await expect(bringFile(fileOf(inFile("B-1", 1)))).rejects.toThrow("The mandataire has no IBAN");
  });
});
