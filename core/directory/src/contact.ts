import {
  DEFAULT_LIST_DIALECT,
  defaultsOf,
  type FieldError,
  type FilterOf,
  filtersOf,
  type Id,
  type Instant,
  id,
  inputErrors,
  instant,
  type Listing,
  normalizeLine,
  type PatchOf,
  patchOf,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { EMAIL_ADDRESS_MAX, emailAddressError } from "./email-address.ts";
import { displayNameOf, fullNameOf } from "./person-name.ts";

export type ContactId = Id<"Contact">;

/** The declaration of a contact. */
export const contactRecord = record("contact", {
  id: id("Contact", { set: "program", filter: true, description: "Identifier of the contact" }),
  /** Null is refused as blank; the wire accepts none. */
  emailAddress: text({
    filter: true,
    rule: {
      bounds: { format: "email", minLength: 3, maxLength: EMAIL_ADDRESS_MAX },
      errorOf: emailAddressError,
      normalize: normalizeLine,
    },
    description: "E-mail address as it was sent, of at most 254 characters; several contacts may share one",
  }),
  firstName: text({ nullable: true, filter: true, description: "First name of the person" }),
  lastName: text({ nullable: true, filter: true, description: "Last name of the person" }),
  fullName: text({
    set: "program",
    default: "",
    filter: true,
    description: "First and last name, or the one that is known; empty without either",
  }),
  displayName: text({
    set: "program",
    default: "",
    filter: true,
    description: "Full name, or the part of the e-mail address before the @ where no name is known",
  }),
  externalId: text({ nullable: true, filter: true, description: "Identifier of the contact in another system" }),
  createdAt: instant({ set: "program", filter: true, description: "When the contact was created" }),
  updatedAt: instant({ set: "program", filter: true, description: "When a field of the contact last changed" }),
});

/** A person who is written to and never signs in. Readable by everyone who signs in (documents.md 2.4). */
export type Contact = RecordOf<typeof contactRecord>;

/** The `type` of all contacts in the API. */
export const CONTACT_TYPE = "Contact" as const;

/** A field that {@link contactListing} knows. */
export type ContactField = FilterOf<typeof contactRecord> | "type";

/** Filters and sorts of lists of contacts. */
export const contactListing: Listing<ContactField> = {
  dialect: DEFAULT_LIST_DIALECT,
  /** `type` is {@link CONTACT_TYPE} for all of them. */
  fields: { ...filtersOf(contactRecord), type: "keyword" },
  sorts: ["emailAddress", "firstName", "lastName", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** A contact in inputs. A field that it leaves out keeps its value. A creation needs the e-mail address. */
export interface ContactInput extends Omit<PatchOf<typeof contactRecord>, "emailAddress"> {
  /** Null is refused as blank. */
  readonly emailAddress?: string | null;
}

/** Returns the errors of a contact in inputs. */
export function contactErrors(input: ContactInput): readonly FieldError[] {
  return inputErrors(contactRecord, input as PatchOf<typeof contactRecord>);
}

/** Returns the contact that `input` makes, once {@link contactErrors} found nothing. */
export function newContact(
  input: ContactInput,
  { id, now }: { readonly id: ContactId; readonly now: Instant },
): Contact {
  return changedContact(
    { ...defaultsOf(contactRecord), id, emailAddress: "", createdAt: now, updatedAt: now },
    input,
    now,
  );
}

/** Returns the contact after `change`, once {@link contactErrors} found nothing. Full and display name follow the names. */
export function changedContact(contact: Contact, change: ContactInput, now: Instant): Contact {
  const next = { ...contact, ...patchOf(contactRecord, change as PatchOf<typeof contactRecord>), updatedAt: now };
  return { ...next, fullName: fullNameOf(next), displayName: displayNameOf(next) };
}
