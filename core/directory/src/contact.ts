import {
  changedLine,
  type FieldError,
  type Id,
  type Instant,
  type Listing,
  line,
  presentErrors,
  standardLists,
} from "@cartulary/kernel";
import { emailAddressError } from "./email-address.ts";
import { displayNameOf, fullNameOf } from "./person-name.ts";
import { EXTERNAL_ID_MAX, NAME_LENGTH_MAX, optionalLineError } from "./values.ts";

export type ContactId = Id<"Contact">;

/** Somebody who is written to and never signs in. Readable by everyone who does (documents.md 2.4). */
export interface Contact {
  readonly id: ContactId;
  /** Kept as it was given; several contacts may share one. */
  readonly emailAddress: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** "First Last", or the one that is known; empty where both are missing. Follows the names. */
  readonly fullName: string;
  /** The full name, or the e-mail's local part where there is none; follows the names. */
  readonly displayName: string;
  readonly externalId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What every contact is, wherever it stands among other records. */
export const CONTACT_TYPE = "Contact" as const;

const fields = {
  id: "uuid",
  emailAddress: "text",
  firstName: "text",
  lastName: "text",
  fullName: "text",
  displayName: "text",
  externalId: "text",
  /** {@link CONTACT_TYPE} of all of them. */
  type: "keyword",
  createdAt: "instant",
  updatedAt: "instant",
} as const;
/** A field that {@link contactListing} knows. */
export type ContactField = keyof typeof fields;

/** What contact lists may be filtered and sorted by. */
export const contactListing: Listing<ContactField> = {
  dialect: standardLists,
  fields,
  sorts: ["emailAddress", "firstName", "lastName", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** What may be said of a contact. An absent field keeps its value; on creation it is none. */
export interface ContactInput {
  /** Required on creation; `null` is refused as blank. */
  readonly emailAddress?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly externalId?: string | null;
}

/** What is wrong with what `input` says. */
export function contactErrors({ emailAddress, firstName, lastName, externalId }: ContactInput): readonly FieldError[] {
  return presentErrors(
    emailAddress === undefined ? null : emailAddressError("emailAddress", emailAddress),
    optionalLineError("firstName", firstName, NAME_LENGTH_MAX),
    optionalLineError("lastName", lastName, NAME_LENGTH_MAX),
    optionalLineError("externalId", externalId, EXTERNAL_ID_MAX),
  );
}

/** The contact that `input` makes, once {@link contactErrors} found nothing. */
export function newContact(
  input: ContactInput,
  { id, now }: { readonly id: ContactId; readonly now: Instant },
): Contact {
  const nobody: Contact = {
    id,
    emailAddress: "",
    firstName: null,
    lastName: null,
    fullName: "",
    displayName: "",
    externalId: null,
    createdAt: now,
    updatedAt: now,
  };
  return changedContact(nobody, input, now);
}

/** The contact after `change`, once {@link contactErrors} found nothing. */
export function changedContact(contact: Contact, change: ContactInput, now: Instant): Contact {
  const next = {
    ...contact,
    emailAddress: line(change.emailAddress ?? contact.emailAddress),
    firstName: changedLine(change.firstName, contact.firstName),
    lastName: changedLine(change.lastName, contact.lastName),
    externalId: changedLine(change.externalId, contact.externalId),
    updatedAt: now,
  };
  return { ...next, fullName: fullNameOf(next), displayName: displayNameOf(next) };
}
