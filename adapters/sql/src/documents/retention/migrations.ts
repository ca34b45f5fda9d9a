import type { Dialect } from "../../engine/dialect.ts";

/** Own retentions, also of what is in the trash. Few resources have one: the indexes leave out all others. */
export function retentions({ types: { text, json, instant } }: Dialect): readonly string[] {
  const tables = ["workspaces", "folders", "documents"];
  const columns = [`retain_until ${text}`, `legal_hold ${json}`, `legal_hold_set_at ${instant}`];
  const retained = "where retain_until is not null or legal_hold_set_at is not null";
  return [
    ...[...tables, ...tables.map((table) => `trashed_${table}`)].flatMap((table) =>
      columns.map((column) => `alter table ${table} add column ${column}`),
    ),
    `create index workspaces_retained_index on workspaces (id) ${retained}`,
    `create index folders_retained_index on folders (workspace_id) ${retained}`,
    `create index documents_retained_index on documents (documents_folder_id, workspace_id) ${retained}`,
  ];
}
