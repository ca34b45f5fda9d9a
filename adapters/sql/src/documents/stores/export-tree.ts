import type { ExportedPermission, ExportPlace, ExportTree, VersionView } from "@cartulary/documents";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type DocumentTables, versionRows } from "../tables.ts";
import { CREATOR, type Creator, creatorOf, documentViews, folderViews } from "../views.ts";

/** Reads the tree folder by folder for exports. */
export function createExportTree({ db, dialect }: SqlTransaction<DocumentTables>): ExportTree {
  const [folders, documents] = [folderViews(dialect), documentViews(dialect)];
  const versions = rowsOf(versionRows, dialect);

  async function versionsIn(place: ExportPlace): Promise<ReadonlyMap<string, readonly VersionView[]>> {
    const rows = await db
      .selectFrom("versions")
      .leftJoin("users", "users.id", "versions.created_by")
      .select(versions.columns("versions"))
      .select(CREATOR)
      .where("versions.document_id", "in", sql<never>`(select id from documents where ${isIn(place)})`)
      .orderBy("versions.version_number")
      .execute();
    const views = rows.map((row) => ({
      ...versions.decode(row as Row<typeof versionRows>),
      createdBy: creatorOf(row as Creator),
    }));
    return Map.groupBy(views, ({ documentId }) => documentId);
  }

  async function permissionsOf(ids: RawBuilder<unknown>): Promise<ReadonlyMap<string, readonly ExportedPermission[]>> {
    const { rows } = await sql<PermissionRow>`
      select grants.resource_id, grants.level, users.email_address, groups.name as group_name
      from grants
      left join users on grants.subject_type = 'user' and users.id = grants.subject_id
      left join ${sql.table("groups")} on grants.subject_type = 'group' and groups.id = grants.subject_id
      where grants.resource_id in (${ids})`.execute(db);
    const byResource = Map.groupBy(rows.toSorted(comparePermissions), ({ resource_id }) => resource_id);
    return new Map([...byResource].map(([id, own]) => [id, own.flatMap(permissionOf)]));
  }

  return {
    async content(place, options) {
      const ofFolders = sql`select id from folders where ${isIn(place)}`;
      const ofDocuments = sql`select id from documents where ${isIn(place)}`;
      const [folderRows, documentRows] = [
        await folders.select(db.selectFrom("folders").where(isIn(place, "folders"))).execute(),
        await documents.select(db.selectFrom("documents").where(isIn(place, "documents"))).execute(),
      ];
      return {
        folders: folderRows.map((row) => folders.decode(row as Parameters<typeof folders.decode>[0])),
        documents: documentRows.map((row) => documents.decode(row as Parameters<typeof documents.decode>[0])),
        permissions: new Map([...(await permissionsOf(ofFolders)), ...(await permissionsOf(ofDocuments))]),
        versions: options.versions ? await versionsIn(place) : new Map(),
      };
    },

    permissionsOn: async (id) => (await permissionsOf(sql`${id}`)).get(id) ?? [],
  };
}

/** The condition that a folder or document is directly in the place. */
function isIn(place: ExportPlace, table?: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name);
  return "folderId" in place
    ? sql`${column("documents_folder_id")} = ${place.folderId}`
    : sql`${column("workspace_id")} = ${place.workspaceId} and ${column("documents_folder_id")} is null`;
}

interface PermissionRow {
  readonly resource_id: string;
  readonly level: ExportedPermission["level"];
  readonly email_address: string | null;
  readonly group_name: string | null;
}

/** A permission whose person or group is gone has no line. */
function permissionOf({ level, email_address, group_name }: PermissionRow): readonly ExportedPermission[] {
  if (email_address !== null) return [{ level, email: email_address }];
  return group_name === null ? [] : [{ level, group: group_name }];
}

const sortKey = ({ email_address, group_name }: PermissionRow): string =>
  `${email_address ?? "\uffff"}${group_name ?? ""}`;

const comparePermissions = (one: PermissionRow, other: PermissionRow): number =>
  sortKey(one) < sortKey(other) ? -1 : 1;
