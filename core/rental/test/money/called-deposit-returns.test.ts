import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { SecurityDeposit } from "../../src/billing/deposits/security-deposit.ts";
import type { RentCall } from "../../src/billing/rent-calls/rent-call.ts";
import { callOf, line, ownership, refusal } from "./agency/examples.ts";
import type { Records } from "./agency/records.ts";
import { deductions, depositOf, dueLine, house, returnedIn, type Share } from "./agency/returned-deposit.ts";

/** The deposit as the first line of the call AP-1 of the run. */
const CALLED = {
  billingRunId: "run",
  rentCallId: "AP-1",
  lineId: "AP-1 deposit",
} as unknown as Partial<SecurityDeposit>;

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
      status: "allocated",
    },
  })) as unknown as Records["collected"],
});

const shown = ({ reference, status, paidAmountCents, remainingAmountCents }: RentCall) =>
  `${reference} ${status} ${paidAmountCents} of ${paidAmountCents + remainingAmountCents}`;

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

  it("needs no entry if all of it came in; its run can no longer be cancelled", async () => {
    const { payouts, entries, payments, runs } = await returnedIn(calledDeposit(90_000, [], []));
    expect([payouts[0]?.amountCents, entries, payments]).toEqual([90_000, [], []]);
    expect(runs[0]?.cancellable).toBe(false);
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
