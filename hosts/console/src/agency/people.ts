import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import type { Html } from "../frame/definitions.ts";
import type { AgencyVisit } from "./agency-visit.ts";
import { recordLink, recordTable } from "./record-table.ts";
import type { Resource } from "./resource.ts";
import type { AnyRecord } from "./values.ts";

/** Inputs have other names for these than answers. */
const PRESENT_NAMES = {
  ...{ email_address: "email", phone_number: "phone" },
  ...{ owner_type: "subType", tenant_type: "subType" },
};

const PROVIDER_FIELDS = [
  "company_name",
  "first_name",
  "last_name",
  "siret",
  "activity",
  "email",
  "phone",
  "address",
] as const;

const ACCOUNTS = { en: "Bank accounts", fr: "Comptes bancaires" };

const identity = { en: "Identity", fr: "Identité" };
const contact = { en: "Contact", fr: "Coordonnées" };
const record = { en: "Record", fr: "Fiche" };

/** Owners with their properties and mandates. */
export const owners: Resource = {
  name: "owners",
  list: rentalOperations.listOwners,
  get: rentalOperations.getOwner,
  creation: { operation: rentalOperations.createOwner },
  change: { operation: rentalOperations.updateOwner, presentNames: PRESENT_NAMES },
  remove: { operation: rentalOperations.deleteOwner, isAllowed: () => true },
  titleOf: ({ name }) => String(name),
  columns: ["displayName", "ownerType", "email", "phone", "accountingCode"],
  filters: [
    { name: "q[display_name_cont]", field: "displayName" },
    { name: "q[owner_type_eq]", field: "ownerType", choices: ["individual", "company", "sci"] },
  ],
  sorts: ["display_name", "created_at"],
  groups: [
    {
      legend: identity,
      names: ["name", "contactType", "subType", "firstName", "lastName", "companyName", "siret", "taxId", "vatNumber"],
    },
    { legend: contact, names: ["email", "phone", "address"] },
    { legend: record, names: ["code", "id", "profileId", "createdAt", "updatedAt"] },
  ],
  parts: (visit, owner) => [
    bankAccounts(visit, owner),
    recordTable(visit, { en: "Properties", fr: "Immeubles" }, owner.properties, [
      ["name", ({ id, name }) => recordLink(visit, "properties", id, name)],
      ["propertyType"],
      ["city"],
    ]),
    recordTable(visit, { en: "Units", fr: "Lots" }, owner.ownerships, [
      ["unitIdentifier"],
      ["propertyName", ({ propertyId, propertyName }) => recordLink(visit, "properties", propertyId, propertyName)],
    ]),
    recordTable(visit, { en: "Mandates", fr: "Mandats" }, owner.mandates, [
      ["reference", ({ id, reference }) => recordLink(visit, "mandates", id, reference)],
      ["mandateType"],
      ["status"],
      ["startDate"],
      ["endDate"],
    ]),
  ],
};

/** Tenants with their leases, rent calls and payments. */
export const tenants: Resource = {
  name: "tenants",
  list: rentalOperations.listTenants,
  get: rentalOperations.getTenant,
  creation: { operation: rentalOperations.createTenant },
  change: { operation: rentalOperations.updateTenant, presentNames: PRESENT_NAMES },
  remove: { operation: rentalOperations.deleteTenant, isAllowed: () => true },
  titleOf: ({ name }) => String(name),
  columns: ["displayName", "tenantType", "email", "phone"],
  filters: [
    { name: "q[display_name_cont]", field: "displayName" },
    {
      name: "q[tenant_type_eq]",
      field: "tenantType",
      choices: ["individual", "company", "association", "public_body"],
    },
  ],
  sorts: ["display_name", "created_at"],
  groups: [
    {
      legend: identity,
      names: ["name", "contactType", "subType", "firstName", "lastName", "tradeName", "siret", "vatNumber"],
    },
    { legend: contact, names: ["email", "phone", "billingEmail", "billingAddress"] },
    { legend: record, names: ["code", "id", "profileId", "createdAt", "updatedAt"] },
  ],
  parts: (visit, tenant) => [
    bankAccounts(visit, tenant),
    recordTable(visit, { en: "Leases", fr: "Baux" }, tenant.leases, [
      ["reference", ({ id, reference }) => recordLink(visit, "leases", id, reference)],
      ["status"],
      ["leaseType"],
      ["propertyName"],
      ["unitIdentifier"],
      ["startDate"],
      ["endDate"],
    ]),
    recordTable(visit, { en: "Rent calls", fr: "Appels de loyer" }, tenant.rentCalls, [
      [
        "reference",
        ({ id, reference }) =>
          html`<a href="${visit.href(`/agency/rent_calls/${String(id)}`)}">${String(reference)}</a>`,
      ],
      ["periodStart"],
      ["totalAmountCents"],
      ["remainingAmountCents"],
      ["dueDate"],
      ["status"],
    ]),
    recordTable(visit, { en: "Payments", fr: "Paiements" }, tenant.payments, [
      ["date"],
      ["reference"],
      ["amountCents"],
      ["status"],
      ["leaseReference", ({ leaseId, leaseReference }) => recordLink(visit, "leases", leaseId, leaseReference)],
    ]),
  ],
};

/** Service providers, who write invoices. */
export const serviceProviders: Resource = {
  name: "serviceProviders",
  list: rentalOperations.listServiceProviders,
  get: rentalOperations.getServiceProvider,
  creation: { operation: rentalOperations.createServiceProvider, names: PROVIDER_FIELDS },
  change: { operation: rentalOperations.updateServiceProvider, names: PROVIDER_FIELDS },
  remove: { operation: rentalOperations.deleteServiceProvider, isAllowed: () => true },
  titleOf: ({ displayName }) => String(displayName),
  columns: ["displayName", "activity", "email", "phone"],
  filters: [
    { name: "q[display_name_cont]", field: "displayName" },
    { name: "q[activity_cont]", field: "activity" },
  ],
  sorts: ["display_name", "created_at"],
  groups: [
    {
      legend: identity,
      names: ["displayName", "companyName", "firstName", "lastName", "siret", "activity", "accountingCode"],
    },
    { legend: contact, names: ["email", "phone", "address"] },
    { legend: record, names: ["id", "createdAt", "updatedAt"] },
  ],
  parts: (visit, provider) => [bankAccounts(visit, provider)],
};

function bankAccounts(visit: AgencyVisit, person: AnyRecord): Html {
  return recordTable(visit, ACCOUNTS, person.bankAccounts, [["label"], ["iban"], ["bic"], ["bankName"], ["isDefault"]]);
}
