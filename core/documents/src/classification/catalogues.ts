import {
  createRecords,
  type FieldError,
  type Id,
  line,
  type RecordDependencies,
  type Records,
  type ReplayStores,
  requireAdministrator,
} from "@cartulary/kernel";
import type { CatalogueStore, CatalogueStores } from "../ports.ts";
import type {
  CatalogueEntry,
  CatalogueField,
  CatalogueKind,
  CatalogueNouns,
  CatalogueStatus,
} from "../records/catalogue.ts";
import { nameRule, passageRule, valueErrors } from "../values.ts";

/** What may be said of an entry. An absent field keeps its value; on creation it gets its default. */
export interface CatalogueInput {
  readonly name?: string;
  readonly description?: string | null;
  /** `published` unless it is said. Never said of domains. */
  readonly status?: CatalogueStatus;
}

/**
 * Workspace types, document types or domains: read by everyone who is signed in, changed by administrators. What refers to
 * one that is removed stays and refers to nothing from then on.
 */
export type Catalogue<Noun extends string> = Records<CatalogueEntry<Noun>, CatalogueField, CatalogueInput, NewEntry>;

/** The three of them. */
export type Catalogues = { readonly [Kind in CatalogueKind]: Catalogue<CatalogueNouns[Kind]> };

/** What is said of an entry that is being made. */
type NewEntry = CatalogueInput & { readonly name: string };

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
      errors: entryErrors,
      newErrors: entryErrors,
      make: (input: NewEntry, { id, now }): Entry => ({
        description: null,
        status: "published",
        ...patchOf(input),
        name: line(input.name),
        id,
        createdAt: now,
        updatedAt: now,
      }),
      change: (entry: Entry, input: CatalogueInput, now): Entry => ({ ...entry, ...patchOf(input), updatedAt: now }),
    },
    dependencies,
  );
}

/** The entries that a workspace or a document may name. */
interface CatalogueReferences {
  readonly domainId?: Id<"Domain"> | null;
  readonly documentTypeId?: Id<"DocumentType"> | null;
  readonly workspaceTypeId?: Id<"WorkspaceType"> | null;
}

/**
 * Each entry that is named and that there is not, as not found. Those that there are stay until the transaction ends,
 * so that nothing comes to refer to an entry that has just gone.
 */
export async function missingEntries(
  stores: CatalogueStores,
  { domainId, documentTypeId, workspaceTypeId }: CatalogueReferences,
): Promise<readonly FieldError[]> {
  const missing: FieldError[] = [];
  const found = (field: keyof CatalogueReferences, there: boolean) => {
    if (!there) missing.push({ field, code: "not_found", message: "names nothing that there is" });
  };
  if (domainId) found("domainId", await stores.domains.lockShared(domainId));
  if (documentTypeId) found("documentTypeId", await stores.documentTypes.lockShared(documentTypeId));
  if (workspaceTypeId) found("workspaceTypeId", await stores.workspaceTypes.lockShared(workspaceTypeId));
  return missing;
}

function entryErrors(input: CatalogueInput): readonly FieldError[] {
  return valueErrors(input, { name: nameRule, description: passageRule });
}

/** What the input changes of an entry. */
function patchOf({
  name,
  description,
  status,
}: CatalogueInput): Partial<Pick<CatalogueEntry<string>, "name" | "description" | "status">> {
  return {
    ...(name !== undefined && { name: line(name) }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
  };
}
