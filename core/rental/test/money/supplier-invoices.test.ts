import type { Caller, Day, Decimal, Id } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { ChargeStatement } from "../../src/billing/charges/charge-statement.ts";
import type { AllocatedKey, ChargedUnit } from "../../src/billing/charges/distribution.ts";
import type { SupplierInvoiceInput } from "../../src/billing/charges/supplier-invoice.ts";
import { createSupplierInvoices } from "../../src/money/supplier-invoices/supplier-invoices.ts";
import type { ShareKey } from "../../src/property/properties/share-key.ts";
import { fieldRefusal, owner, ownership, provider, refusal } from "./agency/examples.ts";
import { openAgency } from "./agency/open.ts";
import { AGENCY, caller, digests, NOW, type Records, short, uuid } from "./agency/records.ts";

const [PROPERTY, PLUMBER, ROOFER, KEY] = [uuid(11), uuid(12), uuid(13), uuid(14)] as readonly string[] as [
  string,
  string,
  string,
  string,
];
const [U, V] = [uuid(21), uuid(22)] as readonly string[] as [string, string];
const READABLE = uuid(31) as Id<"Document">;

type Unit = ChargedUnit & { readonly propertyId: string };
const unit = (id: string, area: number | null, more: Partial<Unit> = {}): Unit => ({
  ...{ id: id as Unit["id"], identifier: id, unitType: "apartment" as Unit["unitType"], propertyId: PROPERTY },
  ...{ areaSqm: area as Decimal | null, active: true, ...more },
});

const key = (shares: Readonly<Record<string, number>>, more: Partial<ShareKey> = {}): AllocatedKey =>
  ({
    key: { id: KEY, propertyId: PROPERTY, total: 100, distributionStrategy: "shares", excludedUnitTypes: [], ...more },
    shares: new Map(Object.entries(shares)),
  }) as unknown as AllocatedKey;

const INPUT: SupplierInvoiceInput = {
  ...{ serviceProviderId: PLUMBER as never, reference: "F-77", invoiceDate: "2026-03-10" as Day },
  ...{ propertyId: PROPERTY as never, totalCents: cents(10_000), label: "Toiture" },
};

/** A property of two units: Anne owns the smaller, Bruno the larger. */
async function invoicesIn(given: Partial<Records> = {}) {
  const book = await openAgency({
    ...{ owners: [owner("anne", "PRO0001"), owner("bruno", "PRO0002")], properties: [PROPERTY] },
    providers: [provider(PLUMBER, "FOU0007"), provider(ROOFER, null)],
    units: [unit(U, 30), unit(V, 70)],
    ownerships: [ownership("anne", [1, 1], { unitId: U as never }), ownership("bruno", [1, 1], { unitId: V as never })],
    ...given,
  });
  const isDocumentReadable = async (_: Caller, id: string) => id === READABLE;
  return { ...book, invoices: createSupplierInvoices({ ...book, digests, isDocumentReadable })(AGENCY) };
}

async function created(input: SupplierInvoiceInput = {}, given: Partial<Records> = {}) {
  const book = await invoicesIn(given);
  const invoice = await book.invoices.create(caller, { ...INPUT, ...input });
  const [entry] = book.entries();
  const parts = book.records.invoiceParts.map(({ ownerId, amountCents }) => `${ownerId} ${amountCents}`);
  return { ...book, invoice, entry, lines: entry?.lines ?? [], parts };
}

describe("an invoice of a supplier", () => {
  it("is stored as open, and charged to the owners of its day", async () => {
    const given = { dueDate: "2026-04-30" as Day, vatCents: cents(1667), documentId: READABLE, reference: "  F-77 " };
    const { invoice, entry, records } = await created({
      ...given,
      chargeNature: "repairs",
      recoverablePercent: 500_000 as Decimal,
    });
    expect(invoice).toEqual({
      ...{ mandataireId: AGENCY, id: invoice.id, serviceProviderId: PLUMBER, reference: "F-77", label: "Toiture" },
      ...{ invoiceDate: "2026-03-10", dueDate: "2026-04-30", propertyId: PROPERTY, unitId: null, shareKeyId: null },
      ...{ totalCents: 10_000, vatCents: 1667, chargeNature: "repairs", recoverablePercent: 500_000 },
      ...{ documentId: READABLE, status: "open", paidOn: null, entryId: invoice.entryId, entriesCount: 1 },
      ...{ bankTransactionId: null, createdAt: NOW, updatedAt: NOW },
    });
    expect(records.invoices).toEqual([invoice]);
    expect(records.invoiceParts).toEqual([
      { invoiceId: invoice.id, ownerId: "anne", amountCents: 3000 },
      { invoiceId: invoice.id, ownerId: "bruno", amountCents: 7000 },
    ]);
    expect(entry).toEqual({
      ...{ accountingDate: "2026-03-10", documentReference: "F-77", description: "Toiture" },
      source: short(`SupplierInvoice ${invoice.id} 0`),
      lines: ["D 467000 PRO0001 3000 Toiture", "D 467000 PRO0002 7000 Toiture", "C 401000 FOU0007 10000 Toiture"],
    });
  });

  it("is a credit note for the owners if its amount is negative", async () => {
    const { lines, parts } = await created({ totalCents: cents(-10_000) });
    expect(lines).toEqual([
      "C 467000 PRO0001 3000 Toiture",
      "C 467000 PRO0002 7000 Toiture",
      "D 401000 FOU0007 10000 Toiture",
    ]);
    expect(parts).toEqual(["anne -3000", "bruno -7000"]);
  });

  it("has no part for an owner whose part is zero", async () => {
    const { lines, parts } = await created({ totalCents: cents(1) });
    expect([parts, lines]).toEqual([["bruno 1"], ["D 467000 PRO0002 1 Toiture", "C 401000 FOU0007 1 Toiture"]]);
  });

  it("puts the part of units without owners into suspense", async () => {
    const { lines, parts } = await created({}, { ownerships: [ownership("anne", [1, 2], { unitId: U as never })] });
    expect(parts).toEqual(["anne 1500"]);
    expect(lines).toEqual([
      "D 467000 PRO0001 1500 Toiture",
      "D 471000 - 8500 Toiture",
      "C 401000 FOU0007 10000 Toiture",
    ]);
  });

  it("is booked on its day, or on the first open one, and not before the book's opening", async () => {
    const on = async (given: Partial<Records>) => (await created({}, given)).entry?.accountingDate;
    expect(await on({ closedThrough: "2026-03" })).toBe("2026-04-01");
    expect(await on({ openingDay: "2026-04-05" })).toBe("2026-04-05");
    expect(await on({ openingDay: "2026-03-09" })).toBe("2026-03-10");
    expect(await on({ openingDay: "2026-03-20", closedThrough: "2026-03" })).toBe("2026-04-01");
  });

  it("gives its provider an account, if there is none yet", async () => {
    const { lines, records, model } = await created({ serviceProviderId: ROOFER as never });
    expect(lines.at(-1)).toBe("C 401000 FOU0001 10000 Toiture");
    expect(records.providers.map(({ accountingCode }) => accountingCode)).toEqual(["FOU0007", "FOU0001"]);
    expect(model.auxiliaries.get("FOU0001")).toMatchObject({ kind: "FOU", entityId: ROOFER });
  });
});

const INCOMPLETE = fieldRefusal(["shareKeyId", "shares_incomplete"]);

describe("an invoice of a unit", () => {
  const ofUnit = (id: string) => ({ propertyId: null, unitId: id as never });

  it("is borne by the owners of that unit alone, also of one that the agency no longer manages", async () => {
    const { invoice, parts } = await created(ofUnit(V));
    expect([invoice.propertyId, invoice.unitId, parts]).toEqual([null, V, ["bruno 10000"]]);
    const gone = await created(ofUnit(U), { units: [unit(U, 30, { active: false }), unit(V, 70)] });
    expect(gone.parts).toEqual(["anne 10000"]);
  });

  it("is not divided by its key, which must be complete", async () => {
    const given = { ...ofUnit(U), shareKeyId: KEY as never };
    expect((await created(given, { keys: [key({ [V]: 100 })] })).parts).toEqual(["anne 10000"]);
    await expect(created(given, { keys: [key({ [V]: 99 })] })).rejects.toThrow(INCOMPLETE);
    const occupants = [{ unitId: V, from: null, to: null }] as unknown as Records["occupants"];
    const byHeads = [key({}, { distributionStrategy: "headcount" })];
    expect((await created(given, { keys: byHeads, occupants })).parts).toEqual(["anne 10000"]);
    const shops = [key({}, { distributionStrategy: "equal", excludedUnitTypes: ["apartment"] })];
    expect((await created(given, { keys: shops })).parts).toEqual(["anne 10000"]);
  });
});

describe("the key of an invoice", () => {
  const keyed = { shareKeyId: KEY as never };

  it("divides it among the units by their shares, which must be complete", async () => {
    expect((await created(keyed, { keys: [key({ [U]: 60, [V]: 40 })] })).parts).toEqual(["anne 6000", "bruno 4000"]);
    await expect(created(keyed, { keys: [key({ [U]: 60, [V]: 39 })] })).rejects.toThrow(INCOMPLETE);
  });

  it("may divide it by the people who live in the units on its day", async () => {
    const keys = [key({}, { distributionStrategy: "headcount" })];
    const people = (...present: readonly (readonly [unitId: string, from: string | null, to: string | null])[]) =>
      present.map(([unitId, from, to]) => ({ unitId, from, to })) as unknown as Records["occupants"];
    const divided = async (occupants: Records["occupants"], more: Partial<Records> = {}) =>
      (await created(keyed, { keys, occupants, ...more })).parts;
    const [tess, theo, zoe] = [
      [U, null, null],
      [V, "2026-03-10", null],
      [V, null, "2026-03-10"],
    ] as const;
    expect(await divided(people(tess, theo, zoe, [V, "2026-03-11", null], [V, null, "2026-03-09"]))).toEqual([
      ...["anne 3333", "bruno 6667"],
    ]);
    expect(await divided(people(tess))).toEqual(["anne 10000"]);
    // Without people it is divided by area.
    expect(await divided([])).toEqual(["anne 3000", "bruno 7000"]);
    // A key by shares or area does not count people.
    const byArea = { keys: [key({}, { distributionStrategy: "area" })] };
    expect(await divided(people(tess), byArea)).toEqual(["anne 3000", "bruno 7000"]);
  });

  it("is one of the property of the invoice", async () => {
    const other = key({ [U]: 60, [V]: 40 }, { propertyId: "another" as never });
    await expect(created(keyed, { keys: [other] })).rejects.toThrow(fieldRefusal(["shareKeyId", "not_found"]));
  });
});

describe("an invoice is refused", () => {
  const refused = async (input: SupplierInvoiceInput, ...errors: readonly (readonly [string, string])[]) => {
    const book = await invoicesIn();
    await expect(book.invoices.create(caller, { ...INPUT, ...input })).rejects.toThrow(fieldRefusal(...errors));
    expect([book.records.invoices, book.entries()]).toEqual([[], []]);
  };

  it("with all fields that name nothing", async () => {
    const unknown = uuid(99) as never;
    await refused({ serviceProviderId: unknown }, ["serviceProviderId", "not_found"]);
    await refused({ propertyId: unknown }, ["propertyId", "not_found"]);
    await refused({ propertyId: unknown, shareKeyId: unknown }, ["propertyId", "not_found"]);
    await refused({ propertyId: null, unitId: unknown }, ["unitId", "not_found"]);
    await refused({ propertyId: null, unitId: unknown, shareKeyId: unknown }, ["unitId", "not_found"]);
    await refused({ shareKeyId: unknown }, ["shareKeyId", "not_found"]);
    await refused({ propertyId: null, unitId: U as never, shareKeyId: unknown }, ["shareKeyId", "not_found"]);
    await refused(
      { serviceProviderId: unknown, propertyId: unknown },
      ...([
        ["serviceProviderId", "not_found"],
        ["propertyId", "not_found"],
      ] as const),
    );
    await refused({ documentId: unknown }, ["documentId", "not_found"]);
    await refused({ documentId: unknown, label: " " }, ["label", "blank"], ["documentId", "not_found"]);
  });

  it("with a reference that its provider has used", async () => {
    const { invoices, records } = await created();
    for (const reference of ["F-77", " F-77 "])
      await expect(invoices.create(caller, { ...INPUT, reference })).rejects.toThrow(
        fieldRefusal(["reference", "taken"]),
      );
    await expect(invoices.create(caller, { ...INPUT, serviceProviderId: uuid(99) })).rejects.toThrow(
      fieldRefusal(["serviceProviderId", "not_found"]),
    );
    await invoices.create(caller, { ...INPUT, serviceProviderId: ROOFER as never });
    await invoices.create(caller, { ...INPUT, reference: "F-78" });
    expect(records.invoices).toHaveLength(3);
  });
});

describe("the invoices of an agency", () => {
  it("are listed, and found by id", async () => {
    const { invoices, invoice } = await created();
    const query = { page: 1, perPage: 10, sort: "createdAt", direction: "asc", conditions: [] } as const;
    expect(await invoices.list(caller, query)).toEqual({ items: [invoice], total: 1, page: 1, perPage: 10 });
    expect(await invoices.get(caller, invoice.id)).toEqual(invoice);
    await expect(invoices.get(caller, uuid(99))).rejects.toThrow(refusal("not_found"));
  });

  it("are created once under an Idempotency-Key, while they exist", async () => {
    const { invoices, records } = await invoicesIn();
    let replayed = 0;
    const cipher = { encrypt: async (text: string) => text, decrypt: async (text: string) => text };
    const onReplay = () => {
      replayed += 1;
    };
    const keyed = {
      ...caller,
      idempotency: { scope: "s", key: "k", fingerprint: "f", receivedAt: NOW, onReplay, cipher },
    };
    const first = await invoices.create(keyed, INPUT);
    expect(await invoices.create(keyed, INPUT)).toEqual(first);
    expect([records.invoices.length, replayed]).toEqual([1, 1]);
    await invoices.remove(caller, first.id);
    await expect(invoices.create(keyed, INPUT)).rejects.toThrow(refusal("not_found"));
  });

  it("are removed while they are unpaid, and their entry is reversed", async () => {
    const { invoices, invoice, records, entries } = await created();
    await invoices.remove(caller, invoice.id);
    expect([records.invoices, records.removed]).toEqual([[], [invoice.id]]);
    expect(entries()[1]?.lines).toEqual([
      "C 467000 PRO0001 3000 Extourne Toiture",
      "C 467000 PRO0002 7000 Extourne Toiture",
      "D 401000 FOU0007 10000 Extourne Toiture",
    ]);
    await expect(invoices.remove(caller, invoice.id)).rejects.toThrow(refusal("not_found"));
  });

  it("are not removed once paid, or in a statement of charges", async () => {
    const paid = await created();
    await paid.stores.supplierInvoices.update([{ ...paid.invoice, status: "paid" }]);
    await expect(paid.invoices.remove(caller, paid.invoice.id)).rejects.toThrow(refusal("has_dependents"));
    const settled = await created();
    const lines = [{ supplierInvoiceId: settled.invoice.id }];
    await settled.stores.chargeStatements.insert({ id: "statement", lines } as unknown as ChargeStatement);
    await expect(settled.invoices.remove(caller, settled.invoice.id)).rejects.toThrow(refusal("has_dependents"));
    expect([paid.entries().length, settled.entries().length]).toEqual([1, 1]);
  });
});
