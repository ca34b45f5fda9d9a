import {
  FIELDS_NOT_LISTED,
  type FolderRef,
  type FolderView,
  levelByRole,
  type PersonRef,
  sourceOf,
  strictest,
  type Within,
  type WorkspaceId,
  type WorkspaceRef,
} from "@cartulary/documents";
import type { ListQuery } from "@cartulary/kernel";
import { type Kysely, type QueryCreator, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Entry, Row } from "../engine/columns.ts";
import { type Dialect, perDialect } from "../engine/dialect.ts";
import { type Part, rowsOf } from "../engine/row-codec.ts";
import type { Source } from "../engine/statement.ts";
import type { Column } from "../records/listing.ts";
import { ALL_VISIBLE, type FolderDecision, listAccess, type ParentVisibility, type SqlCaller } from "./access.ts";
import { retainedAbove, type StoredSources, sourcesFrom } from "./retention/retained-above.ts";
import { type DocumentTables, documentRows, folderRows } from "./tables.ts";

/** Selects and decodes folder views. */
export const folderViews = perDialect((dialect) => {
  const rows = rowsOf(folderRows, dialect);
  const view = {
    select: (matching: Rows<"folders">, sees = ALL_VISIBLE) =>
      matching
        .leftJoin("workspaces", "workspaces.id", "folders.workspace_id")
        .leftJoin("folders as parents", "parents.id", "folders.documents_folder_id")
        .select(rows.columns("folders"))
        .select(retainedAboveRow(dialect, "folders"))
        .select(PARENT_COLUMNS)
        .select(visibilityOf(sees)),
    decode: (row: Row<typeof folderRows> & ParentColumns & RetainedColumns): FolderView => ({
      ...withRetention("folder", rows.decode(row), row),
      workspace: workspaceOf(row),
      classificationPlanId: row.plan_ref,
      parent: parentOf(row),
    }),
  };
  return {
    ...view,
    listed: view,
    /** Inserts a row and returns it like `select`, with all parents visible to the creator. */
    insert: (db: Kysely<DocumentTables>, row: Row<typeof folderRows>) =>
      db
        .insertInto("folders")
        .values(row)
        .returning(rows.columns("folders"))
        .returning(retainedAboveRow(dialect, "folders"))
        .returning([...lookedUp("folders", PARENT_COLUMNS), ...visibilityOf(ALL_VISIBLE)])
        .$castTo<Row<typeof folderRows> & ParentColumns & RetainedColumns>(),
  };
});

/** Selects and decodes document views. */
export const documentViews = perDialect((dialect) => {
  const rows = rowsOf(documentRows, dialect);
  return {
    ...documentsIn(dialect, rows),
    /** The views in lists. */
    listed: documentsIn(dialect, rows.omit(FIELDS_NOT_LISTED)),
    /** Inserts a row and returns it like `select`, with all parents visible to the creator. */
    insert: (db: Kysely<DocumentTables>, row: Row<typeof documentRows>) =>
      db
        .insertInto("documents")
        .values(row)
        .returning(rows.columns("documents"))
        .returning(retainedAboveRow(dialect, "documents"))
        .returning([
          ...lookedUp("documents", [...PARENT_COLUMNS, ...ENTRIES, ...CREATOR]),
          ...visibilityOf(ALL_VISIBLE),
        ])
        .$castTo<DocumentRow>(),
  };
});

/** Selects and decodes documents with their parents and creator, limited to the own columns of `rows`. */
function documentsIn<Own extends Retainable>(dialect: Dialect, { columns, decode }: Part<typeof documentRows, Own>) {
  return {
    select: (matching: Rows<"documents">, sees = ALL_VISIBLE) =>
      matching
        .leftJoin("workspaces", "workspaces.id", "documents.workspace_id")
        .leftJoin("folders as parents", "parents.id", "documents.documents_folder_id")
        .leftJoin("domains", "domains.id", "documents.domain_id")
        .leftJoin("document_types", "document_types.id", "documents.document_type_id")
        .leftJoin("users", "users.id", "documents.created_by")
        .select(columns("documents"))
        .select(retainedAboveRow(dialect, "documents"))
        .select(PARENT_COLUMNS)
        .select(visibilityOf(sees))
        .select(ENTRIES)
        .select(CREATOR),
    decode: (row: DocumentRow) => ({
      ...withRetention("document", decode(row), row),
      workspace: workspaceOf(row),
      classificationPlanId: row.plan_ref,
      folder: parentOf(row),
      domain: namedIn(row.domain_id, row.domain_name),
      documentType: namedIn(row.document_type_id, row.type_name),
      createdBy: creatorOf(row),
    }),
  };
}

type DocumentRow = Row<typeof documentRows> & ParentColumns & RetainedColumns & Entries & Creator;

interface RetainedColumns {
  readonly retained_above: StoredSources | null;
}

/** The retentions above a row, as the column `retained_above`. */
const retainedAboveRow = (dialect: Dialect, table: "folders" | "documents") =>
  retainedAbove(dialect, sql.ref(`${table}.documents_folder_id`), sql.ref(`${table}.workspace_id`)).as(
    "retained_above",
  );

type Retainable = Pick<Entry<typeof documentRows>, "id" | "name" | "retainUntil" | "legalHold">;

/** Adds the strictest retention of a record and of all above it, whether its day is past or not. */
function withRetention<Own extends Omit<Retainable, "id"> & { readonly id: string }>(
  type: "folder" | "document",
  record: Own,
  { retained_above }: RetainedColumns,
) {
  return { ...record, retained: strictest([sourceOf({ ...record, type }, record), ...sourcesFrom(retained_above)]) };
}

const namedIn = <Id>(id: Id | null, name: string | null) => (id === null || name === null ? null : { id, name });

/** The joined tables by alias, with the column that refers to each. */
const JOINED: Readonly<Record<string, readonly [table: string, by: string]>> = {
  workspaces: ["workspaces", "workspace_id"],
  parents: ["folders", "documents_folder_id"],
  domains: ["domains", "domain_id"],
  document_types: ["document_types", "document_type_id"],
  users: ["users", "created_by"],
};

/** Selects columns of joined tables (`parents.name as parent_name`) by subqueries: `returning` allows no joins. */
function lookedUp(table: "folders" | "documents", columns: readonly string[]) {
  return columns.map((column) => {
    const [, alias = "", name = "", as = ""] = /^(\w+)\.(\w+) as (\w+)$/.exec(column) ?? [];
    const [from = "", by = ""] = JOINED[alias] ?? [];
    const found = sql`(select ${sql.ref(`${alias}.${name}`)} from ${sql.table(from)} as ${sql.table(alias)}
      where ${sql.ref(`${alias}.id`)} = ${sql.ref(`${table}.${by}`)})`;
    return found.as(as);
  });
}

/** The rows and the count of a list of folders or documents, without the joins that only the view needs. */
export function listRows<Table extends "folders" | "documents">(
  { db, dialect }: Source<DocumentTables>,
  table: Table,
  caller: SqlCaller,
  { query, within }: { readonly query: Conditions; readonly within: Within },
) {
  const { reached, judged, where, sees } = listAccess(dialect, table, caller, within);
  const workspaceColumn = `${table}.workspace_id`;
  const rows = (from: QueryCreator<DocumentTables>, ids: RawBuilder<unknown>) =>
    from.selectFrom(table as "documents").where(dialect.inSet(`${table}.id`, ids)) as unknown as Rows<Table>;
  if (!reached) {
    const found = (from: QueryCreator<DocumentTables>, condition: RawBuilder<SqlBool>) => {
      const matching = from.selectFrom(table as "documents").where(condition);
      const planned = () =>
        matching.leftJoin("workspaces as plans", "plans.id", workspaceColumn as "documents.workspace_id");
      return (namesPlan(query) ? planned() : matching) as unknown as Rows<Table>;
    };
    if (judged) {
      const { all, inFolder, some } = judged;
      const counted = { all, ofAll: found(db, inFolder), ofSome: found(db, sql`${inFolder} and ${some}`) };
      return { from: found(judging(db, judged), where), counted, sees };
    }
    const isWhole = levelByRole(caller) !== null && !within.workspaceId;
    const indexed = within.documentsFolderId ? {} : { indexed: { begin: db, rows, isWhole } };
    return { from: found(db, where), ...indexed, sees };
  }
  const plans = namesPlan(query) ? sql`left join workspaces as plans on plans.id = ${sql.ref(workspaceColumn)}` : sql``;
  const ways = (keys: RawBuilder<unknown>, condition: RawBuilder<SqlBool>) =>
    sql.join(
      reached.ways.map((way) => sql`select ${keys} from ${way} ${plans} where ${where} and ${condition}`),
      sql` union `,
    );
  return {
    from: db.withRecursive("below(id)", () => sql<{ id: string }>`(${reached.below})`),
    ways,
    rows,
    sees,
  };
}

/** Begins a statement with the set `judged`. */
const judging = (db: QueryCreator<DocumentTables>, { row }: FolderDecision) =>
  db.with(
    (set) => set("judged(readable)").materialized(),
    () => sql<{ readable: unknown }>`(${row})`,
  ) as unknown as QueryCreator<DocumentTables>;

/** A query without selected columns. */
type Rows<Table extends keyof DocumentTables> = SelectQueryBuilder<DocumentTables, Table, NonNullable<unknown>>;

/** The plan of a listed folder or document: that of its workspace, joined as `plans` if a condition uses it. */
export const PLAN: Column = { ref: "plans.classification_plan_id", nullable: true };

type Conditions = Pick<ListQuery, "conditions">;

const namesPlan = ({ conditions }: Conditions) =>
  conditions.some(({ fields }) => fields.includes("classificationPlanId"));

const PARENT_COLUMNS = [
  "workspaces.label as workspace_label",
  "workspaces.classification_plan_id as plan_ref",
  "parents.name as parent_name",
  "parents.documents_folder_id as parent_parent",
] as const;

const visibilityOf = ({ workspace, parent }: ParentVisibility) =>
  [
    sql<number>`case when ${workspace} then 1 else 0 end`.as("sees_workspace"),
    sql<number>`case when ${parent} then 1 else 0 end`.as("sees_parent"),
  ] as const;

interface ParentColumns {
  readonly sees_workspace: number;
  readonly sees_parent: number;
  readonly workspace_label: string | null;
  readonly plan_ref: FolderView["classificationPlanId"];
  readonly parent_name: string | null;
  readonly parent_parent: FolderRef["id"] | null;
}

/** The parents of a node in its own columns. */
interface ParentIds {
  readonly workspace_id: WorkspaceId | null;
  readonly documents_folder_id: FolderRef["id"] | null;
}

// The name is null if the joined row is missing.
function workspaceOf({
  sees_workspace,
  workspace_id,
  workspace_label,
}: ParentColumns & ParentIds): WorkspaceRef | null {
  return sees_workspace && workspace_id && workspace_label !== null
    ? { id: workspace_id, label: workspace_label }
    : null;
}

function parentOf({
  sees_parent,
  documents_folder_id: id,
  parent_name: name,
  parent_parent,
}: ParentColumns & ParentIds) {
  return sees_parent && id && name !== null ? { id, name, documentsFolderId: parent_parent } : null;
}

const ENTRIES = ["domains.name as domain_name", "document_types.name as type_name"] as const;

interface Entries {
  readonly domain_name: string | null;
  readonly type_name: string | null;
}

/** Selects the name of the creator, from a left join of `users`; null if the user is deleted. */
export const CREATOR = ["users.display_name as creator_name"] as const;

export interface Creator {
  readonly created_by: PersonRef["id"] | null;
  readonly creator_name: string | null;
}

export function creatorOf({ created_by, creator_name }: Creator): PersonRef | null {
  return created_by === null || creator_name === null ? null : { id: created_by, displayName: creator_name };
}
