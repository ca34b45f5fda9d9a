import type { Instant } from "@cartulary/kernel";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { openHosts } from "../../support/convergence.ts";
import { databases, usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { recordProblems } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";

/** A record of the API; its fields are checked against the specification's table. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** As INSEE published them. */
const VALUES = [
  ["IRL", "2023-Q2", 140.59, "2023-07-13"],
  ["IRL", "2024-Q2", 145.17, "2024-07-12"],
  ["IRL", "2025-Q2", 146.68, "2025-07-11"],
  ["ILC", "2024-Q2", 136.72, "2024-09-20"],
  ["ILC", "2025-Q2", 136.81, "2025-09-19"],
] as const;

describe.each(usualDatabases)("revisions of rents on $name", ({ open }) => {
  let house: House;
  let mandataire: string;
  let property: Body;
  let tenant: Body;
  beforeAll(async () => {
    house = await openHouse(await open());
    mandataire = (await bookMakersFor(house).mandataire()).id;
    property = await made("/properties", { name: "Le Moulin", address: "1 rue du Port" });
    tenant = await made("/tenants", { first_name: "Zoé", last_name: "Le Goff" });
    const index_values = VALUES.map(([index_code, period, value, published_on]) => ({
      index_code,
      period,
      value,
      published_on,
    }));
    expectStatus(await house.admin.ask("POST", `${RENTAL}/index_values`, { json: { index_values } }), 200);
  });
  afterAll(() => house.close());

  /** At ten in the morning of a day; the clock only advances. */
  const on = (day: string) => {
    const ahead = Date.parse(`${day}T08:00:00Z`) - Date.parse(house.clock.now() as Instant);
    house.clock.pass(ahead);
  };
  const ask = (method: string, path: string, json?: object) =>
    house.admin.ask<Body>(method, RENTAL + path, actingOn(mandataire, json ? { json } : {}));
  const made = async (path: string, json: object) => expectStatus(await ask("POST", path, json), 201);
  const changed = async (path: string, json: object) => expectStatus(await ask("PATCH", path, json), 200);
  const found = async (path: string) => expectStatus(await ask("GET", path), 200);
  const unit = (identifier: string, more: object = {}) =>
    made("/units", { property_id: property.id, identifier, ...more });
  /** Of 20 July 2023, on units that go by an index from the second quarter of 2023 on. */
  const lease = async (units: readonly object[], attributes: object = {}, lease_units: object = {}) =>
    made("/leases", {
      lease: {
        reference: "B-1",
        lease_type: "residential_unfurnished",
        start_date: "2023-07-20",
        status: "active",
        signature_date: "2023-07-18",
        ...attributes,
      },
      units,
      lease_units: units.map((each: Body) => ({ id: each.id, index_base_date: "2023-05-10", ...lease_units })),
      tenant_id: tenant.id,
    });
  const flat = async (attributes: object = {}, more: object = {}) =>
    lease([{ id: (await unit("A", more)).id, base_rent_cents: 60_000, index_type: "IRL" }], attributes);
  const revise = (id: string, json: object = {}) => ask("POST", `/leases/${id}/revisions`, json);

  it("are due from the anniversary on, and are applied once, as a term that begins today", async () => {
    // 2025 in the clock's year: the anniversary of 20 July 2025 by the second quarter of 2025.
    on("2026-03-02");
    const { id, updatedAt, units } = await flat();
    const before = await found(`/leases/${id}`);
    expect(recordProblems(fieldsOf("Lease", "detail"), before)).toEqual([]);
    expect(before.revisionIndicator).toEqual({
      indexCode: "IRL",
      revisionDue: true,
      lastRevisionDate: null,
      // Of 2025-Q2 and 2024-Q2: the unclaimed year is renounced.
      estimatedIncrease: 1.04,
      revisionMonth: 7,
      indexAvailable: true,
      latestPeriod: "2025-Q2",
      nextPublicationInfo: { period: "2025-Q3", expectedDate: "2025-10-11" },
    });
    house.clock.pass(1000);
    const applied = expectStatus(await revise(id), 201);
    expect(recordProblems(fieldsOf("LeaseRevision", "detail"), applied)).toEqual([]);
    expect(applied).toMatchObject({
      revisionDate: "2025-07-20",
      indexCode: "IRL",
      indexCodes: ["IRL"],
      multiIndex: false,
      referencePeriod: "2024-Q2",
      revisionPeriod: "2025-Q2",
      referenceValue: 145.17,
      revisionValue: 146.68,
      effectiveRatio: 1.010402,
      oldRent: { cents: 60_000 },
      newRent: { cents: 60_624 },
      increasePercent: 1.04,
      lines: [{ leaseUnitId: units[0].id, unitIdentifier: "A", oldCents: 60_000, newCents: 60_624, indexCode: "IRL" }],
    });
    const after = await found(`/leases/${id}`);
    expect(after.revisions).toEqual([applied]);
    expect(after.updatedAt > updatedAt).toBe(true);
    expect(after.units[0]).toMatchObject({ baseRentCents: 60_624, annualAmountCents: 727_488 });
    expect(after.terms.map(({ effectiveFrom, effectiveTo }: Body) => [effectiveFrom, effectiveTo])).toEqual([
      ["2023-07-20", "2026-03-01"],
      ["2026-03-02", null],
    ]);
    expect(after.revisionIndicator).toMatchObject({
      revisionDue: false,
      lastRevisionDate: "2025-07-20",
      estimatedIncrease: null,
      // The next one needs 2026-Q2.
      indexAvailable: false,
    });
    expectRefusal(await revise(id), 422, "revision_not_due");
    expect((await found(`/units/${units[0].unitId}`)).updatedAt).toBe(after.updatedAt);
  });

  it("are taken back with their term, and are due again from the rent before", async () => {
    const { id } = await flat();
    const applied = expectStatus(await revise(id), 201);
    const { terms } = await found(`/leases/${id}`);
    const revised = terms.find(({ effectiveFrom }: Body) => effectiveFrom === "2026-03-02");
    expectStatus(await ask("DELETE", `/lease_terms/${revised.id}`), 204);
    const before = await found(`/leases/${id}`);
    expect(before.revisions).toEqual([]);
    expect(before.units[0]).toMatchObject({ baseRentCents: 60_000 });
    expect(before.revisionIndicator).toMatchObject({ revisionDue: true, lastRevisionDate: null });
    const { id: _, createdAt: __, lines, ...again } = expectStatus(await revise(id), 201);
    expect(applied).toMatchObject(again);
    expect(lines[0]).toMatchObject({ referencePeriod: "2024-Q2", oldCents: 60_000, newCents: 60_624 });
  });

  it("begin on the requested day, not before the anniversary nor on the first day of another term", async () => {
    const { id } = await flat({ lease_type: "commercial" });
    const refused = async (effective_from: string, code: string) =>
      expectRentalInvalid(await revise(id, { effective_from }), { effective_from: [code] });
    await refused("2025-07-19", "greater_than_or_equal_to");
    await refused("2026-02-30", "invalid");
    await made("/lease_terms", { lease_term: { lease_id: id, effective_from: "2025-09-01", revision_month: 7 } });
    await refused("2025-09-01", "taken");
    await changed(`/leases/${id}`, { lease: { end_date: "2026-12-31" } });
    await refused("2027-01-01", "less_than_or_equal_to");
    expectStatus(await revise(id, { effective_from: "2025-07-20" }), 201);
    // What September does not name it says as July says it.
    const { terms, units } = await found(`/leases/${id}`);
    expect(terms.map(({ effectiveFrom, baseRent }: Body) => [effectiveFrom, baseRent.cents])).toEqual([
      ["2023-07-20", 60_000],
      ["2025-07-20", 60_624],
      ["2025-09-01", 60_624],
    ]);
    expect(units[0].baseRentCents).toBe(60_624);
  });

  it("of a home begin on the day of the request at the earliest, with a letter; a mobility lease has none", async () => {
    const { id } = await flat();
    const refused = await revise(id, { effective_from: "2025-07-20" });
    expectRefusal(refused, 422, "retroactive");
    expect(refused.body.details).toEqual({});
    const revision = expectStatus(await revise(id, { effective_from: "2026-03-20" }), 201);
    const path = `/leases/${id}/revisions/${revision.id}/document`;
    const letter = await house.admin.ask<Uint8Array>("GET", RENTAL + path, actingOn(mandataire));
    expectStatus(letter, 200);
    expect(letter.headers.get("content-type")).toBe("application/pdf");
    expectNotFound(await ask("GET", path.replace(revision.id, id)));
    expectNotFound(await ask("GET", path.replace(id, (await flat()).id)));
    const mobility = await flat({ lease_type: "mobility" });
    expect(mobility.revisionIndicator.revisionDue).toBe(false);
    expectRefusal(await revise(mobility.id), 422, "revision_not_due");
  });

  it("are applied once under concurrent requests", async () => {
    const { id } = await flat();
    const replies = await Promise.all(Array.from({ length: 5 }, () => revise(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    const { revisions, terms } = await found(`/leases/${id}`);
    expect([revisions.length, terms.length]).toEqual([1, 2]);
  });

  it("are refused for a lease that is frozen, never revised, not in force, without an index, or unknown", async () => {
    const frozen = await flat({}, { energy_class: "F" });
    expect(frozen.revisionIndicator).toMatchObject({ revisionDue: false, indexCode: "IRL", estimatedIncrease: null });
    expectRefusal(await revise(frozen.id), 422, "revision_frozen");
    const resting = [
      await flat({ revision_mode: "none" }),
      await flat({ status: "draft" }),
      await flat({ end_date: "2026-02-28" }),
      await lease([{ id: (await unit("A")).id, base_rent_cents: 60_000 }]),
      await flat({ start_date: "2025-07-20" }),
    ];
    for (const { id, revisionIndicator } of resting) {
      expect(revisionIndicator.revisionDue).toBe(false);
      expectRefusal(await revise(id), 422, "revision_not_due");
    }
    expectNotFound(await revise(NOTHING));
    const shop = await lease([{ id: (await unit("S")).id, base_rent_cents: 100_000, index_type: "ILAT" }], {
      lease_type: "commercial",
    });
    expect(shop.revisionIndicator).toMatchObject({ revisionDue: false, indexAvailable: false, latestPeriod: null });
    expectRefusal(await revise(shop.id), 422, "index_missing");
  });

  it("use several indices line by line, and postpone lines of unpublished indices", async () => {
    const [home, shop, office] = [await unit("1"), await unit("2"), await unit("3")];
    const { id } = await lease(
      [
        { id: shop.id, base_rent_cents: 100_000, index_type: "ILC" },
        { id: office.id, base_rent_cents: 50_000, index_type: "ILAT" },
        { id: home.id, base_rent_cents: 60_000, index_type: "IRL" },
      ],
      { lease_type: "commercial", start_date: "2024-07-20", signature_date: "2024-07-18" },
      { index_base_date: "2024-05-10" },
    );
    expect((await found(`/leases/${id}`)).revisionIndicator.indexCode).toBe("IRL");
    const both = expectStatus(await revise(id), 201);
    expect(recordProblems(fieldsOf("LeaseRevision", "detail"), both)).toEqual([]);
    expect(both).toMatchObject({
      ...{ indexCode: null, indexCodes: ["ILC", "IRL"], multiIndex: true, referenceValue: null, effectiveRatio: null },
      ...{ oldRent: { cents: 160_000 }, newRent: { cents: 160_690 } },
      lines: [
        { unitIdentifier: "1", oldCents: 60_000, newCents: 60_624 },
        { unitIdentifier: "2", oldCents: 100_000, newCents: 100_066 },
      ],
    });
    expectRefusal(await revise(id), 422, "index_missing");
    const ilat = [
      { index_code: "ILAT", period: "2024-Q2", value: 136.45, published_on: "2024-09-20" },
      { index_code: "ILAT", period: "2025-Q2", value: 137.15, published_on: "2025-09-19" },
    ];
    expectStatus(await house.admin.ask("POST", `${RENTAL}/index_values`, { json: { index_values: ilat } }), 200);
    const later = expectStatus(await revise(id, { effective_from: "2026-03-03" }), 201);
    expect(later).toMatchObject({ indexCode: "ILAT", lines: [{ unitIdentifier: "3", newCents: 50_257 }] });
    expectRefusal(await revise(id), 422, "revision_not_due");
    const detail = await found(`/leases/${id}`);
    expect(detail.revisions.map(({ lines }: Body) => lines.length)).toEqual([2, 1]);
    expect(detail.terms.map(({ baseRent }: Body) => baseRent.cents)).toEqual([210_000, 210_690, 210_947]);
    expectStatus(await ask("DELETE", `/leases/${id}`), 204);
  });

  it("of a rent by the year are by the year, and are held down by the lease's own rule", async () => {
    const { id } = await flat();
    const { units } = await found(`/leases/${id}`);
    const annual = [{ lease_unit_id: units[0].id, annual_amount_cents: 720_001 }];
    await made("/lease_terms", {
      lease_term: { lease_id: id, effective_from: "2024-01-01", lease_unit_terms: annual },
    });
    expect((await found(`/leases/${id}`)).revisionIndicator.estimatedIncrease).toBe(1.04);
    const rule = { capping_type: "reference_rent", max_increase_percent: 0.5, reference_amount_cents: 1 };
    const held = await changed(`/leases/${id}`, { lease: {}, capping_rules: [rule] });
    expect(held.revisionIndicator.estimatedIncrease).toBe(0.5);
    expect(expectStatus(await revise(id), 201)).toMatchObject({ effectiveRatio: 1.005, newRent: { cents: 60_300 } });
    expect((await found(`/leases/${id}`)).units[0].annualAmountCents).toBe(723_601);
  });

  it("are applied by the day in mode automatic: of a home from then on, of others from the anniversary", async () => {
    const automatic = { revision_mode: "automatic" };
    // Applied at every start, on a day that was decided too.
    await house.upkeep.run();
    const home = await flat(automatic);
    const office = await flat({ ...automatic, lease_type: "commercial" });
    const taken = await flat({ ...automatic, lease_type: "commercial" });
    await made("/lease_terms", { lease_term: { lease_id: taken.id, effective_from: "2025-07-20" } });
    const [cellar, shop] = [await unit("C"), await unit("S")];
    const units = [
      { id: cellar.id, base_rent_cents: 10_000 },
      { id: shop.id, index_type: "IRL" },
    ];
    const joined = await lease(units, { ...automatic, lease_type: "commercial" });
    const lease_unit_id = joined.units.find(({ unitId }: Body) => unitId === shop.id).id;
    const lease_unit_terms = [{ lease_unit_id, base_rent_cents: 60_000 }];
    await made("/lease_terms", { lease_term: { lease_id: joined.id, effective_from: "2026-01-01", lease_unit_terms } });
    const resting = [await flat(), await flat({ ...automatic, lease_type: "mobility" })];
    const frozen = await flat(automatic, { energy_class: "G" });
    await house.upkeep.run();
    const at = house.clock.now();
    house.clock.pass(1000);
    await house.upkeep.run();
    expect((await found(`/leases/${home.id}`)).updatedAt).toBe(at);
    const today = house.clock.now().slice(0, 10);
    const startsOf = async ({ id }: Body) =>
      (await found(`/leases/${id}`)).terms.map(({ effectiveFrom, baseRent }: Body) => [effectiveFrom, baseRent.cents]);
    expect(await startsOf(home)).toEqual([
      ["2023-07-20", 60_000],
      [today, 60_624],
    ]);
    expect(await startsOf(office)).toEqual([
      ["2023-07-20", 60_000],
      ["2025-07-20", 60_624],
    ]);
    expect(await startsOf(taken)).toEqual([
      ["2023-07-20", 60_000],
      ["2025-07-20", 60_000],
      [today, 60_624],
    ]);
    // The shop had no rent yet at the anniversary.
    expect(await startsOf(joined)).toEqual([
      ["2023-07-20", 10_000],
      ["2026-01-01", 70_000],
      [today, 70_624],
    ]);
    for (const other of [...resting, frozen]) expect((await found(`/leases/${other.id}`)).revisions).toEqual([]);
    const [revision] = (await found(`/leases/${office.id}`)).revisions;
    expectStatus(await ask("GET", `/leases/${office.id}/revisions/${revision.id}/document`), 200);
  });
});

describe.each(usualDatabases)("an index value recorded after the day was decided, on $name", ({ open }) => {
  it("revises automatically at the next start, once, and nothing else changes", async () => {
    const house = await openHouse(await open());
    onTestFinished(() => house.close());
    const { id: mandataire } = await bookMakersFor(house).mandataire();
    const ask = (method: string, path: string, json?: object) =>
      house.admin.ask<Body>(method, RENTAL + path, actingOn(mandataire, json ? { json } : {}));
    const made = async (path: string, json: object) => expectStatus(await ask("POST", path, json), 201);
    const record = async (period: string, value: number, published_on: string) => {
      const index_values = [{ index_code: "ILAT", period, value, published_on }];
      expectStatus(await house.admin.ask("POST", `${RENTAL}/index_values`, { json: { index_values } }), 200);
    };
    const { id: property_id } = await made("/properties", { name: "A", address: "x" });
    const { id } = await made("/units", { property_id, identifier: "1" });
    const { id: tenant_id } = await made("/tenants", { last_name: "Le Goff" });
    await record("2024-Q1", 100, "2024-06-20");
    const { id: lease } = await made("/leases", {
      lease: {
        ...{ reference: "B", lease_type: "professional", start_date: "2024-02-10", signature_date: "2024-02-10" },
        ...{ status: "active", revision_mode: "automatic" },
      },
      units: [{ id, base_rent_cents: 60_000, index_type: "ILAT" }],
      lease_units: [{ id, index_base_date: "2024-01-01" }],
      tenant_id,
    });
    const read = async () => expectStatus(await ask("GET", `/leases/${lease}`), 200);
    await house.upkeep.run();
    await house.upkeep.run();
    const waiting = await read();
    expect(waiting).toMatchObject({ revisions: [], revisionIndicator: { revisionDue: false } });
    const today = house.clock.now().slice(0, 10);
    await record(`${today.slice(0, 4)}-Q1`, 110, today);
    expect((await read()).revisionIndicator.revisionDue).toBe(true);
    house.clock.pass(1000);
    await house.upkeep.run();
    const revised = await read();
    expect(revised.revisions).toMatchObject([{ newRent: { cents: 66_000 } }]);
    house.clock.pass(1000);
    await house.upkeep.run();
    expect(await read()).toEqual(revised);
  });
});

describe.each(databases)("automatic revisions of a decided day, on $name and two hosts", ({ open }) => {
  it("are applied once by two hosts that start at the same time", async () => {
    const hosts = await openHosts(await open());
    onTestFinished(() => hosts.close());
    const { id: mandataire } = await hosts.books.mandataire();
    const ask = (method: string, path: string, json?: object) =>
      hosts.houses[1].admin.ask<Body>(method, RENTAL + path, actingOn(mandataire, json ? { json } : {}));
    const made = async (path: string, json: object) => expectStatus(await ask("POST", path, json), 201);
    await hosts.houses[0].upkeep.run();
    const { id: property_id } = await made("/properties", { name: "A", address: "x" });
    const { id: tenant_id } = await made("/tenants", { last_name: "Le Goff" });
    const ids: string[] = [];
    for (const reference of ["B-1", "B-2", "B-3"]) {
      const { id } = await made("/units", { property_id, identifier: reference });
      const lease = {
        ...{ reference, lease_type: "residential_unfurnished", start_date: "2025-02-10", status: "active" },
        ...{ signature_date: "2025-02-01", revision_mode: "automatic" },
      };
      const units = [{ id, base_rent_cents: 60_000, index_type: "IRL" }];
      const lease_units = [{ id, index_base_date: "2024-08-01" }];
      ids.push((await made("/leases", { lease, units, lease_units, tenant_id })).id);
    }
    await Promise.all(hosts.houses.map(({ upkeep }) => upkeep.run()));
    for (const id of ids) {
      const { revisions, terms } = expectStatus(await ask("GET", `/leases/${id}`), 200);
      expect([revisions.length, terms.length]).toEqual([1, 2]);
    }
  });
});

describe.each(databases)("one anniversary of a lease, on $name and two hosts", ({ open }) => {
  it("is revised once under concurrent requests, for any day, on any host", async () => {
    const hosts = await openHosts(await open());
    onTestFinished(() => hosts.close());
    const { id: mandataire } = await hosts.books.mandataire();
    const ask = (host: 0 | 1, method: string, path: string, json?: object) =>
      hosts.houses[host].admin.ask<Body>(method, RENTAL + path, actingOn(mandataire, json ? { json } : {}));
    const made = async (path: string, json: object) => expectStatus(await ask(0, "POST", path, json), 201);
    const { id: property_id } = await made("/properties", { name: "A", address: "x" });
    const { id: tenant_id } = await made("/tenants", { last_name: "Le Goff" });
    const ids: string[] = [];
    for (const reference of ["B-1", "B-2", "B-3"]) {
      const { id } = await made("/units", { property_id, identifier: reference });
      const lease = {
        ...{ reference, lease_type: "residential_unfurnished", start_date: "2025-02-10" },
        ...{ status: "active", signature_date: "2025-02-01" },
      };
      const units = [{ id, base_rent_cents: 60_000, index_type: "IRL" }];
      const lease_units = [{ id, index_base_date: "2024-08-01" }];
      ids.push((await made("/leases", { lease, units, lease_units, tenant_id })).id);
    }
    const pending = [0, 1, 2, 3, 4, 5].flatMap((count) =>
      ids.map(async (id) => {
        // Half of them for today, the others for a day of their own.
        const day = count < 3 ? {} : { effective_from: `2026-03-0${count}` };
        return { id, status: (await ask((count % 2) as 0 | 1, "POST", `/leases/${id}/revisions`, day)).status };
      }),
    );
    const replies = await Promise.all(pending);
    for (const each of ids) {
      const statuses = replies.filter(({ id }) => id === each).map(({ status }) => status);
      expect(statuses.sort()).toEqual([201, 422, 422, 422, 422, 422]);
      const { revisions, terms } = expectStatus(await ask(1, "GET", `/leases/${each}`), 200);
      expect([revisions.length, terms.length]).toEqual([1, 2]);
    }
  });
});
