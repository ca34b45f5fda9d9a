import type { Id, Instant, Listing } from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import { aLine, anything, aPassage, type FieldRules, nullable } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import { aSiret, type CoordinatesInput, coordinateRules } from "./coordinates.ts";
import { displayNameOf } from "./names.ts";

export type RentalContactId = Id<"RentalContact">;

export const CONTACT_TYPES = ["individual", "company", "provider", "syndic", "notary", "insurer", "other"] as const;
/** One of {@link CONTACT_TYPES}; `provider` is what service providers are, and contacts are not. */
export type ContactType = (typeof CONTACT_TYPES)[number];

/** The two lists that contacts are kept in: neither knows the other's. */
export type ContactCollection = "contacts" | "service_providers";

/** Somebody to be reached who neither owns nor rents. */
export interface RentalContact {
  readonly mandataireId: MandataireId;
  readonly id: RentalContactId;
  readonly contactProfileId: Id<"ContactProfile">;
  readonly collection: ContactCollection;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly displayName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly contactType: ContactType | null;
  readonly companyName: string | null;
  readonly siret: string | null;
  readonly activity: string | null;
  readonly address: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  contactProfileId: "uuid",
  mandataireId: "uuid",
  firstName: "text",
  lastName: "text",
  displayName: "text",
  email: "text",
  phone: "text",
  contactType: "keyword",
  companyName: "text",
  siret: "keyword",
  activity: "text",
  address: "passage",
  createdAt: "instant",
  updatedAt: "instant",
  /** Other names of email and phone, for filters alone (interface-rental.md, Contact). */
  emailAddress: "text",
  phoneNumber: "text",
} as const;

/** A field that {@link rentalContactListing} knows. */
export type RentalContactField = keyof typeof fields;

const FILTERED_ONLY: readonly string[] = ["emailAddress", "phoneNumber"];

/** What lists of contacts may be filtered and sorted by. */
export const rentalContactListing: Listing<RentalContactField> = {
  dialect: ledgerLists,
  fields,
  sorts: (Object.keys(fields) as RentalContactField[]).filter((field) => !FILTERED_ONLY.includes(field)),
  sort: "createdAt",
  search: ["firstName", "lastName", "companyName", "email"],
};

/** What may be said of a contact. An absent field keeps its value. */
export interface RentalContactInput extends CoordinatesInput {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly contactType?: ContactType;
  readonly companyName?: string | null;
  readonly siret?: string | null;
  readonly activity?: string | null;
  readonly address?: string | null;
}

/** What each field of a contact has to be. */
export const rentalContactRules: FieldRules<RentalContactInput> = {
  ...coordinateRules,
  firstName: nullable(aLine),
  lastName: nullable(aLine),
  contactType: anything(),
  companyName: nullable(aLine),
  siret: nullable(aSiret),
  activity: nullable(aLine),
  address: nullable(aPassage),
};

/** What a new contact is until something is said of it. */
export const blankContact: Omit<
  RentalContact,
  "mandataireId" | "id" | "contactProfileId" | "collection" | "displayName" | "createdAt" | "updatedAt"
> = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  contactType: null,
  companyName: null,
  siret: null,
  activity: null,
  address: null,
};

/** The contact under the name that follows from what is said of it. */
export function namedContact(contact: Omit<RentalContact, "displayName">): RentalContact {
  const { companyName: company, phone: otherwise } = contact;
  return { ...contact, displayName: displayNameOf({ ...contact, company, otherwise }) };
}
