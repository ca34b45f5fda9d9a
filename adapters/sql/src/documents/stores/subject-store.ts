import type { Grant, SubjectStore } from "@cartulary/documents";
import { type SqlBool, sql } from "kysely";
import { groupIdsFrom, groupIdsOf } from "../../directory/group-ids.ts";
import { booleanFrom } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import type { DocumentTables } from "../tables.ts";

const TABLES = { user: "users", group: "groups" } as const satisfies Record<Grant["subjectType"], keyof DocumentTables>;

/** The users and groups of the directory as subjects of grants. */
export function createSubjectStore({ db, dialect }: SqlTransaction<DocumentTables>): SubjectStore {
  return {
    async callerOf(userId) {
      const row = await db
        .selectFrom("users")
        .select(["role", "active"])
        .select(groupIdsOf("users.id").as("group_ids"))
        .where("id", "=", userId)
        .executeTakeFirst();
      if (!row || !booleanFrom(row.active)) return null;
      return { userId, role: row.role, scopes: ["write"], groupIds: groupIdsFrom(row.group_ids) };
    },

    async nameOf(userId) {
      const users = db.selectFrom("users").select("display_name").where("id", "=", userId);
      return (await users.executeTakeFirst())?.display_name ?? null;
    },

    async lockShared(subjectType, id) {
      const found = await db
        .selectFrom(TABLES[subjectType])
        .select("id")
        .where(sql<SqlBool>`id = ${id}`)
        .modifyEnd(dialect.forShare)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
