import type { RoofDatabase } from "./database.ts";

/** The statements of the roof, as one would write them for one engine: `$1`… are their parameters. */
export interface Statements {
  readonly caller: string;
  /** For an administrator; `$1` is a pattern. */
  readonly countAll: string;
  /** `$2` a limit, `$3` an offset. */
  readonly pageOfAll: string;
  /** For anybody else: `$1` is the caller, `$2` a pattern. */
  readonly countReadable: string;
  /** `$3` a limit, `$4` an offset. */
  readonly pageOfReadable: string;
  /** The document `$1` with the rank of the caller `$2` on it. */
  readonly document: string;
  readonly documentView: string;
  readonly lockedDocument: string;
  /** The folder `$1` with the rank of the caller `$2` on it. */
  readonly folder: string;
  readonly stageBlob: string;
  readonly attachBlob: string;
  readonly lockTree: string;
  readonly insertDocument: string;
  readonly insertGrant: string;
  readonly insertVersion: string;
  readonly updateDocument: string;
}

const VIEW = `
  documents.id, documents.name, documents.description, documents.documents_folder_id, documents.workspace_id,
  documents.domain_id, documents.document_type_id, documents.external_id, documents.byte_size,
  documents.content_type, documents.sha256, documents.versions_count, documents.classification_code,
  documents.metadata_user, documents.tags, documents.created_at, documents.updated_at,
  workspaces.label as workspace_label, workspaces.classification_plan_id,
  parents.name as parent_name, parents.documents_folder_id as parent_parent,
  domains.name as domain_name, document_types.name as type_name,
  users.id as creator_id, users.display_name as creator_name`;

const JOINS = `
  left join workspaces on workspaces.id = documents.workspace_id
  left join folders as parents on parents.id = documents.documents_folder_id
  left join domains on domains.id = documents.domain_id
  left join document_types on document_types.id = documents.document_type_id
  left join users on users.id = documents.created_by`;

const RANK = `case level when 'read' then 1 when 'write' then 2 else 3 end`;

const matches = (parameter: string) => `documents.name_fold like ${parameter} escape '\\'`;

export function statementsFor({ engine }: Pick<RoofDatabase, "engine">): Statements {
  const postgres = engine === "postgres";
  const among = (column: string, ids: string) =>
    postgres ? `${column} = any (array(${ids}))` : `${column} in (${ids})`;
  /** What is inside each row of `holders`, by the index and never by reading the table whole. */
  const inside = (table: string, column: string, holders: string) =>
    postgres
      ? `${holders} as holders cross join lateral (select id from ${table} where ${column} = holders.id offset 0) as inside`
      : `${holders} as holders cross join ${table} as inside on inside.${column} = holders.id`;
  const granted = (type: string) =>
    `select resource_id as id from grants where subject_id = $1 and resource_type = '${type}'`;

  const readable = `
    with recursive below (id) as (
      ${granted("folder")}
      union
      select inside.id from ${inside("folders", "documents_folder_id", "below")}
    ), readable (id) as materialized (
      select inside.id from ${inside("documents", "documents_folder_id", "below")}
      union all
      select inside.id from ${inside("documents", "workspace_id", `(${granted("workspace")})`)}
      union all
      ${granted("document")}
    )`;
  const isReadable = among("documents.id", "select id from readable");
  const ordered = "order by documents.updated_at desc, documents.id desc";

  const above = (folder: string) => `
    with recursive above (id, parent) as (
      select id, documents_folder_id from folders where id = ${folder}
      union all
      select folders.id, folders.documents_folder_id from above cross join folders where folders.id = above.parent
    ) select id from above`;
  const rankOn = (sources: string) =>
    `(select max(${RANK}) from grants where subject_id = $2 and ${among("resource_id", sources)}) as rank`;
  const forShare = postgres ? "for share" : "";
  const forUpdate = postgres ? "for update" : "";

  return {
    caller: `select tokens.kind, tokens.scopes, tokens.expires_at, tokens.revoked_at, tokens.user_id, users.role, users.active
      from tokens join users on users.id = tokens.user_id where tokens.hash = $1`,
    countAll: `select count(*) as total from documents where ${matches("$1")}`,
    pageOfAll: `select ${VIEW} from documents ${JOINS} where ${matches("$1")} ${ordered} limit $2 offset $3`,
    countReadable: `${readable} select count(*) as total from documents where ${isReadable} and ${matches("$2")}`,
    pageOfReadable: `${readable} select ${VIEW} from documents ${JOINS}
      where ${isReadable} and ${matches("$2")} ${ordered} limit $3 offset $4`,
    document: `select ${VIEW}, ${rankOn(`
      ${above("(select documents_folder_id from documents where id = $1)")}
      union all select workspace_id from documents where id = $1 union all select id from documents where id = $1`)}
      from documents ${JOINS} where documents.id = $1`,
    documentView: `select ${VIEW} from documents ${JOINS} where documents.id = $1`,
    lockedDocument: `select * from documents where id = $1 ${forUpdate}`,
    folder: `select workspace_id, ${rankOn(`
      ${above("$1")} union all select workspace_id from folders where id = $1`)} from folders where id = $1`,
    stageBlob: "insert into blobs (key, state, holders, collect_after) values ($1, 'staged', 0, $2)",
    attachBlob: `update blobs set state = 'live', holders = 1, byte_size = $2, sha256 = $3, collect_after = null
      where key = $1 and state = 'staged'`,
    lockTree: `select seq from tree_clock where id = 1 ${forShare}`,
    insertDocument: `insert into documents (id, name, name_fold, documents_folder_id, workspace_id, metadata_user, tags,
      tags_fold, versions_count, placed_seq, created_by, created_at, updated_at, blob_key, byte_size, sha256, file_name,
      content_type, declared_content_type, content_created_at)
      values ($1, $2, $3, $4, $5, '{}', '[]', '[]', 0, $6, $7, $8, $8, $9, $10, $11, $2, $12, $12, $8)`,
    insertGrant: `insert into grants (id, subject_type, subject_id, resource_type, resource_id, level, created_at, updated_at)
      values ($1, 'user', $2, 'document', $3, 'manage', $4, $4)`,
    insertVersion: `insert into versions (id, document_id, version_number, created_by, created_at, blob_key, byte_size, sha256,
      file_name, content_type, declared_content_type, content_created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    updateDocument: `update documents set blob_key = $2, byte_size = $3, sha256 = $4, file_name = $5, content_type = $6,
      declared_content_type = $6, content_created_at = $7, versions_count = $8, updated_at = $7 where id = $1`,
  };
}
