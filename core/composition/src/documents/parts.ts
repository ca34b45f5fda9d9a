import {
  type Caller,
  type Clock,
  create,
  existing,
  type FieldError,
  invalid,
  type NewId,
  type Page,
  parseId,
  read,
  requireSound,
  service,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { CompositionStores, PartListing } from "../ports.ts";
import { type ComposedDocument, edited } from "../records/composed-document.ts";
import type { ComposedDocumentId, PartId } from "../records/ids.ts";
import {
  type ListedPart,
  newPart,
  newPartErrors,
  PARTS_MAX,
  type Part,
  type PartInput,
  partErrors,
  partPatch,
} from "../records/part.ts";
import { requireUnlocked, statusAfter } from "../records/part-status.ts";
import { lockedToWrite, permitted } from "./access.ts";
import { differing } from "./composed-document-input.ts";
import { type PartPosition, repositioned } from "./reorder.ts";

/** A part of a composed document. */
export interface PartRef {
  readonly documentId: ComposedDocumentId;
  readonly id: PartId;
}

/** The parts of composed documents. Their rights are those of their document; a part of another one is not found (404). */
export interface Parts {
  /** In their order, without content unless it is asked for; fewer than a page where they are long. */
  list(caller: Caller, ask: PartListing & { readonly documentId: ComposedDocumentId }): Promise<Page<ListedPart>>;
  get(caller: Caller, part: PartRef): Promise<Part>;
  /** At the end, unless a position is said. One more than {@link PARTS_MAX} is 422, `base` too_long. */
  create(caller: Caller, input: PartInput & { readonly documentId: ComposedDocumentId }): Promise<Part>;
  update(caller: Caller, change: PartRef & { readonly input: PartInput }): Promise<Part>;
  remove(caller: Caller, part: PartRef): Promise<void>;
  /** Parts that are not named keep their position. All or nothing (422). Answers all parts in their order. */
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
  /** What became of its parts makes a document's status another one. */
  async function touched(stores: Stores, document: ComposedDocument): Promise<void> {
    const statuses = await stores.parts.statuses(document.id);
    await stores.composedDocuments.update(edited(document, statuses, clock.now()));
  }

  return {
    list: read(async (stores, caller, { documentId, ...listing }) => {
      await permitted(stores, caller, documentId, "read");
      return stores.parts.list(documentId, listing);
    }),

    get: read(async (stores, caller, { documentId, id }) => {
      await permitted(stores, caller, documentId, "read");
      return existing(await stores.parts.find(documentId, id));
    }),

    create: create(
      async (stores, caller, { documentId, ...input }) => {
        requireSound(newPartErrors(input));
        const document = await lockedToWrite(stores, caller, documentId);
        requireSound(await assigneeErrors(stores, input));
        const { count, lastPosition } = await stores.parts.extent(documentId);
        if (count >= PARTS_MAX) throw invalid(tooManyParts);
        const position = input.position ?? nextPosition(lastPosition);
        const part = newPart(input, { id: newId(), composedDocumentId: documentId, position, now: clock.now() });
        await stores.parts.insert([part]);
        await touched(stores, document);
        return part;
      },
      whileFound(async (stores, caller, { id, composedDocumentId }) => {
        await permitted(stores, caller, composedDocumentId, "read");
        existing(await stores.parts.find(composedDocumentId, id));
      }),
    ),

    update: write(async (stores, caller, { documentId, id, input }) => {
      requireSound(partErrors(input));
      const document = await lockedToWrite(stores, caller, documentId);
      const present = existing(await stores.parts.find(documentId, id));
      const wanted = { ...partPatch(input), ...(input.position !== undefined && { position: input.position }) };
      const patch = differing(present, wanted);
      requireSound(await assigneeErrors(stores, { ...present, ...patch }, patch));
      const status = statusAfter(caller, present, patch);
      if (Object.keys(patch).length === 0) return present;
      const now = clock.now();
      const lockedAt = status === "locked" ? (present.lockedAt ?? now) : null;
      const part: Part = { ...present, ...patch, status, lockedAt, updatedAt: now };
      await stores.parts.update(part);
      await touched(stores, document);
      return part;
    }),

    remove: write(async (stores, caller, { documentId, id }) => {
      const document = await lockedToWrite(stores, caller, documentId);
      requireUnlocked(existing(await stores.parts.find(documentId, id)));
      await stores.parts.remove(id);
      await touched(stores, document);
    }),

    reorder: write(async (stores, caller, { documentId, parts: wanted }) => {
      const document = await lockedToWrite(stores, caller, documentId);
      const moved = repositioned(await stores.parts.positions(documentId), wanted);
      if (moved.length > 0) {
        await stores.parts.move(moved, clock.now());
        await touched(stores, document);
      }
      return stores.parts.positions(documentId);
    }),
  };
}

/** Behind the last one; where no number is left for that, beside it, where the later one comes after. */
const nextPosition = (last: number): number => Math.min(Math.max(last, 0) + 1, Number.MAX_SAFE_INTEGER);

const tooManyParts: FieldError = {
  field: "base",
  code: "too_long",
  message: `has too many parts (maximum is ${PARTS_MAX} parts)`,
};

/** Somebody who is to work on a part is a user, unless the request says that he is something else. */
async function assigneeErrors(
  { subjects }: CompositionStores,
  { assigneeId, assigneeType }: PartInput,
  patch: PartInput = { assigneeId: assigneeId ?? null },
): Promise<readonly FieldError[]> {
  const isSaid = patch.assigneeId !== undefined || patch.assigneeType !== undefined;
  if (!assigneeId || !isSaid || !(assigneeType === undefined || assigneeType === null || assigneeType === "User"))
    return [];
  const id = parseId<"User">(assigneeId);
  if (id && (await subjects.lockShared("user", id))) return [];
  return [{ field: "assigneeId", code: "not_found", message: "is nobody in the directory" }];
}
