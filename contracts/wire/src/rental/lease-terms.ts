import { INDEX_TYPES, leaseTermListing, PAYMENT_TOLERANCE_TYPES } from "@cartulary/rental";
import { z } from "zod";
import { day, decimal, flag, instant, integer, listOf, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, needed, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { input } from "./estate-fields.ts";

/** What a term says of one unit. */
const LeaseUnitTerm = camelRecord("LeaseUnitTerm", {
  id: uuid<"LeaseUnitTerm">(),
  leaseUnitId: uuid<"LeaseUnit">(),
  annualAmountCents: integer(),
  chargeProvisionCents: integer().nullable(),
  vatApplicable: flag(),
  vatRate: decimal().nullable(),
});

/** What a lease says from a day on. */
export const LeaseTermRecord = camelRecord("LeaseTerm", {
  id: uuid<"LeaseTerm">(),
  leaseId: uuid<"Lease">(),
  effectiveFrom: day(),
  effectiveTo: day().nullable(),
  revisionMonth: integer().nullable(),
  revisionFrequencyYears: integer().nullable(),
  paymentToleranceType: z.enum(PAYMENT_TOLERANCE_TYPES).nullable(),
  paymentToleranceValue: decimal().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  leaseUnitTerms: listOf(LeaseUnitTerm),
});

const LeaseUnitTermInput = record("LeaseUnitTermInput", {
  leaseUnitId: needed(input.id<"LeaseUnit">()),
  annualAmountCents: input.integer(),
  baseRentCents: input.integer(),
  chargeProvisionCents: input.integer(),
  chargeProvisionVatApplicable: input.flag(),
  vatApplicable: input.flag(),
  vatRate: decimal().exactOptional(),
  indexType: input.choice(INDEX_TYPES),
  indexBaseDate: input.emptyDay(),
  indexBaseValue: input.emptyDecimal(),
});

const said = {
  effectiveTo: input.emptyDay(),
  revisionMonth: input.integer(),
  revisionFrequencyYears: input.integer(),
  paymentToleranceType: input.choice(PAYMENT_TOLERANCE_TYPES),
  paymentToleranceValue: decimal().exactOptional(),
  leaseUnitTerms: listOf(LeaseUnitTermInput).exactOptional(),
};

/** What is said of a term that is being made. */
export const LeaseTermCreation = record("LeaseTermCreate", {
  leaseId: needed(input.id<"Lease">()),
  effectiveFrom: needed(day().exactOptional()),
  ...said,
});

/** What may be said of a term. */
export const LeaseTermChange = record("LeaseTermInput", {
  leaseId: input.id<"Lease">(),
  effectiveFrom: day().exactOptional(),
  ...said,
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

/** What can be done with the terms of leases. */
export const leaseTermOperations = operations({
  listLeaseTerms: terms.list("The terms of leases: each with what it says of every unit"),
  createLeaseTerm: terms.create("Make a term; of a unit that it does not name it says what the term before says"),
  getLeaseTerm: terms.get("One term"),
  updateLeaseTerm: terms.update("Change what is given of a term; the units given replace those that it names"),
  deleteLeaseTerm: terms.remove("Delete a term; an active lease keeps one"),
});
