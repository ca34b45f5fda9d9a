import { CONTACT_TYPES, rentalContactListing } from "@cartulary/rental";
import { z } from "zod";
import { instant, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { input } from "./estate-fields.ts";

/** Somebody to be reached who neither owns nor rents. */
export const RentalContactRecord = camelRecord("RentalContact", {
  id: uuid<"RentalContact">(),
  contactProfileId: uuid<"ContactProfile">(),
  mandataireId: uuid<"Mandataire">(),
  firstName: text().nullable(),
  lastName: text().nullable(),
  displayName: text(),
  email: text().nullable(),
  phone: text().nullable(),
  contactType: z.enum(CONTACT_TYPES).nullable(),
  companyName: text().nullable(),
  siret: text().nullable(),
  activity: text().nullable(),
  address: text().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
});

/** What may be said of a contact. */
export const RentalContactChange = record("RentalContactInput", {
  firstName: input.emptyText(),
  lastName: input.emptyText(),
  emailAddress: input.emptyText(),
  phoneNumber: input.emptyText(),
  contactType: input.choice(CONTACT_TYPES),
  companyName: input.emptyText(),
  siret: input.emptyText(),
  activity: input.emptyText(),
  address: input.emptyText(),
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
const providers = familyOperations({ ...shared, path: `${RENTAL_BASE}/service_providers`, tag: "service_providers" });

/** What can be done with contacts, of which service providers are a list of their own. */
export const rentalContactOperations = operations({
  listRentalContacts: contacts.list("The contacts that are no service providers"),
  createRentalContact: contacts.create("Make a contact"),
  getRentalContact: contacts.get("One contact"),
  updateRentalContact: contacts.update("Change what is given of a contact"),
  deleteRentalContact: contacts.remove("Delete a contact whom nothing refers to"),
  listServiceProviders: providers.list("The service providers"),
  createServiceProvider: providers.create("Make a service provider"),
  getServiceProvider: providers.get("One service provider"),
  updateServiceProvider: providers.update("Change what is given of a service provider"),
  deleteServiceProvider: providers.remove("Delete a service provider"),
});
