import {
  choice,
  type Day,
  type FilterOf,
  filtersOf,
  type Id,
  type Instant,
  id,
  type Listing,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { ofMandataire, timestamps } from "../../agency/field-rules.ts";
import type { BankAccount, BankAccountInput } from "./bank-account.ts";
import { contactDetails, emailAddressRule, siretRule } from "./contact-details.ts";
import { displayNameOf } from "./names.ts";
import type { RentCallStatus } from "./rent-call-status.ts";

export type TenantId = Id<"TenantActor">;

export const TENANT_TYPES = ["individual", "company", "association", "public_body"] as const;
export type TenantType = (typeof TENANT_TYPES)[number];

/** The declaration of a tenant (locataire). */
export const tenantRecord = record("tenant", {
  ...ofMandataire,
  id: id("TenantActor", { set: "program", filter: true, description: "Identifier of the tenant as an actor" }),
  profileId: id("TenantProfile", { set: "program", description: "Identifier of the tenant's profile in leases" }),
  displayName: text({
    set: "program",
    filter: true,
    description: "Trade name, else first and last name, else e-mail address, else accounting code",
  }),
  ...contactDetails,
  firstName: text({
    nullable: true,
    filter: true,
    description: "First name of the person, or of the company's contact",
  }),
  lastName: text({ nullable: true, filter: true, description: "Last name of the person, or of the company's contact" }),
  tenantType: choice(TENANT_TYPES, { default: "individual", filter: true, description: "Legal form of the tenant" }),
  tradeName: text({ nullable: true, filter: true, description: "Name under which the company trades" }),
  siret: text({
    ascii: true,
    nullable: true,
    filter: true,
    rule: siretRule,
    description: "SIRET of the company: fourteen digits, the last one a check digit",
  }),
  vatNumber: text({ nullable: true, description: "VAT number of the company in the European Union" }),
  billingEmail: text({
    nullable: true,
    rule: emailAddressRule,
    description: "E-mail address for rent calls, where it is not the tenant's own",
  }),
  billingAddress: passage({ nullable: true, description: "Postal address for rent calls, where it is not the unit's" }),
  accountingCode: text({
    ascii: true,
    set: "program",
    description: "Auxiliary account of the tenant in the book: LOC and four digits or more",
  }),
  ...timestamps,
});

/** A person or company that rents. */
export type Tenant = RecordOf<typeof tenantRecord>;

/** A tenant in a list. */
export interface ListedTenant extends Omit<Tenant, "profileId"> {
  readonly tenantProfileId: Tenant["profileId"];
}

/** A tenant with all details. */
export interface TenantDetail extends Tenant {
  readonly name: string;
  readonly contactType: "individual" | "company";
  readonly subType: TenantType;
  readonly code: string;
  readonly bankAccounts: readonly BankAccount[];
  readonly leases: readonly TenantLease[];
  /** Latest first. */
  readonly rentCalls: readonly TenantRentCall[];
  /** Latest first. */
  readonly payments: readonly TenantPayment[];
}

/** A rent call of a tenant. */
export interface TenantRentCall {
  readonly id: Id<"RentCall">;
  readonly reference: string;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly totalAmountCents: Cents;
  readonly rentAmountCents: Cents;
  readonly chargesAmountCents: Cents;
  readonly otherAmountCents: Cents;
  readonly paidAmountCents: Cents;
  readonly remainingAmountCents: Cents;
  readonly fullyPaid: boolean;
  readonly overdue: boolean;
  readonly dueDate: Day;
  readonly status: RentCallStatus;
  readonly sentAt: Instant | null;
  /** Latest first. */
  readonly reminders: readonly TenantReminder[];
}

/** A reminder of a tenant's rent call. */
export interface TenantReminder {
  readonly id: Id<"RentCallReminder">;
  /** 1 rappel, 2 relance, 3 mise en demeure. */
  readonly level: 1 | 2 | 3;
  readonly amountCents: Cents;
  readonly createdAt: Instant;
}

/** A payment of a tenant. */
export interface TenantPayment {
  readonly id: Id<"Payment">;
  readonly amountCents: Cents;
  readonly currency: string;
  readonly date: Day;
  readonly reference: string | null;
  readonly status: string;
  readonly leaseReference: string | null;
  readonly leaseId: Id<"Lease"> | null;
}

/** A lease of which the tenant is a party. */
export interface TenantLease {
  readonly id: Id<"Lease">;
  readonly reference: string;
  readonly status: string;
  readonly leaseType: string;
  readonly startDate: Day | null;
  readonly endDate: Day | null;
  readonly unitIdentifier: string | null;
  readonly propertyName: string | null;
  readonly units: readonly { readonly identifier: string; readonly propertyName: string | null }[];
  readonly securityDepositId: Id<"SecurityDeposit"> | null;
}

const { id: tenantId, displayName, firstName, lastName, ...otherFilters } = filtersOf(tenantRecord);
const fields = { id: tenantId, tenantProfileId: "uuid", displayName, firstName, lastName, ...otherFilters } as const;

export type TenantField = FilterOf<typeof tenantRecord> | "tenantProfileId";

/** The filters and sorts of lists of tenants, with the free text that interface-rental.md names. */
export const tenantListing: Listing<TenantField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as TenantField[],
  sort: "createdAt",
  search: ["firstName", "lastName", "email"],
};

/** The input of a change of a tenant. */
export type TenantInput = PatchOf<typeof tenantRecord> & {
  /** Replaces the stored array. */
  readonly bankAccounts?: readonly BankAccountInput[];
};

/** The input that creates a tenant. */
export type NewTenantInput = TenantInput & {
  /** LOC and at least four digits. Default: the next free code. */
  readonly accountingCode?: string;
};

/** Returns the tenant with its display name. */
export function withTenantName(tenant: Omit<Tenant, "displayName">): Tenant {
  const { tradeName: company, accountingCode: otherwise } = tenant;
  return { ...tenant, displayName: displayNameOf({ ...tenant, company, otherwise }) };
}
