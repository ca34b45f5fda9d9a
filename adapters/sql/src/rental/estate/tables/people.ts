import type { Id } from "@cartulary/kernel";
import type {
  BankAccountId,
  ContactCollection,
  ContactType,
  MandataireId,
  OwnerId,
  OwnerType,
  RentalContactId,
  TenantId,
  TenantType,
} from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { boolean, folded, id, integer, text } from "../../../engine/columns.ts";
import { dated, datedIndexes, key } from "./columns.ts";

export const ownerRows = defineEntity({
  name: "Owner",
  tableName: "owners",
  properties: {
    ...key<OwnerId>(),
    profileId: id<Id<"OwnerProfile">>(),
    displayName: text(),
    displayNameFold: folded(),
    firstName: text(),
    firstNameFold: folded(),
    lastName: text().nullable(),
    lastNameFold: folded().nullable(),
    email: text().nullable(),
    emailFold: folded().nullable(),
    phone: text().nullable(),
    phoneFold: folded().nullable(),
    ownerType: text<OwnerType>(),
    companyName: text().nullable(),
    companyNameFold: folded().nullable(),
    siret: text().nullable(),
    taxId: text().nullable(),
    taxIdFold: folded().nullable(),
    address: text().nullable(),
    addressFold: folded().nullable(),
    accountingCode: text(),
    ...dated(),
  },
  indexes: [{ name: "owners_profile_id_index", properties: ["mandataireId", "profileId"] }, ...datedIndexes("owners")],
});

export const tenantRows = defineEntity({
  name: "Tenant",
  tableName: "tenants",
  properties: {
    ...key<TenantId>(),
    profileId: id<Id<"TenantProfile">>(),
    displayName: text(),
    displayNameFold: folded(),
    firstName: text().nullable(),
    firstNameFold: folded().nullable(),
    lastName: text().nullable(),
    lastNameFold: folded().nullable(),
    email: text().nullable(),
    emailFold: folded().nullable(),
    phone: text().nullable(),
    phoneFold: folded().nullable(),
    tenantType: text<TenantType>(),
    tradeName: text().nullable(),
    tradeNameFold: folded().nullable(),
    siret: text().nullable(),
    vatNumber: text().nullable(),
    billingEmail: text().nullable(),
    billingAddress: text().nullable(),
    accountingCode: text(),
    ...dated(),
  },
  indexes: [
    { name: "tenants_profile_id_index", properties: ["mandataireId", "profileId"] },
    ...datedIndexes("tenants"),
  ],
});

/** Contacts and service providers: two lists of one table. */
export const rentalContactRows = defineEntity({
  name: "RentalContact",
  tableName: "rental_contacts",
  properties: {
    ...key<RentalContactId>(),
    contactProfileId: id<Id<"ContactProfile">>(),
    collection: text<ContactCollection>(),
    firstName: text().nullable(),
    firstNameFold: folded().nullable(),
    lastName: text().nullable(),
    lastNameFold: folded().nullable(),
    displayName: text(),
    displayNameFold: folded(),
    email: text().nullable(),
    emailFold: folded().nullable(),
    phone: text().nullable(),
    phoneFold: folded().nullable(),
    contactType: text<ContactType>().nullable(),
    companyName: text().nullable(),
    companyNameFold: folded().nullable(),
    siret: text().nullable(),
    activity: text().nullable(),
    activityFold: folded().nullable(),
    address: text().nullable(),
    addressFold: folded().nullable(),
    ...dated(),
  },
  indexes: datedIndexes("rental_contacts"),
});

/** Of an owner or of a tenant, never of both. */
export const bankAccountRows = defineEntity({
  name: "BankAccount",
  tableName: "bank_accounts",
  properties: {
    ...key<BankAccountId>(),
    ownerId: id<OwnerId>().nullable(),
    tenantId: id<TenantId>().nullable(),
    position: integer(),
    label: text().nullable(),
    iban: text().nullable(),
    bic: text().nullable(),
    bankName: text().nullable(),
    isDefault: boolean(),
  },
  indexes: [
    { name: "bank_accounts_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "bank_accounts_tenant_id_index", properties: ["mandataireId", "tenantId"] },
    { name: "bank_accounts_iban_index", properties: ["mandataireId", "iban"] },
  ],
});

export const codeCounterRows = defineEntity({
  name: "CodeCounter",
  tableName: "code_counters",
  properties: { mandataireId: id<MandataireId>().primary(), kind: text().primary(), last: integer() },
});

/** Codes of those who are gone: nobody gets them again. */
export const retiredCodeRows = defineEntity({
  name: "RetiredCode",
  tableName: "retired_codes",
  properties: { mandataireId: id<MandataireId>().primary(), code: text().primary() },
});
