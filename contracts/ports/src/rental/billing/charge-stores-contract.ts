import { type Day, type Decimal, defaultsOf, type Transact, type TransactFor } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { RentalStores } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import {
  type ChargeStatement,
  chargeStatementListing,
  type SupplierInvoice,
  supplierInvoiceListing,
} from "@cartulary/rental/billing";
import {
  type LeaseUnit,
  leaseUnitRecord,
  type Property,
  propertyRecord,
  type RentalContact,
  rentalContactRecord,
  type ShareKey,
  shareKeyRecord,
  type Unit,
  unitRecord,
} from "@cartulary/rental/property";
import { EPOCH, idOf, later } from "../../harness/document-records.ts";
import { HARD_TEXTS, listingContract } from "../../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../../kernel/samples.ts";
import { describe, expect, it } from "../../runner/runner.ts";
import { SAMPLES } from "../property/lease-samples.ts";
import { A_MANDATAIRE, A_RUN, AN_OWNER } from "./call-stores-contract.ts";

/** The stores of suppliers' invoices and of statements of charges, and of the records they refer to. */
export type ChargeStoresUnderTest = Pick<
  RentalStores,
  | "supplierInvoices"
  | "chargeStatements"
  | "chargeSource"
  | "billingRuns"
  | "properties"
  | "units"
  | "shareKeys"
  | "owners"
  | "serviceProviders"
  | "providerBankAccounts"
  | "leases"
  | "leaseUnits"
>;

/** Databases for them. */
export interface ChargeStoresHarness {
  /** One with nothing in it that stays until the last test. */
  openSharedDatabase(): Promise<{
    readonly transact: Transact<Pick<RentalStores, "mandataires">>;
    readonly transactFor: TransactFor<MandataireId, ChargeStoresUnderTest>;
  }>;
}

const [PROPERTY, OTHER_PROPERTY] = [idOf<"Property">(0xc101), idOf<"Property">(0xc102)];
const [UNIT, KEY] = [idOf<"Unit">(0xc201), idOf<"ShareKey">(0xc202)];
const [PROVIDER, OTHER_PROVIDER] = [idOf<"RentalContact">(0xc301), idOf<"RentalContact">(0xc302)];
const [OWNER, OTHER_OWNER] = [idOf<"OwnerActor">(0xc401), idOf<"OwnerActor">(0xc402)];
const [LEASE, OTHER_LEASE] = [idOf<"Lease">(0xc501), idOf<"Lease">(0xc502)];
const [LEASE_UNIT, OTHER_LEASE_UNIT] = [idOf<"LeaseUnit">(0xc601), idOf<"LeaseUnit">(0xc602)];
const [RUN, OTHER_RUN] = [idOf<"BillingRun">(0xc701), idOf<"BillingRun">(0xc702)];
const [IBAN, OTHER_IBAN] = ["FR7630006000011234567890189", "DE89370400440532013000"];
const QUERY = { page: 1, perPage: 100, sort: "createdAt", direction: "asc", conditions: [] } as const;
const VALUES = 3;
const day = (text: string) => text as Day;

/** Returns a function that opens a mandataire of its own, in one database for all. */
function mandatairesOf({ openSharedDatabase }: ChargeStoresHarness) {
  let mandataires = 0;
  let place: ReturnType<typeof openSharedDatabase> | null = null;
  /** With a house, two providers, two owners, two let units and two runs. */
  return async () => {
    place ??= openSharedDatabase();
    const { transact, transactFor } = await place;
    mandataires += 1;
    const mandataireId = idOf<"Mandataire">(0xc_0000 + mandataires);
    await transact.write((stores) => stores.mandataires.insert({ ...A_MANDATAIRE, id: mandataireId }));
    const { read, write } = transactFor(mandataireId);
    await write((stores) => fill(stores, mandataireId));
    const invoice = (number: number, more: Partial<SupplierInvoice> = {}): SupplierInvoice => ({
      ...invoiceOf(mandataireId, number),
      ...more,
    });
    const statement = (number: number, more: Partial<ChargeStatement> = {}): ChargeStatement => ({
      ...statementOf(mandataireId, number),
      ...more,
    });
    const stored = (...invoices: readonly SupplierInvoice[]) =>
      write(async ({ supplierInvoices }) => {
        for (const each of invoices) await supplierInvoices.insert(each, []);
      });
    return { mandataireId, read, write, invoice, statement, stored };
  };
}

const idsOf = <Id>(found: readonly { readonly id: Id }[]) => found.map(({ id }) => id);

/** Contract of the stores of suppliers' invoices and of statements of charges. */
export function chargeStoresContract(name: string, harness: ChargeStoresHarness): void {
  const openDatabase = mandatairesOf(harness);

  describe(`${name} is a store of suppliers' invoices`, () => {
    it("gives back whole invoices, and changes only their payment", async () => {
      const { read, write, invoice, stored } = await openDatabase();
      const [full, bare] = [
        invoice(1, { reference: "L'été 🏡", shareKeyId: KEY, documentId: idOf<"Document">(3), chargeNature: "taxes" }),
        invoice(2, { propertyId: null, unitId: UNIT, dueDate: null, chargeNature: null, totalCents: cents(-500) }),
      ];
      await stored(full, bare);
      const find = ({ id }: SupplierInvoice) => read(({ supplierInvoices }) => supplierInvoices.find(id));
      expect([await find(full), await find(bare)]).toEqual([full, bare]);
      expect(await write(({ supplierInvoices }) => supplierInvoices.lock(full.id))).toEqual(full);
      expect(await write(({ supplierInvoices }) => supplierInvoices.lock(idOf(0xbad)))).toBeNull();
      const transaction = idOf<"BankTransaction">(7);
      const payment = {
        status: "paid",
        paidOn: day("2026-03-09"),
        bankTransactionId: transaction,
        entriesCount: 2,
      } as const;
      const changed = { ...full, ...payment, updatedAt: later(5) };
      await write(({ supplierInvoices }) => supplierInvoices.update([{ ...changed, label: "Another" }]));
      expect([await find(full), await find(bare)]).toEqual([changed, bare]);
      const paidBy = (id: typeof transaction) => write(({ supplierInvoices }) => supplierInvoices.lockPaidBy(id));
      expect([await paidBy(transaction), await paidBy(idOf(8))]).toEqual([[changed], []]);
    });

    it("finds invoices by the key of their reference, the oldest first", async () => {
      const { write, invoice, stored } = await openDatabase();
      const invoices = [
        invoice(1, { reference: "F-2026/17", invoiceDate: day("2026-02-02") }),
        invoice(2, { reference: "f 2026 17", invoiceDate: day("2026-02-01") }),
        invoice(3, { reference: "F-18", invoiceDate: day("2026-02-03") }),
        invoice(4, {
          ...{ reference: "F.18", invoiceDate: day("2026-02-03"), status: "paid", serviceProviderId: OTHER_PROVIDER },
        }),
      ];
      await stored(...invoices);
      const named = async (...keys: readonly string[]) =>
        idsOf(await write(({ supplierInvoices }) => supplierInvoices.lockNamed(keys)));
      expect(await named("f202617", "f18", "f19")).toEqual([2, 1, 3, 4].map((number) => invoice(number).id));
      expect(await named("F-18")).toEqual([]);
      expect(await named()).toEqual([]);
    });

    it("finds open invoices by amount and the accounts of their provider, each account once", async () => {
      const { write, invoice, stored } = await openDatabase();
      const [first, second] = [invoice(1), invoice(2, { totalCents: cents(7_777), serviceProviderId: OTHER_PROVIDER })];
      await stored(first, second, invoice(3, { status: "paid" }));
      const payable = async (...payments: readonly (readonly [string, number])[]) => {
        const of = payments.map(([iban, amount]) => ({ iban, amountCents: cents(amount) }));
        const found = await write(({ supplierInvoices }) => supplierInvoices.lockOpenOf(of));
        return found.map((each) => [each.invoice.id, each.iban]);
      };
      expect(await payable([IBAN, first.totalCents])).toEqual([[first.id, IBAN]]);
      expect(await payable([OTHER_IBAN, 7_777])).toEqual([[second.id, OTHER_IBAN]]);
      expect(await payable([IBAN, first.totalCents + 1])).toEqual([]);
      expect(await payable([OTHER_IBAN, first.totalCents])).toEqual([]);
      expect(await payable()).toEqual([]);
    });

    it("knows each provider's references, exactly", async () => {
      const { read, invoice, stored } = await openDatabase();
      await stored(invoice(1, { reference: "F-1" }));
      const taken = (provider: typeof PROVIDER, reference: string) =>
        read(({ supplierInvoices }) => supplierInvoices.isTaken(provider, reference));
      const answers = [taken(PROVIDER, "F-1"), taken(PROVIDER, "f-1"), taken(OTHER_PROVIDER, "F-1")];
      expect(await Promise.all(answers)).toEqual([true, false, false]);
    });

    it("sums what owners bear of open invoices, and removes an invoice with its parts", async () => {
      const { read, write, invoice } = await openDatabase();
      const [open, paid] = [invoice(1), invoice(2, { status: "paid" })];
      const partsOf = ({ id: invoiceId }: SupplierInvoice, ...amounts: readonly (readonly [typeof OWNER, number])[]) =>
        amounts.map(([ownerId, amount]) => ({ invoiceId, ownerId, amountCents: cents(amount) }));
      const [own, others] = [partsOf(open, [OWNER, 700], [OTHER_OWNER, -300]), partsOf(paid, [OWNER, 5_000])];
      await write(async ({ supplierInvoices }) => {
        await supplierInvoices.insert(open, own.toReversed());
        await supplierInvoices.insert(paid, others);
      });
      const borne = async () =>
        Object.fromEntries(await read(({ supplierInvoices }) => supplierInvoices.openPartsOf([OWNER, OTHER_OWNER])));
      expect(await borne()).toEqual({ [OWNER]: 700, [OTHER_OWNER]: -300 });
      const stored = () => read(({ supplierInvoices }) => supplierInvoices.partsOf([paid.id, open.id]));
      expect(await stored()).toEqual([...own, ...others]);
      await write(({ supplierInvoices }) => supplierInvoices.remove(open.id));
      expect([await borne(), await stored()]).toEqual([{}, others]);
      const codes = await read(({ supplierInvoices }) => supplierInvoices.providerCodes([PROVIDER, OTHER_PROVIDER]));
      expect([...codes]).toEqual([[PROVIDER, "FOU0001"]]);
    });
  });

  describe(`${name} is a store of statements of charges`, () => {
    it("gives back whole statements, and changes only their state", async () => {
      const { read, write, statement } = await openDatabase();
      const [first, other] = [statement(1), statement(2, { propertyId: OTHER_PROPERTY })];
      await write(async ({ chargeStatements }) => {
        for (const each of [first, other]) await chargeStatements.insert(each);
      });
      const find = ({ id }: ChargeStatement) => read(({ chargeStatements }) => chargeStatements.find(id));
      expect([await find(first), await find(other)]).toEqual([first, other]);
      expect(await write(({ chargeStatements }) => chargeStatements.lock(first.id))).toEqual(first);
      const approved = { ...first, status: "approved", approvedAt: later(1), updatedAt: later(2) } as const;
      await write(({ chargeStatements }) => chargeStatements.update({ ...approved, remainderCents: cents(9) }));
      expect([await find(first), await find(other)]).toEqual([approved, other]);
      const overlapping = async (from: string, to: string) =>
        idsOf(
          await read(({ chargeStatements }) =>
            chargeStatements.overlapping(PROPERTY, { from: day(from), to: day(to) }),
          ),
        );
      expect(await overlapping("2026-12-31", "2027-12-31")).toEqual([first.id]);
      expect(await overlapping("2025-01-01", "2026-01-01")).toEqual([first.id]);
      expect(await overlapping("2027-01-01", "2027-12-31")).toEqual([]);
      await write(({ chargeStatements }) => chargeStatements.remove(first.id));
      expect([await find(first), await find(other)]).toEqual([null, other]);
    });

    it("reserves the invoices of a statement until it is removed", async () => {
      const { read, write, invoice, statement, stored } = await openDatabase();
      const [used, free] = [
        invoice(1, { recoverablePercent: PERCENT }),
        invoice(2, { propertyId: null, unitId: UNIT, recoverablePercent: PERCENT }),
      ];
      const elsewhere = invoice(3, { propertyId: OTHER_PROPERTY, recoverablePercent: PERCENT });
      const before = invoice(4, { invoiceDate: day("2025-12-31"), recoverablePercent: PERCENT });
      await stored(free, used, elsewhere, before, invoice(5));
      const made = statement(1);
      const [line] = made.lines;
      const lines = line ? [{ ...line, supplierInvoiceId: used.id }] : [];
      const year = { from: day("2026-01-01"), to: day("2026-12-31") };
      const state = async () => ({
        recoverable: idsOf(await read(({ chargeSource }) => chargeSource.recoverableInvoices(PROPERTY, year))),
        reserved: await read(({ supplierInvoices }) => supplierInvoices.isInStatement(used.id)),
      });
      const whole = { recoverable: [used.id, free.id], reserved: false };
      expect(await state()).toEqual(whole);
      await write(({ chargeStatements }) => chargeStatements.insert({ ...made, lines }));
      expect(await state()).toEqual({ recoverable: [free.id], reserved: true });
      expect(await read(({ supplierInvoices }) => supplierInvoices.isInStatement(free.id))).toBe(false);
      await write(({ chargeStatements }) => chargeStatements.remove(made.id));
      expect(await state()).toEqual(whole);
    });

    it("bills each balance once; a statement is billed with its last one, and approved again with any", async () => {
      const { read, write, statement } = await openDatabase();
      const made = { ...statement(1), status: "approved" } as const;
      const adjustment = (leaseId: typeof LEASE, leaseUnitId: typeof LEASE_UNIT, amount: number) => ({
        ...{ statementId: made.id, leaseId, leaseUnitId, periodFrom: made.periodFrom, periodTo: made.periodTo },
        ...{ lastDay: day("2026-11-30"), balanceCents: cents(amount) },
      });
      const [one, other] = [adjustment(LEASE, LEASE_UNIT, 500), adjustment(OTHER_LEASE, OTHER_LEASE_UNIT, -70)];
      await write(async ({ chargeStatements }) => {
        await chargeStatements.insert(made);
        await chargeStatements.insertAdjustments([other, one]);
      });
      const state = () =>
        read(async ({ chargeStatements }) => ({
          due: await chargeStatements.dueAdjustments([OTHER_LEASE, LEASE]),
          ...(await chargeStatements.find(made.id).then((found) => ({ status: found?.status, at: found?.updatedAt }))),
        }));
      expect(await state()).toEqual({ due: [one, other], status: "approved", at: EPOCH });
      expect(await read(({ chargeStatements }) => chargeStatements.dueAdjustments([LEASE]))).toEqual([one]);
      await write(({ chargeStatements }) => chargeStatements.bill(RUN, [one], later(1)));
      expect(await state()).toEqual({ due: [other], status: "approved", at: EPOCH });
      await write(({ chargeStatements }) => chargeStatements.bill(OTHER_RUN, [other], later(2)));
      expect(await state()).toEqual({ due: [], status: "billed", at: later(2) });
      await write(({ chargeStatements }) => chargeStatements.unbill(RUN, later(3)));
      expect(await state()).toEqual({ due: [one], status: "approved", at: later(3) });
      await write(({ chargeStatements }) => chargeStatements.unbill(RUN, later(4)));
      expect(await state()).toEqual({ due: [one], status: "approved", at: later(3) });
    });
  });

  it(`${name} lists the statements and invoices of one mandataire only`, async () => {
    const [one, other] = [await openDatabase(), await openDatabase()];
    await one.stored(one.invoice(1));
    await one.write(({ chargeStatements }) => chargeStatements.insert(one.statement(1)));
    const found = await other.read(async ({ supplierInvoices, chargeStatements }) => [
      (await supplierInvoices.list(QUERY)).items,
      (await chargeStatements.list(QUERY)).items,
      await supplierInvoices.find(one.invoice(1).id),
      await chargeStatements.find(one.statement(1).id),
    ]);
    expect(found).toEqual([[], [], null, null]);
  });
}

/** Contract of their lists. */
export function chargeListsContract(name: string, harness: ChargeStoresHarness): void {
  const openDatabase = mandatairesOf(harness);

  listingContract(`${name}, of suppliers' invoices,`, {
    listing: supplierInvoiceListing,
    records: HARD_TEXTS.map((text, index) => listedInvoice(index + 1, text)),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(invoices) {
      const { mandataireId, read, stored } = await openDatabase();
      await stored(...invoices.map((each) => ({ ...each, mandataireId })));
      return async (query) => {
        const { items, ...page } = await read(({ supplierInvoices }) => supplierInvoices.list(query));
        return { ...page, items: items.map((each) => ({ ...each, mandataireId: A_MANDATAIRE.id })) };
      };
    },
  });

  listingContract(`${name}, of statements of charges,`, {
    listing: chargeStatementListing,
    records: [1, 2, 3, 4, 5].map(
      (number): ChargeStatement => ({
        ...statementOf(A_MANDATAIRE.id, number),
        periodFrom: day(`2026-0${number}-01`),
        propertyId: number % 2 === 0 ? OTHER_PROPERTY : PROPERTY,
        status: number % 3 === 0 ? "approved" : "draft",
        createdAt: later(number % 4),
      }),
    ),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(statements) {
      const { mandataireId, read, write } = await openDatabase();
      await write(async ({ chargeStatements }) => {
        for (const each of statements) await chargeStatements.insert({ ...each, mandataireId });
      });
      return async (query) => {
        const { items, ...page } = await read(({ chargeStatements }) => chargeStatements.list(query));
        return { ...page, items: items.map((each) => ({ ...each, mandataireId: A_MANDATAIRE.id })) };
      };
    },
  });
}

/** Half of an invoice. */
const PERCENT = 500_000 as Decimal;
const DATED = { createdAt: EPOCH, updatedAt: EPOCH } as const;

function invoiceOf(mandataireId: MandataireId, number: number): SupplierInvoice {
  return {
    ...{ mandataireId, id: idOf<"SupplierInvoice">(number), serviceProviderId: PROVIDER, reference: `F-${number}` },
    ...{ invoiceDate: day("2026-02-01"), dueDate: day("2026-03-01"), propertyId: PROPERTY, unitId: null },
    ...{ shareKeyId: null, totalCents: cents(1_000 + number), vatCents: cents(number), chargeNature: "repairs" },
    ...{ recoverablePercent: 0 as Decimal, label: `Repair ${number}`, documentId: null, status: "open", paidOn: null },
    ...{ entryId: idOf<"Entry">(number), entriesCount: 1, bankTransactionId: null, ...DATED },
  };
}

function listedInvoice(number: number, text: string): SupplierInvoice {
  const isPaid = number % 3 === 0;
  return {
    ...invoiceOf(A_MANDATAIRE.id, number),
    ...{ reference: `${text} ${number}`, label: text, createdAt: later(number % 4) },
    ...(number % 2 === 0 && { propertyId: null, unitId: UNIT, dueDate: null, chargeNature: null }),
    ...(isPaid && { status: "paid", paidOn: day(`2026-03-0${number % 9}`), serviceProviderId: OTHER_PROVIDER }),
    totalCents: cents(number % 4 === 0 ? -number : 10_000 * number),
  };
}

function statementOf(mandataireId: MandataireId, number: number): ChargeStatement {
  const line: ChargeStatement["lines"][number] = {
    ...{ shareKeyId: KEY, chargeNature: "repairs", totalCents: cents(1_000), recoverablePercent: PERCENT },
    ...{ recoverableCents: cents(500), supplierInvoiceId: null },
  };
  const share = {
    shareKeyId: KEY,
    chargeNature: "repairs",
    recoverableCents: cents(500),
    shareCents: cents(300),
  } as const;
  const tenant = {
    ...{ leaseUnitId: LEASE_UNIT, leaseId: LEASE, leaseReference: "L'été 🏡", unitIdentifier: "A", days: 365 },
    ...{ lastDay: day("2026-12-31"), shareCents: cents(300), provisionsCents: cents(350), balanceCents: cents(-50) },
    lines: [share],
  };
  return {
    ...{ mandataireId, id: idOf<"ChargeStatement">(number), propertyId: PROPERTY, status: "draft" },
    ...{ periodFrom: day("2026-01-01"), periodTo: day("2026-12-31"), lines: [line], tenants: [tenant] },
    ...{ remainderCents: cents(200), approvedAt: null, ...DATED },
  };
}

/** Stores the records that invoices and statements refer to. */
async function fill(stores: ChargeStoresUnderTest, mandataireId: MandataireId): Promise<void> {
  const own = { mandataireId, ...DATED };
  for (const id of [PROPERTY, OTHER_PROPERTY]) {
    const property = { ...defaultsOf(propertyRecord), ...own, id, name: "House", address: "1 rue du Port" };
    await stores.properties.insert(property as Property);
  }
  const key = { ...defaultsOf(shareKeyRecord), id: KEY, propertyId: PROPERTY, name: "All", total: 100 };
  await stores.shareKeys.replace(PROPERTY, [{ ...key, lastModifiedAt: EPOCH } as ShareKey]);
  const unit = { ...defaultsOf(unitRecord), ...own, id: UNIT, propertyId: PROPERTY, identifier: "A", ownAddress: null };
  await stores.units.insert(unit as Unit);
  for (const [index, id] of [OWNER, OTHER_OWNER].entries()) {
    const profile = { profileId: idOf<"OwnerProfile">(0xc801 + index), accountingCode: `PRO000${index + 1}` };
    await stores.owners.insert({ ...AN_OWNER, mandataireId, id, ...profile });
  }
  for (const [index, id] of [PROVIDER, OTHER_PROVIDER].entries()) {
    const provider = {
      ...{ ...defaultsOf(rentalContactRecord), ...own, id, contactProfileId: idOf<"ContactProfile">(0xc901 + index) },
      ...{ collection: "service_providers", contactType: "provider", displayName: "P", companyName: "P" },
      ...{ email: null, phone: null, accountingCode: index === 0 ? "FOU0001" : null },
    };
    await stores.serviceProviders.insert(provider as RentalContact);
    const account = { id: idOf<"BankAccount">(0xca01 + index), iban: index === 0 ? IBAN : OTHER_IBAN, isDefault: true };
    await stores.providerBankAccounts.replace(id, [{ label: null, bic: null, bankName: null, ...account }]);
  }
  const [sample] = SAMPLES;
  for (const [id, leaseUnitId] of [
    [LEASE, LEASE_UNIT],
    [OTHER_LEASE, OTHER_LEASE_UNIT],
  ] as const) {
    if (sample) await stores.leases.insert({ ...sample.lease, mandataireId, id });
    const leaseUnit = { ...defaultsOf(leaseUnitRecord), id: leaseUnitId, leaseId: id, unitId: UNIT };
    await stores.leaseUnits.save([leaseUnit as LeaseUnit]);
  }
  for (const [index, id] of [RUN, OTHER_RUN].entries())
    await stores.billingRuns.insert({ ...A_RUN, mandataireId, id, reference: `QT-2026-000${index + 1}` });
}
