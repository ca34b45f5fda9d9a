import type { Caller, HasId, ListQuery } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type {
  Estate,
  EstateRecords,
  LeaseId,
  MandateRecords,
  RevisionLetters,
  TenantDetail,
} from "@cartulary/rental/property";
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
import {
  created,
  type HandlerReply,
  type Handlers,
  noContent,
  type OfMandataire,
  ok,
} from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";
import { pdfDownload } from "../pdf-download.ts";
import { reminderWithUrl } from "../reminder-url.ts";

interface MandataireRequest {
  readonly mandataireId: MandataireId;
  readonly caller: Caller;
}
interface One<Key> extends MandataireRequest {
  readonly params: { readonly id: Key };
}

interface EstateServices {
  readonly estate: OfMandataire<Estate>;
}

interface LeaseServices extends EstateServices {
  readonly revisionLetters: OfMandataire<RevisionLetters>;
}

/** Returns the five handlers of a record family. */
function family<Stored extends HasId, Field extends string, Listed, Detail, Input, NewInput>(
  of: (estate: Estate) => EstateRecords<Stored, Field, Listed, Detail, Input, NewInput>,
) {
  return {
    list: async (
      { mandataireId, caller, list }: MandataireRequest & { readonly list: ListQuery<Field> },
      { estate }: EstateServices,
    ) => listReply(await of(estate(mandataireId)).list(caller, list)),
    create: async (
      { mandataireId, caller, body }: MandataireRequest & { readonly body: NewInput },
      { estate }: EstateServices,
    ) => created(await of(estate(mandataireId)).create(caller, body)),
    get: async ({ mandataireId, caller, params }: One<Stored["id"]>, { estate }: EstateServices) =>
      ok(await of(estate(mandataireId)).get(caller, params.id)),
    update: async (
      { mandataireId, caller, params, body }: One<Stored["id"]> & { readonly body: Input },
      { estate }: EstateServices,
    ) => ok(await of(estate(mandataireId)).update(caller, { ...body, ...params })),
    remove: async ({ mandataireId, caller, params }: One<Stored["id"]>, { estate }: EstateServices) =>
      noContent(await of(estate(mandataireId)).remove(caller, params.id)),
  };
}

const properties = family((estate) => estate.properties);
export const propertyHandlers: Handlers<typeof propertyOperations, EstateServices> = {
  listProperties: properties.list,
  createProperty: properties.create,
  getProperty: properties.get,
  updateProperty: properties.update,
  deleteProperty: properties.remove,
};

const units = family((estate) => estate.units);
export const unitHandlers: Handlers<typeof unitOperations, EstateServices> = {
  listUnits: units.list,
  createUnit: units.create,
  getUnit: units.get,
  updateUnit: units.update,
  deleteUnit: units.remove,
};

const ownerships = family((estate) => estate.ownerships);
export const ownershipHandlers: Handlers<typeof ownershipOperations, EstateServices> = {
  listOwnerships: ownerships.list,
  createOwnership: ownerships.create,
  getOwnership: ownerships.get,
  updateOwnership: ownerships.update,
  deleteOwnership: ownerships.remove,
};

const owners = family((estate) => estate.owners);
export const ownerHandlers: Handlers<typeof ownerOperations, EstateServices> = {
  listOwners: owners.list,
  createOwner: owners.create,
  getOwner: owners.get,
  updateOwner: owners.update,
  deleteOwner: owners.remove,
};

const tenants = family((estate) => estate.tenants);
export const tenantHandlers: Handlers<typeof tenantOperations, TenantServices> = {
  listTenants: tenants.list,
  createTenant: async (request, services) => shownTenant(await tenants.create(request, services), services),
  getTenant: async (request, services) => shownTenant(await tenants.get(request, services), services),
  updateTenant: async (request, services) => shownTenant(await tenants.update(request, services), services),
  deleteTenant: tenants.remove,
};

interface TenantServices extends EstateServices {
  readonly baseUrl: () => string;
}

/** Returns the reply with the addresses of the tenant's reminders. */
function shownTenant<Status extends number>(
  { value, ...reply }: HandlerReply<Status, TenantDetail>,
  { baseUrl }: TenantServices,
) {
  const rentCalls = value.rentCalls.map((call) => ({
    ...call,
    reminders: call.reminders.map((reminder) => reminderWithUrl(reminder, call.id, baseUrl())),
  }));
  return { ...reply, value: { ...value, rentCalls } };
}

const contacts = family((estate) => estate.contacts);
const providers = family((estate) => estate.serviceProviders);
export const rentalContactHandlers: Handlers<typeof rentalContactOperations, EstateServices> = {
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

const mandates = family((estate): MandateRecords => estate.mandates);
export const mandateHandlers: Handlers<typeof mandateOperations, EstateServices> = {
  listMandates: mandates.list,
  createMandate: mandates.create,
  getMandate: mandates.get,
  updateMandate: mandates.update,
  deleteMandate: mandates.remove,
  extendMandate: async ({ mandataireId, caller, params, body }, { estate }) =>
    ok(await estate(mandataireId).mandates.extend(caller, { ...body, ...params })),
  terminateMandate: async ({ mandataireId, caller, params, body }, { estate }) =>
    ok(await estate(mandataireId).mandates.terminate(caller, { ...body, ...params })),
};

const leases = family((estate) => estate.leases);

/** Returns the handler of a status change that needs no input. */
const command =
  (name: "activate" | "withdrawNotice" | "cancel") =>
  async ({ mandataireId, caller, params }: One<LeaseId>, { estate }: EstateServices) =>
    ok(await estate(mandataireId).leases[name](caller, params.id));

/** Handlers of leases, whose body has the lease in an object of its own. */
export const leaseHandlers: Handlers<typeof leaseOperations, LeaseServices> = {
  listLeases: leases.list,
  getLease: leases.get,
  deleteLease: leases.remove,
  createLease: async ({ mandataireId, caller, body: { lease, ...parts } }, { estate }) =>
    created(await estate(mandataireId).leases.create(caller, { ...lease, ...parts })),
  updateLease: async ({ mandataireId, caller, params, body: { lease, ...parts } }, { estate }) =>
    ok(await estate(mandataireId).leases.update(caller, { ...lease, ...parts, ...params })),
  activateLease: command("activate"),
  withdrawLeaseNotice: command("withdrawNotice"),
  cancelLease: command("cancel"),
  applyLeaseRevision: async ({ mandataireId, caller, params, body }, { estate }) =>
    created(await estate(mandataireId).leaseRevisions.apply(caller, { ...body, ...params })),
  downloadLeaseRevision: async ({ mandataireId, caller, params: { id: leaseId, revisionId } }, { revisionLetters }) =>
    ok(pdfDownload(await revisionLetters(mandataireId).document(caller, { leaseId, revisionId }))),
  giveLeaseNotice: async ({ mandataireId, caller, params, body }, { estate }) =>
    ok(await estate(mandataireId).leases.giveNotice(caller, { ...body, ...params })),
};

const leaseTerms = family((estate) => estate.leaseTerms);
export const leaseTermHandlers: Handlers<typeof leaseTermOperations, EstateServices> = {
  listLeaseTerms: leaseTerms.list,
  createLeaseTerm: leaseTerms.create,
  getLeaseTerm: leaseTerms.get,
  updateLeaseTerm: leaseTerms.update,
  deleteLeaseTerm: leaseTerms.remove,
};

const leaseParties = family((estate) => estate.leaseParties);
export const leasePartyHandlers: Handlers<typeof leasePartyOperations, EstateServices> = {
  listLeaseParties: leaseParties.list,
  createLeaseParty: leaseParties.create,
  getLeaseParty: leaseParties.get,
  updateLeaseParty: leaseParties.update,
  deleteLeaseParty: leaseParties.remove,
};
