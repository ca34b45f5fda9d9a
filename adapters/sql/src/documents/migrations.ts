import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";
import { substringIndexOf } from "../engine/substring-index.ts";
import { retentions } from "./retention/migrations.ts";
import { trash } from "./trash/migrations.ts";

export const documentMigrations: readonly Migration[] = [
  { name: "2026-11-21 documents: first tables", up: (dialect) => [...tables(dialect), ...INDEXES, FIRST_TICK] },
  { name: "2026-11-21 documents: tags are searched", up: foldedTags },
  { name: "2026-11-22 documents: workspace types, document types, domains", up: catalogues },
  { name: "2026-11-22 documents: classification plans", up: classificationPlans },
  { name: "2026-11-22 documents: plain text says what it is written in", up: charsets },
  { name: "2026-11-22 documents: changes of catalogue entries are counted", up: catalogueVersions },
  { name: "2026-11-28 documents: what lies in a folder, by its last change", up: () => [BY_CHANGE] },
  {
    name: "2026-11-28 documents: parts of names are found by an index",
    up: (dialect) =>
      ["documents", "folders"].flatMap((table) => dialect.substringIndex.create(substringIndexOf(table))),
  },
  {
    name: "2026-12-13 documents: names that were given lately are soon in their index",
    up: (dialect) =>
      ["documents", "folders"].flatMap((table) => dialect.substringIndex.limitPendingList(substringIndexOf(table))),
  },
  { name: "2027-02-03 documents: what search has of their texts", up: (dialect) => [textStatuses(dialect)] },
  { name: "2027-07-10 documents: the trash", up: trash },
  { name: "2027-07-12 documents: retention and legal holds", up: retentions },
  { name: "2027-07-20 documents: exports as bags", up: documentExports },
];

function documentExports({ types: { id, text, integer, instant, boolean }, tableOptions }: Dialect): readonly string[] {
  const indexes = {
    created_at: "created_at, id",
    updated_at: "updated_at, id",
    user_id_created_at: "user_id, created_at, id",
    user_id_updated_at: "user_id, updated_at, id",
    expires_at: "expires_at, id",
  };
  return [
    `create table document_exports (
      id ${id} not null primary key,
      user_id ${id} not null,
      status ${text} not null,
      progress ${integer} not null,
      workspace_id ${id},
      folder_id ${id},
      includes_versions ${boolean} not null,
      is_public ${boolean} not null,
      bagged_at ${instant} not null,
      name ${text} not null,
      blob_key ${text},
      byte_size ${integer},
      sha256 ${text},
      items_blob_key ${text},
      failure ${text},
      created_at ${instant} not null,
      updated_at ${instant} not null,
      expires_at ${instant} not null
    ) ${tableOptions}`,
    ...Object.entries(indexes).map(
      ([name, columns]) => `create index document_exports_${name}_index on document_exports (${columns})`,
    ),
    ...["blob_key", "items_blob_key"].map(
      (column) =>
        `create index document_exports_${column}_index on document_exports (${column}) where ${column} is not null`,
    ),
  ];
}

/** Existing documents are processed again, because there are more kinds of text now. */
function textStatuses({ types: { text } }: Dialect): string {
  return `alter table documents add column text_status ${text} not null default 'pending'`;
}

/** Folds existing tags as far as the engine can: SQLite leaves capitals beyond ASCII until the next write. */
function foldedTags({ types: { text } }: Dialect): readonly string[] {
  return ["folders", "documents"].flatMap((table) => [
    `alter table ${table} add column tags_fold ${text} not null default '[]'`,
    `update ${table} set tags_fold = lower(cast(tags as text))`,
  ]);
}

/** Existing content has not been examined: it is served without a charset, as before. */
function charsets({ types: { text } }: Dialect): readonly string[] {
  return ["documents", "versions"].map((table) => `alter table ${table} add column charset ${text}`);
}

/** Contains the name, so that a search in some folders does not look up each document. */
const BY_CHANGE =
  "create index documents_folder_updated_at_index on documents (documents_folder_id, updated_at, id, name_fold)";

function catalogueVersions({ types: { integer } }: Dialect): readonly string[] {
  const catalogues = ["workspace_types", "document_types", "domains"];
  return catalogues.map((table) => `alter table ${table} add column version ${integer} not null default 1`);
}

/**
 * Deletions do not cascade: the code that deletes a record deletes its children and their blobs explicitly. A user can
 * be deleted before the records that they created, so `created_by` is not a foreign key.
 */
function tables({ types: { id, text, integer, instant, json }, tableOptions }: Dialect): readonly string[] {
  const content = `
    blob_key ${text} not null,
    byte_size ${integer} not null,
    sha256 ${text} not null,
    file_name ${text} not null,
    content_type ${text} not null,
    declared_content_type ${text} not null,
    content_created_at ${instant} not null`;
  return [
    `create table workspaces (
    id ${id} primary key not null,
    label ${text} not null,
    label_fold ${text} not null,
    description ${text},
    description_fold ${text},
    external_id ${text},
    external_id_fold ${text},
    classification_plan_id ${id},
    domain_id ${id},
    workspace_type_id ${id},
    settings ${json} not null,
    business_tags ${json} not null,
    metadata_user ${json} not null,
    created_by ${id},
    created_at ${instant} not null,
    updated_at ${instant} not null,
    version ${integer} not null default 1
  ) ${tableOptions}`,
    `create table folders (
    id ${id} primary key not null,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    description_fold ${text},
    color ${text},
    icon ${text},
    icon_fold ${text},
    documents_folder_id ${id} references folders (id),
    workspace_id ${id} references workspaces (id),
    external_id ${text},
    external_id_fold ${text},
    tags ${json} not null,
    placed_seq ${integer} not null,
    created_by ${id},
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
    `create table documents (
    id ${id} primary key not null,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    description_fold ${text},
    documents_folder_id ${id} references folders (id),
    workspace_id ${id} references workspaces (id),
    external_id ${text},
    external_id_fold ${text},
    domain_id ${id},
    document_type_id ${id},
    classification_code ${text},
    metadata_user ${json} not null,
    tags ${json} not null,
    versions_count ${integer} not null,
    placed_seq ${integer} not null,
    created_by ${id},
    created_at ${instant} not null,
    updated_at ${instant} not null,${content}
  ) ${tableOptions}`,
    `create table versions (
    id ${id} primary key not null,
    document_id ${id} not null references documents (id),
    version_number ${integer} not null,
    comment ${text},
    created_by ${id},
    created_at ${instant} not null,${content}
  ) ${tableOptions}`,
    `create table grants (
    id ${id} primary key not null,
    subject_type ${text} not null,
    subject_id ${id} not null,
    resource_type ${text} not null,
    resource_id ${id} not null,
    level ${text} not null,
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
    `create table tree_clock (
    id ${integer} primary key not null check (id = 1),
    seq ${integer} not null
  ) ${tableOptions}`,
    `create table replays (
    user_id ${id} not null,
    scope ${text} not null,
    key ${text} not null,
    fingerprint ${text} not null,
    reply ${text} not null,
    expires_at ${instant} not null,
    primary key (user_id, scope, key)
  ) ${tableOptions}`,
  ];
}

/** Indexes for every sort key of the lists, every foreign key, and the lookups of the stores. */
const INDEXES: readonly string[] = [
  "create index workspaces_label_index on workspaces (label_fold, id)",
  "create index workspaces_created_at_index on workspaces (created_at, id)",
  "create index workspaces_updated_at_index on workspaces (updated_at, id)",

  "create index folders_name_index on folders (name_fold, id)",
  "create index folders_created_at_index on folders (created_at, id)",
  "create index folders_updated_at_index on folders (updated_at, id)",
  "create index folders_documents_folder_id_index on folders (documents_folder_id, name_fold, id)",
  "create index folders_workspace_id_index on folders (workspace_id, id)",

  "create index documents_name_index on documents (name_fold, id)",
  "create index documents_byte_size_index on documents (byte_size, id)",
  "create index documents_content_type_index on documents (content_type, id)",
  "create index documents_created_at_index on documents (created_at, id)",
  "create index documents_updated_at_index on documents (updated_at, id)",
  "create index documents_documents_folder_id_index on documents (documents_folder_id, name_fold, id)",
  "create index documents_workspace_id_index on documents (workspace_id, id)",
  "create index documents_sha256_index on documents (sha256)",

  "create unique index versions_version_number_unique on versions (document_id, version_number)",

  "create unique index grants_subject_unique on grants (resource_id, subject_id)",
  "create index grants_subject_index on grants (subject_id, resource_type, resource_id)",

  "create index replays_expires_at_index on replays (expires_at)",
];

const FIRST_TICK = "insert into tree_clock (id, seq) values (1, 0)";

/** No foreign keys: the rows that refer to entries are older, and deleting an entry clears the references. */
function catalogues({ types: { id, text, instant }, tableOptions }: Dialect): readonly string[] {
  const status = `
    status ${text} not null,`;
  const created = Object.entries({ workspace_types: status, document_types: status, domains: "" }).flatMap(
    ([table, more]) => [
      `create table ${table} (
    id ${id} primary key not null,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    description_fold ${text},${more}
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
      `create index ${table}_name_index on ${table} (name_fold, id)`,
      `create index ${table}_created_at_index on ${table} (created_at, id)`,
      `create index ${table}_updated_at_index on ${table} (updated_at, id)`,
    ],
  );
  return [
    ...created,
    "create index workspaces_domain_id_index on workspaces (domain_id)",
    "create index workspaces_workspace_type_id_index on workspaces (workspace_type_id)",
    "create index documents_domain_id_index on documents (domain_id)",
    "create index documents_document_type_id_index on documents (document_type_id)",
  ];
}

/** No document has a code yet, because there were no plans. The index excludes documents without a code. */
function classificationPlans({
  types: { id, text, boolean, instant, json },
  tableOptions,
}: Dialect): readonly string[] {
  return [
    `create table classification_plans (
    id ${id} primary key not null,
    label ${text} not null,
    label_fold ${text} not null,
    description ${text},
    description_fold ${text},
    entries ${json} not null,
    workspace_id ${id} references workspaces (id),
    created_by ${id},
    made_by_administrator ${boolean} not null,
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
    `create table classification_codes (
    plan_id ${id} not null references classification_plans (id),
    code ${text} not null,
    leaf ${boolean} not null,
    primary key (plan_id, code)
  ) ${tableOptions}`,
    `alter table documents add column classification_code_fold ${text}`,

    "create index classification_plans_label_index on classification_plans (label_fold, id)",
    "create index classification_plans_created_at_index on classification_plans (created_at, id)",
    "create index classification_plans_updated_at_index on classification_plans (updated_at, id)",
    "create index classification_plans_workspace_id_index on classification_plans (workspace_id)",
    "create index classification_plans_created_by_index on classification_plans (created_by)",
    "create index classification_plans_made_by_administrator_index on classification_plans (made_by_administrator)",
    "create index workspaces_classification_plan_id_index on workspaces (classification_plan_id)",
    `create index documents_classification_code_index on documents (workspace_id, classification_code)
    where classification_code is not null`,
  ];
}
