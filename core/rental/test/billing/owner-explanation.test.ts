import type { Decimal, Id } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { OwnerCategory, OwnerCredit, OwnerLine, OwnerPremium, OwnerSnapshot } from "@cartulary/rental/billing";
import { describe, expect, it } from "vitest";
import { ownerExplanation } from "../../src/billing/runs/owner-explanation.ts";

const ANNE = "a" as Id<"OwnerActor">;

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
}

const explained = (line: OwnerLine, { credits = [], premiums = [], lines = [line] }: Made = {}) =>
  ownerExplanation(line, { owner: OWNER, ownerName: "Anne", credits, premiums, lines });

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
});
