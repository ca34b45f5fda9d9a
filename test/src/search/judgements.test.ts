import { describe, expect, it } from "vitest";
import { CORPUS } from "../../evaluation/corpus/index.ts";
import { JUDGEMENTS } from "../../evaluation/judgements/index.ts";
import { macroAverage, scoreOf } from "../../evaluation/measure.ts";

describe("the judgements of search", () => {
  it("speak of texts of the corpus, each once", () => {
    const keys = CORPUS.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { query, right, either = [], first = [] } of JUDGEMENTS) {
      const judged = [...right, ...either];
      expect(new Set(judged).size, query).toBe(judged.length);
      expect(
        judged.filter((key) => !keys.includes(key)),
        query,
      ).toEqual([]);
      expect(
        first.filter((key) => !right.includes(key)),
        query,
      ).toEqual([]);
    }
  });

  it("judge every query once", () => {
    const queries = JUDGEMENTS.map(({ query }) => query);
    expect(new Set(queries).size).toBe(queries.length);
  });
});

describe("a score", () => {
  const judgement = { query: "keys", right: ["a", "b"], either: ["c"] };

  it("counts missing and wrong results, and not the open ones", () => {
    const score = scoreOf(judgement, { found: ["a", "c", "d"], corrected: null });
    expect(score).toMatchObject({ recall: 0.5, precision: 0.5, missing: ["b"], wrong: ["d"], faults: [] });
  });

  it("of a query that must find nothing falls with the first text", () => {
    const nothing = { query: "nothing", right: [] };
    expect(scoreOf(nothing, { found: [], corrected: null })).toMatchObject({ recall: 1, precision: 1 });
    expect(scoreOf(nothing, { found: ["a"], corrected: null })).toMatchObject({ recall: 1, precision: 0 });
  });

  it("reports another order", () => {
    const ordered = { ...judgement, first: ["a", "b"] };
    expect(scoreOf(ordered, { found: ["a", "b"], corrected: null }).faults).toEqual([]);
    expect(scoreOf(ordered, { found: ["b", "a"], corrected: null }).faults).toEqual(["begins with b a, not a b"]);
  });

  it("reports another correction", () => {
    const typo = { ...judgement, corrected: "cle" };
    expect(scoreOf(typo, { found: [], corrected: "Clé" }).faults).toEqual([]);
    expect(scoreOf(typo, { found: [], corrected: null }).faults).toEqual(["is understood as written, not as cle"]);
    expect(scoreOf(judgement, { found: [], corrected: "kegs" }).faults).toHaveLength(1);
  });

  it("weighs every query the same", () => {
    const none = scoreOf(judgement, { found: [], corrected: null });
    const all = scoreOf(judgement, { found: ["a", "b"], corrected: null });
    expect(macroAverage([none, all])).toEqual({ recall: 0.5, precision: 1 });
  });
});
