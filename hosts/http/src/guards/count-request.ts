import type { Trace } from "../transport/answer.ts";
import { HttpRefusal } from "../transport/errors.ts";
import type { RateLimit } from "./rate-limit.ts";

/** Counts one request of somebody: its answer says what is left. Refuses with 429 one too many. */
export function countRequest(limit: RateLimit, key: string, trace: Trace): void {
  const { headers, refusal } = limit.count(key);
  trace.headers = headers;
  if (refusal) throw refusal;
}

/** Who asks, as `find` knows; whoever it refuses for his credentials counts by his address. */
export async function identified<Known>(
  find: () => Promise<Known>,
  { addressRateLimit }: { readonly addressRateLimit?: RateLimit },
  trace: Trace,
): Promise<Known> {
  try {
    return await find();
  } catch (error) {
    const isUnknown = error instanceof HttpRefusal && error.status === 401;
    if (isUnknown && addressRateLimit) countRequest(addressRateLimit, trace.visitor.network, trace);
    throw error;
  }
}
