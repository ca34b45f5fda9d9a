import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import { aLine, aName, anything, aPassage, type FieldRules, nullable } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { BankAccount, BankAccountInput } from "./bank-account.ts";
import { aSiret, type CoordinatesInput, coordinateRules } from "./coordinates.ts";
import { displayNameOf } from "./names.ts";

export type OwnerId = Id<"OwnerActor">;

export const OWNER_TYPES = ["individual", "company", "sci"] as const;
/** One of {@link OWNER_TYPES}. */
export type OwnerType = (typeof OWNER_TYPES)[number];

/** Somebody who owns what is managed: the mandant. */
export interface Owner {
  readonly mandataireId: MandataireId;
  /** The actor's. */
  readonly id: OwnerId;
  /** What mandates name an owner by. */
  readonly profileId: Id<"OwnerProfile">;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly ownerType: OwnerType;
  readonly companyName: string | null;
  readonly siret: string | null;
  readonly taxId: string | null;
  readonly address: string | null;
  /** Whose account it is in the book: PRO0001. */
  readonly accountingCode: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An owner as lists answer it. */
export interface ListedOwner extends Omit<Owner, "profileId"> {
  readonly ownerProfileId: Owner["profileId"];
}

/** An owner whole. */
export interface OwnerDetail extends Owner {
  readonly name: string;
  readonly contactType: "individual" | "company";
  readonly subType: OwnerType;
  readonly code: string;
  readonly bankAccounts: readonly BankAccount[];
  /** Of the day. */
  readonly ownerships: readonly OwnerOwnership[];
  /** What has a unit of which a part is his on the day. */
  readonly properties: readonly OwnerProperty[];
  readonly mandates: readonly OwnerMandate[];
}

/** A mandate that an owner gave. */
export interface OwnerMandate {
  readonly id: Id<"Mandate">;
  readonly reference: string;
  readonly mandateType: string;
  readonly status: string;
  readonly startDate: Day;
  readonly endDate: Day | null;
}

/** A part of a unit that an owner has. */
export interface OwnerOwnership {
  readonly id: Id<"Ownership">;
  readonly propertyName: string;
  readonly propertyId: Id<"Property">;
  readonly unitIdentifier: string;
  readonly unitId: Id<"Unit">;
  readonly shareNumerator: number;
  readonly shareDenominator: number;
}

/** A property of which an owner has something. */
export interface OwnerProperty {
  readonly id: Id<"Property">;
  readonly name: string;
  readonly propertyType: string;
  readonly address: string | null;
  readonly city: string | null;
  readonly unitsOwned: number;
}

const fields = {
  id: "uuid",
  ownerProfileId: "uuid",
  displayName: "text",
  firstName: "text",
  lastName: "text",
  email: "text",
  phone: "text",
  ownerType: "keyword",
  companyName: "text",
  siret: "keyword",
  taxId: "text",
  address: "passage",
  accountingCode: "keyword",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link ownerListing} knows. */
export type OwnerField = keyof typeof fields;

/** What lists of owners may be filtered and sorted by; free text is looked for as interface-rental.md says. */
export const ownerListing: Listing<OwnerField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as OwnerField[],
  sort: "createdAt",
  search: ["firstName", "lastName", "companyName", "siret"],
};

/** What may be said of an owner. An absent field keeps its value; on creation it gets its default. */
export interface OwnerInput extends CoordinatesInput {
  readonly firstName?: string;
  readonly lastName?: string | null;
  /** Default `individual`. */
  readonly ownerType?: OwnerType;
  readonly companyName?: string | null;
  readonly siret?: string | null;
  readonly taxId?: string | null;
  readonly address?: string | null;
  /** Replaces all of them. */
  readonly bankAccounts?: readonly BankAccountInput[];
}

/** What is said of an owner that is being made. */
export type NewOwnerInput = OwnerInput & {
  readonly firstName: string;
  /** PRO and four digits or more; the next one when absent. */
  readonly accountingCode?: string;
};

/** What each field of an owner has to be. */
export const ownerRules: FieldRules<Omit<OwnerInput, "bankAccounts">> = {
  ...coordinateRules,
  firstName: aName,
  lastName: nullable(aLine),
  ownerType: anything(),
  companyName: nullable(aLine),
  siret: nullable(aSiret),
  taxId: nullable(aLine),
  address: nullable(aPassage),
};

/** What a new owner is until something is said of it. */
export const blankOwner: Omit<
  Owner,
  "mandataireId" | "id" | "profileId" | "displayName" | "accountingCode" | "createdAt" | "updatedAt"
> = {
  firstName: "",
  lastName: null,
  email: null,
  phone: null,
  ownerType: "individual",
  companyName: null,
  siret: null,
  taxId: null,
  address: null,
};

/** The owner under the name that follows from what is said of him. */
export function namedOwner(owner: Omit<Owner, "displayName">): Owner {
  const { companyName: company, accountingCode: otherwise } = owner;
  return { ...owner, displayName: displayNameOf({ ...owner, company, otherwise }) };
}
