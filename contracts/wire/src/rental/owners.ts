import { OWNER_TYPES, ownerListing } from "@cartulary/rental";
import { z } from "zod";
import { day, instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { BankAccount, BankAccountInput } from "./bank-account.ts";
import { input } from "./estate-fields.ts";

const said = {
  firstName: text().nullable(),
  lastName: text().nullable(),
  email: text().nullable(),
  phone: text().nullable(),
  companyName: text().nullable(),
  siret: text().nullable(),
  taxId: text().nullable(),
  address: text().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
};

/** An owner as lists answer it. */
export const ListedOwner = camelRecord("ListedOwner", {
  id: uuid<"OwnerActor">(),
  ownerProfileId: uuid<"OwnerProfile">(),
  displayName: text(),
  ownerType: z.enum(OWNER_TYPES),
  accountingCode: text().nullable(),
  ...said,
});

const OwnerOwnership = camelRecord("OwnerOwnership", {
  id: uuid<"Ownership">(),
  propertyName: text().nullable(),
  propertyId: uuid<"Property">().nullable(),
  unitIdentifier: text(),
  unitId: uuid<"Unit">(),
  shareNumerator: integer(),
  shareDenominator: integer(),
});

const OwnerProperty = camelRecord("OwnerProperty", {
  id: uuid<"Property">(),
  name: text(),
  propertyType: text(),
  address: text().nullable(),
  city: text().nullable(),
  unitsOwned: integer(),
});

const OwnerMandate = camelRecord("OwnerMandate", {
  id: uuid<"Mandate">(),
  reference: text(),
  mandateType: text(),
  status: text(),
  startDate: day(),
  endDate: day().nullable(),
});

/** An owner whole. */
export const OwnerRecord = camelRecord("Owner", {
  id: uuid<"OwnerActor">(),
  profileId: uuid<"OwnerProfile">(),
  name: text(),
  contactType: text().nullable(),
  subType: text().nullable(),
  code: text().nullable(),
  ...said,
  bankAccounts: listOf(BankAccount),
  ownerships: listOf(OwnerOwnership),
  properties: listOf(OwnerProperty),
  mandates: listOf(OwnerMandate),
});

const changeFields = {
  lastName: input.emptyText(),
  emailAddress: input.emptyText(),
  phoneNumber: input.emptyText(),
  ownerType: input.choice(OWNER_TYPES),
  companyName: input.emptyText(),
  siret: input.emptyText(),
  address: input.emptyText(),
  taxId: input.emptyText(),
  bankAccounts: listOf(BankAccountInput).exactOptional(),
};

/** What is said of an owner that is being made. */
export const OwnerCreation = record("OwnerCreate", {
  firstName: text(),
  accountingCode: input.text(),
  ...changeFields,
});

/** What may be said of an owner. */
export const OwnerChange = record("OwnerInput", { firstName: input.text(), ...changeFields });

const owners = familyOperations({
  path: `${RENTAL_BASE}/owners`,
  tag: "owners",
  id: uuid<"OwnerActor">(),
  list: ownerListing,
  listed: ListedOwner,
  output: OwnerRecord,
  creation: OwnerCreation,
  change: OwnerChange,
  every: { mandataire: true },
  writing: {},
  bodied: {},
});

/** What can be done with owners. */
export const ownerOperations = operations({
  listOwners: owners.list("The owners; q is looked for in their names and SIRET"),
  createOwner: owners.create("Make an owner, and an account in the book"),
  getOwner: owners.get("One owner, with what is owned today"),
  updateOwner: owners.update("Change what is given of an owner; an array replaces the present one"),
  deleteOwner: owners.remove("Delete an owner whom nothing refers to"),
});
