import { ownerListing, ownerRecord } from "@cartulary/rental/property";
import { day, integer, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";
import { BankAccount, BankAccountInput } from "./bank-account.ts";

const {
  mandataireId: _,
  profileId,
  displayName,
  ownerType,
  accountingCode,
  ...stored
} = answerShape(ownerRecord, ["firstName", "accountingCode"]);
const { id, email, phone, firstName, lastName, ...others } = stored;
const contactFields = { firstName, lastName, email, phone, ...others };

/** An owner as lists answer it. */
export const ListedOwner = camelRecord("ListedOwner", {
  id,
  ownerProfileId: profileId,
  displayName,
  ownerType,
  accountingCode,
  ...contactFields,
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

/** An owner with all its details. */
export const OwnerRecord = camelRecord("Owner", {
  id,
  profileId,
  name: text(),
  contactType: text().nullable(),
  subType: text().nullable(),
  code: text().nullable(),
  ...contactFields,
  bankAccounts: listOf(BankAccount),
  ownerships: listOf(OwnerOwnership),
  properties: listOf(OwnerProperty),
  mandates: listOf(OwnerMandate),
});

const bankAccounts = listOf(BankAccountInput).exactOptional();

/** The body that creates an owner. */
export const OwnerCreation = record("OwnerCreate", {
  ...creationShape(ownerRecord),
  accountingCode: input.text(),
  bankAccounts,
});

/** The body that changes an owner. */
export const OwnerChange = record("OwnerInput", { ...patchShape(ownerRecord), bankAccounts });

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

export const ownerOperations = operations({
  listOwners: owners.list("List owners; q searches names and SIRET"),
  createOwner: owners.create("Create an owner and an auxiliary account"),
  getOwner: owners.get("Get an owner and current ownerships"),
  updateOwner: owners.update("Update an owner; arrays are replaced"),
  deleteOwner: owners.remove("Delete an owner without references"),
});
