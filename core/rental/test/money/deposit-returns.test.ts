import type { Day, Decimal } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { SecurityDeposit } from "../../src/billing/deposits/security-deposit.ts";
import type { RentCall } from "../../src/billing/rent-calls/rent-call.ts";
import { returnDeposit } from "../../src/money/deposits/return-deposit.ts";
import type { DueLine } from "../../src/money/payments/allocation.ts";
import type { Lease } from "../../src/property/leases/lease.ts";
import {
  callOf,
  creditOf,
  fieldRefusal,
  LEASE,
  leaseOf,
  line,
  mandate,
  ownership,
  refusal,
} from "./agency/examples.ts";
import { agencyWithIncomingMoney } from "./agency/incoming-money.ts";
import { AGENCY, NOW, uuid } from "./agency/records.ts";
import { DEPOSIT, deductions, depositOf, dueLine, house, returnedIn, run } from "./agency/returned-deposit.ts";

const shown = ({ reference, status, paidAmountCents, remainingAmountCents }: RentCall) =>
  `${reference} ${status} ${paidAmountCents} of ${paidAmountCents + remainingAmountCents}`;

describe("the return of a deposit that the agency holds", () => {
  it("orders all of it to the tenant if nothing is owed; the book has it on the tenant's account already", async () => {
    const { deposit, payouts, payments, entries } = await returnedIn({});
    expect(payouts).toEqual([
      {
        ...{ mandataireId: AGENCY, id: payouts[0]?.id, reference: "RD-2026-000001", kind: "deposit", ownerId: null },
        ...{ ownerName: "tess", tenantId: "tess", securityDepositId: DEPOSIT, mandateId: null, billingRunId: null },
        ...{ amountCents: 90_000, currency: "EUR", status: "ordered", orderedAt: NOW, executedAt: null },
        ...{ transmittedAt: null, exportId: null, bankAccountId: "account", bankTransactionId: null },
        ...{ refusedTransactionId: null, createdAt: NOW, updatedAt: NOW },
      },
    ]);
    expect([payments, entries]).toEqual([[], []]);
    expect(deposit).toEqual({
      ...depositOf(),
      ...{ inConformity: true, returnedOn: "2026-04-05", returnedAt: NOW, updatedAt: NOW, status: "returned" },
    });
  });

  it("blocks the payout without an account of the tenant, or without a tenant", async () => {
    const of = async (more: Partial<SecurityDeposit>) => {
      const { payouts } = await returnedIn({ deposit: depositOf(more) });
      return payouts.map(({ ownerName, tenantId, status, bankAccountId }) => [
        ownerName,
        tenantId,
        status,
        bankAccountId,
      ]);
    };
    expect(await of({ tenantId: "theo" as never })).toEqual([["theo", "theo", "blocked", null]]);
    expect(await of({ tenantId: null })).toEqual([["Tess", null, "blocked", null]]);
    expect(await of({ tenantId: null, tenantName: null })).toEqual([["", null, "blocked", null]]);
  });

  it("keeps deductions for the owners of the last day of the lease", async () => {
    const ownerships = [
      ownership("anne", [1, 2], { validTo: "2026-03-31" as Day }),
      ownership("bruno", [1, 2], { validFrom: "2026-03-31" as Day }),
      ownership("carl", [1, 2], { validFrom: "2026-04-01" as Day }),
    ];
    const { deposit, payouts, entries } = await returnedIn(
      { records: { ownerships } },
      { ...deductions(["Peinture", 9000], ["Clé", 1000]), inConformity: false, keysReturnedOn: "2026-04-01" as Day },
    );
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([80_000]);
    expect(entries).toEqual([
      {
        ...{ accountingDate: "2026-04-10", documentReference: "RD-2026-000001", source: "SecurityDeposit #9 0" },
        description: "Restitution du dépôt de garantie B-1",
        lines: [
          "D 165000 LOC0001 10000 Retenues sur dépôt de garantie",
          ...["C 467000 PRO0001 4500 Peinture", "C 467000 PRO0002 4500 Peinture"],
          ...["C 467000 PRO0001 500 Clé", "C 467000 PRO0002 500 Clé"],
        ],
      },
    ]);
    expect(deposit).toMatchObject({
      ...{ status: "partially_returned", inConformity: false, keysReturnedOn: "2026-04-01", arrearsCents: 0 },
      ...deductions(["Peinture", 9000], ["Clé", 1000]),
    });
  });

  it("keeps deductions for the agency, with VAT, where the mandate of an owner says so", async () => {
    const mandates = [
      mandate("anne", { retenueDestination: "agency", vatRateOnFees: 100_000 as Decimal }),
      mandate("bruno", { retenueDestination: "owner" }),
    ];
    const { lines } = await returnedIn({ records: { mandates } }, deductions(["Ménage", 2200]));
    expect(lines.slice(1)).toEqual([
      ...["C 706200 - 1000 Ménage", "C 445710 - 100 Ménage TVA", "C 467000 PRO0002 1100 Ménage"],
    ]);
    // Over since before the last day of the lease.
    const ended = [mandate("anne", { retenueDestination: "agency", endDate: "2026-03-30" as Day })];
    const { lines: after } = await returnedIn({ records: { mandates: ended } }, deductions(["Ménage", 2200]));
    expect(after.slice(1)).toEqual(["C 467000 PRO0001 1100 Ménage", "C 467000 PRO0002 1100 Ménage"]);
  });

  it("orders no payout if all of it is kept", async () => {
    const { status, payouts, entries } = await returnedIn({}, deductions(["Peinture", 90_000]));
    expect([status, payouts, entries[0]?.documentReference]).toEqual(["partially_returned", [], "DG B-1"]);
  });

  it("is booked on the first open day", async () => {
    const { entries } = await returnedIn({ records: { closedThrough: "2026-04" } }, deductions(["Peinture", 1]));
    expect(entries[0]?.accountingDate).toBe("2026-05-01");
  });
});

describe("the return of a deposit is refused", () => {
  it("before the end of the lease, and a second time", async () => {
    for (const lease of [{ endDate: "2026-04-10" }, { endDate: null }, { status: "draft" }] as Partial<Lease>[])
      await expect(returnedIn({ lease })).rejects.toThrow(refusal("invalid_transition"));
    expect((await returnedIn({ lease: { endDate: "2026-04-05" as Day } })).status).toBe("returned");
    const deposit = depositOf({ returnedAt: NOW });
    await expect(returnedIn({ deposit })).rejects.toThrow(refusal("invalid_transition"));
  });

  it("on a day before the end of the lease, or after today", async () => {
    const on = (day: string, lease: Partial<Lease> = {}) => returnedIn({ lease }, { returnedOn: day as Day });
    await expect(on("2026-03-30")).rejects.toThrow(fieldRefusal(["returnedOn", "greater_than_or_equal_to"]));
    await expect(on("2026-04-11")).rejects.toThrow(fieldRefusal(["returnedOn", "less_than_or_equal_to"]));
    expect([(await on("2026-03-31")).status, (await on("2026-04-10")).status]).toEqual(["returned", "returned"]);
  });

  it("with deductions of more than is left", async () => {
    await expect(returnedIn({}, deductions(["a", 90_000], ["b", 1]))).rejects.toThrow(
      fieldRefusal(["deductions", "less_than_or_equal_to"]),
    );
    const { records, posted } = owing(["AP-2", 30_000]);
    await expect(returnedIn({ records, posted }, deductions(["a", 60_001]))).rejects.toThrow(
      fieldRefusal(["deductions", "less_than_or_equal_to"]),
    );
    expect((await returnedIn({ records, posted }, deductions(["a", 60_000]))).payouts).toEqual([]);
  });
});

/** Unpaid calls of rents, of a tenant each, that Anne is credited when they come in. */
function owing(
  ...calls: readonly (readonly [
    reference: string,
    amount: number,
    tenantId?: string | null,
    more?: Partial<RentCall>,
  ])[]
) {
  return {
    records: {
      calls: calls.map(([reference, amount, tenantId = "tess", more = {}]) =>
        callOf(reference, amount, {
          tenantId: tenantId as never,
          tenantName: tenantId && `Name of ${tenantId}`,
          ...more,
        }),
      ),
      dueLines: calls.map(([reference, amount, , { billingRunId = "run" as never } = {}]) => ({
        ...dueLine(reference, "rent", amount, ["anne", amount]),
        billingRunId: billingRunId as DueLine["billingRunId"],
      })),
    },
    posted: calls.map(([reference, amount, tenantId = "tess"]) => {
      const code = tenantId === "theo" ? "LOC0002" : "LOC0001";
      return [reference, line("411000", code, amount), line("467100", "PRO0001", -amount)] as const;
    }),
  };
}

describe("the rent that a tenant still owes", () => {
  it("is paid by the deposit, and transferred to the owners", async () => {
    const { deposit, payouts, payments, calls, allocations, entries, runs } = await returnedIn(owing(["AP-2", 30_000]));
    expect(deposit).toMatchObject({ status: "partially_returned", arrearsCents: 30_000 });
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([60_000]);
    expect(calls.map(shown)).toEqual(["AP-2 paid 30000 of 30000"]);
    expect(runs).toEqual([{ ...run(false), updatedAt: NOW }]);
    expect(entries.map(({ source, lines }) => [source, ...lines])).toEqual([
      [
        "SecurityDeposit #9 0",
        ...["D 165000 LOC0001 30000 Dépôt de garantie imputé", "C 411000 LOC0001 30000 Dépôt de garantie imputé"],
      ],
      [
        expect.stringMatching(/^Payment #\d+ 0$/),
        ...["D 467100 PRO0001 30000 Encaissement AP-2", "C 467000 PRO0001 30000 Encaissement AP-2"],
      ],
    ]);
    const [payment] = payments;
    expect(payments).toEqual([
      {
        ...{ mandataireId: AGENCY, id: payment?.id, reference: "CR-2026-000001", bankTransactionId: null },
        ...{ amountCents: 30_000, allocatedCents: 30_000, refundedCents: 0, remainingCents: 0, currency: "EUR" },
        ...{ paymentDate: "2026-04-10", paymentMethod: "other", direction: "inbound", status: "allocated" },
        ...{ tenantId: "tess", tenantName: "Name of tess", payerId: null, payerName: null, payingTenantId: null },
        ...{ leaseId: LEASE, leaseReference: "B-1", bankAccountId: null, entryId: payment?.entryId, entriesCount: 1 },
        ...{ creditLineId: payment?.creditLineId, createdAt: NOW, updatedAt: NOW },
      },
    ]);
    expect(allocations).toMatchObject([
      { paymentId: payment?.id, htCents: 30_000, tenantLineId: payment?.creditLineId, madeByRunId: null },
    ]);
  });

  it("is lettered with what the deposit paid", async () => {
    const setting = await house(owing(["AP-2", 30_000]));
    const { payments } = await setting.returned();
    const called = setting.model.sealed[0]?.lines[0];
    const letters = [called?.id, payments[0]?.creditLineId].map(
      (id) => setting.model.letterings.get(id as string)?.code,
    );
    expect(letters).toEqual(["AAA", "AAA"]);
    const entry = setting.model.sealed.find(({ id }) => id === payments[0]?.entryId);
    expect(entry?.lines.map(({ id }) => id)).toContain(payments[0]?.creditLineId);
  });

  it("is paid in order of due dates, as far as the deposit reaches", async () => {
    const { calls, payouts, lines, status } = await returnedIn(
      owing(["AP-3", 50_000], ["AP-2", 60_000, "tess", { dueDate: "2026-02-01" as Day }]),
    );
    expect(calls.map(shown)).toEqual(["AP-3 partially_paid 30000 of 50000", "AP-2 paid 60000 of 60000"]);
    expect([payouts, status]).toEqual([[], "partially_returned"]);
    expect(lines[0]).toBe("D 165000 LOC0001 90000 Dépôt de garantie imputé");
  });

  it("is of each tenant, who may have followed each other, and of no other lease", async () => {
    const elsewhere = { leaseId: "another" as never };
    const { lines, payments, calls } = await returnedIn(
      owing(["AP-2", 20_000, "theo"], ["AP-3", 30_000], ["AP-4", 5000, "theo"], ["AP-5", 100, "tess", elsewhere]),
    );
    expect(lines).toEqual([
      "D 165000 LOC0001 55000 Dépôt de garantie imputé",
      ...["C 411000 LOC0002 25000 Dépôt de garantie imputé", "C 411000 LOC0001 30000 Dépôt de garantie imputé"],
    ]);
    expect(payments.map(({ tenantId, tenantName, amountCents }) => [tenantId, tenantName, amountCents])).toEqual([
      ["theo", "Name of theo", 25_000],
      ["tess", "Name of tess", 30_000],
    ]);
    expect(calls.map(({ status }) => status)).toEqual(["paid", "paid", "paid", "issued"]);
  });

  it("is not paid if the call has no known tenant", async () => {
    const { payouts, calls } = await returnedIn(owing(["AP-2", 20_000, null]));
    expect([payouts[0]?.amountCents, calls.map(shown)]).toEqual([90_000, ["AP-2 issued 0 of 20000"]]);
  });

  it("makes the run of the calls that it pays final, and no other", async () => {
    const setting = owing(
      ["AP-2", 20_000],
      ["AP-3", 100_000, "tess", { billingRunId: "later" as never, dueDate: "2026-03-02" as Day }],
    );
    const runs = [run(true), run(true, "later"), run(true, "another")];
    const { runs: after } = await returnedIn({ ...setting, records: { ...setting.records, runs } });
    expect(after.map(({ cancellable }) => cancellable)).toEqual([false, false, true]);
  });
});

describe("what a tenant has paid too much", () => {
  const credits = [
    creditOf("tess", 5000, { id: uuid(501), reference: "EN-1", refundedCents: cents(100), amountCents: cents(5100) }),
    creditOf("tess", 700, { id: uuid(502), reference: "EN-2" }),
    creditOf("theo", 90, { id: uuid(503), reference: "EN-3" }),
  ];

  it("goes back with the deposit", async () => {
    const { payouts, payments, lines, deposit } = await returnedIn({ records: { payments: credits } });
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([95_700]);
    expect(lines).toEqual([
      "D 411000 LOC0001 5700 Avoir restitué",
      "C 165000 LOC0001 5700 Dépôt de garantie à restituer",
    ]);
    expect(payments).toMatchObject([
      { refundedCents: 5100, remainingCents: 0, status: "refunded", updatedAt: NOW },
      { refundedCents: 700, remainingCents: 0, status: "refunded" },
      { refundedCents: 0, remainingCents: 90, status: "received" },
    ]);
    expect(deposit?.status).toBe("returned");
    const kept = await returnedIn({ records: { payments: credits } }, deductions(["Peinture", 90_000]));
    expect(kept.payouts.map(({ amountCents }) => amountCents)).toEqual([5700]);
    const all = [...credits, creditOf(null, 60, { id: uuid(504), reference: "EN-4" })];
    const unknown = await returnedIn({ deposit: depositOf({ tenantId: null }), records: { payments: all } });
    expect(unknown.payouts.map(({ amountCents }) => amountCents)).toEqual([90_000]);
  });

  it("is borne by the owners of a credit note if it comes from one", async () => {
    const setting = {
      records: {
        calls: [callOf("AP-0", -6000, { kind: "credit_note", status: "paid" } as never)],
        dueLines: [dueLine("AP-0", "rent", -6000, ["anne", -4000], ["bruno", -2000])],
      },
    };
    const book = await house(setting);
    const note = await book.post("AP-0", [
      ...[line("411000", "LOC0001", -6000), line("467100", "PRO0001", 4000), line("467100", "PRO0002", 2000)],
    ]);
    await book.stores.payments.insert([
      creditOf("tess", 3000, {
        bankTransactionId: null,
        entryId: note?.id as never,
        amountCents: cents(6000),
        allocatedCents: cents(3000),
      }),
    ]);
    const { payouts } = await book.returned();
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([93_000]);
    expect(book.entries(1)[0]?.lines).toEqual([
      ...["D 411000 LOC0001 3000 Avoir restitué", "C 165000 LOC0001 3000 Dépôt de garantie à restituer"],
      ...[
        "D 467000 PRO0001 2000 Avoir remboursé EN-2026-000001",
        "C 467100 PRO0001 2000 Avoir remboursé EN-2026-000001",
      ],
      ...[
        "D 467000 PRO0002 1000 Avoir remboursé EN-2026-000001",
        "C 467100 PRO0002 1000 Avoir remboursé EN-2026-000001",
      ],
    ]);
  });
});

describe("a credit that goes back with a deposit", () => {
  /** An agency with credits of Ada, which a run's calls use first. Returns her deposit of 900 € then. */
  async function withCredits(...amounts: readonly number[]) {
    const agency = await agencyWithIncomingMoney();
    const { bring, assign, book, records } = agency;
    for (const [index, amountCents] of amounts.entries()) {
      await bring({ bankReference: `B-${index}`, amountCents, label: "?" });
      await assign(`B-${index}`, { accountCode: "411000", auxiliaryCode: "LOC-ADA", amountCents });
    }
    return {
      ...agency,
      async returned() {
        const leaseId = "lease of ada" as SecurityDeposit["leaseId"];
        const deposit = depositOf({ tenantId: "ada" as never, leaseId });
        const lease = leaseOf({ id: leaseId, endDate: "2026-03-10" as Day });
        records.deposits = [deposit];
        records.leases = [lease];
        const input = { returnedOn: "2026-03-10" as Day, inConformity: true, deductions: [], keysReturnedOn: null };
        await returnDeposit(await agency.intake(), { deposit, lease, input });
        return agency.payments();
      },
      /** The lines on the account of Ada. */
      tenantLines: () =>
        book()
          .flatMap((entry) => entry.split(/: | \/ /))
          .flatMap((text) => (text.startsWith("411000 LOC-ADA ") ? text.slice("411000 LOC-ADA ".length) : [])),
    };
  }

  it("is lettered with the line that gives it back, as are the other credits on that line", async () => {
    const { returned, tenantLines } = await withCredits(30, 20);
    expect(await returned()).toEqual([
      "EN-2026-000001 refunded, 0 + 30 of 30, 0 left, ada",
      "EN-2026-000002 refunded, 0 + 20 of 20, 0 left, ada",
    ]);
    expect(tenantLines()).toEqual(["C 30 AAA", "C 20 AAA", "D 50 AAA"]);
  });

  it("is lettered with the calls that it paid, and with what else paid them", async () => {
    const { returned, tenantLines, call, applied } = await withCredits(30, 20, 5);
    await applied("run", [await call({ tenant: "ada", day: "2026-03-10", rent: { otto: 42 } })]);
    expect(tenantLines()).toEqual(["C 30 partial", "C 20 partial", "C 5", "D 42 partial"]);
    expect(await returned()).toEqual([
      "EN-2026-000001 allocated, 30 + 0 of 30, 0 left, ada",
      "EN-2026-000002 refunded, 12 + 8 of 20, 0 left, ada",
      "EN-2026-000003 refunded, 0 + 5 of 5, 0 left, ada",
    ]);
    expect(tenantLines()).toEqual(["C 30 AAA", "C 20 AAA", "C 5 AAA", "D 42 AAA", "D 13 AAA"]);
  });

  it("is lettered apart from its receipt's call and from the arrears that the deposit pays", async () => {
    const { returned, tenantLines, call, bring } = await withCredits();
    const label = await call({ tenant: "ada", day: "2026-03-01", rent: { otto: 42 } });
    await bring({ bankReference: "P-1", amountCents: 50, label });
    await call({ tenant: "ada", day: "2026-03-10", rent: { otto: 9 } });
    expect(tenantLines()).toEqual(["D 42 AAA", "C 42 AAA", "C 8", "D 9"]);
    await returned();
    expect(tenantLines()).toEqual(["D 42 AAA", "C 42 AAA", "C 8 AAC", "D 9 AAB", "D 8 AAC", "C 9 AAB"]);
  });
});
