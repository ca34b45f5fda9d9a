import type { ChangeStore, SyncedCollection } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { changesFrom, cursorOf, isAfterCursor, type PageParameters, pageOfChanges } from "../agency/change-pages.ts";
import type { AgencyTables } from "../agency/tables.ts";
import { HIDDEN } from "../billing/runs/run-store.ts";

/** The table of a collection's present records, and the column of their date. */
interface RecordSource {
  readonly table: string;
  readonly owner?: string;
  readonly dateColumn?: string;
  /** The condition that a row belongs to the collection. */
  readonly where?: RawBuilder<unknown>;
}

/** Collections that differ from the default: the table of the same name, `updated_at` and `mandataire_id`. */
const EXCEPTIONS: { readonly [Collection in SyncedCollection]?: readonly RecordSource[] } = {
  accounting_entries: [
    { table: "ledger_entries", owner: "book_id" },
    { table: "ledger_drafts", owner: "book_id" },
  ],
  fec_exports: [{ table: "fec_exports", dateColumn: "created_at" }],
  reminders: [{ table: "rent_call_reminders", dateColumn: "created_at" }],
  letters: [{ table: "letter_batches" }],
  payments: [{ table: "payments", where: sql`bank_transaction_id is not null` }],
  billing_runs: [{ table: "billing_runs", where: sql`status <> ${HIDDEN}` }],
  contacts: [{ table: "rental_contacts", where: sql`collection = 'contacts'` }],
  service_providers: [{ table: "rental_contacts", where: sql`collection = 'service_providers'` }],
};

/** The change feed of one mandataire's records: present records and tombstones in one order. */
export function createChangeStore(transaction: SqlTransaction<AgencyTables>, mandataireId: MandataireId): ChangeStore {
  const { dialect } = transaction;
  return {
    async list(collection, query) {
      const values = { mandataireId, collection, ...cursorOf(query, dialect) };
      return changesFrom(query, (await changes(transaction, values, collection)).rows);
    },
  };
}

interface ChangeParameters extends PageParameters {
  readonly mandataireId: unknown;
  readonly collection: unknown;
}

const changes = statement(
  ({ db }: Source<AgencyTables>, parameters: ChangeParameters, collection: SyncedCollection) => {
    const sources = EXCEPTIONS[collection] ?? [{ table: collection }];
    const present = sources.map(({ table, owner = "mandataire_id", dateColumn = "updated_at", where = sql`1 = 1` }) => {
      const at = sql.ref(dateColumn);
      return sql`select id, ${at} as at, 'present' as state from ${sql.table(table)}
      where ${sql.ref(owner)} = ${parameters.mandataireId} and ${where} and ${isAfterCursor(at, sql`id`, parameters)}`;
    });
    const gone = sql`select id, at, 'deleted' as state from tombstones
    where mandataire_id = ${parameters.mandataireId} and collection = ${parameters.collection}
      and ${isAfterCursor(sql`at`, sql`id`, parameters)}`;
    return pageOfChanges([...present, gone], parameters).compile(db);
  },
);
