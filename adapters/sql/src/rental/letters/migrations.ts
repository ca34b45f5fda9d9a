import type { Migration } from "../../engine/migration.ts";
import { datedIndexes, mandataireTable } from "../property/mandataire-table.ts";

export const letterBatchMigrations: readonly Migration[] = [
  {
    name: "2027-08-20 rental: letters that are printed as many",
    up: (dialect) => [
      ...mandataireTable(dialect, {
        name: "letter_batches",
        columns: {
          kind: "text",
          status: "text",
          period_from: "text?",
          period_to: "text?",
          year: "integer?",
          total: "integer",
          done: "integer",
          failed: "integer",
          failures: "json",
          byte_size: "integer?",
          sha256: "text?",
          created_at: "instant",
          updated_at: "instant",
        },
        indexes: datedIndexes("letter_batches"),
      }),
      ...mandataireTable(dialect, {
        name: "batched_letters",
        columns: {
          batch_id: "id",
          position: "integer",
          subject_id: "id",
          part_of: "id?",
          postcode: "text?",
          addressee: "text?",
        },
        key: ["batch_id", "position"],
        references: { batch_id: "letter_batches" },
      }),
      `create table letter_files (
        mandataire_id ${dialect.types.id} not null,
        batch_id ${dialect.types.id} not null,
        position ${dialect.types.integer} not null,
        blob_key ${dialect.types.text} not null,
        primary key (mandataire_id, batch_id, position),
        foreign key (mandataire_id, batch_id) references letter_batches (mandataire_id, id)
      ) ${dialect.tableOptions}`,
      "create index letter_files_blob_key_index on letter_files (blob_key)",
    ],
  },
  {
    name: "2027-09-10 rental: what letters that are printed as many lack",
    up: ({ types: { json, text } }) => [
      `alter table letter_batches add column missing ${json} not null default '[]'`,
      `alter table letter_batches add column warning ${text}`,
    ],
  },
];
