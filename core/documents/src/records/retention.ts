import type { Day, Instant } from "@cartulary/kernel";
import type { PersonRef, ResourceType } from "./references.ts";

/** A legal hold: nothing of the resource may be deleted until it is released. */
export interface LegalHold {
  readonly reason: string;
  readonly setAt: Instant;
  /** The user who set it, under the name of that time. */
  readonly setBy: PersonRef | null;
}

/** The own retention of a workspace, folder or document. */
export interface Retention {
  /** The last day on which it is kept, in Europe/Paris; a past day retains nothing. */
  readonly retainUntil: Day | null;
  readonly legalHold: LegalHold | null;
  /** That of the hold, for filters. */
  readonly legalHoldSetAt: Instant | null;
}

export const NOT_RETAINED: Retention = { retainUntil: null, legalHold: null, legalHoldSetAt: null };

/** The own retention of a resource that applies to another one: to itself, or to all below it. */
export interface RetentionSource {
  readonly type: ResourceType;
  readonly id: string;
  readonly name: string;
  readonly until: Day | null;
  readonly isHeld: boolean;
}

/** The retention that applies to a resource: the strictest of itself and of all above it. */
export interface Retained {
  readonly until: Day | null;
  readonly legalHold: boolean;
  /** The resource that retains; `null` for readers who may not read it. */
  readonly by: Pick<RetentionSource, "type" | "id" | "name"> | null;
}

/**
 * Returns the strictest of some retentions, nearest first: a hold comes before a day, then the later day, then the
 * nearest. Days count whether they are past or not: see {@link inForce}. `null` without any.
 */
export function strictest(sources: readonly RetentionSource[]): Retained | null {
  const retaining = sources.filter(({ until, isHeld }) => until !== null || isHeld);
  const [first] = retaining.toSorted(
    (one, other) => Number(other.isHeld) - Number(one.isHeld) || (other.until ?? "").localeCompare(one.until ?? ""),
  );
  if (!first) return null;
  const days = retaining.flatMap(({ until }) => until ?? []).toSorted();
  const { type, id, name } = first;
  return { until: days.at(-1) ?? null, legalHold: first.isHeld, by: { type, id, name } };
}

/** Returns the retention that is in force on a day; `null` when nothing is retained any more. */
export function inForce(retained: Retained | null, today: Day): Retained | null {
  if (!retained) return null;
  const until = retained.until !== null && retained.until >= today ? retained.until : null;
  return until === null && !retained.legalHold ? null : { ...retained, until };
}

/** True when the first retention keeps a resource for less than the second one. */
export function retainsLess(next: Retained | null, present: Retained | null): boolean {
  if (!present) return false;
  return (present.legalHold && !next?.legalHold) || (present.until ?? "") > (next?.until ?? "");
}

/** Returns the own retention of a resource as a source. */
export function sourceOf(
  resource: Pick<RetentionSource, "type" | "id" | "name">,
  { retainUntil, legalHold }: Pick<Retention, "retainUntil" | "legalHold">,
): RetentionSource {
  const { type, id, name } = resource;
  return { type, id, name, until: retainUntil, isHeld: legalHold !== null };
}
