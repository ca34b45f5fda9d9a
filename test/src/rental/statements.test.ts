import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { listenToDrivers } from "../../support/recorded-queries.ts";
import { expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";
/** The two counts of elements that are compared. */
const [FEW, MANY] = [1, 12];

/** A JSON body with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** Records of an estate with so many of everything that they can have many of. */
interface Sized {
  readonly count: number;
  readonly property: Body;
  readonly owner: Body;
  readonly units: readonly Body[];
  /** Of all of the units. */
  readonly lease: Body;
  /** By its collection: a record of the estate's. */
  readonly records: Readonly<Record<string, Body>>;
}

const times = <Each>(count: number, make: (index: number) => Each): Each[] =>
  Array.from({ length: count }, (_, at) => make(at));
const day = (index: number) => `2026-02-${String(1 + (index % 28)).padStart(2, "0")}`;
let terms = 0;
/** No two terms of a lease begin on one day. */
const newDay = () => {
  terms += 1;
  return `${2030 + terms}-01-01`;
};

/** The bodies that create and change a record with so many elements. */
const BODIES: Readonly<Record<string, (of: Omit<Sized, "records">) => { create: object; update: object }>> = {
  properties: ({ count, property }) => {
    const renamed = (elements: readonly Body[] = []) => elements.map(({ id }) => ({ id, name: "other" }));
    const changed = { share_keys: renamed(property?.shareKeys), entrances: renamed(property?.entrances) };
    const arrays = {
      share_keys: times(count, (at) => ({ name: `K${at}`, total: 100 })),
      entrances: times(count, (at) => ({ name: `E${at}` })),
    };
    return { create: { name: "A", address: "x", ...arrays }, update: { city: "Brest", ...changed } };
  },
  units: ({ count, property }) => {
    const shares = property.shareKeys.slice(0, count).map(({ id }: Body) => ({ share_key_id: id, shares: 1 }));
    return {
      create: { property_id: property.id, identifier: "U", allocations: shares },
      update: { area_sqm: 20, allocations: shares },
    };
  },
  owners: ({ count }) => {
    const bank_accounts = times(count, (at) => ({ label: `A${at}` }));
    return { create: { first_name: "Anne", bank_accounts }, update: { last_name: "Aubry", bank_accounts } };
  },
  tenants: ({ count }) => {
    const bank_accounts = times(count, (at) => ({ label: `A${at}` }));
    return { create: { last_name: "Binet", bank_accounts }, update: { last_name: "Blin", bank_accounts } };
  },
  contacts: () => ({ create: { contact: { last_name: "Colas" } }, update: { contact: { last_name: "Cohen" } } }),
  service_providers: () => ({
    create: { contact: { last_name: "Dumas" } },
    update: { contact: { last_name: "Durand" } },
  }),
  ownerships: ({ owner, units }) => ({
    create: { ownership: { owner_id: owner.id, unit_id: units[0].id, share_numerator: 1, share_denominator: 100 } },
    update: { ownership: { valid_from: "2026-01-01" } },
  }),
  mandates: ({ count, owner, property }) => {
    const mandate_services = times(count, (at) => ({ service_type: `S${at}`, billing_mode: "fixed" }));
    return {
      create: {
        ...{ owner_profile_id: owner.profileId, property_id: property.id, reference: "M" },
        ...{ start_date: "2026-01-01", mandate_services },
      },
      update: { notice_months: 3, mandate_services },
    };
  },
  leases: ({ count, units }) => {
    const break_dates = times(count, (at) => ({ break_date: day(at), break_type: "legal" }));
    const priced = units.slice(0, count).map(({ id }) => ({ id, base_rent_cents: 50_000 }));
    const attributes = { reference: "B", lease_type: "other", start_date: "2026-01-01" };
    return {
      create: { lease: attributes, units: priced, break_dates },
      update: { lease: { notice_months: 3 }, units: priced, break_dates },
    };
  },
  lease_terms: ({ lease }) => {
    const lease_unit_terms = lease.units.map(({ id }: Body) => ({ lease_unit_id: id, base_rent_cents: 60_000 }));
    return {
      create: { lease_term: { lease_id: lease.id, effective_from: newDay(), lease_unit_terms } },
      update: { lease_term: { revision_month: 3, lease_unit_terms } },
    };
  },
  lease_parties: ({ lease }) => ({
    create: {
      lease_party: { lease_id: lease.id, party_type: "occupant", household_member: { first_name: "Léo" } },
    },
    update: { lease_party: { valid_from: "2026-01-01", household_member: { last_name: "Blin" } } },
  }),
};

describe.each(usualDatabases)("On $name, the estate sends a constant number of statements,", ({ open }) => {
  let house: House;
  let mandataire: string;
  let queries: string[];
  let sized: readonly [Sized, Sized, Sized];
  beforeAll(async () => {
    queries = listenToDrivers();
    house = await openHouse(await open());
    mandataire = (await bookMakersFor(house).mandataire()).id;
    sized = [await sizedEstate(FEW), await sizedEstate(FEW), await sizedEstate(MANY)];
  });
  afterAll(async () => {
    await house.close();
    vi.restoreAllMocks();
  });

  const ask = async (method: string, path: string, json?: object, query?: Record<string, string>): Promise<Body> => {
    const asking = actingOn(mandataire, { ...(json && { json }), ...(query && { query }) });
    return expectStatus(await house.admin.ask<Body>(method, RENTAL + path, asking), method === "POST" ? 201 : 200);
  };
  /** The statements that a request takes. */
  const counted = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    await house.settled();
    queries.length = 0;
    await work();
    return [...queries];
  };
  const bodiesOf = (collection: string, of: Omit<Sized, "records">) =>
    (BODIES[collection] ?? expect.unreachable())({ ...of });

  /** A property with units that owners share and leases are of, and one of everything else. */
  async function sizedEstate(count: number): Promise<Sized> {
    const [owner] = [await ask("POST", "/owners", { first_name: "x" })];
    const bare = { count, owner, property: null, units: [], lease: null };
    const property = await ask("POST", "/properties", bodiesOf("properties", bare).create);
    const made = { ...bare, property };
    const units: Body[] = [];
    for (let at = 0; at < count; at += 1) units.push(await ask("POST", "/units", bodiesOf("units", made).create));
    const lease = await ask("POST", "/leases", bodiesOf("leases", { ...made, units }).create);
    const of = { ...made, units, lease };
    const records: Record<string, Body> = { properties: property, units: units[0], owners: owner, leases: lease };
    for (const collection of Object.keys(BODIES))
      records[collection] ??= await ask("POST", `/${collection}`, bodiesOf(collection, of).create);
    for (let at = 1; at < count; at += 1)
      for (const collection of ["ownerships", "mandates", "lease_terms", "lease_parties"])
        await ask("POST", `/${collection}`, bodiesOf(collection, of).create);
    return { ...of, records };
  }

  it.each(Object.keys(BODIES))("for %s: a list, a detail, a creation and a change", async (collection) => {
    const [first, few, many] = sized;
    const list = (per_page: string) => counted(() => ask("GET", `/${collection}`, undefined, { per_page }));
    expect(await list("100")).toEqual(await list("1"));
    const each = async (of: Sized) => {
      const { create, update } = bodiesOf(collection, of);
      const path = `/${collection}/${of.records[collection].id}`;
      return {
        detail: await counted(() => ask("GET", path)),
        create: await counted(() => ask("POST", `/${collection}`, create)),
        update: await counted(() => ask("PATCH", path, update)),
      };
    };
    // Texts and plans are made at the first time.
    await each(first);
    expect(await each(many)).toEqual(await each(few));
  });

  it("for the revision of a lease", async () => {
    const values = ["2024-Q3", "2025-Q3"].map((period, at) => ({
      ...{ index_code: "ILC", period, value: 130 + at, published_on: "2025-12-20" },
    }));
    const sent = { json: { index_values: values } };
    expectStatus(await house.admin.ask<Body>("POST", `${RENTAL}/index_values`, sent), 200);
    const tenant = await ask("POST", "/tenants", {});
    const signed = {
      status: "active",
      signature_date: "2024-12-01",
      lease_type: "commercial",
      start_date: "2025-01-01",
    };
    const revised = async ({ units }: Sized) => {
      const { id } = await ask("POST", "/leases", {
        lease: { reference: "R", ...signed },
        units: units.map((unit) => ({ id: unit.id, base_rent_cents: 60_000, index_type: "ILC" })),
        lease_units: units.map((unit) => ({ id: unit.id, index_base_date: "2024-08-01" })),
        tenant_id: tenant.id,
      });
      const queries = await counted(() => ask("POST", `/leases/${id}/revisions`, {}));
      expect((await ask("GET", `/leases/${id}`)).revisions[0].lines).toHaveLength(units.length);
      return queries;
    };
    const [first, few, many] = sized;
    await revised(first);
    expect(await revised(many)).toEqual(await revised(few));
  });

  it("for a file of leases, with all that they are made of", async () => {
    const [, { units }] = sized;
    const { userId, scopes, groupIds } = { userId: house.admin.id as never, scopes: [], groupIds: [] };
    const tenant = await ask("POST", "/tenants", { last_name: "Colas" });
    const leasesOf = (count: number) =>
      times(count, (at) => ({
        line: at + 1,
        row: {
          ...{ reference: `F${at}`, leaseType: "other", startDate: "2026-01-01", tenant: tenant.id },
          ...{ units: units[0].id, baseRentCents: "1000", indexType: "IRL", indexBaseDate: "2025-07-01" },
          breakDates: [{ breakDate: "2027-01-01", breakType: "legal" }],
        } as never,
      }));
    const taken = (count: number) =>
      counted(async () => {
        const file = leasesOf(count);
        const caller = { userId, role: "super_admin", scopes, groupIds } as const;
        expect((await house.imports(caller, mandataire as never, "leases", file)).errors).toEqual([]);
      });
    await taken(FEW);
    const few = await taken(FEW);
    expect(await taken(MANY)).toEqual(few);
    expect(few.filter((summary) => summary.startsWith("update"))).toEqual(
      ["units", "properties", "rent_calls", "security_deposits"].map((shown) => `update ${shown}`),
    );
  });
});
