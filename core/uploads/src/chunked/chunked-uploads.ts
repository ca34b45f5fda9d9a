import type { Blobs } from "@cartulary/blobs";
import { type ContentTypes, createVisibility, destination, type ReadRule } from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  create,
  type Digests,
  type NewId,
  offsetOf,
  type Page,
  type PageQuery,
  rateLimited,
  read,
  replayWhileVisible,
  service,
  type Timer,
  type Transact,
  throwIfInvalid,
  type UseCases,
  type UserId,
  write,
} from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { changesState, requireAllowed, requireVisible } from "./access-checks.ts";
import { assembly, type Completion } from "./assembly.ts";
import { asOf, type ChunkedUploadId, OPEN_SESSIONS_MAX } from "./chunked-upload.ts";
import { type ChunkedUploadView, chunkedUploadView, viewOf } from "./chunked-upload-view.ts";
import { endUpload, expire } from "./end-upload.ts";
import { type NewChunkedUpload, newUpload, newUploadErrors } from "./new-upload.ts";
import { createChunkReceiver, type IncomingChunk, type ReceivedChunk } from "./receive-chunk.ts";

/**
 * Large files that arrive in chunks, in any order and over any number of connections (uploads.md 5).
 *
 * An upload belongs to its owner; administrators may read and cancel it; other callers get 404. A request that the
 * status forbids throws the code of that status; `upload_processing` (409) can be retried. Acknowledged bytes are
 * durable.
 */
export interface ChunkedUploads {
  /**
   * Creates an upload that expires after a day. Throws 422 with all invalid fields, or for a missing destination; 403
   * for a destination without write access; 429 when the user has {@link OPEN_SESSIONS_MAX} open uploads.
   */
  create(caller: Caller, input: NewChunkedUpload): Promise<ChunkedUploadView>;
  get(caller: Caller, id: ChunkedUploadId): Promise<ChunkedUploadView>;
  /**
   * Lists the caller's own uploads that are not finished, newest first: {@link OPEN_SESSIONS_MAX} at most, for
   * administrators, too.
   */
  list(caller: Caller, query: PageQuery): Promise<Page<ChunkedUploadView>>;
  /** Receives one chunk of exactly the expected length; replaces a chunk of the same number. */
  receive(caller: Caller, chunk: IncomingChunk): Promise<ReceivedChunk>;
  /**
   * Assembles all chunks into one file; repeated requests get the same reply. A wrong checksum leaves the upload open
   * (422). Continues when the client disconnects.
   */
  complete(caller: Caller, completion: Completion): Promise<ChunkedUploadView>;
  /**
   * Cancels an upload and deletes its chunks; does nothing to one that has already failed, expired or been cancelled.
   */
  cancel(caller: Caller, id: ChunkedUploadId): Promise<ChunkedUploadView>;
}

/** The operations that are one transaction each. */
type Operations = Pick<ChunkedUploads, "create" | "get" | "list" | "cancel">;

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobs: Blobs;
  readonly contentTypes: ContentTypes;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timer: Timer;
  readonly extraReadRules: readonly ReadRule<Stores>[];
}

export function createChunkedUploads<Stores extends UploadStores>(dependencies: Dependencies<Stores>): ChunkedUploads {
  const { transact, clock, newId } = dependencies;
  const visibility = createVisibility(dependencies.extraReadRules, dependencies.clock);

  const useCases: UseCases<Operations, Stores> = {
    create: create(
      async (stores, caller, input) => {
        throwIfInvalid(newUploadErrors(input));
        await destination(stores, visibility, caller, input);
        const now = clock.now();
        await requireRoomFor(stores, caller.userId, now);
        const upload = newUpload(input, { id: newId(), userId: caller.userId, now });
        await stores.chunkedUploads.insert(upload);
        return chunkedUploadView(stores, upload, now);
      },
      replayWhileVisible(async ({ chunkedUploads }, caller, { uploadId }) =>
        requireVisible(await chunkedUploads.find(uploadId), caller),
      ),
    ),

    get: read(async (stores, caller, id) =>
      chunkedUploadView(stores, requireVisible(await stores.chunkedUploads.find(id), caller), clock.now()),
    ),

    list: read(async ({ chunkedUploads, chunks }, { userId }, query) => {
      const now = clock.now();
      const open = await chunkedUploads.findOpen(userId, now, OPEN_SESSIONS_MAX);
      const start = offsetOf(query);
      const shown = open.slice(start, start + query.perPage);
      const present = await chunks.numbersByUpload(shown.map(({ id }) => id));
      const items = shown.map((upload) => viewOf(asOf(upload, now), present.get(upload.id) ?? []));
      return { ...query, items, total: open.length };
    }),

    cancel: write(async (stores, caller, id) => {
      const now = clock.now();
      const stored = requireVisible(await stores.chunkedUploads.lock(id), caller);
      const upload = requireAllowed(stored, "cancel", now);
      if (changesState(upload, "cancel"))
        return chunkedUploadView(stores, await endUpload(stores, upload, "cancelled", now), now);
      const isOver = upload.status === "expired" && stored.status !== "expired";
      return chunkedUploadView(stores, isOver ? await expire(stores, stored, now) : upload, now);
    }),
  };

  return {
    ...service<Operations, Stores>(transact, useCases),
    receive: createChunkReceiver(dependencies),
    complete: assembly(dependencies),
  };
}

async function requireRoomFor({ chunkedUploads }: UploadStores, userId: UserId, now: ReturnType<Clock["now"]>) {
  if ((await chunkedUploads.countOpen(userId, now)) < OPEN_SESSIONS_MAX) return;
  const message = `You have ${OPEN_SESSIONS_MAX} open uploads; complete or cancel one first`;
  throw rateLimited(message, ROOM_RETRY_SECONDS);
}

const ROOM_RETRY_SECONDS = 60;
