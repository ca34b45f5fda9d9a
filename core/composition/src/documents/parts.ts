import {
  type Caller,
  type Clock,
  create,
  type FieldError,
  invalid,
  type NewId,
  orNotFound,
  type Page,
  parseId,
  read,
  replayWhileVisible,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import type { CompositionStores, PartListing } from "../ports.ts";
import { type ComposedDocument, markEdited } from "../records/composed-document.ts";
import type { ComposedDocumentId, PartId } from "../records/ids.ts";
import {
  type ListedPart,
  newPart,
  newPartErrors,
  nextPosition,
  PARTS_MAX,
  type Part,
  type PartInput,
  partErrors,
  partPatch,
} from "../records/part.ts";
import { requireUnlocked, statusAfter } from "../records/part-status.ts";
import { lockForWrite, requirePermitted } from "./access.ts";
import { changedFields } from "./composed-document-input.ts";
import { type PartPosition, reorderParts } from "./reorder.ts";

/** Identifies a part. */
export interface PartRef {
  readonly documentId: ComposedDocumentId;
  readonly id: PartId;
}

/** Parts of composed documents, with the rights of their document. A part of another document is not found (404). */
export interface Parts {
  /** In order; contents on request only. Pages of long parts may end early. */
  list(caller: Caller, ask: PartListing & { readonly documentId: ComposedDocumentId }): Promise<Page<ListedPart>>;
  get(caller: Caller, part: PartRef): Promise<Part>;
  /** Appends the part, unless the input has a position. Throws 422 (`base` too_long) above {@link PARTS_MAX}. */
  create(caller: Caller, input: PartInput & { readonly documentId: ComposedDocumentId }): Promise<Part>;
  update(caller: Caller, change: PartRef & { readonly input: PartInput }): Promise<Part>;
  remove(caller: Caller, part: PartRef): Promise<void>;
  /** Moves the listed parts, all or none (422). Returns all parts in order. */
  reorder(
    caller: Caller,
    ask: { readonly documentId: ComposedDocumentId; readonly parts: readonly PartPosition[] },
  ): Promise<readonly PartPosition[]>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createParts<Stores extends CompositionStores>({
  transact,
  ...dependencies
}: Dependencies & { readonly transact: Transact<Stores> }): Parts {
  return service<Parts, Stores>(transact, partUseCases(dependencies));
}

function partUseCases<Stores extends CompositionStores>({ clock, newId }: Dependencies): UseCases<Parts, Stores> {
  /** Updates the document's revision and status after a change of its parts. */
  async function updateDocument(stores: Stores, document: ComposedDocument): Promise<void> {
    const statuses = await stores.parts.statuses(document.id);
    await stores.composedDocuments.update(markEdited(document, statuses, clock.now()));
  }

  return {
    list: read(async (stores, caller, { documentId, ...listing }) => {
      await requirePermitted(stores, caller, documentId, "read");
      return stores.parts.list(documentId, listing);
    }),

    get: read(async (stores, caller, { documentId, id }) => {
      await requirePermitted(stores, caller, documentId, "read");
      return orNotFound(await stores.parts.find(documentId, id));
    }),

    create: create(
      async (stores, caller, { documentId, ...input }) => {
        throwIfInvalid(newPartErrors(input));
        const document = await lockForWrite(stores, caller, documentId);
        throwIfInvalid(await assigneeErrors(stores, input));
        const { count, lastPosition } = await stores.parts.extent(documentId);
        if (count >= PARTS_MAX) throw invalid(tooManyParts);
        const position = input.position ?? nextPosition(lastPosition);
        const part = newPart(input, { id: newId(), composedDocumentId: documentId, position, now: clock.now() });
        await stores.parts.insert([part]);
        await updateDocument(stores, document);
        return part;
      },
      replayWhileVisible(async (stores, caller, { id, composedDocumentId }) => {
        await requirePermitted(stores, caller, composedDocumentId, "read");
        orNotFound(await stores.parts.find(composedDocumentId, id));
      }),
    ),

    update: write(async (stores, caller, { documentId, id, input }) => {
      throwIfInvalid(partErrors(input));
      const document = await lockForWrite(stores, caller, documentId);
      const present = orNotFound(await stores.parts.find(documentId, id));
      const wanted = { ...partPatch(input), ...(input.position !== undefined && { position: input.position }) };
      const patch = changedFields(present, wanted);
      throwIfInvalid(await assigneeErrors(stores, { ...present, ...patch }, patch));
      const status = statusAfter(caller, present, patch);
      if (Object.keys(patch).length === 0) return present;
      const now = clock.now();
      const lockedAt = status === "locked" ? (present.lockedAt ?? now) : null;
      const part: Part = { ...present, ...patch, status, lockedAt, updatedAt: now };
      await stores.parts.update(part);
      await updateDocument(stores, document);
      return part;
    }),

    remove: write(async (stores, caller, { documentId, id }) => {
      const document = await lockForWrite(stores, caller, documentId);
      requireUnlocked(orNotFound(await stores.parts.find(documentId, id)));
      await stores.parts.remove(id);
      await updateDocument(stores, document);
    }),

    reorder: write(async (stores, caller, { documentId, parts: wanted }) => {
      const document = await lockForWrite(stores, caller, documentId);
      const moved = reorderParts(await stores.parts.positions(documentId), wanted);
      if (moved.length > 0) {
        await stores.parts.move(moved, clock.now());
        await updateDocument(stores, document);
      }
      return stores.parts.positions(documentId);
    }),
  };
}

const tooManyParts: FieldError = {
  field: "base",
  code: "too_long",
  message: `has too many parts (maximum is ${PARTS_MAX} parts)`,
};

/** Validates that an assignee of type `User` (the default) exists. */
async function assigneeErrors(
  { subjects }: CompositionStores,
  { assigneeId, assigneeType }: PartInput,
  patch: PartInput = { assigneeId: assigneeId ?? null },
): Promise<readonly FieldError[]> {
  const isChanged = patch.assigneeId !== undefined || patch.assigneeType !== undefined;
  if (!assigneeId || !isChanged || !(assigneeType === undefined || assigneeType === null || assigneeType === "User"))
    return [];
  const id = parseId<"User">(assigneeId);
  if (id && (await subjects.lockShared("user", id))) return [];
  return [{ field: "assigneeId", code: "not_found", message: "does not exist" }];
}
