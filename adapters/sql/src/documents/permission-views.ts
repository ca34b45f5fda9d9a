import type { Grant, PermissionView } from "@cartulary/documents";
import type { GroupId, UserId } from "@cartulary/kernel";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Entry } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { rowsOf } from "../engine/row-codec.ts";
import type { InheritedGrant } from "./access.ts";
import { type DocumentTables, grantRows } from "./tables.ts";

/** The grants that `grants` selects, as `permissions`. */
export const permissionsIn = (db: Kysely<DocumentTables>, grants: RawBuilder<InheritedGrant>) =>
  db.selectFrom(sql`(${grants})`.$castTo<InheritedGrant>().as("permissions"));

/** Selects the columns of permissions, with the names of their subject and resource. */
export const permissionColumns = (dialect: Dialect, matching: ReturnType<typeof permissionsIn>) =>
  matching
    .leftJoin("users", "users.id", "permissions.subject_id")
    .leftJoin("groups", "groups.id", "permissions.subject_id")
    .leftJoin("folders", "folders.id", "permissions.resource_id")
    .leftJoin("workspaces", "workspaces.id", "permissions.resource_id")
    .select(rowsOf(grantRows, dialect).columns("permissions"))
    .select(["permissions.distance", "users.display_name as user_name", "groups.name as group_name"])
    .select(["folders.name as folder_name", "workspaces.label as workspace_label"]);

/** Decodes a row of {@link permissionColumns}. */
export function permissionDecoder(dialect: Dialect) {
  const rows = rowsOf(grantRows, dialect);
  return (row: Parameters<typeof rows.decode>[0] & NameColumns): PermissionView => {
    const grant = grantOf(rows.decode(row));
    const { type, id } = grant.resource;
    return {
      ...grant,
      subject: subjectOf(grant, row),
      inheritedFrom: row.distance === 0 ? null : { type, id, name: row.folder_name ?? row.workspace_label ?? "" },
    };
  };
}

interface NameColumns {
  readonly distance: number;
  readonly user_name: string | null;
  readonly group_name: string | null;
  readonly folder_name: string | null;
  readonly workspace_label: string | null;
}

/** The name is empty if the user or group is deleted. */
function subjectOf(
  { subjectType, subjectId }: Grant,
  { user_name, group_name }: NameColumns,
): PermissionView["subject"] {
  return subjectType === "user"
    ? { id: subjectId as UserId, displayName: user_name ?? "" }
    : { id: subjectId as GroupId, name: group_name ?? "" };
}

function grantOf({ resourceType, resourceId, ...grant }: Entry<typeof grantRows>): Grant {
  return { ...grant, resource: { type: resourceType, id: resourceId } };
}
