import { describe, expect, it } from "vitest";
import { agencyWithIncomingMoney, type Payouts } from "../agency/incoming-money.ts";

const OUT = { direction: "outbound", bookedOn: "2026-03-09" } as const;
const rejection = (bankReference: string, amountCents: number, reverses?: string) => ({
  ...{ bankReference, amountCents, ...OUT, method: "rejection" as const, ...(reverses && { reverses }) },
});
const refund = (bankReference: string, amountCents: number, reverses?: string) => ({
  ...{ bankReference, amountCents, ...OUT, method: "refund" as const, ...(reverses && { reverses }) },
});
const transfer = (bankReference: string, amountCents: number, label: string) => ({
  ...{ bankReference, amountCents, ...OUT, label },
});
const returned = (bankReference: string, amountCents: number, more: { reverses?: string; label?: string }) => ({
  ...{ bankReference, amountCents, method: "rejection" as const, bookedOn: "2026-03-09", ...more },
});

/** An agency where a receipt paid a part of Ada's call and all of Blaise's, and another one more than the rest of Ada's. */
async function withReceipts(payouts: Payouts = {}) {
  const agency = await agencyWithIncomingMoney({ payouts });
  const ofAda = await agency.call({ tenant: "ada", day: "2026-03-01", rent: { otto: 60, olga: 40 } });
  const ofBlaise = await agency.call({ tenant: "blaise", day: "2026-03-02", rent: { otto: 50 }, isAccrual: true });
  const allocations = [
    { rentCallReference: ofBlaise, amountCents: 50 },
    { rentCallReference: ofAda, amountCents: 30 },
  ];
  await agency.bring(
    { bankReference: "B-1", amountCents: 80, allocations },
    { bankReference: "B-2", amountCents: 75, label: ofAda },
  );
  return { ...agency, ofAda, ofBlaise, entries: agency.model.sealed.length, receivedCount: 2 };
}

describe("a rejection", () => {
  it("reverses the entries of its original, and its calls are due again", async () => {
    const { bring, book, transactions, payments, calls, runs, receivedCount, today, records, model } =
      await withReceipts();
    await bring(rejection("R-1", 80, "B-1"));
    expect(book()).toEqual([
      "LOYERS 03-01 AP-2026-000001: 411000 LOC-ADA D 100 partial / 467100 PRO-OTTO C 60 / 467100 PRO-OLGA C 40",
      "LOYERS 03-02 AP-2026-000002: 411000 LOC-BLAISE D 50 / 467000 PRO-OTTO C 50",
      "BANQUE 03-05 B-1: 512000 D 80 AAA / 411000 LOC-BLAISE C 50 AAB / 411000 LOC-ADA C 30 AAB",
      "PROPRIO 03-05 EN-2026-000001: 467100 PRO-OLGA D 12 AAA / 467100 PRO-OTTO D 18 AAA / 467000 PRO-OLGA C 12 AAA / 467000 PRO-OTTO C 18 AAA",
      "BANQUE 03-05 B-2: 512000 D 75 / 411000 LOC-ADA C 70 partial / 411000 LOC-ADA C 5",
      "PROPRIO 03-05 EN-2026-000002: 467100 PRO-OLGA D 28 / 467100 PRO-OTTO D 42 / 467000 PRO-OLGA C 28 / 467000 PRO-OTTO C 42",
      "BANQUE 03-09 R-1: 512000 C 80 AAA / 411000 LOC-BLAISE D 50 AAB / 411000 LOC-ADA D 30 AAB",
      "PROPRIO 03-09 R-1: 467100 PRO-OLGA C 12 AAA / 467100 PRO-OTTO C 18 AAA / 467000 PRO-OLGA D 12 AAA / 467000 PRO-OTTO D 18 AAA",
    ]);
    expect(transactions().slice(receivedCount)).toEqual([
      "R-1 matched, 80 + 0 of 80, EN-2026-000001, BANQUE 03-09 R-1",
    ]);
    expect(payments()).toEqual([
      "EN-2026-000001 rejected, 0 + 0 of 80, 80 left",
      "EN-2026-000002 partially_allocated, 70 + 0 of 75, 5 left, ada",
    ]);
    expect([calls(), runs()]).toEqual([["1 partially_paid, 30 left", "2 issued, 50 left"], ["run: false"]]);
    today("2026-03-22");
    await bring(rejection("R-2", 75, "B-2"));
    expect(model.sealed.slice(6).map(({ documentDate }) => documentDate)).toEqual(Array(4).fill("2026-03-09"));
    expect(records.transactions.map(({ updatedAt }) => updatedAt.slice(8, 10))).toEqual(["20", "20", "20", "22"]);
    expect(book(6)).toEqual([
      "BANQUE 03-09 R-1: 512000 C 80 AAA / 411000 LOC-BLAISE D 50 AAB / 411000 LOC-ADA D 30 AAB",
      "PROPRIO 03-09 R-1: 467100 PRO-OLGA C 12 AAA / 467100 PRO-OTTO C 18 AAA / 467000 PRO-OLGA D 12 AAA / 467000 PRO-OTTO D 18 AAA",
      "BANQUE 03-09 R-2: 512000 C 75 AAB / 411000 LOC-ADA D 70 AAC / 411000 LOC-ADA D 5 AAC",
      "PROPRIO 03-09 R-2: 467100 PRO-OLGA C 28 AAB / 467100 PRO-OTTO C 42 AAB / 467000 PRO-OLGA D 28 AAB / 467000 PRO-OTTO D 42 AAB",
    ]);
    expect(payments()).toEqual([
      "EN-2026-000001 rejected, 0 + 0 of 80, 80 left",
      "EN-2026-000002 rejected, 0 + 0 of 75, 75 left, ada",
    ]);
    expect([calls(), runs()]).toEqual([["1 issued, 100 left", "2 issued, 50 left"], ["run: true"]]);
    expect(records.collected.map(({ ownerId, htCents, status }) => `${ownerId} ${htCents} ${status}`)).toEqual([
      "otto 50 reversed",
      "otto 18 reversed",
      "olga 12 reversed",
      "otto 42 reversed",
      "olga 28 reversed",
    ]);
  });

  it("takes back with the next run what a run handed over before", async () => {
    const { bring, records } = await withReceipts();
    records.collected = records.collected.map((part) =>
      part.ownerId === "olga" ? { ...part, remittedByRunId: "next" as never } : part,
    );
    await bring(rejection("R-2", 75, "B-2"));
    expect(
      records.collected.map(
        ({ ownerId, htCents, status, remittedByRunId }) => `${ownerId} ${htCents} ${status} ${remittedByRunId}`,
      ),
    ).toEqual([
      "otto 50 allocated null",
      "otto 18 allocated null",
      "olga 12 allocated next",
      "otto 42 reversed null",
      "olga 28 allocated next",
      "olga -28 allocated null",
    ]);
  });

  it("of another amount, without an original or of one that is rejected already is in suspense", async () => {
    const { bring, book, transactions, payments, calls, entries, receivedCount, ofAda, model } = await withReceipts();
    const unknown = { bankReference: "B-3", amountCents: 44, label: "?" };
    const late = rejection("R-6", 75, "B-9");
    expect(
      await bring(
        ...[unknown, rejection("R-3", 44, "B-3"), rejection("R-4", 44, "B-3"), rejection("R-5", 80, "B-2"), late],
      ),
    ).toEqual({
      created: 5,
      duplicates: 0,
      received: 5,
      unmatched: ["B-3", "R-4", "R-5", "R-6"],
    });
    expect(book(entries)).toEqual([
      "BANQUE 03-05 B-3: 512000 D 44 AAA / 471000 C 44 AAA",
      "BANQUE 03-09 R-3: 512000 C 44 AAA / 471000 D 44 AAA",
      "BANQUE 03-09 R-4: 471000 D 44 / 512000 C 44",
      "BANQUE 03-09 R-5: 471000 D 80 / 512000 C 80",
      "BANQUE 03-09 R-6: 471000 D 75 / 512000 C 75",
    ]);
    expect(transactions().slice(receivedCount)).toEqual([
      "B-3 matched, 44 + 0 of 44, BANQUE 03-05 B-3",
      "R-3 matched, 44 + 0 of 44, BANQUE 03-09 R-3",
      "R-4 unmatched, 0 + 0 of 44, BANQUE 03-09 R-4",
      "R-5 unmatched, 0 + 0 of 80, BANQUE 03-09 R-5",
      "R-6 unmatched, 0 + 0 of 75, BANQUE 03-09 R-6",
    ]);
    expect([calls(), payments()]).toEqual([
      ["1 paid, 0 left", "2 paid, 0 left"],
      [
        "EN-2026-000001 allocated, 80 + 0 of 80, 0 left",
        "EN-2026-000002 partially_allocated, 70 + 0 of 75, 5 left, ada",
      ],
    ]);
    // Its sender names the original later; what is settled stays.
    await bring({ ...late, reverses: "B-2" }, { ...unknown, label: ofAda });
    expect(model.sealed.slice(entries + 5).map(({ documentDate }) => documentDate)).toEqual(
      Array(3).fill("2026-03-20"),
    );
    expect(book(entries + 4)).toEqual([
      "BANQUE 03-09 R-6: 471000 D 75 AAB / 512000 C 75 AAC",
      "BANQUE 03-20 R-6: 512000 C 75 AAB / 411000 LOC-ADA D 70 AAB / 411000 LOC-ADA D 5 AAB",
      "BANQUE 03-20 R-6: 471000 C 75 AAB / 512000 D 75 AAC",
      "PROPRIO 03-20 R-6: 467100 PRO-OLGA C 28 AAA / 467100 PRO-OTTO C 42 AAA / 467000 PRO-OLGA D 28 AAA / 467000 PRO-OTTO D 42 AAA",
    ]);
    expect(transactions().slice(receivedCount)).toEqual([
      "B-3 matched, 44 + 0 of 44, BANQUE 03-05 B-3",
      "R-3 matched, 44 + 0 of 44, BANQUE 03-09 R-3",
      "R-4 unmatched, 0 + 0 of 44, BANQUE 03-09 R-4",
      "R-5 unmatched, 0 + 0 of 80, BANQUE 03-09 R-5",
      "R-6 matched, 75 + 0 of 75, EN-2026-000002, BANQUE 03-09 R-6",
    ]);
    expect([calls(), payments()]).toEqual([
      ["1 partially_paid, 70 left", "2 paid, 0 left"],
      ["EN-2026-000001 allocated, 80 + 0 of 80, 0 left", "EN-2026-000002 rejected, 0 + 0 of 75, 75 left, ada"],
    ]);
  });

  it("undoes the one of two equal receipts that is not undone before", async () => {
    const { bring, transactions, receivedCount, records } = await withReceipts();
    const unknown = { bankReference: "B-3", amountCents: 44, label: "?" };
    await bring(unknown, { ...unknown, bankReference: "B-4" });
    // A file has the second under the reference of the first, with the payer's reference.
    records.transactions = records.transactions.map((each) =>
      each.bankReference === "B-4" ? { ...each, bankReference: "B-3", isFromPortal: false, endToEndId: "E" } : each,
    );
    await bring(rejection("R-1", 44, "B-3"));
    records.transactions = records.transactions.map((each) =>
      each.bankReference === "R-1" ? { ...each, endToEndId: "E" } : each,
    );
    await bring(rejection("R-1", 44));
    await bring(rejection("R-2", 44, "B-3"));
    expect(transactions().slice(receivedCount)).toEqual([
      "B-3 matched, 44 + 0 of 44, BANQUE 03-05 B-3",
      "B-3 matched, 44 + 0 of 44, BANQUE 03-05 B-4",
      "R-1 matched, 44 + 0 of 44, BANQUE 03-09 R-1",
      "R-2 matched, 44 + 0 of 44, BANQUE 03-09 R-2",
    ]);
  });

  it("undoes what a receipt paid after it left suspense", async () => {
    const { bring, book, transactions, payments, entries, receivedCount, call } = await withReceipts();
    const unknown = { bankReference: "B-3", amountCents: 44, label: "?" };
    await bring(unknown);
    const more = await call({ tenant: "ada", day: "2026-03-08", rent: { otto: 44 } });
    await bring({ ...unknown, rentCallReference: more });
    await bring(rejection("R-3", 44, "B-3"));
    expect(book(entries)).toEqual([
      "BANQUE 03-05 B-3: 512000 D 44 AAA / 471000 C 44 AAB",
      "LOYERS 03-08 AP-2026-000003: 411000 LOC-ADA D 44 / 467100 PRO-OTTO C 44",
      "BANQUE 03-20 B-3: 471000 D 44 AAA / 411000 LOC-ADA C 44 AAC",
      "PROPRIO 03-08 EN-2026-000003: 467100 PRO-OTTO D 44 AAA / 467000 PRO-OTTO C 44 AAA",
      "BANQUE 03-20 R-3: 471000 C 44 AAA / 411000 LOC-ADA D 44 AAC",
      "BANQUE 03-09 R-3: 512000 C 44 AAA / 471000 D 44 AAB",
      "PROPRIO 03-09 R-3: 467100 PRO-OTTO C 44 AAA / 467000 PRO-OTTO D 44 AAA",
    ]);
    expect([transactions().slice(receivedCount), payments().at(-1)]).toEqual([
      [
        "B-3 matched, 44 + 0 of 44, EN-2026-000003, BANQUE 03-05 B-3",
        "R-3 matched, 44 + 0 of 44, EN-2026-000003, BANQUE 03-20 R-3",
      ],
      "EN-2026-000003 rejected, 0 + 0 of 44, 44 left, ada",
    ]);
  });

  it("leaves what was assigned of its original: that part of it is in suspense", async () => {
    const { bring, assign, book, transactions, payments, entries, receivedCount, call } = await withReceipts();
    const unknown = { bankReference: "B-3", amountCents: 44, label: "?" };
    await bring(unknown, { ...unknown, bankReference: "B-4" });
    await assign("B-3", { accountCode: "467000", auxiliaryCode: "PRO-OLGA", amountCents: 10 });
    await assign("B-4", { accountCode: "467000", auxiliaryCode: "PRO-OLGA", amountCents: 14 });
    const more = await call({ tenant: "ada", day: "2026-03-08", rent: { otto: 44 } });
    await bring({ ...unknown, bankReference: "B-4", rentCallReference: more });
    await bring(rejection("R-3", 44, "B-3"), rejection("R-4", 44, "B-4"), rejection("R-5", 44, "B-3"));
    expect(book(entries)).toEqual([
      "BANQUE 03-05 B-3: 512000 D 44 / 471000 C 44 partial",
      "BANQUE 03-05 B-4: 512000 D 44 / 471000 C 44 partial",
      "BANQUE 03-20 B-3: 471000 D 10 partial / 467000 PRO-OLGA C 10",
      "BANQUE 03-20 B-4: 471000 D 14 partial / 467000 PRO-OLGA C 14",
      "LOYERS 03-08 AP-2026-000003: 411000 LOC-ADA D 44 / 467100 PRO-OTTO C 44",
      "BANQUE 03-20 B-4: 471000 D 30 AAA / 411000 LOC-ADA C 30 AAB",
      "PROPRIO 03-08 EN-2026-000003: 467100 PRO-OTTO D 30 AAA / 467000 PRO-OTTO C 30 AAA",
      "BANQUE 03-20 R-4: 471000 C 30 AAA / 411000 LOC-ADA D 30 AAB",
      "PROPRIO 03-09 R-4: 467100 PRO-OTTO C 30 AAA / 467000 PRO-OTTO D 30 AAA",
      "BANQUE 03-09 R-3: 471000 D 44 / 512000 C 44",
      "BANQUE 03-09 R-4: 471000 D 44 / 512000 C 44",
      "BANQUE 03-09 R-5: 471000 D 44 / 512000 C 44",
    ]);
    expect(transactions().slice(receivedCount)).toEqual([
      "B-3 matched, 34 + 10 of 44, BANQUE 03-05 B-3",
      "B-4 matched, 30 + 14 of 44, EN-2026-000003, BANQUE 03-05 B-4",
      "R-3 unmatched, 34 + 0 of 44, BANQUE 03-09 R-3",
      "R-4 unmatched, 30 + 0 of 44, EN-2026-000003, BANQUE 03-09 R-4",
      "R-5 unmatched, 0 + 0 of 44, BANQUE 03-09 R-5",
    ]);
    expect(payments().at(-1)).toEqual("EN-2026-000003 rejected, 0 + 0 of 30, 30 left, ada");
  });

  it("that is assigned in part is too small for its original", async () => {
    const { bring, assign, transactions, payments, receivedCount } = await withReceipts();
    const late = rejection("R-2", 75, "B-9");
    await bring(late);
    await assign("R-2", { accountCode: "627000", amountCents: 5 });
    await bring({ ...late, reverses: "B-2" });
    expect([transactions().slice(receivedCount), payments().at(-1)]).toEqual([
      ["R-2 unmatched, 0 + 5 of 75, BANQUE 03-09 R-2"],
      "EN-2026-000002 partially_allocated, 70 + 0 of 75, 5 left, ada",
    ]);
  });
});

describe("a refund", () => {
  it("takes the rest of a receipt, and no more than that", async () => {
    const { bring, book, transactions, payments, calls, runs, entries, receivedCount, records } = await withReceipts();
    await bring(refund("F-1", 3, "B-2"), refund("F-2", 3, "B-2"), refund("F-3", 2, "B-2"));
    expect(book(entries - 2)).toEqual([
      "BANQUE 03-05 B-2: 512000 D 75 / 411000 LOC-ADA C 70 AAA / 411000 LOC-ADA C 5 AAB",
      "PROPRIO 03-05 EN-2026-000002: 467100 PRO-OLGA D 28 / 467100 PRO-OTTO D 42 / 467000 PRO-OLGA C 28 / 467000 PRO-OTTO C 42",
      "BANQUE 03-09 F-1: 411000 LOC-ADA D 3 AAB / 512000 C 3",
      "BANQUE 03-09 F-2: 471000 D 3 / 512000 C 3",
      "BANQUE 03-09 F-3: 411000 LOC-ADA D 2 AAB / 512000 C 2",
    ]);
    expect(transactions().slice(receivedCount)).toEqual([
      "F-1 matched, 3 + 0 of 3, EN-2026-000002, BANQUE 03-09 F-1",
      "F-2 unmatched, 0 + 0 of 3, BANQUE 03-09 F-2",
      "F-3 matched, 2 + 0 of 2, EN-2026-000002, BANQUE 03-09 F-3",
    ]);
    expect([payments(), calls(), runs()]).toEqual([
      ["EN-2026-000001 allocated, 80 + 0 of 80, 0 left", "EN-2026-000002 refunded, 70 + 5 of 75, 0 left, ada"],
      ["1 paid, 0 left", "2 paid, 0 left"],
      ["run: false"],
    ]);
    expect(records.payments[1]?.entriesCount).toBe(4);
    expect(records.transactions.map(({ tenantLineId }) => tenantLineId !== null)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it("of no receipt, of a rejected one and of money that went out is in suspense", async () => {
    const { bring, transactions, receivedCount, records } = await withReceipts();
    await bring(
      { bankReference: "B-3", amountCents: 9, label: "?" },
      rejection("R-1", 80, "B-1"),
      transfer("T-1", 2, "?"),
    );
    await bring(
      ...[refund("F-1", 2, "B-8"), refund("F-2", 2, "B-1"), refund("F-3", 2, "B-3"), refund("F-4", 2, "T-1")],
      ...[refund("F-5", 2), refund("F-6", 2, "F-6"), { bankReference: "F-7", amountCents: 2, reverses: "B-2", ...OUT }],
    );
    expect(transactions().slice(receivedCount)).toEqual([
      "B-3 unmatched, 0 + 0 of 9, BANQUE 03-05 B-3",
      "R-1 matched, 80 + 0 of 80, EN-2026-000001, BANQUE 03-09 R-1",
      "T-1 unmatched, 0 + 0 of 2, BANQUE 03-09 T-1",
      "F-1 unmatched, 0 + 0 of 2, BANQUE 03-09 F-1",
      "F-2 unmatched, 0 + 0 of 2, BANQUE 03-09 F-2",
      "F-3 unmatched, 0 + 0 of 2, BANQUE 03-09 F-3",
      "F-4 unmatched, 0 + 0 of 2, BANQUE 03-09 F-4",
      "F-5 unmatched, 0 + 0 of 2, BANQUE 03-09 F-5",
      "F-6 unmatched, 0 + 0 of 2, BANQUE 03-09 F-6",
      "F-7 unmatched, 0 + 0 of 2, BANQUE 03-09 F-7",
    ]);
    // Two movements have one reference.
    records.transactions = records.transactions.map((each) =>
      each.bankReference === "B-3" ? { ...each, bankReference: "B-2", isFromPortal: false } : each,
    );
    await bring(refund("F-8", 2, "B-2"));
    expect(transactions().slice(-1)).toEqual(["F-8 unmatched, 0 + 0 of 2, BANQUE 03-09 F-8"]);
  });

  it("of a receipt of an unknown tenant debits the account of unknown tenants", async () => {
    const { bring, book, call } = await withReceipts();
    const ofNobody = await call({ tenant: null, day: "2026-03-03", rent: { otto: 9 } });
    await bring({ bankReference: "B-3", amountCents: 10, label: ofNobody }, refund("F-1", 1, "B-3"));
    expect(book().at(-1)).toBe("BANQUE 03-09 F-1: 411000 LOC-INCONNU D 1 AAB / 512000 C 1");
  });

  it("is not its own original, though it has the same reference", async () => {
    const { bring, transactions, receivedCount, records } = await withReceipts();
    await bring(refund("F-1", 5));
    records.transactions = records.transactions.map((each) =>
      each.bankReference === "B-2" ? { ...each, bankReference: "F-1", isFromPortal: false } : each,
    );
    await bring(refund("F-1", 5, "F-1"));
    expect(transactions().slice(receivedCount)).toEqual(["F-1 matched, 5 + 0 of 5, EN-2026-000002, BANQUE 03-09 F-1"]);
  });

  it("that its sender explains later leaves suspense", async () => {
    const { bring, book, transactions, entries, receivedCount } = await withReceipts();
    await bring(refund("F-1", 5, "B-9"));
    await bring(refund("F-1", 5, "B-2"));
    expect(book(entries)).toEqual([
      "BANQUE 03-09 F-1: 471000 D 5 / 512000 C 5",
      "BANQUE 03-20 F-1: 411000 LOC-ADA D 5 AAB / 471000 C 5",
    ]);
    expect(transactions().slice(receivedCount)).toEqual(["F-1 matched, 5 + 0 of 5, EN-2026-000002, BANQUE 03-09 F-1"]);
  });
});

describe("a payout", () => {
  const payouts: Payouts = { "RV-1": ["otto", 20], "RV-2": ["olga", 30], "F-77": ["otto", 7] };

  it("is one of a known name, and what comes back of it is in its owner's account again", async () => {
    const { bring, book, transactions, entries, receivedCount, model } = await withReceipts(payouts);
    await bring(
      ...[
        transfer("T-1", 20, "RV-1"),
        transfer("T-2", 31, "RV-2"),
        rejection("R-1", 80, "B-1"),
        transfer("T-3", 7, "F-77"),
      ],
      ...[
        returned("T-4", 20, { reverses: "T-1" }),
        returned("T-5", 7, { label: "F-77" }),
        returned("T-6", 31, { reverses: "T-2" }),
      ],
      ...[returned("T-7", 7, { reverses: "T-1", label: "F-77" }), returned("T-8", 20, {})],
    );
    expect(book(entries)).toEqual([
      "BANQUE 03-09 T-1: 467900 PRO-OTTO D 20 AAA / 512000 C 20",
      "BANQUE 03-09 T-2: 471000 D 31 / 512000 C 31",
      "BANQUE 03-09 R-1: 512000 C 80 AAA / 411000 LOC-BLAISE D 50 AAB / 411000 LOC-ADA D 30 AAB",
      "PROPRIO 03-09 R-1: 467100 PRO-OLGA C 12 AAA / 467100 PRO-OTTO C 18 AAA / 467000 PRO-OLGA D 12 AAA / 467000 PRO-OTTO D 18 AAA",
      "BANQUE 03-09 T-3: 467900 PRO-OTTO D 7 AAA / 512000 C 7",
      "BANQUE 03-09 T-4: 512000 D 20 / 467900 PRO-OTTO C 20 AAA",
      "BANQUE 03-09 T-5: 512000 D 7 / 467900 PRO-OTTO C 7 AAA",
      "BANQUE 03-09 T-6: 512000 D 31 / 471000 C 31",
      "BANQUE 03-09 T-7: 512000 D 7 / 471000 C 7",
      "BANQUE 03-09 T-8: 512000 D 20 / 471000 C 20",
    ]);
    expect(model.sealed.slice(entries).map(({ description }) => description)).toEqual([
      "Reversement T-1",
      "À identifier T-2",
      "Extourne de BQ-2026-000001",
      "Extourne de PRO-2026-000001",
      "Règlement T-3",
      "Retour de reversement T-4",
      "Retour de règlement T-5",
      "À identifier T-6",
      "À identifier T-7",
      "À identifier T-8",
    ]);
    expect(transactions().slice(receivedCount)).toEqual([
      "T-1 matched, 20 + 0 of 20, BANQUE 03-09 T-1",
      "T-2 unmatched, 0 + 0 of 31, BANQUE 03-09 T-2",
      "R-1 matched, 80 + 0 of 80, EN-2026-000001, BANQUE 03-09 R-1",
      "T-3 matched, 7 + 0 of 7, BANQUE 03-09 T-3",
      "T-4 matched, 20 + 0 of 20, BANQUE 03-09 T-4",
      "T-5 matched, 7 + 0 of 7, BANQUE 03-09 T-5",
      "T-6 unmatched, 0 + 0 of 31, BANQUE 03-09 T-6",
      "T-7 unmatched, 0 + 0 of 7, BANQUE 03-09 T-7",
      "T-8 unmatched, 0 + 0 of 20, BANQUE 03-09 T-8",
    ]);
  });

  it("that came back is one that was matched, not another of its name in suspense", async () => {
    const { bring, transactions, receivedCount, records } = await withReceipts(payouts);
    await bring(transfer("T-1", 20, "RV-1"), transfer("T-2", 20, "?"));
    records.transactions = records.transactions.map((each) =>
      each.bankReference === "T-2" ? { ...each, bankReference: "T-1", isFromPortal: false } : each,
    );
    await bring(returned("T-3", 20, { reverses: "T-1" }));
    expect(transactions().slice(receivedCount)).toEqual([
      "T-1 matched, 20 + 0 of 20, BANQUE 03-09 T-1",
      "T-1 unmatched, 0 + 0 of 20, BANQUE 03-09 T-2",
      "T-3 matched, 20 + 0 of 20, BANQUE 03-09 T-3",
    ]);
  });

  it("is none that reverses another movement, whatever its label says", async () => {
    const { bring, transactions, receivedCount } = await withReceipts(payouts);
    await bring(
      { ...transfer("T-1", 20, "RV-1"), reverses: "X" },
      { ...transfer("T-2", 20, "RV-1"), method: "refund" },
      { ...transfer("T-3", 20, "RV-1"), method: "rejection" },
      { ...transfer("T-4", 20, "RV-1"), method: "bank_transfer" },
    );
    expect(transactions().slice(receivedCount)).toEqual([
      "T-1 unmatched, 0 + 0 of 20, BANQUE 03-09 T-1",
      "T-2 unmatched, 0 + 0 of 20, BANQUE 03-09 T-2",
      "T-3 unmatched, 0 + 0 of 20, BANQUE 03-09 T-3",
      "T-4 matched, 20 + 0 of 20, BANQUE 03-09 T-4",
    ]);
  });

  it("that is in the book before leaves suspense, as far as it is there", async () => {
    const { bring, assign, book, transactions, entries, receivedCount, today } = await withReceipts({ ...payouts });
    const sent = ["T-1", "T-2", "T-3"].map((reference) => transfer(reference, 20, "?"));
    const late = returned("T-4", 20, { label: "?" });
    await bring(...sent, late);
    await assign("T-2", { accountCode: "627000", amountCents: 5 });
    await assign("T-4", { accountCode: "627000", amountCents: 5 });
    today("2026-03-22");
    await bring(
      ...[...sent, late].map((each) => ({
        ...each,
        payoutReference: each.bankReference === "T-3" ? "RV-1" : "RETRAIT",
      })),
    );
    expect(book(entries)).toEqual([
      "BANQUE 03-09 T-1: 471000 D 20 AAA / 512000 C 20 AAA",
      "BANQUE 03-09 T-2: 471000 D 20 partial / 512000 C 20",
      "BANQUE 03-09 T-3: 471000 D 20 / 512000 C 20",
      "BANQUE 03-09 T-4: 512000 D 20 / 471000 C 20 partial",
      "BANQUE 03-20 T-2: 627000 D 5 / 471000 C 5 partial",
      "BANQUE 03-20 T-4: 471000 D 5 partial / 627000 C 5",
      "BANQUE 03-22 T-3: 467900 PRO-OTTO D 20 / 471000 C 20",
      "BANQUE 03-22 T-2: 512000 D 15 / 471000 C 15",
      "BANQUE 03-22 T-1: 471000 C 20 AAA / 512000 D 20 AAA",
      "BANQUE 03-22 T-4: 471000 D 15 / 512000 C 15",
    ]);
    expect(transactions().slice(receivedCount)).toEqual([
      "T-1 matched, 20 + 0 of 20, BANQUE 03-09 T-1",
      "T-2 matched, 15 + 5 of 20, BANQUE 03-09 T-2",
      "T-3 matched, 20 + 0 of 20, BANQUE 03-09 T-3",
      "T-4 matched, 15 + 5 of 20, BANQUE 03-09 T-4",
    ]);
  });
});
