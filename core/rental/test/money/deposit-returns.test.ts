import type { Day, Decimal } from "@cartulary/kernel";
import { cents, type NewLine } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { SecurityDeposit } from "../../src/billing/deposits/security-deposit.ts";
import type { RentCall } from "../../src/billing/rent-calls/rent-call.ts";
import type { BillingRun } from "../../src/billing/runs/run.ts";
import { returnDeposit } from "../../src/money/deposits/return-deposit.ts";
import type { DepositReturn } from "../../src/money/deposits/return-input.ts";
import type { DueLine } from "../../src/money/payments/allocation.ts";
import type { Lease } from "../../src/property/leases/lease.ts";
import { AGENCY, NOW, openBook, type Records, uuid } from "./money-book.ts";
import {
  callOf,
  creditOf,
  fieldRefusal,
  LEASE,
  leaseOf,
  line,
  mandate,
  owner,
  ownership,
  refusal,
  tenant,
} from "./money-records.ts";

const DEPOSIT = uuid(9) as SecurityDeposit["id"];

/** A deposit of 900 € that the agency took over with the lease. */
const depositOf = (more: Partial<SecurityDeposit> = {}): SecurityDeposit =>
  ({
    ...{ mandataireId: AGENCY, id: DEPOSIT, leaseId: LEASE, leaseReference: "B-1", tenantId: "tess" },
    ...{ tenantName: "Tess", amountCents: cents(90_000), receivedCents: cents(90_000), heldBy: "agency" },
    ...{ status: "held", billingRunId: null, rentCallId: null, lineId: null, inConformity: null },
    ...{ keysReturnedOn: null, returnedOn: null, returnedAt: null, arrearsCents: cents(0), deductions: [] },
    ...{ createdAt: "before", updatedAt: "before", ...more },
  }) as unknown as SecurityDeposit;

/** The deposit as the first line of the call AP-1 of the run. */
const CALLED = {
  billingRunId: "run",
  rentCallId: "AP-1",
  lineId: "AP-1 deposit",
} as unknown as Partial<SecurityDeposit>;

type Share = readonly [ownerId: string, htCents: number, isAccrual?: boolean];

const dueLine = (call: string, name: string, amount: number, ...shares: readonly Share[]): DueLine =>
  ({
    ...{ rentCallId: call, billingRunId: "run", computation: 1, lineId: `${call} ${name}`, htCents: cents(amount) },
    ...{
      vatCents: cents(0),
      shares: shares.map(([ownerId, htCents, isAccrual = false]) => ({
        ownerId,
        isAccrual,
        htCents: cents(htCents),
        vatCents: cents(0),
      })),
    },
  }) as unknown as DueLine;

/** The owners' parts of the called deposit. */
const depositParts = (...parts: readonly Share[]): Records["lineParts"] =>
  parts.map(([ownerId, htCents, isAccrual = false]) => ({
    ...{ lineId: "AP-1 deposit", ownerId, mandateId: null, mandateFinding: null, isAccrual },
    ...{ htCents: cents(htCents), vatCents: cents(0) },
  })) as unknown as Records["lineParts"];

/** What a tenant has paid of the called deposit, by owner. */
const depositPaid = (amount: number, ...shares: readonly Share[]): Partial<Records> => ({
  allocations: [
    {
      ...{ id: "paid", paymentId: "payment", rentCallId: "AP-1", lineId: "AP-1 deposit", htCents: cents(amount) },
      ...{ vatCents: cents(0), tenantLineId: "line", status: "allocated" },
    },
  ] as unknown as Records["allocations"],
  collected: shares.map(([ownerId, htCents, isAccrual = false]) => ({
    ...{
      id: `paid of ${ownerId}`,
      allocationId: "paid",
      ownerId,
      isAccrual,
      htCents: cents(htCents),
      vatCents: cents(0),
    },
  })) as unknown as Records["collected"],
});

const run = (cancellable: boolean, id = "run"): BillingRun =>
  ({ id, status: "applied", cancellable, updatedAt: "before" }) as unknown as BillingRun;

interface Setting {
  readonly deposit?: SecurityDeposit;
  readonly lease?: Partial<Lease>;
  readonly records?: Partial<Records>;
  /** Entries that are there before the return. */
  readonly posted?: readonly (readonly [reference: string, ...lines: NewLine[]])[];
}

const INPUT: DepositReturn = {
  returnedOn: "2026-04-05" as Day,
  inConformity: true,
  deductions: [],
  keysReturnedOn: null,
};
const deductions = (...amounts: readonly (readonly [label: string, amount: number])[]) => ({
  deductions: amounts.map(([label, amount]) => ({ label, amountCents: cents(amount) })),
});

/** Returns the deposit of a lease that ended on 31 March, on 10 April. Anne and Bruno own the home by halves. */
async function house({ deposit = depositOf(), lease = {}, records = {}, posted = [] }: Setting = {}) {
  const parts = leaseOf({ endDate: "2026-03-31" as Day, ...lease });
  const book = await openBook({
    ...{ owners: [owner("anne", "PRO0001"), owner("bruno", "PRO0002")], leases: [parts], deposits: [deposit] },
    tenants: [tenant("tess", "LOC0001", { bankAccountId: "account" as never }), tenant("theo", "LOC0002")],
    ...{ ownerships: [ownership("anne", [1, 2]), ownership("bruno", [1, 2])], runs: [run(true)], ...records },
  });
  for (const [reference, ...lines] of posted) await book.post(reference, lines);
  return {
    ...book,
    async returned(input: Partial<DepositReturn> = {}) {
      const intake = await book.intake();
      await returnDeposit(intake, { deposit, lease: parts, input: { ...INPUT, ...input } });
      const { deposits, payouts, payments, calls, allocations } = book.records;
      const [returned] = deposits.all();
      return {
        ...{ deposit: returned, status: returned?.status, payouts: payouts.all(), payments: payments.all() },
        ...{ calls: calls.all(), allocations: allocations.all(), runs: book.records.runs.all() },
        entries: book.entries(posted.length),
        lines: book.entries(posted.length)[0]?.lines ?? [],
      };
    },
  };
}

const returnedIn = async (setting: Setting, input: Partial<DepositReturn> = {}) =>
  (await house(setting)).returned(input);

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

describe("the return of a deposit that a run called", () => {
  /** AP-1 calls the deposit of 900 €, of which some is paid, and rent. */
  const calledDeposit = (paid: number, parts: readonly Share[], collected: readonly Share[], rent = 0) => ({
    deposit: depositOf({ ...CALLED, receivedCents: cents(paid) }),
    records: {
      calls: [callOf("AP-1", 90_000 + rent, { paidAmountCents: cents(paid) })],
      dueLines: [
        dueLine("AP-1", "deposit", 90_000, ...parts),
        ...(rent === 0 ? [] : [dueLine("AP-1", "rent", rent, ["bruno", rent])]),
      ],
      lineParts: depositParts(...parts),
      ...(paid === 0 ? {} : depositPaid(paid, ...collected)),
    },
  });
  const money = (anne: number, bruno = 0) =>
    [
      "MONEY",
      line("512000", null, anne + bruno),
      ...(anne > 0 ? [line("467000", "PRO0001", -anne)] : []),
      ...(bruno > 0 ? [line("467000", "PRO0002", -bruno)] : []),
    ] as const;

  it("cancels what did not come in of it", async () => {
    const { deposit, payouts, payments, calls, lines, entries, runs } = await returnedIn(calledDeposit(60_000, [], []));
    expect(deposit).toMatchObject({ status: "returned", receivedCents: 60_000, arrearsCents: 0 });
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([60_000]);
    expect(lines).toEqual([
      "D 165000 LOC0001 30000 Dépôt de garantie non reçu",
      "C 411000 LOC0001 30000 Dépôt de garantie non reçu",
    ]);
    expect(entries).toHaveLength(1);
    expect(calls.map(shown)).toEqual(["AP-1 paid 90000 of 90000"]);
    expect(payments).toMatchObject([
      { amountCents: 30_000, allocatedCents: 30_000, status: "allocated", tenantId: "tess", tenantName: "Tess" },
    ]);
    expect(runs[0]?.cancellable).toBe(false);
  });

  it("needs no entry and cancels nothing if all of it came in", async () => {
    const { payouts, entries, payments, runs } = await returnedIn(calledDeposit(90_000, [], []));
    expect([payouts[0]?.amountCents, entries, payments, runs]).toEqual([90_000, [], [], [run(true)]]);
  });

  it("orders nothing if none of it came in", async () => {
    const { payouts, lines, status } = await returnedIn(calledDeposit(0, [], []));
    expect([payouts, status]).toEqual([[], "returned"]);
    expect(lines).toEqual([
      "D 165000 LOC0001 90000 Dépôt de garantie non reçu",
      "C 411000 LOC0001 90000 Dépôt de garantie non reçu",
    ]);
  });

  it("takes the money from the owner who holds it; what did not come in from where it was called", async () => {
    const of = async (isAccrual: boolean, own: number) => {
      const setting = calledDeposit(60_000, [["anne", 90_000, isAccrual]], [["anne", 60_000, isAccrual]]);
      // Another owner since.
      const records = { ...setting.records, ownerships: [ownership("bruno", [1, 1])] };
      const { lines, entries } = await returnedIn({ ...setting, records, posted: [money(own)] });
      expect(entries).toHaveLength(1);
      return lines;
    };
    expect(await of(false, 60_000)).toEqual([
      ...["D 467100 PRO0001 30000 Dépôt de garantie non reçu", "D 467000 PRO0001 60000 Dépôt de garantie à restituer"],
      ...["C 411000 LOC0001 30000 Dépôt de garantie non reçu", "C 165000 LOC0001 60000 Dépôt de garantie à restituer"],
    ]);
    expect((await of(true, 90_000))[0]).toBe("D 467000 PRO0001 30000 Dépôt de garantie non reçu");
    await expect(of(false, 59_999)).rejects.toThrow(refusal("insufficient_funds"));
    await expect(of(true, 89_999)).rejects.toThrow(refusal("insufficient_funds"));
  });

  it("takes arrears, deductions and the rest from owners and agency in proportion to what each holds", async () => {
    const held = calledDeposit(60_000, [["anne", 45_000]], [["anne", 30_000]], 20_000);
    const setting = { ...held, records: { ...held.records, ownerships: [ownership("anne", [1, 1])] } };
    const input = deductions(["Peinture", 10_000]);
    const { lines, entries, calls, payouts, payments, deposit, allocations } = await returnedIn(
      { ...setting, posted: [money(20_000, 1)] },
      input,
    );
    expect(lines).toEqual([
      "D 467100 PRO0001 15000 Dépôt de garantie non reçu",
      "D 165000 LOC0001 15000 Dépôt de garantie non reçu",
      "D 467000 PRO0001 10000 Dépôt de garantie imputé",
      "D 165000 LOC0001 10000 Dépôt de garantie imputé",
      "D 467000 PRO0001 5000 Retenues sur dépôt de garantie",
      "D 165000 LOC0001 5000 Retenues sur dépôt de garantie",
      "D 467000 PRO0001 15000 Dépôt de garantie à restituer",
      "C 411000 LOC0001 30000 Dépôt de garantie non reçu",
      "C 411000 LOC0001 20000 Dépôt de garantie imputé",
      "C 467000 PRO0001 10000 Peinture",
      "C 165000 LOC0001 15000 Dépôt de garantie à restituer",
    ]);
    // Only the rent is handed over to an owner.
    expect(entries.slice(1).map((entry) => entry.lines)).toEqual([
      ["D 467100 PRO0002 20000 Encaissement AP-1", "C 467000 PRO0002 20000 Encaissement AP-1"],
    ]);
    expect(calls.map(shown)).toEqual(["AP-1 paid 110000 of 110000"]);
    expect(deposit).toMatchObject({ arrearsCents: 20_000, status: "partially_returned" });
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([30_000]);
    expect(payments.map(({ amountCents, entriesCount }) => [amountCents, entriesCount])).toEqual([
      [30_000, 0],
      [20_000, 1],
    ]);
    expect(payments.map(({ creditLineId }) => creditLineId)).toEqual([
      ...new Set(payments.map(({ creditLineId }) => creditLineId)),
    ]);
    expect(allocations.slice(1).map(({ lineId, htCents, tenantLineId }) => [lineId, htCents, tenantLineId])).toEqual([
      ["AP-1 deposit", 30_000, payments[0]?.creditLineId],
      ["AP-1 rent", 20_000, payments[1]?.creditLineId],
    ]);
    await expect(returnedIn({ ...setting, posted: [money(19_999, 1)] }, input)).rejects.toThrow(
      refusal("insufficient_funds"),
    );
  });

  it("counts what each of several owners gives as that owner's alone", async () => {
    const setting = calledDeposit(
      90_000,
      [
        ["anne", 30_000],
        ["bruno", 60_000],
      ],
      [
        ["anne", 30_000],
        ["bruno", 60_000],
      ],
    );
    const { lines } = await returnedIn({ ...setting, posted: [money(30_000, 60_000)] });
    expect(lines.slice(0, 2)).toEqual([
      "D 467000 PRO0001 30000 Dépôt de garantie à restituer",
      "D 467000 PRO0002 60000 Dépôt de garantie à restituer",
    ]);
    await expect(returnedIn({ ...setting, posted: [money(40_000, 50_000)] })).rejects.toThrow(
      refusal("insufficient_funds"),
    );
  });

  it("is on the account of the unknown tenant if it has no tenant", async () => {
    const { records } = calledDeposit(60_000, [], []);
    const deposit = depositOf({ ...CALLED, receivedCents: cents(60_000), tenantId: null, tenantName: null });
    const calls = [callOf("AP-1", 90_000, { paidAmountCents: cents(60_000), tenantId: null, tenantName: null })];
    const setting = await house({ deposit, records: { ...records, calls } });
    const { lines, payments } = await setting.returned();
    expect(lines).toEqual([
      "D 165000 LOC-INCONNU 30000 Dépôt de garantie non reçu",
      "C 411000 LOC-INCONNU 30000 Dépôt de garantie non reçu",
    ]);
    expect(payments).toMatchObject([{ tenantId: null, tenantName: null, amountCents: 30_000 }]);
    expect(setting.model.auxiliaries.get("LOC-INCONNU")?.name).toBe("Locataire inconnu");
    const known = await house();
    await known.returned(deductions(["Peinture", 1]));
    expect(known.model.auxiliaries.has("LOC-INCONNU")).toBe(false);
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
    await book.records.payments.put([
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
