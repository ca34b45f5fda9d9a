import type { Blobs } from "@cartulary/blobs";
import {
  type Caller,
  createIdempotently,
  type Digests,
  type Idempotency,
  type ReplayPolicy,
  requireIdempotencyKey,
  type Transact,
  type UserId,
} from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import type { StagedContent } from "../records/document.ts";

/** Returns the Idempotency-Key; throws 400 when it is malformed. */
export function idempotencyKey({ key }: Idempotency): string {
  requireIdempotencyKey(key);
  return key;
}

/** The parts of a request that must be equal under one Idempotency-Key: scope, file and fields. */
export interface RequestFingerprint {
  readonly scope: string;
  readonly staged: StagedContent | null;
  readonly fields: readonly unknown[];
}

export interface IdempotencyDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobs: Blobs;
  readonly digests: Digests;
}

/**
 * Runs the work of a request with a file in one transaction. With an Idempotency-Key, runs it once and then repeats the
 * reply. Discards the staged file of a failed or repeated request.
 */
export async function writeContentIdempotently<Stores extends DocumentStores, Reply>(
  { transact, blobs, digests }: IdempotencyDependencies<Stores>,
  caller: Caller,
  { scope, staged, fields }: RequestFingerprint,
  work: (stores: Stores) => Promise<Reply>,
  policy: ReplayPolicy<Stores, Reply>,
): Promise<Reply> {
  const fingerprint = () => digests.sha256(JSON.stringify([staged?.sha256, staged?.fileName, ...fields]));
  const idempotency = caller.idempotency && { ...caller.idempotency, scope, fingerprint: fingerprint() };
  const callerWithFingerprint = idempotency ? { ...caller, idempotency } : caller;
  const { reply, replayed } = await createIdempotently(transact, callerWithFingerprint, work, policy);
  if (replayed && staged) await blobs.discard(staged.blob);
  return reply;
}

/** True when this key of the user has a stored reply. */
export async function hasReplay(
  { replays }: DocumentStores,
  userId: UserId,
  scope: string,
  { key, receivedAt }: Idempotency,
): Promise<boolean> {
  return (await replays.find({ userId, scope, key }, receivedAt)) !== null;
}
