import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";

/** A percentage has four decimals; of 100 on, all of a call is tolerated. */
const WHOLE = 1_000_000;

/** The most days that delay a date: a century. */
const DAYS_MAX = 36_500;

/** The tolerance of the last term of a lease that has begun on a day: the first value that is not null, else 0. */
const toleranceOf = (lease: RawBuilder<unknown>, day: string, value: RawBuilder<unknown>) => sql`coalesce((
  select ${value} from lease_terms as term
  where term.mandataire_id = rent_calls.mandataire_id and term.lease_id = ${lease} and term.effective_from <= ${day}
  order by term.effective_from desc limit 1), 0)`;

/** Of a call of several leases, the least tolerance counts; its leases are those of its lines. */
const leastOf = (day: string, value: RawBuilder<unknown>) => sql`case when rent_calls.lease_id is not null
  then ${toleranceOf(sql`rent_calls.lease_id`, day, value)}
  else coalesce((select min(${toleranceOf(sql`line.lease_id`, day, value)})
    from billing_run_lines as line join billing_runs as run on run.mandataire_id = line.mandataire_id
      and run.id = line.billing_run_id and run.computation = line.computation
    where line.mandataire_id = rent_calls.mandataire_id and line.billing_run_id = rent_calls.billing_run_id
      and line.call_key = rent_calls.call_key and line.status = 'active'), 0) end`;

/** 1 if the rest of a call is within the amount or the percentage of the call. Amounts are cents. */
const isSmall = sql`case
  when term.payment_tolerance_type = 'amount'
    and rent_calls.remaining_amount_cents <= term.payment_tolerance_value / 10000 then 1
  when term.payment_tolerance_type = 'percent' and (term.payment_tolerance_value >= ${sql.lit(WHOLE)}
    or cast(rent_calls.remaining_amount_cents as numeric) * ${sql.lit(WHOLE)}
      <= cast(term.payment_tolerance_value as numeric) * rent_calls.total_amount_cents) then 1
  else 0 end`;

const days = sql`case when term.payment_tolerance_type = 'days' then
  case when term.payment_tolerance_value > ${sql.lit(DAYS_MAX * 10_000)} then ${sql.lit(DAYS_MAX)}
    else term.payment_tolerance_value / 10000 end
  else 0 end`;

/** True if something is paid of a call and the rest is within the tolerance of a day's term (effects.md 1.4, 6). */
const isTolerated = (day: string) => sql<SqlBool>`(rent_calls.paid_amount_cents > 0
  and rent_calls.remaining_amount_cents > 0 and ${leastOf(day, isSmall)} = 1)`;

/** True if a row of `rent_calls` is overdue on a day: past the tolerated days with more left than is tolerated. */
export function isOverdueOn(dialect: Dialect, day: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(rent_calls.remaining_amount_cents > 0 and rent_calls.due_date < ${day}
    and ${dialect.plusDays(sql`rent_calls.due_date`, leastOf(day, days))} < ${day} and not ${isTolerated(day)})`;
}

/** The status of a row of `rent_calls` on a day: once due, a tolerated rest does not keep it from being paid. */
export function callStatusOn(day: string): RawBuilder<string> {
  return sql<string>`case when rent_calls.status = 'partially_paid' and rent_calls.due_date <= ${day}
    and ${isTolerated(day)} then 'paid' else rent_calls.status end`;
}
