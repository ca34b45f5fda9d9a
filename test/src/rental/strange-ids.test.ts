import { administer } from "@cartulary/postgres/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { databases, type TestDatabase } from "../../support/databases.ts";
import { expectRentalInvalid, expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";

/** A JSON body with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;
type Made = (path: string, json: object) => Promise<Body>;

/** An estate with something in every table. */
async function estateBy(made: Made, removed: (path: string) => Promise<unknown>) {
  const property = await made("/properties", {
    ...{ name: "P", address: "x", share_keys: [{ name: "K", total: 10 }], entrances: [{ name: "E" }] },
  });
  const unit = await made("/units", {
    ...{ property_id: property.id, identifier: "U", entrance_id: property.entrances[0].id },
    allocations: [{ share_key_id: property.shareKeys[0].id, shares: 5 }],
  });
  const owner = await made("/owners", { first_name: "O", bank_accounts: [{ label: "A" }] });
  const tenant = await made("/tenants", { last_name: "T", bank_accounts: [{ label: "A" }] });
  const contact = await made("/contacts", { contact: { last_name: "C" } });
  const shares = { share_numerator: 1, share_denominator: 2 };
  const ownership = await made("/ownerships", { ownership: { owner_id: owner.id, unit_id: unit.id, ...shares } });
  const mandate = await made("/mandates", {
    ...{ owner_profile_id: owner.profileId, property_id: property.id, reference: "M", start_date: "2026-01-01" },
    mandate_services: [{ service_type: "S", billing_mode: "fixed" }],
  });
  const lease = await made("/leases", {
    lease: {
      ...{ reference: "L", lease_type: "commercial", start_date: "2025-01-01" },
      ...{ status: "active", signature_date: "2024-12-01" },
    },
    units: [{ id: unit.id, base_rent_cents: 60_000, index_type: "ILC" }],
    lease_units: [{ id: unit.id, index_base_date: "2024-08-01" }],
    tenant_id: tenant.id,
    gli_policies: [{ insurer_name: "G" }],
    break_dates: [{ break_date: "2027-01-01" }],
    franchise_periods: [{ start_date: "2025-01-01", end_date: "2025-01-31" }],
    capping_rules: [{ capping_type: "relocation_freeze" }],
    support_measures: [{ modifier_type: "discount" }],
  });
  const household_member = { first_name: "Léo" };
  const party = await made("/lease_parties", {
    lease_party: { lease_id: lease.id, party_type: "occupant", household_member },
  });
  await made(`/leases/${lease.id}/revisions`, {});
  await removed(`/owners/${(await made("/owners", { first_name: "gone" })).id}`);
  const term = lease.terms[0];
  return { property, unit, owner, tenant, contact, ownership, mandate, lease, party, term };
}
type Estate = Awaited<ReturnType<typeof estateBy>>;

/** A foreign id in our body: the path, the body, the refused field, and the error code. */
type Naming = readonly [path: string, json: (ours: Estate, theirs: Estate) => object, field: string, code?: string];

const NAMINGS: Readonly<Record<string, readonly Naming[]>> = {
  POST: [
    ["/units", (_, { property }) => ({ property_id: property.id, identifier: "x" }), "property_id"],
    [
      "/units",
      ({ property }, theirs) => ({
        ...{ property_id: property.id, identifier: "x", entrance_id: theirs.property.entrances[0].id },
      }),
      "entrance_id",
    ],
    [
      "/units",
      ({ property }, theirs) => ({
        ...{ property_id: property.id, identifier: "x" },
        allocations: [{ share_key_id: theirs.property.shareKeys[0].id, shares: 1 }],
      }),
      "allocations[0].share_key_id",
    ],
    ["/ownerships", ({ unit }, { owner }) => owning(owner, unit), "owner_id"],
    ["/ownerships", ({ owner }, { unit }) => owning(owner, unit), "unit_id"],
    ["/mandates", (_, { owner }) => charging(owner), "owner_profile_id"],
    ["/mandates", ({ owner }, { property }) => ({ ...charging(owner), property_id: property.id }), "property_id"],
    ["/leases", (_, { unit }) => ({ ...LEASE, units: [{ id: unit.id }] }), "units[0].id"],
    ["/leases", (_, { unit }) => ({ ...LEASE, unit_ids: [unit.id] }), "unit_ids[0]"],
    ["/leases", (_, { unit }) => ({ ...LEASE, lease_units: [{ id: unit.id }] }), "lease_units[0].id"],
    ["/leases", (_, { tenant }) => ({ ...LEASE, tenant_id: tenant.id }), "tenant_id"],
    [
      "/lease_terms",
      (_, { lease }) => ({ lease_term: { lease_id: lease.id, effective_from: "2030-01-01" } }),
      "lease_id",
    ],
    [
      "/lease_terms",
      ({ lease }, theirs) => ({
        lease_term: { lease_id: lease.id, effective_from: "2030-01-01", lease_unit_terms: rentOf(theirs) },
      }),
      "lease_unit_terms[0].lease_unit_id",
    ],
    ["/lease_parties", ({ tenant }, { lease }) => joining(lease, tenant), "lease_id"],
    ["/lease_parties", ({ lease }, { tenant }) => joining(lease, tenant), "partyable_id"],
    [
      "/lease_parties",
      ({ lease, tenant }, theirs) => {
        const { lease_party } = joining(lease, tenant);
        return { lease_party: { ...lease_party, tenant_profile_id: theirs.tenant.profileId } };
      },
      "tenant_profile_id",
    ],
  ],
  PATCH: [
    [
      "/properties/{property}",
      (ours, theirs) => ({ share_keys: same([...ours.property.shareKeys, ...theirs.property.shareKeys]) }),
      "share_keys[1].id",
    ],
    [
      "/properties/{property}",
      (ours, theirs) => ({ entrances: same([...ours.property.entrances, ...theirs.property.entrances]) }),
      "entrances[1].id",
    ],
    ["/units/{unit}", (_, { property }) => ({ entrance_id: property.entrances[0].id }), "entrance_id"],
    [
      "/units/{unit}",
      (_, { property }) => ({ allocations: [{ share_key_id: property.shareKeys[0].id, shares: 1 }] }),
      "allocations[0].share_key_id",
    ],
    ["/owners/{owner}", (_, { owner }) => ({ bank_accounts: same(owner.bankAccounts) }), "bank_accounts[0].id"],
    ["/tenants/{tenant}", (_, { tenant }) => ({ bank_accounts: same(tenant.bankAccounts) }), "bank_accounts[0].id"],
    ["/ownerships/{ownership}", (_, { owner }) => ({ ownership: { owner_id: owner.id } }), "owner_id"],
    ["/ownerships/{ownership}", (_, { unit }) => ({ ownership: { unit_id: unit.id } }), "unit_id"],
    ["/mandates/{mandate}", (_, { property }) => ({ property_ids: [property.id] }), "property_ids[0]"],
    [
      "/mandates/{mandate}",
      (_, { mandate }) => ({ mandate_services: same(mandate.mandateServices) }),
      "mandate_services[0].id",
    ],
    ["/leases/{lease}", (_, { unit }) => ({ lease: {}, units: [{ id: unit.id }] }), "units[0].id"],
    ["/leases/{lease}", (_, { unit }) => ({ lease: {}, unit_ids: [unit.id] }), "unit_ids[0]"],
    ["/leases/{lease}", (_, { lease }) => ({ lease: {}, lease_units: same(lease.units) }), "lease_units[0].id"],
    ["/leases/{lease}", (_, { tenant }) => ({ lease: {}, tenant_id: tenant.id }), "tenant_id"],
    ...(
      [
        ["gli_policies", "gliPolicies"],
        ["break_dates", "breakDates"],
        ["franchise_periods", "franchisePeriods"],
        ["capping_rules", "cappingRules"],
        ["support_measures", "supportMeasures"],
      ] as const
    ).map(
      ([array, field]): Naming => [
        "/leases/{lease}",
        (_, { lease }) => ({ lease: {}, [array]: same(lease[field]) }),
        `${array}[0].id`,
      ],
    ),
    [
      "/lease_terms/{term}",
      (_, theirs) => ({ lease_term: { lease_unit_terms: rentOf(theirs) } }),
      "lease_unit_terms[0].lease_unit_id",
    ],
    ["/lease_terms/{term}", (_, { lease }) => ({ lease_term: { lease_id: lease.id } }), "lease_id", "invalid"],
    [
      "/lease_parties/{party}",
      (_, { party }) => ({ lease_party: { partyable_id: party.partyableId } }),
      "partyable_id",
    ],
    [
      "/lease_parties/{party}",
      (_, { contact }) => ({ lease_party: { partyable_type: "Contact", partyable_id: contact.id } }),
      "partyable_id",
    ],
    ["/lease_parties/{party}", (_, { lease }) => ({ lease_party: { lease_id: lease.id } }), "lease_id", "invalid"],
    [
      "/lease_parties/{party}",
      (_, { tenant }) => ({ lease_party: { tenant_profile_id: tenant.profileId } }),
      "tenant_profile_id",
    ],
  ],
};

const LEASE = { lease: { reference: "x", lease_type: "other", start_date: "2026-01-01" } };
const same = (elements: readonly Body[]) => elements.map(({ id }) => ({ id }));
const charging = ({ profileId }: Body) => ({ owner_profile_id: profileId, reference: "x", start_date: "2026-01-01" });
const rentOf = ({ lease }: Estate) => [{ lease_unit_id: lease.units[0].id, base_rent_cents: 1 }];
const owning = (owner: Body, unit: Body) => ({
  ownership: { owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 },
});
const joining = (lease: Body, tenant: Body) => ({
  lease_party: { lease_id: lease.id, party_type: "tenant", partyable_type: "TenantActor", partyable_id: tenant.id },
});

describe.each(databases)("Of another mandataire's estate on $name", ({ name, open }) => {
  let database: TestDatabase;
  let house: House;
  let [ours, theirs] = [{ of: "" } as Estate & { of: string }, { of: "" } as Estate & { of: string }];
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    const index_values = ["2024-Q3", "2025-Q3"].map((period, at) => ({
      ...{ index_code: "ILC", period, value: 130 + at, published_on: "2025-12-20" },
    }));
    expectStatus(await house.admin.ask("POST", `${RENTAL}/index_values`, { json: { index_values } }), 200);
    const estates = [];
    for (const _ of ["ours", "theirs"]) {
      const { id: of } = await bookMakersFor(house).mandataire();
      const made: Made = async (path, json) => expectStatus(await ask(of, "POST", path, json), 201);
      estates.push({ of, ...(await estateBy(made, (path) => ask(of, "DELETE", path))) });
    }
    [ours, theirs] = estates as [typeof ours, typeof theirs];
    await house.upkeep.run();
  });
  afterAll(() => house.close());

  const ask = (of: string, method: string, path: string, json?: object) =>
    house.admin.ask<Body>(method, RENTAL + path, actingOn(of, json ? { json } : {}));

  it.each(Object.entries(NAMINGS))("nothing can be named in a body: %s [R-35]", async (method, namings) => {
    const before = await everything(theirs.of);
    for (const [path, json, field, code = "not_found"] of namings) {
      const at = path.replace(/\{(\w+)\}/, (_, which: string) => (ours as Body)[which].id);
      expectRentalInvalid(await ask(ours.of, method, at, json(ours, theirs)), { [field]: [code] });
    }
    expect(await everything(theirs.of)).toEqual(before);
  });

  /** Whatever the database has of a mandataire. */
  async function everything(of: string): Promise<readonly string[]> {
    const rows = (await database.dump()).split("\n");
    return rows.filter((row) => row.includes(of) || row.includes(of.replaceAll("-", ""))).sort();
  }

  it.runIf(name === "Postgres")("the database itself shows nothing, and lets nothing be changed", async () => {
    const { url } = database as unknown as { readonly url: string };
    const tables = (await administer(
      url,
      `select distinct table_name as name from information_schema.columns join pg_class on relname = table_name
       where table_schema = 'public' and column_name = 'mandataire_id' and relrowsecurity order by name`,
    )) as readonly { readonly name: string }[];
    const counted = (what: string) =>
      tables.map(
        ({ name }) => `select '${name}' as name, (select count(*)::int from ${what.replace("$", name)}) as count`,
      );
    const foreign = counted(`$ where mandataire_id = '${theirs.of}'`).join(" union all ");
    const present = (await administer(url, foreign)) as readonly { readonly name: string; readonly count: number }[];
    const filled = present.filter(({ count }) => count > 0).map(({ name }) => name);
    expect(TABLES.filter((table) => !filled.includes(table))).toEqual([]);
    const asUs = ["set role cartulary_app", `set cartulary.tenant = '${ours.of}'`] as const;
    const shown = (await administer(url, ...asUs, foreign)) as typeof present;
    expect(shown.filter(({ count }) => count > 0)).toEqual([]);
    const changes = TABLES.map(
      (table) => `update ${table} set mandataire_id = mandataire_id where mandataire_id = '${theirs.of}'`,
    );
    const removals = TABLES.toReversed().map((table) => `delete from ${table} where mandataire_id = '${theirs.of}'`);
    await administer(url, ...asUs, ...changes, ...removals);
    expect(await administer(url, foreign)).toEqual(present);
  });
});

/** Every table of the estate. */
const TABLES: readonly string[] = [
  ...["properties", "entrances", "share_keys", "units", "unit_allocations", "owners", "tenants", "bank_accounts"],
  ...["rental_contacts", "ownerships", "mandates", "mandate_properties", "mandate_services", "leases", "lease_units"],
  ...["gli_policies", "break_dates", "franchise_periods", "capping_rules", "support_measures", "lease_terms"],
  ...["lease_unit_terms", "lease_parties", "household_members", "lease_revisions", "lease_revision_lines"],
  ...["tombstones", "code_counters", "retired_codes", "decided_days"],
];
