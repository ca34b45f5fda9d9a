import type { Day, Decimal, Id, Instant } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { ChargeStatement, ChargeStatementInput } from "../../src/billing/charges/charge-statement.ts";
import type { AllocatedKey, ChargedUnit } from "../../src/billing/charges/distribution.ts";
import type { ChargedLetting } from "../../src/billing/charges/ports.ts";
import type { SupplierInvoice } from "../../src/billing/charges/supplier-invoice.ts";
import { createChargeStatements } from "../../src/money/charge-statements/charge-statements.ts";
import type { ShareKey } from "../../src/property/properties/share-key.ts";
import {
  fieldRefusal,
  LEASE,
  leaseOf,
  letterIn,
  owner,
  ownership,
  party,
  refusal,
  tenant,
  typesetLetter,
} from "./agency/examples.ts";
import { openAgency } from "./agency/open.ts";
import { AGENCY, caller, digests, NOW, type Records, uuid } from "./agency/records.ts";

const [PROPERTY, KEY, OTHER_KEY] = [uuid(11), uuid(14), uuid(15)] as readonly string[] as [string, string, string];

type Unit = ChargedUnit & { readonly propertyId: string };
const unit = (id: string, area: number): Unit => ({
  ...{ id: id as Unit["id"], identifier: id, unitType: "apartment" as Unit["unitType"], propertyId: PROPERTY },
  ...{ areaSqm: area as Decimal, active: true },
});

const key = (id: string, shares: Readonly<Record<string, number>>, more: Partial<ShareKey> = {}): AllocatedKey =>
  ({
    key: {
      id,
      propertyId: PROPERTY,
      name: `Key ${id.at(-1)}`,
      total: 100,
      distributionStrategy: "shares",
      excludedUnitTypes: [],
      ...more,
    },
    shares: new Map(Object.entries(shares)),
  }) as unknown as AllocatedKey;

const letting = (name: string, unitId: string, more: Partial<ChargedLetting> = {}): ChargedLetting =>
  ({
    ...{ leaseUnitId: `let ${name}`, leaseId: name, leaseReference: `B-${name}`, unitId, unitIdentifier: unitId },
    ...{ chargeType: "provision", from: "2024-01-01", to: null, ...more },
  }) as unknown as ChargedLetting;

const invoice = (id: string, total: number, more: Partial<SupplierInvoice> = {}): SupplierInvoice =>
  ({
    ...{ id, propertyId: PROPERTY, unitId: null, shareKeyId: null, chargeNature: "repairs", totalCents: cents(total) },
    ...{ vatCents: cents(0), recoverablePercent: 1_000_000, invoiceDate: "2025-06-01", ...more },
  }) as unknown as SupplierInvoice;

const provision = (name: string, amount: number, from = "2025-01-01", to = "2025-12-31") =>
  ({ leaseUnitId: `let ${name}`, amountCents: cents(amount), from, to }) as unknown as Records["provisions"][number];

const INPUT: ChargeStatementInput = {
  ...{ propertyId: PROPERTY as never, periodFrom: "2025-01-01" as Day, periodTo: "2025-12-31" as Day },
};
const requested = (...lines: NonNullable<ChargeStatementInput["lines"]>) => ({ ...INPUT, lines });

/** A property of two units, 30 and 70 m², let to Ada and Ben. */
async function statementsIn(given: Partial<Records> = {}, now: string = NOW) {
  const book = await openAgency({
    ...{
      properties: [PROPERTY],
      units: [unit("u", 30), unit("v", 70)],
      lettings: [letting("ada", "u"), letting("ben", "v")],
    },
    ...given,
  });
  const clock = { now: () => now as Instant };
  return { ...book, statements: createChargeStatements({ ...book, clock, digests, typesetLetter })(AGENCY) };
}

async function created(input: ChargeStatementInput, given: Partial<Records> = {}) {
  const book = await statementsIn(given);
  return { ...book, statement: await book.statements.create(caller, input) };
}

/** What each tenant bears, and what is left to the owners. */
const shared = async (...given: Parameters<typeof created>) => {
  const { statement } = await created(...given);
  return [...statement.tenants.map(({ leaseId, shareCents }) => `${leaseId} ${shareCents}`), statement.remainderCents];
};

describe("a statement of charges", () => {
  it("has the lines of the request, then the recoverable part of the invoices without VAT", async () => {
    const keys = [key(KEY, { u: 60, v: 40 }), key(OTHER_KEY, { u: 100 })];
    const { statement, records } = await created(
      requested(
        { totalCents: cents(10_000) },
        {
          shareKeyId: KEY as never,
          chargeNature: "taxes",
          totalCents: cents(5000),
          recoverablePercent: 500_000 as Decimal,
        },
      ),
      {
        ...{ keys, provisions: [provision("ada", 4000), provision("ben", 9000)] },
        invoices: [
          invoice("i", 1200, { vatCents: cents(200), recoverablePercent: 500_000 as never, shareKeyId: KEY as never }),
          invoice("j", 300, { unitId: "v" as never, chargeNature: null, shareKeyId: OTHER_KEY as never }),
          invoice("before", 1, { invoiceDate: "2024-12-31" as Day }),
        ],
      },
    );
    const lines = [
      {
        shareKeyId: null,
        chargeNature: null,
        totalCents: 10_000,
        recoverablePercent: 1_000_000,
        recoverableCents: 10_000,
      },
      { shareKeyId: KEY, chargeNature: "taxes", totalCents: 5000, recoverablePercent: 500_000, recoverableCents: 2500 },
      {
        shareKeyId: KEY,
        chargeNature: "repairs",
        totalCents: 1000,
        recoverablePercent: 500_000,
        recoverableCents: 500,
      },
      {
        shareKeyId: OTHER_KEY,
        chargeNature: null,
        totalCents: 300,
        recoverablePercent: 1_000_000,
        recoverableCents: 300,
      },
    ];
    const account = (name: string, unitIdentifier: string, shares: readonly number[], provisionsCents: number) => {
      const shareCents = shares.reduce((all, each) => all + each, 0);
      return {
        ...{ leaseUnitId: `let ${name}`, leaseId: name, leaseReference: `B-${name}`, unitIdentifier, days: 365 },
        ...{ lastDay: "2025-12-31", shareCents, provisionsCents, balanceCents: shareCents - provisionsCents },
        lines: lines.map(({ shareKeyId, chargeNature, recoverableCents }, index) => ({
          ...{ shareKeyId, chargeNature, recoverableCents, shareCents: shares[index] },
        })),
      };
    };
    expect(statement).toEqual({
      ...{
        mandataireId: AGENCY,
        id: statement.id,
        propertyId: PROPERTY,
        periodFrom: "2025-01-01",
        periodTo: "2025-12-31",
      },
      status: "draft",
      lines: lines.map((line, index) => ({ ...line, supplierInvoiceId: [null, null, "i", "j"][index] })),
      tenants: [account("ada", "u", [3000, 1500, 300, 0], 4000), account("ben", "v", [7000, 1000, 200, 300], 9000)],
      ...{ remainderCents: 0, approvedAt: null, createdAt: NOW, updatedAt: NOW },
    });
    expect(records.statements).toEqual([statement]);
  });

  it("needs no lines if there are invoices", async () => {
    expect(await shared(INPUT, { invoices: [invoice("i", 1000)] })).toEqual(["ada 300", "ben 700", 0]);
    expect(await shared(INPUT)).toEqual(["ada 0", "ben 0", 0]);
  });

  it("leaves to the owners what falls to vacant units", async () => {
    const lettings = [letting("ada", "u")];
    expect(await shared(requested({ totalCents: cents(1000) }), { lettings })).toEqual(["ada 300", 700]);
    const gone = [letting("ada", "u"), letting("ben", "v", { to: "2024-12-31" as Day })];
    expect(await shared(requested({ totalCents: cents(1000) }), { lettings: gone })).toEqual(["ada 300", 700]);
  });

  it("counts the people of units for a key by heads, beside other keys", async () => {
    const keys = [
      key(KEY, {}, { distributionStrategy: "headcount" }),
      key(OTHER_KEY, {}, { distributionStrategy: "equal" }),
    ];
    const occupants = ["u", "u", "u", "v"].map((unitId) => ({
      unitId,
      from: null,
      to: null,
    })) as unknown as Records["occupants"];
    const byHeads = { shareKeyId: KEY as never, totalCents: cents(1000) };
    const equally = { shareKeyId: OTHER_KEY as never, totalCents: cents(100) };
    expect(await shared(requested(byHeads), { keys, occupants })).toEqual(["ada 750", "ben 250", 0]);
    expect(await shared(requested(byHeads, equally), { keys, occupants })).toEqual(["ada 800", "ben 300", 0]);
  });

  it("deducts the provisions of days that no other statement has settled", async () => {
    const provisions = [provision("ada", 1200, "2025-01-01", "2025-12-31"), provision("cyd", 7)];
    const deducted = async (statements: Records["statements"]) =>
      (await created(INPUT, { provisions, statements })).statement.tenants.map((each) => each.provisionsCents);
    const other = (periodFrom: string, periodTo: string, propertyId = PROPERTY): ChargeStatement =>
      ({ id: "other", propertyId, periodFrom, periodTo, lines: [], status: "draft" }) as unknown as ChargeStatement;
    expect(await deducted([])).toEqual([1200, 0]);
    expect(await deducted([other("2025-01-01", "2025-12-31")])).toEqual([0, 0]);
    expect(await deducted([other("2024-01-01", "2025-03-14")])).toEqual([960, 0]);
    expect(await deducted([other("2025-01-01", "2025-12-31", "another")])).toEqual([1200, 0]);
  });
});

describe("a statement of charges is refused", () => {
  const refused = async (input: ChargeStatementInput, given: Partial<Records>, expected: unknown) => {
    const book = await statementsIn(given);
    const before = book.records.statements;
    await expect(book.statements.create(caller, input)).rejects.toThrow(expected as Error);
    expect(book.records.statements).toEqual(before);
  };

  it("with errors of its fields, or for a property that does not exist", async () => {
    await refused({ propertyId: PROPERTY as never }, {}, fieldRefusal(["periodFrom", "blank"], ["periodTo", "blank"]));
    await refused({ ...INPUT, propertyId: uuid(99) }, {}, fieldRefusal(["propertyId", "not_found"]));
  });

  it("with keys that the property does not have", async () => {
    const keys = [key(KEY, { u: 60, v: 40 }), key(OTHER_KEY, {}, { propertyId: "another" as never })];
    const [known, none] = [{ shareKeyId: KEY as never, totalCents: cents(1) }, { totalCents: cents(1) }];
    const unknown = (id: string) => ({ shareKeyId: id as never, totalCents: cents(1) });
    await refused(
      requested(known, unknown(OTHER_KEY), none, unknown(uuid(99))),
      { keys },
      fieldRefusal(["lines[1].shareKeyId", "not_found"], ["lines[3].shareKeyId", "not_found"]),
    );
  });

  it("with a key whose shares are incomplete, but for an invoice of one unit", async () => {
    const keys = [key(KEY, { u: 60, v: 39 }), key(OTHER_KEY, { u: 60, v: 40 })];
    const [good, bad] = [OTHER_KEY, KEY].map((id) => ({ shareKeyId: id as never, totalCents: cents(1) }));
    await refused(
      requested(good as never, bad as never),
      { keys },
      fieldRefusal(["lines[1].shareKeyId", "shares_incomplete"]),
    );
    const ofUnit = invoice("i", 100, { shareKeyId: KEY as never, unitId: "u" as never });
    expect(await shared(INPUT, { keys, invoices: [ofUnit] })).toEqual(["ada 100", "ben 0", 0]);
    const ofAll = invoice("i", 100, { shareKeyId: KEY as never });
    await refused(INPUT, { keys, invoices: [ofAll] }, fieldRefusal(["lines[0].shareKeyId", "shares_incomplete"]));
  });

  it("with a key that another statement of some of its days has", async () => {
    const keys = [key(KEY, { u: 60, v: 40 }), key(OTHER_KEY, { u: 60, v: 40 })];
    const statement = (lines: readonly (string | null)[], more: object = {}) =>
      ({
        ...{ id: "other", propertyId: PROPERTY, periodFrom: "2025-12-31", periodTo: "2026-12-30", status: "draft" },
        ...{ lines: lines.map((shareKeyId) => ({ shareKeyId })), ...more },
      }) as unknown as ChargeStatement;
    const by = (id: string | null) => ({ shareKeyId: id as never, totalCents: cents(100) });
    const input = requested(by(null), by(KEY));
    await refused(input, { keys, statements: [statement([OTHER_KEY, KEY])] }, refusal("conflict"));
    const parts = ["ada 90", "ben 110", 0];
    for (const other of [
      ...[statement([OTHER_KEY, null]), statement([])],
      ...[statement([KEY], { periodFrom: "2026-01-01" }), statement([KEY], { propertyId: "another" })],
    ])
      expect(await shared(input, { keys, statements: [other] })).toEqual(parts);
  });
});

describe("the statements of an agency", () => {
  const ID = uuid(41) as Id<"ChargeStatement">;
  const draft = (more: Partial<ChargeStatement> = {}, balances: readonly number[] = [500, 0, -200]): ChargeStatement =>
    ({
      ...{ id: ID, propertyId: PROPERTY, periodFrom: "2025-01-01", periodTo: "2025-12-31", status: "draft", lines: [] },
      tenants: balances.map((balanceCents, index) => ({
        ...{ leaseUnitId: `let ${index}`, leaseId: `lease ${index}`, lastDay: "2025-11-30", balanceCents },
      })),
      ...{ approvedAt: null, createdAt: "2026-02-01T09:00:00.000Z", updatedAt: "2026-02-01T09:00:00.000Z", ...more },
    }) as unknown as ChargeStatement;

  it("are listed, and found by id", async () => {
    const { statements } = await statementsIn({ statements: [draft()] });
    const query = { page: 1, perPage: 10, sort: "createdAt", direction: "asc", conditions: [] } as const;
    expect(await statements.list(caller, query)).toEqual({ items: [draft()], total: 1, page: 1, perPage: 10 });
    expect(await statements.get(caller, ID)).toEqual(draft());
    await expect(statements.get(caller, uuid(99))).rejects.toThrow(refusal("not_found"));
  });

  it("are created once under an Idempotency-Key, while they exist", async () => {
    const { statements, records } = await statementsIn();
    const cipher = { encrypt: async (text: string) => text, decrypt: async (text: string) => text };
    const idempotency = { scope: "s", key: "k", fingerprint: "f", receivedAt: NOW, onReplay: () => {}, cipher };
    const first = await statements.create({ ...caller, idempotency }, INPUT);
    expect(await statements.create({ ...caller, idempotency }, INPUT)).toEqual(first);
    expect(records.statements).toHaveLength(1);
    await statements.remove(caller, first.id);
    await expect(statements.create({ ...caller, idempotency }, INPUT)).rejects.toThrow(refusal("not_found"));
  });

  it("are approved once: the balances that are not zero are billed later", async () => {
    const { statements, records } = await statementsIn({ statements: [draft()] });
    const approved = { ...draft(), status: "approved", approvedAt: NOW, updatedAt: NOW };
    expect(await statements.approve(caller, ID)).toEqual(approved);
    expect(records.statements).toEqual([approved]);
    const adjustment = { statementId: ID, periodFrom: "2025-01-01", periodTo: "2025-12-31", lastDay: "2025-11-30" };
    expect(records.adjustments).toEqual([
      { ...adjustment, leaseUnitId: "let 0", leaseId: "lease 0", balanceCents: 500 },
      { ...adjustment, leaseUnitId: "let 2", leaseId: "lease 2", balanceCents: -200 },
    ]);
    await expect(statements.approve(caller, ID)).rejects.toThrow(refusal("invalid_transition"));
    await expect(statements.approve(caller, uuid(99))).rejects.toThrow(refusal("not_found"));
  });

  it("are billed at once if nothing is left to bill", async () => {
    const { statements, records } = await statementsIn({ statements: [draft({}, [0])] });
    expect(await statements.approve(caller, ID)).toMatchObject({ status: "billed", approvedAt: NOW });
    expect(records.adjustments).toEqual([]);
  });

  it("are removed while they are drafts", async () => {
    const { statements, records } = await statementsIn({ statements: [draft()] });
    await statements.remove(caller, ID);
    expect([records.statements, records.removed]).toEqual([[], [ID]]);
    await expect(statements.remove(caller, ID)).rejects.toThrow(refusal("not_found"));
  });

  it("are retained for ten years once they are approved, and never removed", async () => {
    const removed = async (status: ChargeStatement["status"], now: string) => {
      const { statements } = await statementsIn({ statements: [draft({ status })] }, now);
      return statements.remove(caller, ID);
    };
    const until = {
      until: "2036-12-31",
      by: expect.objectContaining({ type: "charge_statement", id: ID, name: "2025-01-01/2025-12-31" }),
    };
    for (const status of ["approved", "billed"] as const) {
      await expect(removed(status, "2036-12-31T12:00:00.000Z")).rejects.toThrow(
        expect.objectContaining({ code: "retained", details: expect.objectContaining(until) }),
      );
      await expect(removed(status, "2036-12-31T23:00:00.000Z")).rejects.toThrow(refusal("invalid_transition"));
    }
    await removed("draft", NOW);
  });

  it("are not removed while a later one leaves the provisions of common days to them", async () => {
    const later = (more: Partial<ChargeStatement>) =>
      draft({ id: uuid(42), periodFrom: "2025-12-31" as Day, periodTo: "2026-12-30" as Day, ...more });
    const removed = async (other: ChargeStatement) => {
      const { statements, records } = await statementsIn({ statements: [draft(), other] });
      await statements.remove(caller, ID);
      return records.statements.map(({ id }) => id);
    };
    const at = (createdAt: string) => ({ createdAt: createdAt as Instant });
    const [before, after] = [at("2026-02-01T08:59:59.999Z"), at("2026-02-01T09:00:00.001Z")];
    await expect(removed(later({}))).rejects.toThrow(refusal("has_dependents"));
    await expect(removed(later({ id: uuid(40), ...after }))).rejects.toThrow(refusal("has_dependents"));
    for (const other of [
      ...[later({ id: uuid(40) }), later(before), later({ ...after, periodFrom: "2026-01-01" as Day })],
      later({ ...after, propertyId: "another" as never }),
    ])
      expect(await removed(other)).toEqual([other.id]);
  });
});

describe("the account of a lease", () => {
  const ID = uuid(41) as Id<"ChargeStatement">;
  const account = (leaseId: string, shareCents: number, more: object = {}) => ({
    ...{ leaseUnitId: `let ${leaseId}`, leaseId, leaseReference: "B-1", unitIdentifier: "A1", days: 334 },
    ...{ lastDay: "2025-11-30", shareCents, provisionsCents: 1000, balanceCents: shareCents - 1000 },
    lines: [{ shareKeyId: KEY, chargeNature: "taxes", recoverableCents: 9000, shareCents }],
    ...more,
  });
  const statement = {
    ...{ mandataireId: AGENCY, id: ID, propertyId: PROPERTY, periodFrom: "2025-01-01", periodTo: "2025-12-31" },
    ...{
      status: "approved",
      updatedAt: NOW,
      tenants: [account("another", 5), account(LEASE, 3000), account(LEASE, 500)],
    },
  } as unknown as ChargeStatement;

  async function documented(given: Partial<Records> = {}) {
    const parties = [
      party("Max", { validTo: "2025-06-30" as Day }),
      party("Léa"),
      party("Zoe", { validFrom: "2025-12-01" as Day }),
    ];
    const { statements } = await statementsIn({
      ...{ statements: [statement], leases: [leaseOf({}, parties)], keys: [key(KEY, {}), key(OTHER_KEY, {})] },
      tenants: [
        tenant("Max", "LOC0001", { billingAddress: "1 rue A" }),
        tenant("Léa", "LOC0002", { billingAddress: "2 rue B" }),
      ],
      owners: [owner("Anne", "PRO0001"), owner("Bruno", "PRO0002")],
      ownerships: [
        ownership("Anne", [1, 1], { validTo: "2025-11-30" as Day }),
        ownership("Bruno", [1, 1], { validFrom: "2025-12-01" as Day }),
      ],
      ...given,
    });
    return statements;
  }

  const valuesIn = async (given: Partial<Records> = {}) =>
    letterIn(await (await documented(given)).document(caller, { id: ID, leaseId: LEASE })).values;

  it("is a letter to the tenants of its last day, for the owners of that day", async () => {
    expect(await valuesIn()).toMatchObject({
      ...{ title: "Décompte de charges", lease: "B-1", addressee_name: "Léa", addressee_lines: ["2 rue B"] },
      ...{
        agency_name: "Agence",
        premises: ["A1, Lilas"],
        share: "35,00 €",
        provisions: "20,00 €",
        balance: "15,00 €",
      },
      on_behalf: expect.stringMatching(/Anne/),
      lines: ["30,00 €", "5,00 €"].map((share) => ({ label: "Taxes", total: "90,00 €", key: "Key 4", share })),
    });
    expect((await valuesIn()).on_behalf).not.toMatch(/Bruno/);
  });

  it("is at the let premises without an address of the tenant, or without a tenant", async () => {
    expect(await valuesIn({ tenants: [] })).toMatchObject({ addressee_name: "Léa", addressee_lines: [] });
    expect(await valuesIn({ leases: [leaseOf({}, [])] })).toMatchObject({
      ...{ addressee_name: "Locataire inconnu", addressee_lines: [] },
    });
  });

  it("is of a lease in the statement", async () => {
    const statements = await documented();
    await expect(statements.document(caller, { id: ID })).rejects.toThrow(fieldRefusal(["leaseId", "blank"]));
    await expect(statements.document(caller, { id: ID, leaseId: uuid(99) })).rejects.toThrow(refusal("not_found"));
    await expect(statements.document(caller, { id: uuid(99), leaseId: LEASE })).rejects.toThrow(refusal("not_found"));
  });
});
