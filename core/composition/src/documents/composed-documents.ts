import {
  type Caller,
  type Clock,
  create,
  type ListQuery,
  type NewId,
  type OnRemoval,
  orNotFound,
  type Page,
  read,
  replayWhileVisible,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import type { ComposedWithin, CompositionStores } from "../ports.ts";
import {
  type ComposedDocumentField,
  type ComposedDocumentView,
  type ListedComposedDocument,
  markEdited,
} from "../records/composed-document.ts";
import type { ComposedDocumentId } from "../records/ids.ts";
import { lockForWrite, requirePermitted } from "./access.ts";
import {
  type ComposedDocumentInput,
  changedFields,
  composedDocumentErrors,
  composedDocumentPatch,
  type NewComposedDocument,
  requireAssemblyMode,
  requireEditableSource,
  typeErrors,
} from "./composed-document-input.ts";
import { copyTemplateParts, lockTemplate, newComposedDocument } from "./new-composed-document.ts";
import { destination } from "./place.ts";

/**
 * Composed documents. Rights come from the folder, else the workspace, else the creator. Throws 404 for documents that
 * the caller may not read, 403 for those that the caller may not write.
 */
export interface ComposedDocuments {
  /** Without sources. Pages of long documents may end early. */
  list(
    caller: Caller,
    ask: { readonly query: ListQuery<ComposedDocumentField>; readonly within: ComposedWithin },
  ): Promise<Page<ListedComposedDocument>>;
  get(caller: Caller, id: ComposedDocumentId): Promise<ComposedDocumentView>;
  /** Creates a document from an active template, by copying it. */
  create(caller: Caller, input: NewComposedDocument): Promise<ComposedDocumentView>;
  update(
    caller: Caller,
    change: ComposedDocumentInput & { readonly id: ComposedDocumentId },
  ): Promise<ComposedDocumentView>;
  /** Removes the document and its parts; its PDF stays. */
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

    get: read((stores, caller, id) => requirePermitted(stores, caller, id, "read")),

    create: create(
      async (stores, caller, input) => {
        throwIfInvalid(composedDocumentErrors(input));
        requireAssemblyMode(input);
        // Prevents that the folder is removed concurrently.
        await stores.tree.lockShared();
        const place = await destination(stores, caller, input);
        const template = await lockTemplate(stores.templates, input.templateKey);
        throwIfInvalid(typeErrors(input, template.variablesSchema));
        const now = clock.now();
        const document = newComposedDocument(template, input, { id: newId(), caller, place, now });
        await stores.composedDocuments.insert(document);
        await stores.parts.insert(copyTemplateParts(template, document.id, { newId, now }));
        return orNotFound(await stores.composedDocuments.find(document.id));
      },
      replayWhileVisible((stores, caller, { id }) => requirePermitted(stores, caller, id, "read")),
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      throwIfInvalid(composedDocumentErrors(input));
      requireAssemblyMode(input);
      const present = await lockForWrite(stores, caller, id);
      throwIfInvalid(typeErrors(input, present.variablesSchema));
      const patch = changedFields(present, composedDocumentPatch(input));
      requireEditableSource(patch, patch.assemblyMode ?? present.assemblyMode);
      if (Object.keys(patch).length > 0) {
        const statuses = await stores.parts.statuses(id);
        await stores.composedDocuments.update(markEdited({ ...present, ...patch }, statuses, clock.now()));
      }
      return orNotFound(await stores.composedDocuments.find(id));
    }),

    remove: write(async (stores, caller, id) => {
      await lockForWrite(stores, caller, id);
      await stores.parts.removeAll(id);
      await stores.composedDocuments.remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}
