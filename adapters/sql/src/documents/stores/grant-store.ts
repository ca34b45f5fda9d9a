import {
  type Grant,
  type GrantStore,
  type PermissionField,
  permissionListing,
  type ResourceType,
} from "@cartulary/documents";
import { invalid, type Role } from "@cartulary/kernel";
import { type SqlBool, sql } from "kysely";
import type { Entry, Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { grantsReaching, type InheritedGrant, levelOf, rankOf, rankOn, type Subjects } from "../access.ts";
import { permissionColumns, permissionDecoder, permissionsIn } from "../permission-views.ts";
import { type DocumentTables, grantRows } from "../tables.ts";

const TABLES = { workspace: "workspaces", folder: "folders", document: "documents" } as const satisfies Record<
  ResourceType,
  keyof DocumentTables
>;

/** The maximum number of ids in one statement; both engines limit the number of parameters. */
const IDS_MAX = 1000;

const columns: Columns<PermissionField> = {
  ...columnsOf(permissionListing, grantRows, "permissions"),
  inherited: { ref: "permissions.inherited", nullable: false },
};

type From = Source<DocumentTables>;
type OnResource = { readonly resourceId: string };
type OfCaller = { readonly type: ResourceType; readonly role: Role };

const ranking = statement(
  ({ db, dialect }: From, { resourceId: id, ...subjects }: Subjects & OnResource, of: OfCaller) =>
    db
      .selectFrom(TABLES[of.type])
      .select(rankOn(dialect, { ...of, ...subjects }, { ...of, id }).as("rank"))
      .where(sql<SqlBool>`id = ${id}`)
      .compile(),
);

const deciding = statement(
  ({ db, dialect }: From, { resourceId: id, ...subjects }: Subjects & OnResource, of: OfCaller) =>
    permissionColumns(dialect, permissionsIn(db, grantsReaching(dialect, { ...of, id }, { ...of, ...subjects })))
      .orderBy(rankOf("permissions.level"), "desc")
      .orderBy("permissions.distance")
      .orderBy("permissions.created_at")
      .orderBy("permissions.id")
      .limit(1)
      .compile(),
);

/** Finds a grant on the resource itself, not an inherited one. */
const finding = statement(
  (
    { db, dialect }: From,
    { id, resourceId }: OnResource & { readonly id: string },
    of: { type: string; locked: boolean },
  ) => {
    const grants = sql<InheritedGrant>`select grants.*, 0 as distance from grants
      where id = ${id} and resource_id = ${resourceId} and resource_type = ${sql.lit(of.type)}`;
    const row = permissionColumns(dialect, permissionsIn(db, grants));
    return (of.locked ? row.modifyEnd(dialect.forUpdateOf("permissions")) : row).compile();
  },
);

const inserting = statement(({ db }: From, row: Row<typeof grantRows>) =>
  db
    .insertInto("grants")
    .values(row)
    .onConflict((taken) => taken.columns(["resource_id", "subject_id"]).doNothing())
    .compile(),
);

const updating = statement(
  ({ db }: From, { id, ...change }: Pick<Row<typeof grantRows>, "id" | "level" | "updated_at">) =>
    db.updateTable("grants").set(change).where("id", "=", id).compile(),
);

export function createGrantStore(transaction: SqlTransaction<DocumentTables>): GrantStore {
  const { db, dialect } = transaction;
  const found = async (statement: ReturnType<typeof deciding>) => {
    const [row] = (await statement).rows;
    return row ? permissionDecoder(dialect)(row) : null;
  };

  return {
    async levelOn({ role, userId, groupIds }, { type, id: resourceId }) {
      const [row] = (await ranking(transaction, { resourceId, userId, groupIds }, { type, role })).rows;
      return row ? levelOf(row.rank) : null;
    },

    deciding: ({ role, userId, groupIds }, { type, id: resourceId }) =>
      found(deciding(transaction, { resourceId, userId, groupIds }, { type, role })),

    list: (resource, query) =>
      pageOf(
        permissionsIn(db, grantsReaching(dialect, resource)),
        { listing: permissionListing, query, columns, dialect },
        (matching) => permissionColumns(dialect, matching),
        permissionDecoder(dialect),
      ),

    find: ({ type, id: resourceId }, id) => found(finding(transaction, { id, resourceId }, { type, locked: false })),
    lock: ({ type, id: resourceId }, id) => found(finding(transaction, { id, resourceId }, { type, locked: true })),

    async insert(grant) {
      const row = rowsOf(grantRows, dialect).encode(entryOf(grant));
      const { numAffectedRows: inserted } = await inserting(transaction, row, undefined);
      if (!inserted) throw invalid({ field: "subjectId", code: "taken", message: "has a permission here already" });
    },

    async update({ id, level, updatedAt }) {
      await updating(transaction, { id, level, updated_at: dialect.instant(updatedAt) }, undefined);
    },

    async remove(id) {
      await db.deleteFrom("grants").where("id", "=", id).execute();
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

function entryOf({ resource, ...grant }: Grant): Entry<typeof grantRows> {
  return { ...grant, resourceType: resource.type, resourceId: resource.id };
}
