import { type Caller, orNotFound, type UseCases, write } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import { type CallerContext, changedFields, type EstateSettings } from "../estate/estate-use-cases.ts";
import { collectionsShowing } from "../estate/update-propagation.ts";
import type { EstateStores } from "../ports.ts";
import type { Lease, LeaseId } from "./lease.ts";
import type { LeaseDetail } from "./lease-detail.ts";
import type { LeaseListener } from "./lease-listener.ts";
import { leaseStatusOn } from "./lease-status.ts";
import { invalidTransitionError, nextStatus } from "./lease-transitions.ts";
import { type LeaseNotice, leaseUnderNotice, leaseWithoutNotice } from "./notice.ts";

/** Status changes by users. Throws `invalid_transition` if the status does not allow it or the lease is incomplete. */
export interface LeaseCommands {
  /** Activates a draft with a signature, a unit with a rent, and a tenant. */
  activate(caller: Caller, id: LeaseId): Promise<LeaseDetail>;
  giveNotice(caller: Caller, notice: LeaseNotice & { readonly id: LeaseId }): Promise<LeaseDetail>;
  /** Restores the end date before the notice. */
  withdrawNotice(caller: Caller, id: LeaseId): Promise<LeaseDetail>;
  /** Cancels a draft. */
  cancel(caller: Caller, id: LeaseId): Promise<LeaseDetail>;
}

/** Creates the status changes of one mandataire's leases. */
export function leaseCommandUseCases<Stores extends EstateStores>(
  { clock, newId, mandataireId }: EstateSettings & { readonly mandataireId: MandataireId },
  listeners: readonly LeaseListener<Stores>[],
): UseCases<LeaseCommands, Stores> {
  /** Applies a change to the locked lease in today's state, stores it and returns its detail. */
  async function update(stores: Stores, id: LeaseId, change: (lease: Lease) => Lease | Promise<Lease>) {
    const now = clock.now();
    const today = dayInParis(now);
    const before = orNotFound(await stores.leases.lock(id));
    const lease = { ...leaseStatusOn(await change(leaseStatusOn(before, today)), today), updatedAt: now };
    await stores.leases.update(lease);
    await stores.updatePropagation.bumpUpdatedAt(
      "leases",
      id,
      collectionsShowing("leases", changedFields(before, lease)),
      now,
    );
    return orNotFound(await stores.leases.detail(id, today));
  }
  return {
    activate: write(async (stores, caller, id) => {
      const now = clock.now();
      const context: CallerContext = { caller, mandataireId, now, today: dayInParis(now), newId };
      const activated = await update(stores, id, async (lease) => {
        const status = nextStatus("activate", lease.status);
        const missing = await missingForActivation(stores, lease);
        if (missing.length > 0)
          throw invalidTransitionError(`The lease cannot be activated; it lacks ${missing.join(", ")}`);
        return { ...lease, status };
      });
      const lease = orNotFound(await stores.leases.find(id));
      for (const listener of listeners) await listener.activated(stores, lease, context);
      return activated;
    }),

    giveNotice: write((stores, _caller, { id, ...notice }) =>
      update(stores, id, (lease) => leaseUnderNotice(lease, notice)),
    ),

    withdrawNotice: write((stores, _caller, id) => update(stores, id, leaseWithoutNotice)),

    cancel: write((stores, _caller, id) =>
      update(stores, id, (lease) => ({ ...lease, status: nextStatus("cancel", lease.status) })),
    ),
  };
}

/** Names what a draft lacks for activation (rental.md §4). */
async function missingForActivation(stores: EstateStores, { id, signatureDate }: Lease): Promise<readonly string[]> {
  const terms = await stores.leaseTerms.of(id);
  const parties = await stores.leaseParties.of(id);
  return [
    ...(signatureDate === null ? ["a signature_date"] : []),
    ...(terms.some(({ units }) => units.length > 0) ? [] : ["a unit with a rent"]),
    ...(parties.some(({ partyType }) => partyType === "tenant") ? [] : ["a tenant"]),
  ];
}
