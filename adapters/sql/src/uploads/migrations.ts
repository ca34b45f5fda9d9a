import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";

export const uploadsMigrations: readonly Migration[] = [
  { name: "2026-11-28 uploads: sessions", up: sessions },
  { name: "2026-11-28 uploads: together", up: bulkUploads },
  { name: "2026-12-13 uploads: lone documents burden no list", up: () => LISTED },
  {
    name: "2027-01-08 uploads: why they failed",
    up: ({ types }) => [`alter table bulk_uploads add column failure ${types.text}`],
  },
];

/** Nearly every bulk upload is a single document, which lists exclude. A full index would mostly contain those. */
const LISTED = [
  ["created_at", "created_at, id"],
  ["updated_at", "updated_at, id"],
  ["user_id_updated_at", "user_id, updated_at, id"],
].flatMap(([name, columns]) => [
  `drop index bulk_uploads_${name}_index`,
  `create index bulk_uploads_${name}_index on bulk_uploads (${columns}) where not is_lone`,
]);

function sessions({ types: { id, text, integer, instant, json }, tableOptions }: Dialect): readonly string[] {
  return [
    `create table chunked_uploads (
      id ${id} not null primary key,
      user_id ${id} not null,
      status ${text} not null,
      filename ${text} not null,
      declared_content_type ${text} not null,
      file_size ${integer} not null,
      chunk_size ${integer} not null,
      documents_folder_id ${id},
      workspace_id ${id},
      metadata ${json},
      created_at ${instant} not null,
      expires_at ${instant} not null,
      claim_id ${id},
      lease_until ${instant},
      blob_key ${text},
      sha256 ${text},
      md5 ${text},
      content_type ${text},
      charset ${text},
      completed_at ${instant},
      document_id ${id},
      changed_at ${instant} not null,
      due_at ${instant} not null
    ) ${tableOptions}`,
    "create index chunked_uploads_user_id_index on chunked_uploads (user_id, status)",
    "create index chunked_uploads_due_at_index on chunked_uploads (due_at, id)",
    "create index chunked_uploads_blob_key_index on chunked_uploads (blob_key) where blob_key is not null",

    `create table upload_chunks (
      upload_id ${id} not null references chunked_uploads (id),
      number ${integer} not null,
      byte_size ${integer} not null,
      md5 ${text} not null,
      blob_key ${text} not null,
      primary key (upload_id, number)
    ) ${tableOptions}`,
    "create index upload_chunks_blob_key_index on upload_chunks (blob_key)",

    `create table upload_owners (user_id ${id} not null primary key) ${tableOptions}`,
  ];
}

function bulkUploads({ types: { id, text, integer, instant, boolean }, tableOptions }: Dialect): readonly string[] {
  return [
    `create table bulk_uploads (
      id ${id} not null primary key,
      user_id ${id} not null,
      status ${text} not null,
      source ${text} not null,
      source_fold ${text} not null,
      total_files ${integer} not null,
      received_files ${integer} not null,
      processed_files ${integer} not null,
      successful_files ${integer} not null,
      failed_files ${integer} not null,
      auto_classify ${boolean} not null,
      merge_to_pdf ${boolean} not null,
      merged_file_name ${text},
      merged_file_name_fold ${text},
      reserved_document_id ${id},
      merged_document_id ${id},
      staged_bytes ${integer} not null,
      documents_folder_id ${id},
      workspace_id ${id},
      is_lone ${boolean} not null,
      started_at ${instant},
      completed_at ${instant},
      created_at ${instant} not null,
      updated_at ${instant} not null,
      abandoned_at ${instant},
      check (successful_files + failed_files = processed_files),
      check (processed_files <= received_files and received_files <= total_files)
    ) ${tableOptions}`,
    "create index bulk_uploads_created_at_index on bulk_uploads (is_lone, created_at, id)",
    "create index bulk_uploads_updated_at_index on bulk_uploads (is_lone, updated_at, id)",
    "create index bulk_uploads_user_id_created_at_index on bulk_uploads (user_id, is_lone, created_at, id)",
    "create index bulk_uploads_user_id_updated_at_index on bulk_uploads (user_id, is_lone, updated_at, id)",
    `create index bulk_uploads_abandoned_at_index on bulk_uploads (abandoned_at, id) where abandoned_at is not null`,

    `create table staged_sources (
      bulk_upload_id ${id} not null references bulk_uploads (id),
      position ${integer} not null,
      sha256 ${text} not null,
      byte_size ${integer} not null,
      blob_key ${text},
      created_at ${instant} not null,
      primary key (bulk_upload_id, position)
    ) ${tableOptions}`,
    "create index staged_sources_blob_key_index on staged_sources (blob_key) where blob_key is not null",
  ];
}
