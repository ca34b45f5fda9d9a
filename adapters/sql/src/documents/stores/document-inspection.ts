import type {
  ClassificationPlanId,
  DocumentInspection,
  FolderId,
  FolderIntegrityRow,
  MissingReference,
  PlanIntegrityRow,
  WorkspaceId,
} from "@cartulary/documents";
import type { BlobKey } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";
import { booleanFrom, jsonFrom } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import type { DocumentTables } from "../tables.ts";
import { lineages } from "../tree.ts";

/** Left-joins each row with the rows that it refers to; a null marks a missing row. */
export function createDocumentInspection(transaction: SqlTransaction<DocumentTables>): DocumentInspection {
  const { db } = transaction;

  return {
    async treeClock() {
      const row = await db.selectFrom("tree_clock").select("seq").where("id", "=", 1).executeTakeFirst();
      return row?.seq ?? null;
    },

    async plans(after, limit) {
      const all = db
        .selectFrom("classification_plans")
        .leftJoin("workspaces", "workspaces.id", "classification_plans.workspace_id")
        .select(["classification_plans.id", "classification_plans.entries", "classification_plans.workspace_id"])
        .select("workspaces.id as found_workspace")
        .orderBy("classification_plans.id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("classification_plans.id", ">", after)).execute();
      const codes = await codesOf(
        transaction,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({
        id: row.id,
        entries: jsonFrom(row.entries),
        codes: codes.get(row.id) ?? [],
        missing: missing("workspace", row.workspace_id, row.found_workspace),
      }));
    },

    async workspaces(after, limit) {
      const all = db
        .selectFrom("workspaces")
        .leftJoin("domains", "domains.id", "workspaces.domain_id")
        .leftJoin("workspace_types", "workspace_types.id", "workspaces.workspace_type_id")
        .leftJoin("classification_plans", "classification_plans.id", "workspaces.classification_plan_id")
        .select(["workspaces.id", "workspaces.domain_id", "workspaces.workspace_type_id"])
        .select(["workspaces.classification_plan_id", "classification_plans.id as found_plan"])
        .select(["domains.id as found_domain", "workspace_types.id as found_type"])
        .orderBy("workspaces.id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("workspaces.id", ">", after)).execute();
      return rows.map((row) => ({
        id: row.id,
        missing: [
          ...missing("domain", row.domain_id, row.found_domain),
          ...missing("workspace type", row.workspace_type_id, row.found_type),
          ...missing("classification plan", row.classification_plan_id, row.found_plan),
        ],
      }));
    },

    async folders(after, limit) {
      const all = db
        .selectFrom("folders")
        .leftJoin("folders as parents", "parents.id", "folders.documents_folder_id")
        .leftJoin("workspaces", "workspaces.id", "folders.workspace_id")
        .select(["folders.id", "folders.documents_folder_id", "folders.workspace_id", "folders.placed_seq"])
        .select(PARENT_COLUMNS)
        .orderBy("folders.id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("folders.id", ">", after)).execute();
      const ids = rows.map(({ id }) => id);
      const ways = await waysUp(transaction, ids);
      return rows.map((row) => ({
        id: row.id,
        ...placeOf(row),
        ...(ways.get(row.id) ?? { depth: 1, insideItself: false }),
        missing: surroundingsMissing(row),
      }));
    },

    async documents(after, limit) {
      const all = db
        .selectFrom("documents")
        .leftJoin("folders as parents", "parents.id", "documents.documents_folder_id")
        .leftJoin("workspaces", "workspaces.id", "documents.workspace_id")
        .leftJoin("domains", "domains.id", "documents.domain_id")
        .leftJoin("document_types", "document_types.id", "documents.document_type_id")
        .leftJoin("classification_codes", (join) =>
          join
            .onRef("classification_codes.plan_id", "=", "workspaces.classification_plan_id")
            .onRef("classification_codes.code", "=", "documents.classification_code"),
        )
        .select(["documents.id", "documents.documents_folder_id", "documents.workspace_id", "documents.placed_seq"])
        .select(["documents.domain_id", "documents.document_type_id", "documents.versions_count"])
        .select(["documents.classification_code", "classification_codes.code as found_code"])
        .select(["documents.blob_key", "documents.byte_size", "documents.sha256"])
        .select(PARENT_COLUMNS)
        .select(["domains.id as found_domain", "document_types.id as found_type"])
        .select([
          ofVersions<number>(sql`count(*)`).as("count"),
          ofVersions<number | null>(sql`min(version_number)`).as("first"),
          ofVersions<number | null>(sql`max(version_number)`).as("last"),
        ])
        .orderBy("documents.id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("documents.id", ">", after)).execute();
      return rows.map(({ count, first, last, ...row }) => ({
        id: row.id,
        ...placeOf(row),
        ...contentOf(row),
        classificationCode: row.classification_code,
        planHasCode: row.found_code !== null,
        versionsCount: row.versions_count,
        versions: { count, first, last },
        missing: [
          ...surroundingsMissing(row),
          ...missing("domain", row.domain_id, row.found_domain),
          ...missing("document type", row.document_type_id, row.found_type),
        ],
      }));
    },

    async versions(after, limit) {
      const all = db
        .selectFrom("versions")
        .leftJoin("documents", "documents.id", "versions.document_id")
        .select(["versions.id", "versions.document_id", "documents.id as found_document"])
        .select(["versions.blob_key", "versions.byte_size", "versions.sha256"])
        .orderBy("versions.id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("versions.id", ">", after)).execute();
      return rows.map((row) => ({
        id: row.id,
        ...contentOf(row),
        missing: missing("document", row.document_id, row.found_document),
      }));
    },

    async grants(after, limit) {
      const all = db
        .selectFrom("grants")
        .select(["id", "resource_type", "resource_id", RESOURCE.as("found_resource")])
        .orderBy("id")
        .limit(limit);
      const rows = await (after === null ? all : all.where("id", ">", after)).execute();
      return rows.map((row) => ({
        id: row.id,
        missing: missing(row.resource_type, row.resource_id, row.found_resource),
      }));
    },

    async replays(after, limit) {
      const all = db
        .selectFrom("replays")
        .select(["user_id", "scope", "key", "reply"])
        .orderBy("user_id")
        .orderBy("scope")
        .orderBy("key")
        .limit(limit);
      const beyond = after && sql<boolean>`(user_id, scope, key) > (${after.userId}, ${after.scope}, ${after.key})`;
      const rows = await (beyond ? all.where(beyond) : all).execute();
      return rows.map(({ user_id: userId, ...row }) => ({ userId, ...row }));
    },

    async blobHolders(from, through) {
      const { rows } = await sql<{ readonly blob_key: BlobKey; readonly holders: number }>`
        select blob_key, count(*) as holders
        from (select blob_key from documents union all select blob_key from versions
          union all select blob_key from trashed_documents union all select blob_key from trashed_versions) as referring
        where blob_key >= ${from} and blob_key <= ${through}
        group by blob_key`.execute(db);
      return new Map(rows.map(({ blob_key: key, holders }) => [key, holders]));
    },
  };
}

/** The parent folder and the workspace of a folder or document, null if missing. */
const PARENT_COLUMNS = [
  "parents.id as found_parent",
  "parents.workspace_id as parent_workspace",
  "workspaces.id as found_workspace",
] as const;

interface ParentRow {
  readonly documents_folder_id: FolderId | null;
  readonly workspace_id: WorkspaceId | null;
  readonly placed_seq: number;
  readonly found_parent: FolderId | null;
  readonly parent_workspace: WorkspaceId | null;
  readonly found_workspace: WorkspaceId | null;
}

function placeOf(row: ParentRow) {
  return {
    workspaceId: row.workspace_id,
    placedSeq: row.placed_seq,
    parent: row.found_parent && { id: row.found_parent, workspaceId: row.parent_workspace },
  };
}

function surroundingsMissing(row: ParentRow): readonly MissingReference[] {
  return [
    ...missing("folder", row.documents_folder_id, row.found_parent),
    ...missing("workspace", row.workspace_id, row.found_workspace),
  ];
}

function missing(noun: string, id: string | null, found: string | null): readonly MissingReference[] {
  return id !== null && found === null ? [{ noun, id }] : [];
}

function contentOf(row: { readonly blob_key: BlobKey; readonly byte_size: number; readonly sha256: string }) {
  return { blobKey: row.blob_key, byteSize: row.byte_size, sha256: row.sha256 };
}

/** An aggregate over the versions of a row of `documents`. */
function ofVersions<Value>(value: RawBuilder<unknown>): RawBuilder<Value> {
  return sql<Value>`(select ${value} from versions where document_id = documents.id)`;
}

/** The id of the resource of a row of `grants`, in the tree or in the trash; null if the resource is missing. */
const RESOURCE = sql<string | null>`case resource_type
  when 'workspace' then coalesce((select id from workspaces where id = resource_id),
    (select id from trashed_workspaces where id = resource_id))
  when 'folder' then coalesce((select id from folders where id = resource_id),
    (select id from trashed_folders where id = resource_id))
  when 'document' then coalesce((select id from documents where id = resource_id),
    (select id from trashed_documents where id = resource_id))
end`;

async function codesOf(
  { db }: SqlTransaction<DocumentTables>,
  ids: readonly ClassificationPlanId[],
): Promise<ReadonlyMap<ClassificationPlanId, PlanIntegrityRow["codes"]>> {
  if (ids.length === 0) return new Map();
  const query = db.selectFrom("classification_codes").select(["plan_id", "code", "leaf"]).where("plan_id", "in", ids);
  return Map.groupBy(
    (await query.execute()).map(({ plan_id: planId, code, leaf }) => ({ planId, code, leaf: booleanFrom(leaf) })),
    ({ planId }) => planId,
  );
}

type Way = Pick<FolderIntegrityRow, "depth" | "insideItself">;

async function waysUp(
  { db, dialect }: SqlTransaction<DocumentTables>,
  ids: readonly FolderId[],
): Promise<ReadonlyMap<FolderId, Way>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ readonly start: FolderId; readonly depth: number; readonly circles: number }>`
    ${lineages(dialect, sql`id in (${sql.join(ids)})`)}
    select start, max(depth) as depth, max(case when id = start and depth > 1 then 1 else 0 end) as circles
    from above group by start`.execute(db);
  return new Map(rows.map(({ start, depth, circles }) => [start, { depth, insideItself: circles > 0 }]));
}
