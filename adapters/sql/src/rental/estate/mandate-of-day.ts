import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";

/**
 * What a mandate is on a day, whether the daily job has come by or not: what mandate-of-day.ts of core/rental says, in SQL.
 * `mandates` stands in the query under that name.
 */
export function mandateStatusOn(today: string): RawBuilder<string> {
  return sql<string>`case when mandates.terminated_on <= ${today} then 'terminated'
    when mandates.start_date > ${today} then 'draft'
    when mandates.end_date < ${today} and mandates.renewal_months is null then 'expired'
    else 'active' end`;
}

/** Its last day as of a day: one that goes on by itself has the first end of its times that is not before it. */
export function mandateEndOn(today: string, dialect: Dialect): RawBuilder<string | null> {
  const end = (times: RawBuilder<unknown>) =>
    dialect.plusMonths(sql`mandates.first_end_date`, sql`(${times}) * mandates.renewal_months`);
  const months = (day: RawBuilder<unknown>) =>
    sql`(cast(substr(${day}, 1, 4) as integer) * 12 + cast(substr(${day}, 6, 2) as integer))`;
  // The last time that ends in a month before the day's or in that month; it, or the next one.
  const times = sql`(${months(sql`cast(${today} as text)`)} - ${months(sql`mandates.first_end_date`)}) / mandates.renewal_months`;
  return sql<string | null>`case when ${goesOnBefore(today)}
    then case when ${end(times)} >= ${today} then ${end(times)} else ${end(sql`${times} + 1`)} end
    else mandates.end_date end`;
}

/** Whether a mandate has begun, nobody terminated it, and it has gone on by itself since it was written last. */
export function goesOnBefore(today: string): RawBuilder<boolean> {
  return sql<boolean>`(mandates.end_date < ${today} and mandates.renewal_months is not null
    and mandates.start_date <= ${today} and (mandates.terminated_on is null or mandates.terminated_on > ${today}))`;
}
