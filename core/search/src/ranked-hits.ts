import { type Bits, countBits, hasBit, NO_BITS, positionsIn, SEGMENT_SIZE } from "./bits.ts";
import { RANKS } from "./postings.ts";

/** A document's number in the index: of one that has a slot that slot, from 0; of others below 0. */
export type Place = number;

/** The hits of one segment: a set for each of `RANKS`. */
export interface SegmentHits {
  readonly segment: number;
  readonly byRank: readonly Bits[];
}

/** A hit outside all segments. */
export interface UnsealedHit {
  readonly place: Place;
  readonly rank: number;
}

/** All hits of a search, by how good they are. */
export interface RankedHits {
  /** How many there are of each of `RANKS`. */
  readonly counts: readonly number[];
  /** Which of `RANKS` a document has, by its index there; -1 of what is no hit. */
  rankAt(place: Place): number;
  /** All of one rank, in no order. */
  placesAt(rank: number): readonly Place[];
  /** The segments that have any of one rank. */
  segmentsAt(rank: number): readonly number[];
}

export function rankedHits(segments: readonly SegmentHits[], unsealed: readonly UnsealedHit[]): RankedHits {
  const bySegment = new Map(segments.map(({ segment, byRank }) => [segment, byRank]));
  const byPlace = new Map(unsealed.map(({ place, rank }) => [place, RANKS.indexOf(rank)]));
  const counts = RANKS.map((_, rank) => segments.reduce((sum, { byRank }) => sum + countAt(byRank, rank), 0));
  for (const rank of byPlace.values()) counts[rank] = (counts[rank] ?? 0) + 1;
  return {
    counts,
    rankAt(place) {
      if (place < 0) return byPlace.get(place) ?? -1;
      return rankIn(bySegment.get(Math.floor(place / SEGMENT_SIZE)), place % SEGMENT_SIZE);
    },
    placesAt: (rank) => [
      ...segments.flatMap(({ segment, byRank: { [rank]: bits } }) =>
        bits ? positionsIn(bits).map((position) => segment * SEGMENT_SIZE + position) : [],
      ),
      ...[...byPlace].filter(([, each]) => each === rank).map(([place]) => place),
    ],
    segmentsAt: (rank) =>
      segments.filter(({ byRank }) => (byRank[rank] ?? NO_BITS) !== NO_BITS).map(({ segment }) => segment),
  };
}

/** A loop, since it is asked of everything that somebody may read. */
function rankIn(byRank: readonly Bits[] | undefined, position: number): number {
  if (!byRank) return -1;
  for (let rank = 0; rank < byRank.length; rank += 1) {
    const bits = byRank[rank];
    if (bits && bits !== NO_BITS && hasBit(bits, position)) return rank;
  }
  return -1;
}

const countAt = (byRank: readonly Bits[], rank: number): number => {
  const bits = byRank[rank];
  return bits && bits !== NO_BITS ? countBits(bits) : 0;
};
