import { type Idempotency, type Instant, requireIdempotencyKey } from "@cartulary/kernel";
import type { Operation } from "@cartulary/wire";
import type { Trace } from "../transport/answer.ts";
import { canonicalJson } from "./canonical-json.ts";
import { sealingUnder } from "./sealing.ts";

/** The header that says that a request may be sent again, and how each sending is known for the same. */
export const IDEMPOTENCY_KEY = "Idempotency-Key";
/** The header of an answer that was given before. */
const IDEMPOTENCY_REPLAYED = "Idempotency-Replayed";

/** Refuses with 400 a key that is none, where it is among the headers that the operation looks at; `null` without one. */
export function idempotencyKeyOf(understood: NonNullable<Operation["headers"]>, { headers }: Request): string | null {
  const key = understood.includes(IDEMPOTENCY_KEY) ? headers.get(IDEMPOTENCY_KEY) : null;
  if (key !== null) requireIdempotencyKey(key);
  return key;
}

/** What is known of a request under a key. */
interface KeyedExchange {
  readonly key: string;
  /** What makes two requests the same place: operation, parameters of the path, mandataire. */
  readonly place: readonly unknown[];
  /** The JSON that was sent; a service that takes files says itself what makes two requests the same. */
  readonly sent: unknown;
  /** The token, or the secret of the session, that was shown. */
  readonly shown: string;
  readonly receivedAt: Instant;
}

/**
 * The request as the core knows it again (documents.md 2.4: the fingerprint of a JSON body is its canonical text). Its
 * trace is told where the answer was given before.
 *
 * A body may have a password in it, and whoever reads the database must not try guesses against its digest: so the
 * client's key is stored as a digest only, and goes into that of the body.
 */
export async function idempotencyOf(
  { key, place, sent, shown, receivedAt }: KeyedExchange,
  trace: Trace,
): Promise<Idempotency> {
  return {
    key: await sha256(key),
    scope: canonicalJson(place),
    fingerprint: await sha256(canonicalJson([key, sent ?? {}])),
    receivedAt,
    sealing: sealingUnder(shown),
    replayed: () => {
      trace.headers = { ...trace.headers, [IDEMPOTENCY_REPLAYED]: "true" };
    },
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
