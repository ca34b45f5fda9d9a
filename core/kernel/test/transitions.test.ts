import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError, transitions } from "../src/index.ts";

const STATES = ["a", "b", "c", "d"] as const;
type State = (typeof STATES)[number];

const state = fc.constantFrom(...STATES);
const tables = fc.record(
  Object.fromEntries(STATES.map((each) => [each, fc.uniqueArray(state)])) as Record<State, fc.Arbitrary<State[]>>,
);

describe("transitions", () => {
  it("leave no path that leaves the table", () => {
    fc.assert(
      fc.property(tables, fc.array(state, { minLength: 1 }), (table, [start = "a", ...path]) => {
        const { move, allows, isFinal } = transitions(table);
        let from = start;
        for (const to of path) {
          const isAllowed = table[from].includes(to);
          expect(allows(from, to)).toBe(isAllowed);
          if (isFinal(from)) expect(isAllowed).toBe(false);
          if (isAllowed) from = move(from, to);
          else expect(() => move(from, to)).toThrow(TypeError);
        }
      }),
    );
  });

  it("refuse with the allowed states where a message is at hand", () => {
    const { move } = transitions({ draft: ["ready"], ready: [] });
    expect(move("draft", "ready", () => "unused")).toBe("ready");
    const refused = () => move("draft", "draft", (allowed) => `A draft can become ${allowed.join(" or ")}`);
    expect(refused).toThrow(DomainError);
    expect(refused).toThrow(
      expect.objectContaining({
        code: "invalid_transition",
        message: "A draft can become ready",
        details: { allowed: ["ready"] },
      }),
    );
  });
});
