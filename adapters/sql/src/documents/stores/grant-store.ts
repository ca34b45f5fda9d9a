import {
  type Grant,
  type GrantStore,
  type PermissionField,
  type PermissionView,
  permissionListing,
  type ResourceRef,
  type ResourceType,
} from "@cartulary/documents";
import { type Caller, type GroupId, invalid, type UserId } from "@cartulary/kernel";
import { type Kysely, sql } from "kysely";
import type { Entry } from "../../engine/columns.ts";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { levelOf, type Reaching, rankOf, rankOn, reaching } from "../access.ts";
import { type DocumentTables, grantRows } from "../tables.ts";

const TABLES = { workspace: "workspaces", folder: "folders", document: "documents" } as const satisfies Record<
  ResourceType,
  keyof DocumentTables
>;

/** Ids that one statement names, far below what either engine takes. */
const IDS_MAX = 1000;

const columns: Columns<PermissionField> = {
  ...columnsOf(permissionListing, grantRows, "permissions"),
  inherited: { ref: "permissions.inherited", nullable: false },
};

export function createGrantStore({ db, dialect }: SqlTransaction<DocumentTables>): GrantStore {
  const rows = rowsOf(grantRows, dialect);
  const views = permissionViews(db, dialect);

  return {
    async levelOn(caller, resource) {
      const found = await db
        .selectFrom(TABLES[resource.type])
        .select(rankOn(dialect, caller, resource).as("rank"))
        .where("id", "=", resource.id as never)
        .executeTakeFirst();
      return found ? levelOf(found.rank) : null;
    },

    async deciding(caller, resource) {
      const row = await views
        .select(views.reaching(resource, caller))
        .orderBy(rankOf("permissions.level"), "desc")
        .orderBy("permissions.distance")
        .orderBy("permissions.created_at")
        .orderBy("permissions.id")
        .limit(1)
        .executeTakeFirst();
      return row ? views.decode(row) : null;
    },

    list: (resource, query) =>
      pageOf(
        views.reaching(resource),
        { listing: permissionListing, query, columns, dialect },
        views.select,
        views.decode,
      ),

    async find(resource, id) {
      const row = await views
        .select(views.reaching(resource))
        .where("permissions.id", "=", id)
        .where("permissions.distance", "=", 0)
        .executeTakeFirst();
      return row ? views.decode(row) : null;
    },

    async lock(resource, id) {
      const row = await db
        .selectFrom("grants")
        .select(rows.columns("grants"))
        .where("id", "=", id)
        .where("resource_id", "=", resource.id)
        .where("resource_type", "=", resource.type)
        .modifyEnd(dialect.forUpdate)
        .executeTakeFirst();
      return row ? grantOf(rows.decode(row)) : null;
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

    async update({ id, level, updatedAt }) {
      const change = { level, updated_at: dialect.instant(updatedAt) };
      await db.updateTable("grants").set(change).where("id", "=", id).execute();
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

/** How permissions are read as they are answered: what to select from, what to select, what a row says. */
function permissionViews(db: Kysely<DocumentTables>, dialect: Dialect) {
  const rows = rowsOf(grantRows, dialect);
  const found = (resource: ResourceRef, caller?: Caller) =>
    db.selectFrom(sql`(${reaching(dialect, resource, caller)})`.$castTo<Reaching>().as("permissions"));
  return {
    reaching: found,
    select: (matching: ReturnType<typeof found>) =>
      matching
        .leftJoin("users", "users.id", "permissions.subject_id")
        .leftJoin("groups", "groups.id", "permissions.subject_id")
        .leftJoin("folders", "folders.id", "permissions.resource_id")
        .leftJoin("workspaces", "workspaces.id", "permissions.resource_id")
        .select(rows.columns("permissions"))
        .select(["permissions.distance", "users.display_name as user_name", "groups.name as group_name"])
        .select(["folders.name as folder_name", "workspaces.label as workspace_label"]),
    decode: (row: Parameters<typeof rows.decode>[0] & Surroundings): PermissionView => {
      const grant = grantOf(rows.decode(row));
      const { type, id } = grant.resource;
      return {
        ...grant,
        subject: subjectOf(grant, row),
        inheritedFrom: row.distance === 0 ? null : { type, id, name: row.folder_name ?? row.workspace_label ?? "" },
      };
    },
  };
}

interface Surroundings {
  readonly distance: number;
  readonly user_name: string | null;
  readonly group_name: string | null;
  readonly folder_name: string | null;
  readonly workspace_label: string | null;
}

/** Without a name once that person or group is gone. */
function subjectOf(
  { subjectType, subjectId }: Grant,
  { user_name, group_name }: Surroundings,
): PermissionView["subject"] {
  return subjectType === "user"
    ? { id: subjectId as UserId, displayName: user_name ?? "" }
    : { id: subjectId as GroupId, name: group_name ?? "" };
}

function grantOf({ resourceType, resourceId, ...grant }: Entry<typeof grantRows>): Grant {
  return { ...grant, resource: { type: resourceType, id: resourceId } };
}
