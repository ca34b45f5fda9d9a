import { type FieldError, inputErrors, newRecord, patchOf, throwIfInvalid } from "@cartulary/kernel";
import { fieldError } from "../../agency/field-rules.ts";
import { mergeElements } from "../estate/array-elements.ts";
import type { EstateFamily, EstateRecords } from "../estate/estate-use-cases.ts";
import type { EstateStore } from "../estate/store.ts";
import type { EstateStores } from "../ports.ts";
import { removeAccount, saveAccount } from "./accounting-codes.ts";
import { bankAccountErrors, bankAccountRecord } from "./bank-account.ts";
import {
  type ContactCollection,
  type RentalContact,
  type RentalContactField,
  type RentalContactInput,
  rentalContactRecord,
  type ServiceProvider,
  type ServiceProviderInput,
  withContactName,
} from "./contact.ts";

/** Contacts of one collection. Those of the other one are not found (404). A party of a lease cannot be removed. */
export type RentalContacts = EstateRecords<
  RentalContact,
  RentalContactField,
  RentalContact,
  RentalContact,
  RentalContactInput,
  RentalContactInput
>;

/** Service providers with their bank accounts. One with invoices, or lines in the book, cannot be removed. */
export type ServiceProviders = EstateRecords<
  RentalContact,
  RentalContactField,
  RentalContact,
  ServiceProvider,
  ServiceProviderInput,
  ServiceProviderInput
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

type Providers = EstateFamily<
  EstateStores,
  RentalContact,
  RentalContactField,
  RentalContact,
  ServiceProvider,
  ServiceProviderInput,
  ServiceProviderInput
>;

/** Contacts that are not service providers; the type `provider` is refused (422 `inclusion`). */
export const contacts: Contacts = contactsIn("contacts", ({ rentalContacts }) => rentalContacts);

/** Service providers. Their type is always `provider`. */
export const serviceProviders: Providers = {
  ...contactsIn("service_providers", ({ serviceProviders }) => serviceProviders, providerAccountErrors),
  storeOf: ({ serviceProviders }) => serviceProviders,

  async writeRelated(stores, { record, before, input: { bankAccounts } }, { newId }) {
    const { id, displayName, accountingCode } = record;
    if (accountingCode !== null && displayName !== before?.displayName)
      await saveAccount(stores, "FOU", { id, displayName, accountingCode });
    if (!bankAccounts) return [];
    const present = before ? await stores.providerBankAccounts.of(id) : [];
    const replaced = mergeElements(bankAccounts, present, bankAccountRecord, { newId });
    await stores.providerBankAccounts.replace(id, replaced);
    return [];
  },

  async removeRelated(stores, { id, displayName, accountingCode }) {
    if (accountingCode !== null) await removeAccount(stores, { id, displayName, accountingCode });
    await stores.providerBankAccounts.replace(id, []);
  },
};

/** Returns the errors of a provider's bank accounts; `id` is `null` for a new provider. */
async function providerAccountErrors(
  { providerBankAccounts }: EstateStores,
  { bankAccounts }: ServiceProviderInput,
  id: RentalContact["id"] | null,
): Promise<readonly FieldError[]> {
  if (!bankAccounts) return [];
  return bankAccountErrors(bankAccounts, id === null ? [] : await providerBankAccounts.of(id));
}

/** The store of one collection, as far as both are alike. */
type ContactStore<Detail> = EstateStore<RentalContact, RentalContactField, RentalContact, Detail> & {
  hasDependents(id: RentalContact["id"]): Promise<boolean>;
};

function contactsIn<Detail>(
  collection: ContactCollection,
  storeOf: (stores: EstateStores) => ContactStore<Detail>,
  moreErrors: typeof providerAccountErrors = async () => [],
): EstateFamily<
  EstateStores,
  RentalContact,
  RentalContactField,
  RentalContact,
  Detail,
  RentalContactInput,
  RentalContactInput
> {
  const ownType = collection === "service_providers" ? { contactType: "provider" as const } : {};
  const errorsOf = (input: RentalContactInput): readonly FieldError[] => [
    ...inputErrors(rentalContactRecord, input),
    ...(collection === "contacts" && input.contactType === "provider" ? [PROVIDER_REFUSED] : []),
  ];
  return {
    collection,
    storeOf,
    async make(stores, input, id, { mandataireId, now, newId }) {
      throwIfInvalid([...errorsOf(input), ...(await moreErrors(stores, input, null))]);
      const identity = { mandataireId, id, contactProfileId: newId<"ContactProfile">(), collection };
      const own = { ...newRecord(rentalContactRecord, input), ...ownType };
      return withContactName({ ...own, ...identity, createdAt: now, updatedAt: now });
    },
    async change(stores, contact, input, { now }) {
      throwIfInvalid([...errorsOf(input), ...(await moreErrors(stores, input, contact.id))]);
      return withContactName({ ...contact, ...patchOf(rentalContactRecord, input), ...ownType, updatedAt: now });
    },
    isUndeletable: (stores, { id }) => storeOf(stores).hasDependents(id),
  };
}

const PROVIDER_REFUSED: FieldError = fieldError(
  "contactType",
  "inclusion",
  "is not included in the list: providers are in /service_providers",
);
