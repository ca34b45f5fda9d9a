import {
  addMonths,
  type Caller,
  type Day,
  existing,
  presentErrors,
  requireSound,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import { changedFields, type EstateSettings } from "../estate/family.ts";
import { aDay, orderError } from "../estate/fields.ts";
import { touchedBy } from "../estate/touches.ts";
import type { EstateStores } from "../ports.ts";
import { closedDoor, through } from "./doors.ts";
import type { Lease, LeaseId } from "./lease.ts";
import type { LeaseDetail } from "./lease-detail.ts";
import { leaseOn } from "./time.ts";

/** That a lease was given notice of. */
export interface LeaseNotice {
  readonly noticeDate: Day;
  /** Default the lease's months of notice later, not before its first day. */
  readonly endDate?: Day | null;
}

/** What somebody does to a lease as it stands; `invalid_transition` where its status, or what it lacks, forbids it. */
export interface LeaseDoors {
  /** A draft that is signed, and has a unit with a rent and a tenant, becomes active. */
  activate(caller: Caller, id: LeaseId): Promise<LeaseDetail>;
  giveNotice(caller: Caller, notice: LeaseNotice & { readonly id: LeaseId }): Promise<LeaseDetail>;
  /** The end that stood before the notice comes back. */
  withdrawNotice(caller: Caller, id: LeaseId): Promise<LeaseDetail>;
  /** A draft that comes to nothing. */
  cancel(caller: Caller, id: LeaseId): Promise<LeaseDetail>;
}

/** The doors of one mandataire's leases. */
export function leaseDoorUseCases<Stores extends EstateStores>({
  clock,
}: EstateSettings): UseCases<LeaseDoors, Stores> {
  /** Writes what a door makes of a lease as it is today, and answers it. */
  async function opened(stores: Stores, id: LeaseId, door: (lease: Lease) => Lease | Promise<Lease>) {
    const now = clock.now();
    const today = dayInParis(now);
    const before = existing(await stores.leases.lock(id));
    const lease = { ...leaseOn(await door(leaseOn(before, today)), today), updatedAt: now };
    await stores.leases.update(lease);
    await stores.touches.touch("leases", id, touchedBy("leases", changedFields(before, lease)), now);
    return existing(await stores.leases.detail(id, today));
  }
  return {
    activate: write((stores, _caller, id) =>
      opened(stores, id, async (lease) => {
        const status = through("activate", lease.status);
        const lacking = await lacks(stores, lease);
        if (lacking.length > 0) throw closedDoor(`A lease becomes active once it has ${lacking.join(", ")}`);
        return { ...lease, status };
      }),
    ),

    giveNotice: write((stores, _caller, { id, ...notice }) => opened(stores, id, (lease) => noticed(lease, notice))),

    withdrawNotice: write((stores, _caller, id) => opened(stores, id, withdrawn)),

    cancel: write((stores, _caller, id) =>
      opened(stores, id, (lease) => ({ ...lease, status: through("cancel", lease.status) })),
    ),
  };
}

/** What a draft has to have before it is active, and has not (rental.md §4). */
async function lacks(stores: EstateStores, { id, signatureDate }: Lease): Promise<readonly string[]> {
  const terms = await stores.leaseTerms.of(id);
  const parties = await stores.leaseParties.of(id);
  return [
    ...(signatureDate === null ? ["a signature_date"] : []),
    ...(terms.some(({ units }) => units.length > 0) ? [] : ["a unit with a rent"]),
    ...(parties.some(({ partyType }) => partyType === "tenant") ? [] : ["a tenant"]),
  ];
}

/**
 * A lease that notice was given of: it ends when the notice is over, on the day itself or after its first. What renewals
 * are counted from stays, for a notice that is withdrawn.
 */
function noticed(lease: Lease, { noticeDate, endDate }: LeaseNotice): Lease {
  const status = through("giveNotice", lease.status);
  const earliest = noticeDate < lease.startDate ? lease.startDate : noticeDate;
  requireSound([
    aDay.errorOf("noticeDate", noticeDate),
    ...(endDate ? presentErrors(aDay.errorOf("endDate", endDate), orderError("endDate", earliest, endDate)) : []),
  ]);
  const over = addMonths(noticeDate, lease.noticeMonths ?? 0);
  const end = endDate ?? (over < earliest ? earliest : over);
  return { ...lease, status, noticeDate, endDate: end, endDateBeforeNotice: lease.endDate };
}

function withdrawn(lease: Lease): Lease {
  const status = through("withdrawNotice", lease.status);
  return { ...lease, status, endDate: lease.endDateBeforeNotice, endDateBeforeNotice: null, noticeDate: null };
}
