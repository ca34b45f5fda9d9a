import { DomainError, type Transact } from "@cartulary/kernel";
import type { PublicAccessStores } from "@cartulary/public-access";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newWorld } from "../../support/document-fixture.ts";
import { type PublicAccessHouse, publicAccessHouse } from "../../support/public-access-fixture.ts";
import { publicAccessGrounds } from "../../support/public-access-fixtures.ts";
import { type Command, createOracle, type Oracle } from "../../support/public-access-oracle.ts";
import { commandOf, type Draft, programs } from "../../support/public-access-programs.ts";
import { runs } from "../../support/runs.ts";

const LONG = process.env.CARTULARY_TEST_LONG !== undefined;
const RUNS = runs({ sparing: 3, usual: 16, long: 400 });
const SEED = 20_261_121;

type Stores = Transact<PublicAccessStores>;

const put = (parent: number | null, kind: "folder" | "document" = "folder"): Command => ({
  do: "create",
  kind,
  parent,
});
const on = (what: "unpublish" | "propagate" | "exclude" | "lift" | "remove", node: number): Command => ({
  do: what,
  node,
});
const move = (node: number, parent: number | null): Command => ({ do: "move", node, parent });
const restore = (node: number, parent: number | null): Command => ({
  ...{ do: "restore", node, parent, isNamed: true },
});
const alone = (node: number): Command => ({ do: "publish", node, propagate: false });

/** A root with four levels, a document in each, an exclusion on 8; and a folder outside, 10. */
const ESTATE: readonly Command[] = [
  put(null),
  put(0),
  put(1),
  put(2),
  put(0, "document"),
  put(1, "document"),
  put(2, "document"),
  put(3, "document"),
  put(1),
  put(8, "document"),
  put(null),
  on("exclude", 8),
  alone(0),
];
const PROPAGATE = on("propagate", 0);
/** The transactions of that propagation: it is announced, draws its number, and stamps level by level. */
const WRITES = 6;

/** Events that may happen in between. */
const ACTS: readonly (readonly Command[])[] = [
  [move(2, 10)],
  [move(2, 10), move(2, 1)],
  [move(6, 3)],
  [move(0, 10)],
  [on("exclude", 2)],
  [on("exclude", 2), on("lift", 2)],
  [on("exclude", 0), on("lift", 0)],
  [on("lift", 8)],
  [on("unpublish", 0)],
  [on("unpublish", 0), alone(0)],
  [on("remove", 2)],
  [on("remove", 0)],
  [on("remove", 2), restore(2, 1)],
  [on("remove", 6), restore(6, 3)],
  [alone(2), on("unpublish", 2)],
  [alone(2), on("propagate", 2), on("unpublish", 0)],
  [on("exclude", 10), move(2, 10), on("lift", 10)],
  [PROPAGATE],
];

describe.each(publicAccessGrounds)("Propagations on $name", ({ name, open }) => {
  it("that are cut short anywhere granted a part, and the next one completes it [I-27]", async () => {
    const { transact } = await open();
    const full = after([PROPAGATE]);
    for (const when of ["before", "after"] as const) {
      for (let write = 1; write <= WRITES; write += 1) {
        const between = hooked(transact);
        const house = await estateOn(between.transact, `${when} ${write}`);
        const dead = new Error("The process is gone");
        between.arm(write, when, () => Promise.reject(dead));
        await expect(house.apply(PROPAGATE)).rejects.toBe(dead);
        const part = await publicOf(house);
        expect(full).toEqual(expect.arrayContaining([...part]));
        expect(part.length).toBe(
          when === "after" && write === WRITES ? full.length : Math.min(part.length, full.length - 1),
        );
        expect(await house.apply(PROPAGATE)).toBe(full.length);
        expect(await publicOf(house)).toEqual(full);
      }
    }
  });

  it("leave concurrent changes intact at any step, as if made before or after [I-28]", async () => {
    const { transact } = await open();
    // The order of transactions is forced here, so that another engine adds little.
    const steps = name === "SQLite" ? [2, 3, 4, 5, WRITES] : [4];
    for (const [index, acts] of ACTS.entries()) {
      for (const write of steps) {
        const between = hooked(transact);
        const house = await estateOn(between.transact, `${index} ${write}`);
        between.arm(write, "before", async () => {
          for (const act of acts) await house.apply(act);
        });
        await house.apply(PROPAGATE).catch(refused);
        // The second transaction draws the number: whatever is done before it came before.
        const expected = write === 2 ? after([...acts, PROPAGATE]) : after([PROPAGATE, ...acts]);
        expect([acts, write, await publicOf(house)]).toEqual([acts, write, expected]);
      }
    }
  });
});

describe.runIf(publicAccessGrounds.length > 1)("Public access over several connections", () => {
  it("makes nothing public that no order would, and makes no cycle [I-28, I-29]", {
    timeout: LONG ? 1_200_000 : 600_000,
  }, async () => {
    const ground = await publicAccessGrounds.find(({ name }) => name === "Postgres")?.open();
    if (!ground) throw new Error("There is no Postgres");
    let turns = 0;
    const pick = () => (turns++ % 2 === 0 ? ground.transact : ground.otherTransact);
    const both: Stores = {
      read: (work) => pick().read(work),
      single: (work) => pick().single(work),
      write: (work) => pick().write(work),
      claim: (work) => pick().claim(work),
    };
    await fc.assert(
      fc.asyncProperty(programs(24), programs(4), async (before, atOnce) => {
        const [house, oracle] = [publicAccessHouse(both, newWorld(JSON.stringify([before, atOnce]))), createOracle()];
        const done = commandsOf(before, oracle);
        for (const command of done) await house.apply(command);
        const root = [...oracle.nodes.keys()].find(oracle.isRoot);
        const commands = [...(root === undefined ? [] : [on("propagate", root)]), ...commandsFor(atOnce, oracle)];
        await Promise.all(commands.map((command) => house.apply(command).catch(refused)));

        const allowed = new Set(permutations(commands).flatMap((order) => after(order, done)));
        const found = await publicOf(house);
        expect({ commands, excess: found.filter((node) => !allowed.has(node)) }).toEqual({ commands, excess: [] });
        expect(await waysUp(house)).not.toContain(false);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });
});

/** The public nodes after commands on an estate, determined by hand. */
function after(commands: readonly Command[], before: readonly Command[] = ESTATE): readonly number[] {
  const oracle = createOracle();
  for (const command of [...before, ...commands]) oracle.apply(command);
  return [...oracle.nodes.keys()].filter(oracle.isPublic).toSorted((left, right) => left - right);
}

/** A database at which something may happen before or after the n-th transaction that writes. */
function hooked(transact: Stores) {
  let armed: { left: number; readonly when: "before" | "after"; readonly act: () => Promise<void> } | null = null;
  const hook = async (when: "before" | "after") => {
    if (armed?.left !== 0 || armed.when !== when) return;
    const { act } = armed;
    armed = null;
    await act();
  };
  const between =
    (write: Stores["write"]): Stores["write"] =>
    async (work) => {
      if (armed) armed.left -= 1;
      await hook("before");
      const result = await write(work);
      await hook("after");
      return result;
    };
  const { read, single } = transact;
  const hookedUp: Stores = { read, single, write: between(transact.write), claim: between(transact.claim) };
  return {
    transact: hookedUp,
    arm(write: number, when: "before" | "after", act: () => Promise<void>) {
      armed = { left: write, when, act };
    },
  };
}

async function estateOn(transact: Stores, seed: string): Promise<PublicAccessHouse> {
  const house = publicAccessHouse(transact, newWorld(seed));
  for (const command of ESTATE) await house.apply(command);
  return house;
}

/** The nodes that are there and public, by number. */
async function publicOf(house: PublicAccessHouse): Promise<readonly number[]> {
  return (await house.explainedAll()).flatMap(({ number, explanation }) => (explanation.public ? [number] : []));
}

/** For each node, true when its ancestors reach the top. */
async function waysUp(house: PublicAccessHouse): Promise<readonly boolean[]> {
  return (await house.explainedAll()).map(({ complete }) => complete);
}

/** A refused command has no effect: another one was faster. */
function refused(error: unknown): null {
  if (error instanceof DomainError && error.kind !== "unavailable") return null;
  throw error;
}

function commandsOf(drafts: readonly Draft[], oracle: Oracle): readonly Command[] {
  return drafts.flatMap((draft) => {
    const command = commandOf(draft, oracle);
    return command && !oracle.apply(command).refused ? [command] : [];
  });
}

/** The commands of concurrent drafts on the current tree; nodes that are created meanwhile have no number yet. */
function commandsFor(drafts: readonly Draft[], oracle: Oracle): readonly Command[] {
  return drafts.flatMap((draft) => {
    const command = commandOf(draft, oracle);
    const folders = ["publish", "unpublish", "propagate"];
    if (!command || command.do === "create") return [];
    return folders.includes(command.do) && oracle.nodes.get(command.node)?.kind !== "folder" ? [] : [command];
  });
}

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest): readonly Item[] => [item, ...rest]),
  );
}
