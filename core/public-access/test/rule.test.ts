import { describe, expect, it } from "vitest";
import {
  type Barriers,
  barriersAfterExclusion,
  barriersAfterLift,
  barriersAfterMove,
  explain,
  type Link,
  NO_BARRIERS,
  type Position,
  walkStart,
} from "../src/index.ts";

const link = (id: string, numbers: Partial<Link> = {}): Link => ({
  ...{ ...NO_BARRIERS, id, placedSeq: 0, publishedSeq: null, stampSeq: null },
  ...numbers,
});

describe("a stamp", () => {
  const chain = (document: Partial<Link>, root: Partial<Link>) => ({
    links: [link("document", document), link("root", { publishedSeq: 5, stampSeq: 7, ...root })],
    complete: true,
    stamped: true,
  });

  it.each<[string, boolean, Partial<Link>, Partial<Link>]>([
    ["has the number of the publication", true, {}, { stampSeq: 5 }],
    ["is older than the publication", false, {}, { stampSeq: 4 }],
    ["is newer than the last move", true, { placedSeq: 6 }, {}],
    ["has the number of the last move", false, { placedSeq: 7 }, {}],
    ["is older than the last move", false, { placedSeq: 8 }, {}],
    ["is older than a move of the root", true, {}, { placedSeq: 8 }],
    ["is newer than the floor", true, { floorSeq: 6 }, {}],
    ["has the number of the floor", false, { floorSeq: 7 }, {}],
    ["has the number of the root's floor", false, {}, { floorSeq: 7 }],
    ["is older than the root's floor, drawn before the document came", true, { placedSeq: 6 }, { floorSeq: 6 }],
  ])("that %s makes public: %s", (_what, isPublic, document, root) => {
    const { public: found, reason } = explain(chain(document, root));
    expect([found, reason]).toEqual(isPublic ? [true, null] : [false, "stale"]);
  });
});

describe("a walk over the content of a folder", () => {
  const start = (...links: readonly Link[]) => walkStart({ links, complete: true, stamped: false });

  it("starts from every root at or above it, with the last move between the two", () => {
    const links = [
      link("folder", { placedSeq: 4, publishedSeq: 9 }),
      link("no root", { placedSeq: 8 }),
      link("nearest", { placedSeq: 2, publishedSeq: 3 }),
      link("top", { placedSeq: 10, publishedSeq: 1 }),
    ];
    expect(start(...links)).toEqual({
      isExcluded: false,
      floorSeq: 0,
      roots: [
        { id: "folder", publishedSeq: 9, lastPlacedSeq: -1 },
        { id: "nearest", publishedSeq: 3, lastPlacedSeq: 8 },
        { id: "top", publishedSeq: 1, lastPlacedSeq: 8 },
      ],
    });
  });

  it("starts with the floors that were drawn after the last move below them", () => {
    const folder = link("folder", { placedSeq: 4, floorSeq: 2 });
    expect(start(folder, link("above", { floorSeq: 5 })).floorSeq).toBe(5);
    expect(start(folder, link("above", { floorSeq: 4 })).floorSeq).toBe(2);
  });

  it("finds an exclusion wherever it is, and one that may be above the last known folder", () => {
    const excluded = link("excluded", { excludedSeq: 1, floorSeq: 1 });
    expect(start(excluded, link("top")).isExcluded).toBe(true);
    expect(start(link("folder"), excluded).isExcluded).toBe(true);
    expect(walkStart({ links: [link("folder")], complete: false, stamped: false }).isExcluded).toBe(true);
  });
});

describe("the barriers of a node", () => {
  const EXCLUDED: Barriers = { excludedSeq: 3, floorSeq: 4 };
  const LIFTED: Barriers = { excludedSeq: null, floorSeq: 4 };

  it("are raised by an exclusion, and kept by a second one", () => {
    expect(barriersAfterExclusion(LIFTED, 9)).toEqual({ excludedSeq: 9, floorSeq: 9 });
    expect(barriersAfterExclusion(EXCLUDED, 9)).toEqual(EXCLUDED);
  });

  it("are raised by a lift, and kept by a lift without an exclusion", () => {
    expect(barriersAfterLift(EXCLUDED, 9)).toEqual({ excludedSeq: null, floorSeq: 9 });
    expect(barriersAfterLift(LIFTED, 9)).toEqual(LIFTED);
  });

  const at = (placedSeq: number, barriers: Barriers = NO_BARRIERS): Position => ({ ...barriers, placedSeq });

  it.each<[string, readonly [Position, ...Position[]], Barriers]>([
    ["none, when none held", [at(1), at(1)], NO_BARRIERS],
    ["its own", [at(1, LIFTED), at(1)], LIFTED],
    ["its exclusion, and all that was void in it", [at(1, EXCLUDED)], { excludedSeq: 3, floorSeq: 9 }],
    ["what an exclusion above made void", [at(1), at(1, EXCLUDED)], { excludedSeq: null, floorSeq: 9 }],
    ["the floor above that held", [at(3), at(1, LIFTED)], LIFTED],
    ["no floor above from before it came", [at(4), at(1, LIFTED)], NO_BARRIERS],
  ])("keep after a move: %s", (_what, links, expected) => {
    expect(barriersAfterMove(links, 9)).toEqual(expected);
  });
});
