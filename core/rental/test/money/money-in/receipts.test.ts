import type { Id } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { leaseOf, party } from "../agency/examples.ts";
import { agencyWithIncomingMoney } from "../agency/incoming-money.ts";

/** An agency whose tenants Ada and Blaise owe a call each, of two owners in cash and of one when called. */
async function withCalls() {
  const agency = await agencyWithIncomingMoney();
  const ofAda = await agency.call({ tenant: "ada", day: "2026-03-01", rent: { otto: 60, olga: 40 } });
  const ofBlaise = await agency.call({ tenant: "blaise", day: "2026-03-02", rent: { otto: 50 }, isAccrual: true });
  return { ...agency, ofAda, ofBlaise, entries: agency.model.sealed.length };
}

describe("a receipt", () => {
  it("pays the calls that it names, transfers what it collects in cash, and keeps the rest as a credit", async () => {
    const { bring, book, transactions, payments, calls, runs, records, ofAda, ofBlaise } = await withCalls();
    const allocations = [
      { rentCallReference: ofBlaise, amountCents: 50 },
      { rentCallReference: ofAda, amountCents: 30 },
    ];
    expect(
      await bring(
        { bankReference: "B-1", amountCents: 80, allocations },
        { bankReference: "B-2", amountCents: 75, label: ofAda, method: "check", bookedOn: "2026-03-06" },
      ),
    ).toEqual({
      created: 2,
      duplicates: 0,
      received: 2,
      unmatched: [],
    });
    expect(book()).toEqual([
      "LOYERS 03-01 AP-2026-000001: 411000 LOC-ADA D 100 AAA / 467100 PRO-OTTO C 60 / 467100 PRO-OLGA C 40",
      "LOYERS 03-02 AP-2026-000002: 411000 LOC-BLAISE D 50 AAA / 467000 PRO-OTTO C 50",
      "BANQUE 03-05 B-1: 512000 D 80 / 411000 LOC-BLAISE C 50 AAA / 411000 LOC-ADA C 30 AAA",
      "PROPRIO 03-05 EN-2026-000001: 467100 PRO-OLGA D 12 / 467100 PRO-OTTO D 18 / 467000 PRO-OLGA C 12 / 467000 PRO-OTTO C 18",
      "BANQUE 03-06 B-2: 512000 D 75 / 411000 LOC-ADA C 70 AAA / 411000 LOC-ADA C 5",
      "PROPRIO 03-06 EN-2026-000002: 467100 PRO-OLGA D 28 / 467100 PRO-OTTO D 42 / 467000 PRO-OLGA C 28 / 467000 PRO-OTTO C 42",
    ]);
    expect(transactions()).toEqual([
      "B-1 matched, 80 + 0 of 80, EN-2026-000001, BANQUE 03-05 B-1",
      "B-2 matched, 75 + 0 of 75, EN-2026-000002, BANQUE 03-06 B-2",
    ]);
    expect(payments()).toEqual([
      "EN-2026-000001 allocated, 80 + 0 of 80, 0 left",
      "EN-2026-000002 partially_allocated, 70 + 0 of 75, 5 left, ada",
    ]);
    const [first, second] = records.payments;
    expect([first?.creditLineId, first?.entriesCount, first?.paymentMethod]).toEqual([null, 2, "bank_transfer"]);
    expect([second?.entryId, second?.paymentMethod, second?.paymentDate]).toEqual([
      "00000000-0000-7000-9000-000000000027",
      "check",
      "2026-03-06",
    ]);
    expect(calls()).toEqual(["1 paid, 0 left", "2 paid, 0 left"]);
    expect(runs()).toEqual(["run: false"]);
  });

  it("without a call stays in suspense until its sender names one, and is allocated on that day", async () => {
    const { bring, book, transactions, payments, calls, records, entries, ofAda, ofBlaise } = await withCalls();
    const unknown = { bankReference: "B-1", amountCents: 30, label: "?" };
    expect(await bring(unknown, { bankReference: "B-2", amountCents: 50, label: ofBlaise })).toEqual({
      created: 2,
      duplicates: 0,
      received: 2,
      unmatched: ["B-1"],
    });
    expect(await bring({ ...unknown, rentCallReference: ofAda })).toEqual({
      created: 0,
      duplicates: 1,
      received: 1,
      unmatched: [],
    });
    expect(await bring({ ...unknown, rentCallReference: ofBlaise })).toEqual({
      created: 0,
      duplicates: 1,
      received: 1,
      unmatched: [],
    });
    expect(book(entries)).toEqual([
      "BANQUE 03-05 B-1: 512000 D 30 / 471000 C 30",
      "BANQUE 03-05 B-2: 512000 D 50 / 411000 LOC-BLAISE C 50 AAA",
      "BANQUE 03-20 B-1: 471000 D 30 / 411000 LOC-ADA C 30 partial",
      "PROPRIO 03-05 EN-2026-000002: 467100 PRO-OLGA D 12 / 467100 PRO-OTTO D 18 / 467000 PRO-OLGA C 12 / 467000 PRO-OTTO C 18",
    ]);
    expect(transactions()).toEqual([
      "B-1 matched, 30 + 0 of 30, EN-2026-000002, BANQUE 03-05 B-1",
      "B-2 matched, 50 + 0 of 50, EN-2026-000001, BANQUE 03-05 B-2",
    ]);
    expect(payments()).toEqual([
      "EN-2026-000001 allocated, 50 + 0 of 50, 0 left, blaise",
      "EN-2026-000002 allocated, 30 + 0 of 30, 0 left, ada",
    ]);
    expect(calls()).toEqual(["1 partially_paid, 70 left", "2 paid, 0 left"]);
    expect(records.allocations.map(({ allocationDate }) => allocationDate)).toEqual(["2026-03-05", "2026-03-20"]);
    expect(records.transactions.map(({ entryId }) => entryId)).toEqual([
      "00000000-0000-7000-9000-00000000001e",
      "00000000-0000-7000-9000-000000000021",
    ]);
  });

  it("of a part is lettered with those of the other parts when the call is paid", async () => {
    const { bring, book, calls, ofAda } = await withCalls();
    const of = (bankReference: string, amountCents: number) => ({ bankReference, amountCents, label: ofAda });
    await bring(of("B-1", 20));
    expect(book()).toEqual([
      "LOYERS 03-01 AP-2026-000001: 411000 LOC-ADA D 100 partial / 467100 PRO-OTTO C 60 / 467100 PRO-OLGA C 40",
      "LOYERS 03-02 AP-2026-000002: 411000 LOC-BLAISE D 50 / 467000 PRO-OTTO C 50",
      "BANQUE 03-05 B-1: 512000 D 20 / 411000 LOC-ADA C 20 partial",
      "PROPRIO 03-05 EN-2026-000001: 467100 PRO-OLGA D 8 / 467100 PRO-OTTO D 12 / 467000 PRO-OLGA C 8 / 467000 PRO-OTTO C 12",
    ]);
    await bring(of("B-2", 30), { bankReference: "B-3", amountCents: 1, label: "?" }, of("B-4", 50));
    expect(book()).toEqual([
      "LOYERS 03-01 AP-2026-000001: 411000 LOC-ADA D 100 AAA / 467100 PRO-OTTO C 60 / 467100 PRO-OLGA C 40",
      "LOYERS 03-02 AP-2026-000002: 411000 LOC-BLAISE D 50 / 467000 PRO-OTTO C 50",
      "BANQUE 03-05 B-1: 512000 D 20 / 411000 LOC-ADA C 20 AAA",
      "PROPRIO 03-05 EN-2026-000001: 467100 PRO-OLGA D 8 / 467100 PRO-OTTO D 12 / 467000 PRO-OLGA C 8 / 467000 PRO-OTTO C 12",
      "BANQUE 03-05 B-2: 512000 D 30 / 411000 LOC-ADA C 30 AAA",
      "PROPRIO 03-05 EN-2026-000002: 467100 PRO-OLGA D 12 / 467100 PRO-OTTO D 18 / 467000 PRO-OLGA C 12 / 467000 PRO-OTTO C 18",
      "BANQUE 03-05 B-3: 512000 D 1 / 471000 C 1",
      "BANQUE 03-05 B-4: 512000 D 50 / 411000 LOC-ADA C 50 AAA",
      "PROPRIO 03-05 EN-2026-000003: 467100 PRO-OLGA D 20 / 467100 PRO-OTTO D 30 / 467000 PRO-OLGA C 20 / 467000 PRO-OTTO C 30",
    ]);
    expect(calls()).toEqual(["1 paid, 0 left", "2 issued, 50 left"]);
  });

  it("of an unknown tenant's call credits the account of unknown tenants", async () => {
    const { bring, book, payments, call } = await withCalls();
    const ofNobody = await call({ tenant: null, day: "2026-03-03", rent: { otto: 9 } });
    await bring({ bankReference: "B-1", amountCents: 10, label: ofNobody });
    expect(book(2)).toEqual([
      "LOYERS 03-03 AP-2026-000003: 411000 LOC-INCONNU D 9 AAA / 467100 PRO-OTTO C 9",
      "BANQUE 03-05 B-1: 512000 D 10 / 411000 LOC-INCONNU C 9 AAA / 411000 LOC-INCONNU C 1",
      "PROPRIO 03-05 EN-2026-000001: 467100 PRO-OTTO D 9 / 467000 PRO-OTTO C 9",
    ]);
    expect(payments()).toEqual(["EN-2026-000001 partially_allocated, 9 + 0 of 10, 1 left"]);
  });

  it("of a tenant's account pays all calls of the lease, also one of another tenant", async () => {
    const { bring, call, calls, payments, records } = await agencyWithIncomingMoney();
    const ada = { tenantId: "ada" as Id<"TenantActor">, tenantName: "ada" };
    const lease = { id: "lease of ada" as Id<"Lease">, reference: "B-ada" };
    records.tenantIbans = [{ iban: "FR1", ...ada }];
    records.leases = [leaseOf(lease, [party("ada", { role: "primary" })])];
    await call({ tenant: "blaise", day: "2026-03-01", rent: { otto: 30 }, leaseOf: "ada" });
    await call({ tenant: "ada", day: "2026-03-02", rent: { otto: 20 } });
    await call({ tenant: "blaise", day: "2026-03-01", rent: { otto: 10 } });
    await bring({ bankReference: "B-1", amountCents: 45, counterpartyIban: "FR1" });
    expect([calls(), payments()]).toEqual([
      ["1 paid, 0 left", "2 partially_paid, 5 left", "3 issued, 10 left"],
      ["EN-2026-000001 allocated, 45 + 0 of 45, 0 left"],
    ]);
  });
});
