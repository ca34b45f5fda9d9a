import {
  createRecords,
  type FieldError,
  type Id,
  inputErrors,
  newRecord,
  patchOf,
  type RecordDependencies,
  type Records,
  type ReplayStores,
  requireAdministrator,
} from "@cartulary/kernel";
import type { CatalogueStore, CatalogueStores } from "../ports.ts";
import {
  type CatalogueEntry,
  type CatalogueField,
  type CatalogueInput,
  type CatalogueKind,
  type CatalogueNouns,
  catalogueRecord,
  type NewCatalogueEntry,
} from "../records/catalogue.ts";

/**
 * Workspace types, document types or domains: readable by all users, writable by administrators. Removing one sets
 * references to it to `null`.
 */
export type Catalogue<Noun extends string> = Records<
  CatalogueEntry<Noun>,
  CatalogueField,
  CatalogueInput,
  NewCatalogueEntry
>;

export type Catalogues = { readonly [Kind in CatalogueKind]: Catalogue<CatalogueNouns[Kind]> };

export function createCatalogue<Kind extends CatalogueKind, Stores extends CatalogueStores & ReplayStores>(
  kind: Kind,
  dependencies: RecordDependencies<Stores>,
): Catalogue<CatalogueNouns[Kind]> {
  type Entry = CatalogueEntry<CatalogueNouns[Kind]>;
  const storeOf = (stores: CatalogueStores): CatalogueStore<CatalogueNouns[Kind]> => stores[kind];
  return createRecords(
    {
      storeOf,
      requireWriter: requireAdministrator,
      errors: (input: CatalogueInput) => inputErrors(catalogueRecord, input),
      newErrors: (input: NewCatalogueEntry) => inputErrors(catalogueRecord, input),
      make: (input: NewCatalogueEntry, { id, now }): Entry => ({
        ...newRecord(catalogueRecord, input),
        id,
        createdAt: now,
        updatedAt: now,
      }),
      change: (entry: Entry, input: CatalogueInput, now): Entry => ({
        ...entry,
        ...patchOf(catalogueRecord, input),
        updatedAt: now,
      }),
    },
    dependencies,
  );
}

/** References of a workspace or a document to catalogue entries. */
interface CatalogueReferences {
  readonly domainId?: Id<"Domain"> | null;
  readonly documentTypeId?: Id<"DocumentType"> | null;
  readonly workspaceTypeId?: Id<"WorkspaceType"> | null;
}

/**
 * Returns an error for each reference to a missing entry. Locks the existing ones against removal until the transaction
 * ends.
 */
export async function missingReferenceErrors(
  stores: CatalogueStores,
  { domainId, documentTypeId, workspaceTypeId }: CatalogueReferences,
): Promise<readonly FieldError[]> {
  const missing: FieldError[] = [];
  const check = (field: keyof CatalogueReferences, exists: boolean) => {
    if (!exists) missing.push({ field, code: "not_found", message: "does not exist" });
  };
  if (domainId) check("domainId", await stores.domains.lockShared(domainId));
  if (documentTypeId) check("documentTypeId", await stores.documentTypes.lockShared(documentTypeId));
  if (workspaceTypeId) check("workspaceTypeId", await stores.workspaceTypes.lockShared(workspaceTypeId));
  return missing;
}
