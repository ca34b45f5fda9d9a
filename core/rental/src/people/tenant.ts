import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import type { RentCallView } from "../calls/rent-call.ts";
import { aLine, anything, aPassage, type FieldRules, nullable } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { BankAccount, BankAccountInput } from "./bank-account.ts";
import { anEmailAddress, aSiret, type CoordinatesInput, coordinateRules } from "./coordinates.ts";
import { displayNameOf } from "./names.ts";

export type TenantId = Id<"TenantActor">;

export const TENANT_TYPES = ["individual", "company", "association", "public_body"] as const;
/** One of {@link TENANT_TYPES}. */
export type TenantType = (typeof TENANT_TYPES)[number];

/** Somebody who rents. */
export interface Tenant {
  readonly mandataireId: MandataireId;
  /** The actor's. */
  readonly id: TenantId;
  readonly profileId: Id<"TenantProfile">;
  readonly displayName: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly tenantType: TenantType;
  readonly tradeName: string | null;
  readonly siret: string | null;
  readonly vatNumber: string | null;
  readonly billingEmail: string | null;
  readonly billingAddress: string | null;
  /** Whose account it is in the book: LOC0001. */
  readonly accountingCode: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A tenant as lists answer it. */
export interface ListedTenant extends Omit<Tenant, "profileId"> {
  readonly tenantProfileId: Tenant["profileId"];
}

/** A tenant whole. */
export interface TenantDetail extends Tenant {
  readonly name: string;
  readonly contactType: "individual" | "company";
  readonly subType: TenantType;
  readonly code: string;
  readonly bankAccounts: readonly BankAccount[];
  readonly leases: readonly TenantLease[];
  /** What he was asked to pay, the latest first. */
  readonly rentCalls: readonly TenantRentCall[];
  /** What he paid, the latest first. */
  readonly payments: readonly TenantPayment[];
}

/** A rent call of a tenant. */
export type TenantRentCall = Pick<
  RentCallView,
  | "id"
  | "reference"
  | "periodStart"
  | "periodEnd"
  | "totalAmountCents"
  | "rentAmountCents"
  | "chargesAmountCents"
  | "paidAmountCents"
  | "remainingAmountCents"
  | "fullyPaid"
  | "overdue"
  | "dueDate"
  | "status"
  | "sentAt"
>;

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

/** A lease that a tenant is a party of. */
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

const fields = {
  id: "uuid",
  tenantProfileId: "uuid",
  displayName: "text",
  firstName: "text",
  lastName: "text",
  email: "text",
  phone: "text",
  tenantType: "keyword",
  tradeName: "text",
  siret: "keyword",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link tenantListing} knows. */
export type TenantField = keyof typeof fields;

/** What lists of tenants may be filtered and sorted by; free text is looked for as interface-rental.md says. */
export const tenantListing: Listing<TenantField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as TenantField[],
  sort: "createdAt",
  search: ["firstName", "lastName", "email"],
};

/** What may be said of a tenant. An absent field keeps its value; on creation it gets its default. */
export interface TenantInput extends CoordinatesInput {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  /** Default `individual`. */
  readonly tenantType?: TenantType;
  readonly tradeName?: string | null;
  readonly siret?: string | null;
  readonly vatNumber?: string | null;
  readonly billingEmail?: string | null;
  readonly billingAddress?: string | null;
  /** Replaces all of them. */
  readonly bankAccounts?: readonly BankAccountInput[];
}

/** What is said of a tenant that is being made. */
export type NewTenantInput = TenantInput & {
  /** LOC and four digits or more; the next one when absent. */
  readonly accountingCode?: string;
};

/** What each field of a tenant has to be. */
export const tenantRules: FieldRules<Omit<TenantInput, "bankAccounts">> = {
  ...coordinateRules,
  firstName: nullable(aLine),
  lastName: nullable(aLine),
  tenantType: anything(),
  tradeName: nullable(aLine),
  siret: nullable(aSiret),
  vatNumber: nullable(aLine),
  billingEmail: nullable(anEmailAddress),
  billingAddress: nullable(aPassage),
};

/** What a new tenant is until something is said of it. */
export const blankTenant: Omit<
  Tenant,
  "mandataireId" | "id" | "profileId" | "displayName" | "accountingCode" | "createdAt" | "updatedAt"
> = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  tenantType: "individual",
  tradeName: null,
  siret: null,
  vatNumber: null,
  billingEmail: null,
  billingAddress: null,
};

/** The tenant under the name that follows from what is said of him. */
export function namedTenant(tenant: Omit<Tenant, "displayName">): Tenant {
  const { tradeName: company, accountingCode: otherwise } = tenant;
  return { ...tenant, displayName: displayNameOf({ ...tenant, company, otherwise }) };
}
