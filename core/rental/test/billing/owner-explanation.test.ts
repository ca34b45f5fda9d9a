import type { Decimal, Id } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { OwnerCategory, OwnerCredit, OwnerLine, OwnerPremium, OwnerSnapshot } from "@cartulary/rental/billing";
import { describe, expect, it } from "vitest";
import { ownerExplanation } from "../../src/billing/runs/owner-explanation.ts";

const ANNE = "a" as Id<"OwnerActor">;

type Service = OwnerSnapshot["mandates"][number]["services"][number];

const credit = (mandateId: string, category: OwnerCredit["category"], ht: number, vat = 0) =>
  ({ ownerId: ANNE, mandateId, category, htCents: cents(ht), vatCents: cents(vat) }) as OwnerCredit;

const premium = (insurerName: string | null, amount: number) =>
  ({ ownerId: ANNE, mandateId: "m", insurerName, amountCents: cents(amount) }) as OwnerPremium;

const M = "m" as OwnerSnapshot["mandates"][number]["id"];
const OWNER: OwnerSnapshot = {
  ...{ id: ANNE, balanceCents: cents(0), hasBankAccount: true },
  mandates: [
    {
      id: M,
      managementFeeRate: 70_000 as Decimal,
      vatRateOnFees: 200_000 as Decimal,
      distributionFrequency: "monthly",
      services: [],
    },
  ],
};

const lineOf = (category: OwnerCategory, htCents: number, vatCents = 0, insurerName: string | null = null) =>
  ({
    ...{ ownerId: ANNE, mandateId: M, category, serviceId: null, insurerName },
    ...{ htCents: cents(htCents), vatCents: cents(vatCents), anomaly: null, chargedFor: [] },
  }) as OwnerLine;

interface Made {
  readonly credits?: readonly OwnerCredit[];
  readonly premiums?: readonly OwnerPremium[];
  readonly lines?: readonly OwnerLine[];
  readonly owner?: OwnerSnapshot;
}

const explained = (line: OwnerLine, { credits = [], premiums = [], lines = [line], owner = OWNER }: Made = {}) =>
  ownerExplanation(line, { owner, ownerName: "Anne", credits, premiums, lines });

describe("The explanation of an owner's line", () => {
  const credits = [
    credit("m", "rent", 50_000, 10_000),
    credit("m", "charge_provision", 5_000, 1_000),
    credit("m", "rent", 35_050),
    credit("n", "rent", 99_900, 9_990),
  ];

  it("adds up the called or collected parts under its mandate, amounts without VAT and VAT separately", () => {
    expect(explained(lineOf("owner_rent", 85_050), { credits })).toBe("Loyers : 500,00 € + 350,50 € = 850,50 €");
    expect(explained(lineOf("owner_vat", 0, 11_000), { credits })).toBe(
      "TVA sur loyers et charges : 100,00 € + 10,00 € = 110,00 €",
    );
  });

  it("is the amount alone for a single term", () => {
    expect(explained(lineOf("owner_charges", 5_000), { credits })).toBe("Provisions sur charges : 50,00 €");
    expect(explained(lineOf("owner_balance", -1_234))).toBe("Solde antérieur : -12,34 €");
  });

  it("counts the terms if there are too many", () => {
    const many = Array.from({ length: 13 }, () => credit("m", "rent", 100));
    expect(explained(lineOf("owner_rent", 1_300), { credits: many })).toBe("Loyers : somme de 13 montants = 13,00 €");
    const fewer = many.slice(1);
    expect(explained(lineOf("owner_rent", 1_200), { credits: fewer })).toMatch(
      /^Loyers : (1,00 € \+ ){11}1,00 € = 12,00 €$/,
    );
  });

  it("adds up only the premiums of its insurer", () => {
    const premiums = [premium("Port", 1_200), premium(null, 900), premium("Port", 300)];
    const line = lineOf("gli_premium", -1_500, 0, "Port");
    expect(explained(line, { premiums })).toBe("Assurance loyers impayés : -12,00 € − 3,00 € = -15,00 €");
  });

  it("shows the base of a fee, and the amount paid out", () => {
    const rent = lineOf("owner_rent", 85_050);
    const fee = lineOf("management_fee", -5_954);
    const vat = lineOf("management_fee_vat", 0, -1_191);
    const payout = lineOf("payout", 77_905);
    const lines = [rent, fee, vat, payout];
    expect(explained(fee, { lines })).toBe("7 % × 850,50 € de loyers HT = 59,54 € HT");
    expect(explained(vat, { lines })).toBe("20 % × 59,54 € d'honoraires HT = 11,91 €");
    expect(explained(payout, { lines })).toBe("850,50 € − 59,54 € − 11,91 € ; reversé : 779,05 €");
  });

  /** Explains 10.00 with 2.00 of VAT for a service. */
  const ofService = (service: Partial<Service>, made: Made = {}, chargedFor: readonly string[] = []) => {
    const defaults = { id: "s", billingMode: "fixed", rate: null, amountCents: null, vatRate: 200_000 };
    const terms = { ...OWNER.mandates[0], services: [{ ...defaults, ...service }] };
    const line = { ...lineOf("service_fee", -1_000, -200), serviceId: "s", chargedFor } as OwnerLine;
    return explained(line, { ...made, owner: { ...OWNER, mandates: [terms] } as unknown as OwnerSnapshot });
  };

  it("counts the units or the events of a service", () => {
    const amountCents = cents(500);
    const perUnit = { billingMode: "per_unit", amountCents } as const;
    expect(ofService(perUnit, {}, ["a"])).toBe("1 lot × 5,00 € = 10,00 € HT + TVA 20 % 2,00 €");
    expect(ofService(perUnit, {}, ["a", "b"])).toBe("2 lots × 5,00 € = 10,00 € HT + TVA 20 % 2,00 €");
    const events = [
      { id: "a", quantity: 2 },
      { id: "b", quantity: 3 },
      { id: "other", quantity: 9 },
    ] as unknown as NonNullable<Service["events"]>;
    expect(ofService({ billingMode: "per_event", amountCents, events }, {}, ["a", "b"])).toBe(
      "5 × 5,00 € = 10,00 € HT + TVA 20 % 2,00 €",
    );
    expect(ofService({ billingMode: "per_event", amountCents })).toBe("0 × 5,00 € = 10,00 € HT + TVA 20 % 2,00 €");
  });

  it.each([
    ["rent_excl_tax", "loyers HT", "300,00 €", "500,00 €"],
    ["rent_and_charges_excl_tax", "loyers et charges HT", "340,00 €", "550,00 €"],
    ["total_incl_tax", "loyers et charges TTC", "408,00 €", "660,00 €"],
  ] as const)(
    "names the base of a percentage: %s of the month, or of the first calls of leases alone",
    (calculationBase, name, ofMonth, ofFirstCalls) => {
      const service = { billingMode: "percentage", rate: 15_000 as Decimal, calculationBase } as const;
      const lines = [lineOf("owner_rent", 30_000), lineOf("owner_charges", 4_000), lineOf("owner_vat", 0, 6_800)];
      const first = credits.map((each, index) => ({ ...each, isOfFirstCall: index !== 2 }) as OwnerCredit);
      const text = (base: string) => `1,5 % × ${base} de ${name} = 10,00 € HT + TVA 20 % 2,00 €`;
      const made = { lines, credits: first };
      expect(ofService({ ...service, triggerEvent: null }, made)).toBe(text(ofMonth));
      expect(ofService({ ...service, triggerEvent: "lease_start" }, made)).toBe(text(ofFirstCalls));
    },
  );
});
