import { tenantListing, tenantRecord } from "@cartulary/rental/property";
import { day, integer, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";
import { BankAccount, BankAccountInput } from "./bank-account.ts";
import { callFields, ReminderRecord } from "./rent-call-fields.ts";

const {
  mandataireId: _,
  accountingCode: __,
  vatNumber,
  billingEmail,
  billingAddress,
  ...stored
} = answerShape(tenantRecord);
const { id, profileId, displayName, tenantType, email, phone, firstName, lastName, ...others } = stored;
const contactFields = { firstName, lastName, email, phone, ...others };

/** A tenant as lists answer it. */
export const ListedTenant = camelRecord("ListedTenant", {
  id,
  tenantProfileId: profileId,
  displayName,
  tenantType,
  ...contactFields,
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

const TenantRentCall = camelRecord("TenantRentCall", { ...callFields, reminders: listOf(ReminderRecord) });

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

/** A tenant with all its details. */
export const TenantRecord = camelRecord("Tenant", {
  id,
  profileId,
  name: text(),
  contactType: text().nullable(),
  subType: text().nullable(),
  code: text().nullable(),
  vatNumber,
  billingEmail,
  billingAddress,
  ...contactFields,
  bankAccounts: listOf(BankAccount),
  leases: listOf(TenantLease),
  rentCalls: listOf(TenantRentCall),
  payments: listOf(TenantPayment),
});

const bankAccounts = listOf(BankAccountInput).exactOptional();

/** The body that creates a tenant. */
export const TenantCreation = record("TenantCreate", {
  ...creationShape(tenantRecord),
  accountingCode: input.text(),
  bankAccounts,
});

/** The body that changes a tenant. */
export const TenantChange = record("TenantInput", { ...patchShape(tenantRecord), bankAccounts });

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

export const tenantOperations = operations({
  listTenants: tenants.list("List tenants; q searches names and e-mail"),
  createTenant: tenants.create("Create a tenant and an auxiliary account"),
  getTenant: tenants.get("Get a tenant with leases and accounts"),
  updateTenant: tenants.update("Update a tenant; arrays are replaced"),
  deleteTenant: tenants.remove("Delete a tenant without references"),
});
