import { leaseTermListing, leaseTermRecord, rentRecord, unitIndexRecord } from "@cartulary/rental/property";
import { decimal, flag, integer, listOf, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record, requiredByOperation } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, lenientCreationShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";

/** The conditions of one unit in a term. */
const LeaseUnitTerm = camelRecord("LeaseUnitTerm", {
  id: uuid<"LeaseUnitTerm">(),
  leaseUnitId: uuid<"LeaseUnit">(),
  annualAmountCents: integer(),
  chargeProvisionCents: integer().nullable(),
  vatApplicable: flag(),
  vatRate: decimal().nullable(),
});

const { mandataireId: _, effectiveToGiven: __, reachesBack: ___, ...term } = answerShape(leaseTermRecord);

/** The conditions of a lease from a day on. */
export const LeaseTermRecord = camelRecord("LeaseTerm", { ...term, leaseUnitTerms: listOf(LeaseUnitTerm) });

const LeaseUnitTermInput = record("LeaseUnitTermInput", {
  leaseUnitId: requiredByOperation(input.id<"LeaseUnit">()),
  ...patchShape(rentRecord),
  ...patchShape(unitIndexRecord),
});

const leaseUnitTerms = listOf(LeaseUnitTermInput).exactOptional();

/** The body that creates a term. */
export const LeaseTermCreation = record("LeaseTermCreate", {
  leaseId: requiredByOperation(input.id<"Lease">()),
  ...lenientCreationShape(leaseTermRecord),
  leaseUnitTerms,
});

/** The body that changes a term. */
export const LeaseTermChange = record("LeaseTermInput", {
  leaseId: input.id<"Lease">(),
  ...patchShape(leaseTermRecord),
  leaseUnitTerms,
});

const terms = familyOperations({
  path: `${RENTAL_BASE}/lease_terms`,
  tag: "lease_terms",
  id: uuid<"LeaseTerm">(),
  list: leaseTermListing,
  listed: LeaseTermRecord,
  output: LeaseTermRecord,
  creation: LeaseTermCreation,
  change: LeaseTermChange,
  every: { mandataire: true },
  writing: {},
  bodied: { wrapper: "lease_term" },
});

export const leaseTermOperations = operations({
  listLeaseTerms: terms.list("List lease terms, each with the amounts of every unit"),
  createLeaseTerm: terms.create("Create a term; units that it omits keep the amounts of the previous term"),
  getLeaseTerm: terms.get("Get a lease term"),
  updateLeaseTerm: terms.update("Update a term; its units are replaced if given"),
  deleteLeaseTerm: terms.remove("Delete a term; an active lease keeps one"),
});
