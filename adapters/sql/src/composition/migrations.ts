import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";

export const compositionMigrations: readonly Migration[] = [
  { name: "2026-11-28 composition: first tables", up: (dialect) => [...tables(dialect), ...INDEXES] },
  { name: "2026-12-02 composition: mass communications", up: massCommunications },
  { name: "2027-01-06 composition: contents of parts stand by themselves", up: contentsApart },
  {
    name: "2027-06-21 composition: sets of first templates",
    up: ({ types: { integer }, tableOptions }) => [
      `create table template_seed_sets (id ${integer} primary key not null) ${tableOptions}`,
      "insert into template_seed_sets (id) select id from template_seeds",
      "drop table template_seeds",
    ],
  },
  { name: "2027-07-10 composition: references to the trash", up: trashedReferences },
];

function trashedReferences({ types: { id }, tableOptions }: Dialect): readonly string[] {
  return [
    `create table trashed_references (
    entry_id ${id} not null,
    composed_document_id ${id} not null,
    folder_id ${id},
    workspace_id ${id},
    pdf_file_id ${id},
    primary key (entry_id, composed_document_id)
  ) ${tableOptions}`,
    "create index trashed_references_composed_document_id_index on trashed_references (composed_document_id)",
  ];
}

function tables({ types: { id, text, integer, boolean, instant, json }, tableOptions }: Dialect): readonly string[] {
  return [
    `create table document_templates (
    id ${id} primary key not null,
    key ${text} not null,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    category ${text},
    locale ${text} not null,
    typst_source ${text} not null,
    variables_schema ${json} not null,
    default_parts ${json} not null,
    page_settings ${json} not null,
    active ${boolean} not null,
    created_at ${instant} not null,
    updated_at ${instant} not null,
    version ${integer} not null default 1
  ) ${tableOptions}`,
    `create table composed_documents (
    id ${id} primary key not null,
    name ${text} not null,
    name_fold ${text} not null,
    description ${text},
    description_fold ${text},
    status ${text} not null,
    template_id ${id},
    template_key ${text},
    locale ${text} not null,
    variables ${json} not null,
    variables_schema ${json} not null,
    page_settings ${json} not null,
    typst_source ${text},
    assembly_mode ${text} not null,
    workspace_id ${id},
    folder_id ${id},
    pdf_file_id ${id},
    metadata_user ${json} not null,
    exported_at ${instant},
    revision ${integer} not null,
    exported_revision ${integer},
    created_by ${id},
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
    `create table composed_parts (
    id ${id} primary key not null,
    composed_document_id ${id} not null,
    title ${text},
    content ${text} not null,
    content_format ${text} not null,
    content_source ${text} not null,
    part_type ${text} not null,
    position ${integer} not null,
    status ${text} not null,
    alignment ${text} not null,
    bsize ${integer} not null,
    page_break ${boolean} not null,
    row_group ${integer},
    key ${text},
    instructions ${text},
    assignee_id ${text},
    assignee_type ${text},
    metadata ${json} not null,
    locked_at ${instant},
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
    `create table compile_claims (
    composed_document_id ${id} primary key not null,
    token ${id} not null,
    until ${instant} not null
  ) ${tableOptions}`,
    `create table template_seeds (
    id ${integer} primary key not null check (id = 1)
  ) ${tableOptions}`,
  ];
}

const INDEXES: readonly string[] = [
  "create unique index document_templates_key_unique on document_templates (key)",
  "create index document_templates_name_index on document_templates (name_fold, id)",
  "create index composed_documents_name_index on composed_documents (name_fold, id)",
  "create index composed_documents_created_at_index on composed_documents (created_at, id)",
  "create index composed_documents_updated_at_index on composed_documents (updated_at, id)",
  "create index composed_documents_folder_id_index on composed_documents (folder_id)",
  "create index composed_documents_workspace_id_index on composed_documents (workspace_id)",
  "create index composed_documents_created_by_index on composed_documents (created_by)",
  "create index composed_documents_template_id_index on composed_documents (template_id)",
  "create index composed_documents_pdf_file_id_index on composed_documents (pdf_file_id)",
  "create index composed_parts_position_index on composed_parts (composed_document_id, position, created_at, id)",
];

function massCommunications({ types: { id, text, integer, instant, json }, tableOptions }: Dialect): readonly string[] {
  return [
    `create table mass_communications (
    id ${id} primary key not null,
    user_id ${id} not null,
    template_key ${text} not null,
    name ${text} not null,
    name_fold ${text} not null,
    variables ${json} not null,
    recipients ${json} not null,
    folder_id ${id},
    workspace_id ${id},
    status ${text} not null,
    total_files ${integer} not null,
    processed_files ${integer} not null,
    successful_files ${integer} not null,
    failed_files ${integer} not null,
    failures ${json} not null,
    created_at ${instant} not null,
    updated_at ${instant} not null
  ) ${tableOptions}`,
    "create index mass_communications_name_index on mass_communications (name_fold, id)",
    "create index mass_communications_created_at_index on mass_communications (created_at, id)",
    "create index mass_communications_updated_at_index on mass_communications (updated_at, id)",
    "create index mass_communications_user_id_name_index on mass_communications (user_id, name_fold, id)",
    "create index mass_communications_user_id_created_at_index on mass_communications (user_id, created_at, id)",
    "create index mass_communications_user_id_updated_at_index on mass_communications (user_id, updated_at, id)",
    `create table mass_communication_templates (
    mass_communication_id ${id} primary key not null,
    template ${json} not null
  ) ${tableOptions}`,
    `create table mass_communication_recipients (
    mass_communication_id ${id} not null,
    position ${integer} not null,
    email_address ${text} not null,
    first_name ${text},
    last_name ${text},
    display_name ${text} not null,
    composed_document_id ${id} not null,
    primary key (mass_communication_id, position)
  ) ${tableOptions}`,
  ];
}

function contentsApart({ types: { id, text }, tableOptions }: Dialect): readonly string[] {
  return [
    `create table composed_part_contents (
    part_id ${id} primary key not null,
    content ${text} not null
  ) ${tableOptions}`,
    "insert into composed_part_contents (part_id, content) select id, content from composed_parts",
    "alter table composed_parts drop column content",
  ];
}
