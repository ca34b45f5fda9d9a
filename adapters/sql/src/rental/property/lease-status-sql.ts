import { RENEWAL_MONTHS } from "@cartulary/rental/property";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";

/** The renewal period in months of a row of `leases`, by lease type; null for types without tacit renewal. */
const MONTHS = sql<number | null>`(case leases.lease_type ${sql.join(
  Object.entries(RENEWAL_MONTHS).map(([type, months]) => sql`when ${sql.lit(type)} then ${sql.lit(months)}`),
  sql` `,
)} end)`;

/** True if a row of `leases` renews tacitly (core, `leaseStatusOn`). */
const RENEWS = sql<SqlBool>`(leases.status = 'active' and leases.auto_renewal and ${MONTHS} is not null)`;

/**
 * The status of a lease on a day, before or after the daily job (estate.md 1.1): a lease whose last day has passed has
 * ended, unless it renews tacitly. The query must contain `leases` under that name.
 */
export function leaseStatusOn(today: string): RawBuilder<string> {
  return sql<string>`case when leases.status in ('active', 'notice') and leases.end_date < ${today} and not ${RENEWS}
    then 'ended' else leases.status end`;
}

/** The last day of a lease, as of a day: if it renews tacitly, the first end that has not passed. */
export function leaseEndOn(dialect: Dialect, today: string): RawBuilder<string | null> {
  const first = sql`coalesce(leases.end_date_given, leases.end_date)`;
  const whole = sql`((${monthNumber(sql`cast(${today} as text)`)} - ${monthNumber(first)}) / ${MONTHS}) * ${MONTHS}`;
  const passed = sql`(case when ${first} < ${today} then ${whole} else 0 end)`;
  const end = dialect.plusMonths(first, passed);
  const renewed = sql`case when ${end} < ${today} then ${dialect.plusMonths(first, sql`${passed} + ${MONTHS}`)} else ${end} end`;
  return sql<
    string | null
  >`case when ${RENEWS} and leases.end_date < ${today} then ${renewed} else leases.end_date end`;
}

/** True if the daily job has a new state to write to a lease: its last day has passed. */
export function isDueLease(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(leases.status in ('active', 'notice') and leases.end_date < ${today})`;
}

/**
 * True if a lease in force is revised automatically and has a unit with an index whose rent was not revised since a day.
 */
export function awaitsRevision(since: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(leases.revision_mode = 'automatic' and leases.status in ('active', 'notice')
    and exists (select 1 from lease_units as unit where unit.mandataire_id = leases.mandataire_id
      and unit.lease_id = leases.id and unit.index_type is not null
      and not exists (select 1 from lease_revision_lines as line where line.mandataire_id = unit.mandataire_id
        and line.lease_unit_id = unit.id and line.revision_date > ${since})))`;
}

const monthNumber = (day: RawBuilder<unknown>) =>
  sql<number>`(cast(substr(${day}, 1, 4) as integer) * 12 + cast(substr(${day}, 6, 2) as integer))`;

/** True if `lease_units` and its lease are in force on a day. */
export function inForceOn(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${leaseStatusOn(today)} in ('active', 'notice') and leases.start_date <= ${today}
    and ${isLetOn(sql`${today}`)})`;
}

/** True if `lease_units` is let on a day of its lease. */
export function isLetOn(day: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`((lease_units.entry_date is null or lease_units.entry_date <= ${day})
    and (lease_units.exit_date is null or lease_units.exit_date >= ${day}))`;
}

/**
 * The value of `column` for a row of `lease_units` on a day (core, `termOn` and `withUnitTerms`): from the latest term
 * in force that names the unit, or from the first term if none has begun. The query tests whether one has begun instead
 * of finding the last, which would read all terms for each unit.
 */
function unitTermOn(today: string, column: string): RawBuilder<number | null> {
  const terms = sql`from lease_terms where lease_terms.mandataire_id = lease_units.mandataire_id
    and lease_terms.lease_id = lease_units.lease_id`;
  const day = sql`(case when exists (select 1 ${terms} and lease_terms.effective_from <= ${today}) then ${today}
    else (select min(lease_terms.effective_from) ${terms}) end)`;
  return sql<number | null>`(select ${sql.ref(`lease_unit_terms.${column}`)} from lease_unit_terms
    join lease_terms as naming_term on naming_term.mandataire_id = lease_unit_terms.mandataire_id
      and naming_term.id = lease_unit_terms.term_id
    where lease_unit_terms.mandataire_id = lease_units.mandataire_id
      and lease_unit_terms.lease_unit_id = lease_units.id and naming_term.effective_from <= ${day}
    order by naming_term.effective_from desc limit 1)`;
}

/** The monthly base rent of a row of `lease_units`; half cents round away from zero (core, `monthlyCents`). */
export function baseRentOn(today: string): RawBuilder<number | null> {
  return sql<number | null>`((2 * ${unitTermOn(today, "annual_amount_cents")} + 12) / 24)`;
}

/** The monthly charge provision of a row of `lease_units`. */
export function chargeProvisionOn(today: string): RawBuilder<number | null> {
  return unitTermOn(today, "charge_provision_cents");
}
