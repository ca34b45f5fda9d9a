import type { Caller, Identified, ListQuery } from "@cartulary/kernel";
import type {
  Estate,
  EstateRecords,
  LeaseDetail,
  LeaseDoors,
  LeaseId,
  MandataireId,
  MandateRecords,
} from "@cartulary/rental";
import type {
  leaseOperations,
  leasePartyOperations,
  leaseTermOperations,
  mandateOperations,
  ownerOperations,
  ownershipOperations,
  propertyOperations,
  rentalContactOperations,
  tenantOperations,
  unitOperations,
} from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

interface Asked {
  readonly mandataireId: MandataireId;
  readonly caller: Caller;
}
interface One<Key> extends Asked {
  readonly params: { readonly id: Key };
}

/** The five handlers of a family; the table that they stand in names them. */
function family<Stored extends Identified, Field extends string, Listed, Detail, Input, NewInput>(
  of: (mandataireId: MandataireId) => EstateRecords<Stored, Field, Listed, Detail, Input, NewInput>,
) {
  return {
    list: async ({ mandataireId, caller, list }: Asked & { readonly list: ListQuery<Field> }) =>
      listed(await of(mandataireId).list(caller, list)),
    create: async ({ mandataireId, caller, body }: Asked & { readonly body: NewInput }) =>
      created(await of(mandataireId).create(caller, body)),
    get: async ({ mandataireId, caller, params }: One<Stored["id"]>) =>
      ok(await of(mandataireId).get(caller, params.id)),
    update: async ({ mandataireId, caller, params, body }: One<Stored["id"]> & { readonly body: Input }) =>
      ok(await of(mandataireId).update(caller, { ...body, ...params })),
    remove: async ({ mandataireId, caller, params }: One<Stored["id"]>) => {
      await of(mandataireId).remove(caller, params.id);
      return noContent();
    },
  };
}

/** The estate of one mandataire. */
type EstateOf = (mandataireId: MandataireId) => Estate;

/** Properties over HTTP. */
export function propertyHandlers(estate: EstateOf): Handlers<typeof propertyOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).properties);
  return {
    listProperties: list,
    createProperty: create,
    getProperty: get,
    updateProperty: update,
    deleteProperty: remove,
  };
}

/** Units over HTTP. */
export function unitHandlers(estate: EstateOf): Handlers<typeof unitOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).units);
  return { listUnits: list, createUnit: create, getUnit: get, updateUnit: update, deleteUnit: remove };
}

/** Ownerships over HTTP. */
export function ownershipHandlers(estate: EstateOf): Handlers<typeof ownershipOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).ownerships);
  return {
    listOwnerships: list,
    createOwnership: create,
    getOwnership: get,
    updateOwnership: update,
    deleteOwnership: remove,
  };
}

/** Owners over HTTP. */
export function ownerHandlers(estate: EstateOf): Handlers<typeof ownerOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).owners);
  return { listOwners: list, createOwner: create, getOwner: get, updateOwner: update, deleteOwner: remove };
}

/** Tenants over HTTP. */
export function tenantHandlers(estate: EstateOf): Handlers<typeof tenantOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).tenants);
  return { listTenants: list, createTenant: create, getTenant: get, updateTenant: update, deleteTenant: remove };
}

/** Contacts and service providers over HTTP. */
export function rentalContactHandlers(estate: EstateOf): Handlers<typeof rentalContactOperations> {
  const contacts = family((id) => estate(id).contacts);
  const providers = family((id) => estate(id).serviceProviders);
  return {
    listRentalContacts: contacts.list,
    createRentalContact: contacts.create,
    getRentalContact: contacts.get,
    updateRentalContact: contacts.update,
    deleteRentalContact: contacts.remove,
    listServiceProviders: providers.list,
    createServiceProvider: providers.create,
    getServiceProvider: providers.get,
    updateServiceProvider: providers.update,
    deleteServiceProvider: providers.remove,
  };
}

/** Mandates over HTTP. */
export function mandateHandlers(estate: EstateOf): Handlers<typeof mandateOperations> {
  const { list, create, get, update, remove } = family((id): MandateRecords => estate(id).mandates);
  return {
    listMandates: list,
    createMandate: create,
    getMandate: get,
    updateMandate: update,
    deleteMandate: remove,
    extendMandate: async ({ mandataireId, caller, params, body }) =>
      ok(await estate(mandataireId).mandates.extend(caller, { ...body, ...params })),
    terminateMandate: async ({ mandataireId, caller, params, body }) =>
      ok(await estate(mandataireId).mandates.terminate(caller, { ...body, ...params })),
  };
}

/** Leases over HTTP: what a body says of the lease itself stands in an object of its own. */
export function leaseHandlers(estate: EstateOf): Handlers<typeof leaseOperations> {
  const leases = (id: MandataireId) => estate(id).leases;
  const { list, get, remove } = family(leases);
  const through =
    (door: (doors: LeaseDoors) => (caller: Caller, id: LeaseId) => Promise<LeaseDetail>) =>
    async ({ mandataireId, caller, params }: One<LeaseId>) =>
      ok(await door(leases(mandataireId))(caller, params.id));
  return {
    listLeases: list,
    getLease: get,
    deleteLease: remove,
    createLease: async ({ mandataireId, caller, body: { lease, ...beside } }) =>
      created(await leases(mandataireId).create(caller, { ...lease, ...beside })),
    updateLease: async ({ mandataireId, caller, params, body: { lease, ...beside } }) =>
      ok(await leases(mandataireId).update(caller, { ...lease, ...beside, ...params })),
    activateLease: through(({ activate }) => activate),
    withdrawLeaseNotice: through(({ withdrawNotice }) => withdrawNotice),
    cancelLease: through(({ cancel }) => cancel),
    applyLeaseRevision: async ({ mandataireId, caller, params, body }) =>
      created(await estate(mandataireId).leaseRevisions.apply(caller, { ...body, ...params })),
    giveLeaseNotice: async ({ mandataireId, caller, params, body }) =>
      ok(await leases(mandataireId).giveNotice(caller, { ...body, ...params })),
  };
}

/** The terms of leases over HTTP. */
export function leaseTermHandlers(estate: EstateOf): Handlers<typeof leaseTermOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).leaseTerms);
  return {
    listLeaseTerms: list,
    createLeaseTerm: create,
    getLeaseTerm: get,
    updateLeaseTerm: update,
    deleteLeaseTerm: remove,
  };
}

/** The parties of leases over HTTP. */
export function leasePartyHandlers(estate: EstateOf): Handlers<typeof leasePartyOperations> {
  const { list, create, get, update, remove } = family((id) => estate(id).leaseParties);
  return {
    listLeaseParties: list,
    createLeaseParty: create,
    getLeaseParty: get,
    updateLeaseParty: update,
    deleteLeaseParty: remove,
  };
}
