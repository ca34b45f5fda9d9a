import type { Grant, SubjectStore } from "@cartulary/documents";
import type { SqlTransaction } from "../../engine/module.ts";
import type { DocumentTables } from "../tables.ts";

const TABLES = { user: "users", group: "groups" } as const satisfies Record<Grant["subjectType"], keyof DocumentTables>;

/** The directory's people and groups, as those whom permissions may be given to. */
export function createSubjectStore({ db, dialect }: SqlTransaction<DocumentTables>): SubjectStore {
  return {
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
