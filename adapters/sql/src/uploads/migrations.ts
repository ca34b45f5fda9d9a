import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";

export const uploadsMigrations: readonly Migration[] = [{ name: "2026-11-28 uploads: sessions", up: sessions }];

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
