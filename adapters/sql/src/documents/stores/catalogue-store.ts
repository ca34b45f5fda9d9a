import { type CatalogueEntry, type CatalogueNouns, type CatalogueStore, typeListing } from "@cartulary/documents";
import { type Kysely, sql } from "kysely";
import type { Entry, Row } from "../../columns.ts";
import { columnsOf, pageOf } from "../../listing.ts";
import type { SqlTransaction } from "../../module.ts";
import { rowsOf } from "../../rows.ts";
import { type DocumentTables, documentTypeRows, domainRows, workspaceTypeRows } from "../tables.ts";

type Transaction = SqlTransaction<DocumentTables>;

export function createWorkspaceTypeStore(transaction: Transaction): CatalogueStore<CatalogueNouns["workspaceTypes"]> {
  return catalogueStore(transaction, workspaceTypeRows, (id) =>
    forgetInWorkspaces(transaction, "workspace_type_id", id),
  );
}

export function createDocumentTypeStore(transaction: Transaction): CatalogueStore<CatalogueNouns["documentTypes"]> {
  return catalogueStore(transaction, documentTypeRows, (id) => forgetInDocuments(transaction, "document_type_id", id));
}

export function createDomainStore(transaction: Transaction): CatalogueStore<CatalogueNouns["domains"]> {
  return catalogueStore(transaction, domainRows, async (id) => {
    // Documents first, as the removal of a workspace does: two removals do not wait for each other.
    await forgetInDocuments(transaction, "domain_id", id);
    await forgetInWorkspaces(transaction, "domain_id", id);
  });
}

type CatalogueTable = typeof workspaceTypeRows | typeof documentTypeRows | typeof domainRows;

/**
 * One store for the three tables, which differ in their names, in their ids' nouns, and in that domains have no
 * status, since they are always published: for TypeScript they all are what the table of workspace types is.
 */
function catalogueStore<Noun extends string>(
  { db, dialect }: Transaction,
  entity: CatalogueTable,
  forget: (id: string) => Promise<void>,
): CatalogueStore<Noun> {
  type Widest = typeof workspaceTypeRows;
  const entries = db as unknown as Kysely<Record<string, Row<Widest>>>;
  const table: string = entity.tableName;
  const rows = rowsOf(entity as unknown as Widest, dialect);
  const columns = columnsOf(typeListing, entity as Widest);
  const record = (row: Partial<Row<Widest>>): CatalogueEntry<Noun> => {
    const own: Partial<Entry<Widest>> = rows.decode(row);
    return { status: "published", ...own } as unknown as CatalogueEntry<Noun>;
  };
  const row = (entry: CatalogueEntry<Noun>) => rows.encode(entry as unknown as Entry<Widest>);
  const one = (id: string) =>
    entries
      .selectFrom(table)
      .select(rows.columns(table))
      .where("id", "=", id as Row<Widest>["id"]);

  return {
    async find(id) {
      const found = await one(id).executeTakeFirst();
      return found ? record(found) : null;
    },

    async lock(id) {
      const found = await one(id).modifyEnd(dialect.forUpdate).executeTakeFirst();
      return found ? record(found) : null;
    },

    hold: async (id) => (await one(id).modifyEnd(dialect.forShare).executeTakeFirst()) !== undefined,

    list: (query) =>
      pageOf(
        entries.selectFrom(table),
        { listing: typeListing, query, columns, dialect },
        (matching) => matching.select(rows.columns(table)),
        record,
      ),

    async insert(entry) {
      await entries.insertInto(table).values(row(entry)).execute();
    },

    async update(entry) {
      await entries
        .updateTable(table)
        .set(row(entry))
        .where("id", "=", entry.id as string as Row<Widest>["id"])
        .execute();
    },

    async remove(id) {
      await forget(id);
      await entries
        .deleteFrom(table)
        .where("id", "=", id as string as Row<Widest>["id"])
        .execute();
    },
  };
}

/** The rows are locked first, each before the next of higher id, so that two removals do not wait for each other. */
async function forgetInWorkspaces(
  { db, dialect }: Transaction,
  column: "domain_id" | "workspace_type_id",
  id: string,
): Promise<void> {
  const refers = sql<boolean>`${sql.ref(column)} = ${id}`;
  await db.selectFrom("workspaces").select("id").where(refers).orderBy("id").modifyEnd(dialect.forUpdate).execute();
  await db.updateTable("workspaces").set(column, null).set("version", sql`version + 1`).where(refers).execute();
}

/** As in workspaces. */
async function forgetInDocuments(
  { db, dialect }: Transaction,
  column: "domain_id" | "document_type_id",
  id: string,
): Promise<void> {
  const refers = sql<boolean>`${sql.ref(column)} = ${id}`;
  await db.selectFrom("documents").select("id").where(refers).orderBy("id").modifyEnd(dialect.forUpdate).execute();
  await db.updateTable("documents").set(column, null).where(refers).execute();
}
