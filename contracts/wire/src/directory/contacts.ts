import { CONTACT_TYPE, contactListing } from "@cartulary/directory";
import { z } from "zod";
import { instant, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";

/** Somebody who is written to, as everyone who signs in may see them. */
export const ContactRecord = record("Contact", {
  id: uuid<"Contact">(),
  emailAddress: text(),
  firstName: text().nullable(),
  lastName: text().nullable(),
  /** Empty where no name is known. */
  fullName: text(),
  displayName: text(),
  externalId: text().nullable(),
  type: z.literal(CONTACT_TYPE),
  createdAt: instant(),
  updatedAt: instant(),
});

const changeFields = {
  firstName: text().nullable().exactOptional(),
  lastName: text().nullable().exactOptional(),
  externalId: text().nullable().exactOptional(),
};

/** What is said of a contact that is being made. */
export const ContactCreation = record("ContactCreate", { emailAddress: text(), ...changeFields });

/** What may be said of a contact. */
export const ContactChange = record("ContactInput", { emailAddress: text().exactOptional(), ...changeFields });

const contacts = recordOperations({
  path: `${DIRECTORY_BASE}/contacts`,
  tag: "contacts",
  role: "manager",
  id: uuid<"Contact">(),
  list: contactListing,
  output: ContactRecord,
  creation: ContactCreation,
  change: ContactChange,
});

/** What can be done with contacts. */
export const contactOperations = operations({
  listContacts: contacts.list("Everyone who is written to"),
  createContact: contacts.create("Make a contact"),
  getContact: contacts.get("One contact"),
  updateContact: contacts.update("Change what is given of a contact"),
  deleteContact: contacts.remove("Delete a contact"),
});
