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

/** Domains have no status, because they are always published. */
export function createDomainStore(transaction: Transaction): CatalogueStore<CatalogueNouns["domains"]> {
  const own = domains(transaction);
  return {
    ...own,
    find: async (id) => publishedIfAny(await own.find(id)),
    lock: async (id) => publishedIfAny(await own.lock(id)),
    async list(query) {
      const { items, ...page } = await own.list(query as Parameters<typeof own.list>[0]);
      return { ...page, items: items.map(published) };
    },
    lockShared: (id) => lockRow(transaction, domainRows, id),
    async remove(id) {
      // Documents first, like the deletion of a workspace, so that two deletions do not deadlock.
      await forgetInDocuments(transaction, "domain_id", id);
      await forgetInWorkspaces(transaction, "domain_id", id);
      await own.remove(id);
    },
  };
}

type StoredDomain = Omit<CatalogueEntry<"Domain">, "status">;

const published = (domain: StoredDomain): CatalogueEntry<"Domain"> => ({ ...domain, status: "published" });

const publishedIfAny = (domain: StoredDomain | null) => domain && published(domain);

/** Locks the rows first, by id, so that two deletions do not deadlock. */
async function forgetInWorkspaces(
  { db, dialect }: Transaction,
  column: "domain_id" | "workspace_type_id",
  id: string,
): Promise<void> {
  const refers = sql<boolean>`${sql.ref(column)} = ${id}`;
  await db.selectFrom("workspaces").select("id").where(refers).orderBy("id").modifyEnd(dialect.forUpdate).execute();
  await db.updateTable("workspaces").set(column, null).set("version", sql`version + 1`).where(refers).execute();
}

/** Locks the rows first, as in workspaces. */
async function forgetInDocuments(
  { db, dialect }: Transaction,
  column: "domain_id" | "document_type_id",
  id: string,
): Promise<void> {
  const refers = sql<boolean>`${sql.ref(column)} = ${id}`;
  await db.selectFrom("documents").select("id").where(refers).orderBy("id").modifyEnd(dialect.forUpdate).execute();
  await db.updateTable("documents").set(column, null).where(refers).execute();
}
