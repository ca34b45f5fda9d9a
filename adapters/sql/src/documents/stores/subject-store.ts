import type { Grant, SubjectStore } from "@cartulary/documents";
import { groupIdsFrom, groupIdsOf } from "../../directory/group-ids.ts";
import { booleanFrom } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import type { DocumentTables } from "../tables.ts";

const TABLES = { user: "users", group: "groups" } as const satisfies Record<Grant["subjectType"], keyof DocumentTables>;

/** The directory's people and groups, as those whom permissions may be given to. */
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

    async lockShared(subjectType, id) {
      const found = await db
        .selectFrom(TABLES[subjectType])
        .select("id")
        .where("id", "=", id as never)
        .modifyEnd(dialect.forShare)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
