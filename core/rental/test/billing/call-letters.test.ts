import type { Day, Id, Instant } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { Mandataire } from "../../src/agency/mandataire.ts";
import { reminderLetter } from "../../src/billing/reminders/reminder-letter.ts";
import { type AccountMovement, accountBefore } from "../../src/billing/rent-calls/account-before.ts";
import type { RentCallDocument } from "../../src/billing/rent-calls/call-letter.ts";
import { dayOfTenants } from "../../src/billing/rent-calls/day-of-tenants.ts";
import { noticeLetter } from "../../src/billing/rent-calls/notice.ts";
import { receiptLetter } from "../../src/billing/rent-calls/receipt.ts";
import { day } from "./billed-lease.ts";

const AGENCY_ID = "agency" as Mandataire["id"];
const CREATED_AT = "2026-02-24T09:00:00.000Z" as Instant;
const RECORDED_AT = "2026-03-03T08:00:00.000Z" as Instant;
const UPDATED_AT = "2026-05-02T09:00:00.000Z" as Instant;

const AGENCY: RentCallDocument["agency"] = {
  ...{
    name: "Agence du Port",
    address: "1 quai Sud\n13002 Marseille",
    iban: "FR7612345678901234567890123",
    bic: "BICX",
  },
  ...{ cardNumber: "CPI 1", cardIssuer: "CCI", guarantorName: "Galian", guarantorAddress: "Paris", legalForm: "SAS" },
  ...{ rcsCity: "Marseille", siren: "123456789", vatNumber: "FR123", logoDocumentId: "logo" as Id<"Document"> },
};
const FLAT: RentCallDocument["premises"][number] = {
  ...{ leaseType: "residential_unfurnished", unitIdentifier: "A1", propertyName: "Les Lilas" },
  ...{ address: "4 rue des Lilas, 13001 Marseille", addressLines: ["4 rue des Lilas", "13001 Marseille"] },
};
type Line = RentCallDocument["lines"][number];
const line = (billingCategory: string, amountHt: number, fields: Partial<Line> = {}): Line => ({
  ...{ label: "Loyer du 01/03/2026 au 31/03/2026", billingCategory, unitIdentifier: "A1" },
  ...{ amountHt: cents(amountHt), vatAmount: cents(0), vatRate: null },
  ...fields,
});
const withVat = (vatAmount: number, vatRate: number | null) => ({ vatAmount: cents(vatAmount), vatRate });

type Call = RentCallDocument["call"];
const call = (fields: Partial<Call> = {}): Call =>
  ({
    ...{ reference: "AP-2026-000001", kind: "rent", status: "issued", leaseReference: "B-1", contributions: null },
    ...{ periodStart: day("2026-03-01"), periodEnd: day("2026-03-31"), dueDate: day("2026-03-05") },
    ...{ totalAmountCents: cents(90_000), rentAmountCents: cents(80_000), chargesAmountCents: cents(10_000) },
    ...{ paidAmountCents: cents(0), remainingAmountCents: cents(90_000), fullyPaid: false },
    ...{ createdAt: CREATED_AT, updatedAt: UPDATED_AT },
    ...fields,
  }) as Call;

const letter = (fields: Partial<RentCallDocument> = {}): RentCallDocument => ({
  call: call(),
  reversedCents: cents(0),
  lines: [line("rent", 80_000), line("charge_provision", 10_000, { label: "Provision sur charges" })],
  agency: AGENCY,
  owners: [{ displayName: "Anne Martin", address: "2 rue Haute\n75001 Paris", vatNumber: null }],
  ...{ tenants: ["Zoé Durand", "Yves Petit"], tenantAddress: null, tenantVatNumber: null, premises: [FLAT] },
  ...fields,
});

const HEAD = {
  ...{ reference: "AP-2026-000001", cancelled: false, agency_name: "Agence du Port" },
  agency_lines: ["1 quai Sud", "13002 Marseille"],
  agency_foot: [
    "Agence du Port, SAS – RCS Marseille 123 456 789 – TVA FR123",
    "Carte professionnelle n° CPI 1 délivrée par la CCI – Garantie financière : Galian, Paris",
  ],
  ...{ agency_iban: "", agency_bic: "", on_behalf: "pour le compte d’Anne Martin" },
  ...{ addressee_name: "Zoé Durand", addressee_lines: ["Yves Petit", "4 rue des Lilas", "13001 Marseille"] },
};
const PLACE = {
  ...{ lease: "B-1", period: "du 1er au 31 mars 2026", due_date: "5 mars 2026", tenants: "Zoé Durand et Yves Petit" },
  ...{
    tenants_label: "Locataires",
    premises: ["A1, Les Lilas, 4 rue des Lilas, 13001 Marseille"],
    receipt_notice: true,
  },
};

/** Values with plain blanks: which one letters use is not the question here. */
const plain = (values: unknown): unknown => JSON.parse(JSON.stringify(values).replace(/[\u00a0\u202f]/g, " "));

describe("A due notice", () => {
  const NOTHING = { previousCents: cents(0), receipts: [], balanceCents: cents(0) };
  const noticeOf = (fields: Partial<RentCallDocument> = {}, account = NOTHING as Parameters<typeof noticeLetter>[2]) =>
    noticeLetter(AGENCY_ID, letter(fields), account);
  const valuesOf = (...of: Parameters<typeof noticeOf>) => plain(noticeOf(...of).values);

  it("names everyone, all lines, the account and what is to pay", () => {
    const account = {
      ...{ previousCents: cents(15_000), balanceCents: cents(5_000) },
      receipts: [
        { date: day("2026-02-10"), amountCents: cents(12_000) },
        { date: day("2026-02-12"), amountCents: cents(-2_000) },
      ],
    };
    const { values, ...rest } = noticeOf({}, account);
    expect(rest).toEqual({
      ...{ templateKey: "notice", mandataireId: "agency", fileName: "AP-2026-000001.pdf", createdAt: CREATED_AT },
      ...{ logoDocumentId: "logo", missing: [] },
    });
    expect(plain(values)).toEqual({
      ...{ ...HEAD, ...PLACE, title: "Avis d’échéance", issued_on: "24 février 2026" },
      ...{ is_credit_note: false, has_vat: false, vat_rates: [], ht: "900,00 €", vat: "0,00 €", total: "900,00 €" },
      lines: [
        { label: "Loyer du 1er au 31 mars 2026", unit: "", ht: "800,00 €", vat: "0,00 €", rate: "", total: "800,00 €" },
        { label: "Provision sur charges", unit: "", ht: "100,00 €", vat: "0,00 €", rate: "", total: "100,00 €" },
      ],
      contributions: [],
      account: [
        { label: "Solde après l’avis précédent", amount: "150,00 €" },
        { label: "Reçu le 10 février 2026", amount: "−120,00 €" },
        { label: "Repris le 12 février 2026", amount: "20,00 €" },
      ],
      ...{ balance_before: "50,00 €", to_pay: "950,00 €", is_to_pay: true },
      ...{ agency_iban: "FR76 1234 5678 9012 3456 7890 123", agency_bic: "BICX" },
      owners: [{ name: "Anne Martin", address: "2 rue Haute, 75001 Paris", vat_number: "" }],
      tenant_vat_number: "",
    });
  });

  it("with VAT is an invoice with the sums of each rate, and needs the numbers of agency and owners", () => {
    const lines = [
      line("rent", 50_000, withVat(10_000, 200_000)),
      line("rent", 30_000, withVat(6_000, 200_000)),
      line("charge_provision", 10_000, withVat(550, 55_000)),
      line("tenant_fee", 1_000, withVat(10, null)),
      line("deposit", 40_000),
    ];
    const [owner] = letter().owners;
    const owners = owner ? [owner, { ...owner, displayName: "Bruno", address: null, vatNumber: "FR456" }] : [];
    const invoice = noticeOf({ lines, owners, tenantVatNumber: "FR789" });
    expect([invoice.templateKey, invoice.missing]).toEqual(["invoice", ["vat_number"]]);
    expect(plain(invoice.values)).toMatchObject({
      ...{ title: "Facture – avis d’échéance", has_vat: true, tenant_vat_number: "FR789" },
      lines: [
        { ht: "500,00 €", vat: "100,00 €", rate: "20 %", total: "600,00 €" },
        { ht: "300,00 €", vat: "60,00 €", rate: "20 %", total: "360,00 €" },
        { ht: "100,00 €", vat: "5,50 €", rate: "5,5 %", total: "105,50 €" },
        { ht: "10,00 €", vat: "0,10 €", rate: "0 %", total: "10,10 €" },
        { ht: "400,00 €", vat: "0,00 €", rate: "", total: "400,00 €" },
      ],
      vat_rates: [
        { rate: "20 %", base: "800,00 €", vat: "160,00 €" },
        { rate: "5,5 %", base: "100,00 €", vat: "5,50 €" },
        { rate: "0 %", base: "10,00 €", vat: "0,10 €" },
      ],
      ...{ ht: "1 310,00 €", vat: "165,60 €" },
      owners: [
        { name: "Anne Martin", address: "2 rue Haute, 75001 Paris", vat_number: "" },
        { name: "Bruno", address: "", vat_number: "FR456" },
      ],
    });
    expect(noticeOf({ lines, owners: owners.slice(1) }).missing).toEqual([]);
    expect(noticeOf({ lines, agency: { ...AGENCY, vatNumber: null } }).missing).toEqual(["vat_number"]);
    expect(noticeOf({ agency: { ...AGENCY, vatNumber: null } }).missing).toEqual([]);
  });

  it("of a credit note, or of an account with credit enough, asks for nothing", () => {
    const creditNote = call({ kind: "credit_note", totalAmountCents: cents(-90_000) });
    expect(valuesOf({ call: creditNote })).toMatchObject({
      ...{ title: "Avoir", is_credit_note: true, total: "−900,00 €", to_pay: "−900,00 €", is_to_pay: false },
      agency_iban: "",
    });
    const owing = { ...NOTHING, balanceCents: cents(100_000) };
    expect(valuesOf({ call: creditNote }, owing)).toMatchObject({ to_pay: "100,00 €", is_to_pay: false });
    const withCredit = (balance: number) => valuesOf({}, { ...NOTHING, balanceCents: cents(balance) });
    expect(withCredit(-90_000)).toMatchObject({ to_pay: "0,00 €", is_to_pay: false, agency_iban: "" });
    expect(withCredit(-89_999)).toMatchObject({ to_pay: "0,01 €", is_to_pay: true });
    expect(valuesOf({ agency: { ...AGENCY, iban: null, bic: null } })).toMatchObject({
      agency_iban: "",
      agency_bic: "",
    });
  });

  it("names the unit of each line where there are several, and one tenant as one", () => {
    const lines = [line("rent", 1), line("rent", 1, { unitIdentifier: null })];
    const premises = [FLAT, { ...FLAT, unitIdentifier: "P1", leaseType: "parking" as const, address: null }];
    expect(valuesOf({ lines, premises, tenants: ["Zoé Durand"], call: call({ leaseReference: null }) })).toMatchObject({
      lines: [{ unit: "A1" }, { unit: "" }],
      ...{ tenants: "Zoé Durand", tenants_label: "Locataire", receipt_notice: false, lease: "plusieurs baux" },
      premises: ["A1, Les Lilas, 4 rue des Lilas, 13001 Marseille", "P1, Les Lilas"],
    });
  });

  it("shows the parts of several parties, not of one", () => {
    const parties = [
      ["Zoé Durand", 60_000],
      [null, 30_000],
    ].map(([name, amount]) => ({ name, amountCents: amount }));
    const of = (contributions: unknown) =>
      valuesOf({ call: call({ contributions: contributions as Call["contributions"] }) });
    expect(of(parties)).toMatchObject({
      contributions: [
        { name: "Zoé Durand", amount: "600,00 €" },
        { name: "Sans nom", amount: "300,00 €" },
      ],
    });
    expect(of(parties.slice(1))).toMatchObject({ contributions: [] });
  });

  it("of a cancelled call says so", () => {
    expect(valuesOf({ call: call({ status: "cancelled" }) })).toMatchObject({ cancelled: true });
  });
});

describe("A receipt", () => {
  const paid = (amount: number, fields: Partial<Call> = {}) =>
    call({
      ...{ paidAmountCents: cents(amount), remainingAmountCents: cents(90_000 - amount), fullyPaid: amount >= 90_000 },
      ...fields,
    });
  const receiptOf = (fields: Partial<RentCallDocument>) => receiptLetter(AGENCY_ID, letter(fields), []);
  const valuesOf = (fields: Partial<RentCallDocument>) => plain(receiptOf(fields).values);

  it("of a part says what is paid and left of rent and charges, and each payment", () => {
    const payments = [
      {
        ...{ paymentDate: day("2026-03-02"), amountCents: cents(80_000), method: "bank_transfer" },
        recordedAt: RECORDED_AT,
      },
      { paymentDate: day("2026-03-03"), amountCents: cents(4_000), method: "barter", recordedAt: CREATED_AT },
    ];
    const { values, ...rest } = receiptLetter(AGENCY_ID, letter({ call: paid(84_000) }), payments);
    expect(rest).toEqual({
      ...{
        templateKey: "receipt",
        mandataireId: "agency",
        fileName: "recu-AP-2026-000001.pdf",
        createdAt: RECORDED_AT,
      },
      ...{ logoDocumentId: "logo", missing: [] },
    });
    expect(plain(values)).toEqual({
      ...{
        ...HEAD,
        ...PLACE,
        title: "Reçu",
        issued_on: "3 mars 2026",
        has_rent: true,
        is_whole: false,
        is_settled: false,
      },
      parts: [
        { name: "Loyer", called: "800,00 €", paid: "800,00 €", remaining: "0,00 €" },
        { name: "Charges", called: "100,00 €", paid: "40,00 €", remaining: "60,00 €" },
      ],
      ...{ vat: "", total: "900,00 €", paid: "840,00 €", remaining: "60,00 €" },
      payments: [
        { on: "2 mars 2026", method: "virement", amount: "800,00 €" },
        { on: "3 mars 2026", method: "", amount: "40,00 €" },
      ],
    });
  });

  it("is a quittance once rent and charges are paid, even if the deposit is not", () => {
    const [rentLine, charges] = letter().lines;
    const lines = rentLine && charges ? [rentLine, charges, line("deposit", 50_000, withVat(1_000, 200_000))] : [];
    const whole = receiptOf({ lines, call: paid(90_000, { fullyPaid: false, totalAmountCents: cents(141_000) }) });
    expect(whole.fileName).toBe("quittance-AP-2026-000001.pdf");
    expect(plain(whole.values)).toMatchObject({
      ...{ title: "Quittance", is_whole: true, is_settled: false, vat: "10,00 €" },
      parts: [
        { name: "Loyer", paid: "800,00 €" },
        { name: "Charges", paid: "100,00 €" },
        { name: "Autres sommes", called: "510,00 €", paid: "0,00 €", remaining: "510,00 €" },
      ],
    });
    expect(valuesOf({ call: paid(89_999) })).toMatchObject({ title: "Reçu", is_whole: false });
    const depositAlone = { rentAmountCents: cents(0), chargesAmountCents: cents(0), fullyPaid: false };
    expect(valuesOf({ call: paid(1, depositAlone) })).toMatchObject({ title: "Reçu", is_whole: false });
    expect(valuesOf({ call: paid(1, { ...depositAlone, fullyPaid: true }) })).toMatchObject({ is_whole: true });
  });

  it("of neither rent nor charges has no mention of article 21", () => {
    const of = (category: string) => valuesOf({ call: paid(1), lines: [line(category, 90_000)] });
    expect(of("deposit")).toMatchObject({ has_rent: false, receipt_notice: false });
    for (const category of ["rent", "charge_provision", "charges_adjustment"])
      expect(of(category)).toMatchObject({ has_rent: true, receipt_notice: true });
    expect(valuesOf({ call: paid(1), premises: [] })).toMatchObject({ has_rent: true, receipt_notice: false });
  });

  it("of a part in the tenant's favour uses it up once rent and charges are paid", () => {
    const lines = [line("rent", 50_000), line("charge_provision", 10_000), line("charges_adjustment", -16_633)];
    const partsOf = (amount: number, more: readonly Line[] = [], fields: Partial<Call> = {}) => {
      const called = { rentAmountCents: cents(50_000), chargesAmountCents: cents(-6_633), ...fields };
      const { parts } = receiptOf({ lines: [...lines, ...more], call: paid(amount, { fullyPaid: false, ...called }) })
        .values as { readonly parts: readonly Readonly<Record<string, string>>[] };
      return plain(parts.map(({ name, called: due, paid: came, remaining }) => [name, due, came, remaining].join(" ")));
    };
    expect(partsOf(20_000)).toEqual(["Loyer 500,00 € 200,00 € 300,00 €", "Charges −66,33 € 0,00 € −66,33 €"]);
    const whole = ["Loyer 500,00 € 500,00 € 0,00 €", "Charges −66,33 € −66,33 € 0,00 €"];
    expect(partsOf(43_367, [], { fullyPaid: true })).toEqual(whole);
    expect(partsOf(43_367, [line("deposit", 20_000)])).toEqual([...whole, "Autres sommes 200,00 € 0,00 € 200,00 €"]);
    expect(partsOf(44_367, [line("deposit", 20_000)])).toEqual([...whole, "Autres sommes 200,00 € 10,00 € 190,00 €"]);
  });

  it("leaves out a deposit that did not come in before its return", () => {
    const [rentLine, charges] = letter().lines;
    const lines = rentLine && charges ? [rentLine, charges, line("deposit", 50_000)] : [];
    const returned = (amount: number, reversed = 50_000) =>
      receiptOf({
        ...{ lines, reversedCents: cents(reversed) },
        call: call({
          ...{ totalAmountCents: cents(140_000), paidAmountCents: cents(amount) },
          ...{ remainingAmountCents: cents(140_000 - amount), fullyPaid: amount === 140_000 },
        }),
      });
    expect(() => returned(50_000)).toThrow(expect.objectContaining({ code: "nothing_paid" }));
    expect(plain(returned(130_000).values)).toMatchObject({
      ...{ title: "Reçu", total: "900,00 €", paid: "800,00 €", remaining: "100,00 €" },
      parts: [
        { name: "Loyer", called: "800,00 €", paid: "800,00 €", remaining: "0,00 €" },
        { name: "Charges", called: "100,00 €", paid: "0,00 €", remaining: "100,00 €" },
      ],
    });
    expect(plain(returned(140_000, 20_000).values)).toMatchObject({
      ...{ title: "Quittance", is_settled: true, total: "1 200,00 €", paid: "1 200,00 €", remaining: "0,00 €" },
      parts: [{ paid: "800,00 €" }, { paid: "100,00 €" }, { name: "Autres sommes", paid: "300,00 €" }],
    });
  });

  it("needs the VAT number of the agency if VAT is paid", () => {
    const agency = { ...AGENCY, vatNumber: null };
    const lines = [line("rent", 80_000, withVat(16_000, 200_000))];
    expect(receiptOf({ call: paid(1), agency, lines }).missing).toEqual(["vat_number"]);
    expect(receiptOf({ call: paid(1), agency }).missing).toEqual([]);
  });

  it("is refused while nothing is paid", () => {
    const refusal = expect.objectContaining({ code: "nothing_paid" });
    for (const amount of [0, -1]) expect(() => receiptOf({ call: paid(amount) })).toThrow(refusal);
    expect(receiptOf({ call: paid(1) }).templateKey).toBe("receipt");
  });
});

describe("A reminder", () => {
  type Reminder = Parameters<typeof reminderLetter>[0];
  const reminder = (level: Reminder["level"], fields: Partial<Reminder["letter"]> = {}): Reminder =>
    ({
      ...{ mandataireId: AGENCY_ID, level, amountCents: cents(30_000), createdAt: CREATED_AT },
      letter: {
        ...{ agency: AGENCY, owners: ["Anne Martin"], callReference: "AP-2026-000001", leaseReference: "B-1" },
        ...{ tenantName: "Zoé Durand", tenantAddress: "4 rue des Lilas\n13001 Marseille" },
        ...{ periodStart: day("2026-03-01"), periodEnd: day("2026-03-31"), dueDate: day("2026-03-05") },
        ...{ totalAmountCents: cents(90_000), paidAmountCents: cents(60_000) },
        ...fields,
      },
    }) as unknown as Reminder;

  it("says what is left of the call", () => {
    const { values, ...rest } = reminderLetter(reminder(3, { tenants: ["Zoé Durand", "Yves Petit"] }));
    expect(rest).toEqual({
      ...{ templateKey: "reminder", mandataireId: "agency", fileName: "mise-en-demeure-AP-2026-000001.pdf" },
      ...{ createdAt: CREATED_AT, logoDocumentId: "logo", missing: [] },
    });
    const { tenants: _, tenants_label: _label, premises: _premises, receipt_notice: _notice, ...place } = PLACE;
    expect(plain(values)).toEqual({
      ...{ ...HEAD, ...place, title: "Mise en demeure", issued_on: "24 février 2026", level: 3 },
      ...{ total: "900,00 €", paid: "600,00 €", remaining: "300,00 €" },
      ...{ agency_iban: "FR76 1234 5678 9012 3456 7890 123", agency_bic: "BICX" },
    });
  });

  it("goes to the called tenant alone where the others were not noted, and to someone in any case", () => {
    const without = (fields: Partial<Reminder["letter"]>) => plain(reminderLetter(reminder(1, fields)).values);
    expect(without({})).toMatchObject({
      ...{ title: "Rappel", addressee_name: "Zoé Durand", addressee_lines: ["4 rue des Lilas", "13001 Marseille"] },
    });
    expect(without({ tenantName: null, agency: { ...AGENCY, iban: null, bic: null } })).toMatchObject({
      ...{ addressee_name: "Locataire inconnu", agency_iban: "", agency_bic: "" },
    });
  });
});

describe("The account before a call", () => {
  const movement = (date: string, documentReference: string, debit: number, credit: number): AccountMovement => ({
    ...{ entryId: documentReference as Id<"Entry">, documentReference, date: day(date) },
    ...{ debitCents: cents(debit), creditCents: cents(credit) },
    journal: documentReference.startsWith("BQ") ? "BANQUE" : "LOYERS",
  });
  const MOVEMENTS = [
    movement("2026-01-05", "AP-1", 1_000, 0),
    movement("2026-01-06", "BQ-1", 0, 400),
    movement("2026-02-05", "AP-2", 1_000, 0),
    movement("2026-02-06", "BQ-2", 0, 900),
    movement("2026-02-07", "BQ-3", 300, 0),
    movement("2026-02-08", "OD-1", 50, 0),
    movement("2026-02-25", "BQ-4", 0, 700),
    movement("2026-03-05", "AP-3", 1_000, 0),
    movement("2026-02-20", "BQ-5", 0, 90),
  ];
  const RECEIPTS = [
    { date: "2026-02-06", amountCents: 900 },
    { date: "2026-02-07", amountCents: -300 },
  ];

  it("has the receipts since the previous call, known on the day of issue", () => {
    expect(accountBefore(MOVEMENTS, { reference: "AP-3", issuedOn: day("2026-02-24") })).toEqual({
      ...{ previousCents: 1_650, receipts: RECEIPTS, balanceCents: 1_050 },
    });
    expect(accountBefore(MOVEMENTS, { reference: "AP-3", issuedOn: day("2026-02-25") })).toEqual({
      receipts: [...RECEIPTS, { date: "2026-02-25", amountCents: 700 }],
      ...{ previousCents: 1_650, balanceCents: 350 },
    });
  });

  it("has one receipt for all lines of an entry", () => {
    const paid = [movement("2026-01-05", "AP-1", 900, 0), movement("2026-01-06", "BQ-1", 0, 600)];
    const lines = [...paid, movement("2026-01-06", "BQ-2", 0, 50), movement("2026-01-06", "BQ-1", 0, 300)];
    expect(accountBefore(lines, { reference: "AP-2", issuedOn: day("2026-02-01") })).toEqual({
      receipts: [
        { date: "2026-01-06", amountCents: 900 },
        { date: "2026-01-06", amountCents: 50 },
      ],
      ...{ previousCents: 900, balanceCents: -50 },
    });
  });

  it("is empty before the first call, and has all movements for a call that is not booked", () => {
    expect(accountBefore(MOVEMENTS, { reference: "AP-1", issuedOn: day("2026-12-31") })).toEqual({
      ...{ previousCents: 0, receipts: [], balanceCents: 0 },
    });
    expect(accountBefore(MOVEMENTS, { reference: "AP-4", issuedOn: day("2026-12-31") })).toEqual({
      ...{ previousCents: 1_350, receipts: [{ date: "2026-02-20", amountCents: 90 }], balanceCents: 1_260 },
    });
  });
});

describe("The letters of a call name the tenants", () => {
  const called = "tenant" as Id<"TenantActor">;
  const party = (tenantId: Id<"TenantActor"> | null, validTo: string | null = null) => ({
    ...{ tenantId, validTo: validTo === null ? null : (validTo as Day) },
  });
  const dayOf = (tenantId: typeof called | null, parties: ReturnType<typeof party>[], dueDate = "2026-03-05") =>
    dayOfTenants({ tenantId, dueDate: day(dueDate), periodEnd: day("2026-03-31") }, parties);

  it("of the due date, but of the last day of a period that ended before", () => {
    expect(dayOf(called, [party(called)])).toBe("2026-03-05");
    expect(dayOf(called, [party(called)], "2026-04-05")).toBe("2026-03-31");
    expect(dayOf(null, [party("other" as typeof called)])).toBe("2026-03-05");
    expect(dayOf(null, [party(null, "2026-01-31")])).toBe("2026-03-05");
  });

  it("of the last day of a called tenant who left before", () => {
    expect(dayOf(called, [party(called, "2026-02-28")])).toBe("2026-02-28");
    expect(dayOf(called, [party(called, "2026-03-05")])).toBe("2026-03-05");
    expect(dayOf(called, [party(called, "2026-03-06")])).toBe("2026-03-05");
    expect(dayOf(called, [party(called, "2026-02-28"), party(called, "2026-01-31")])).toBe("2026-02-28");
    expect(dayOf(called, [party(called, "2026-02-28"), party(called)])).toBe("2026-03-05");
    expect(dayOf(called, [party(called), party("other" as typeof called, "2026-01-31")])).toBe("2026-03-05");
  });

  it("of no day if the called tenant is no party any more", () => {
    expect(dayOf(called, [party("other" as typeof called), party(null)])).toBeNull();
  });
});
