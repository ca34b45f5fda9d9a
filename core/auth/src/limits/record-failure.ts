import { type Actor, type AuditEntry, auditEvent } from "@cartulary/audit";
import { type Clock, type Digests, type Instant, type NewId, secondsAfter } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import { countFailure, summaryEvent } from "./failure-summary.ts";

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

type Stores = Pick<AuthStores, "refusals" | "audit">;

/**
 * Records a failure in the audit trail: the first of its kind from a network immediately, then one per minute with
 * their number. Otherwise guessing could grow a table without limit. A kind is action, reason, resource and user. Call
 * it last in a transaction, because it locks the counter.
 */
export async function recordFailure(
  { refusals, audit }: Stores,
  dependencies: Dependencies,
  actor: Actor & RequestSource,
  entry: AuditEntry,
): Promise<void> {
  const kind = [entry.action, entry.detail?.reason, entry.resourceId, actor.userId, actor.network];
  const key = dependencies.digests.sha256(JSON.stringify(kind));
  const { next, due } = countFailure(await refusals.lock(key), auditEvent(dependencies, actor, entry));
  if (due) await audit.record(due);
  await refusals.save(key, next);
}

/** Counters older than this are closed. */
const COUNTED_SECONDS = 3600;
const ENDED_AT_ONCE = 500;

/**
 * Closes old counters and records their failures that are not yet in the audit trail. Returns true when there may be
 * more.
 */
export async function flushFailureCounts(
  { refusals, audit }: Stores,
  { newId }: Pick<Dependencies, "newId">,
  now: Instant,
): Promise<boolean> {
  const ended = await refusals.take(secondsAfter(now, -COUNTED_SECONDS), ENDED_AT_ONCE);
  for (const { last, unrecorded } of ended) {
    if (unrecorded > 0) await audit.record(summaryEvent({ ...last, id: newId<"AuditEvent">() }, unrecorded));
  }
  return ended.length === ENDED_AT_ONCE;
}
