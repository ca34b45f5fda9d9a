import type { Dialect } from "../../engine/dialect.ts";
import type { Migration } from "../../engine/migration.ts";
import { rowLevelSecurity } from "../../engine/row-level-security.ts";
import { sealedDeletes, sealedRows } from "../../engine/sealed-rows.ts";

export const rentalMigrations: readonly Migration[] = [
  { name: "2026-11-23 rental: mandataires and their members", up: registry },
  {
    name: "2026-11-23 rental: accounting files",
    up: (dialect) => [...accountingFiles(dialect), ...rowLevelSecurity(dialect, "fec_exports", "mandataire_id")],
  },
  {
    name: "2026-11-26 rental: accounting files are sealed",
    up: (dialect) =>
      Object.entries({ fec_exports: "id", fec_files: "export_id" }).flatMap(([table, id]) =>
        sealedRows(dialect, table, {
          rule: { name: `${table}_sealed`, message: "an accounting file stays as it was made" },
          key: ["mandataire_id", id],
        }),
      ),
  },
  {
    name: "2026-12-15 rental: what mandataires pay from, and where they are",
    up: ({ types: { text } }) =>
      ["iban", "bic", "address"].map((column) => `alter table mandataires add column ${column} ${text}`),
  },
];

/** Texts by which an agency and its owners say on letters who they are. */
const IDENTITY_TEXTS = [
  ...["legal_form", "rcs_city", "vat_number", "card_number", "card_issuer", "guarantor_name", "guarantor_address"],
  ...["phone", "email", "website"],
];

export const letterMigrations: readonly Migration[] = [
  {
    name: "2027-06-20 rental: who agencies and owners are on letters",
    up: ({ types: { id, integer, text } }) => [
      ...IDENTITY_TEXTS.map((column) => `alter table mandataires add column ${column} ${text}`),
      `alter table mandataires add column share_capital_cents ${integer}`,
      `alter table mandataires add column logo_document_id ${id}`,
      `alter table owners add column vat_number ${text}`,
    ],
  },
];

/** The database lets accounting files go ten years after the close of their year, by its own clock. */
export const accountingRetentionMigration: Migration = {
  name: "2027-09-01 rental: accounting files can be removed once their retention is over",
  up: (dialect) => {
    const year =
      dialect.name === "sqlite" ? "cast(strftime('%Y', 'now') as integer)" : "extract(year from (current_timestamp))";
    const isRetained = (row: string) => `${row}.year + 10 >= ${year}`;
    const rule = (table: string) => ({
      name: `${table}_sealed`,
      message: "an accounting file is retained for ten years",
    });
    return [
      ...sealedDeletes(dialect, "fec_exports", { rule: rule("fec_exports"), invalidDelete: isRetained("old") }),
      ...sealedDeletes(dialect, "fec_files", {
        rule: rule("fec_files"),
        invalidDelete: `exists (select 1 from fec_exports as made where made.mandataire_id = old.mandataire_id
          and made.id = old.export_id and ${isRetained("made")})`,
      }),
    ];
  },
};

/** Memberships do not cascade: the code that deletes a user or a mandataire deletes them explicitly. */
function registry({ types: { id, text, integer, instant }, tableOptions }: Dialect): readonly string[] {
  return [
    `create table mandataires (
      id ${id} not null primary key,
      name ${text} not null,
      name_fold ${text} not null,
      accounting_code ${text},
      accounting_code_fold ${text},
      siren ${text},
      billing_calendar ${text} not null,
      billing_cycle_month ${integer} not null,
      accounting_mode ${text} not null,
      created_at ${instant} not null,
      updated_at ${instant} not null,
      version ${integer} not null default 1
    ) ${tableOptions}`,
    "create index mandataires_name_index on mandataires (name_fold, id)",
    ...(["asc", "desc"] as const).map(
      (direction) =>
        `create index mandataires_accounting_code_${direction}_index on mandataires
         ((accounting_code_fold is null), accounting_code_fold ${direction}, id ${direction})`,
    ),
    "create index mandataires_created_at_index on mandataires (created_at, id)",
    "create index mandataires_updated_at_index on mandataires (updated_at, id)",

    `create table mandataire_members (
      mandataire_id ${id} not null references mandataires (id),
      user_id ${id} not null references users (id),
      created_at ${instant} not null,
      primary key (mandataire_id, user_id)
    ) ${tableOptions}`,
    "create unique index mandataire_members_user_unique on mandataire_members (user_id, mandataire_id)",
    "create index mandataire_members_created_at_index on mandataire_members (mandataire_id, created_at, user_id)",
  ];
}

function accountingFiles({ types: { id, text, integer, instant, json }, tableOptions }: Dialect): readonly string[] {
  return [
    `create table fec_exports (
      mandataire_id ${id} not null references mandataires (id),
      id ${id} not null,
      year ${integer} not null,
      society_code ${text} not null,
      society_code_fold ${text} not null,
      status ${text} not null,
      filename ${text} not null,
      siren ${text} not null,
      separator ${text} not null,
      encoding ${text} not null,
      byte_size ${integer} not null,
      sha256 ${text} not null,
      entries_count ${integer} not null,
      lines_count ${integer} not null,
      total_debit_cents ${integer} not null,
      total_credit_cents ${integer} not null,
      period_start ${text} not null,
      period_end ${text} not null,
      warnings ${json} not null,
      created_at ${instant} not null,
      download_path ${text} not null,
      primary key (mandataire_id, id)
    ) ${tableOptions}`,
    "create index fec_exports_created_at_index on fec_exports (mandataire_id, created_at, id)",

    `create table fec_files (
      mandataire_id ${id} not null,
      export_id ${id} not null,
      blob_key ${text} not null,
      primary key (mandataire_id, export_id),
      foreign key (mandataire_id, export_id) references fec_exports (mandataire_id, id)
    ) ${tableOptions}`,
    "create index fec_files_blob_key_index on fec_files (blob_key)",
  ];
}
