import { expect } from "vitest";
import type { Twins } from "./compare.ts";
import type { PaperList } from "./paper.ts";
import type { Body } from "./run-operation.ts";

/** A marker in every text of the other mandataire, so that none of it can hide in an answer. */
const MARK = "ZZ-THEIRS";

/** Another mandataire on the same databases, with one of everything. */
export interface Neighbour {
  /** Ids of the other mandataire, by list. */
  readonly ids: Readonly<Record<PaperList, string>>;
  /** Nothing of it was changed meanwhile: not even when it changed last. */
  expectUntouched(): Promise<void>;
}

export async function moveIn(twins: Twins): Promise<Neighbour> {
  const of = await twins.mandataire();
  const made = async (list: PaperList, json: object): Promise<Body> => {
    const { status, body } = await twins.ask(of, "POST", `/${list}`, json);
    expect(status).toBe(201);
    return body;
  };
  const { id: properties } = await made("properties", { name: MARK, address: MARK });
  const { id: units } = await made("units", { property_id: properties, identifier: MARK });
  const { id: owners, profileId } = await made("owners", { first_name: MARK });
  const { id: tenants } = await made("tenants", { last_name: MARK });
  const lease = await made("leases", {
    lease: {
      ...{ reference: MARK, lease_type: "other", start_date: "2020-01-01" },
      ...{ status: "active", signature_date: "2020-01-01" },
    },
    units: [{ id: units, base_rent_cents: 1 }],
    tenant_id: tenants,
  });
  const shares = { owner_id: owners, unit_id: units, share_numerator: 1, share_denominator: 1 };
  const mandate = { owner_profile_id: profileId, property_id: properties, reference: MARK, start_date: "2020-01-01" };
  const ids = {
    ...{ properties, units, owners, tenants, leases: lease.id },
    ...{ lease_terms: lease.terms[0].id, lease_parties: lease.parties[0].id },
    contacts: (await made("contacts", { contact: { last_name: MARK } })).id,
    service_providers: (await made("service_providers", { contact: { last_name: MARK } })).id,
    ownerships: (await made("ownerships", { ownership: shares })).id,
    mandates: (await made("mandates", mandate)).id,
  };
  const all = async () => {
    const records: Body[] = [];
    for (const [list, id] of Object.entries(ids)) {
      records.push((await twins.ask(of, "GET", `/${list}`)).body, (await twins.ask(of, "GET", `/${list}/${id}`)).body);
    }
    return records;
  };
  const before = await all();
  twins.hide([MARK, of, profileId, ...Object.values(ids)], of);
  return {
    ids,
    async expectUntouched() {
      expect(await all()).toEqual(before);
    },
  };
}
