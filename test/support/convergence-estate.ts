import { expect } from "vitest";

/** The body of any reply: only ids are read. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Body = any;

/** Sends requests to two hosts, and holds the ids of the records made so far. */
export interface EstateGround {
  /** Of one of the hosts. */
  ask(
    host: 0 | 1,
    method: string,
    path: string,
    json?: object,
  ): Promise<{ readonly status: number; readonly body: Body }>;
  /** Ids of created records, by collection; some may be removed by now. */
  readonly known: Record<string, string[]>;
  /** Called after each act that succeeded. */
  done(act: string): void;
}

/** How one thing is written. */
interface Writing {
  /** Which of what there is. */
  readonly pick: number;
  readonly host: 0 | 1;
  readonly ms: number;
}

type Write = (ground: EstateGround, writing: Writing) => Promise<unknown>;

/** An unknown id, for records that are not made yet. */
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

const one = ({ known }: EstateGround, collection: string, pick: number): string =>
  known[collection]?.[pick % known[collection].length] ?? UNKNOWN_ID;

/** Creates a record. A reference to a removed or future record is refused. */
async function make(ground: EstateGround, { host }: Writing, path: string, json: object): Promise<void> {
  const { status, body } = await ground.ask(host, "POST", `/${path}`, json);
  expect([201, 422]).toContain(status);
  if (status !== 201) return;
  ground.done(`made ${path}`);
  ground.known[path] = [...(ground.known[path] ?? []), body.id];
  if (path === "owners") ground.known.profiles = [...(ground.known.profiles ?? []), body.profileId];
}

/** Days that terms and leases begin on: long ago, lately, and ahead, where the weeks of a history come by. */
const STARTS = ["2025-02-10", "2025-02-20", "2026-02-15", "2026-03-05", "2026-03-20"];
const startOf = (pick: number) => STARTS[pick % STARTS.length];

/** The index of a lease of February 2025 a year later, as INSEE published it. */
export const INDEX_VALUES = [
  { index_code: "IRL", period: "2024-Q3", value: 144.51, published_on: "2024-10-15" },
  { index_code: "IRL", period: "2025-Q3", value: 145.77, published_on: "2025-10-15" },
];

/** A change of a record of each collection that changes its list record. */
const CHANGES: Readonly<Record<string, (pick: number) => object>> = {
  properties: (pick) => ({ name: `N${pick}` }),
  units: (pick) => ({ identifier: `N${pick}` }),
  owners: (pick) => ({ last_name: `N${pick}` }),
  tenants: (pick) => ({ last_name: `N${pick}` }),
  contacts: (pick) => ({ contact: { last_name: `N${pick}` } }),
  leases: (pick) => ({ lease: { reference: `N${pick}` } }),
  lease_terms: (pick) => ({ lease_term: { revision_month: 1 + (pick % 12) } }),
  lease_parties: (pick) => ({ lease_party: { rent_contribution_cents: pick } }),
  mandates: (pick) => ({ reference: `N${pick}` }),
};

/** Collections whose records can be removed without others occur more often: other records mostly have dependents. */
const REMOVED = [...Object.keys(CHANGES), "ownerships", "lease_terms", "lease_parties", "leases"];

/** The writes on an estate, by name. */
export const ESTATE_WRITES = {
  property: (ground, each) => make(ground, each, "properties", { name: `P${each.pick}`, address: "1 rue" }),
  unit: (ground, each) =>
    make(ground, each, "units", { property_id: one(ground, "properties", each.pick), identifier: "U" }),
  owner: (ground, each) => make(ground, each, "owners", { first_name: "Anne", last_name: `O${each.pick}` }),
  tenant: (ground, each) => make(ground, each, "tenants", { last_name: `T${each.pick}` }),
  contact: (ground, each) => make(ground, each, "contacts", { contact: { last_name: `C${each.pick}` } }),
  ownership: (ground, each) =>
    make(ground, each, "ownerships", {
      ownership: {
        ...{ owner_id: one(ground, "owners", each.pick), unit_id: one(ground, "units", each.pick) },
        ...{ share_numerator: 1, share_denominator: 2 },
      },
    }),
  mandate: (ground, each) =>
    make(ground, each, "mandates", {
      ...{ owner_profile_id: one(ground, "profiles", each.pick), reference: `M${each.pick}` },
      ...{ start_date: startOf(each.ms), end_date: each.pick % 2 === 0 ? "2026-03-25" : null, renewal_mode: "tacit" },
    }),
  lease: (ground, each) =>
    make(ground, each, "leases", {
      lease: {
        ...{ reference: `B${each.pick}`, lease_type: "residential_unfurnished", start_date: startOf(each.ms) },
        ...{ status: "active", signature_date: "2025-02-01", end_date: each.pick % 3 === 0 ? "2026-04-01" : null },
      },
      units: [{ id: one(ground, "units", each.pick), base_rent_cents: 60_000, index_type: "IRL" }],
      lease_units: [{ id: one(ground, "units", each.pick), index_base_date: "2024-08-01" }],
      tenant_id: one(ground, "tenants", each.ms),
    }),
  term: (ground, each) =>
    make(ground, each, "lease_terms", {
      lease_term: { lease_id: one(ground, "leases", each.pick), effective_from: startOf(each.ms) },
    }),
  party: (ground, each) =>
    make(ground, each, "lease_parties", {
      lease_party: {
        ...{ lease_id: one(ground, "leases", each.pick), party_type: "guarantor" },
        ...(each.ms % 2 === 0
          ? { partyable_type: "Contact", partyable_id: one(ground, "contacts", each.ms) }
          : { household_member: { first_name: "Léa" } }),
      },
    }),
  revision: async (ground, { host, pick }) => {
    const { status } = await ground.ask(host, "POST", `/leases/${one(ground, "leases", pick)}/revisions`, {});
    expect([201, 404, 422]).toContain(status);
    if (status === 201) ground.done("revised");
  },
  notice: async (ground, { host, pick, ms }) => {
    const [path, body] = ms % 2 === 0 ? ["give_notice", { notice_date: "2026-03-01" }] : ["withdraw_notice", undefined];
    const { status } = await ground.ask(host, "POST", `/leases/${one(ground, "leases", pick)}/${path}`, body);
    expect([200, 404, 422]).toContain(status);
  },
  change: async (ground, { host, pick, ms }) => {
    const known = Object.keys(CHANGES).filter((each) => ground.known[each]);
    const path = known[ms % known.length];
    if (path) await ground.ask(host, "PATCH", `/${path}/${one(ground, path, pick)}`, CHANGES[path]?.(pick));
  },
  removal: async (ground, { host, pick, ms }) => {
    const known = REMOVED.filter((each) => ground.known[each]);
    const path = known[ms % known.length];
    if (!path) return;
    const { status } = await ground.ask(host, "DELETE", `/${path}/${one(ground, path, pick)}`);
    expect([204, 404, 422]).toContain(status);
    if (status === 204) ground.done(`removed ${path}`);
  },
} as const satisfies Readonly<Record<string, Write>>;
