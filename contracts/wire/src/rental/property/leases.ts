import {
  LEASE_STATUSES,
  leaseListing,
  leaseRecord,
  leaseTermRecord,
  leaseUnitRecord,
  rentRecord,
  unitIndexRecord,
} from "@cartulary/rental/property";
import { snakeObject } from "../../casing.ts";
import { day, listOf, uuid } from "../../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../../operation.ts";
import { record, requiredByOperation } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { lenientCreationShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";
import { leaseArrayInputs } from "./lease-arrays.ts";
import { LeaseRecord, ListedLease } from "./lease-records.ts";
import { LeaseRevision, LeaseRevisionInput } from "./lease-revisions.ts";

const { annualAmountCents: _, ...monthlyRent } = patchShape(rentRecord);

/** A unit to let, with what it costs by the month. */
export const LeaseInputUnit = record("LeaseInputUnit", {
  id: requiredByOperation(input.id<"Unit">()),
  ...monthlyRent,
  indexType: patchShape(unitIndexRecord).indexType,
});

/** A unit of a lease in bodies. */
export const LeaseInputLeaseUnit = record("LeaseInputLeaseUnit", {
  id: requiredByOperation(input.id<"Unit" | "LeaseUnit">()),
  ...patchShape(leaseUnitRecord),
});

/** The fields of the body outside the lease. */
const bodyFields = {
  term: record("LeaseTermAttributes", patchShape(leaseTermRecord)).exactOptional(),
  units: input.listOf(LeaseInputUnit),
  tenantId: input.id<"TenantActor">(),
  unitIds: listOf(uuid<"Unit">()).exactOptional(),
  leaseUnits: input.listOf(LeaseInputLeaseUnit),
  ...leaseArrayInputs,
};

/** The body that creates a lease. */
export const LeaseCreation = record("LeaseCreate", {
  lease: record("LeaseCreateAttributes", {
    status: input.choice(["draft", "active"]),
    ...lenientCreationShape(leaseRecord),
  }),
  ...bodyFields,
});

/** The body that changes a lease. */
export const LeaseChange = record("LeaseInput", {
  lease: record("LeaseAttributes", {
    status: input.choice(LEASE_STATUSES),
    ...patchShape(leaseRecord),
  }),
  ...bodyFields,
});

/** The notice of a lease. */
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
  bodied: { omitFieldPrefix: "lease" },
});

/** Declares an operation that changes the status of a lease: like an update, but under its own path. */
const door = <const Name extends string>(name: Name, summary: string) => {
  const { params, tag, mandataire, scope, replies } = leases.update("");
  const path = `${RENTAL_BASE}/leases/{id}/${name}` as const;
  return { method: "post", path, tag, params, mandataire, scope, summary, replies } as const;
};

export const leaseOperations = operations({
  listLeases: leases.list("List leases with their current units, tenant and rent"),
  createLease: leases.create("Create a lease with its units, first term and tenant"),
  getLease: leases.get("Get a lease with all related records, as of today"),
  updateLease: leases.update("Update a lease; units and terms are added, arrays replaced"),
  deleteLease: leases.remove("Delete a lease and its units, terms and parties"),
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
  downloadLeaseRevision: {
    method: "get",
    path: `${RENTAL_BASE}/leases/{id}/revisions/{revision_id}/document`,
    params: snakeObject({ id: uuid<"Lease">(), revisionId: uuid<"LeaseRevision">() }),
    tag: "leases",
    mandataire: true,
    scope: "read",
    summary: "Download the letter of a revision as PDF: old and new rents, index values, calculation and first day",
    headers: ["Range", "If-Range", "If-None-Match"],
    awaitsChild: true,
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
