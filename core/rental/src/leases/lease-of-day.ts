import type { Day, Id } from "@cartulary/kernel";
import { type Cents, sum } from "@cartulary/ledger";
import { covers } from "../time/interval.ts";
import type { Lease, LeaseStatus } from "./lease.ts";
import type { LeaseUnit } from "./lease-unit.ts";
import { type LeasePartyView, tenantOn } from "./party.ts";
import { monthlyCents, type UnitTerms } from "./terms.ts";
import { leaseOn } from "./time.ts";

/** What is told of a lease by what stands around it, as of a day. Lists find the same in their own statement. */
export interface LeaseOfDay {
  readonly status: LeaseStatus;
  readonly endDate: Day | null;
  /** The tenant of the day: the primary one, else the first. */
  readonly tenantName: string | null;
  readonly tenantId: Id<"TenantActor"> | null;
  /** Of the first unit by identifier. */
  readonly unitIdentifier: string | null;
  readonly propertyName: string | null;
  readonly propertyId: Id<"Property"> | null;
  /** The base rent of a month, without VAT, of the units of the day; `null` before there is a term. */
  readonly monthlyRent: Cents | null;
}

/** A lease and what stands around it. */
interface Surrounded {
  readonly lease: Lease;
  /** By identifier. */
  readonly units: readonly UnitOfProperty[];
  readonly parties: readonly NamedParty[];
}

type UnitOfProperty = Pick<LeaseUnit, "id" | "entryDate" | "exitDate"> & {
  readonly identifier: string;
  readonly propertyName: string;
  readonly propertyId: Id<"Property">;
};

type NamedParty = Omit<LeasePartyView, "leaseId" | "createdAt" | "updatedAt"> & { readonly name: string | null };

/** The same of a lease that was read whole; `unitTerms` is what the term of the day says of every unit. */
export function leaseOfDay({ lease, units, parties }: Surrounded, unitTerms: UnitTerms, today: Day): LeaseOfDay {
  const { status, endDate } = leaseOn(lease, today);
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

function tenantOf(tenant: NamedParty | null): Pick<LeaseOfDay, "tenantName" | "tenantId"> {
  if (!tenant) return { tenantName: null, tenantId: null };
  return { tenantName: tenant.name, tenantId: tenant.partyableId as Id<"TenantActor"> };
}

/** The day of a lease that is nearest to one. */
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
