import fc from "fast-check";
import { expect, it } from "vitest";
import {
  clearBit,
  countBits,
  firstBits,
  hasBit,
  type Postings,
  positionsIn,
  postingsOf,
  RANKS,
  rankByDepth,
  rankedBits,
  rankedHits,
  rankOf,
  SEGMENT_SIZE,
  wordsOf,
} from "../src/index.ts";

const WORDS = ["bail", "loyer", "mars"] as const;

const said = () => fc.subarray([...WORDS]).map((words) => words.map((word) => ` ${word} `).join(""));

const documents = () =>
  fc.array(fc.record({ nameWords: said(), descriptionWords: said(), textWords: said() }), { maxLength: 70 });

it("sets of a segment rank what has all words as one document after another is ranked, without what is gone", () => {
  const property = fc.property(
    documents(),
    fc.subarray([...WORDS], { minLength: 1 }),
    fc.nat(SEGMENT_SIZE - 1),
    (all, query, gone) => {
      const live = firstBits(all.length);
      clearBit(live, gone);
      const postings = postingsOf(all, (word, count) => {
        expect(count).toBe(all.filter((document) => naiveRank(document, [word]) !== null).length);
        return true;
      });
      const words = query.map((word): Postings => postings.get(word) ?? NOWHERE);
      const byRank = rankedBits(words, live);
      const naive = RANKS.map((rank) =>
        all.flatMap((document, at) => (at !== gone && naiveRank(document, query) === rank ? [at] : [])),
      );
      expect(byRank.map(positionsIn)).toEqual(naive);
      expect(byRank.map(countBits)).toEqual(naive.map(({ length }) => length));
      const hits = rankedHits([{ segment: 2, byRank }], [{ place: -7, rank: 8 }]);
      expect(hits.rankAt(-7)).toBe(RANKS.indexOf(8));
      expect(hits.counts.reduce((sum, each) => sum + each)).toBe(naive.flat().length + 1);
      for (const [rank, positions] of naive.entries())
        for (const position of positions) expect(hits.rankAt(2 * SEGMENT_SIZE + position)).toBe(rank);
      for (const at of all.keys())
        if (at !== gone) expect(rankByDepth(words, depthAt(at))).toBe(hits.rankAt(2 * SEGMENT_SIZE + at));
    },
  );
  fc.assert(property, { numRuns: 200, seed: 20_261_208 });
});

const depthAt =
  (position: number) =>
  ({ anywhere, described, inName }: Postings): number =>
    [anywhere, described, inName].filter((bits) => hasBit(bits, position)).length;

const NOWHERE: Postings = { inName: firstBits(0), described: firstBits(0), anywhere: firstBits(0) };

function naiveRank(document: Record<"nameWords" | "descriptionWords" | "textWords", string>, query: readonly string[]) {
  const [name, description, text] = [document.nameWords, document.descriptionWords, document.textWords].map(wordsOf);
  const found = query.map((word) => ({
    inName: name?.includes(word) ?? false,
    inDescription: description?.includes(word) ?? false,
    inText: text?.includes(word) ?? false,
  }));
  const hasAll = found.every(({ inName, inDescription, inText }) => inName || inDescription || inText);
  return hasAll ? rankOf(found) : null;
}
