import {
  type Caller,
  type Clock,
  create,
  type FieldError,
  type Id,
  type ListQuery,
  line,
  type NewId,
  type OnRemoval,
  type Page,
  type ReplayStores,
  read,
  requireAdministrator,
  requireSound,
  service,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { CatalogueEntry, CatalogueField, CatalogueKind, CatalogueNouns, CatalogueStatus } from "./catalogue.ts";
import type { CatalogueStores } from "./ports.ts";
import { visible } from "./sight.ts";
import { nameRule, passageRule, valueErrors } from "./values.ts";

/** What may be said of an entry. An absent field keeps its value; on creation it gets its default. */
export interface CatalogueInput {
  readonly name?: string;
  readonly description?: string | null;
  /** `published` unless it is said. Never said of domains. */
  readonly status?: CatalogueStatus;
}

/**
 * Workspace types, document types or domains: read by everyone who is signed in, changed by administrators (403).
 * Values out of their bounds are 422 with a detail each.
 */
export interface Catalogue<Noun extends string> {
  list(caller: Caller, query: ListQuery<CatalogueField>): Promise<Page<CatalogueEntry<Noun>>>;
  get(caller: Caller, id: CatalogueEntry<Noun>["id"]): Promise<CatalogueEntry<Noun>>;
  create(caller: Caller, input: CatalogueInput & { readonly name: string }): Promise<CatalogueEntry<Noun>>;
  update(
    caller: Caller,
    change: CatalogueInput & { readonly id: CatalogueEntry<Noun>["id"] },
  ): Promise<CatalogueEntry<Noun>>;
  /** What refers to it stays and refers to nothing from then on. */
  remove(caller: Caller, id: CatalogueEntry<Noun>["id"]): Promise<void>;
}

/** The three of them. */
export type Catalogues = { readonly [Kind in CatalogueKind]: Catalogue<CatalogueNouns[Kind]> };

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onRemoval: OnRemoval<Stores>;
}

export function createCatalogue<Kind extends CatalogueKind, Stores extends CatalogueStores & ReplayStores>(
  kind: Kind,
  { transact, ...dependencies }: Dependencies<Stores> & { readonly transact: Transact<Stores> },
): Catalogue<CatalogueNouns[Kind]> {
  return service<Catalogue<CatalogueNouns[Kind]>, Stores>(transact, catalogueUseCases(kind, dependencies));
}

function catalogueUseCases<Kind extends CatalogueKind, Stores extends CatalogueStores & ReplayStores>(
  kind: Kind,
  { clock, newId, onRemoval }: Dependencies<Stores>,
): UseCases<Catalogue<CatalogueNouns[Kind]>, Stores> {
  type Entry = CatalogueEntry<CatalogueNouns[Kind]>;
  const storeOf = (stores: CatalogueStores) => stores[kind];
  return {
    list: read((stores, _caller, query) => storeOf(stores).list(query)),

    get: read(async (stores, _caller, id) => visible(await storeOf(stores).find(id))),

    create: create(
      async (stores, caller, input) => {
        requireAdministrator(caller);
        requireSound(entryErrors(input));
        const now = clock.now();
        const entry: Entry = {
          description: null,
          status: "published",
          ...said(input),
          name: line(input.name),
          id: newId(),
          createdAt: now,
          updatedAt: now,
        };
        await storeOf(stores).insert(entry);
        return entry;
      },
      whileFound(async (stores, _caller, { id }) => visible(await storeOf(stores).find(id))),
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      requireAdministrator(caller);
      requireSound(entryErrors(input));
      const entry: Entry = { ...visible(await storeOf(stores).lock(id)), ...said(input), updatedAt: clock.now() };
      await storeOf(stores).update(entry);
      return entry;
    }),

    remove: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      visible(await storeOf(stores).lock(id));
      await storeOf(stores).remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
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
  if (domainId) found("domainId", await stores.domains.hold(domainId));
  if (documentTypeId) found("documentTypeId", await stores.documentTypes.hold(documentTypeId));
  if (workspaceTypeId) found("workspaceTypeId", await stores.workspaceTypes.hold(workspaceTypeId));
  return missing;
}

function entryErrors(input: CatalogueInput): readonly FieldError[] {
  return valueErrors(input, { name: nameRule, description: passageRule });
}

/** What the input says of an entry, as it is kept. */
function said({
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
