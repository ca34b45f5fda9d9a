import { TENANT_TYPES, tenantListing } from "@cartulary/rental";
import { z } from "zod";
import { day, instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { BankAccount, BankAccountInput } from "./bank-account.ts";
import { input } from "./estate-fields.ts";
import { callFields } from "./rent-calls.ts";

const said = {
  firstName: text().nullable(),
  lastName: text().nullable(),
  email: text().nullable(),
  phone: text().nullable(),
  tradeName: text().nullable(),
  siret: text().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
};

/** A tenant as lists answer it. */
export const ListedTenant = camelRecord("ListedTenant", {
  id: uuid<"TenantActor">(),
  tenantProfileId: uuid<"TenantProfile">(),
  displayName: text(),
  tenantType: z.enum(TENANT_TYPES),
  ...said,
});

const TenantLease = camelRecord("TenantLease", {
  id: uuid<"Lease">(),
  reference: text(),
  status: text(),
  leaseType: text(),
  startDate: day().nullable(),
  endDate: day().nullable(),
  unitIdentifier: text().nullable(),
  propertyName: text().nullable(),
  units: listOf(camelRecord("LeaseUnitRef", { identifier: text(), propertyName: text().nullable() })),
  securityDepositId: uuid<"SecurityDeposit">().nullable(),
});

const TenantRentCall = camelRecord("TenantRentCall", callFields);

const TenantPayment = camelRecord("TenantPayment", {
  id: uuid<"Payment">(),
  amountCents: integer(),
  currency: text(),
  date: day(),
  reference: text().nullable(),
  status: text(),
  leaseReference: text().nullable(),
  leaseId: uuid<"Lease">().nullable(),
});

/** A tenant whole. */
export const TenantRecord = camelRecord("Tenant", {
  id: uuid<"TenantActor">(),
  profileId: uuid<"TenantProfile">(),
  name: text(),
  contactType: text().nullable(),
  subType: text().nullable(),
  code: text().nullable(),
  vatNumber: text().nullable(),
  billingEmail: text().nullable(),
  billingAddress: text().nullable(),
  ...said,
  bankAccounts: listOf(BankAccount),
  leases: listOf(TenantLease),
  rentCalls: listOf(TenantRentCall),
  payments: listOf(TenantPayment),
});

const changeFields = {
  firstName: input.emptyText(),
  lastName: input.emptyText(),
  emailAddress: input.emptyText(),
  phoneNumber: input.emptyText(),
  tenantType: input.choice(TENANT_TYPES),
  tradeName: input.emptyText(),
  siret: input.emptyText(),
  vatNumber: input.emptyText(),
  billingEmail: input.emptyText(),
  billingAddress: input.emptyText(),
  bankAccounts: listOf(BankAccountInput).exactOptional(),
};

/** What is said of a tenant that is being made. */
export const TenantCreation = record("TenantCreate", { accountingCode: input.text(), ...changeFields });

/** What may be said of a tenant. */
export const TenantChange = record("TenantInput", changeFields);

const tenants = familyOperations({
  path: `${RENTAL_BASE}/tenants`,
  tag: "tenants",
  id: uuid<"TenantActor">(),
  list: tenantListing,
  listed: ListedTenant,
  output: TenantRecord,
  creation: TenantCreation,
  change: TenantChange,
  every: { mandataire: true },
  writing: {},
  bodied: {},
});

/** What can be done with tenants. */
export const tenantOperations = operations({
  listTenants: tenants.list("The tenants; q is looked for in their names and e-mail"),
  createTenant: tenants.create("Make a tenant, and an account in the book"),
  getTenant: tenants.get("One tenant, with leases and accounts"),
  updateTenant: tenants.update("Change what is given of a tenant; an array replaces the present one"),
  deleteTenant: tenants.remove("Delete a tenant whom nothing refers to"),
});
