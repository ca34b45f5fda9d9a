import type { Day } from "@cartulary/kernel";
import type { RentCall, RentCallId } from "../calls/rent-call.ts";
import { tenantOn } from "../leases/party.ts";
import type { NamedTenant, PayingParty, TenantOfIban, TenantOfLease } from "../payments/ports.ts";
import { covers } from "../time/interval.ts";
import { type Dues, inOrderOfDue } from "./dues.ts";

/** A lease that somebody pays for, with the tenant whom it is told by on the day. */
export interface PaidLease extends Pick<TenantOfLease, "leaseId" | "leaseReference"> {
  readonly tenant: NamedTenant;
}

/** Who may have paid, and which leases he is a party of: that decides what is paid once it is known what is due. */
export interface Paying {
  readonly kind: "payer";
  /** Tenants whose account the money is from, of which several may share one; none where only leases are named. */
  readonly payers: readonly NamedTenant[];
  readonly leases: readonly PaidLease[];
}

/** What is read of the parties of leases. */
export interface Parties {
  readonly ofTenants: ReadonlyMap<NamedTenant["tenantId"], readonly PayingParty[]>;
  readonly tenantsOfLeases: ReadonlyMap<PaidLease["leaseId"], readonly TenantOfLease[]>;
}

/** Whoever an account is of, on a day, with the leases that he pays for; `null` where it is nobody's. */
export function payingBy(accounts: readonly TenantOfIban[], day: Day, parties: Parties): Paying | null {
  const payers = [
    ...new Map(accounts.map(({ tenantId, tenantName }) => [tenantId, { tenantId, tenantName }])).values(),
  ];
  if (payers.length === 0) return null;
  const own = payers.flatMap(({ tenantId }) => parties.ofTenants.get(tenantId) ?? []);
  const valid = own.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day));
  const leases = new Map(valid.map((party) => [party.leaseId, party]));
  return { kind: "payer", payers, leases: [...leases.values()].flatMap((each) => paidLease(each, day, parties)) };
}

/** The leases themselves, as they are named; `null` where none has a tenant on the day. */
export function payingFor(
  named: readonly Pick<PaidLease, "leaseId" | "leaseReference">[],
  day: Day,
  parties: Parties,
): Paying | null {
  const leases = named.flatMap((each) => paidLease(each, day, parties));
  return leases.length === 0 ? null : { kind: "payer", payers: [], leases };
}

function paidLease(
  { leaseId, leaseReference }: Pick<PaidLease, "leaseId" | "leaseReference">,
  day: Day,
  { tenantsOfLeases }: Parties,
): readonly PaidLease[] {
  const tenants = tenantsOfLeases.get(leaseId) ?? [];
  const tenant = tenantOn(
    tenants.map((each) => ({ ...each, partyType: "tenant", partyableType: "TenantActor" }) as const),
    day,
  );
  if (!tenant) return [];
  const { tenantId, tenantName } = tenant;
  return [{ leaseId, leaseReference, tenant: { tenantId, tenantName } }];
}

/** Whether it may be several tenants' calls that he pays, so that something else may have to decide. */
export function maybeOfSeveral({ payers, leases }: Paying): boolean {
  return payers.length > 1 || distinct(leases.map(({ tenant }) => tenant)).length > 1;
}

/** What somebody pays, in the order in which it is due, and whose the rest is. */
export interface Decided {
  readonly kind: "due";
  readonly calls: readonly RentCallId[];
  readonly creditor: NamedTenant;
  /** The lease that all of it is for, where it is one. */
  readonly lease: Pick<PaidLease, "leaseId" | "leaseReference"> | null;
}

/**
 * What a payer pays of what is due: the calls of leases that he is a party of, and his own, by due date over all (money.md 3).
 * `null` where those are several tenants' and he has none of his own: nothing decides whose are paid.
 */
export function decided({ payers, leases }: Paying, { calls, inOrder, ofLeases }: Dues): Decided | null {
  const [payer, another] = payers;
  const own = new Set(payers.map(({ tenantId }) => tenantId));
  const tenantsOfLeases = leases.map(({ tenant }) => tenant);
  // A call of several leases is their tenant's.
  const isOfSeveral = (id: RentCallId) => calls.get(id)?.leaseId === null;
  const found = [
    ...payers.flatMap(({ tenantId }) => inOrder.get(tenantId) ?? []),
    ...leases.flatMap(({ leaseId }) => ofLeases.get(leaseId) ?? []),
    ...tenantsOfLeases.flatMap(({ tenantId }) => (inOrder.get(tenantId) ?? []).filter(isOfSeveral)),
  ];
  const due = [...new Set(found)]
    .flatMap((id) => calls.get(id) ?? [])
    .filter(({ remainingAmountCents }) => remainingAmountCents > 0)
    .sort(inOrderOfDue);
  const [only, other] = distinct([...due.flatMap(tenantOfCall), ...tenantsOfLeases]);
  const isHisOwn = due.some(({ tenantId }) => tenantId !== null && own.has(tenantId));
  const hasLease = tenantsOfLeases.some(({ tenantId }) => own.has(tenantId));
  // What is his own decides: whatever is left of his money is his.
  const decides = another === undefined && (isHisOwn || hasLease || only === undefined) ? payer : undefined;
  const creditor = other === undefined ? (only ?? decides) : decides;
  if (!creditor) return null;
  const [lease, more] = leases;
  return { kind: "due", calls: due.map(({ id }) => id), creditor, lease: lease && !more ? lease : null };
}

const tenantOfCall = ({ tenantId, tenantName }: RentCall): readonly NamedTenant[] =>
  tenantId === null ? [] : [{ tenantId, tenantName: tenantName ?? "" }];

const distinct = (tenants: readonly NamedTenant[]): readonly NamedTenant[] => [
  ...new Map(tenants.map((tenant) => [tenant.tenantId, tenant])).values(),
];

/** Who paid, where it was somebody else than those whose calls are paid; `null` where that is not known. */
export function otherPayer(
  accounts: readonly NamedTenant[],
  paidFor: readonly NamedTenant["tenantId"][],
): NamedTenant | null {
  const [payer, another] = distinct(accounts);
  if (!payer || another || paidFor.every((tenantId) => tenantId === payer.tenantId)) return null;
  return { tenantId: payer.tenantId, tenantName: payer.tenantName };
}
