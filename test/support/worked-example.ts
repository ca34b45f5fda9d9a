import type { House } from "./application-fixture.ts";
import { actingOn, bookMakersFor } from "./books.ts";
import { expectStatus } from "./refusals.ts";
import type { Reply } from "./send-request.ts";

/** Any record; the table of the specification checks its fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const RENTAL = "/rental/api/v1";

/** A mandataire with an administrator who sends the requests. */
export interface Agent {
  readonly id: string;
  ask(method: string, path: string, json?: object, query?: Record<string, string>): Promise<Reply<Body>>;
  made(path: string, json: object): Promise<Body>;
  found(path: string, query?: Record<string, string>): Promise<Body>;
  done(path: string, json?: object): Promise<Body>;
}

/** A mandataire of its own in a house. */
export async function agentOf(house: House, input: Readonly<Record<string, unknown>> = {}): Promise<Agent> {
  const { id } = await bookMakersFor(house).mandataire(input);
  return agentAt(house, id);
}

/** An existing mandataire at a house: one of several that share a database, or the only one. */
export function agentAt(house: House, id: string): Agent {
  const ask = (method: string, path: string, json?: object, query?: Record<string, string>) =>
    house.admin.ask<Body>(method, RENTAL + path, actingOn(id, { ...(json && { json }), ...(query && { query }) }));
  return {
    id,
    ask,
    made: async (path, json) => expectStatus(await ask("POST", path, json), 201),
    found: async (path, query = {}) => expectStatus(await ask("GET", path, undefined, query), 200),
    done: async (path, json) => expectStatus(await ask("POST", path, json), 200),
  };
}

/** The estate of rental.md 3.6: a shop from 12 March, of two owners, each with a mandate at 7 percent. */
export async function workedEstate({ made }: Agent) {
  const property = await made("/properties", { name: "Passage du Commerce", address: "1 rue du Port" });
  const unit = await made("/units", { property_id: property.id, identifier: "Local A" });
  const tenant = await made("/tenants", { trade_name: "SARL Café Élan", tenant_type: "company" });
  const [owners, mandates]: [Body[], Body[]] = [[], []];
  for (const [first_name, share_numerator] of [
    ["Alice", 1],
    ["Bruno", 2],
  ] as const) {
    const owner = await made("/owners", { first_name });
    const ownership = { owner_id: owner.id, unit_id: unit.id, share_numerator, share_denominator: 3 };
    await made("/ownerships", { ownership });
    const terms = { reference: `M-${first_name}`, start_date: "2026-01-01", management_fee_rate: 7 };
    const mandate = await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    owners.push(owner);
    mandates.push(mandate);
  }
  const lease = await made("/leases", {
    lease: {
      reference: "B-1",
      lease_type: "commercial",
      start_date: "2026-03-12",
      status: "active",
      signature_date: "2026-03-01",
    },
    term: {},
    units: [
      { id: unit.id, base_rent_cents: 125_000, charge_provision_cents: 15_000, vat_applicable: true, vat_rate: 20 },
    ],
    tenant_id: tenant.id,
  });
  return { property, unit, tenant, owners, mandates, lease };
}

/** A run of March that was computed and found right. */
export async function validatedRun(house: House, agent: Agent, more: object = {}): Promise<Body> {
  const { id } = await agent.made("/billing_runs", { period_start: "2026-03-01", ...more });
  await house.work();
  return agent.done(`/billing_runs/${id}/validate?force`);
}
