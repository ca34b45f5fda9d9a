import { RENEWAL_MONTHS } from "@cartulary/rental";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";

/** For how many months the rows of `leases` go on that renew themselves; null where none does. */
const MONTHS = sql<number | null>`(case leases.lease_type ${sql.join(
  Object.entries(RENEWAL_MONTHS).map(([type, months]) => sql`when ${sql.lit(type)} then ${sql.lit(months)}`),
  sql` `,
)} end)`;

/** Whether a row of `leases` goes on by itself (core, `leaseOn`). */
const RENEWS = sql<SqlBool>`(leases.status = 'active' and leases.auto_renewal and ${MONTHS} is not null)`;

/**
 * The status of a lease on a day, whether the daily job has come by or not (estate.md 1.1): one whose last day is past has
 * ended, unless it goes on by itself. `leases` stands in the query under that name.
 */
export function leaseStatusOn(today: string): RawBuilder<string> {
  return sql<string>`case when leases.status in ('active', 'notice') and leases.end_date < ${today} and not ${RENEWS}
    then 'ended' else leases.status end`;
}

/** The last day of a lease as it is on a day: of one that goes on by itself, the first end that is not past. */
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

const monthNumber = (day: RawBuilder<unknown>) =>
  sql<number>`(cast(substr(${day}, 1, 4) as integer) * 12 + cast(substr(${day}, 6, 2) as integer))`;

/** Whether `lease_units` and its lease are in force on a day. */
export function inForceOn(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${leaseStatusOn(today)} in ('active', 'notice') and leases.start_date <= ${today}
    and ${letOn(sql`${today}`)})`;
}

/** Whether `lease_units` is let on a day of its lease. */
export function letOn(day: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`((lease_units.entry_date is null or lease_units.entry_date <= ${day})
    and (lease_units.exit_date is null or lease_units.exit_date >= ${day}))`;
}

/**
 * What is said of a row of `lease_units` on a day (core, `termOn` and `withUnitTerms`): `column` of what the terms name of
 * it, by that day, or by the first term's where none has begun. Whether one has is asked, and not which was the last: of many
 * terms each unit would go through all.
 */
function saidOn(today: string, column: string): RawBuilder<number | null> {
  const terms = sql`from lease_terms where lease_terms.mandataire_id = lease_units.mandataire_id
    and lease_terms.lease_id = lease_units.lease_id`;
  const day = sql`(case when exists (select 1 ${terms} and lease_terms.effective_from <= ${today}) then ${today}
    else (select min(lease_terms.effective_from) ${terms}) end)`;
  return sql<number | null>`(select ${sql.ref(`lease_unit_terms.${column}`)} from lease_unit_terms
    join lease_terms as said_in on said_in.mandataire_id = lease_unit_terms.mandataire_id
      and said_in.id = lease_unit_terms.term_id
    where lease_unit_terms.mandataire_id = lease_units.mandataire_id
      and lease_unit_terms.lease_unit_id = lease_units.id and said_in.effective_from <= ${day}
    order by said_in.effective_from desc limit 1)`;
}

/** The base rent of a month of a row of `lease_units`, halves of a cent away from zero (core, `monthlyCents`). */
export function baseRentOn(today: string): RawBuilder<number | null> {
  return sql<number | null>`((2 * ${saidOn(today, "annual_amount_cents")} + 12) / 24)`;
}

/** The charge provision of a month of a row of `lease_units`. */
export function chargeProvisionOn(today: string): RawBuilder<number | null> {
  return saidOn(today, "charge_provision_cents");
}
