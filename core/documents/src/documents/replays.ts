import type { Blobs } from "@cartulary/blobs";
import {
  type Caller,
  type CreationTerms,
  createIdempotently,
  type Digests,
  type Idempotency,
  requireIdempotencyKey,
  type Transact,
  type UserId,
} from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { StagedContent } from "../records/document.ts";

/** The Idempotency-Key of a request, refused with 400 where it is none. */
export function keyOf({ key }: Idempotency): string {
  requireIdempotencyKey(key);
  return key;
}

/** What makes two requests under one Idempotency-Key the same: where they are made, their file, and all that they say. */
export interface Likeness {
  readonly scope: string;
  readonly staged: StagedContent | null;
  readonly fields: readonly unknown[];
}

/** What answering a request once asks of the world. */
export interface AnsweringDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobs: Blobs;
  readonly digests: Digests;
}

/**
 * Does the work of a request that brings a file, in one transaction; under an Idempotency-Key once, and after that answers it
 * as the first time. Bytes that came along with what fails, or is only answered again, are discarded.
 */
export async function answerWithContent<Stores extends DocumentStores, Reply>(
  { transact, blobs, digests }: AnsweringDependencies<Stores>,
  caller: Caller,
  { scope, staged, fields }: Likeness,
  work: (stores: Stores) => Promise<Reply>,
  terms: CreationTerms<Stores, Reply>,
): Promise<Reply> {
  const fingerprint = () => digests.sha256(JSON.stringify([staged?.sha256, staged?.fileName, ...fields]));
  const idempotency = caller.idempotency && { ...caller.idempotency, scope, fingerprint: fingerprint() };
  const keyed = idempotency ? { ...caller, idempotency } : caller;
  const { reply, replayed } = await createIdempotently(transact, keyed, work, terms);
  if (replayed && staged) await blobs.discard(staged.blob);
  return reply;
}

/** Whether a request of a person under this key was answered before, whatever it said. */
export async function wasAnswered(
  { replays }: DocumentStores,
  userId: UserId,
  scope: string,
  { key, receivedAt }: Idempotency,
): Promise<boolean> {
  return (await replays.find({ userId, scope, key }, receivedAt)) !== null;
}
