import type { Day } from "@cartulary/kernel";
import { covers } from "../../agency/time/interval.ts";
import type { RentCall, RentCallId } from "../../billing/rent-calls/rent-call.ts";
import { tenantOn } from "../../property/leases/party.ts";
import type { NamedTenant, PayingParty, TenantOfIban, TenantOfLease } from "../payments/ports.ts";
import { byDueDate, type Dues } from "./amounts-due.ts";

/** A paid lease, with its tenant on the day. */
export interface PaidLease extends Pick<TenantOfLease, "leaseId" | "leaseReference"> {
  readonly tenant: NamedTenant;
  /** All tenants on the day. */
  readonly present: readonly NamedTenant["tenantId"][];
  /** The first day of the payer as a party, in any row; `null` since the lease began, or where no payer is known. */
  readonly since: Day | null;
}

/** The possible payers and the leases they are parties of; they decide the target once the amounts due are known. */
export interface Paying {
  readonly kind: "payer";
  /** Tenants of the account, which may be several; empty if only leases are named. */
  readonly payers: readonly NamedTenant[];
  readonly leases: readonly PaidLease[];
}

/** The parties of leases. */
export interface Parties {
  readonly ofTenants: ReadonlyMap<NamedTenant["tenantId"], readonly PayingParty[]>;
  readonly tenantsOfLeases: ReadonlyMap<PaidLease["leaseId"], readonly TenantOfLease[]>;
}

/** Returns the tenants of an account on a day with their leases; `null` if no tenant has it. */
export function payingBy(accounts: readonly TenantOfIban[], day: Day, parties: Parties): Paying | null {
  const payers = [
    ...new Map(accounts.map(({ tenantId, tenantName }) => [tenantId, { tenantId, tenantName }])).values(),
  ];
  if (payers.length === 0) return null;
  const own = payers.flatMap(({ tenantId }) => parties.ofTenants.get(tenantId) ?? []);
  const valid = own.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day));
  const leases = [...new Map(valid.map((each) => [each.leaseId, each])).values()];
  // A party that goes on in another row, as when a tenant becomes the main one, began with its first.
  const since = (leaseId: PaidLease["leaseId"]) => sinceOf(own.filter((each) => each.leaseId === leaseId));
  return {
    kind: "payer",
    payers,
    leases: leases.flatMap((each) => paidLease(each, day, parties, since(each.leaseId))),
  };
}

/** Returns the first of the days; `null` if a row of the party has none, in any order of the rows. */
const sinceOf = (parties: readonly Pick<PayingParty, "validFrom">[]): Day | null =>
  parties
    .map(({ validFrom }) => validFrom)
    .reduce((one, other) => (one === null || (other !== null && one < other) ? one : other));

/** Returns the named leases with their tenants on the day; `null` if none has one. */
export function payingFor(
  named: readonly Pick<PaidLease, "leaseId" | "leaseReference">[],
  day: Day,
  parties: Parties,
): Paying | null {
  const leases = named.flatMap((each) => paidLease(each, day, parties, null));
  return leases.length === 0 ? null : { kind: "payer", payers: [], leases };
}

function paidLease(
  { leaseId, leaseReference }: Pick<PaidLease, "leaseId" | "leaseReference">,
  day: Day,
  { tenantsOfLeases }: Parties,
  since: Day | null,
): readonly PaidLease[] {
  const tenants = tenantsOfLeases.get(leaseId) ?? [];
  const present = tenants.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day));
  const tenant = tenantOn(
    tenants.map((each) => ({ ...each, partyType: "tenant", partyableType: "TenantActor" }) as const),
    day,
  );
  if (!tenant) return [];
  const { tenantId, tenantName } = tenant;
  const ids = present.map((each) => each.tenantId);
  return [{ leaseId, leaseReference, tenant: { tenantId, tenantName }, present: ids, since }];
}

/** Returns true if the target may include calls of several tenants. */
export function maybeOfSeveral({ payers, leases }: Paying): boolean {
  return payers.length > 1 || distinct(leases.map(({ tenant }) => tenant)).length > 1;
}

/** The calls that a payer pays, in order of their due dates, and the tenant credited with the rest. */
export interface Decided {
  readonly kind: "due";
  readonly calls: readonly RentCallId[];
  readonly creditor: NamedTenant;
  /** The lease, if there is exactly one. */
  readonly lease: Pick<PaidLease, "leaseId" | "leaseReference"> | null;
}

/**
 * Decides which calls a payer pays: those of the payer's leases and the payer's own, by due date across all (money.md
 * 3), without what a tenant still owes who left before the payer came in (decision 0200). Returns `null` if they belong to
 * several tenants and none to the payer, since the target is then ambiguous.
 */
export function decided({ payers, leases }: Paying, { calls, inOrder, ofLeases }: Dues): Decided | null {
  const [payer, another] = payers;
  const own = new Set(payers.map(({ tenantId }) => tenantId));
  const tenantsOfLeases = leases.map(({ tenant }) => tenant);
  // A call of several leases belongs to its tenant.
  const isOfSeveral = (id: RentCallId) => calls.get(id)?.leaseId === null;
  const found = [
    ...payers.flatMap(({ tenantId }) => inOrder.get(tenantId) ?? []),
    ...leases.flatMap((lease) =>
      (ofLeases.get(lease.leaseId) ?? []).filter((id) => !isOfPredecessor(calls.get(id), lease)),
    ),
    ...tenantsOfLeases.flatMap(({ tenantId }) => (inOrder.get(tenantId) ?? []).filter(isOfSeveral)),
  ];
  const due = [...new Set(found)]
    .flatMap((id) => calls.get(id) ?? [])
    .filter(({ remainingAmountCents }) => remainingAmountCents > 0)
    .sort(byDueDate);
  const [only, other] = distinct([...due.flatMap(tenantOfCall), ...tenantsOfLeases]);
  const hasOwnCall = due.some(({ tenantId }) => tenantId !== null && own.has(tenantId));
  const hasLease = tenantsOfLeases.some(({ tenantId }) => own.has(tenantId));
  // A call or lease of the payer's own decides: the rest of the money is then the payer's.
  const decidingPayer = another === undefined && (hasOwnCall || hasLease || only === undefined) ? payer : undefined;
  const creditor = other === undefined ? (only ?? decidingPayer) : decidingPayer;
  if (!creditor) return null;
  const [lease, more] = leases;
  return { kind: "due", calls: due.map(({ id }) => id), creditor, lease: lease && !more ? lease : null };
}

/** Returns true for a call of a tenant who left, that was due before the payer came in. */
function isOfPredecessor(call: RentCall | undefined, { present, since }: PaidLease): boolean {
  if (!call || since === null || call.tenantId === null || present.includes(call.tenantId)) return false;
  return call.dueDate < since || call.periodEnd < since;
}

const tenantOfCall = ({ tenantId, tenantName }: RentCall): readonly NamedTenant[] =>
  tenantId === null ? [] : [{ tenantId, tenantName: tenantName ?? "" }];

const distinct = (tenants: readonly NamedTenant[]): readonly NamedTenant[] => [
  ...new Map(tenants.map((tenant) => [tenant.tenantId, tenant])).values(),
];

/** Returns the payer if it is another person than the tenants paid for; `null` if the same or unknown. */
export function otherPayer(
  accounts: readonly NamedTenant[],
  paidFor: readonly NamedTenant["tenantId"][],
): NamedTenant | null {
  const [payer, another] = distinct(accounts);
  if (!payer || another || paidFor.every((tenantId) => tenantId === payer.tenantId)) return null;
  return { tenantId: payer.tenantId, tenantName: payer.tenantName };
}

/** Returns the tenant of an account; `null` for none or several. */
export function onlyTenantOf(accounts: readonly NamedTenant[]): NamedTenant["tenantId"] | null {
  const [payer, another] = distinct(accounts);
  return payer && !another ? payer.tenantId : null;
}
