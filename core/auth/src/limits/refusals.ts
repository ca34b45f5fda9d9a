import { type Actor, auditEvent, type Deed } from "@cartulary/audit";
import { type Clock, type Digests, type Instant, type NewId, secondsAfter } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import type { Visitor } from "../visitor.ts";
import { counted, standingFor } from "./refusal.ts";

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

type Stores = Pick<AuthStores, "refusals" | "audit">;

/**
 * Writes a refusal into the trail: the first of its kind from a network at once, then one a minute with their number, so
 * that nobody grows by guessing a table that nobody may shorten. Of one kind are those of one action and reason, of one
 * resource and person. The last thing that its transaction does: others wait for it.
 */
export async function recordRefusal(
  { refusals, audit }: Stores,
  dependencies: Dependencies,
  actor: Actor & Visitor,
  deed: Deed,
): Promise<void> {
  const kind = [deed.action, deed.detail?.reason, deed.resourceId, actor.userId, actor.network];
  const key = dependencies.digests.sha256(JSON.stringify(kind));
  const { next, due } = counted(await refusals.lock(key), auditEvent(dependencies, actor, deed));
  if (due) await audit.record(due);
  await refusals.save(key, next);
}

/** Refusals that were counted longer ago are no longer of one series with those that come. */
const COUNTED_SECONDS = 3600;
/** Counts that one transaction ends. */
const ENDED_AT_ONCE = 500;

/** Forgets counts that have been still for long; what of them is not in the trail yet goes there. False when none is left. */
export async function endCounts(
  { refusals, audit }: Stores,
  { newId }: Pick<Dependencies, "newId">,
  now: Instant,
): Promise<boolean> {
  const ended = await refusals.take(secondsAfter(now, -COUNTED_SECONDS), ENDED_AT_ONCE);
  for (const { last, unrecorded } of ended) {
    if (unrecorded > 0) await audit.record(standingFor({ ...last, id: newId<"AuditEvent">() }, unrecorded));
  }
  return ended.length === ENDED_AT_ONCE;
}
