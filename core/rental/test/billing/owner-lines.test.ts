import type { Decimal, Month } from "@cartulary/kernel";
import { cents, sum } from "@cartulary/ledger";
import {
  type BilledMandate,
  type BilledService,
  type OwnerCredit,
  type OwnerLine,
  type OwnerPremium,
  type OwnerSnapshot,
  ownerLines,
} from "@cartulary/rental/billing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const MARCH = "2026-03" as Month;
const percent = (number: number) => (number * 10_000) as Decimal;

const mandate = (id: string, fields: Partial<BilledMandate> = {}): BilledMandate => ({
  id: id as BilledMandate["id"],
  managementFeeRate: percent(7),
  vatRateOnFees: percent(20),
  distributionFrequency: "monthly",
  services: [],
  ...fields,
});

const owner = (mandates: readonly BilledMandate[], fields: Partial<OwnerSnapshot> = {}): OwnerSnapshot => ({
  id: "a" as OwnerSnapshot["id"],
  balanceCents: cents(0),
  hasBankAccount: true,
  mandates,
  ...fields,
});

const credit = (mandateId: string | null, category: OwnerCredit["category"], ht: number, vat = 0, unit = "u1") =>
  ({
    ownerId: "a",
    mandateId,
    mandateFinding: mandateId === null ? "missing_mandate" : null,
    category,
    htCents: cents(ht),
    vatCents: cents(vat),
    leaseUnitId: unit,
  }) as OwnerCredit;

const amounts = (lines: readonly OwnerLine[]) =>
  lines.map(({ mandateId, category, htCents, vatCents }) => [mandateId, category, htCents + vatCents]);
const payouts = (lines: readonly OwnerLine[]) => lines.filter(({ category }) => category === "payout");
const others = (lines: readonly OwnerLine[]) => lines.filter(({ category }) => category !== "payout");
const total = (lines: readonly OwnerLine[]) => sum(lines.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));

const service = (fields: Partial<BilledService>): BilledService => ({
  id: "s" as BilledService["id"],
  label: null,
  billingMode: "fixed",
  rate: null,
  amountCents: cents(1_000),
  calculationBase: null,
  frequency: "monthly",
  triggerEvent: null,
  target: "owner",
  vatApplicable: true,
  vatRate: percent(20),
  active: true,
  chargedElsewhere: [],
  ...fields,
});

describe("The lines of an owner", () => {
  it("refuse a service whose price and number exceed the amounts of the ledger", () => {
    const events = [{ id: "e" as NonNullable<BilledService["events"]>[number]["id"], quantity: 1_000 }];
    const dear = service({ billingMode: "per_event", amountCents: cents(10_000_000_000_000), events });
    const lines = () => ownerLines(MARCH, owner([mandate("m", { services: [dear] })]), []);
    expect(lines).toThrow(expect.objectContaining({ code: "amount_too_large" }));
  });

  it("match the example: credits, the fee on the rent and its VAT, and the payout", () => {
    const credits = [credit("m", "rent", 26_882, 5_376), credit("m", "charge_provision", 3_226, 645)];
    expect(amounts(ownerLines(MARCH, owner([mandate("m")]), credits))).toEqual([
      ["m", "owner_rent", 26_882],
      ["m", "owner_charges", 3_226],
      ["m", "owner_vat", 6_021],
      ["m", "management_fee", -1_882],
      ["m", "management_fee_vat", -376],
      ["m", "payout", 33_871],
    ]);
  });

  it("include the former balance once, without a fee", () => {
    const two = [mandate("m"), mandate("n")];
    const lines = ownerLines(MARCH, owner(two, { balanceCents: cents(500) }), [credit("n", "rent", 10_000)]);
    expect(amounts(lines)).toEqual([
      ["m", "owner_balance", 500],
      ["m", "payout", 500],
      ["n", "owner_rent", 10_000],
      ["n", "management_fee", -700],
      ["n", "management_fee_vat", -140],
      ["n", "payout", 9_160],
    ]);
  });

  it("pay no debt out, mark it, and deduct it from the payout of another mandate", () => {
    const two = [mandate("m"), mandate("n")];
    const lines = ownerLines(MARCH, owner(two, { balanceCents: cents(-5_000) }), [credit("n", "rent", 10_000)]);
    expect(payouts(lines).map(({ htCents, anomaly }) => [htCents, anomaly?.type])).toEqual([
      [0, "debit_owner_balance"],
      [4_160, undefined],
    ]);
  });

  it("without a mandate have no fee and no payout, and the reason is on the rent", () => {
    const [line, ...rest] = ownerLines(MARCH, owner([]), [credit(null, "rent", 10_000, 2_000)]);
    expect(line).toMatchObject({ category: "owner_rent", htCents: 10_000, anomaly: { type: "missing_mandate" } });
    expect(amounts(rest)).toEqual([[null, "owner_vat", 2_000]]);
  });

  it("pay out only in the last month of the quarter or year if agreed", () => {
    const paidIn = (month: string, distributionFrequency: BilledMandate["distributionFrequency"]) =>
      payouts(
        ownerLines(month as Month, owner([mandate("m", { distributionFrequency })]), [credit("m", "rent", 10_000)]),
      )[0]?.htCents;
    expect(["2026-02", "2026-03", "2026-12"].map((month) => paidIn(month, "quarterly"))).toEqual([0, 9_160, 9_160]);
    expect(["2026-03", "2026-12"].map((month) => paidIn(month, "annual"))).toEqual([0, 9_160]);
  });

  it("mark a payout without a bank account", () => {
    const lines = ownerLines(MARCH, owner([mandate("m")], { hasBankAccount: false }), [credit("m", "rent", 100)]);
    expect(payouts(lines)[0]).toMatchObject({ anomaly: { type: "missing_iban", level: "warn" } });
  });

  it("bill services by their billing mode, when due, with their own VAT", () => {
    const credits = [
      credit("m", "rent", 10_000, 2_000),
      credit("m", "charge_provision", 1_000, 200, "u1"),
      credit("m", "rent", 5_000, 0, "u2"),
    ];
    const billed = (fields: Partial<BilledService>, month = "2026-03") =>
      ownerLines(month as Month, owner([mandate("m", { services: [service(fields)] })]), credits)
        .filter(({ category }) => category === "service_fee")
        .map(({ htCents, vatCents }) => [htCents, vatCents]);
    expect(billed({})).toEqual([[-1_000, -200]]);
    expect(billed({ billingMode: "per_unit" })).toEqual([[-2_000, -400]]);
    const share = { billingMode: "percentage", rate: percent(10) } as const;
    expect(billed(share)).toEqual([[-1_500, -300]]);
    expect(billed({ ...share, calculationBase: "rent_and_charges_excl_tax" })).toEqual([[-1_600, -320]]);
    expect(billed({ ...share, calculationBase: "total_incl_tax", vatApplicable: false })).toEqual([[-1_820, 0]]);
    expect(billed({ frequency: "quarterly" }, "2026-04")).toEqual([]);
    // Another run of the month took the service's price, or that of a unit.
    expect(billed({ chargedElsewhere: ["s"] })).toEqual([]);
    expect(billed({ billingMode: "per_unit", chargedElsewhere: ["u1"] })).toEqual([[-1_000, -200]]);
    expect(billed({ ...share, chargedElsewhere: ["s"] })).toEqual([[-1_500, -300]]);
    for (const none of [{ active: false }, { target: "tenant" }, { billingMode: "per_event" }] as const)
      expect(billed(none)).toEqual([]);
  });

  it("charge an insurance premium even if nothing was collected", () => {
    const premium = {
      leaseId: "l" as OwnerPremium["leaseId"],
      ownerId: "a" as OwnerSnapshot["id"],
      mandateId: "m" as BilledMandate["id"],
      insurerName: null,
      amountCents: cents(300),
    };
    expect(amounts(ownerLines(MARCH, owner([mandate("m")]), [], [premium]))).toEqual([
      ["m", "gli_premium", -300],
      ["m", "payout", 0],
    ]);
  });

  it("never pay out more than the owner's credit, and all of it if each mandate distributes [R-16]", () => {
    const entry = fc.record({
      mandateId: fc.constantFrom("m", "n", "o", null),
      category: fc.constantFrom("rent" as const, "charge_provision" as const),
      ht: fc.integer({ min: 0, max: 1_000_000 }),
      vat: fc.integer({ min: 0, max: 200_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 8 }),
        fc.integer({ min: -500_000, max: 500_000 }),
        fc.nat(300_000),
        (entries, balance, fixed) => {
          const mandates = ["m", "n", "o"].map((id) =>
            mandate(id, { services: [service({ amountCents: cents(fixed) })] }),
          );
          const credits = entries.map(({ mandateId, category, ht, vat }) => credit(mandateId, category, ht, vat));
          const lines = ownerLines(MARCH, owner(mandates, { balanceCents: cents(balance) }), credits);
          const paid = total(payouts(lines));
          const managed = others(lines).filter(({ mandateId }) => mandateId !== null);
          expect(paid).toBe(Math.max(0, total(managed)));
          for (const { htCents } of payouts(lines)) expect(htCents).toBeGreaterThanOrEqual(0);
          // An owner's amounts without fees, less the charges, equal the sum of his lines to the cent.
          const gross = sum(credits.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
          const charged = others(lines).filter(({ category }) => /fee|premium/.test(category));
          expect(total(others(lines))).toBe(gross + balance + total(charged));
        },
      ),
      { numRuns: 100 },
    );
  });
});
