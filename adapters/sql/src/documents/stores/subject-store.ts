import type { SubjectStore } from "@cartulary/documents";
import type { UserId } from "@cartulary/kernel";
import type { SqlTransaction } from "../../module.ts";
import type { DocumentTables } from "../tables.ts";

/** The directory's people, as those whom permissions may be given to. */
export function createSubjectStore({ db, dialect }: SqlTransaction<DocumentTables>): SubjectStore {
  return {
    async hold(subjectType, id) {
      if (subjectType === "group") return false;
      const found = await db
        .selectFrom("users")
        .select("id")
        .where("id", "=", id as UserId)
        .modifyEnd(dialect.forShare)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
