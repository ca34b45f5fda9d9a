import {
  type CreationOf,
  choice,
  type Day,
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
import { vatNumberRule } from "../../agency/agency-identity.ts";
import { ofMandataire, timestamps } from "../../agency/field-rules.ts";
import type { BankAccount, BankAccountInput } from "./bank-account.ts";
import { contactDetails, siretRule } from "./contact-details.ts";
import { displayNameOf } from "./names.ts";

export type OwnerId = Id<"OwnerActor">;

export const OWNER_TYPES = ["individual", "company", "sci"] as const;
export type OwnerType = (typeof OWNER_TYPES)[number];

/** The declaration of an owner (mandant): a person or company that owns what the agency manages. */
export const ownerRecord = record("owner", {
  ...ofMandataire,
  id: id("OwnerActor", { set: "program", filter: true, description: "Identifier of the owner as an actor" }),
  profileId: id("OwnerProfile", { set: "program", description: "Identifier by which mandates name the owner" }),
  displayName: text({
    set: "program",
    filter: true,
    description: "Company name, else first and last name, else e-mail address, else accounting code",
  }),
  ...contactDetails,
  firstName: text({ filled: true, filter: true, description: "First name of the person, or of the company's contact" }),
  lastName: text({ nullable: true, filter: true, description: "Last name of the person, or of the company's contact" }),
  ownerType: choice(OWNER_TYPES, { default: "individual", filter: true, description: "Person, company or SCI" }),
  companyName: text({ nullable: true, filter: true, description: "Registered name of the company" }),
  siret: text({
    ascii: true,
    nullable: true,
    filter: true,
    rule: siretRule,
    description: "SIRET of the company: fourteen digits, the last one a check digit",
  }),
  vatNumber: text({
    ascii: true,
    nullable: true,
    filter: true,
    rule: vatNumberRule,
    description: "VAT number of the owner in the European Union, which invoices with VAT show; stored without spaces",
  }),
  taxId: text({ nullable: true, filter: true, description: "Number of the owner at the tax office" }),
  address: passage({ nullable: true, filter: true, description: "Postal address, on one line or several" }),
  accountingCode: text({
    ascii: true,
    set: "program",
    filter: true,
    description: "Auxiliary account of the owner in the book: PRO and four digits or more",
  }),
  ...timestamps,
});

/** A person or company that owns what the agency manages: the mandant. */
export type Owner = RecordOf<typeof ownerRecord>;

/** An owner in a list. */
export interface ListedOwner extends Omit<Owner, "profileId"> {
  readonly ownerProfileId: Owner["profileId"];
}

/** An owner with all details. */
export interface OwnerDetail extends Owner {
  readonly name: string;
  readonly contactType: "individual" | "company";
  readonly subType: OwnerType;
  readonly code: string;
  readonly bankAccounts: readonly BankAccount[];
  /** Ownerships on the day. */
  readonly ownerships: readonly OwnerOwnership[];
  /** Properties with a unit of which the owner has a share on the day. */
  readonly properties: readonly OwnerProperty[];
  readonly mandates: readonly OwnerMandate[];
}

/** A mandate of an owner. */
export interface OwnerMandate {
  readonly id: Id<"Mandate">;
  readonly reference: string;
  readonly mandateType: string;
  readonly status: string;
  readonly startDate: Day;
  readonly endDate: Day | null;
}

/** An owner's share of a unit. */
export interface OwnerOwnership {
  readonly id: Id<"Ownership">;
  readonly propertyName: string;
  readonly propertyId: Id<"Property">;
  readonly unitIdentifier: string;
  readonly unitId: Id<"Unit">;
  readonly shareNumerator: number;
  readonly shareDenominator: number;
}

/** A property in which an owner has units. */
export interface OwnerProperty {
  readonly id: Id<"Property">;
  readonly name: string;
  readonly propertyType: string;
  readonly address: string | null;
  readonly city: string | null;
  readonly unitsOwned: number;
}

const { id: ownerId, displayName, firstName, lastName, ...otherFilters } = filtersOf(ownerRecord);
const fields = { id: ownerId, ownerProfileId: "uuid", displayName, firstName, lastName, ...otherFilters } as const;

export type OwnerField = FilterOf<typeof ownerRecord> | "ownerProfileId";

/** The filters and sorts of lists of owners, with the free text that interface-rental.md names. */
export const ownerListing: Listing<OwnerField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as OwnerField[],
  sort: "createdAt",
  search: ["firstName", "lastName", "companyName", "siret"],
};

/** The bank accounts of an owner in inputs. */
interface OwnerAccountsInput {
  /** Replaces the stored array. */
  readonly bankAccounts?: readonly BankAccountInput[];
}

/** The input of a change of an owner. */
export type OwnerInput = PatchOf<typeof ownerRecord> & OwnerAccountsInput;

/** The input that creates an owner. */
export type NewOwnerInput = CreationOf<typeof ownerRecord> &
  OwnerAccountsInput & {
    /** PRO and at least four digits. Default: the next free code. */
    readonly accountingCode?: string;
  };

/** Returns the owner with its display name. */
export function withOwnerName(owner: Omit<Owner, "displayName">): Owner {
  const { companyName: company, accountingCode: otherwise } = owner;
  return { ...owner, displayName: displayNameOf({ ...owner, company, otherwise }) };
}
