import type { Identified } from "@cartulary/kernel";
import type { ElementStore, MandataireId, UsedElementStore } from "@cartulary/rental";
import { type Kysely, sql } from "kysely";
import { type Entry, type Row, snake, type Table } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { valueSet } from "../../engine/row-set.ts";
import { rowsOf } from "../../engine/rows.ts";
import type { EstateTables } from "./tables.ts";

/** Where the elements of an array are, and of whose array. */
interface Elements<T extends Table> {
  readonly table: T;
  /** The property that names whose elements these are. */
  readonly parent: string;
  /** The property that says in which order they stand; `position` when absent. */
  readonly order?: string;
}

type Place = Record<string, Record<string, unknown>>;

/** Rows of one statement: engines bound their parameters. */
const ROWS_MAX = 200;

/** The elements of one array of a record, in their order. */
export function elementStore<Parent extends string, Element extends Identified, T extends Table>(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
  { table, parent, order = "position" }: Elements<T>,
): ElementStore<Parent, Element> {
  const { dialect } = transaction;
  const db = transaction.db as unknown as Kysely<Place>;
  const name: string = table.tableName;
  const rows = rowsOf(table, dialect);
  const encoded = (id: Parent, element: Element, place: number) =>
    rows.encode({ ...element, mandataireId, [order]: place, [parent]: id } as unknown as Entry<T>);
  return {
    async of(id) {
      const found = await db
        .selectFrom(name)
        .select(rows.columns(name))
        .where("mandataire_id", "=", mandataireId)
        .where(sql.ref(snake(parent)), "=", id)
        .orderBy(snake(order))
        .execute();
      return found.map((row) => {
        const { mandataireId: _, [order]: __, ...element } = rows.decode(row as Partial<Row<T>>) as Stored;
        return element as unknown as Element;
      });
    },

    async replace(id, elements) {
      const ids = elements.map((element) => element.id);
      await db
        .deleteFrom(name)
        .where("mandataire_id", "=", mandataireId)
        .where(sql.ref(snake(parent)), "=", id)
        .where("id", "not in", valueSet(table, "id" as keyof Row<T> & string, ids as never, dialect))
        .execute();
      const written = elements.map((element, position) => encoded(id, element, position));
      const columns = Object.keys(written[0] ?? {}).filter((column) => column !== "mandataire_id" && column !== "id");
      const set = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
      for (let first = 0; first < written.length; first += ROWS_MAX)
        await db
          .insertInto(name)
          .values(written.slice(first, first + ROWS_MAX) as never)
          .onConflict((present) => present.columns(["mandataire_id", "id"]).doUpdateSet(set))
          .execute();
    },
  };
}

type Stored = Readonly<Record<string, unknown>>;

/** Which tables refer to an element by which column. */
interface Use {
  readonly users: readonly string[];
  readonly column: string;
}

/** The same of a property, of which others use some. */
export function usedElementStore<Element extends Identified, T extends Table>(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
  { users, column, ...elements }: Elements<T> & Use,
): UsedElementStore<Element> {
  const { dialect } = transaction;
  const db = transaction.db as unknown as Kysely<Place>;
  const name: string = elements.table.tableName;
  return {
    ...elementStore(transaction, mandataireId, elements),
    async anyUsed(propertyId, besides) {
      const usedBy = (user: string) =>
        db
          .selectFrom(user)
          .select(sql`1`.as("used"))
          .where(`${user}.mandataire_id`, "=", mandataireId)
          .whereRef(`${user}.${column}`, "=", `${name}.id`);
      const found = await db
        .selectFrom(name)
        .select("id")
        .where("mandataire_id", "=", mandataireId)
        .where(sql.ref(snake(elements.parent)), "=", propertyId)
        .where("id", "not in", valueSet(elements.table, "id" as keyof Row<T> & string, besides as never, dialect))
        .where(({ exists, or }) => or(users.map((user) => exists(usedBy(user)))))
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
