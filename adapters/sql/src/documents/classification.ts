import type { ClassificationPlanId } from "@cartulary/documents";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import type { DocumentTables } from "./tables.ts";

/**
 * The completion of a workspace in percent, rounded down (documents.md 2.3): the share of the plan's leaf entries that
 * have a document; 0 without a plan.
 *
 * Each leaf looks up at most one document in the index of codes, so the cost depends on the number of entries. Without
 * the limit, Postgres would read all documents of the workspace.
 */
export function completionOf({ boolean }: Dialect): RawBuilder<number> {
  return sql`(
    select coalesce(100 * count((
      select 1 from documents
      where documents.workspace_id = workspaces.id and documents.classification_code = leaves.code limit 1
    )) / nullif(count(*), 0), 0)
    from classification_codes as leaves
    where leaves.plan_id = workspaces.classification_plan_id and leaves.leaf = ${boolean(true)}
  )`;
}

/** The codes of a plan; empty without a plan. */
export function codesOf(plan: RawBuilder<unknown> | ClassificationPlanId | null): RawBuilder<unknown> {
  return sql`select code from classification_codes where plan_id = ${plan}`;
}

/** Clears the codes of documents that satisfy `lost`. Locks them by id, so that two such changes do not deadlock. */
export async function clearCodes(
  db: Kysely<DocumentTables>,
  { forUpdate }: Dialect,
  lost: RawBuilder<SqlBool>,
): Promise<void> {
  const where = sql<SqlBool>`classification_code is not null and ${lost}`;
  await db.selectFrom("documents").select("id").where(where).orderBy("id").modifyEnd(forUpdate).execute();
  await db
    .updateTable("documents")
    .set({ classification_code: null, classification_code_fold: null })
    .where(where)
    .execute();
}
