import { type FieldError, requireSound } from "@cartulary/kernel";
import type { EstateFamily, EstateRecords } from "../estate/family.ts";
import { fault, inputErrors, patchOf } from "../estate/fields.ts";
import type { EstateStores, RentalContactStore } from "../ports.ts";
import {
  blankContact,
  type ContactCollection,
  namedContact,
  type RentalContact,
  type RentalContactField,
  type RentalContactInput,
  rentalContactRules,
} from "./contact.ts";
import { renamedCoordinates } from "./coordinates.ts";

/** One of the two lists of contacts: the other's do not exist here (404). Who is a party of a lease stays. */
export type RentalContacts = EstateRecords<
  RentalContact,
  RentalContactField,
  RentalContact,
  RentalContact,
  RentalContactInput,
  RentalContactInput
>;

type Contacts = EstateFamily<
  EstateStores,
  RentalContact,
  RentalContactField,
  RentalContact,
  RentalContact,
  RentalContactInput,
  RentalContactInput
>;

/** Contacts that are no providers; `provider` is no type of theirs (422 `inclusion`). */
export const contacts: Contacts = contactsIn("contacts", ({ rentalContacts }) => rentalContacts);

/** Service providers: of the type `provider`, whatever is said. */
export const serviceProviders: Contacts = contactsIn("service_providers", ({ serviceProviders }) => serviceProviders);

function contactsIn(collection: ContactCollection, storeOf: (stores: EstateStores) => RentalContactStore): Contacts {
  const patchFrom = (input: RentalContactInput) => ({
    ...renamedCoordinates(patchOf(rentalContactRules, input)),
    ...(collection === "service_providers" && { contactType: "provider" as const }),
  });
  const errorsOf = (input: RentalContactInput): readonly FieldError[] => [
    ...inputErrors(rentalContactRules, input),
    ...(collection === "contacts" && input.contactType === "provider" ? [NO_PROVIDER] : []),
  ];
  return {
    collection,
    storeOf,
    async make(_stores, input, id, { mandataireId, now, newId }) {
      requireSound(errorsOf(input));
      const identity = { mandataireId, id, contactProfileId: newId<"ContactProfile">(), collection };
      return namedContact({ ...blankContact, ...patchFrom(input), ...identity, createdAt: now, updatedAt: now });
    },
    async change(_stores, contact, input, { now }) {
      requireSound(errorsOf(input));
      return namedContact({ ...contact, ...patchFrom(input), updatedAt: now });
    },
    isKept: (stores, { id }) => storeOf(stores).hasDependents(id),
  };
}

const NO_PROVIDER: FieldError = fault(
  "contactType",
  "inclusion",
  "is not included in the list: providers are in /service_providers",
);
