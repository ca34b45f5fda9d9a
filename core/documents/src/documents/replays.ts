import { type Caller, type Digests, type Idempotency, requireIdempotencyKey } from "@cartulary/kernel";
import type { StagedContent } from "../records/document.ts";

/** The Idempotency-Key of a request, refused with 400 where it is none. */
export function keyOf({ key }: Idempotency): string {
  requireIdempotencyKey(key);
  return key;
}

/**
 * The same caller, whose request under a key (uploads.md 5.7) is known by its file and by whatever else was said in it.
 */
export function keyedBy(
  caller: Caller,
  scope: string,
  { sha256, fileName }: StagedContent,
  fields: readonly unknown[],
  digests: Digests,
): Caller {
  if (!caller.idempotency) return caller;
  const fingerprint = digests.sha256(JSON.stringify([sha256, fileName, ...fields]));
  return { ...caller, idempotency: { ...caller.idempotency, scope, fingerprint } };
}
