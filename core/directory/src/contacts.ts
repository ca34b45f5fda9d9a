import {
  createRecords,
  type RecordDependencies,
  type Records,
  type ReplayStores,
  requireRole,
} from "@cartulary/kernel";
import {
  type Contact,
  type ContactField,
  type ContactInput,
  changedContact,
  contactErrors,
  newContact,
} from "./contact.ts";
import type { DirectoryStores } from "./ports.ts";

/** Contacts. All users may read them; managers and above write them. */
export type Contacts = Records<Contact, ContactField, ContactInput>;

export function createContacts<Stores extends DirectoryStores & ReplayStores>(
  dependencies: RecordDependencies<Stores>,
): Contacts {
  return createRecords(
    {
      storeOf: ({ contacts }: Stores) => contacts,
      requireWriter: (caller) => requireRole(caller, "manager"),
      errors: contactErrors,
      newErrors: ({ emailAddress = null, ...input }: ContactInput) => contactErrors({ ...input, emailAddress }),
      make: newContact,
      change: changedContact,
    },
    dependencies,
  );
}
