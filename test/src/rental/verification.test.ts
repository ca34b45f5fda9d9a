import { describe, expect, it } from "vitest";
import type { House } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { houseOn } from "../../support/findings.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";

describe.each(usualDatabases)("Verification of estates on $name", (engine) => {
  it("finds nothing where everything is as it was recorded, and every fault that is planted, and no other", async () => {
    const { database, house, found } = await houseOn(engine);
    const { id: mandataire } = await bookMakersFor(house).mandataire();
    const estates: Estate[] = [];
    for (const _ of CASES) estates.push(await estateIn(house, mandataire));
    const gone = await made(house, mandataire, "owners", { first_name: "gone" });
    await house.admin.ask("DELETE", `${RENTAL}/owners/${gone.id}`, actingOn(mandataire));
    await house.upkeep.run();
    house.clock.pass(24 * 3_600_000);
    await house.upkeep.run();
    expect(await found()).toEqual([]);
    const expected: string[] = [];
    for (const [index, [damage, findings]] of CASES.entries()) {
      const estate = estates[index] ?? expect.unreachable();
      await database.damage(...damage({ ...estate, mandataire }));
      expected.push(...findings({ ...estate, mandataire }).map((finding) => `error ${finding}`));
    }
    expect(await found()).toEqual(expected.toSorted());
  });
});

/** The records of every case. */
interface Estate {
  readonly mandataire: string;
  readonly property: string;
  readonly other: string;
  readonly otherKey: string;
  readonly otherEntrance: string;
  readonly unit: string;
  readonly owner: string;
  readonly tenant: string;
  readonly account: string;
  readonly ownership: string;
  readonly mandate: string;
  readonly draft: string;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a record has.
async function made(house: House, mandataire: string, collection: string, json: object): Promise<any> {
  const asking = actingOn(mandataire, { json });
  return expectStatus(await house.admin.ask<{ id: string }>("POST", `${RENTAL}/${collection}`, asking), 201);
}

async function estateIn(house: House, mandataire: string): Promise<Estate> {
  const make = (collection: string, json: object) => made(house, mandataire, collection, json);
  const building = { name: "A", address: "x", share_keys: [{ name: "G", total: 10 }], entrances: [{ name: "E" }] };
  const [property, other] = [await make("properties", building), await make("properties", building)];
  const unit = await make("units", {
    ...{ property_id: property.id, identifier: "1", entrance_id: property.entrances[0].id },
    allocations: [{ share_key_id: property.shareKeys[0].id, shares: 5 }],
  });
  const owner = await make("owners", { first_name: "x", bank_accounts: [{}] });
  const tenant = await make("tenants", {});
  const ownership = await make("ownerships", {
    ownership: {
      ...{ owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 2 },
      ...{ valid_from: "2026-01-01", valid_to: "2026-12-31" },
    },
  });
  const attributes = { owner_profile_id: owner.profileId, property_id: property.id, reference: "M" };
  const mandate = await make("mandates", { ...attributes, start_date: "2026-01-01" });
  const draft = await make("mandates", { ...attributes, start_date: "2999-01-01" });
  return {
    ...{ mandataire, property: property.id, other: other.id, unit: unit.id, owner: owner.id, tenant: tenant.id },
    ...{ otherKey: other.shareKeys[0].id, otherEntrance: other.entrances[0].id, account: owner.bankAccounts[0].id },
    ...{ ownership: ownership.id, mandate: mandate.id, draft: draft.id },
  };
}

/** A damage, and its expected findings. */
type Case = readonly [damage: (of: Estate) => readonly string[], found: (of: Estate) => readonly string[]];

const set = (table: string, values: string, id: string) => [`update ${table} set ${values} where id = '${id}'`];

/** A lease of the estate's unit, active, with a term of its own each of which is a bug of the case's. */
const lease = (
  { mandataire, draft: id, unit }: Estate,
  terms: readonly (readonly [id: string, from: string, to: string | null])[],
) => [
  `insert into leases (mandataire_id, id, reference, reference_fold, lease_type, status, start_date, auto_renewal,
    revision_mode, proration, created_at, updated_at) select mandataire_id, '${id}', 'L', 'l', 'other', 'active',
    '2026-01-01', has_elevator, 'manual', 'actual_month', created_at, updated_at
    from properties where mandataire_id = '${mandataire}' limit 1`,
  `insert into lease_units (mandataire_id, id, lease_id, unit_id) values ('${mandataire}', '${id}', '${id}', '${unit}')`,
  ...terms.map(
    ([term, from, to]) => `insert into lease_terms (mandataire_id, id, lease_id, effective_from, effective_to,
      created_at, updated_at) select mandataire_id, '${term}', '${id}', '${from}', ${to === null ? "null" : `'${to}'`},
      created_at, updated_at from properties where mandataire_id = '${mandataire}' limit 1`,
  ),
];

const CASES: readonly Case[] = [
  [
    ({ ownership }) => set("ownerships", "share_numerator = 3", ownership),
    ({ ownership }) => [`ownership ${ownership}: has a share of zero or of more than the whole`],
  ],
  [
    ({ ownership }) => set("ownerships", "valid_to = '2025-12-31'", ownership),
    ({ ownership }) => [`ownership ${ownership}: ends before it begins`],
  ],
  [
    ({ ownership }) => set("ownerships", `unit_id = '${NOTHING}'`, ownership),
    ({ ownership }) => [`record ${ownership}: references a record that does not exist in its mandataire`],
  ],
  [
    ({ account }) => set("bank_accounts", "owner_id = null", account),
    ({ account }) => [`bank account ${account}: belongs to no person, or to several`],
  ],
  [
    ({ unit, otherEntrance }) => set("units", `entrance_id = '${otherEntrance}'`, unit),
    ({ unit }) => [`unit ${unit}: has an entrance of another property`],
  ],
  [
    ({ unit, otherKey }) => [`update unit_allocations set share_key_id = '${otherKey}' where unit_id = '${unit}'`],
    ({ unit }) => [`unit ${unit}: has shares of a key of another property`],
  ],
  [
    ({ mandate, other }) => set("mandates", `property_id = '${other}'`, mandate),
    ({ mandate }) => [`mandate ${mandate}: names another property than the first of its properties`],
  ],
  [
    ({ owner }) => [`delete from ledger_auxiliaries where entity_id = '${owner}'`],
    ({ owner }) => [`owner ${owner}: has a code without an account in the book`],
  ],
  [
    ({ tenant, owner }) => [`update ledger_auxiliaries set entity_id = '${owner}' where entity_id = '${tenant}'`],
    ({ tenant }) => [`tenant ${tenant}: has a code without an account in the book`],
  ],
  [
    ({ mandataire, owner }) => [
      `insert into retired_codes (mandataire_id, code) select mandataire_id, accounting_code from owners
        where mandataire_id = '${mandataire}' and id = '${owner}'`,
    ],
    ({ owner }) => [`person ${owner}: has a code that another person has or had`],
  ],
  [
    ({ draft }) => set("mandates", "start_date = '2026-01-01'", draft),
    ({ draft }) => [`mandate ${draft}: has begun and has no number in the register`],
  ],
  [
    ({ draft }) => set("mandates", "number = 900", draft),
    ({ draft }) => [
      `mandate ${draft}: has a number in the register and has not begun`,
      `mandate ${draft}: leaves a gap in the register's numbers, or is beyond their counter`,
    ],
  ],
  [
    ({ mandataire, unit }) => [
      `insert into tombstones (mandataire_id, collection, id, at) select mandataire_id, 'units', id, created_at
        from units where mandataire_id = '${mandataire}' and id = '${unit}'`,
    ],
    ({ unit }) => [`tombstone ${unit}: is a tombstone of an existing record`],
  ],
  [(of) => lease(of, []), ({ draft }) => [`lease ${draft}: is in force without a term`]],
  [
    (of) =>
      lease(of, [
        [of.draft, "2026-01-01", "2026-06-30"],
        [of.mandate, "2026-06-30", null],
      ]),
    ({ draft }) => [`lease term ${draft}: is in force after the next term of its lease begins`],
  ],
  [
    (of) => lease(of, [[of.draft, "2026-01-01", "2025-12-31"]]),
    ({ draft }) => [`lease term ${draft}: ends before it begins`],
  ],
  [
    (of) => [
      ...lease(of, [[of.draft, "2026-01-01", null]]),
      `insert into lease_units (mandataire_id, id, lease_id, unit_id)
        select mandataire_id, '${of.mandate}', id, '${of.unit}' from leases where id <> '${of.draft}' limit 1`,
      `insert into lease_unit_terms (mandataire_id, id, term_id, lease_unit_id, position, annual_amount_cents, rent_period,
        vat_applicable) select mandataire_id, '${of.draft}', '${of.draft}', '${of.mandate}', 0, 1200, 'month', has_elevator
        from properties where mandataire_id = '${of.mandataire}' limit 1`,
    ],
    ({ draft }) => [`lease term ${draft}: has conditions of a unit of another lease`],
  ],
  [
    (of) => [
      ...lease(of, [[of.draft, "2026-01-01", null]]),
      `insert into lease_parties (mandataire_id, id, lease_id, party_type, contributes_to_rent, declared, created_at,
        updated_at) select mandataire_id, '${of.draft}', '${of.draft}', 'tenant', has_elevator, has_elevator, created_at,
        updated_at from properties where mandataire_id = '${of.mandataire}' limit 1`,
    ],
    ({ draft }) => [`lease party ${draft}: references no person, or several`],
  ],
  [
    ({ mandataire, draft }) => [
      `insert into lease_revisions (mandataire_id, id, lease_id, revision_date, created_at)
        select mandataire_id, '${draft}', '${NOTHING}', '2026-01-01', created_at
        from properties where mandataire_id = '${mandataire}' limit 1`,
    ],
    ({ draft }) => [`record ${draft}: references a record that does not exist in its mandataire`],
  ],
  [
    ({ draft, unit, ...of }) => [
      `insert into code_counters (mandataire_id, kind, last) values ('${of.mandataire}', 'IN-2030', 1)`,
      ...incident({ ...of, draft }, "2030", 1),
      ...set("incidents", `unit_id = '${unit}'`, draft),
    ],
    ({ draft }) => [`incident ${draft}: has no scope, or several`],
  ],
  [
    (of) => incident(of, "2031", 1),
    ({ draft }) => [`incident ${draft}: leaves a gap in its year's numbers, or is beyond their counter`],
  ],
];

/** An incident of the estate's property. */
function incident(
  { mandataire, draft, property }: Pick<Estate, "mandataire" | "draft" | "property">,
  year: string,
  number: number,
): readonly string[] {
  return [
    `insert into incidents (mandataire_id, id, reference, reference_fold, year, number, title, title_fold, status,
      priority, property_id, created_at, updated_at) select mandataire_id, '${draft}', 'IN', 'in', '${year}', ${number},
      'T', 't', 'reported', 'normal', id, created_at, updated_at
      from properties where mandataire_id = '${mandataire}' and id = '${property}'`,
  ];
}
