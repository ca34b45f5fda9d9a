import type { NodeWithLevel, Within } from "@cartulary/documents";
import type { Caller, Listing, ListQuery, Page } from "@cartulary/kernel";
import { type Compilable, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Entry, Row, Table } from "../../engine/columns.ts";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type Source, statement } from "../../engine/statement.ts";
import { substringIndexOf } from "../../engine/substring-index.ts";
import { type Columns, columnsOf } from "../../records/listing.ts";
import { pages } from "../../records/pages.ts";
import { type RowStore, rowStore } from "../../records/row-store.ts";
import { type ParentVisibility, reachOf, reachOn, type Subjects } from "../access.ts";
import type { DocumentTables } from "../tables.ts";
import { listRows, PLAN } from "../views.ts";

/** Selects and decodes the views of one kind of nodes. */
interface NodeView<View> {
  select(matching: AnyRows, sees?: ParentVisibility): AnyRows;
  decode(row: object): View;
}

/** Views of single nodes and of listed nodes. */
interface NodeViews<T extends Table, View, Listed> extends NodeView<View> {
  readonly listed: NodeView<Listed>;
  insert(db: Kysely<DocumentTables>, row: Row<T>): Compilable;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of folders or of documents, which one function cannot name both.
type AnyRows = SelectQueryBuilder<DocumentTables, any, any>;

/** The common part of the stores of folders and documents: records with the level of the caller's grants. */
interface NodeStore<T extends Table, View, Listed, Field extends string>
  extends Pick<RowStore<Entry<T>>, "lock" | "update"> {
  find(caller: Caller, id: string): Promise<NodeWithLevel<View> | null>;
  list(caller: Caller, query: ListQuery<Field>, within: Within): Promise<Page<Listed>>;
  insert(record: Entry<T>): Promise<View>;
}

/** Returns the store of one kind of nodes; its statements are compiled once. */
export function nodeStore<T extends Table, View, Listed, Field extends string>(
  { type, rows: table, listing }: { type: "folder" | "document"; rows: T; listing: Listing<Field> },
  viewsOf: (dialect: Dialect) => NodeViews<T, View, Listed>,
): (transaction: SqlTransaction<DocumentTables>) => NodeStore<T, View, Listed, Field> {
  const name = `${type}s` as const;
  const records = rowStore(table);
  const columns = {
    ...columnsOf(listing, table),
    classificationPlanId: PLAN,
    legalHold: { ref: `${name}.legal_hold_set_at`, nullable: true },
    name: { ref: `${name}.name`, nullable: false, index: substringIndexOf(name) },
  } as unknown as Columns<Field>;

  const finding = statement(({ db, dialect }: Nodes, { id, ...subjects }: Subjects & ById, role: Caller["role"]) =>
    viewsOf(dialect)
      .select(db.selectFrom(name) as AnyRows)
      .select(reachOn(dialect, { role, ...subjects }, { type, id }).as("reach"))
      .where(sql<SqlBool>`${sql.ref(`${name}.id`)} = ${id}`)
      .compile(),
  );
  const inserting = statement(({ db, dialect }: Nodes, row: Row<T> & object) =>
    viewsOf(dialect).insert(db, row).compile(),
  );
  const pageOf = pages(
    { listing, columns },
    (source: Nodes, { userId, groupIds, ...within }: Subjects & Within, query, role: Caller["role"]) => {
      const { sees, ...rows } = listRows(source, name, { role, userId, groupIds }, { query, within });
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
        return row ? { record: decode(row), ...reachOf(row.reach) } : null;
      },

      async insert(record) {
        const [row] = (await inserting(transaction, rowsOf(table, transaction.dialect).encode(record), undefined)).rows;
        if (!row) throw new Error("The insert returned no row");
        return decode(row);
      },

      list: ({ role, userId, groupIds }, query, within) =>
        pageOf(transaction, { query, values: { userId, groupIds, ...within }, shape: role }, (row) =>
          listed.decode(row),
        ),
    };
  };
}

type Nodes = Source<DocumentTables>;
type ListedNodes = { readonly from: AnyRows };

interface ById {
  readonly id: string;
}
