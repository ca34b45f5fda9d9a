/**
 * The rule of public access (public-access.md 4.1), and nothing else: pure functions of numbers that one clock drew.
 *
 * A grant is a stamp that a propagation wrote once. It is never taken away: a later number on the way from the resource
 * to its root voids it. So cutting is one write whatever lies below, and a stamp that comes late is void by itself.
 */

/** What public access keeps of a folder or document. What was never touched has {@link UNMARKED}. */
export interface Marks {
  /** Stamps up to this number are void here and, for what lay here when it was drawn, below. */
  readonly floorSeq: number;
  /** When it was excluded; `null` while it is not. */
  readonly excludedSeq: number | null;
}

/** The marks of what nobody ever excluded, lifted or moved out of an exclusion. */
export const UNMARKED: Marks = { floorSeq: 0, excludedSeq: null };

/** A node on the way from a resource to the top, the resource itself included. */
export interface Link extends Marks {
  readonly id: string;
  /** When it was created or last put into another place. */
  readonly placedSeq: number;
  /** When it was made a root of public access; `null` when it is none. */
  readonly publishedSeq: number | null;
  /** When the resource at the chain's beginning was last stamped for this root; `null` when it never was. */
  readonly stampSeq: number | null;
}

/** A node as far as a move looks at it. */
export type Position = Marks & Pick<Link, "placedSeq">;

/** All that decides about one resource. */
export interface Chain<Each extends Link = Link> {
  /** The resource first, then what it lies in, nearest first. */
  readonly links: readonly Each[];
  /** False when the walk ended before the top: an exclusion may stand above, so nothing is public. */
  readonly complete: boolean;
  /** Whether the resource holds any stamp, of whatever root, wherever that lies. */
  readonly stamped: boolean;
}

/** The same without what only tells why something is not public. */
export type Way<Each extends Link = Link> = Omit<Chain<Each>, "stamped">;

/** Why a resource is not public (public-access.md 4.5); the first that holds, in this order. */
export const REASONS = ["excluded", "stale", "not_stamped", "not_published"] as const;
/** One of {@link REASONS}. */
export type Reason = (typeof REASONS)[number];

/** Whether a resource is public, and why it is or is not. */
export interface Explanation<Each extends Link = Link> {
  readonly public: boolean;
  /** The nearest root that a live stamp speaks for; `null` unless public. */
  readonly root: Each | null;
  /** The nearest exclusion that cuts the resource: its own or that of something it lies in. */
  readonly exclusion: Each | null;
  /** `null` exactly when public. */
  readonly reason: Reason | null;
}

/** Decides about one resource (public-access.md 4.1 and 4.5). */
export function explain<Each extends Link>(chain: Chain<Each>): Explanation<Each> {
  const exclusion = chain.links.find(({ excludedSeq }) => excludedSeq !== null) ?? null;
  const root = rootOf(chain);
  if (root) return { public: true, root, exclusion: null, reason: null };
  return { public: false, root: null, exclusion, reason: reasonOf(chain, exclusion) };
}

/** Whether a resource is public, and no more. */
export const isPublic = (way: Way): boolean => rootOf(way) !== null;

/** The nearest root that a live stamp speaks for; `null` unless public. */
function rootOf<Each extends Link>({ links, complete }: Way<Each>): Each | null {
  if (!complete || links.some(({ excludedSeq }) => excludedSeq !== null)) return null;
  return nearestLive(links);
}

function nearestLive<Each extends Link>(links: readonly Each[]): Each | null {
  const floor = floorOf(links);
  let lastPlaced = -1;
  for (const link of links) {
    if (isLive(link, lastPlaced, floor)) return link;
    lastPlaced = Math.max(lastPlaced, link.placedSeq);
  }
  return null;
}

/** A stamp lives while it is as young as its root's publication, and younger than every move below that and the floor. */
function isLive({ publishedSeq, stampSeq }: Link, lastPlaced: number, floor: number): boolean {
  if (publishedSeq === null || stampSeq === null) return false;
  return stampSeq >= publishedSeq && stampSeq > lastPlaced && stampSeq > floor;
}

/** The floor of the resource: that of a folder counts only if the branch lay there already when it was drawn. */
function floorOf(links: readonly Pick<Link, "floorSeq" | "placedSeq">[]): number {
  let floor = 0;
  let lastPlaced = -1;
  for (const { floorSeq, placedSeq } of links) {
    if (floorSeq > lastPlaced) floor = Math.max(floor, floorSeq);
    lastPlaced = Math.max(lastPlaced, placedSeq);
  }
  return floor;
}

/** How a folder stands, for a walk over what lies below it. */
export interface WalkStart {
  /** An exclusion cuts the folder, and so everything below. */
  readonly cut: boolean;
  /** The floor that holds for the folder; below, it counts for what was placed before it was drawn. */
  readonly floorSeq: number;
  /** The roots the folder lies in or is, with the last move between them and it; -1 where it is the root itself. */
  readonly roots: readonly { readonly id: string; readonly publishedSeq: number; readonly lastPlacedSeq: number }[];
}

/** Where a walk below the first node of a chain begins (public-access.md 4.3, top-down form). */
export function walkStart({ links, complete }: Chain): WalkStart {
  const cut = !complete || links.some(({ excludedSeq }) => excludedSeq !== null);
  const roots = links.flatMap(({ id, publishedSeq }, index) => {
    const lastPlacedSeq = links.slice(0, index).reduce((last, { placedSeq }) => Math.max(last, placedSeq), -1);
    return publishedSeq === null ? [] : [{ id, publishedSeq, lastPlacedSeq }];
  });
  return { cut, floorSeq: floorOf(links), roots };
}

function reasonOf({ links, stamped }: Chain, exclusion: Link | null): Reason {
  if (exclusion) return "excluded";
  if (stamped) return "stale";
  return links.some(({ publishedSeq }) => publishedSeq !== null) ? "not_stamped" : "not_published";
}

/** Excluded at `seq`: whatever was stamped here or below until now is void for good. */
export function excluded(marks: Marks, seq: number): Marks {
  return marks.excludedSeq === null ? { excludedSeq: seq, floorSeq: seq } : marks;
}

/** Eligible again from `seq` on, and no more than that: what was stamped during the exclusion is void too. */
export function lifted(marks: Marks, seq: number): Marks {
  return marks.excludedSeq === null ? marks : { excludedSeq: null, floorSeq: seq };
}

/**
 * Re-parented at `seq`. Its own exclusion and its root go with it; what it leaves behind goes with it as a floor: all up
 * to now when it was cut there, else the floor that held there. `links` is its chain before the move.
 */
export function moved(links: readonly [Position, ...Position[]], seq: number): Marks {
  const [node] = links;
  const cut = links.some(({ excludedSeq }) => excludedSeq !== null);
  return { excludedSeq: node.excludedSeq, floorSeq: Math.max(node.floorSeq, cut ? seq : floorOf(links)) };
}
