import type { ReplayStores } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { covers } from "../../../src/agency/time/interval.ts";
import type { MoneyStores } from "../../../src/money/ports.ts";
import { AGENCY, has, type Records, type SomeStores, table } from "./records.ts";

/** The stores of the mandataire, of people and of what they own and let. */
export function estateStores(records: Records): SomeStores<MoneyStores & ReplayStores> {
  const providers = table(records, "providers");
  const property = async (id: string) => (records.properties.includes(id) ? ({ id } as never) : null);
  const leasesOf = (ids: readonly string[]) => records.leases.filter(({ lease }) => has(ids, lease.id));
  return {
    mandataires: {
      find: async () =>
        ({
          ...{ id: AGENCY, name: "Agence", accountingCode: "1", iban: null, accountingMode: "cash" },
          ...records.mandataire,
        }) as never,
    },
    codes: {
      lock: async (kind) => records.counters.get(kind) ?? 0,
      async set(kind, last) {
        records.counters = new Map([...records.counters, [kind, last]]);
      },
      findRetired: async () => [],
    },
    replays: {
      find: async ({ key }) => records.replays.find((replay) => replay.key === key) ?? null,
      async insert(replay) {
        records.replays = [...records.replays, replay];
        return true;
      },
    },
    tombstones: {
      async insert(_: unknown, ids: readonly string[]) {
        records.removed = [...records.removed, ...ids];
      },
    },
    tenants: {
      lock: async () => null,
      find: async (id) => (records.tenants.find((each) => each.id === id) ?? null) as never,
    },
    serviceProviders: { lock: providers.one, update: (provider) => providers.update([provider]) },
    properties: { lock: property, find: property },
    units: { find: async (id) => (records.units.find((unit) => unit.id === id) ?? null) as never },
    leases: { find: async (id) => leasesOf([id])[0]?.lease ?? null },
    shareKeys: {
      of: async (id) => records.keys.flatMap(({ key }) => (key.propertyId === id ? [key] : [])),
    },
    applicationSource: {
      payees: async (ids) => peopleOf(records.owners, ids),
      tenantPayees: async (ids) => peopleOf(records.tenants, ids),
      tenantCodes: async (ids) =>
        new Map(peopleOf(records.tenants, ids).map(({ id, accountingCode }) => [id, accountingCode])),
      openingBalances: async (account, ids) =>
        new Map(
          ids.flatMap((id) => {
            const amount = records.openings[account]?.[id];
            return amount === undefined ? [] : [[id, amount as Cents] as const];
          }),
        ),
      contributors: async (ids) =>
        leasesOf(ids).flatMap(({ lease, parties }) =>
          parties.map((party) => ({ ...party, leaseId: lease.id, tenantId: party.partyableId }) as never),
        ),
    },
    billingSource: {
      leases: async (ids) => leasesOf(ids),
      ownerships: async (ids) => records.ownerships.filter(({ unitId }) => has(ids, unitId)),
      mandates: async (ids) => records.mandates.filter(({ mandate }) => has(ids, mandate.ownerId)),
      lettings: async () => [],
    },
    serviceEvents: { due: async () => [] },
    letterSource: {
      tenantNames: async (ids, day) =>
        leasesOf(ids)
          .flatMap(({ parties }) => parties.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day)))
          .flatMap(({ name }) => name ?? []),
      ownerNames: async (ids, day) => {
        const letUnits = leasesOf(ids).flatMap(({ units }) => units.map(({ unitId }) => unitId));
        return records.ownerships
          .filter(({ unitId, validFrom: from, validTo: to }) => has(letUnits, unitId) && covers({ from, to }, day))
          .flatMap(({ ownerId }) => records.owners.find(({ id }) => id === ownerId)?.name ?? []);
      },
      premises: async (ids) =>
        leasesOf(ids).flatMap(({ lease, units }) =>
          units.map(({ identifier: unitIdentifier, propertyName }) => ({
            ...{ leaseType: lease.leaseType, unitIdentifier, propertyName, address: null, addressLines: [] },
          })),
        ),
    },
  };
}

/** The people with these ids. A port has no `null` among them. */
function peopleOf<Person extends { readonly id: string }>(people: readonly Person[], ids: readonly Person["id"][]) {
  if (has(ids, null)) throw new TypeError("Not an id: null");
  return people.filter(({ id }) => has(ids, id));
}
