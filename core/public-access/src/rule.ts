/**
 * The rule of public access (public-access.md 4.1): pure functions of numbers drawn from one clock.
 *
 * A propagation writes stamps, which grant access. A stamp is never deleted: a higher number between the resource and
 * its root makes it void. So ending access is one write at any size of the subtree, and a stamp that is written late is
 * void.
 */

/** The numbers stored for a folder or document; {@link NO_BARRIERS} when none are. */
export interface Barriers {
  /** Stamps up to this number are void here and, for nodes that were here when it was drawn, below. */
  readonly floorSeq: number;
  /** The number of its exclusion; `null` while it is not excluded. */
  readonly excludedSeq: number | null;
}

/** The barriers of a node that was never excluded, lifted or moved out of an exclusion. */
export const NO_BARRIERS: Barriers = { floorSeq: 0, excludedSeq: null };

/** A node on the path from a resource to the top, the resource included. */
export interface Link extends Barriers {
  readonly id: string;
  /** The number drawn when it was created or last moved. */
  readonly placedSeq: number;
  /** The number drawn when it became a root; `null` when it is no root. */
  readonly publishedSeq: number | null;
  /** The number of the resource's stamp for this root; `null` when it has none. */
  readonly stampSeq: number | null;
}

/** The fields of a node that a move reads. */
export type Position = Barriers & Pick<Link, "placedSeq">;

/** The input of the decision about one resource. */
export interface Chain<Each extends Link = Link> {
  /** The resource first, then its ancestors, nearest first. */
  readonly links: readonly Each[];
  /** False when the walk ended below the top: a missing ancestor could be excluded, so nothing is public. */
  readonly complete: boolean;
  /** True when the resource has a stamp of any root, at any position. */
  readonly stamped: boolean;
}

/** A chain without the field that only serves to explain. */
export type AncestorLinks<Each extends Link = Link> = Omit<Chain<Each>, "stamped">;

/** Reasons for not being public (public-access.md 4.5); the first that holds is reported. */
export const REASONS = ["excluded", "stale", "not_stamped", "not_published"] as const;
export type Reason = (typeof REASONS)[number];

/** The decision about one resource, and its explanation. */
export interface Explanation<Each extends Link = Link> {
  readonly public: boolean;
  /** The nearest root with a live stamp; `null` unless public. */
  readonly root: Each | null;
  /** The nearest exclusion: the resource's own or an ancestor's. */
  readonly exclusion: Each | null;
  /** `null` exactly when public. */
  readonly reason: Reason | null;
}

/**
 * Decides whether a resource is public, and explains it (public-access.md 4.1 and 4.5).
 *
 * @example
 * ```ts
 * import { explain, type Link, NO_BARRIERS } from "@cartulary/public-access";
 *
 * const document: Link = { ...NO_BARRIERS, id: "document", placedSeq: 1, publishedSeq: null, stampSeq: null };
 * explain({ links: [document], complete: true, stamped: false }).public; // false: nothing above it is published
 * ```
 */
export function explain<Each extends Link>(chain: Chain<Each>): Explanation<Each> {
  const exclusion = chain.links.find(({ excludedSeq }) => excludedSeq !== null) ?? null;
  const root = rootOf(chain);
  if (root) return { public: true, root, exclusion: null, reason: null };
  return { public: false, root: null, exclusion, reason: reasonOf(chain, exclusion) };
}

/** True when the resource is public. */
export const isPublic = (chain: AncestorLinks): boolean => rootOf(chain) !== null;

function rootOf<Each extends Link>({ links, complete }: AncestorLinks<Each>): Each | null {
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

/**
 * A stamp is live when its number is at least that of the root's publication, and higher than the floor and than every
 * move between the resource and the root.
 */
function isLive({ publishedSeq, stampSeq }: Link, lastPlaced: number, floor: number): boolean {
  if (publishedSeq === null || stampSeq === null) return false;
  return stampSeq >= publishedSeq && stampSeq > lastPlaced && stampSeq > floor;
}

/**
 * Returns the highest floor that holds for the resource. An ancestor's floor holds if it was drawn after the last move
 * below that ancestor.
 */
function floorOf(links: readonly Pick<Link, "floorSeq" | "placedSeq">[]): number {
  let floor = 0;
  let lastPlaced = -1;
  for (const { floorSeq, placedSeq } of links) {
    if (floorSeq > lastPlaced) floor = Math.max(floor, floorSeq);
    lastPlaced = Math.max(lastPlaced, placedSeq);
  }
  return floor;
}

/** The state of a folder, for a top-down walk over its content. */
export interface WalkStart {
  /** True when the folder or an ancestor is excluded, which excludes everything below. */
  readonly isExcluded: boolean;
  /** The floor of the folder; below, it holds for nodes that were placed before it was drawn. */
  readonly floorSeq: number;
  /**
   * The folder and its ancestors that are roots, each with the highest move number between it and the folder; -1 for
   * the folder itself.
   */
  readonly roots: readonly { readonly id: string; readonly publishedSeq: number; readonly lastPlacedSeq: number }[];
}

/** Returns the start of a walk below the first node of a chain (public-access.md 4.3, top-down form). */
export function walkStart({ links, complete }: Chain): WalkStart {
  const isExcluded = !complete || links.some(({ excludedSeq }) => excludedSeq !== null);
  const roots = links.flatMap(({ id, publishedSeq }, index) => {
    const lastPlacedSeq = links.slice(0, index).reduce((last, { placedSeq }) => Math.max(last, placedSeq), -1);
    return publishedSeq === null ? [] : [{ id, publishedSeq, lastPlacedSeq }];
  });
  return { isExcluded, floorSeq: floorOf(links), roots };
}

function reasonOf({ links, stamped }: Chain, exclusion: Link | null): Reason {
  if (exclusion) return "excluded";
  if (stamped) return "stale";
  return links.some(({ publishedSeq }) => publishedSeq !== null) ? "not_stamped" : "not_published";
}

/** Returns the barriers after an exclusion at `seq`: all stamps up to `seq` become void here and below, for good. */
export function barriersAfterExclusion(barriers: Barriers, seq: number): Barriers {
  return barriers.excludedSeq === null ? { excludedSeq: seq, floorSeq: seq } : barriers;
}

/** Returns the barriers after the exclusion is lifted at `seq`. Stamps written during the exclusion are void too. */
export function barriersAfterLift(barriers: Barriers, seq: number): Barriers {
  return barriers.excludedSeq === null ? barriers : { excludedSeq: null, floorSeq: seq };
}

/**
 * Returns the barriers of a node after a move at `seq`. Its own exclusion moves along. If it or an ancestor was excluded,
 * its floor becomes `seq`; otherwise the floor that held at the old position. `links` is its chain before the move.
 */
export function barriersAfterMove(links: readonly [Position, ...Position[]], seq: number): Barriers {
  const [node] = links;
  const isExcluded = links.some(({ excludedSeq }) => excludedSeq !== null);
  return { excludedSeq: node.excludedSeq, floorSeq: Math.max(node.floorSeq, isExcluded ? seq : floorOf(links)) };
}
