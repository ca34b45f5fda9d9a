import type { MandataireId } from "@cartulary/rental";
import type { Kysely } from "kysely";
import type { Entry, Row, Table } from "../../engine/columns.ts";
import type { Dialect } from "../../engine/dialect.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Source, statement } from "../../engine/statement.ts";

/** What can be done with the rows of one mandataire, each under its id. */
export interface TenantRows<Record extends { readonly id: string }> {
  find(id: Record["id"]): Promise<Record | null>;
  lock(id: Record["id"]): Promise<Record | null>;
  insert(record: Record): Promise<void>;
  update(record: Record): Promise<void>;
  remove(id: Record["id"]): Promise<void>;
}

interface AnySource {
  // biome-ignore lint/suspicious/noExplicitAny: whatever tables the source sees, the one that is asked about is among them.
  readonly db: Kysely<any>;
  readonly dialect: Dialect;
}

type Values = Readonly<Record<string, unknown>>;
type Tables = Record<string, Record<string, unknown>>;

/** The rows of a table with the key `(mandataire_id, id)`. Every statement is a text that is made once. */
export function tenantRows<T extends Table>(
  table: T,
): (source: AnySource, mandataireId: MandataireId) => TenantRows<Entry<T> & { readonly id: string }> {
  type Stored = Entry<T> & { readonly id: string };
  const name: string = table.tableName;
  const one = ({ db, dialect }: Source<Tables>, { mandataireId, id }: Key) =>
    db
      .selectFrom(name)
      .select(rowsOf(table, dialect).columns(name))
      .where("mandataire_id", "=", mandataireId)
      .where("id", "=", id);
  const finding = statement((source: Source<Tables>, key: Key) => one(source, key).compile());
  const locking = statement((source: Source<Tables>, key: Key) =>
    one(source, key).modifyEnd(source.dialect.forUpdate).compile(),
  );
  const inserting = statement(({ db }: Source<Tables>, row: Values) => db.insertInto(name).values(row).compile());
  const updating = statement(({ db }: Source<Tables>, { mandataire_id, id, ...row }: Values) =>
    db.updateTable(name).set(row).where("mandataire_id", "=", mandataire_id).where("id", "=", id).compile(),
  );
  const removing = statement(({ db }: Source<Tables>, { mandataireId, id }: Key) =>
    db.deleteFrom(name).where("mandataire_id", "=", mandataireId).where("id", "=", id).compile(),
  );

  return (source, mandataireId) => {
    const rows = rowsOf(table, source.dialect);
    const decoded = (row: unknown): Stored | null =>
      row ? (rows.decode(row as Partial<Row<T>>) as unknown as Stored) : null;
    const encoded = (record: Stored) => rows.encode(record) as Values;
    return {
      find: async (id) => decoded((await finding(source, { mandataireId, id }, undefined)).rows[0]),
      lock: async (id) => decoded((await locking(source, { mandataireId, id }, undefined)).rows[0]),
      async insert(record) {
        await inserting(source, encoded(record), undefined);
      },
      async update(record) {
        await updating(source, encoded(record), undefined);
      },
      async remove(id) {
        await removing(source, { mandataireId, id }, undefined);
      },
    };
  };
}

interface Key {
  readonly mandataireId: string;
  readonly id: string;
}
