import { leaseStatusOn } from "@cartulary/rental/property";
import { required } from "./answers.ts";
import type { Row } from "./database.ts";
import type { RoofList } from "./list.ts";

/** The tenant of `leases` on the day `$2`: the primary one, else the one who came first. */
const tenant = (column: string) => `(select ${column} from lease_parties
    join tenants on tenants.mandataire_id = lease_parties.mandataire_id and tenants.id = lease_parties.tenant_id
  where lease_parties.mandataire_id = $1 and lease_parties.lease_id = leases.id and lease_parties.party_type = 'tenant'
    and (lease_parties.valid_from is null or lease_parties.valid_from <= $2)
    and (lease_parties.valid_to is null or lease_parties.valid_to >= $2)
  order by case when lease_parties.role = 'primary' then 0 else 1 end, lease_parties.valid_from is not null,
    lease_parties.valid_from, lease_parties.id limit 1)`;

const RENEWING = `('residential_unfurnished', 'residential_furnished', 'commercial', 'professional', 'parking', 'storage', 'other')`;

/**
 * The page of the active leases of the mandataire `$1` on the day `$2` by their tenants' names, `$3` of them from `$4`
 * on: leases are sorted by the name alone, and only the rows of the page are joined. One row a unit.
 */
const PAGE = `with page as (
    select id, name_fold, count(*) over () as total from (
      select leases.id, ${tenant("tenants.display_name_fold")} as name_fold from leases
      where leases.mandataire_id = $1 and leases.status = 'active' and (leases.end_date is null or leases.end_date >= $2
        or (leases.auto_renewal and leases.lease_type in ${RENEWING}))) as active
    order by name_fold is null, name_fold, id limit $3 offset $4)
  select page.total, leases.id, leases.reference, leases.lease_type, leases.status, leases.start_date, leases.end_date,
    leases.end_date_given, leases.auto_renewal, leases.payment_timing, leases.updated_at,
    ${tenant("tenants.id")} as tenant_id, ${tenant("tenants.display_name")} as tenant_name,
    units.identifier, properties.name as property_name, properties.id as property_id,
    lease_units.entry_date, lease_units.exit_date,
    (select lease_unit_terms.annual_amount_cents from lease_terms
        join lease_unit_terms on lease_unit_terms.mandataire_id = lease_terms.mandataire_id
          and lease_unit_terms.term_id = lease_terms.id and lease_unit_terms.lease_unit_id = lease_units.id
      where lease_terms.mandataire_id = $1 and lease_terms.lease_id = leases.id and lease_terms.effective_from <= $2
      order by lease_terms.effective_from desc limit 1) as annual_cents
  from page join leases on leases.mandataire_id = $1 and leases.id = page.id
    left join lease_units on lease_units.mandataire_id = leases.mandataire_id and lease_units.lease_id = leases.id
    left join units on units.mandataire_id = lease_units.mandataire_id and units.id = lease_units.unit_id
    left join properties on properties.mandataire_id = units.mandataire_id and properties.id = units.property_id
  order by page.name_fold is null, page.name_fold, page.id, units.identifier_fold, units.id`;

/** The page of active leases, by hand. */
export const leaseList: RoofList = {
  rows: (ask, mandataireId, { today, perPage, offset }) => ask(PAGE, mandataireId, today, perPage, offset),
  shown: leasesOf,
};

/** The rows of each lease together: a page is in their order. */
function leasesOf(rows: readonly Row[], today: string): readonly object[] {
  const byLease = new Map<unknown, Row[]>();
  for (const row of rows) {
    const units = byLease.get(row.id);
    if (units) units.push(row);
    else byLease.set(row.id, [row]);
  }
  return [...byLease.values()].map((units) => shownLease(units, today));
}

const EUROS = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });

function shownLease(units: readonly Row[], today: string): object {
  const [lease = required()] = units;
  const { status, endDate } = leaseStatusOn(
    {
      ...{ status: lease.status, leaseType: lease.lease_type, autoRenewal: Boolean(lease.auto_renewal) },
      ...{ endDate: lease.end_date, endDateGiven: lease.end_date_given },
    } as never,
    today as never,
  ) as { readonly status: string; readonly endDate: string | null };
  const present = units.filter(({ identifier }) => identifier !== null);
  const paid = present.filter(({ annual_cents: cents }) => cents !== null);
  const cents = paid.filter(isLetOn(today)).reduce((sum, unit) => sum + Math.round(Number(unit.annual_cents) / 12), 0);
  return {
    id: lease.id,
    reference: lease.reference,
    leaseType: lease.lease_type,
    status,
    startDate: lease.start_date,
    endDate,
    tenantName: lease.tenant_name,
    tenantId: lease.tenant_id,
    unitIdentifier: lease.identifier,
    propertyName: lease.property_name,
    propertyId: lease.property_id,
    monthlyRent: paid.length === 0 ? null : { cents, currency: "EUR", formatted: EUROS.format(cents / 100) },
    paymentTiming: lease.payment_timing,
    updatedAt: new Date(lease.updated_at as number).toISOString(),
    units: present.map(({ identifier, property_name: propertyName }) => ({ identifier, propertyName })),
  };
}

const isLetOn =
  (today: string) =>
  ({ entry_date: from, exit_date: to }: Row): boolean =>
    (from === null || String(from) <= today) && (to === null || String(to) >= today);
