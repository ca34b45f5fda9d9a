import {
  type DocumentView,
  type FolderRef,
  type FolderView,
  levelByRole,
  type PersonRef,
  type Within,
  type WorkspaceRef,
} from "@cartulary/documents";
import type { ListQuery } from "@cartulary/kernel";
import { type Kysely, type QueryCreator, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Row } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { rowsOf } from "../engine/rows.ts";
import type { Source } from "../engine/statement.ts";
import type { Column } from "../records/listing.ts";
import { type Above, type Asker, type Judged, listed, SEEN } from "./access.ts";
import { type DocumentTables, documentRows, folderRows } from "./tables.ts";
import { inSet } from "./tree.ts";

/** How folders are read as they are answered: what to select, what a row says. */
export function folderViews(dialect: Dialect) {
  const rows = rowsOf(folderRows, dialect);
  return {
    select: (matching: Rows<"folders">, sees = SEEN) =>
      matching
        .leftJoin("workspaces", "workspaces.id", "folders.workspace_id")
        .leftJoin("folders as parents", "parents.id", "folders.documents_folder_id")
        .select(rows.columns("folders"))
        .select(SURROUNDINGS)
        .select(seen(sees)),
    /** Inserts a row, and answers it as `select` does: by nobody is anything hidden of what he makes. */
    insert: (db: Kysely<DocumentTables>, row: Row<typeof folderRows>) =>
      db
        .insertInto("folders")
        .values(row)
        .returning(rows.columns("folders"))
        .returning([...lookedUp("folders", SURROUNDINGS), ...seen(SEEN)])
        .$castTo<Row<typeof folderRows> & Surroundings>(),
    decode: (row: Parameters<typeof rows.decode>[0] & Surroundings): FolderView => ({
      ...rows.decode(row),
      workspace: workspaceOf(row),
      classificationPlanId: row.plan_ref,
      parent: parentOf(row),
    }),
  };
}

/** How documents are read as they are answered. */
export function documentViews(dialect: Dialect) {
  const rows = rowsOf(documentRows, dialect);
  return {
    select: (matching: Rows<"documents">, sees = SEEN) =>
      matching
        .leftJoin("workspaces", "workspaces.id", "documents.workspace_id")
        .leftJoin("folders as parents", "parents.id", "documents.documents_folder_id")
        .leftJoin("domains", "domains.id", "documents.domain_id")
        .leftJoin("document_types", "document_types.id", "documents.document_type_id")
        .leftJoin("users", "users.id", "documents.created_by")
        .select(rows.columns("documents"))
        .select(SURROUNDINGS)
        .select(seen(sees))
        .select(ENTRIES)
        .select(CREATOR),
    /** The same as of folders. */
    insert: (db: Kysely<DocumentTables>, row: Row<typeof documentRows>) =>
      db
        .insertInto("documents")
        .values(row)
        .returning(rows.columns("documents"))
        .returning([...lookedUp("documents", [...SURROUNDINGS, ...ENTRIES, ...CREATOR]), ...seen(SEEN)])
        .$castTo<Row<typeof documentRows> & Surroundings & Entries & Creator>(),
    decode: (row: Parameters<typeof rows.decode>[0] & Surroundings & Entries & Creator): DocumentView => ({
      ...rows.decode(row),
      workspace: workspaceOf(row),
      classificationPlanId: row.plan_ref,
      folder: parentOf(row),
      domain: row.domain_ref && { id: row.domain_ref, name: row.domain_name ?? "" },
      documentType: row.type_ref && { id: row.type_ref, name: row.type_name ?? "" },
      createdBy: creatorOf(row),
    }),
  };
}

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
  "workspaces.id as workspace_ref",
  "workspaces.label as workspace_label",
  "workspaces.classification_plan_id as plan_ref",
  "parents.id as parent_ref",
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
  readonly workspace_ref: WorkspaceRef["id"] | null;
  readonly workspace_label: string | null;
  readonly plan_ref: FolderView["classificationPlanId"];
  readonly parent_ref: FolderRef["id"] | null;
  readonly parent_name: string | null;
  readonly parent_parent: FolderRef["id"] | null;
}

const workspaceOf = ({ sees_workspace, workspace_ref, workspace_label }: Surroundings): WorkspaceRef | null =>
  sees_workspace && workspace_ref ? { id: workspace_ref, label: workspace_label ?? "" } : null;

const parentOf = ({ sees_parent, parent_ref, parent_name, parent_parent }: Surroundings): FolderRef | null =>
  sees_parent && parent_ref ? { id: parent_ref, name: parent_name ?? "", documentsFolderId: parent_parent } : null;

const ENTRIES = [
  "domains.id as domain_ref",
  "domains.name as domain_name",
  "document_types.id as type_ref",
  "document_types.name as type_name",
] as const;

interface Entries {
  readonly domain_ref: DocumentView["domainId"];
  readonly domain_name: string | null;
  readonly type_ref: DocumentView["documentTypeId"];
  readonly type_name: string | null;
}

/** Who made something, to select beside a left join of `users`. Nobody, once that person is gone. */
export const CREATOR = ["users.id as creator_ref", "users.display_name as creator_name"] as const;

export interface Creator {
  readonly creator_ref: PersonRef["id"] | null;
  readonly creator_name: string | null;
}

export function creatorOf({ creator_ref, creator_name }: Creator): PersonRef | null {
  return creator_ref && { id: creator_ref, displayName: creator_name ?? "" };
}
