import type { NodeWithLevel, Within } from "@cartulary/documents";
import type { Caller, Listing, ListQuery, Page } from "@cartulary/kernel";
import type { Compilable, Kysely, SelectQueryBuilder } from "kysely";
import type { Entry, Row, Table } from "../../engine/columns.ts";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pages } from "../../records/pages.ts";
import { type RowStore, rowStore } from "../../records/row-store.ts";
import { textIndexOf } from "../../records/text-index.ts";
import { type Above, reachOf, reachOn, type Subjects } from "../access.ts";
import type { DocumentTables } from "../tables.ts";
import { listedRows, PLAN } from "../views.ts";

/** How nodes of one kind are read as they are answered. */
interface NodeView<View> {
  select(matching: AnyRows, sees?: Above): AnyRows;
  decode(row: never): View;
}

/** The same one by one, and in lists. */
interface NodeViews<T extends Table, View, Listed> extends NodeView<View> {
  readonly listed: NodeView<Listed>;
  insert(db: Kysely<DocumentTables>, row: Row<T>): Compilable;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of folders or of documents, which one function cannot name both.
type AnyRows = SelectQueryBuilder<DocumentTables, any, any>;

/** What the stores of folders and of documents share: their records, judged by the grants that reach them. */
interface NodeStore<T extends Table, View, Listed, Field extends string>
  extends Pick<RowStore<Entry<T>>, "lock" | "update"> {
  find(caller: Caller, id: string): Promise<NodeWithLevel<View> | null>;
  list(caller: Caller, query: ListQuery<Field>, within: Within): Promise<Page<Listed>>;
  insert(record: Entry<T>): Promise<View>;
}

/** The statements of one kind of nodes, and their store for a transaction. */
export function nodeStore<T extends Table, View, Listed, Field extends string>(
  { type, rows: table, listing }: { type: "folder" | "document"; rows: T; listing: Listing<Field> },
  viewsOf: (dialect: Dialect) => NodeViews<T, View, Listed>,
): (transaction: SqlTransaction<DocumentTables>) => NodeStore<T, View, Listed, Field> {
  const name = `${type}s` as const;
  const records = rowStore(table);
  const columns = {
    ...columnsOf(listing, table),
    classificationPlanId: PLAN,
    name: { ref: `${name}.name`, nullable: false, index: textIndexOf(name) },
  } as unknown as Columns<Field>;

  const finding = statement(({ db, dialect }: Nodes, { id, ...subjects }: Subjects & ById, role: Caller["role"]) =>
    viewsOf(dialect)
      .select(db.selectFrom(name) as AnyRows)
      .select(reachOn(dialect, { role, ...subjects }, { type, id }).as("reach"))
      .where(`${name}.id`, "=", id as never)
      .compile(),
  );
  const inserting = statement(({ db, dialect }: Nodes, row: Row<T> & object) =>
    viewsOf(dialect).insert(db, row).compile(),
  );
  const pageOf = pages(
    { listing, columns },
    (source: Nodes, { userId, groupIds, ...within }: Subjects & Within, query, role: Caller["role"]) => {
      const { sees, ...rows } = listedRows(source, name, { role, userId, groupIds }, { query, within });
      return {
        ...(rows as object as ListedNodes),
        select: (found: AnyRows) => viewsOf(source.dialect).listed.select(found, sees),
      };
    },
  );

  return (transaction) => {
    const { decode, listed } = viewsOf(transaction.dialect);
    return {
      lock: (id) => records(transaction).lock(id),

      update: (record) => records(transaction).update(record),

      async find({ role, userId, groupIds }, id) {
        const [row] = (await finding(transaction, { id, userId, groupIds }, role)).rows;
        return row ? { record: decode(row as never), ...reachOf(row.reach) } : null;
      },

      async insert(record) {
        const [row] = (await inserting(transaction, rowsOf(table, transaction.dialect).encode(record), undefined)).rows;
        if (!row) throw new Error("A row that was inserted was not answered");
        return decode(row as never);
      },

      list: ({ role, userId, groupIds }, query, within) =>
        pageOf(transaction, { query, values: { userId, groupIds, ...within }, shape: role }, (row) =>
          listed.decode(row as never),
        ),
    };
  };
}

type Nodes = Source<DocumentTables>;
type ListedNodes = { readonly from: AnyRows };

interface ById {
  readonly id: string;
}
