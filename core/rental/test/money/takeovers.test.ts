import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { SecurityDeposit } from "../../src/billing/deposits/security-deposit.ts";
import { takeOverDeposits } from "../../src/money/takeover/deposits.ts";
import { callInitialBalances } from "../../src/money/takeover/initial-balance.ts";
import type { Lease } from "../../src/property/leases/lease.ts";
import {
  creditOf,
  fieldRefusal,
  LEASE,
  leaseOf,
  line,
  mandate,
  owner,
  ownership,
  party,
  tenant,
} from "./agency/examples.ts";
import { openAgency } from "./agency/open.ts";
import { AGENCY, caller, digests, NOW, type Records } from "./agency/records.ts";

describe("the deposit of a lease that is activated", () => {
  const OPENING = "2026-01-01";

  /** Activates the lease, with a deposit of 900 €, in a book whose opening has deposits of tenants. */
  async function activated(
    opening: Readonly<Record<string, number>>,
    given: Partial<Records> = {},
    lease: Partial<Lease> = {},
  ) {
    const parts = given.leases?.[0] ?? leaseOf();
    const book = await openAgency({
      ...{ openingDay: OPENING, openings: { "165000": opening }, leases: [parts] },
      tenants: [tenant("tess", "LOC0001"), tenant("theo", "LOC0002")],
      ...given,
    });
    const before = book.records.deposits.length;
    const activatedLease = { ...parts.lease, securityDepositCents: cents(90_000), ...lease };
    const context = { caller, mandataireId: AGENCY, now: NOW, newId: book.newId };
    await takeOverDeposits().activated(book.stores, activatedLease, context as never);
    const { deposits, uncalled } = book.records;
    return { added: deposits.slice(before), uncalled };
  }

  const taken = async (...given: Parameters<typeof activated>) =>
    (await activated(...given)).added.map(({ tenantId, amountCents }) => `${tenantId} ${amountCents}`);

  const held = (
    number: number,
    tenantId: string,
    amount: number,
    billingRunId: string | null = null,
  ): SecurityDeposit =>
    ({ id: `deposit ${number}`, tenantId, amountCents: cents(amount), billingRunId }) as unknown as SecurityDeposit;

  it("is held by the agency if the opening has it on the tenant's account", async () => {
    const { added, uncalled } = await activated({ tess: 90_000 });
    expect(added).toEqual([
      {
        ...{ mandataireId: AGENCY, id: added[0]?.id, leaseId: LEASE, leaseReference: "B-1", tenantId: "tess" },
        ...{ tenantName: "tess", amountCents: 90_000, receivedCents: 90_000, heldBy: "agency", status: "held" },
        ...{ billingRunId: null, rentCallId: null, lineId: null, inConformity: null, keysReturnedOn: null },
        ...{ returnedOn: null, returnedAt: null, arrearsCents: 0, deductions: [], createdAt: NOW, updatedAt: NOW },
      },
    ]);
    expect(uncalled).toEqual([]);
  });

  it("is what the opening has, and not more than the lease says", async () => {
    expect(await taken({ tess: 89_999 })).toEqual(["tess 89999"]);
    expect(await taken({ tess: 90_001 })).toEqual(["tess 90000"]);
    expect(await taken({ tess: 0 })).toEqual([]);
    expect(await taken({ tess: -1 })).toEqual([]);
  });

  it("is not taken over without a deposit in the lease, or without an opening", async () => {
    for (const securityDepositCents of [null, cents(0)])
      expect(await activated({ tess: 90_000 }, {}, { securityDepositCents })).toEqual({ added: [], uncalled: [] });
    const early = { startDate: "2025-12-31" as Day };
    expect(await activated({ tess: 90_000 }, { openingDay: null }, early)).toEqual({ added: [], uncalled: [] });
  });

  it("is never called if the lease began before the opening, which does not have it", async () => {
    const from = async (startDate: string, opening: Readonly<Record<string, number>>) =>
      (await activated(opening, {}, { startDate: startDate as Day })).uncalled;
    expect(await from("2025-12-31", {})).toEqual([LEASE]);
    expect(await from("2025-12-31", { other: 90_000 })).toEqual([LEASE]);
    expect(await from(OPENING, {})).toEqual([]);
    expect(await from("2025-12-31", { tess: 90_000 })).toEqual([]);
  });

  it("is of the first tenant of the lease who has one; other parties count for nothing", async () => {
    const among = (...parties: readonly ReturnType<typeof party>[]) => ({ leases: [leaseOf({}, parties)] });
    const both = { tess: 50_000, theo: 60_000 };
    expect(await taken(both, among(party("theo"), party("tess")))).toEqual(["theo 60000"]);
    expect(await taken({ tess: 0, theo: 60_000 }, among(party("tess"), party("theo")))).toEqual(["theo 60000"]);
    for (const other of [{ partyType: "guarantor" }, { partyableType: "OwnerActor" }] as const)
      expect(await taken(both, among(party("theo", other as never), party("tess")))).toEqual(["tess 50000"]);
    expect(await taken(both, { leases: [leaseOf({}, [])] })).toEqual([]);
  });

  it("is what other leases of the tenant have left of the opening; called deposits are not of it", async () => {
    const deposits = [held(1, "tess", 30_000), held(2, "tess", 20_000, "run"), held(3, "theo", 7000)];
    expect(await taken({ tess: 70_000 }, { deposits })).toEqual(["tess 40000"]);
    expect(await taken({ tess: 30_000 }, { deposits })).toEqual([]);
    const leases = [leaseOf({}, [party("tess"), party("theo")])];
    expect(await taken({ tess: 70_000, theo: 7000 }, { deposits, leases })).toEqual(["tess 40000"]);
    // More than a page of deposits.
    for (const count of [99, 100, 101, 199, 200, 250]) {
      const many = Array.from({ length: count }, (_, index) => held(index, "tess", 10));
      expect([count, await taken({ tess: 10_000 }, { deposits: many })]).toEqual([
        count,
        [`tess ${10_000 - 10 * count}`],
      ]);
    }
  });
});

describe("the balance of a lease that is activated", () => {
  const people = {
    owners: [owner("anne", "PRO0001"), owner("bruno", "PRO0002")],
    tenants: [tenant("tess", "LOC0001"), tenant("theo", "LOC0002")],
    ownerships: [ownership("anne", [1, 4]), ownership("bruno", [3, 4])],
  };

  async function activated(initialBalanceCents: number | null, given: Partial<Records> = {}) {
    const parts = given.leases?.[0] ?? leaseOf();
    const book = await openAgency({ ...people, leases: [parts], ...given });
    const { clock, newId } = book;
    const lease = { ...parts.lease, initialBalanceCents: initialBalanceCents as Lease["initialBalanceCents"] };
    const context = { caller, mandataireId: AGENCY, now: NOW, newId };
    return {
      ...book,
      activate: () => callInitialBalances({ clock, newId, digests }).activated(book.stores, lease, context as never),
    };
  }

  async function called(...given: Parameters<typeof activated>) {
    const book = await activated(...given);
    await book.activate();
    return book;
  }

  it("is called, and charged to the tenant for the present owners", async () => {
    const { records, entries } = await called(40_000, { mandates: [mandate("anne", { accountingMode: "accrual" })] });
    expect(records.calls).toMatchObject([
      {
        ...{ reference: "AP-2026-000001", kind: "initial_balance", status: "issued", leaseId: LEASE, tenantId: "tess" },
        ...{ totalAmountCents: 40_000, remainingAmountCents: 40_000, dueDate: "2026-01-01" },
      },
    ]);
    expect(records.calls[0]?.contributions?.map(({ name }) => name)).toEqual(["tess"]);
    expect(records.runs).toMatchObject([{ reference: "SI-2026-000001", status: "applied" }]);
    expect(records.runLines).toMatchObject([{ amountHt: 40_000, billingRunId: records.runs[0]?.id }]);
    expect(records.lineParts).toMatchObject([
      { ownerId: "anne", isAccrual: true, htCents: 10_000 },
      { ownerId: "bruno", isAccrual: false, htCents: 30_000 },
    ]);
    expect(entries()).toEqual([
      {
        ...{ accountingDate: "2026-04-10", documentReference: "AP-2026-000001", source: "Lease #1 0" },
        description: "Solde de reprise B-1",
        lines: [
          ...["D 411000 LOC0001 40000 Solde de reprise", "C 467000 PRO0001 10000 Solde de reprise"],
          "C 467100 PRO0002 30000 Solde de reprise",
        ],
      },
    ]);
    expect(records.payments).toEqual([]);
  });

  it("is of the book's first open day", async () => {
    const { entries } = await called(100, { closedThrough: "2026-04" });
    expect(entries().map(({ accountingDate }) => accountingDate)).toEqual(["2026-05-01"]);
  });

  it("is not called if it is zero", async () => {
    for (const amount of [null, 0]) {
      const { records, entries } = await called(amount);
      expect([records.calls, records.runs, entries()]).toEqual([[], [], []]);
    }
  });

  it("is paid by what the tenant has paid too much before", async () => {
    const book = await activated(40_000);
    const before = await book.post("EN", [line("512000", null, 25_000), line("411000", "LOC0001", -25_000)]);
    const creditLineId = before?.lines[1]?.id ?? null;
    await book.stores.payments.insert([creditOf("tess", 25_000, { entryId: before?.id as never, creditLineId })]);
    await book.activate();
    expect(book.records.calls).toMatchObject([{ status: "partially_paid", remainingAmountCents: 15_000 }]);
    expect(book.records.payments).toMatchObject([{ status: "allocated", remainingCents: 0 }]);
    expect(book.records.allocations).toMatchObject([
      { madeByRunId: book.records.runs[0]?.id, htCents: 25_000, tenantLineId: creditLineId },
    ]);
  });

  it("is a credit for later calls if it is in the tenant's favour", async () => {
    const { records, entries, model } = await called(-40_000);
    expect(records.calls).toMatchObject([{ status: "paid", totalAmountCents: -40_000, contributions: null }]);
    const lines = ["D 467100 PRO0001 10000 Solde de reprise", "D 467100 PRO0002 30000 Solde de reprise"];
    expect(entries()[0]?.lines).toEqual(["C 411000 LOC0001 40000 Solde de reprise", ...lines]);
    const [entry] = model.sealed;
    expect(records.payments).toEqual([
      {
        ...{ mandataireId: AGENCY, id: records.payments[0]?.id, reference: "CR-2026-000001" },
        ...{
          bankTransactionId: null,
          amountCents: 40_000,
          allocatedCents: 0,
          refundedCents: 0,
          remainingCents: 40_000,
        },
        ...{ currency: "EUR", paymentDate: "2026-04-10", paymentMethod: "other", direction: "inbound" },
        ...{ status: "received", tenantId: "tess", tenantName: "tess", payerId: null, payerName: null },
        ...{ payingTenantId: null, leaseId: LEASE, leaseReference: "B-1", bankAccountId: null, entryId: entry?.id },
        ...{ entriesCount: 0, createdAt: NOW, updatedAt: NOW, creditLineId: entry?.lines[0]?.id },
      },
    ]);
  });

  it("is on the account of the unknown tenant if the lease has no tenants", async () => {
    const of = async (amount: number) => {
      const { entries, model } = await called(amount, { leases: [leaseOf({}, [])] });
      return [entries()[0]?.lines[0], model.auxiliaries.get("LOC-INCONNU")?.name];
    };
    expect([await of(100), await of(-100)]).toEqual([
      ["D 411000 LOC-INCONNU 100 Solde de reprise", "Locataire inconnu"],
      ["C 411000 LOC-INCONNU 100 Solde de reprise", "Locataire inconnu"],
    ]);
    expect((await called(100)).model.auxiliaries.has("LOC-INCONNU")).toBe(false);
  });

  it("is in suspense if the lease has no owners", async () => {
    const { entries } = await called(100, { ownerships: [] });
    expect(entries()[0]?.lines[1]).toBe("C 471000 - 100 Solde de reprise");
  });

  it("is refused if the imported opening has one of its tenant", async () => {
    for (const name of ["tess", "theo"]) {
      const leases = [leaseOf({}, [party("tess"), party("theo")])];
      const book = await activated(100, { leases, openings: { "411000": { [name]: 1 } } });
      await expect(book.activate()).rejects.toThrow(fieldRefusal(["initialBalanceCents", "taken"]));
      expect(book.records.calls).toEqual([]);
    }
    const other = { "411000": { another: 1 }, "165000": { tess: 1 } };
    expect((await called(100, { openings: other })).records.calls).toHaveLength(1);
  });
});
