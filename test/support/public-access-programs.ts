import fc from "fast-check";
import type { Command, Oracle } from "./public-access-oracle.ts";

type Act = "publish" | "unpublish" | "propagate" | "exclude" | "lift";

/** A command before it is known which nodes there will be: numbers that are taken modulo what there is. */
export interface Draft {
  readonly what: "create" | "move" | "remove" | "restore" | "purge" | Act;
  readonly node: number;
  readonly other: number;
  readonly flag: boolean;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constant("create" as const) },
    { weight: 3, arbitrary: fc.constantFrom("move", "publish", "propagate") },
    { weight: 2, arbitrary: fc.constantFrom("unpublish", "exclude", "lift") },
    { weight: 1, arbitrary: fc.constantFrom("remove", "restore", "restore", "purge") },
  ),
  node: fc.nat(999),
  other: fc.nat(999),
  flag: fc.boolean(),
});

/** Programs of public access: commands on a tree that grows while they run. */
export const programs = (length: number): fc.Arbitrary<readonly Draft[]> =>
  fc.array(draft, { minLength: length, maxLength: length, size: "max" });

/** The command of a draft on the current tree; `null` where no node fits it. */
export function commandOf({ what, node, other, flag }: Draft, { nodes, trash }: Oracle): Command | null {
  const ids = [...nodes.keys()];
  const pick = (number: number) => ids[number % ids.length] ?? null;
  const place = () => (other % 7 === 0 ? null : pick(other));
  if (what === "create") return { do: "create", kind: flag || node % 3 > 0 ? "folder" : "document", parent: place() };
  if (what === "restore") return restored([...trash][node % trash.size], pick(other), flag);
  if (what === "purge") return purged([...trash.keys()][node % trash.size]);
  const picked = pick(node);
  if (picked === null) return null;
  if (what === "move") return { do: "move", node: picked, parent: place() };
  if (what === "publish") return { do: "publish", node: picked, propagate: flag };
  return { do: what, node: picked };
}

/** Into another node, or to the place of the deletion: to the top only what came from there. */
function restored(
  entry: readonly [number, number | null] | undefined,
  other: number | null,
  flag: boolean,
): Command | null {
  if (!entry) return null;
  const [node, place] = entry;
  const isNamed = flag && other !== null;
  return { do: "restore", node, parent: isNamed ? other : place, isNamed };
}

const purged = (entry: number | undefined): Command | null =>
  entry === undefined ? null : { do: "purge", node: entry };
