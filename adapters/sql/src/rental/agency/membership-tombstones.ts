import type { MembershipTombstoneStore } from "@cartulary/rental/agency";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { membershipTombstoneRows } from "./convergence-tables.ts";
import type { AgencyTables } from "./tables.ts";

/** Tombstones of memberships, in SQL. One row has the last event. */
export function createMembershipTombstoneStore({
  db,
  dialect,
}: SqlTransaction<AgencyTables>): MembershipTombstoneStore {
  const rows = rowsOf(membershipTombstoneRows, dialect);
  return {
    async insertIn(mandataireId, at) {
      // Without a `where`, SQLite would parse `on conflict` as a join condition.
      await sql`insert into membership_tombstones (user_id, mandataire_id, reason, at)
        select user_id, mandataire_id, 'deleted', ${dialect.instant(at)} from mandataire_members
        where mandataire_id = ${mandataireId}
        on conflict (user_id, mandataire_id) do update set reason = excluded.reason, at = excluded.at`.execute(db);
    },

    async insert(mandataireId, userId, at) {
      const reason = "revoked" as const;
      await db
        .insertInto("membership_tombstones")
        .values(rows.encode({ userId, mandataireId, reason, at }))
        .onConflict((there) =>
          there.columns(["user_id", "mandataire_id"]).doUpdateSet({ reason, at: dialect.instant(at) }),
        )
        .execute();
    },

    async remove(mandataireId, userId) {
      await db
        .deleteFrom("membership_tombstones")
        .where("user_id", "=", userId)
        .where("mandataire_id", "=", mandataireId)
        .execute();
    },

    async removeOf(userId) {
      await db.deleteFrom("membership_tombstones").where("user_id", "=", userId).execute();
    },

    async removeBefore(at) {
      await db.deleteFrom("membership_tombstones").where("at", "<", dialect.instant(at)).execute();
    },
  };
}
