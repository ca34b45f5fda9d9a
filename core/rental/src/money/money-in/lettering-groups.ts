import type { LetterableLine, LineId } from "@cartulary/ledger";

/** Connects two lines of a tenant's account: a call and its payment, a credit and its refund. */
export type Link = readonly [LineId, LineId];

/** Returns the groups of connected lines, each line once; lines without connection are left out. */
export function connectedGroups(links: readonly Link[]): readonly (readonly LineId[])[] {
  const parents = new Map<LineId, LineId>();
  const rootOf = (line: LineId): LineId => {
    let root = line;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent;
    return root;
  };
  for (const [one, other] of links) {
    for (const line of [one, other]) if (!parents.has(line)) parents.set(line, line);
    parents.set(rootOf(other), rootOf(one));
  }
  return [...Map.groupBy(parents.keys(), rootOf).values()];
}

/** The changes that letter lines by their connections. */
export interface LetteringChanges {
  /** Groups to dissolve first. */
  readonly dissolved: readonly NonNullable<LetterableLine["lettering"]["groupId"]>[];
  /** Lines that form a group each; lettered if they sum to zero (rental.md 2.7). */
  readonly groups: readonly (readonly LineId[])[];
}

/** Returns the changes from the present groups of lines to the connected ones. */
export function letteringChanges(
  lines: readonly LetterableLine[],
  connected: readonly (readonly LineId[])[],
): LetteringChanges {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const members = Map.groupBy(lines, ({ lettering }) => lettering.groupId);
  const changed = connected.filter((group) => !isComplete(group, byId, members));
  const unchanged = new Set(
    connected.filter((group) => isComplete(group, byId, members)).map(([first]) => groupOf(first, byId)),
  );
  const groupIndexes = new Map(changed.flatMap((group, index) => group.map((line) => [line, index] as const)));
  const dissolved = [...members].flatMap(([id, own]) =>
    id === null || unchanged.has(id) || isExtended(own, groupIndexes) ? [] : [id],
  );
  return { dissolved, groups: changed };
}

type ById = ReadonlyMap<LineId, LetterableLine>;
type Members = ReadonlyMap<LetterableLine["lettering"]["groupId"], readonly LetterableLine[]>;

const groupOf = (line: LineId | undefined, byId: ById) => (line ? (byId.get(line)?.lettering.groupId ?? null) : null);

/** Returns true if the lines are a complete group already. */
function isComplete(group: readonly LineId[], byId: ById, members: Members): boolean {
  const id = groupOf(group[0], byId);
  const own = members.get(id) ?? [];
  return id !== null && own.length === group.length && group.every((line) => groupOf(line, byId) === id);
}

/** Returns true for an unlettered group whose lines all belong to one new group, which extends it. */
function isExtended(own: readonly LetterableLine[], groupIndexes: ReadonlyMap<LineId, number>): boolean {
  const index = own[0] && groupIndexes.get(own[0].id);
  return (
    index !== undefined &&
    own.every(({ id, lettering }) => lettering.status === "partial" && groupIndexes.get(id) === index)
  );
}
