import type { Blobs } from "@cartulary/blobs";
import { type Answered, type Caller, type Digests, requireIdempotencyKey } from "@cartulary/kernel";
import { kept } from "./content.ts";
import type { StagedContent } from "./document.ts";

/** What a request under a key is known by: its file, and whatever else was said in it. */
export function fingerprintOf({ sha256, fileName }: StagedContent, said: readonly unknown[], digests: Digests): string {
  return digests.sha256(JSON.stringify([sha256, fileName, ...said]));
}

/** The caller's Idempotency-Key, refused with 400 where it is none; `null` without one. */
export function keyOf({ idempotency }: Caller): string | null {
  if (!idempotency) return null;
  requireIdempotencyKey(idempotency.key);
  return idempotency.key;
}

/** The same caller, whose request is the one of this fingerprint (uploads.md 5.7). */
export function keyedBy(caller: Caller, request: { readonly scope: string; readonly fingerprint: string }): Caller {
  return caller.idempotency ? { ...caller, idempotency: { ...caller.idempotency, ...request } } : caller;
}

/** A request that has staged bytes: what fails and what is only replayed leave none behind. */
export async function keptUnlessReplayed<Reply>(
  blobs: Blobs,
  staged: StagedContent | null,
  work: () => Promise<Answered<Reply>>,
): Promise<Reply> {
  const { reply, replayed } = await kept(blobs, staged, work);
  if (replayed && staged) await blobs.discard(staged.blob);
  return reply;
}
