import type { Blobs } from "@cartulary/blobs";
import { type ContentTypes, createVisibility, destination, type OtherReader } from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  create,
  type Digests,
  type NewId,
  rateLimited,
  read,
  requireSound,
  service,
  type Timer,
  type Transact,
  type UseCases,
  type UserId,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { assembly, type Completion } from "./assembly.ts";
import { type ChunkedUploadId, OPEN_SESSIONS_MAX } from "./chunked-upload.ts";
import { end, expire } from "./ending.ts";
import { admitted, proceeds, seen } from "./judging.ts";
import { type NewChunkedUpload, newUpload, newUploadErrors } from "./new-upload.ts";
import { chunkReceiving, type IncomingChunk, type ReceivedChunk } from "./receiving.ts";
import { type ChunkedUploadView, viewOf } from "./view.ts";

/**
 * Large files that come in chunks, in any order, over as many connections as their sender likes (uploads.md 5).
 *
 * A session is its owner's; administrators read and cancel it, to others it is not there (404). What a state forbids is
 * refused with the code of that state; `upload_processing` (409) says to ask again. Acknowledged bytes are durable.
 */
export interface ChunkedUploads {
  /**
   * Opens a session for a day. Refused fields are 422, all at once; so is a destination that is not there, and 403 one
   * where the caller may not write. A person with {@link OPEN_SESSIONS_MAX} under way is refused: 429.
   */
  create(caller: Caller, input: NewChunkedUpload): Promise<ChunkedUploadView>;
  get(caller: Caller, id: ChunkedUploadId): Promise<ChunkedUploadView>;
  /** Takes one chunk, of exactly its length; the same number again takes the place of what was sent before. */
  receive(caller: Caller, chunk: IncomingChunk): Promise<ReceivedChunk>;
  /**
   * Makes one file of all chunks; a repeated request gets the same answer. A checksum that differs leaves the session
   * open (422). It goes on when whoever asked is gone.
   */
  complete(caller: Caller, completion: Completion): Promise<ChunkedUploadView>;
  /** Ends a session and removes its chunks; one that has ended otherwise stays as it is. */
  cancel(caller: Caller, id: ChunkedUploadId): Promise<ChunkedUploadView>;
}

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobs: Blobs;
  readonly contentTypes: ContentTypes;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timer: Timer;
  readonly otherReaders: readonly OtherReader<Stores>[];
}

export function createChunkedUploads<Stores extends UploadStores>(dependencies: Dependencies<Stores>): ChunkedUploads {
  const { transact, clock, newId } = dependencies;
  const visibility = createVisibility(dependencies.otherReaders);

  const useCases: UseCases<Pick<ChunkedUploads, "create" | "get" | "cancel">, Stores> = {
    create: create(
      async (stores, caller, input) => {
        requireSound(newUploadErrors(input));
        await destination(stores, visibility, caller, input);
        const now = clock.now();
        await requireRoomFor(stores, caller.userId, now);
        const upload = newUpload(input, { id: newId(), userId: caller.userId, now });
        await stores.chunkedUploads.insert(upload);
        return viewOf(stores, upload, now);
      },
      whileFound(async ({ chunkedUploads }, caller, { uploadId }) => seen(await chunkedUploads.find(uploadId), caller)),
    ),

    get: read(async (stores, caller, id) =>
      viewOf(stores, seen(await stores.chunkedUploads.find(id), caller), clock.now()),
    ),

    cancel: write(async (stores, caller, id) => {
      const now = clock.now();
      const stored = seen(await stores.chunkedUploads.lock(id), caller);
      const upload = admitted(stored, "cancel", now);
      if (proceeds(upload, "cancel")) return viewOf(stores, await end(stores, upload, "cancelled", now), now);
      const isOver = upload.status === "expired" && stored.status !== "expired";
      return viewOf(stores, isOver ? await expire(stores, stored, now) : upload, now);
    }),
  };

  return {
    ...service<Pick<ChunkedUploads, "create" | "get" | "cancel">, Stores>(transact, useCases),
    receive: chunkReceiving(dependencies),
    complete: assembly(dependencies),
  };
}

async function requireRoomFor({ chunkedUploads }: UploadStores, userId: UserId, now: ReturnType<Clock["now"]>) {
  if ((await chunkedUploads.countOpen(userId, now)) < OPEN_SESSIONS_MAX) return;
  const message = `You have ${OPEN_SESSIONS_MAX} uploads under way; complete or cancel one first`;
  throw rateLimited(message, ROOM_RETRY_SECONDS);
}

/** It takes a person, or a program, to make room. */
const ROOM_RETRY_SECONDS = 60;
