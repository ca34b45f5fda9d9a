import {
  BILLING_CALENDARS,
  INDEX_TYPES,
  LEASE_STATUSES,
  LEASE_TYPES,
  leaseListing,
  PAYMENT_FREQUENCIES,
  PAYMENT_TIMINGS,
  PRORATIONS,
  REVISION_MODES,
} from "@cartulary/rental";
import { day, listOf, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { needed, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { input } from "./estate-fields.ts";
import { leaseArrayInputs } from "./lease-arrays.ts";
import { LeaseRecord, ListedLease } from "./lease-records.ts";
import { LeaseRevision, LeaseRevisionInput } from "./lease-revisions.ts";

/** What is said of a lease by itself, but what a new one needs. */
const attributes = {
  endDate: input.emptyDay(),
  signatureDate: input.emptyDay(),
  paymentDay: input.integer(),
  paymentFrequency: input.choice(PAYMENT_FREQUENCIES),
  paymentTiming: input.choice(PAYMENT_TIMINGS),
  autoRenewal: input.flag(),
  noticeMonths: input.integer(),
  externalId: input.emptyText(),
  revisionMode: input.choice(REVISION_MODES),
  initialBalanceCents: input.emptyCents(),
  cafAllocataireNumber: input.emptyText(),
  billingCalendar: input.emptyChoice(BILLING_CALENDARS),
  billingCycleMonth: input.emptyInteger(),
  renewalNoticePeriod: input.emptyInteger(),
  securityDepositCents: input.emptyCents(),
  proration: input.choice(PRORATIONS),
};

/** A unit to let, with what it costs by the month. */
export const LeaseInputUnit = record("LeaseInputUnit", {
  id: needed(input.id<"Unit">()),
  baseRentCents: input.integer(),
  chargeProvisionCents: input.integer(),
  chargeProvisionVatApplicable: input.flag(),
  vatApplicable: input.flag(),
  vatRate: input.decimal(),
  indexType: input.choice(INDEX_TYPES),
});

/** What is said of a unit within its lease. */
export const LeaseInputLeaseUnit = record("LeaseInputLeaseUnit", {
  id: needed(input.id<"Unit" | "LeaseUnit">()),
  entryDate: input.emptyDay(),
  exitDate: input.emptyDay(),
  indexType: input.choice(INDEX_TYPES),
  indexBaseDate: input.emptyDay(),
  indexBaseValue: input.emptyDecimal(),
});

/** What stands beside the lease in its body. */
const beside = {
  term: record("LeaseTermAttributes", {
    revisionMonth: input.integer(),
    effectiveFrom: input.day(),
    effectiveTo: input.emptyDay(),
  }).exactOptional(),
  units: input.listOf(LeaseInputUnit),
  tenantId: input.id<"TenantActor">(),
  unitIds: listOf(uuid<"Unit">()).exactOptional(),
  leaseUnits: input.listOf(LeaseInputLeaseUnit),
  ...leaseArrayInputs,
};

/** What is said of a lease that is being made. */
export const LeaseCreation = record("LeaseCreate", {
  lease: record("LeaseCreateAttributes", {
    reference: needed(input.text()),
    leaseType: needed(input.choice(LEASE_TYPES)),
    startDate: needed(input.day()),
    status: input.choice(["draft", "active"]),
    ...attributes,
  }),
  ...beside,
});

/** What may be said of a lease. */
export const LeaseChange = record("LeaseInput", {
  lease: record("LeaseAttributes", {
    reference: input.text(),
    leaseType: input.choice(LEASE_TYPES),
    startDate: input.day(),
    status: input.choice(LEASE_STATUSES),
    ...attributes,
  }),
  ...beside,
});

/** That notice was given. */
export const LeaseNotice = record("LeaseNotice", { noticeDate: day(), endDate: input.emptyDay() });

const leases = familyOperations({
  path: `${RENTAL_BASE}/leases`,
  tag: "leases",
  id: uuid<"Lease">(),
  list: leaseListing,
  listed: ListedLease,
  output: LeaseRecord,
  creation: LeaseCreation,
  change: LeaseChange,
  every: { mandataire: true },
  writing: {},
  bodied: { unsaid: "lease" },
});

/** A door of the statuses of a lease: the same as its change, but that it is asked by another path. */
const door = <const Name extends string>(name: Name, summary: string) => {
  const { params, tag, mandataire, scope, replies } = leases.update("");
  const path = `${RENTAL_BASE}/leases/{id}/${name}` as const;
  return { method: "post", path, tag, params, mandataire, scope, summary, replies } as const;
};

/** What can be done with leases. */
export const leaseOperations = operations({
  listLeases: leases.list("The leases as they are today, with their units, their tenant and their rent"),
  createLease: leases.create("Make a lease, with its units, its first term and its tenant"),
  getLease: leases.get("One lease as it is today, with everything that hangs on it"),
  updateLease: leases.update("Change what is given of a lease; units and terms are added to, arrays replaced"),
  deleteLease: leases.remove("Delete a lease with its units, terms and parties"),
  activateLease: door("activate", "Make a signed draft with a rent and a tenant active"),
  giveLeaseNotice: { ...door("give_notice", "Give notice of an active lease"), body: LeaseNotice },
  withdrawLeaseNotice: door("withdraw_notice", "Withdraw a notice: the end that stood before comes back"),
  cancelLease: door("cancel", "Cancel a draft"),
  applyLeaseRevision: {
    ...door("revisions", "Apply the revision that is due: a term with the new rents, from a day on"),
    body: LeaseRevisionInput,
    headers: ["Idempotency-Key"],
    replies: { 201: LeaseRevision },
  },
});
