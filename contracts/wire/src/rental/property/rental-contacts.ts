import { rentalContactListing, rentalContactRecord } from "@cartulary/rental/property";
import { listOf, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, patchShape } from "../../record-shapes.ts";
import { BankAccount, BankAccountInput } from "./bank-account.ts";

const {
  collection: _,
  accountingCode: __,
  email,
  phone,
  firstName,
  lastName,
  displayName,
  ...stored
} = answerShape(rentalContactRecord);
const { id, contactProfileId, mandataireId, ...others } = stored;

const contact = {
  ...{ id, contactProfileId, mandataireId, firstName, lastName, displayName, email, phone },
  ...others,
};

/** A person or company that neither owns nor rents. */
export const RentalContactRecord = camelRecord("RentalContact", contact);

/** A service provider whole. */
export const ServiceProviderRecord = camelRecord("ServiceProvider", { ...contact, bankAccounts: listOf(BankAccount) });

/** The body that creates or changes a contact. */
export const RentalContactChange = record("RentalContactInput", patchShape(rentalContactRecord));

/** The body that creates or changes a service provider. */
export const ServiceProviderChange = record("ServiceProviderInput", {
  ...patchShape(rentalContactRecord),
  bankAccounts: listOf(BankAccountInput).exactOptional(),
});

const shared = {
  id: uuid<"RentalContact">(),
  list: rentalContactListing,
  listed: RentalContactRecord,
  output: RentalContactRecord,
  creation: RentalContactChange,
  change: RentalContactChange,
  every: { mandataire: true },
  writing: {},
  bodied: { wrapper: "contact" },
} as const;
const contacts = familyOperations({ ...shared, path: `${RENTAL_BASE}/contacts`, tag: "contacts" });
const providers = familyOperations({
  ...shared,
  path: `${RENTAL_BASE}/service_providers`,
  tag: "service_providers",
  output: ServiceProviderRecord,
  creation: ServiceProviderChange,
  change: ServiceProviderChange,
});

/** Operations on contacts; service providers have a list of their own. */
export const rentalContactOperations = operations({
  listRentalContacts: contacts.list("List contacts except service providers"),
  createRentalContact: contacts.create("Create a contact"),
  getRentalContact: contacts.get("Get a contact"),
  updateRentalContact: contacts.update("Update a contact"),
  deleteRentalContact: contacts.remove("Delete a contact without references"),
  listServiceProviders: providers.list("List service providers"),
  createServiceProvider: providers.create("Create a service provider"),
  getServiceProvider: providers.get("Get a service provider"),
  updateServiceProvider: providers.update("Update a service provider"),
  deleteServiceProvider: providers.remove("Delete a service provider"),
});
