import type { HasId } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { ElementStore, UsedElementStore } from "@cartulary/rental/property";
import { type Kysely, sql } from "kysely";
import { snake, type Table } from "../../engine/columns.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { valueSet } from "../../engine/row-set.ts";
import type { EstateTables } from "./tables.ts";

/** The table of an array's elements. */
interface Elements {
  readonly table: Table;
  /** The property with the id of the parent. */
  readonly parent: string;
  /** The property that orders the elements; `position` if absent. */
  readonly order?: string;
}

type Place = Record<string, Record<string, unknown>>;

/** The maximum number of rows of one statement: engines limit the number of parameters. */
const ROWS_MAX = 200;

/** The elements of one array of a record, in order. */
export function elementStore<Parent extends string, Element extends HasId>(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
  { table, parent, order = "position" }: Elements,
): ElementStore<Parent, Element> {
  const { dialect } = transaction;
  const db = transaction.db as unknown as Kysely<Place>;
  const name: string = table.tableName;
  const rows = rowsOf(table, dialect);
  const encoded = (id: Parent, element: Element, place: number) =>
    rows.encode({ ...element, mandataireId, [order]: place, [parent]: id });
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
        const { mandataireId: _, [order]: __, ...element } = rows.decode(row) as Stored;
        return element as unknown as Element;
      });
    },

    async replace(id, elements) {
      const ids = elements.map((element) => element.id);
      await db
        .deleteFrom(name)
        .where("mandataire_id", "=", mandataireId)
        .where(sql.ref(snake(parent)), "=", id)
        .where("id", "not in", valueSet(table, "id", ids, dialect))
        .execute();
      const written = elements.map((element, position) => encoded(id, element, position));
      const columns = Object.keys(written[0] ?? {}).filter((column) => column !== "mandataire_id" && column !== "id");
      const set = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
      for (let first = 0; first < written.length; first += ROWS_MAX)
        await db
          .insertInto(name)
          .values(written.slice(first, first + ROWS_MAX))
          .onConflict((present) => present.columns(["mandataire_id", "id"]).doUpdateSet(set))
          .execute();
    },
  };
}

type Stored = Readonly<Record<string, unknown>>;

/** The tables that refer to an element, and the column. */
interface Use {
  readonly users: readonly string[];
  readonly column: string;
}

/** The elements of a record's array, some of which other records refer to. */
export function usedElementStore<Parent extends string, Element extends HasId>(
  transaction: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
  { users, column, ...elements }: Elements & Use,
): UsedElementStore<Parent, Element> {
  const { dialect } = transaction;
  const db = transaction.db as unknown as Kysely<Place>;
  const name: string = elements.table.tableName;
  return {
    ...elementStore(transaction, mandataireId, elements),
    async anyUsed(parent, besides) {
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
        .where(sql.ref(snake(elements.parent)), "=", parent)
        .where("id", "not in", valueSet(elements.table, "id", besides, dialect))
        .where(({ exists, or }) => or(users.map((user) => exists(usedBy(user)))))
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
