import type { DocumentId, FolderId } from "@cartulary/documents";
import { describe, expect, it } from "vitest";
import {
  type BarriersIntegrityRow,
  barriersProblems,
  type RootIntegrityRow,
  rootProblems,
  type StampIntegrityRow,
  stampProblems,
} from "../src/inspection.ts";

const FOLDER = "folder" as FolderId;
const CLOCK = 9;

describe("stored barriers", () => {
  const sound: BarriersIntegrityRow = {
    ...{ id: FOLDER, exists: true, floorSeq: 9, excludedSeq: 9, dated: true, isRoot: false },
  };

  it.each<[Partial<BarriersIntegrityRow>, readonly string[]]>([
    [{}, []],
    [{ floorSeq: 9, excludedSeq: 8 }, []],
    [{ excludedSeq: null, dated: false, isRoot: true }, []],
    [{ exists: false }, ["belongs to no existing folder or document"]],
    [{ floorSeq: 10 }, ["has the floor 10, and the tree clock is at 9"]],
    [
      { floorSeq: 11, excludedSeq: 10 },
      ["has the floor 11, and the tree clock is at 9", "was excluded at 10, and the tree clock is at 9"],
    ],
    [{ floorSeq: 8 }, ["was excluded at 9, and its floor is 8"]],
    [{ dated: false }, ["is excluded without a date"]],
    [{ excludedSeq: null }, ["has an exclusion date but is not excluded"]],
    [{ isRoot: true }, ["is excluded and a root"]],
  ])("%j have the problems %j", (changed, problems) => {
    expect(barriersProblems({ ...sound, ...changed }, CLOCK)).toEqual(problems);
  });

  it("are not compared with a clock that is missing", () => {
    expect(barriersProblems({ ...sound, floorSeq: 11, excludedSeq: 10 }, null)).toEqual([]);
  });
});

describe("a stored root", () => {
  const sound: RootIntegrityRow = {
    ...{ id: FOLDER, exists: true, publishedSeq: 8, lastPropagatedSeq: 9, ownStampSeq: 9 },
  };

  it.each<[Partial<RootIntegrityRow>, readonly string[]]>([
    [{}, []],
    [{ publishedSeq: 9 }, []],
    [{ lastPropagatedSeq: null, ownStampSeq: 8 }, []],
    [{ exists: false }, ["belongs to no existing folder"]],
    [{ lastPropagatedSeq: 10 }, ["was propagated at 10, and the tree clock is at 9"]],
    [{ lastPropagatedSeq: 7 }, ["was propagated at 7, before it was published at 8"]],
    [{ ownStampSeq: 7 }, ["lacks its own stamp"]],
    [{ ownStampSeq: null }, ["lacks its own stamp"]],
    [
      { publishedSeq: 10 },
      [
        "was published at 10, and the tree clock is at 9",
        "was propagated at 9, before it was published at 10",
        "lacks its own stamp",
      ],
    ],
  ])("%j has the problems %j", (changed, problems) => {
    expect(rootProblems({ ...sound, ...changed }, CLOCK)).toEqual(problems);
  });
});

describe("a stored stamp", () => {
  const sound: StampIntegrityRow = {
    ...{ resourceId: "document" as DocumentId, rootId: FOLDER, seq: 9, resourceExists: true, rootExists: true },
  };

  it.each<[Partial<StampIntegrityRow>, readonly string[]]>([
    [{}, []],
    [{ resourceExists: false }, ["is on no existing folder or document"]],
    [{ rootExists: false }, ["is of no existing folder"]],
    [{ seq: 10 }, ["has the number 10, and the tree clock is at 9"]],
  ])("%j has the problems %j", (changed, problems) => {
    expect(stampProblems({ ...sound, ...changed }, CLOCK)).toEqual(problems);
  });
});
