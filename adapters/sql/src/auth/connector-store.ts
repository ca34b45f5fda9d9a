import { type ConnectorFinder, type ConnectorStore, connectorListing } from "@cartulary/auth";
import type { Database } from "../engine/columns.ts";
import type { SqlStatements, SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { connectorKeyRows, connectorRows } from "./tables.ts";

type Tables = Database<typeof connectorRows | typeof connectorKeyRows>;

const columns = columnsOf(connectorListing, connectorRows);

export function createConnectorStore({ db, dialect }: SqlTransaction<Tables>): ConnectorStore {
  const rows = rowsOf(connectorRows, dialect);
  const keyRows = rowsOf(connectorKeyRows, dialect);
  const one = (id: Parameters<ConnectorStore["find"]>[0]) =>
    db.selectFrom("connectors").select(rows.columns("connectors")).where("id", "=", id);

  return {
    async find(id) {
      const row = await one(id).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    async lock(id) {
      const row = await one(id).modifyEnd(dialect.forUpdate).executeTakeFirst();
      return row ? rows.decode(row) : null;
    },

    list: (query) =>
      pageOf(
        db.selectFrom("connectors"),
        { listing: connectorListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("connectors")),
        rows.decode,
      ),

    async insert(connector) {
      await db.insertInto("connectors").values(rows.encode(connector)).execute();
    },

    async remove(id) {
      await db.deleteFrom("connector_keys").where("connector_id", "=", id).execute();
      await db.deleteFrom("connectors").where("id", "=", id).execute();
    },

    async keys(id) {
      const found = await db
        .selectFrom("connector_keys")
        .select(keyRows.columns("connector_keys"))
        .where("connector_id", "=", id)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return found.map(keyRows.decode);
    },

    async insertKey(key) {
      await db.insertInto("connector_keys").values(keyRows.encode(key)).execute();
    },

    async removeKey(id) {
      await db.deleteFrom("connector_keys").where("id", "=", id).execute();
    },
  };
}

/** Finds a key with its current connector, in one statement. */
export function createConnectorFinder({ ask, dialect }: SqlStatements<Tables>): ConnectorFinder {
  const rows = rowsOf(connectorRows, dialect);
  return {
    async find(hash) {
      const row = await ask(({ db }) =>
        db
          .selectFrom("connector_keys")
          .innerJoin("connectors", "connectors.id", "connector_keys.connector_id")
          .select(rows.columns("connectors"))
          .select("connector_keys.id as key_id")
          .where("connector_keys.hash", "=", hash)
          .executeTakeFirst(),
      );
      return row ? { ...rows.decode(row), keyId: row.key_id } : null;
    },
  };
}
