import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";

/**
 * The status of a mandate on a day, before or after the daily job: the rule of mandate-status.ts in core/rental, in
 * SQL. The query must contain `mandates` under that name.
 */
export function mandateStatusOn(today: string): RawBuilder<string> {
  return sql<string>`case when mandates.terminated_on <= ${today} then 'terminated'
    when mandates.start_date > ${today} then 'draft'
    when mandates.end_date < ${today} and mandates.renewal_months is null then 'expired'
    else 'active' end`;
}

/** The last day of a mandate as of a day: if it renews tacitly, the first end that has not passed. */
export function mandateEndOn(today: string, dialect: Dialect): RawBuilder<string | null> {
  const end = (times: RawBuilder<unknown>) =>
    dialect.plusMonths(sql`mandates.first_end_date`, sql`(${times}) * mandates.renewal_months`);
  const months = (day: RawBuilder<unknown>) =>
    sql`(cast(substr(${day}, 1, 4) as integer) * 12 + cast(substr(${day}, 6, 2) as integer))`;
  // The number of renewals up to the last end in or before the month of the day; that end or the next one applies.
  const times = sql`(${months(sql`cast(${today} as text)`)} - ${months(sql`mandates.first_end_date`)}) / mandates.renewal_months`;
  return sql<string | null>`case when ${isTacitlyRenewed(today)}
    then case when ${end(times)} >= ${today} then ${end(times)} else ${end(sql`${times} + 1`)} end
    else mandates.end_date end`;
}

/** True if a mandate has begun, is not terminated, and has renewed tacitly since it was last written. */
function isTacitlyRenewed(today: string): RawBuilder<boolean> {
  return sql<boolean>`(mandates.end_date < ${today} and mandates.renewal_months is not null
    and mandates.start_date <= ${today} and (mandates.terminated_on is null or mandates.terminated_on > ${today}))`;
}

/** True if the daily job has a change to write to a mandate: its status, its renewal or its number. */
export function isDueMandate(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(mandates.status <> ${mandateStatusOn(today)} or ${isTacitlyRenewed(today)}
    or mandates.number is null and mandates.start_date <= ${today})`;
}
