import { REASONS } from "@cartulary/public-access";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLazy, RULE, type Rule } from "../../support/public-access-lazy.ts";
import { type Command, createOracle, type Oracle } from "../../support/public-access-oracle.ts";
import { commandOf, programs } from "../../support/public-access-programs.ts";
import { runs } from "../../support/runs.ts";

const RUNS = runs({ sparing: 900, usual: 3_000 });
const SEED = 20_261_121;
const LENGTH = 40;

interface Run {
  readonly oracle: Oracle;
  readonly lazy: ReturnType<typeof createLazy>;
}

/** Runs a program on both; `look` is called after every accepted command. */
function run(
  drafts: Parameters<typeof commandOf>[0][],
  rule: Rule,
  look: (run: Run, command: Command, before: ReadonlySet<number>) => void,
): void {
  const oracle = createOracle();
  const lazy = createLazy(rule);
  for (const draft of drafts) {
    const command = commandOf(draft, oracle);
    if (!command) continue;
    const before = new Set([...oracle.nodes.keys()].filter(oracle.isPublic));
    const { refused, granted } = oracle.apply(command);
    if (refused) continue;
    expect(lazy.apply(command)).toBe(granted);
    look({ oracle, lazy }, command, before);
  }
}

/** I-1, I-3, I-21 and I-22, and I-2 for commands that can publish. Plain throws: it is called millions of times. */
function agrees({ oracle, lazy }: Run, command: Command, before: ReadonlySet<number>): void {
  for (const node of oracle.nodes.keys()) {
    const found = lazy.explained(node);
    const wrong =
      found.public !== oracle.isPublic(node) ||
      (found.reason === null) !== found.public ||
      (found.exclusion !== null) !== oracle.isCut(node) ||
      (found.root !== null && !oracle.isRoot(Number(found.root.id))) ||
      (found.public && !before.has(node) && command.do !== "publish" && command.do !== "propagate");
    if (wrong) throw new Error(`After ${JSON.stringify(command)} node ${node} is ${JSON.stringify(found)}`);
  }
}

const check = (rule: Rule, numRuns: number) =>
  fc.check(
    fc.property(programs(LENGTH), (drafts) => run([...drafts], rule, agrees)),
    { numRuns, seed: SEED },
  );

describe("the rule of public access", () => {
  it("equals a set of grants edited by hand, after every command, for every reason [I-1, I-2, I-3, I-22]", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(programs(LENGTH), (drafts) =>
        run([...drafts], RULE, (world, command, before) => {
          agrees(world, command, before);
          for (const node of world.oracle.nodes.keys()) {
            const kind = world.lazy.explained(node).reason ?? "public";
            seen.set(kind, (seen.get(kind) ?? 0) + 1);
          }
        }),
      ),
      { numRuns: RUNS, seed: SEED },
    );
    for (const kind of [...REASONS, "public"]) expect(seen.get(kind) ?? 0, kind).toBeGreaterThan((5 * RUNS) / 3);
  });

  it("propagates over all that is eligible, and twice is once [I-9, I-10, I-18, I-21]", () => {
    fc.assert(
      fc.property(programs(LENGTH), (drafts) => {
        run([...drafts], RULE, ({ oracle, lazy }, command) => {
          if (command.do !== "propagate") return;
          const below = oracle.subtree(command.node);
          const eligible = below.filter((node) => !oracle.isCut(node));
          expect(below.filter((node) => lazy.explained(node).public)).toEqual(eligible);
          expect(lazy.apply(command)).toBe(eligible.length);
          expect(below.filter((node) => lazy.explained(node).public)).toEqual(eligible);
        });
      }),
      { numRuns: 300, seed: SEED },
    );
  });

  it("makes nothing public when the ancestors end before the top", () => {
    const public_ = { id: "a", placedSeq: 1, floorSeq: 0, excludedSeq: null, publishedSeq: 2, stampSeq: 2 };
    expect(RULE.explain({ links: [public_], complete: true, stamped: true }).public).toBe(true);
    expect(RULE.explain({ links: [public_], complete: false, stamped: true })).toMatchObject({
      public: false,
      reason: "stale",
    });
  });

  /** The four bugs of public-access.md 4.8. */
  const BUGS: Readonly<Record<string, Partial<Rule>>> = {
    "no floor is looked at": {
      explain: ({ links, ...chain }) =>
        RULE.explain({ ...chain, links: links.map((link) => ({ ...link, floorSeq: 0 })) }),
    },
    "a lift draws no floor": { lifted: (marks) => ({ ...marks, excludedSeq: null, floorSeq: 0 }) },
    "no move is looked at": {
      explain: ({ links, ...chain }) =>
        RULE.explain({ ...chain, links: links.map((link) => ({ ...link, placedSeq: -1 })) }),
    },
    "a move folds nothing": { moved: ([node]) => ({ floorSeq: node.floorSeq, excludedSeq: node.excludedSeq }) },
  };

  it.each(Object.entries(BUGS))("would notice when %s", (_bug, planted) => {
    expect(check({ ...RULE, ...planted }, 500).failed).toBe(true);
  });
});
