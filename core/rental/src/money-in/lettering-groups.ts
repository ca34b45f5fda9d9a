import type { LetterableLine, LineId } from "@cartulary/ledger";

/** That two lines of a tenant's account are about the same: a call and what pays it, a credit and its refund. */
export type Link = readonly [LineId, LineId];

/** Lines that hang together, each once: what is on its own is left out. */
export function linkedGroups(links: readonly Link[]): readonly (readonly LineId[])[] {
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

/** What has to change so that lines are lettered as they hang together. */
export interface Regrouping {
  /** Groups that are dissolved first. */
  readonly dissolved: readonly NonNullable<LetterableLine["lettering"]["groupId"]>[];
  /** Lines that become a group each; with letters where they sum to zero (rental.md 2.7). */
  readonly groups: readonly (readonly LineId[])[];
}

/** How lines come from the groups that they are in to those that they hang together in. */
export function regrouping(lines: readonly LetterableLine[], wanted: readonly (readonly LineId[])[]): Regrouping {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const members = Map.groupBy(lines, ({ lettering }) => lettering.groupId);
  const changed = wanted.filter((group) => !isAlready(group, byId, members));
  const stays = new Set(
    wanted.filter((group) => isAlready(group, byId, members)).map(([first]) => groupOf(first, byId)),
  );
  const places = new Map(changed.flatMap((group, place) => group.map((line) => [line, place] as const)));
  const dissolved = [...members].flatMap(([id, own]) =>
    id === null || stays.has(id) || isTakenUp(own, places) ? [] : [id],
  );
  return { dissolved, groups: changed };
}

type ById = ReadonlyMap<LineId, LetterableLine>;
type Members = ReadonlyMap<LetterableLine["lettering"]["groupId"], readonly LetterableLine[]>;

const groupOf = (line: LineId | undefined, byId: ById) => (line ? (byId.get(line)?.lettering.groupId ?? null) : null);

/** Whether lines are a group of their own already. */
function isAlready(group: readonly LineId[], byId: ById, members: Members): boolean {
  const id = groupOf(group[0], byId);
  const own = members.get(id) ?? [];
  return id !== null && own.length === group.length && group.every((line) => groupOf(line, byId) === id);
}

/** A group without letters is taken up as it is by one that has all of its lines. */
function isTakenUp(own: readonly LetterableLine[], places: ReadonlyMap<LineId, number>): boolean {
  const place = own[0] && places.get(own[0].id);
  return (
    place !== undefined && own.every(({ id, lettering }) => lettering.status === "partial" && places.get(id) === place)
  );
}
