import { type DayStore, dayTurns, type MandataireId, type TurnSource, type TurnTargets } from "@cartulary/rental";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { snake } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { decidedDayRows, type EstateTables } from "./tables.ts";

/** Which rows of a target show those of a source that satisfy a condition; `own` says of a table that rows are one mandataire's. */
type Path = (turned: RawBuilder<SqlBool>, own: RawBuilder<SqlBool>) => RawBuilder<SqlBool>;

const LET = sql`select unit_id from lease_units`;

/** Whether a property is that of one of some units. */
const withUnits = (units: RawBuilder<unknown>, own: RawBuilder<SqlBool>) =>
  sql<SqlBool>`id in (select property_id from units where ${own} and id in (${units}))`;

/** One for each that core/rental says: a missing one does not compile. */
const PATHS: { readonly [Source in TurnSource]: Readonly<Record<TurnTargets[Source], Path>> } = {
  ownerships: {
    units: (turned) => sql`id in (select unit_id from ownerships where ${turned})`,
  },
  leases: {
    units: (turned, own) => sql`id in (${LET} where ${own} and lease_id in (select id from leases where ${turned}))`,
    properties: (turned, own) =>
      withUnits(sql`${LET} where ${own} and lease_id in (select id from leases where ${turned})`, own),
  },
  lease_units: {
    leases: (turned) => sql`id in (select lease_id from lease_units where ${turned})`,
    units: (turned) => sql`id in (${LET} where ${turned})`,
    properties: (turned, own) => withUnits(sql`${LET} where ${turned}`, own),
  },
  gli_policies: {
    leases: (turned) => sql`id in (select lease_id from gli_policies where ${turned})`,
  },
  break_dates: {
    leases: (turned) => sql`id in (select lease_id from break_dates where ${turned})`,
  },
  lease_terms: {
    leases: (turned) => sql`id in (select lease_id from lease_terms where ${turned})`,
    units: (turned, own) =>
      sql`id in (${LET} where ${own} and lease_id in (select lease_id from lease_terms where ${turned}))`,
  },
  lease_parties: {
    leases: (turned) => sql`id in (select lease_id from lease_parties where ${turned})`,
  },
  rent_calls: {
    rent_calls: (turned) => sql`${turned} and remaining_amount_cents > 0`,
  },
};

/** The days of one mandataire, in SQL. */
export function createDayStore({ db, dialect }: SqlTransaction<EstateTables>, mandataireId: MandataireId): DayStore {
  const rows = rowsOf(decidedDayRows, dialect);
  const own = db.selectFrom("decided_days").select("day").where("mandataire_id", "=", mandataireId);
  const mine = sql<SqlBool>`mandataire_id = ${mandataireId}`;
  return {
    last: async () => (await own.executeTakeFirst())?.day ?? null,

    async lock(first) {
      // Begun first, so that two who are the first wait for each other as all later ones do.
      await db
        .insertInto("decided_days")
        .values(rows.encode({ mandataireId, day: first }))
        .onConflict((begun) => begun.column("mandataire_id").doNothing())
        .execute();
      return (await own.modifyEnd(dialect.forUpdate).executeTakeFirstOrThrow()).day;
    },

    async set(day) {
      await db.updateTable("decided_days").set({ day }).where("mandataire_id", "=", mandataireId).execute();
    },

    async turn(source, { since, today }, at) {
      const { begins, ends, moves } = dayTurns[source];
      const turns = [
        ...begins.map(snake).map((day) => sql`(${sql.ref(day)} > ${since} and ${sql.ref(day)} <= ${today})`),
        ...ends.map(snake).map((day) => sql`(${sql.ref(day)} >= ${since} and ${sql.ref(day)} < ${today})`),
      ];
      const turned = sql<SqlBool>`${mine} and (${sql.join(turns, sql` or `)})`;
      const paths = PATHS[source] as Readonly<Record<string, Path>>;
      for (const target of moves) {
        const path = paths[target];
        if (!path) throw new TypeError(`Nothing says which ${target} show ${source}`);
        await sql`update ${sql.table(target)} set updated_at = ${dialect.instant(at)}
          where ${mine} and ${path(turned, mine)}`.execute(db);
      }
    },

    async removeAll() {
      await db.deleteFrom("decided_days").where("mandataire_id", "=", mandataireId).execute();
    },
  };
}
