import type { GrantStore, ResourceType } from "@cartulary/documents";
import { invalid } from "@cartulary/kernel";
import type { SqlTransaction } from "../../module.ts";
import { rowsOf } from "../../rows.ts";
import { levelOf, rankOn } from "../access.ts";
import { type DocumentTables, grantRows } from "../tables.ts";

const TABLES = { workspace: "workspaces", folder: "folders", document: "documents" } as const satisfies Record<
  ResourceType,
  keyof DocumentTables
>;

/** Ids that one statement names, far below what either engine takes. */
const IDS_MAX = 1000;

export function createGrantStore({ db, dialect }: SqlTransaction<DocumentTables>): GrantStore {
  const rows = rowsOf(grantRows, dialect);

  return {
    async levelOn(caller, resource) {
      const found = await db
        .selectFrom(TABLES[resource.type])
        .select(rankOn(dialect, caller, resource).as("rank"))
        .where("id", "=", resource.id as never)
        .executeTakeFirst();
      return found ? levelOf(found.rank) : null;
    },

    async insert({ resource, ...grant }) {
      const record = { ...grant, resourceType: resource.type, resourceId: resource.id };
      const { numInsertedOrUpdatedRows: inserted } = await db
        .insertInto("grants")
        .values(rows.encode(record))
        .onConflict((taken) => taken.columns(["resource_id", "subject_id"]).doNothing())
        .executeTakeFirstOrThrow();
      if (!inserted) throw invalid({ field: "subjectId", code: "taken", message: "has a permission here already" });
    },

    async removeOn(resourceIds) {
      for (let from = 0; from < resourceIds.length; from += IDS_MAX) {
        const named = resourceIds.slice(from, from + IDS_MAX);
        await db.deleteFrom("grants").where("resource_id", "in", named).execute();
      }
    },

    async removeTo(subjectId) {
      await db.deleteFrom("grants").where("subject_id", "=", subjectId).execute();
    },
  };
}
