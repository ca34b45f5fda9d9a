import {
  type FolderRef,
  type FolderView,
  levelByRole,
  type PersonRef,
  UNLISTED,
  type Within,
  type WorkspaceId,
  type WorkspaceRef,
} from "@cartulary/documents";
import type { ListQuery } from "@cartulary/kernel";
import { type Kysely, type QueryCreator, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Entry, Row } from "../engine/columns.ts";
import { perDialect } from "../engine/dialect.ts";
import { type Part, rowsOf } from "../engine/rows.ts";
import type { Source } from "../engine/statement.ts";
import type { Column } from "../records/listing.ts";
import { type Above, type Asker, type Judged, listed, SEEN } from "./access.ts";
import { type DocumentTables, documentRows, folderRows } from "./tables.ts";
import { inSet } from "./tree.ts";

/** How folders are read as they are answered: what to select, what a row says. */
export const folderViews = perDialect((dialect) => {
  const rows = rowsOf(folderRows, dialect);
  const view = {
    select: (matching: Rows<"folders">, sees = SEEN) =>
      matching
        .leftJoin("workspaces", "workspaces.id", "folders.workspace_id")
        .leftJoin("folders as parents", "parents.id", "folders.documents_folder_id")
        .select(rows.columns("folders"))
        .select(SURROUNDINGS)
        .select(seen(sees)),
    decode: (row: Row<typeof folderRows> & Surroundings): FolderView => ({
      ...rows.decode(row),
      workspace: workspaceOf(row),
      classificationPlanId: row.plan_ref,
      parent: parentOf(row),
    }),
  };
  return {
    ...view,
    listed: view,
    /** Inserts a row, and answers it as `select` does: by nobody is anything hidden of what he makes. */
    insert: (db: Kysely<DocumentTables>, row: Row<typeof folderRows>) =>
      db
        .insertInto("folders")
        .values(row)
        .returning(rows.columns("folders"))
        .returning([...lookedUp("folders", SURROUNDINGS), ...seen(SEEN)])
        .$castTo<Row<typeof folderRows> & Surroundings>(),
  };
});

/** How documents are read as they are answered. */
export const documentViews = perDialect((dialect) => {
  const rows = rowsOf(documentRows, dialect);
  return {
    ...documentsIn(rows),
    /** The same of those that are listed. */
    listed: documentsIn(rows.without(UNLISTED)),
    /** The same as of folders. */
    insert: (db: Kysely<DocumentTables>, row: Row<typeof documentRows>) =>
      db
        .insertInto("documents")
        .values(row)
        .returning(rows.columns("documents"))
        .returning([...lookedUp("documents", [...SURROUNDINGS, ...ENTRIES, ...CREATOR]), ...seen(SEEN)])
        .$castTo<DocumentRow>(),
  };
});

/** Documents with what they lie in and who made them, by those of their own columns that `rows` has. */
function documentsIn<Own extends Partial<Entry<typeof documentRows>>>({
  columns,
  decode,
}: Part<typeof documentRows, Own>) {
  return {
    select: (matching: Rows<"documents">, sees = SEEN) =>
      matching
        .leftJoin("workspaces", "workspaces.id", "documents.workspace_id")
        .leftJoin("folders as parents", "parents.id", "documents.documents_folder_id")
        .leftJoin("domains", "domains.id", "documents.domain_id")
        .leftJoin("document_types", "document_types.id", "documents.document_type_id")
        .leftJoin("users", "users.id", "documents.created_by")
        .select(columns("documents"))
        .select(SURROUNDINGS)
        .select(seen(sees))
        .select(ENTRIES)
        .select(CREATOR),
    decode: (row: DocumentRow) => ({
      ...decode(row),
      workspace: workspaceOf(row),
      classificationPlanId: row.plan_ref,
      folder: parentOf(row),
      domain: namedIn(row.domain_id, row.domain_name),
      documentType: namedIn(row.document_type_id, row.type_name),
      createdBy: creatorOf(row),
    }),
  };
}

type DocumentRow = Row<typeof documentRows> & Surroundings & Entries & Creator;

const namedIn = <Id>(id: Id | null, name: string | null) => (id === null || name === null ? null : { id, name });

/** What is joined to folders and documents, under its name there, and by which of their columns. */
const JOINED: Readonly<Record<string, readonly [table: string, by: string]>> = {
  workspaces: ["workspaces", "workspace_id"],
  parents: ["folders", "documents_folder_id"],
  domains: ["domains", "domain_id"],
  document_types: ["document_types", "document_type_id"],
  users: ["users", "created_by"],
};

/** Columns of what is joined (`parents.name as parent_name`), of a row that is being written: nothing can be joined to it. */
function lookedUp(table: "folders" | "documents", columns: readonly string[]) {
  return columns.map((column) => {
    const [, alias = "", name = "", as = ""] = /^(\w+)\.(\w+) as (\w+)$/.exec(column) ?? [];
    const [from = "", by = ""] = JOINED[alias] ?? [];
    const found = sql`(select ${sql.ref(`${alias}.${name}`)} from ${sql.table(from)} as ${sql.table(alias)}
      where ${sql.ref(`${alias}.id`)} = ${sql.ref(`${table}.${by}`)})`;
    return found.as(as);
  });
}

/** Where a list of folders or documents finds its rows, and counts them: without the joins that only the answer needs. */
export function listedRows<Table extends "folders" | "documents">(
  { db, dialect }: Source<DocumentTables>,
  table: Table,
  caller: Asker,
  { query, within }: { readonly query: Conditions; readonly within: Within },
) {
  const { reached, judged, where, sees } = listed(dialect, table, caller, within);
  const named = `${table}.workspace_id`;
  const rows = (from: QueryCreator<DocumentTables>, ids: RawBuilder<unknown>) =>
    from.selectFrom(table as "documents").where(inSet(dialect, `${table}.id`, ids)) as unknown as Rows<Table>;
  if (!reached) {
    const found = (from: QueryCreator<DocumentTables>, condition: RawBuilder<SqlBool>) => {
      const there = from.selectFrom(table as "documents").where(condition);
      const planned = () => there.leftJoin("workspaces as plans", "plans.id", named as "documents.workspace_id");
      return (namesPlan(query) ? planned() : there) as unknown as Rows<Table>;
    };
    if (judged) {
      const { all, there, some } = judged;
      const counted = { all, ofAll: found(db, there), ofSome: found(db, sql`${there} and ${some}`) };
      return { from: found(judging(db, judged), where), counted, sees };
    }
    const isWhole = levelByRole(caller) !== null && !within.workspaceId;
    const indexed = within.documentsFolderId ? {} : { indexed: { begin: db, rows, isWhole } };
    return { from: found(db, where), ...indexed, sees };
  }
  const plans = namesPlan(query) ? sql`left join workspaces as plans on plans.id = ${sql.ref(named)}` : sql``;
  const ways = (keys: RawBuilder<unknown>, condition: RawBuilder<SqlBool>) =>
    sql.join(
      reached.ways.map(
        (way) => sql`select ${keys} from ${way.from} ${plans} where ${way.where} and ${where} and ${condition}`,
      ),
      sql` union `,
    );
  return {
    from: db.withRecursive("below(id)", () => sql<{ id: string }>`(${reached.below})`),
    ways,
    rows,
    sees,
  };
}

/** Begins a statement with `judged`. */
const judging = (db: QueryCreator<DocumentTables>, { row }: Judged) =>
  db.with(
    (set) => set("judged(readable)").materialized(),
    () => sql<{ readable: unknown }>`(${row})`,
  ) as unknown as QueryCreator<DocumentTables>;

/** Rows of a table, of which nothing is selected yet. */
type Rows<Table extends keyof DocumentTables> = SelectQueryBuilder<DocumentTables, Table, NonNullable<unknown>>;

/** The plan of a folder or document in lists: its workspace's, which `listed` joins where a condition names it. */
export const PLAN: Column = { ref: "plans.classification_plan_id", nullable: true };

type Conditions = Pick<ListQuery, "conditions">;

const namesPlan = ({ conditions }: Conditions) =>
  conditions.some(({ fields }) => fields.includes("classificationPlanId"));

const SURROUNDINGS = [
  "workspaces.label as workspace_label",
  "workspaces.classification_plan_id as plan_ref",
  "parents.name as parent_name",
  "parents.documents_folder_id as parent_parent",
] as const;

const seen = ({ workspace, parent }: Above) =>
  [
    sql<number>`case when ${workspace} then 1 else 0 end`.as("sees_workspace"),
    sql<number>`case when ${parent} then 1 else 0 end`.as("sees_parent"),
  ] as const;

interface Surroundings {
  readonly sees_workspace: number;
  readonly sees_parent: number;
  readonly workspace_label: string | null;
  readonly plan_ref: FolderView["classificationPlanId"];
  readonly parent_name: string | null;
  readonly parent_parent: FolderRef["id"] | null;
}

/** Where a node lies, by its own columns. */
interface Place {
  readonly workspace_id: WorkspaceId | null;
  readonly documents_folder_id: FolderRef["id"] | null;
}

// Whatever is joined has a name: there is none where nothing was joined.
function workspaceOf({ sees_workspace, workspace_id, workspace_label }: Surroundings & Place): WorkspaceRef | null {
  return sees_workspace && workspace_id && workspace_label !== null
    ? { id: workspace_id, label: workspace_label }
    : null;
}

function parentOf({ sees_parent, documents_folder_id: id, parent_name: name, parent_parent }: Surroundings & Place) {
  return sees_parent && id && name !== null ? { id, name, documentsFolderId: parent_parent } : null;
}

const ENTRIES = ["domains.name as domain_name", "document_types.name as type_name"] as const;

interface Entries {
  readonly domain_name: string | null;
  readonly type_name: string | null;
}

/** Who made something, to select beside its own columns and a left join of `users`. Nobody, once that person is gone. */
export const CREATOR = ["users.display_name as creator_name"] as const;

export interface Creator {
  readonly created_by: PersonRef["id"] | null;
  readonly creator_name: string | null;
}

export function creatorOf({ created_by, creator_name }: Creator): PersonRef | null {
  return created_by === null || creator_name === null ? null : { id: created_by, displayName: creator_name };
}
