import { hasBit, noPostings, post, SEGMENT_SIZE } from "@cartulary/search";
import { expect, it } from "vitest";
import { bitsReader, depthIn, postingsTo } from "../src/search/stored-bits.ts";

/** Sets of which the inner ones have something, or nothing. */
const KINDS = [
  { inName: () => false, inDescription: () => false },
  { inName: () => false, inDescription: (position: number) => position % 5 < 2 },
  { inName: (position: number) => position % 3 === 0, inDescription: (position: number) => position % 5 < 2 },
];

it.each(KINDS)("Where a word is in a document is read of what is stored, without the sets of all", (kind) => {
  const postings = noPostings();
  for (let position = 0; position < SEGMENT_SIZE; position += 1 + (position % 4)) {
    post(postings, position, { inName: kind.inName(position), inDescription: kind.inDescription(position) });
  }
  const stored = postingsTo(postings);
  const { anywhere, described, inName } = bitsReader(1).postings(stored);
  for (let position = 0; position < SEGMENT_SIZE; position += 1) {
    const depth = [anywhere, described, inName].filter((bits) => hasBit(bits, position)).length;
    expect([position, depthIn(stored, position)]).toEqual([position, depth]);
  }
});
