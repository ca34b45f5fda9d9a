import { CONTACT_TYPE, contactListing, contactRecord } from "@cartulary/directory";
import { z } from "zod";
import { uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../record-shapes.ts";

const { createdAt, updatedAt, ...stored } = answerShape(contactRecord);

/** A person who is written to, as everyone who signs in sees it. */
export const ContactRecord = record("Contact", { ...stored, type: z.literal(CONTACT_TYPE), createdAt, updatedAt });

/** The body that creates a contact. */
export const ContactCreation = record("ContactCreate", creationShape(contactRecord));

/** The body that changes a contact. */
export const ContactChange = record("ContactInput", patchShape(contactRecord));

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

export const contactOperations = operations({
  listContacts: contacts.list("List contacts"),
  createContact: contacts.create("Create a contact"),
  getContact: contacts.get("Get a contact"),
  updateContact: contacts.update("Update a contact"),
  deleteContact: contacts.remove("Delete a contact"),
});
