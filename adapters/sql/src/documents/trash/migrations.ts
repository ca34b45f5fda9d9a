import type { Dialect } from "../../engine/dialect.ts";

/**
 * The tables of the trash: rows of other tables, with the entry that they belong to. No foreign keys: the rows refer to
 * each other as they did, and to resources that may be gone.
 */
export function trash(dialect: Dialect): readonly string[] {
  const { types, tableOptions } = dialect;
  const { id, text, integer, instant, json } = types;
  return [
    `create table trash_entries (
    id ${id} primary key not null,
    kind ${text} not null,
    name ${text} not null,
    name_fold ${text} not null,
    path ${json} not null,
    documents_count ${integer} not null,
    folders_count ${integer} not null,
    byte_size ${integer} not null,
    place_type ${text} not null,
    place_id ${id},
    deleted_at ${instant} not null,
    deleted_by ${id},
    restorable_until ${instant} not null
  ) ${tableOptions}`,
    "create index trash_entries_deleted_at_index on trash_entries (deleted_at, id)",
    "create index trash_entries_name_index on trash_entries (name_fold, id)",
    "create index trash_entries_byte_size_index on trash_entries (byte_size, id)",
    "create index trash_entries_deleted_by_index on trash_entries (deleted_by)",
    "create index trash_entries_restorable_until_index on trash_entries (restorable_until)",
    `create table trash_managers (
    entry_id ${id} not null,
    subject_id ${id} not null,
    primary key (entry_id, subject_id)
  ) ${tableOptions}`,
    "create index trash_managers_subject_id_index on trash_managers (subject_id)",
    ...trashedContainers(dialect),
    ...trashedContents(dialect),
    ...TRASHED.map((table) => `create index ${table}_entry_id_index on ${table} (entry_id)`),
  ];
}

const TRASHED = [
  "trashed_classification_plans",
  "trashed_workspaces",
  "trashed_folders",
  "trashed_documents",
  "trashed_versions",
];

function trashedContainers({ types: { id, text, integer, boolean, instant, json }, tableOptions }: Dialect) {
  return [
    `create table trashed_classification_plans (
    entry_id ${id} not null,
    id ${id} primary key not null,
    label ${text} not null,
    label_fold ${text} not null,
    description ${text},
    description_fold ${text},
    entries ${json} not null,
    workspace_id ${id},
    created_by ${id},
    made_by_administrator ${boolean} not null,
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
    `create table trashed_workspaces (
    entry_id ${id} not null,
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
    `create table trashed_folders (
    entry_id ${id} not null,
    id ${id} primary key not null,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    description_fold ${text},
    color ${text},
    icon ${text},
    icon_fold ${text},
    documents_folder_id ${id},
    workspace_id ${id},
    external_id ${text},
    external_id_fold ${text},
    tags ${json} not null,
    tags_fold ${text} not null default '[]',
    placed_seq ${integer} not null,
    created_by ${id},
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
  ];
}

function trashedContents({ types: { id, text, integer, instant, json }, tableOptions }: Dialect): readonly string[] {
  const content = `
    blob_key ${text} not null,
    byte_size ${integer} not null,
    sha256 ${text} not null,
    file_name ${text} not null,
    content_type ${text} not null,
    declared_content_type ${text} not null,
    charset ${text},
    content_created_at ${instant} not null`;
  return [
    `create table trashed_documents (
    entry_id ${id} not null,
    id ${id} primary key not null,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    description_fold ${text},
    documents_folder_id ${id},
    workspace_id ${id},
    external_id ${text},
    external_id_fold ${text},
    domain_id ${id},
    document_type_id ${id},
    classification_code ${text},
    classification_code_fold ${text},
    metadata_user ${json} not null,
    tags ${json} not null,
    tags_fold ${text} not null default '[]',
    versions_count ${integer} not null,
    text_status ${text} not null default 'pending',
    placed_seq ${integer} not null,
    created_by ${id},
    created_at ${instant} not null,
    updated_at ${instant} not null,${content}
  ) ${tableOptions}`,
    `create table trashed_versions (
    entry_id ${id} not null,
    id ${id} primary key not null,
    document_id ${id} not null,
    version_number ${integer} not null,
    comment ${text},
    created_by ${id},
    created_at ${instant} not null,${content}
  ) ${tableOptions}`,
  ];
}
