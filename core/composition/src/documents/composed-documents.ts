import {
  type Caller,
  type Clock,
  create,
  existing,
  type ListQuery,
  type NewId,
  type OnRemoval,
  type Page,
  read,
  requireSound,
  service,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { ComposedWithin, CompositionStores } from "../ports.ts";
import {
  type ComposedDocumentField,
  type ComposedDocumentView,
  edited,
  type ListedComposedDocument,
} from "../records/composed-document.ts";
import type { ComposedDocumentId } from "../records/ids.ts";
import { lockedToWrite, permitted } from "./access.ts";
import {
  type ComposedDocumentInput,
  composedDocumentErrors,
  composedDocumentPatch,
  differing,
  type NewComposedDocument,
  requireAssemblyMode,
  requireEditableSource,
  typeErrors,
} from "./composed-document-input.ts";
import { copiedParts, newComposedDocument, templateNamed } from "./new-composed-document.ts";
import { destination } from "./place.ts";

/**
 * Composed documents, as one caller sees and changes them: by his rights on their folder, else their workspace, else
 * because he made them. What he may not read is not found (404), what he may read but not write forbidden (403).
 */
export interface ComposedDocuments {
  /** Without their sources; fewer than a page where they are long. */
  list(
    caller: Caller,
    ask: { readonly query: ListQuery<ComposedDocumentField>; readonly within: ComposedWithin },
  ): Promise<Page<ListedComposedDocument>>;
  get(caller: Caller, id: ComposedDocumentId): Promise<ComposedDocumentView>;
  /** Copies what it needs of an active template. */
  create(caller: Caller, input: NewComposedDocument): Promise<ComposedDocumentView>;
  update(
    caller: Caller,
    change: ComposedDocumentInput & { readonly id: ComposedDocumentId },
  ): Promise<ComposedDocumentView>;
  /** With its parts; its PDF stays. */
  remove(caller: Caller, id: ComposedDocumentId): Promise<void>;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onRemoval: OnRemoval<Stores>;
}

export function createComposedDocuments<Stores extends CompositionStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): ComposedDocuments {
  return service<ComposedDocuments, Stores>(transact, composedDocumentUseCases(dependencies));
}

function composedDocumentUseCases<Stores extends CompositionStores>({
  clock,
  newId,
  onRemoval,
}: Dependencies<Stores>): UseCases<ComposedDocuments, Stores> {
  return {
    list: read(({ composedDocuments }, caller, { query, within }) => composedDocuments.list(caller, query, within)),

    get: read((stores, caller, id) => permitted(stores, caller, id, "read")),

    create: create(
      async (stores, caller, input) => {
        requireSound(composedDocumentErrors(input));
        requireAssemblyMode(input);
        // So that nothing comes to lie in a folder that is going away.
        await stores.tree.lockShared();
        const place = await destination(stores, caller, input);
        const template = await templateNamed(stores.templates, input.templateKey);
        requireSound(typeErrors(input, template.variablesSchema));
        const now = clock.now();
        const document = newComposedDocument(template, input, { id: newId(), caller, place, now });
        await stores.composedDocuments.insert(document);
        await stores.parts.insert(copiedParts(template, document.id, { newId, now }));
        return existing(await stores.composedDocuments.find(document.id));
      },
      whileFound((stores, caller, { id }) => permitted(stores, caller, id, "read")),
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      requireSound(composedDocumentErrors(input));
      requireAssemblyMode(input);
      const present = await lockedToWrite(stores, caller, id);
      requireSound(typeErrors(input, present.variablesSchema));
      const patch = differing(present, composedDocumentPatch(input));
      requireEditableSource(patch, patch.assemblyMode ?? present.assemblyMode);
      if (Object.keys(patch).length > 0) {
        const statuses = await stores.parts.statuses(id);
        await stores.composedDocuments.update(edited({ ...present, ...patch }, statuses, clock.now()));
      }
      return existing(await stores.composedDocuments.find(id));
    }),

    remove: write(async (stores, caller, id) => {
      await lockedToWrite(stores, caller, id);
      await stores.parts.removeAll(id);
      await stores.composedDocuments.remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}
