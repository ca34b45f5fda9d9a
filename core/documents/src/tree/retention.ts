import {
  type Caller,
  type Day,
  invalid,
  isAdministrator,
  requireAdministrator,
  unprocessable,
} from "@cartulary/kernel";
import type { Level, ResourceRef, WithLevel } from "../access/grant.ts";
import { withOneRetained } from "../access/retained-view.ts";
import { requireLevel } from "../access/visibility.ts";
import type { DocumentStores } from "../ports.ts";
import type { Folder } from "../records/folder.ts";
import {
  inForce,
  type Retained,
  type Retention,
  type RetentionSource,
  retainsLess,
  sourceOf,
  strictest,
} from "../records/retention.ts";

/** The position of a folder or document. */
type Place = Pick<Folder, "documentsFolderId" | "workspaceId">;

/** The number of retained resources that a refusal names. */
const NAMED_MAX = 5;

/** A resource with its position, its own retention, and the one that applies to it. */
export interface RetainedNode extends Place, Pick<Retention, "retainUntil" | "legalHold"> {
  readonly id: string;
  readonly name: string;
  readonly retained: Retained | null;
}

type Named = Pick<RetentionSource, "type" | "id" | "name">;

/** Throws 422 `retained` when the resource, or anything above or below it, is retained today. */
export async function requireNotRetained(
  stores: DocumentStores,
  caller: Caller,
  today: Day,
  removable: Named & { readonly place: Place },
): Promise<void> {
  const { type, id, name, place } = removable;
  const above = await stores.retention.above(place);
  const { first, count } = await stores.retention.within({ type, id }, today, NAMED_MAX);
  const isInherited = inForce(strictest(above), today) !== null;
  const retained = inForce(strictest([...first, ...above]), today);
  if (!retained || (count === 0 && !isInherited)) return;
  const others = first.filter((source) => source.id !== id);
  const isCounted = others.length < first.length;
  const named = isInherited || isCounted ? [{ type, id, name }, ...others].slice(0, NAMED_MAX) : others;
  throw await refusal(stores, caller, today, { retained, named, count: count + Number(isInherited && !isCounted) });
}

/**
 * Throws 422 `retained` when a resource would be retained for less at another position. Compares what is above it here and
 * there, each with its own retention: `node` has the day that the request sets, which {@link retentionOf} judges.
 */
export async function requireRetainedAt(
  stores: DocumentStores,
  caller: Caller,
  today: Day,
  move: {
    readonly type: ResourceRef["type"];
    readonly node: Pick<RetainedNode, "id" | "name" | "retainUntil" | "legalHold">;
    readonly above: readonly RetentionSource[];
    readonly place: Place;
  },
): Promise<void> {
  const { type, node, above, place } = move;
  if (!inForce(strictest(above), today)) return;
  const own = sourceOf({ type, id: node.id, name: node.name }, node);
  const present = inForce(strictest([own, ...above]), today);
  const next = inForce(strictest([own, ...(await stores.retention.above(place))]), today);
  if (present && retainsLess(next, present)) await refuse(stores, caller, today, { type, node, retained: present });
}

/** Throws 422 `retained` when a document is retained today. */
export async function requireReplaceable(
  stores: DocumentStores,
  caller: Caller,
  today: Day,
  node: RetainedNode,
): Promise<void> {
  const retained = inForce(node.retained, today);
  if (retained) await refuse(stores, caller, today, { type: "document", node, retained });
}

async function refuse(
  stores: DocumentStores,
  caller: Caller,
  today: Day,
  of: {
    readonly type: ResourceRef["type"];
    readonly node: Pick<RetainedNode, "id" | "name">;
    readonly retained: Retained;
  },
): Promise<never> {
  const { type, node, retained } = of;
  throw await refusal(stores, caller, today, { retained, named: [{ type, id: node.id, name: node.name }], count: 1 });
}

/** Returns the refusal; hides the retaining resource from callers who may not read it. */
export async function refusal(
  stores: DocumentStores,
  caller: Caller,
  today: Day,
  { retained, named, count }: { readonly retained: Retained; readonly named: readonly Named[]; readonly count: number },
) {
  const shown = named.map(({ type, id, name }) => ({ type, id, name }));
  const isNamed = shown.some(({ id }) => id === retained.by?.id);
  const view = { id: isNamed ? (retained.by?.id ?? "") : "", retained };
  const { until, legalHold, by } = (await withOneRetained(stores, caller, today, view)).retained ?? retained;
  const details = { until, legal_hold: legalHold, by, retained: shown, retained_count: count };
  return unprocessable("retained", "It is retained: wait for the last day, or ask an administrator", details);
}

/** The requested retention. */
export interface RetentionInput {
  readonly retainUntil?: Day | null;
  readonly reason?: string | null;
}

/** A change of a retention day, with the reason of a shorter one. */
export interface RetentionChange {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly reason: string | null;
}

/**
 * Decides a request for another day; `null` when it names none, or the present one. A first or later day requires
 * `manage`; an earlier one or none the role admin, and a reason (422 blank).
 */
function retentionChange(
  caller: Caller,
  level: Level | null,
  present: Pick<Retention, "retainUntil">,
  { retainUntil, reason }: RetentionInput,
): RetentionChange | null {
  const from = present.retainUntil;
  if (retainUntil === undefined || retainUntil === from) return null;
  const given = reason?.trim() || null;
  if (from !== null && (retainUntil === null || retainUntil < from)) {
    requireAdministrator(caller);
    if (given === null) throw invalid({ field: "reason", code: "blank", message: "can't be blank" });
  } else if (!isAdministrator(caller)) requireLevel({ record: present, level }, "manage");
  return { from, to: retainUntil, reason: given };
}

/**
 * Reads a resource and decides the requested day; see {@link retentionChange}. The transaction has ticked the tree clock, so
 * that no removal passes it.
 */
export async function retentionOf(
  readCurrent: () => Promise<WithLevel<Pick<Retention, "retainUntil">>>,
  caller: Caller,
  input: RetentionInput,
): Promise<RetentionChange | null> {
  if (input.retainUntil === undefined) return null;
  const { record, level } = await readCurrent();
  return retentionChange(caller, level, record, input);
}

/** Returns the stored fields of a change. */
export const retentionPatch = (change: RetentionChange | null): Partial<Retention> =>
  change ? { retainUntil: change.to } : {};
