import {
  choice,
  type FilterOf,
  filtersOf,
  type Id,
  id,
  type Listing,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { timestamps } from "../../agency/field-rules.ts";
import type { BankAccount, BankAccountInput } from "./bank-account.ts";
import { contactDetails, siretRule } from "./contact-details.ts";
import { displayNameOf } from "./names.ts";

export type RentalContactId = Id<"RentalContact">;

export const CONTACT_TYPES = ["individual", "company", "provider", "syndic", "notary", "insurer", "other"] as const;
/** Types of contacts. `provider` is the type of all service providers, and of no other contact. */
export type ContactType = (typeof CONTACT_TYPES)[number];

/** The two lists of contacts, each without the records of the other. */
const CONTACT_COLLECTIONS = ["contacts", "service_providers"] as const;
export type ContactCollection = (typeof CONTACT_COLLECTIONS)[number];

/** The declaration of a contact: a person or company that neither owns nor rents. */
export const rentalContactRecord = record("contact", {
  id: id("RentalContact", { set: "program", filter: true, description: "Identifier of the contact" }),
  contactProfileId: id("ContactProfile", {
    set: "program",
    filter: true,
    description: "Identifier of the contact's profile",
  }),
  mandataireId: id("Mandataire", { set: "program", filter: true, description: "Mandataire that keeps the contact" }),
  collection: choice(CONTACT_COLLECTIONS, { set: "program", description: "List that the contact is in" }),
  ...contactDetails,
  firstName: text({ nullable: true, filter: true, description: "First name of the person" }),
  lastName: text({ nullable: true, filter: true, description: "Last name of the person" }),
  displayName: text({
    set: "program",
    filter: true,
    description: "Company name, else first and last name, else e-mail address, else telephone number",
  }),
  contactType: choice(CONTACT_TYPES, {
    default: null,
    filter: true,
    description: "Trade of the contact; service providers are of the type provider, and no other contact is",
  }),
  companyName: text({ nullable: true, filter: true, description: "Registered name of the company" }),
  siret: text({
    ascii: true,
    nullable: true,
    filter: true,
    rule: siretRule,
    description: "SIRET of the company: fourteen digits, the last one a check digit",
  }),
  activity: text({ nullable: true, filter: true, description: "Line of business, such as plumbing" }),
  address: passage({ nullable: true, filter: true, description: "Postal address, on one line or several" }),
  accountingCode: text({
    ascii: true,
    nullable: true,
    set: "program",
    description: "Account of a service provider in the book (FOU…), from the first invoice on",
  }),
  ...timestamps,
});

/** A person or company that the agency writes to, and that neither owns nor rents. */
export type RentalContact = RecordOf<typeof rentalContactRecord>;

/** A service provider with the accounts that its invoices are paid to. */
export interface ServiceProvider extends RentalContact {
  readonly bankAccounts: readonly BankAccount[];
}

const { email, phone, firstName, lastName, displayName, contactType, ...others } = filtersOf(rentalContactRecord);
const { id: contactId, contactProfileId, mandataireId, ...otherFilters } = others;
const sortable = {
  ...{ id: contactId, contactProfileId, mandataireId, firstName, lastName, displayName, email, phone, contactType },
  ...otherFilters,
};

/** Aliases of email and phone, for filters only (interface-rental.md, Contact). */
const filtered = { emailAddress: email, phoneNumber: phone };

export type RentalContactField = FilterOf<typeof rentalContactRecord> | keyof typeof filtered;

/** The filters and sorts of lists of contacts. */
export const rentalContactListing: Listing<RentalContactField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields: { ...sortable, ...filtered },
  sorts: Object.keys(sortable) as (keyof typeof sortable)[],
  sort: "createdAt",
  search: ["firstName", "lastName", "companyName", "email"],
};

/** A contact in inputs. A field that it leaves out keeps its value. */
export type RentalContactInput = PatchOf<typeof rentalContactRecord>;

/** A service provider in inputs. */
export interface ServiceProviderInput extends RentalContactInput {
  /** Replaces the stored array. */
  readonly bankAccounts?: readonly BankAccountInput[];
}

/** Returns the contact with its display name. */
export function withContactName(contact: Omit<RentalContact, "displayName">): RentalContact {
  const { companyName: company, phone: otherwise } = contact;
  return { ...contact, displayName: displayNameOf({ ...contact, company, otherwise }) };
}
