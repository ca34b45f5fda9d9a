import type { Day } from "@cartulary/kernel";
import {
  type DateTriggerSource,
  type DateTriggerTargets,
  type DayStore,
  dateTriggers,
  type ElapsedDays,
} from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import { LATE_INCREASE_LEASES } from "@cartulary/rental/billing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { snake } from "../../engine/columns.ts";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { awaitsRevision, isDueLease } from "../property/lease-status-sql.ts";
import { isDueMandate } from "../property/mandate-status-sql.ts";
import { callStatusOn, isOverdueOn } from "../property/payment-tolerance-sql.ts";
import { decidedDayRows, type EstateTables } from "../property/tables.ts";

/** The inputs on which the rows of a source depend. */
interface Passing {
  readonly dialect: Dialect;
  readonly days: ElapsedDays;
}

/** The rows of a target that display matching rows of a source; `own` restricts a table to one mandataire. */
type Path = (condition: RawBuilder<SqlBool>, own: RawBuilder<SqlBool>, passing: Passing) => RawBuilder<SqlBool>;

const LET = sql`select unit_id from lease_units`;

/** True for the properties of some units. */
const withUnits = (units: RawBuilder<unknown>, own: RawBuilder<SqlBool>) =>
  sql<SqlBool>`id in (select property_id from units where ${own} and id in (${units}))`;

/** One path for each pair in core/rental; a missing one does not compile. */
const PATHS: { readonly [Source in DateTriggerSource]: Readonly<Record<DateTriggerTargets[Source], Path>> } = {
  ownerships: {
    units: (condition) => sql`id in (select unit_id from ownerships where ${condition})`,
  },
  leases: {
    units: (condition, own) =>
      sql`id in (${LET} where ${own} and lease_id in (select id from leases where ${condition}))`,
    properties: (condition, own) =>
      withUnits(sql`${LET} where ${own} and lease_id in (select id from leases where ${condition})`, own),
  },
  lease_units: {
    leases: (condition) => sql`id in (select lease_id from lease_units where ${condition})`,
    units: (condition) => sql`id in (${LET} where ${condition})`,
    properties: (condition, own) => withUnits(sql`${LET} where ${condition}`, own),
  },
  gli_policies: {
    leases: (condition) => sql`id in (select lease_id from gli_policies where ${condition})`,
  },
  break_dates: {
    leases: (condition) => sql`id in (select lease_id from break_dates where ${condition})`,
  },
  lease_terms: {
    leases: (condition) => sql`id in (select lease_id from lease_terms where ${condition})`,
    units: (condition, own) =>
      sql`id in (${LET} where ${own} and lease_id in (select lease_id from lease_terms where ${condition}))`,
  },
  lease_parties: {
    leases: (condition) => sql`id in (select lease_id from lease_parties where ${condition})`,
  },
  rent_calls: {
    // Tolerated days, and terms that begin, make a call overdue on other days than the one after its due date.
    rent_calls: (_, own, { dialect, days: { since, today } }) =>
      sql`${own} and remaining_amount_cents > 0 and due_date <= ${today}
        and (${isOverdueOn(dialect, since)} <> ${isOverdueOn(dialect, today)}
          or ${callStatusOn(since)} <> ${callStatusOn(today)})`,
  },
  security_deposits: {
    security_deposits: (_, own, { dialect, days }) => isLateByMore(own, dialect, days),
  },
};

/** The rows of `security_deposits` that are late by more months on a day than before: see `returnDue` in core/rental. */
function isLateByMore(own: RawBuilder<SqlBool>, dialect: Dialect, { since, today }: ElapsedDays): RawBuilder<SqlBool> {
  // Before its return nothing says that the premises are in conformity: the deposit is due two months after the end.
  const due = dialect.plusMonths(sql`end_date`, sql`2`);
  const months = sql`(${monthIndex(today)} - cast(substr(${due}, 1, 4) as integer) * 12
    - cast(substr(${due}, 6, 2) as integer))`;
  // The last of the days that begin a month: in the month of today, or in the one before.
  const [last, before] = [dialect.plusMonths(due, months), dialect.plusMonths(due, sql`${months} - 1`)];
  return sql`${own} and returned_at is null and received_cents > 0 and lease_id in (
    select id from leases where ${own} and status = 'ended' and end_date is not null
      and lease_type in (${sql.join(LATE_INCREASE_LEASES)})
      and (${months} >= 0 and ${last} >= ${since} and ${last} < ${today} or ${months} >= 1 and ${before} >= ${since}))`;
}

/** The number of a day's month, counted from year 0. */
const monthIndex = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

export function createDayStore({ db, dialect }: SqlTransaction<EstateTables>, mandataireId: MandataireId): DayStore {
  const rows = rowsOf(decidedDayRows, dialect);
  const own = db.selectFrom("decided_days").select("day").where("mandataire_id", "=", mandataireId);
  const isOwn = sql<SqlBool>`mandataire_id = ${mandataireId}`;
  return {
    last: async () => (await own.executeTakeFirst())?.day ?? null,

    async hasDue({ today, revisedSince }) {
      const { rows: found } = await sql`select 1 as due
        where exists (select 1 from mandates where ${isOwn} and ${isDueMandate(today)})
          or exists (select 1 from leases where ${isOwn} and (${isDueLease(today)} or ${awaitsRevision(revisedSince)}))
        `.execute(db);
      return found.length > 0;
    },

    async lock(first) {
      // Inserted first, so that two concurrent first calls wait for each other like all later ones.
      await db
        .insertInto("decided_days")
        .values(rows.encode({ mandataireId, day: first }))
        .onConflict((conflict) => conflict.column("mandataire_id").doNothing())
        .execute();
      return (await own.modifyEnd(dialect.forUpdate).executeTakeFirstOrThrow()).day;
    },

    async set(day) {
      await db.updateTable("decided_days").set({ day }).where("mandataire_id", "=", mandataireId).execute();
    },

    async applyDateTriggers(source, { since, today }, at) {
      const { begins, ends, moves } = dateTriggers[source];
      const turns = [
        ...begins.map(snake).map((day) => sql`(${sql.ref(day)} > ${since} and ${sql.ref(day)} <= ${today})`),
        ...ends.map(snake).map((day) => sql`(${sql.ref(day)} >= ${since} and ${sql.ref(day)} < ${today})`),
      ];
      const condition = sql<SqlBool>`${isOwn} and (${sql.join(turns, sql` or `)})`;
      const paths = PATHS[source] as Readonly<Record<string, Path>>;
      for (const target of moves) {
        const path = paths[target];
        if (!path) throw new TypeError(`No path from ${source} to ${target}`);
        await sql`update ${sql.table(target)} set updated_at = ${dialect.instant(at)}
          where ${isOwn} and ${path(condition, isOwn, { dialect, days: { since, today } })}`.execute(db);
      }
    },

    async removeAll() {
      await db.deleteFrom("decided_days").where("mandataire_id", "=", mandataireId).execute();
    },
  };
}
