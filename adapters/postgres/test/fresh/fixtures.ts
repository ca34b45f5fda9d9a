import type { Id } from "@cartulary/kernel";
import { entitiesOf } from "@cartulary/sql";
import { sqlModules } from "@cartulary/sql/modules";

/** One of two sets of rows of the same shape: rows that the statistics cover, and rows that were added after them. */
export type World = 1 | 2;
export const KNOWN: World = 1;
export const FRESH: World = 2;

/** How many rows a table has of one world, where works count on it or there are many; any other has some hundreds. */
export const ROWS = {
  users: 1000,
  contacts: 300,
  groups: 300,
  group_members: 4000,
  teams: 300,
  workspace_types: 100,
  document_types: 100,
  domains: 100,
  classification_plans: 50,
  classification_codes: 1000,
  workspaces: 50,
  folders: 1000,
  documents: 4000,
  versions: 2000,
  grants: 2000,
  blobs: 4000,
  replays: 2000,
  public_access_nodes: 500,
  public_roots: 200,
  public_stamps: 2000,
  tokens: 3000,
  authorization_codes: 1000,
  credentials: 1000,
  applications: 100,
  connectors: 100,
  connector_keys: 200,
  rate_limits: 2000,
  sessions: 3000,
  device_grants: 1000,
  identities: 1000,
  used_assertions: 1000,
  refresh_replies: 1000,
  known_networks: 2000,
  refusals: 1000,
  audit_events: 4000,
  mandataires: 100,
  mandataire_members: 2000,
  fec_exports: 500,
  fee_withdrawals: 500,
  fec_files: 500,
  properties: 500,
  entrances: 500,
  share_keys: 500,
  units: 1000,
  unit_allocations: 1000,
  owners: 500,
  ownerships: 1000,
  leases: 500,
  lease_units: 1000,
  lease_terms: 1000,
  lease_unit_terms: 2000,
  lease_parties: 1000,
  lease_revisions: 500,
  lease_revision_lines: 1000,
  tenants: 500,
  rental_contacts: 500,
  bank_accounts: 500,
  code_counters: 1,
  retired_codes: 500,
  tombstones: 1000,
  decided_days: 1,
  mandates: 500,
  mandate_properties: 500,
  mandate_services: 500,
  billing_runs: 300,
  billing_run_lines: 2000,
  billing_run_parts: 2000,
  billing_run_inputs: 2000,
  collected_parts: 4000,
  incidents: 500,
  incident_attachments: 500,
  incident_files: 500,
  letter_batches: 500,
  batched_letters: 2000,
  letter_files: 500,
  graph_nodes: 2000,
  graph_edges: 4000,
  ledger_books: 1,
  ledger_accounts: 4,
  ledger_auxiliaries: 500,
  ledger_lines: 4000,
  ledger_entries: 1000,
  ledger_drafts: 300,
  ledger_draft_lines: 1200,
  ledger_sources: 1000,
  ledger_series: 381,
  ledger_letter_series: 1000,
  ledger_periods: 300,
  ledger_closing_heads: 300,
  chunked_uploads: 2000,
  upload_chunks: 4000,
  upload_owners: 1000,
  document_templates: 300,
  composed_documents: 2000,
  composed_parts: 2000,
  composed_part_contents: 2000,
  compile_claims: 500,
  mass_communications: 2000,
  mass_communication_recipients: 2000,
  bulk_uploads: 2000,
  document_exports: 2000,
  staged_sources: 2000,
  search_entries: 4000,
  search_words: 4000,
} as const satisfies Readonly<Record<string, number>>;

const OTHER_OWNER_ROWS = 300;

/** A table of any module; {@link TABLES} has them. */
export type TableName = string;

/** Tables of one row at most. */
const SINGLE: readonly TableName[] = ["tree_clock", "template_seed_sets"];

/** The tables of all modules, without those of one row. Referenced tables come first. */
export const TABLES: readonly TableName[] = [
  ...new Set([...Object.keys(ROWS), ...entitiesOf(sqlModules).map(({ tableName }) => tableName)]),
].filter((table) => !SINGLE.includes(table));

export const rowsIn = (table: TableName): number =>
  (ROWS as Readonly<Record<TableName, number>>)[table] ?? OTHER_OWNER_ROWS;

function prefixOf(world: World, table: TableName): string {
  const kind = TABLES.indexOf(table) + 1;
  if (kind === 0) throw new Error(`No module has a table ${table}`);
  return `0000000${world}-0000-7000-8000-${kind.toString(16).padStart(3, "0")}`;
}

/** The id of a row; of a fresh one by default. */
export function idOf<Noun extends string>(table: TableName, row: number, world = FRESH): Id<Noun> {
  return `${prefixOf(world, table)}${row.toString(16).padStart(9, "0")}` as Id<Noun>;
}

/** Twenty fresh rows of a table, far apart. */
export function someOf<Noun extends string>(table: TableName, first = 0): readonly Id<Noun>[] {
  return Array.from({ length: 20 }, (_, count) => idOf<Noun>(table, first + count * 48));
}

/** A text that is a fresh row's own. */
export const textOf = (row: number): string => `${FRESH}-${row}`;

/** SQL for the id of the row that `row` counts. */
export const idIn = (world: World, table: TableName, row: string) =>
  `('${prefixOf(world, table)}' || lpad(to_hex(${row}), 9, '0'))::uuid`;
