import { CONTACT_TYPE, contactListing } from "@cartulary/directory";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

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

const One = snakeObject({ id: uuid<"Contact">() });

const PATH = `${DIRECTORY_BASE}/contacts` as const;

/** What can be done with contacts. */
export const contactOperations = operations({
  listContacts: {
    method: "get",
    path: PATH,
    tag: "contacts",
    summary: "Everyone who is written to",
    scope: "read",
    list: contactListing,
    replies: { 200: z.array(ContactRecord) },
  },
  createContact: {
    method: "post",
    path: PATH,
    tag: "contacts",
    summary: "Make a contact",
    scope: "write",
    role: "manager",
    body: ContactCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: ContactRecord },
  },
  getContact: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "contacts",
    summary: "One contact",
    scope: "read",
    params: One,
    replies: { 200: ContactRecord },
  },
  updateContact: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "contacts",
    summary: "Change what is given of a contact",
    scope: "write",
    role: "manager",
    params: One,
    body: ContactChange,
    replies: { 200: ContactRecord },
  },
  deleteContact: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "contacts",
    summary: "Delete a contact",
    scope: "write",
    role: "manager",
    params: One,
    replies: { 204: null },
  },
});
