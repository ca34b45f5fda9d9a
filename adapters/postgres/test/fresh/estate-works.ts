import type { Day, HasId } from "@cartulary/kernel";
import { ESTATE_VIOLATIONS, type EstateViolation } from "@cartulary/rental";
import {
  type ElementStore,
  type LeaseId,
  leaseListing,
  leasePartyListing,
  leaseTermListing,
  mandateListing,
  type OwnEstateStores,
  ownerListing,
  ownershipListing,
  propertyListing,
  type RentalContactStore,
  rentalContactListing,
  tenantListing,
  unitListing,
} from "@cartulary/rental/property";
import { idOf, ROWS, someOf } from "./fixtures.ts";
import { BY_KEY, listed, NOW, newId, required, type Stores, type Way, type Work, type Works } from "./works.ts";

const TODAY = "2026-06-01" as Day;
const property = idOf<"Property">("properties", 7);
const unit = idOf<"Unit">("units", 7);
const entrance = idOf<"Entrance">("entrances", 7);
const shareKey = idOf<"ShareKey">("share_keys", 7);

const owner = idOf<"OwnerActor">("owners", 7);
const tenant = idOf<"TenantActor">("tenants", 7);
const lease = idOf<"Lease">("leases", 7);
const leaseTerm = idOf<"LeaseTerm">("lease_terms", 7);
const leaseParty = idOf<"LeaseParty">("lease_parties", 7);
const member = idOf<"HouseholdMember">("household_members", 7);
const mandate = idOf<"Mandate">("mandates", 7);
const ownership = idOf<"Ownership">("ownerships", 7);

/** The works of either list of contacts. */
function contactWorks(storeOf: (stores: Stores) => RentalContactStore) {
  const contact = idOf<"RentalContact">("rental_contacts", 7);
  return {
    find: [BY_KEY, (stores) => storeOf(stores).find(contact)],
    lock: [BY_KEY, (stores) => storeOf(stores).lock(contact)],
    list: [
      7 * ROWS.rental_contacts,
      listed(rentalContactListing, (stores, query) => storeOf(stores).list(query, TODAY)),
    ],
    detail: [BY_KEY, (stores) => storeOf(stores).detail(contact, TODAY)],
    insert: [BY_KEY, async (stores) => storeOf(stores).insert({ ...A_CONTACT, id: newId() })],
    update: [BY_KEY, (stores) => storeOf(stores).update({ ...A_CONTACT, id: contact })],
    remove: [BY_KEY, (stores) => storeOf(stores).remove(newId())],
    hasDependents: [BY_KEY, (stores) => storeOf(stores).hasDependents(contact)],
    any: [BY_KEY, (stores) => storeOf(stores).any()],
  } satisfies Record<keyof RentalContactStore, Work>;
}

/** The works of one array of a lease. */
function leaseArrayWorks<Element extends HasId>(storeOf: (stores: Stores) => ElementStore<LeaseId, Element>) {
  return {
    of: [BY_KEY, (stores) => storeOf(stores).of(lease)],
    replace: [BY_KEY, async (stores) => storeOf(stores).replace(lease, await storeOf(stores).of(lease))],
  } satisfies Record<keyof ElementStore<LeaseId, Element>, Work>;
}

const A_CONTACT = {
  mandataireId: idOf<"Mandataire">("mandataires", 0),
  contactProfileId: newId<"ContactProfile">(),
  collection: "contacts",
  firstName: null,
  lastName: null,
  displayName: "New",
  email: null,
  phone: null,
  contactType: null,
  companyName: null,
  siret: null,
  activity: null,
  address: null,
  accountingCode: null,
  createdAt: NOW,
  updatedAt: NOW,
} as const;

/** The computed fields of the rows of one page. */
const PAGE = 3000;
/** Rows of a lease's first unit and tenant, read when all leases of a mandataire are sorted or searched by them. */
const UNIT_AND_TENANT = 40;

/** The works of one mandataire's estate. */
export const estateWorks: Works<keyof OwnEstateStores | "days" | "estateInspection"> = {
  tombstones: {
    insert: [BY_KEY, ({ tombstones }) => tombstones.insert("units", someOf("units"), NOW)],
    removeBefore: [
      BY_KEY + 2 * ROWS.tombstones,
      ({ tombstones }) => tombstones.removeBefore("1999-01-01T00:00:00.000Z" as never),
    ],
    removeAll: [BY_KEY + 2 * ROWS.tombstones, ({ tombstones }) => tombstones.removeAll()],
  },
  updatePropagation: {
    bumpUpdatedAt: [
      BY_KEY,
      ({ updatePropagation }) => updatePropagation.bumpUpdatedAt("properties", property, ["units"], NOW),
      ({ updatePropagation }) => updatePropagation.bumpUpdatedAt("properties", property, ["mandates"], NOW),
      ({ updatePropagation }) => updatePropagation.bumpUpdatedAt("owners", owner, ["units", "mandates"], NOW),
      ({ updatePropagation }) => updatePropagation.bumpUpdatedAt("units", unit, ["properties", "leases"], NOW),
      ({ updatePropagation }) => updatePropagation.bumpUpdatedAt("leases", lease, ["units", "properties"], NOW),
      ({ updatePropagation }) =>
        updatePropagation.bumpUpdatedAt("leases", lease, ["rent_calls", "security_deposits"], NOW),
      ({ updatePropagation }) => updatePropagation.bumpUpdatedAt("tenants", tenant, ["leases"], NOW),
      ({ updatePropagation }) => updatePropagation.bumpUpdatedAt("ownerships", ownership, ["units"], NOW),
      ({ updatePropagation }) => updatePropagation.bumpUpdatedAt("lease_terms", leaseTerm, ["leases", "units"], NOW),
      ({ updatePropagation }) =>
        updatePropagation.bumpUpdatedAt("lease_terms", leaseTerm, ["rent_calls", "security_deposits"], NOW),
    ],
    touchAll: [
      BY_KEY,
      ({ updatePropagation }) => updatePropagation.touchAll("units", [unit], ["properties", "leases"], NOW),
      ({ updatePropagation }) => updatePropagation.touchAll("ownerships", [ownership], ["units"], NOW),
      ({ updatePropagation }) => updatePropagation.touchAll("leases", [lease], ["units", "properties"], NOW),
    ],
  },
  properties: {
    find: [BY_KEY, ({ properties }) => properties.find(property)],
    lock: [BY_KEY, ({ properties }) => properties.lock(property)],
    list: [PAGE + ROWS.properties, listed(propertyListing, ({ properties }, query) => properties.list(query, TODAY))],
    detail: [PAGE, ({ properties }) => properties.detail(property, TODAY)],
    insert: [
      BY_KEY,
      async ({ properties }) => properties.insert({ ...required(await properties.find(property)), id: newId() }),
    ],
    update: [BY_KEY, async ({ properties }) => properties.update(required(await properties.find(property)))],
    remove: [BY_KEY, ({ properties }) => properties.remove(newId())],
    hasDependents: [BY_KEY, ({ properties }) => properties.hasDependents(property)],
    lockAmong: [3 * BY_KEY, ({ properties }) => properties.lockAmong(someOf("properties"))],
    any: [BY_KEY, ({ properties }) => properties.any()],
  },
  entrances: {
    of: [BY_KEY, ({ entrances }) => entrances.of(property)],
    replace: [BY_KEY, async ({ entrances }) => entrances.replace(property, await entrances.of(property))],
    anyUsed: [BY_KEY, ({ entrances }) => entrances.anyUsed(property, [entrance])],
  },
  shareKeys: {
    of: [BY_KEY, ({ shareKeys }) => shareKeys.of(property)],
    replace: [BY_KEY, async ({ shareKeys }) => shareKeys.replace(property, await shareKeys.of(property))],
    anyUsed: [BY_KEY, ({ shareKeys }) => shareKeys.anyUsed(property, [shareKey])],
  },
  units: {
    find: [BY_KEY, ({ units }) => units.find(unit)],
    lock: [BY_KEY, ({ units }) => units.lock(unit)],
    list: [PAGE + 7 * ROWS.units, listed(unitListing, ({ units }, query) => units.list(query, TODAY))],
    detail: [BY_KEY, ({ units }) => units.detail(unit, TODAY)],
    insert: [BY_KEY, async ({ units }) => units.insert({ ...required(await units.find(unit)), id: newId() })],
    update: [BY_KEY, async ({ units }) => units.update(required(await units.find(unit)))],
    remove: [BY_KEY, ({ units }) => units.remove(newId())],
    hasDependents: [BY_KEY, ({ units }) => units.hasDependents(unit)],
    lockAmong: [BY_KEY, ({ units }) => units.lockAmong(someOf("units"))],
  },
  leases: {
    find: [BY_KEY, ({ leases }) => leases.find(lease)],
    lock: [BY_KEY, ({ leases }) => leases.lock(lease)],
    list: [
      PAGE + UNIT_AND_TENANT * ROWS.leases,
      listed(leaseListing, ({ leases }, query) => leases.list(query, TODAY)),
    ],
    // Everything that hangs on it.
    detail: [2 * BY_KEY, ({ leases }) => leases.detail(lease, TODAY)],
    insert: [BY_KEY, async ({ leases }) => leases.insert({ ...required(await leases.find(lease)), id: newId() })],
    update: [BY_KEY, async ({ leases }) => leases.update(required(await leases.find(lease)))],
    remove: [BY_KEY, ({ leases }) => leases.remove(newId())],
    hasDependents: [BY_KEY, ({ leases }) => leases.hasDependents(lease)],
    lockDue: [7 * ROWS.leases, ({ leases }) => leases.lockDue(TODAY, 10)],
  },
  leaseUnits: {
    of: [BY_KEY, ({ leaseUnits }) => leaseUnits.of(lease)],
    save: [BY_KEY, async ({ leaseUnits }) => leaseUnits.save(await leaseUnits.of(lease))],
    removeOf: [BY_KEY, ({ leaseUnits }) => leaseUnits.removeOf(newId())],
  },
  gliPolicies: leaseArrayWorks(({ gliPolicies }) => gliPolicies),
  breakDates: leaseArrayWorks(({ breakDates }) => breakDates),
  franchisePeriods: leaseArrayWorks(({ franchisePeriods }) => franchisePeriods),
  cappingRules: leaseArrayWorks(({ cappingRules }) => cappingRules),
  supportMeasures: leaseArrayWorks(({ supportMeasures }) => supportMeasures),
  owners: {
    find: [BY_KEY, ({ owners }) => owners.find(owner)],
    lock: [BY_KEY, ({ owners }) => owners.lock(owner)],
    list: [7 * ROWS.owners, listed(ownerListing, ({ owners }, query) => owners.list(query, TODAY))],
    detail: [BY_KEY, ({ owners }) => owners.detail(owner, TODAY)],
    insert: [BY_KEY, async ({ owners }) => owners.insert({ ...required(await owners.find(owner)), id: newId() })],
    update: [BY_KEY, async ({ owners }) => owners.update(required(await owners.find(owner)))],
    remove: [BY_KEY, ({ owners }) => owners.remove(newId())],
    hasDependents: [BY_KEY, ({ owners }) => owners.hasDependents(owner)],
    lockProfile: [BY_KEY, async ({ owners }) => owners.lockProfile(required(await owners.find(owner)).profileId)],
    any: [BY_KEY, ({ owners }) => owners.any()],
  },
  ownerBankAccounts: {
    of: [BY_KEY, ({ ownerBankAccounts }) => ownerBankAccounts.of(owner)],
    replace: [
      BY_KEY,
      async ({ ownerBankAccounts }) => ownerBankAccounts.replace(owner, await ownerBankAccounts.of(owner)),
    ],
  },
  tenants: {
    find: [BY_KEY, ({ tenants }) => tenants.find(tenant)],
    lock: [BY_KEY, ({ tenants }) => tenants.lock(tenant)],
    list: [7 * ROWS.tenants, listed(tenantListing, ({ tenants }, query) => tenants.list(query, TODAY))],
    detail: [BY_KEY, ({ tenants }) => tenants.detail(tenant, TODAY)],
    insert: [BY_KEY, async ({ tenants }) => tenants.insert({ ...required(await tenants.find(tenant)), id: newId() })],
    update: [BY_KEY, async ({ tenants }) => tenants.update(required(await tenants.find(tenant)))],
    remove: [BY_KEY, ({ tenants }) => tenants.remove(newId())],
    lockProfile: [BY_KEY, async ({ tenants }) => tenants.lockProfile(required(await tenants.find(tenant)).profileId)],
    hasDependents: [BY_KEY, ({ tenants }) => tenants.hasDependents(tenant)],
    any: [BY_KEY, ({ tenants }) => tenants.any()],
  },
  providerBankAccounts: {
    of: [BY_KEY, ({ providerBankAccounts }) => providerBankAccounts.of(idOf("rental_contacts", 7))],
    replace: [
      BY_KEY,
      async ({ providerBankAccounts }) =>
        providerBankAccounts.replace(
          idOf("rental_contacts", 7),
          await providerBankAccounts.of(idOf("rental_contacts", 7)),
        ),
    ],
  },
  tenantBankAccounts: {
    of: [BY_KEY, ({ tenantBankAccounts }) => tenantBankAccounts.of(tenant)],
    replace: [BY_KEY, ({ tenantBankAccounts }) => tenantBankAccounts.replace(tenant, [])],
  },
  rentalContacts: contactWorks(({ rentalContacts }) => rentalContacts),
  serviceProviders: contactWorks(({ serviceProviders }) => serviceProviders),
  ownerships: {
    find: [BY_KEY, ({ ownerships }) => ownerships.find(ownership)],
    lock: [BY_KEY, ({ ownerships }) => ownerships.lock(ownership)],
    list: [7 * ROWS.ownerships, listed(ownershipListing, ({ ownerships }, query) => ownerships.list(query, TODAY))],
    detail: [BY_KEY, ({ ownerships }) => ownerships.detail(ownership, TODAY)],
    insert: [
      BY_KEY,
      async ({ ownerships }) => ownerships.insert({ ...required(await ownerships.find(ownership)), id: newId() }),
    ],
    update: [BY_KEY, async ({ ownerships }) => ownerships.update(required(await ownerships.find(ownership)))],
    remove: [BY_KEY, ({ ownerships }) => ownerships.remove(newId())],
  },
  mandates: {
    find: [BY_KEY, ({ mandates }) => mandates.find(mandate)],
    lock: [BY_KEY, ({ mandates }) => mandates.lock(mandate)],
    list: [PAGE + 7 * ROWS.mandates, listed(mandateListing, ({ mandates }, query) => mandates.list(query, TODAY))],
    detail: [BY_KEY, ({ mandates }) => mandates.detail(mandate, TODAY)],
    insert: [
      BY_KEY,
      async ({ mandates }) => mandates.insert({ ...required(await mandates.find(mandate)), id: newId(), number: null }),
    ],
    update: [BY_KEY, async ({ mandates }) => mandates.update(required(await mandates.find(mandate)))],
    remove: [BY_KEY, ({ mandates }) => mandates.remove(newId())],
    lockDue: [3 * ROWS.mandates, ({ mandates }) => mandates.lockDue(TODAY, 20)],
  },
  days: {
    last: [BY_KEY, ({ days }) => days.last()],
    // Once at a start: the states of mandates and leases, and the revisions of those that are revised automatically.
    hasDue: [5 * ROWS.leases, ({ days }) => days.hasDue({ today: TODAY, revisedSince: "2025-06-01" as Day })],
    lock: [BY_KEY, ({ days }) => days.lock(TODAY)],
    set: [BY_KEY, ({ days }) => days.set(TODAY)],
    // Once a day everything that may begin or end is looked at, and what shows it.
    applyDateTriggers: [
      3 * (ROWS.ownerships + ROWS.units),
      ({ days }) => days.applyDateTriggers("ownerships", { since: "2026-05-30" as Day, today: TODAY }, NOW),
      ({ days }) => days.applyDateTriggers("security_deposits", { since: "2026-05-30" as Day, today: TODAY }, NOW),
    ],
    removeAll: [BY_KEY, ({ days }) => days.removeAll()],
  },
  // Everything is looked at, once in a while.
  estateInspection: {
    find: [
      100_000,
      ...(Object.keys(ESTATE_VIOLATIONS) as EstateViolation[]).map(
        (fault): Way =>
          ({ estateInspection }) =>
            estateInspection.find(fault, 1000),
      ),
    ],
  },
  mandateProperties: {
    replace: [BY_KEY, ({ mandateProperties }) => mandateProperties.replace(mandate, [property])],
  },
  mandateServices: {
    of: [BY_KEY, ({ mandateServices }) => mandateServices.of(mandate)],
    replace: [
      BY_KEY,
      async ({ mandateServices }) => mandateServices.replace(mandate, await mandateServices.of(mandate)),
    ],
    anyUsed: [BY_KEY, ({ mandateServices }) => mandateServices.anyUsed(mandate, [])],
  },
  codes: {
    lock: [BY_KEY, ({ codes }) => codes.lock("PRO")],
    set: [BY_KEY, ({ codes }) => codes.set("PRO", 7)],
    findRetired: [BY_KEY, ({ codes }) => codes.findRetired(["PRO0007", "PRO0008"])],
    retire: [BY_KEY, ({ codes }) => codes.retire("PRO 7")],
    removeAll: [BY_KEY + 2 * ROWS.retired_codes, ({ codes }) => codes.removeAll()],
  },
  leaseTerms: {
    find: [BY_KEY, ({ leaseTerms }) => leaseTerms.find(leaseTerm)],
    lock: [BY_KEY, ({ leaseTerms }) => leaseTerms.lock(leaseTerm)],
    list: [
      PAGE + 7 * ROWS.lease_terms,
      listed(leaseTermListing, ({ leaseTerms }, query) => leaseTerms.list(query, TODAY)),
    ],
    detail: [BY_KEY, ({ leaseTerms }) => leaseTerms.detail(leaseTerm, TODAY)],
    insert: [
      BY_KEY,
      async ({ leaseTerms }) => leaseTerms.insert({ ...required(await leaseTerms.find(leaseTerm)), id: newId() }),
    ],
    update: [BY_KEY, async ({ leaseTerms }) => leaseTerms.update(required(await leaseTerms.find(leaseTerm)))],
    remove: [BY_KEY, ({ leaseTerms }) => leaseTerms.remove(newId())],
    of: [BY_KEY, ({ leaseTerms }) => leaseTerms.of(lease)],
    save: [BY_KEY, async ({ leaseTerms }) => leaseTerms.save([required(await leaseTerms.find(leaseTerm))])],
    replaceUnits: [BY_KEY, ({ leaseTerms }) => leaseTerms.replaceUnits(leaseTerm, [])],
    removeOf: [BY_KEY, ({ leaseTerms }) => leaseTerms.removeOf(newId())],
  },
  leaseParties: {
    find: [BY_KEY, ({ leaseParties }) => leaseParties.find(leaseParty)],
    lock: [BY_KEY, ({ leaseParties }) => leaseParties.lock(leaseParty)],
    list: [
      PAGE + 9 * ROWS.lease_parties,
      listed(leasePartyListing, ({ leaseParties }, query) => leaseParties.list(query, TODAY)),
    ],
    detail: [BY_KEY, ({ leaseParties }) => leaseParties.detail(leaseParty, TODAY)],
    insert: [
      BY_KEY,
      async ({ leaseParties }) =>
        leaseParties.insert({ ...required(await leaseParties.find(leaseParty)), id: newId() }),
    ],
    update: [BY_KEY, async ({ leaseParties }) => leaseParties.update(required(await leaseParties.find(leaseParty)))],
    remove: [BY_KEY, ({ leaseParties }) => leaseParties.remove(newId())],
    of: [BY_KEY, ({ leaseParties }) => leaseParties.of(lease)],
    removeOf: [BY_KEY, ({ leaseParties }) => leaseParties.removeOf(newId())],
  },
  leaseRevisions: {
    of: [BY_KEY, ({ leaseRevisions }) => leaseRevisions.of(lease)],
    // Reads the leases that are revised automatically, and the revisions of their units.
    awaitingRevision: [
      5 * ROWS.leases,
      ({ leaseRevisions }) => leaseRevisions.awaitingRevision("2025-06-01" as Day, null, 20),
    ],
    unitsOf: [BY_KEY, ({ leaseRevisions }) => leaseRevisions.unitsOf(lease)],
    insert: [
      BY_KEY,
      async ({ leaseRevisions }) => {
        const { lines, ...revision } = required((await leaseRevisions.of(lease))[0]);
        const another = lines.slice(0, 1).map((line) => ({ ...line, id: newId<"LeaseRevisionLine">() }));
        await leaseRevisions.insert({ ...revision, id: newId(), revisionDate: TODAY, lines: another });
      },
    ],
    removeOf: [BY_KEY, ({ leaseRevisions }) => leaseRevisions.removeOf(newId())],
  },
  householdMembers: {
    lock: [BY_KEY, ({ householdMembers }) => householdMembers.lock(member)],
    insert: [
      BY_KEY,
      async ({ householdMembers }) =>
        householdMembers.insert({ ...required(await householdMembers.lock(member)), id: newId() }),
    ],
    update: [
      BY_KEY,
      async ({ householdMembers }) => householdMembers.update(required(await householdMembers.lock(member))),
    ],
    removeUnused: [BY_KEY, ({ householdMembers }) => householdMembers.removeUnused(member)],
  },
  allocations: {
    replace: [BY_KEY, ({ allocations }) => allocations.replace(unit, [{ shareKeyId: shareKey, shares: 1 }])],
  },
};
