import { ESTATE_COLLECTIONS, propagationTargets } from "@cartulary/rental/property";
import { describe, expect, it } from "vitest";
import { ownNames, specRecord } from "../support/estate-spec.ts";

/** The record that each collection lists. */
const RECORDS: Readonly<Record<string, string>> = {
  properties: "Property",
  units: "Unit",
  ownerships: "Ownership",
  owners: "Owner",
  tenants: "Tenant",
  contacts: "RentalContact",
  service_providers: "RentalContact",
  mandates: "Mandate",
  leases: "Lease",
  lease_terms: "LeaseTerm",
  lease_parties: "LeaseParty",
};

/** Fields of a list record that follow from the record itself, although no input has them. */
const FROM_ITSELF: Readonly<Record<string, readonly string[]>> = {
  properties: ["shareKeys", "createdAt", "updatedAt", "id"],
  units: ["allocations", "updatedAt", "id"],
  ownerships: ["id", "createdAt", "updatedAt", "mandataireId"],
  // What a term says of units that it does not name comes of the terms before, which say so themselves.
  lease_terms: ["id", "effectiveTo", "createdAt", "updatedAt"],
  // A tenant's profile is his for good.
  lease_parties: ["id", "createdAt", "updatedAt"],
  leases: ["id", "reference", "leaseType", "status", "startDate", "endDate", "paymentTiming", "updatedAt"],
  owners: ["id", "ownerProfileId", "displayName", "email", "phone", "accountingCode", "createdAt", "updatedAt"],
  // Whose it is never changes, nor do an owner's code and profile.
  mandates: [
    ...["id", "createdAt", "updatedAt", "status", "businessCode"],
    ...["ownerId", "ownerActorId", "ownerBusinessCode"],
  ],
  tenants: ["id", "tenantProfileId", "displayName", "email", "phone", "createdAt", "updatedAt"],
  contacts: ["id", "contactProfileId", "mandataireId", "displayName", "email", "phone", "createdAt", "updatedAt"],
  service_providers: [
    "id",
    "contactProfileId",
    "mandataireId",
    "displayName",
    "email",
    "phone",
    "createdAt",
    "updatedAt",
  ],
};

/** Records that show the estate without being of it. */
const BILLED: Readonly<Record<string, string>> = { rent_calls: "RentCall", security_deposits: "SecurityDeposit" };

describe("A record moves whenever its list record does", () => {
  const shown = (target: string) =>
    Object.values(propagationTargets).flatMap((targets) =>
      Object.entries(targets).flatMap(([name, { in: fields }]) => (name === target ? fields : [])),
    );

  it.each(Object.entries(RECORDS))(
    "%s: every field is the record's own, or a propagation target",
    (collection, name) => {
      const { fields, list_fields = Object.keys(fields) } = specRecord(name);
      const own = [...ownNames(`${name}Input`), ...(FROM_ITSELF[collection] ?? [])];
      const strange = list_fields.filter((field) => !own.includes(field));
      expect(strange.filter((field) => !shown(collection).includes(field))).toEqual([]);
    },
  );

  it("targets only fields that records have", () => {
    for (const targets of Object.values(propagationTargets)) {
      for (const [target, { in: fields }] of Object.entries(targets)) {
        const record = BILLED[target] ?? RECORDS[target] ?? "";
        expect([...ESTATE_COLLECTIONS, ...Object.keys(BILLED)]).toContain(target);
        expect(Object.keys(specRecord(record).fields)).toEqual(expect.arrayContaining([...fields]));
      }
    }
  });
});
