import {
  type CatalogueEntry,
  type CatalogueNouns,
  type CatalogueStore,
  domainListing,
  typeListing,
} from "@cartulary/documents";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { lockRow, recordStore } from "../../records/record-store.ts";
import { type DocumentTables, documentTypeRows, domainRows, workspaceTypeRows } from "../tables.ts";

type Transaction = SqlTransaction<DocumentTables>;

const workspaceTypes = recordStore(workspaceTypeRows, typeListing);
const documentTypes = recordStore(documentTypeRows, typeListing);
const domains = recordStore(domainRows, domainListing);

export function createWorkspaceTypeStore(transaction: Transaction): CatalogueStore<CatalogueNouns["workspaceTypes"]> {
  const own = workspaceTypes(transaction);
  return {
    ...own,
    lockShared: (id) => lockRow(transaction, workspaceTypeRows, id),
    async remove(id) {
      await forgetInWorkspaces(transaction, "workspace_type_id", id);
      await own.remove(id);
    },
  };
}

export function createDocumentTypeStore(transaction: Transaction): CatalogueStore<CatalogueNouns["documentTypes"]> {
  const own = documentTypes(transaction);
  return {
    ...own,
    lockShared: (id) => lockRow(transaction, documentTypeRows, id),
    async remove(id) {
      await forgetInDocuments(transaction, "document_type_id", id);
      await own.remove(id);
    },
  };
}

/** Domains have no status, since they are always published. */
export function createDomainStore(transaction: Transaction): CatalogueStore<CatalogueNouns["domains"]> {
  const own = domains(transaction);
  return {
    ...own,
    find: async (id) => published(await own.find(id)),
    lock: async (id) => published(await own.lock(id)),
    async list(query) {
      const { items, ...page } = await own.list(query as Parameters<typeof own.list>[0]);
      return { ...page, items: items.map(published) };
    },
    lockShared: (id) => lockRow(transaction, domainRows, id),
    async remove(id) {
      // Documents first, as the removal of a workspace does: two removals do not wait for each other.
      await forgetInDocuments(transaction, "domain_id", id);
      await forgetInWorkspaces(transaction, "domain_id", id);
      await own.remove(id);
    },
  };
}

function published<Found extends Omit<CatalogueEntry<"Domain">, "status"> | null>(
  domain: Found,
): Found extends null ? null : CatalogueEntry<"Domain"> {
  return (domain && { ...domain, status: "published" }) as never;
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
