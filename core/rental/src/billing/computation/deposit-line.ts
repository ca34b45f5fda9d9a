import type { Day } from "@cartulary/kernel";
import { type Cents, decimal, sum, ZERO } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import type { LeaseType } from "../../property/leases/lease.ts";
import { type AnomalyType, anomalyOf } from "./anomalies.ts";
import { leaseOwnersOn } from "./lease-owners.ts";
import { divideBetweenOwners } from "./owner-parts.ts";
import type { BilledLease } from "./snapshot.ts";
import type { TenantLine } from "./tenant-line.ts";

/**
 * Returns the line of a lease's deposit in a run that bills the lease; none if it is called already or nothing is
 * billed. The owners whose mandate keeps deposits with them have parts; the agency keeps the rest (effects.md 1.2).
 */
export function depositLine(lease: BilledLease, lines: readonly TenantLine[]): readonly TenantLine[] {
  const { depositCents } = lease;
  const [first] = lines.toSorted((one, other) => (one.days.from < other.days.from ? -1 : 1));
  if (depositCents === null || !first) return [];
  const day = first.days.from;
  const tenant = lease.tenants.find((each) => covers(each, day));
  const line: TenantLine = {
    ...{ leaseId: lease.id, leaseUnitId: null, category: "deposit", days: { from: day, to: day } },
    ...{ period: { from: day, to: day }, wholePeriod: first.wholePeriod, dueDate: first.dueDate },
    ...{ tenantId: tenant?.id ?? null, baseCents: depositCents, htCents: depositCents, vatCents: ZERO },
    ...{ vatApplicable: false, vatRate: null, isProrata: false, prorataDays: null, isAlreadyBilled: false },
    ...{ owners: ownersKeeping(lease, day, depositCents), suspense: { htCents: ZERO, vatCents: ZERO } },
    anomaly: anomalyOf(findingsOf(lease, depositCents, tenant !== undefined)),
    explanation: `${decimal(depositCents, ",")} € de dépôt de garantie, appelé une fois`,
  };
  return [line];
}

/** Returns the parts of the owners who keep deposits themselves. */
function ownersKeeping(lease: BilledLease, day: Day, depositCents: Cents): TenantLine["owners"] {
  const mandates = lease.units.flatMap((unit) => unit.mandates);
  const keeping = new Set(mandates.filter((mandate) => mandate.isDepositHeldByOwner).map(({ id }) => id));
  const owners = leaseOwnersOn(lease, day);
  const { amountsCents } = divideBetweenOwners(depositCents, owners);
  return owners.flatMap(({ share: _, ...owner }, index) =>
    owner.mandateId !== null && keeping.has(owner.mandateId)
      ? [{ ...owner, htCents: amountsCents[index] ?? ZERO, vatCents: ZERO }]
      : [],
  );
}

function findingsOf(lease: BilledLease, depositCents: Cents, hasTenant: boolean): readonly AnomalyType[] {
  return [
    ...(hasTenant ? [] : (["missing_tenant"] as const)),
    ...(isAboveLaw(lease, depositCents) ? (["deposit_above_law"] as const) : []),
  ];
}

/** The most months of rent without charges that a deposit may be (loi 89-462, art. 22, 25-6 and 25-13). */
const MONTHS_MAX: Readonly<Partial<Record<LeaseType, number>>> = {
  residential_unfurnished: 1,
  residential_furnished: 2,
  student: 2,
  mobility: 0,
};

/** Returns true if a deposit exceeds the lawful months of the rent in the first term, of all units. */
function isAboveLaw({ leaseType, units }: Pick<BilledLease, "leaseType" | "units">, depositCents: Cents): boolean {
  const months = MONTHS_MAX[leaseType];
  if (months === undefined) return false;
  const yearly = sum(units.map(({ rents }) => rents[0]?.annualAmountCents ?? ZERO));
  return BigInt(depositCents) * 12n > BigInt(yearly) * BigInt(months);
}
