import type { Day, Decimal, Id } from "@cartulary/kernel";
import { cents, rational } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { TenantCharges } from "../../src/billing/charges/charge-statement.ts";
import type { ChargedUnit } from "../../src/billing/charges/distribution.ts";
import { statementLetter } from "../../src/money/charge-statements/statement-letter.ts";
import { deductionLines, type KeepingOwner } from "../../src/money/deposits/deduction-lines.ts";
import { takeFrom, totalOf } from "../../src/money/deposits/deposit-parts.ts";
import { type DepositStatement, depositStatementLetter } from "../../src/money/deposits/deposit-statement.ts";
import { divideInvoice, type InvoicedUnits } from "../../src/money/supplier-invoices/divide-invoice.ts";

const owner = (name: string) => name as Id<"OwnerActor">;
const day = (text: string) => text as Day;

describe("the parts of a deposit", () => {
  const part = (ownerId: string | null, amount: number, isAccrual = false) => ({
    ...{ ownerId: ownerId === null ? null : owner(ownerId), isAccrual, amountCents: cents(amount) },
  });

  it("give an amount in proportion to what each has", () => {
    const parts = [part("a", 60), part("b", 30, true), part(null, 10)];
    expect(takeFrom(parts, cents(50))).toEqual({
      taken: [part("a", 30), part("b", 15, true), part(null, 5)],
      left: [part("a", 30), part("b", 15, true), part(null, 5)],
    });
    expect(takeFrom(parts, cents(0))).toEqual({ taken: [], left: parts });
    expect(takeFrom(parts, cents(100)).left.map(({ amountCents }) => amountCents)).toEqual([0, 0, 0]);
    const nothing = [part("a", 0), part(null, 0)];
    expect(takeFrom(nothing, cents(0))).toEqual({ taken: [], left: nothing });
    expect(totalOf(parts)).toBe(100);
  });
});

describe("the deductions from a deposit", () => {
  const keeping = (
    name: string,
    share: readonly [number, number],
    isForAgency = false,
    vat = 200_000,
  ): KeepingOwner => ({
    ...{ ownerId: owner(name), share: rational(...share), mandateId: null, mandateFinding: null },
    ...{ isForAgency, vatRateOnFees: vat as Decimal },
  });
  const codes = new Map([[owner("a"), "PRO a"]]);
  const deduction = (label: string, amount: number) => ({ label, amountCents: cents(amount) });

  it("are credited to the owners by their shares; a missing share goes into suspense", () => {
    expect(
      deductionLines(
        [deduction("Peinture", 90), deduction("Clé", 10)],
        [keeping("a", [1, 3]), keeping("b", [1, 3])],
        codes,
      ),
    ).toEqual([
      { accountCode: "467000", auxiliaryCode: "PRO a", label: "Peinture", creditCents: 30 },
      { accountCode: "467000", auxiliaryCode: null, label: "Peinture", creditCents: 30 },
      { accountCode: "471000", label: "Peinture", creditCents: 30 },
      { accountCode: "467000", auxiliaryCode: "PRO a", label: "Clé", creditCents: 4 },
      { accountCode: "467000", auxiliaryCode: null, label: "Clé", creditCents: 3 },
      { accountCode: "471000", label: "Clé", creditCents: 3 },
    ]);
  });

  it("are the agency's fees with VAT where the mandate says so", () => {
    expect(
      deductionLines([deduction("Ménage", 241)], [keeping("a", [1, 2]), keeping("b", [1, 2], true)], codes),
    ).toEqual([
      { accountCode: "467000", auxiliaryCode: "PRO a", label: "Ménage", creditCents: 121 },
      { accountCode: "706200", label: "Ménage", creditCents: 100 },
      { accountCode: "445710", label: "Ménage TVA", creditCents: 20 },
    ]);
    expect(deductionLines([deduction("Ménage", 100)], [keeping("b", [1, 1], true, 0)], codes)).toEqual([
      { accountCode: "706200", label: "Ménage", creditCents: 100 },
    ]);
  });

  it("are one fee for each rate of the owners' mandates, rounded once", () => {
    const owners = [keeping("a", [1, 3], true), keeping("b", [2, 3], true)];
    expect(deductionLines([deduction("Peinture", 10_000)], owners, codes)).toEqual([
      { accountCode: "706200", label: "Peinture", creditCents: 8333 },
      { accountCode: "445710", label: "Peinture TVA", creditCents: 1667 },
    ]);
    const differing = [keeping("a", [1, 4], true), keeping("b", [1, 4], true, 100_000), keeping("c", [1, 2], true)];
    expect(deductionLines([deduction("Peinture", 10_000)], differing, codes)).toEqual([
      { accountCode: "706200", label: "Peinture", creditCents: 6250 },
      { accountCode: "445710", label: "Peinture TVA", creditCents: 1250 },
      { accountCode: "706200", label: "Peinture", creditCents: 2273 },
      { accountCode: "445710", label: "Peinture TVA", creditCents: 227 },
    ]);
  });
});

const agency = { name: "Agence", address: "1 rue Haute\n75001 Paris" };
const home = {
  ...({ leaseType: "residential_unfurnished", unitIdentifier: "Lot 1", propertyName: "Lilas" } as const),
  ...{ address: "2 rue Basse, Paris", addressLines: ["2 rue Basse", "Paris"] },
};

describe("the statement of a deposit", () => {
  const statement = (deposit: object = {}, more: Partial<DepositStatement> = {}): DepositStatement => ({
    deposit: {
      ...{ leaseReference: "B/1", updatedAt: "2026-04-02T10:00:00.000Z", returnedOn: null, returnDueOn: null },
      ...{ deductions: [], heldBy: "agency", lateMonths: 0, lateAmountCents: 0, amountCents: 90_000 },
      ...{ receivedCents: 80_000, ...deposit },
    } as unknown as DepositStatement["deposit"],
    ...{ arrearsCents: cents(0), returnedCents: null, agency, owners: ["Ada"], tenants: ["Léa", "Max"] },
    ...{ tenantAddress: null, premises: [home], ...more },
  });
  const letter = (...given: Parameters<typeof statement>) =>
    depositStatementLetter("m" as Id<"Mandataire">, statement(...given));
  const lines = (...given: Parameters<typeof statement>) =>
    (letter(...given).values as unknown as { lines: readonly { label: string; amount: string }[] }).lines.map(
      ({ label, amount }) => `${label}: ${amount.replaceAll(/\s/g, " ")}`,
    );

  it("says before the return what is held", () => {
    const { values, fileName, templateKey, createdAt } = letter();
    expect([fileName, templateKey, createdAt]).toEqual([
      ...["depot-de-garantie-B_1.pdf", "deposit_statement", "2026-04-02T10:00:00.000Z"],
    ]);
    expect(values).toMatchObject({
      ...{ title: "Dépôt de garantie", reference: "B/1", rest: "", lease: "B/1", has_deductions: false },
      ...{ keeper: "l’agence", due: "", returned: "", late: "", deposit_law: true, addressee_name: "Léa" },
      ...{ premises: ["Lot 1, Lilas, 2 rue Basse, Paris"], addressee_lines: ["Max", "2 rue Basse", "Paris"] },
    });
    expect(lines()).toEqual(["Dépôt de garantie prévu au bail: 900,00 €", "Dépôt de garantie reçu: 800,00 €"]);
  });

  it("keeps the day of the return when the deposit changes later", () => {
    const returnedAt = "2026-04-01T08:00:00.000Z";
    const { createdAt, values } = letter({ returnedOn: "2026-04-01", returnedAt });
    expect(createdAt).toBe(returnedAt);
    expect(JSON.stringify(values)).not.toMatch(/\b2\savril/);
    expect(JSON.stringify(letter().values)).toMatch(/\b2\savril/);
  });

  it("says after the return what was kept, what went back and by when", () => {
    const deposit = {
      ...{ returnedOn: "2026-04-01", returnDueOn: "2026-04-30", heldBy: "owner", lateMonths: 2, lateAmountCents: 500 },
      deductions: [{ label: "Peinture", amountCents: cents(10_000) }],
    };
    const more = { arrearsCents: cents(20_000), returnedCents: cents(50_000), tenantAddress: "3 rue Neuve" };
    const { values } = letter(deposit, more);
    expect(values).toMatchObject({
      ...{ title: "Restitution du dépôt de garantie", has_deductions: true, keeper: "le propriétaire" },
      ...{
        due: "30\u00a0avril\u00a02026",
        returned: "1er\u00a0avril\u00a02026",
        late: "5,00\u00a0€",
        rest: "500,00\u00a0€",
      },
      addressee_lines: ["Max", "3 rue Neuve"],
    });
    const taken = ["Loyers et charges impayés: −200,00 €", "Peinture: −100,00 €"];
    expect(lines(deposit, more).slice(2)).toEqual(taken);
    expect(lines(deposit, { ...more, returnedCents: cents(50_001) }).slice(2)).toEqual([
      ...taken,
      "Autres sommes en votre faveur: 0,01 €",
    ]);
    expect(lines(deposit, { returnedCents: null }).slice(2)).toEqual(["Peinture: −100,00 €"]);
    const commercial = { ...home, leaseType: "commercial" as const };
    expect(letter({}, { premises: [home, commercial] }).values).toMatchObject({ deposit_law: false });
  });
});

describe("the division of an invoice", () => {
  const unit = (id: string, area: number | null, active = true): ChargedUnit => ({
    ...{ id: id as ChargedUnit["id"], identifier: id, unitType: "apartment" as ChargedUnit["unitType"] },
    ...{ areaSqm: area as Decimal | null, active },
  });
  const owned = (unitId: string, name: string, share: readonly [number, number], validTo: string | null = null) => ({
    ...{ unitId, ownerId: name, shareNumerator: share[0], shareDenominator: share[1], validFrom: null, validTo },
  });
  const divided = (units: readonly ChargedUnit[], ...ownerships: readonly ReturnType<typeof owned>[]) => {
    const invoiced = { units, allocated: null, ownerships, headcounts: new Map() } as unknown as InvoicedUnits;
    const { owners, suspenseCents } = divideInvoice(cents(100), invoiced, day("2026-03-01"));
    return [...[...owners].map(([name, amount]) => `${name} ${amount}`), suspenseCents];
  };

  it("is by unit, then by the owners of the day; what has no owner goes into suspense", () => {
    const units = [unit("u", 30), unit("v", 70)];
    const all: [number, number] = [1, 1];
    expect(divided(units, owned("u", "a", all), owned("v", "b", [1, 2]), owned("v", "a", [1, 2]))).toEqual([
      ...["a 65", "b 35", 0],
    ]);
    expect(divided(units, owned("u", "a", [1, 3]))).toEqual(["a 10", 90]);
    expect(divided(units, owned("u", "a", all), owned("v", "b", all, "2026-02-28"))).toEqual(["a 30", 70]);
    expect(divided([unit("u", null), unit("v", 70)], owned("u", "a", all), owned("v", "b", all))).toEqual([
      ...["a 50", "b 50", 0],
    ]);
    expect(divided([], owned("u", "a", all))).toEqual([100]);
    expect(divided([unit("u", 30, false)], owned("u", "a", all))).toEqual([100]);
  });
});

describe("a tenant's statement of charges", () => {
  const account = (balance: number, days: number, more: Partial<TenantCharges> = {}): TenantCharges =>
    ({
      ...{
        leaseReference: "B/1",
        days,
        shareCents: cents(300),
        provisionsCents: cents(100),
        balanceCents: cents(balance),
      },
      lines: [
        { chargeNature: "repairs", recoverableCents: cents(1_000), shareKeyId: "k", shareCents: cents(200) },
        { chargeNature: null, recoverableCents: cents(500), shareKeyId: null, shareCents: cents(100) },
        { chargeNature: "taxes", recoverableCents: cents(1), shareKeyId: "unknown", shareCents: cents(1) },
      ],
      ...more,
    }) as unknown as TenantCharges;
  const letter = (...accounts: readonly TenantCharges[]) =>
    statementLetter({
      statement: {
        ...{
          mandataireId: "m",
          updatedAt: "2026-04-02T10:00:00.000Z",
          periodFrom: "2025-01-01",
          periodTo: "2025-12-31",
        },
      } as never,
      ...{ accounts, agency, owners: [], tenants: ["Léa"], tenantAddress: null, premises: [home] },
      keyNames: new Map([["k", "Tantièmes"]]),
    });

  it("shows the lines of each unit with their key and share, and the balance of all", () => {
    const { values, fileName } = letter(account(200, 365), account(-50, 90, { lines: [] }));
    expect(fileName).toBe("decompte-de-charges-B_1-2025-12-31.pdf");
    const plain = JSON.parse(JSON.stringify(values).replaceAll(/[\u00a0\u202f]/g, " "));
    expect(plain).toMatchObject({
      ...{ title: "Décompte de charges", lease: "B/1", days: "365, 90", share: "6,00 €", provisions: "2,00 €" },
      ...{ period: "du 1er janvier au 31 décembre 2025", balance: "1,50 €", is_owed: true, balance_amount: "1,50 €" },
      ...{ charges_law: true, premises: ["Lot 1, Lilas, 2 rue Basse, Paris"] },
      lines: [
        { label: "Entretien et réparations", total: "10,00 €", key: "Tantièmes", share: "2,00 €" },
        { label: "Autres charges", total: "5,00 €", key: "Surface ou parts égales", share: "1,00 €" },
        { label: "Taxes", total: "0,01 €", key: "Surface ou parts égales", share: "0,01 €" },
      ],
    });
  });

  it("says whether the tenant owes the balance or gets it back", () => {
    const of = (...balances: readonly number[]) => {
      const { is_owed, balance, balance_amount } = letter(...balances.map((each) => account(each, 365))).values as {
        readonly [name: string]: unknown;
      };
      return [is_owed, balance, balance_amount];
    };
    expect([of(0), of(-150)]).toEqual([
      [true, "0,00\u00a0€", "0,00\u00a0€"],
      [false, "−1,50\u00a0€", "1,50\u00a0€"],
    ]);
    expect(letter(account(0, 365), account(0, 365)).values).toMatchObject({ days: "365" });
    expect(letter().fileName).toBe("decompte-de-charges--2025-12-31.pdf");
  });
});
