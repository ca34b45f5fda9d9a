import {
  type ClassificationPlan,
  type ClassificationPlanId,
  type ClassificationPlanStore,
  classificationPlanListing,
  leafCodes,
  type WorkspaceId,
} from "@cartulary/documents";
import { type SqlBool, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { valueSet } from "../../engine/row-set.ts";
import { bytesIn, idsWithin, inOrderOf } from "../../records/bounded-rows.ts";
import { columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { visiblePlans } from "../access.ts";
import { clearCodes, codesOf } from "../classification.ts";
import { classificationCodeRows, classificationPlanRows, type DocumentTables } from "../tables.ts";

/** The maximum number of codes of one insert; both engines limit the number of parameters. */
const CODES_MAX = 1000;

/** Columns of unbounded length: a plan may have five thousand entries. */
const LONG = ["description", "entries"];

const columns = columnsOf(classificationPlanListing, classificationPlanRows);

export function createClassificationPlanStore({
  db,
  dialect,
}: SqlTransaction<DocumentTables>): ClassificationPlanStore {
  const rows = rowsOf(classificationPlanRows, dialect);
  const codeRows = rowsOf(classificationCodeRows, dialect);

  async function insertCodes({ id, entries }: ClassificationPlan): Promise<void> {
    const leaves = leafCodes(entries);
    const codes = entries.map(({ code }) => codeRows.encode({ planId: id, code, leaf: leaves.has(code) }));
    for (let from = 0; from < codes.length; from += CODES_MAX) {
      await db
        .insertInto("classification_codes")
        .values(codes.slice(from, from + CODES_MAX))
        .execute();
    }
  }

  /** Returns the plans with these ids, in that order. */
  async function findInOrder(ids: readonly ClassificationPlanId[]): Promise<readonly ClassificationPlan[]> {
    if (ids.length === 0) return [];
    const found = await db
      .selectFrom("classification_plans")
      .select(rows.columns("classification_plans"))
      .where("id", "in", valueSet(classificationPlanRows, "id", ids, dialect))
      .execute();
    return inOrderOf(
      ids,
      found.map((row) => rows.decode(row)),
    );
  }

  const removeCodes = (id: ClassificationPlanId) =>
    db.deleteFrom("classification_codes").where("plan_id", "=", id).execute();

  return {
    async find(caller, id) {
      const row = await db
        .selectFrom("classification_plans")
        .select(rows.columns("classification_plans"))
        .where("id", "=", id)
        .where(visiblePlans(dialect, caller))
        .executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async list(caller, query) {
      const { items, ...page } = await pageOf(
        db.selectFrom("classification_plans").where(visiblePlans(dialect, caller)),
        { listing: classificationPlanListing, query, columns, dialect },
        (matching) => matching.select("id").select(bytesIn(LONG, dialect).as("bytes")),
        (row) => row,
      );
      return { ...page, items: await findInOrder(idsWithin(items)) };
    },

    async hasCode(workspaceId, code) {
      const found = await db
        .selectFrom("workspaces")
        .innerJoin("classification_codes", "classification_codes.plan_id", "workspaces.classification_plan_id")
        .select("code")
        .where("workspaces.id", "=", workspaceId)
        .where("code", "=", code)
        .executeTakeFirst();
      return found !== undefined;
    },

    async entriesOf(workspaceId) {
      const row = await db
        .selectFrom("workspaces")
        .innerJoin("classification_plans", "classification_plans.id", "workspaces.classification_plan_id")
        .select(rows.columns("classification_plans"))
        .where("workspaces.id", "=", workspaceId)
        .executeTakeFirst();
      return row ? rows.decode(row).entries : [];
    },

    async insert(plan) {
      await db.insertInto("classification_plans").values(rows.encode(plan)).execute();
      await insertCodes(plan);
    },

    async update(plan) {
      await db.updateTable("classification_plans").set(rows.encode(plan)).where("id", "=", plan.id).execute();
      await removeCodes(plan.id);
      await insertCodes(plan);
      await clearCodes(db, dialect, sql`${filedBy(plan.id)} and classification_code not in (${codesOf(plan.id)})`);
    },

    async remove(id) {
      await clearCodes(db, dialect, filedBy(id));
      const has = sql<SqlBool>`classification_plan_id = ${id}`;
      await db.selectFrom("workspaces").select("id").where(has).orderBy("id").modifyEnd(dialect.forUpdate).execute();
      await db
        .updateTable("workspaces")
        .set({ classification_plan_id: null })
        .set("version", sql`version + 1`)
        .where(has)
        .execute();
      await removeCodes(id);
      await db.deleteFrom("classification_plans").where("id", "=", id).execute();
    },

    async removeOwned(workspaceId) {
      const gone = await db
        .selectFrom("classification_plans")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where(({ not, exists }) => not(exists(elsewhere(workspaceId))))
        .execute();
      for (const { id } of gone) {
        await removeCodes(id);
        await db.deleteFrom("classification_plans").where("id", "=", id).execute();
      }
      await db
        .updateTable("classification_plans")
        .set({ workspace_id: null })
        .where("workspace_id", "=", workspaceId)
        .execute();
    },
  };
}

/** True if a document belongs to a workspace with the plan. */
const filedBy = (id: ClassificationPlanId) =>
  sql<SqlBool>`workspace_id in (select id from workspaces where classification_plan_id = ${id})`;

/** Selects another workspace with a row of `classification_plans`. */
const elsewhere = (workspaceId: WorkspaceId) => sql<{ id: WorkspaceId }>`(
  select id from workspaces
  where workspaces.classification_plan_id = classification_plans.id and workspaces.id <> ${workspaceId})`;
