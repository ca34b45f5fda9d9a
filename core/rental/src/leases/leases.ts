import { requireSound } from "@cartulary/kernel";
import type { EstateFamily, EstateRecords, Occasion } from "../estate/family.ts";
import { fault, patchOf } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";
import { removeArrays, replaceArrays } from "./arrays.ts";
import { closedDoor, through } from "./doors.ts";
import { blankLease, type Lease, type LeaseField } from "./lease.ts";
import { activationErrors, bodyErrors, opensTerm, writeUnits } from "./lease-body.ts";
import type { LeaseDetail, ListedLease } from "./lease-detail.ts";
import type { LeaseDoors } from "./lease-doors.ts";
import {
  attributesOf,
  LEASE_REQUIRED,
  type LeaseInput,
  leaseErrors,
  leaseRules,
  type NewLeaseInput,
} from "./lease-input.ts";
import { nameTenant } from "./tenant-party.ts";
import { leaseOn } from "./time.ts";

/** Leases, with the doors of their statuses. What a lease is made of goes with it. */
export interface Leases
  extends EstateRecords<Lease, LeaseField, ListedLease, LeaseDetail, LeaseInput, NewLeaseInput>,
    LeaseDoors {}

export const leases: EstateFamily<
  EstateStores,
  Lease,
  LeaseField,
  ListedLease,
  LeaseDetail,
  LeaseInput,
  NewLeaseInput
> = {
  collection: "leases",
  isKept: ({ leases }, { id }) => leases.hasDependents(id),
  storeOf: ({ leases }) => leases,

  async make(stores, { status = "draft", ...input }, id, occasion) {
    const { mandataireId, now, today } = occasion;
    const attributes = attributesOf(input);
    const missing = LEASE_REQUIRED.filter((name) => attributes[name] === undefined);
    const errors = [
      ...missing.map((name) => fault(name, "blank", "can't be blank")),
      ...(await bodyErrors(stores, null, input, occasion)),
      ...(status === "active" ? activationErrors(input) : []),
    ];
    requireSound(errors);
    const unitTerms = patchOf(leaseRules, attributes);
    const lease = { ...blankLease, ...unitTerms, status, mandataireId, id, createdAt: now, updatedAt: now } as Lease;
    requireSound(leaseErrors(lease));
    return leaseOn({ ...lease, endDateGiven: lease.endDate }, today);
  },

  async change(stores, before, { status, ...input }, occasion) {
    const { now, today } = occasion;
    const lease = leaseOn(before, today);
    if (lease.status === "cancelled") throw closedDoor("A lease that was cancelled stays as it is");
    const errors = await bodyErrors(stores, lease, input, occasion);
    requireSound(status === undefined || status === lease.status ? errors : [...errors, STATUS_GIVEN]);
    const changed = ending({ ...lease, ...patchOf(leaseRules, attributesOf(input)), updatedAt: now }, input, today);
    requireSound(leaseErrors(changed));
    if (lease.status === "ended" && changed.status === "active") await requireTerm(stores, lease, input);
    return leaseOn(changed, today);
  },

  async writeBeside(stores, { record: lease, input }, occasion) {
    await replaceArrays(stores, lease.id, input, occasion.newId);
    if (input.tenantId !== undefined)
      await nameTenant(stores, { leaseId: lease.id, tenantId: input.tenantId }, occasion);
    return writeUnits(stores, lease, input, occasion);
  },

  async removeBeside(stores, { id }, { now }) {
    await removeArrays(stores, id);
    await stores.tombstones.insert("lease_parties", await stores.leaseParties.removeOf(id), now);
    await stores.tombstones.insert("lease_terms", await stores.leaseTerms.removeOf(id), now);
    await stores.leaseRevisions.removeOf(id);
    await stores.leaseUnits.removeOf(id);
  },
};

const STATUS_GIVEN = fault(
  "status",
  "invalid",
  "is changed by dates, and by activate, give_notice, withdraw_notice, cancel",
);

/** An active lease has a term (estate.md 1.5), and one that ended may have lost its last. */
async function requireTerm({ leaseTerms }: EstateStores, { id }: Lease, input: LeaseInput): Promise<void> {
  if (opensTerm(input) || (await leaseTerms.of(id)).length > 0) return;
  throw closedDoor("A lease without a term cannot go on: add one first, or send its rents along");
}

/**
 * A lease that ended goes on where its end is a later one. An end is what renewals are counted from, but one that is given
 * while notice stands: whoever withdraws it has the end before, and what that was counted from.
 */
function ending(lease: Lease, { endDate }: LeaseInput, today: Occasion["today"]): Lease {
  if (endDate === undefined || lease.status === "notice") return lease;
  const given = { ...lease, endDateGiven: endDate };
  if (lease.status !== "ended" || (endDate !== null && endDate < today)) return given;
  return { ...given, status: through("resume", lease.status), noticeDate: null, endDateBeforeNotice: null };
}
