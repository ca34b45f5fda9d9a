import type { ClassificationPlanId } from "@cartulary/documents";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import type { DocumentTables } from "./tables.ts";

/**
 * The completion of a row of `workspaces` (documents.md 2.3): leaf entries of its plan that have a document, of a
 * hundred, floored; 0 without a plan.
 *
 * Each leaf looks whether the index of codes knows one document, and no further: so it costs what the plan has entries,
 * however many documents there are. The limit keeps Postgres from reading all of a workspace's instead.
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

/** The codes of a plan, to be looked up in; none where there is no plan. */
export function codesOf(plan: RawBuilder<unknown> | ClassificationPlanId | null): RawBuilder<unknown> {
  return sql`select code from classification_codes where plan_id = ${plan}`;
}

/**
 * Clears the codes of documents that `lost` says. They are locked first, each before the next of higher id, so that two
 * such changes do not wait for each other.
 */
export async function clearCodes(
  db: Kysely<DocumentTables>,
  { forUpdate }: Dialect,
  lost: RawBuilder<SqlBool>,
): Promise<void> {
  const which = sql<SqlBool>`classification_code is not null and ${lost}`;
  await db.selectFrom("documents").select("id").where(which).orderBy("id").modifyEnd(forUpdate).execute();
  await db
    .updateTable("documents")
    .set({ classification_code: null, classification_code_fold: null })
    .where(which)
    .execute();
}
