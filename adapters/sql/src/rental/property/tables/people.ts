import type { Id } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type {
  BankAccountId,
  ContactCollection,
  ContactType,
  OwnerId,
  OwnerType,
  RentalContactId,
  TenantId,
  TenantType,
} from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { boolean, foldedText, id, integer, text } from "../../../engine/columns.ts";
import { key, timestampColumns, timestampIndexes } from "./columns.ts";

export const ownerRows = defineEntity({
  name: "Owner",
  tableName: "owners",
  properties: {
    ...key<OwnerId>(),
    profileId: id<Id<"OwnerProfile">>(),
    displayName: text(),
    displayNameFold: foldedText(),
    firstName: text(),
    firstNameFold: foldedText(),
    lastName: text().nullable(),
    lastNameFold: foldedText().nullable(),
    email: text().nullable(),
    emailFold: foldedText().nullable(),
    phone: text().nullable(),
    phoneFold: foldedText().nullable(),
    ownerType: text<OwnerType>(),
    companyName: text().nullable(),
    companyNameFold: foldedText().nullable(),
    siret: text().nullable(),
    vatNumber: text().nullable(),
    taxId: text().nullable(),
    taxIdFold: foldedText().nullable(),
    address: text().nullable(),
    addressFold: foldedText().nullable(),
    accountingCode: text(),
    ...timestampColumns(),
  },
  indexes: [
    { name: "owners_profile_id_index", properties: ["mandataireId", "profileId"] },
    ...timestampIndexes("owners"),
  ],
});

export const tenantRows = defineEntity({
  name: "Tenant",
  tableName: "tenants",
  properties: {
    ...key<TenantId>(),
    profileId: id<Id<"TenantProfile">>(),
    displayName: text(),
    displayNameFold: foldedText(),
    firstName: text().nullable(),
    firstNameFold: foldedText().nullable(),
    lastName: text().nullable(),
    lastNameFold: foldedText().nullable(),
    email: text().nullable(),
    emailFold: foldedText().nullable(),
    phone: text().nullable(),
    phoneFold: foldedText().nullable(),
    tenantType: text<TenantType>(),
    tradeName: text().nullable(),
    tradeNameFold: foldedText().nullable(),
    siret: text().nullable(),
    vatNumber: text().nullable(),
    billingEmail: text().nullable(),
    billingAddress: text().nullable(),
    accountingCode: text(),
    ...timestampColumns(),
  },
  indexes: [
    { name: "tenants_profile_id_index", properties: ["mandataireId", "profileId"] },
    ...timestampIndexes("tenants"),
  ],
});

/** Contacts and service providers: two collections in one table. */
export const rentalContactRows = defineEntity({
  name: "RentalContact",
  tableName: "rental_contacts",
  properties: {
    ...key<RentalContactId>(),
    contactProfileId: id<Id<"ContactProfile">>(),
    collection: text<ContactCollection>(),
    firstName: text().nullable(),
    firstNameFold: foldedText().nullable(),
    lastName: text().nullable(),
    lastNameFold: foldedText().nullable(),
    displayName: text(),
    displayNameFold: foldedText(),
    email: text().nullable(),
    emailFold: foldedText().nullable(),
    phone: text().nullable(),
    phoneFold: foldedText().nullable(),
    contactType: text<ContactType>().nullable(),
    companyName: text().nullable(),
    companyNameFold: foldedText().nullable(),
    siret: text().nullable(),
    activity: text().nullable(),
    activityFold: foldedText().nullable(),
    address: text().nullable(),
    addressFold: foldedText().nullable(),
    accountingCode: text().nullable(),
    ...timestampColumns(),
  },
  indexes: timestampIndexes("rental_contacts"),
});

/** A bank account belongs to an owner, a tenant or a service provider. */
export const bankAccountRows = defineEntity({
  name: "BankAccount",
  tableName: "bank_accounts",
  properties: {
    ...key<BankAccountId>(),
    ownerId: id<OwnerId>().nullable(),
    tenantId: id<TenantId>().nullable(),
    contactId: id<RentalContactId>().nullable(),
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
    { name: "bank_accounts_contact_id_index", properties: ["mandataireId", "contactId"] },
    { name: "bank_accounts_iban_index", properties: ["mandataireId", "iban"] },
  ],
});

export const codeCounterRows = defineEntity({
  name: "CodeCounter",
  tableName: "code_counters",
  properties: { mandataireId: id<MandataireId>().primary(), kind: text().primary(), last: integer() },
});

/** Codes of deleted people, which are never assigned again. */
export const retiredCodeRows = defineEntity({
  name: "RetiredCode",
  tableName: "retired_codes",
  properties: { mandataireId: id<MandataireId>().primary(), code: text().primary() },
});
