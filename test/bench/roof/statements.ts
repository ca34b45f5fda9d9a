import type { RoofDatabase } from "./database.ts";
import { partsFor } from "./parts.ts";

/** The statements of the roof, as one would write them for one engine: `$1`… are their parameters. */
export interface Statements {
  readonly caller: string;
  /** For an administrator: how many documents have `$1` in their folded names. */
  readonly countAll: string;
  /** `$2` a limit, `$3` an offset. */
  readonly pageOfAll: string;
  /**
   * For other callers: the count and the page in one, so that the readable documents of the caller `$1` are found once.
   * `$2` is the search text, `$3` a limit, `$4` an offset. A page behind the last is one row without a document.
   */
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
  /** The job `$1` that has the document `$2` indexed, with the payload `$3`, from `$4` on. */
  readonly insertJob: string;
  /** The oldest document of the digest `$1`. */
  readonly duplicate: string;
  readonly insertVersion: string;
  readonly updateDocument: string;
}

const isRetained = (table: string) => `${table}.retain_until is not null or ${table}.legal_hold_set_at is not null`;

/** Whether a row may be retained, by itself or by any container. The benches retain nothing. */
export const retainedIn = (table: string): string => `(${isRetained(table)}
  or exists (select 1 from folders as retaining where ${isRetained("retaining")})
  or exists (select 1 from workspaces as retaining where ${isRetained("retaining")}))`;

/** A document with the names of its references. */
export const VIEW = `
  documents.id, documents.name, documents.description, documents.documents_folder_id, documents.workspace_id,
  documents.domain_id, documents.document_type_id, documents.external_id, documents.byte_size,
  documents.content_type, documents.sha256, documents.versions_count, documents.classification_code,
  documents.metadata_user, documents.tags, documents.created_at, documents.updated_at,
  documents.text_status, documents.retain_until, documents.legal_hold, ${retainedIn("documents")} as retained,
  workspaces.label as workspace_label, workspaces.classification_plan_id,
  parents.name as parent_name, parents.documents_folder_id as parent_parent,
  domains.name as domain_name, document_types.name as type_name,
  users.id as creator_id, users.display_name as creator_name`;

/** The tables of {@link VIEW} besides the documents. */
export const JOINS = `
  left join workspaces on workspaces.id = documents.workspace_id
  left join folders as parents on parents.id = documents.documents_folder_id
  left join domains on domains.id = documents.domain_id
  left join document_types on document_types.id = documents.document_type_id
  left join users on users.id = documents.created_by`;

const NEWEST = "order by updated_at desc, id desc";

/** For whom nothing is left out. */
const ALL_SEEN = "1 as sees_workspace, 1 as sees_parent";

export function statementsFor({ engine }: Pick<RoofDatabase, "engine">): Statements {
  const { inSet, contains, joined, above, reached, forShare, forUpdate } = partsFor(engine);

  const granted = (type: string) =>
    `select resource_id as id from grants where subject_id = $1 and resource_type = '${type}'`;
  const inside = (holders: string, column: string) =>
    joined(`${holders} as holders`, "documents", "inside", `${column} = holders.id and ${contains("name_fold", "$2")}`);
  /** A document that is reached in several ways counts once. */
  const found = `
    with recursive below (id) as (
      ${granted("folder")}
      union
      select inside.id from ${joined("below", "folders", "inside", "documents_folder_id = below.id")}
    ), found (id) as materialized (
      select inside.id from ${inside("below", "documents_folder_id")}
      union
      select inside.id from ${inside(`(${granted("workspace")})`, "workspace_id")}
      union
      select id from documents where ${inSet("id", granted("document"))} and ${contains("name_fold", "$2")}
    )`;
  const seesWorkspace = `workspaces.id in (${granted("workspace")})`;
  /** Only the rows of the page are joined. */
  const page = (where: string, limit: string, offset: string) =>
    `(select id, updated_at from documents where ${where} ${NEWEST} limit ${limit} offset ${offset}) as page`;
  const ordered = "order by page.updated_at desc, page.id desc";

  return {
    caller: `select tokens.kind, tokens.scopes, tokens.expires_at, tokens.revoked_at, tokens.user_id, users.role, users.active
      from tokens join users on users.id = tokens.user_id where tokens.hash = $1`,
    countAll: `select count(*) as total from documents where ${contains("name_fold", "$1")}`,
    pageOfAll: `select ${VIEW}, ${ALL_SEEN} from ${page(contains("name_fold", "$1"), "$2", "$3")}
      join documents on documents.id = page.id ${JOINS} ${ordered}`,
    pageOfReadable: `${found} select counted.total, ${VIEW}, ${seesWorkspace} as sees_workspace,
        parents.id in (select id from below) or ${seesWorkspace} as sees_parent
      from (select count(*) as total from found) as counted
      left join ${page(inSet("id", "select id from found"), "$3", "$4")} on true
      left join documents on documents.id = page.id ${JOINS} ${ordered}`,
    document: `select ${VIEW}, reached.rank, reached.distance > 1 as sees_workspace, reached.distance > 0 as sees_parent
      from ${reached(`
      ${above("(select documents_folder_id from documents where id = $1)")}
      union all select workspace_id, 2 from documents where id = $1
      union all select id, 0 from documents where id = $1`)}
      cross join documents ${JOINS} where documents.id = $1`,
    documentView: `select ${VIEW}, ${ALL_SEEN} from documents ${JOINS} where documents.id = $1`,
    lockedDocument: `select * from documents where id = $1 ${forUpdate}`,
    folder: `select workspace_id, reached.rank
      from ${reached(`${above("$1")} union all select workspace_id, 2 from folders where id = $1`)}
      cross join folders where folders.id = $1`,
    stageBlob: "insert into blobs (key, state, holders, collect_after) values ($1, 'staged', 0, $2)",
    attachBlob: `update blobs set state = 'live', holders = 1, byte_size = $2, sha256 = $3, collect_after = null
      where key = $1 and state = 'staged'`,
    lockTree: `select seq from tree_clock where id = 1 ${forShare}`,
    insertDocument: `insert into documents (id, name, name_fold, documents_folder_id, workspace_id, metadata_user, tags,
      tags_fold, versions_count, placed_seq, created_by, created_at, updated_at, blob_key, byte_size, sha256, file_name,
      content_type, declared_content_type, content_created_at)
      values ($1, $2, $3, $4, $5, '{}', '[]', '[]', 0, $6, $7, $8, $8, $9, $10, $11, $2, $12, $12, $8)`,
    insertGrant: newGrant("document"),
    insertJob: INSERT_JOB[engine],
    duplicate: "select id from documents where sha256 = $1 order by created_at, id limit 1",
    insertVersion: `insert into versions (id, document_id, version_number, created_by, created_at, blob_key, byte_size, sha256,
      file_name, content_type, declared_content_type, charset, content_created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    updateDocument: `update documents set blob_key = $2, byte_size = $3, sha256 = $4, file_name = $5, content_type = $6,
      declared_content_type = $6, charset = null, content_created_at = $7, versions_count = $8, updated_at = $7 where id = $1`,
  };
}

/** As the product's queue has it, on either engine. */
const INSERT_JOB: Readonly<Record<RoofDatabase["engine"], string>> = {
  sqlite: `insert into jobs (id, queue, dedupe_key, payload, attempts, attempts_max, leased, due_at)
    values ($1, 'search/index', $2, $3, 0, 10, 0, $4) on conflict (queue, dedupe_key) where attempts = 0 do nothing`,
  postgres: `insert into pgboss.job_common (id, name, singleton_key, data, start_after, policy, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds)
    values ($1, 'search/index', $2, $3, $4, 'short', 9, 5, true, 3600, 86399, 60) on conflict do nothing`,
};

/** The creator of a record manages it: the grant `$1` of the person `$2` on `$3`, made at `$4`. */
export function newGrant(type: "document" | "folder"): string {
  return `insert into grants (id, subject_type, subject_id, resource_type, resource_id, level, created_at, updated_at)
    values ($1, 'user', $2, '${type}', $3, 'manage', $4, $4)`;
}
