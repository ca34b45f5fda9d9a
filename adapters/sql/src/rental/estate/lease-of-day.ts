import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Leases of these types end when their time is over, whatever they say of renewal (estate.md 1.3). */
const NEVER_RENEWED = sql`('student', 'mobility', 'derogatory')`;

/**
 * The status of a lease on a day, whether the daily job has come by or not (estate.md 1.1): one whose last day is past has
 * ended, unless it goes on by itself. `leases` stands in the query under that name.
 */
export function leaseStatusOn(today: string): RawBuilder<string> {
  const renews = sql`(leases.status = 'active' and leases.auto_renewal and leases.lease_type not in ${NEVER_RENEWED})`;
  return sql<string>`case when leases.status in ('active', 'notice') and leases.end_date < ${today} and not ${renews}
    then 'ended' else leases.status end`;
}

/** Whether `lease_units` and its lease are in force on a day. */
export function inForceOn(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${leaseStatusOn(today)} in ('active', 'notice') and leases.start_date <= ${today}
    and (lease_units.entry_date is null or lease_units.entry_date <= ${today})
    and (lease_units.exit_date is null or lease_units.exit_date >= ${today}))`;
}
