import type { UserId } from "@cartulary/kernel";
import { type MandataireStore, mandataireListing } from "@cartulary/rental/agency";
import { sql } from "kysely";
import type { StoredInstant } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { lockRow, recordStore } from "../../records/record-store.ts";
import { changesFrom, cursorOf, isAfterCursor, pageOfChanges } from "./change-pages.ts";
import { type AgencyTables, mandataireRows } from "./tables.ts";

const columns = columnsOf(mandataireListing, mandataireRows);
/** The columns of a member's list. */
const membersColumns = { ...columns, updatedAt: { ref: "mandataires.changed_at", nullable: false } };
const mandataires = recordStore(mandataireRows, mandataireListing);

export function createMandataireStore(transaction: SqlTransaction<AgencyTables>): MandataireStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(mandataireRows, dialect);
  const { list: _all, ...records } = mandataires(transaction);
  /** The mandataires of a member; the start of the membership counts as a change. */
  const ofMember = (userId: UserId) =>
    db
      .selectFrom("mandataires")
      .innerJoin("mandataire_members as membership", "membership.mandataire_id", "mandataires.id")
      .selectAll("mandataires")
      .select(
        sql<StoredInstant>`case when membership.created_at > mandataires.updated_at
          then membership.created_at else mandataires.updated_at end`.as("changed_at"),
      )
      .where("membership.user_id", "=", userId);

  return {
    ...records,
    lockShared: (id) => lockRow(transaction, mandataireRows, id),

    listOf: (userId, query) =>
      pageOf(
        db.selectFrom(ofMember(userId).as("mandataires")),
        { listing: mandataireListing, query, columns: membersColumns, dialect },
        (matching) => matching.select(rows.columns("mandataires")),
        rows.decode,
      ),

    async changesOf(userId, query) {
      const place = cursorOf(query, dialect);
      const present = sql`select id, changed_at as at, 'present' as state from (${ofMember(userId)}) as mandataires
        where ${isAfterCursor(sql`changed_at`, sql`id`, place)}`;
      const gone = sql`select mandataire_id as id, at, reason as state from membership_tombstones
        where user_id = ${userId} and ${isAfterCursor(sql`at`, sql`mandataire_id`, place)}`;
      return changesFrom(query, (await pageOfChanges([present, gone], place).execute(db)).rows);
    },

    async ids(after, limit) {
      const all = db.selectFrom("mandataires").select("id").orderBy("id").limit(limit);
      const found = await (after === null ? all : all.where("id", ">", after)).execute();
      return found.map(({ id }) => id);
    },
  };
}
