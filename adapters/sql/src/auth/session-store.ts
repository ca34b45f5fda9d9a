import { SESSIONS_LISTED_MAX, type SessionFinder, type SessionStore } from "@cartulary/auth";
import { groupIdsFrom, groupIdsOf } from "../directory/group-ids.ts";
import type { memberRows, userRows } from "../directory/tables.ts";
import type { Database } from "../engine/columns.ts";
import { booleanFrom } from "../engine/dialect.ts";
import type { SqlStatements, SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { sessionRows } from "./tables.ts";

export function createSessionStore({ db, dialect }: SqlTransaction<Database<typeof sessionRows>>): SessionStore {
  const rows = rowsOf(sessionRows, dialect);
  return {
    async insert(session) {
      await db.insertInto("sessions").values(rows.encode(session)).execute();
    },

    async prolong(hash, expiresAt) {
      await db
        .updateTable("sessions")
        .set({ expires_at: dialect.instant(expiresAt) })
        .where("hash", "=", hash)
        .execute();
    },

    async authenticated(id, at) {
      await db
        .updateTable("sessions")
        .set({ authenticated_at: dialect.instant(at) })
        .where("id", "=", id)
        .execute();
    },

    async end(id) {
      return (await db.deleteFrom("sessions").where("id", "=", id).returning("id").executeTakeFirst()) !== undefined;
    },

    async remove(hash) {
      await db.deleteFrom("sessions").where("hash", "=", hash).execute();
    },

    async removeOf(userId, except) {
      const ending = db.deleteFrom("sessions").where("user_id", "=", userId);
      await (except ? ending.where("id", "<>", except) : ending).execute();
    },

    async endOf(userId, id) {
      const ended = db.deleteFrom("sessions").where("user_id", "=", userId).where("id", "=", id).returning("id");
      return (await ended.executeTakeFirst()) !== undefined;
    },

    async listOf(userId, now) {
      const found = await db
        .selectFrom("sessions")
        .select(rows.columns("sessions"))
        .where("user_id", "=", userId)
        .where("expires_at", ">", dialect.instant(now))
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(SESSIONS_LISTED_MAX)
        .execute();
      return found.map(rows.decode);
    },

    async exists(id) {
      return (await db.selectFrom("sessions").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
    },

    async removeExpired(now) {
      await db.deleteFrom("sessions").where("expires_at", "<=", dialect.instant(now)).execute();
    },
  };
}

/** Finds a session with its current user, in one statement. */
export function createSessionFinder({
  ask,
  dialect,
}: SqlStatements<Database<typeof sessionRows | typeof userRows | typeof memberRows>>): SessionFinder {
  const rows = rowsOf(sessionRows, dialect);
  return {
    async find(hash) {
      const row = await ask(({ db }) =>
        db
          .selectFrom("sessions")
          .innerJoin("users", "users.id", "sessions.user_id")
          .select(rows.columns("sessions"))
          .select(["users.role", "users.active", groupIdsOf("sessions.user_id").as("group_ids")])
          .where("sessions.hash", "=", hash)
          .executeTakeFirst(),
      );
      if (!row) return null;
      const groupIds = groupIdsFrom(row.group_ids);
      return { ...rows.decode(row), role: row.role, active: booleanFrom(row.active), groupIds };
    },
  };
}
