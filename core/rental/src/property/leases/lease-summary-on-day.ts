import type { Day, Id } from "@cartulary/kernel";
import { type Cents, sum } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import type { Lease, LeaseStatus } from "./lease.ts";
import { leaseStatusOn } from "./lease-status.ts";
import type { LeaseUnit } from "./lease-unit.ts";
import { type LeasePartyView, tenantOn } from "./party.ts";
import { monthlyCents, type UnitTerms } from "./term-timeline.ts";

/** Fields of a lease that depend on its parts and the day. Lists compute the same in SQL. */
export interface LeaseSummary {
  readonly status: LeaseStatus;
  readonly endDate: Day | null;
  /** The tenant on the day: the primary one, else the first. */
  readonly tenantName: string | null;
  readonly tenantId: Id<"TenantActor"> | null;
  /** Identifier of the lease's first unit. */
  readonly unitIdentifier: string | null;
  readonly propertyName: string | null;
  readonly propertyId: Id<"Property"> | null;
  /** Monthly base rent, without VAT, of the units let on the day; `null` without a term. */
  readonly monthlyRent: Cents | null;
}

/** A lease with its units and parties. */
interface LeaseWithParts {
  readonly lease: Lease;
  /** Ordered by identifier. */
  readonly units: readonly UnitOfProperty[];
  readonly parties: readonly NamedParty[];
}

type UnitOfProperty = Pick<LeaseUnit, "id" | "entryDate" | "exitDate"> & {
  readonly identifier: string;
  readonly propertyName: string;
  readonly propertyId: Id<"Property">;
};

type NamedParty = Omit<LeasePartyView, "leaseId" | "createdAt" | "updatedAt"> & { readonly name: string | null };

/** Computes the summary of a lease for a day. `unitTerms` are the rents of all units in the term of that day. */
export function leaseSummaryOn(
  { lease, units, parties }: LeaseWithParts,
  unitTerms: UnitTerms,
  today: Day,
): LeaseSummary {
  const { status, endDate } = leaseStatusOn(lease, today);
  const [first, tenant] = [units[0], tenantOn(parties, today)];
  return {
    status,
    endDate,
    ...tenantOf(tenant),
    unitIdentifier: first?.identifier ?? null,
    propertyName: first?.propertyName ?? null,
    propertyId: first?.propertyId ?? null,
    monthlyRent: monthlyRentOf(letOn(units, nearestDay({ ...lease, endDate }, today)), unitTerms),
  };
}

function tenantOf(tenant: NamedParty | null): Pick<LeaseSummary, "tenantName" | "tenantId"> {
  if (!tenant) return { tenantName: null, tenantId: null };
  return { tenantName: tenant.name, tenantId: tenant.partyableId as Id<"TenantActor"> };
}

/** Returns the day within the lease that is nearest to `day`. */
function nearestDay({ startDate, endDate }: Pick<Lease, "startDate" | "endDate">, day: Day): Day {
  if (startDate > day) return startDate;
  return endDate !== null && endDate < day ? endDate : day;
}

const letOn = (units: readonly UnitOfProperty[], day: Day): readonly UnitOfProperty[] =>
  units.filter(({ entryDate: from, exitDate: to }) => covers({ from, to }, day));

function monthlyRentOf(units: readonly UnitOfProperty[], unitTerms: UnitTerms): Cents | null {
  const terms = units.map(({ id }) => unitTerms.get(id)).filter((term) => term !== undefined);
  return terms.length === 0 ? null : sum(terms.map(({ annualAmountCents }) => monthlyCents(annualAmountCents)));
}
