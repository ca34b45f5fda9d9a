import { type Idempotency, type Instant, requireIdempotencyKey } from "@cartulary/kernel";
import type { Operation } from "@cartulary/wire";
import type { Trace } from "../transport/answer.ts";
import { canonicalJson } from "./canonical-json.ts";
import { createReplyCipher } from "./reply-cipher.ts";

/** The header that makes a request safe to repeat. */
export const IDEMPOTENCY_KEY = "Idempotency-Key";
/** The header of a replayed response. */
const IDEMPOTENCY_REPLAYED = "Idempotency-Replayed";

/** Returns the idempotency key if the operation supports it; `null` without one. Throws 400 for an invalid key. */
export function idempotencyKeyOf(understood: NonNullable<Operation["headers"]>, { headers }: Request): string | null {
  const key = understood.includes(IDEMPOTENCY_KEY) ? headers.get(IDEMPOTENCY_KEY) : null;
  if (key !== null) requireIdempotencyKey(key);
  return key;
}

/** A request with an idempotency key. */
interface KeyedRequest {
  readonly key: string;
  /** The target of the request: operation, path parameters, mandataire. */
  readonly target: readonly unknown[];
  /** The JSON body; services that take files compute their own fingerprint. */
  readonly sent: unknown;
  /** The presented token or session secret. */
  readonly presentedSecret: string;
  readonly receivedAt: Instant;
}

/**
 * Returns the idempotency data for the core (documents.md 2.4: the fingerprint of a JSON body is its canonical text).
 * Sets a header when a reply is replayed.
 *
 * A body may contain a password, which must not be guessable from its digest in the database: the client's key is
 * stored as a digest only and is part of the body's digest.
 */
export async function idempotencyOf(
  { key, target, sent, presentedSecret, receivedAt }: KeyedRequest,
  trace: Trace,
): Promise<Idempotency> {
  return {
    key: await sha256(key),
    scope: canonicalJson(target),
    fingerprint: await sha256(canonicalJson([key, sent ?? {}])),
    receivedAt,
    cipher: createReplyCipher(presentedSecret),
    onReplay: () => {
      trace.headers = { ...trace.headers, [IDEMPOTENCY_REPLAYED]: "true" };
    },
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
