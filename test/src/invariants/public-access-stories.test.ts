import { publicAccessChecks, raiseTreeClock } from "@cartulary/public-access";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADMINISTRATOR, newWorld } from "../../support/document-fixture.ts";
import { ALL, type PublicAccessHouse, publicAccessHouse } from "../../support/public-access-fixture.ts";
import { type PublicAccessGround, publicAccessGrounds } from "../../support/public-access-fixtures.ts";
import { createLazy } from "../../support/public-access-lazy.ts";
import { type Command, createOracle } from "../../support/public-access-oracle.ts";
import { commandOf, type Draft, programs } from "../../support/public-access-programs.ts";
import { STORIES, type Story } from "../../support/public-access-scenarios.ts";
import { runs } from "../../support/runs.ts";

const RUNS = runs({ sparing: 2, usual: 4 });
const SEED = 20_261_121;

// Which test holds which invariant of public-access.md 4.8:
// I-1, I-3, I-9, I-10, I-18, I-21, I-22: public-access.property.test.ts; with I-11, I-12, I-26 through the services:
//   public-access-service.property.test.ts.
// I-2: both, and here. I-4 to I-8, I-13 to I-20, I-23, I-30 to I-32: here. I-24: the plans of adapters/postgres.
// I-25: the tests over HTTP. I-27 to I-29: public-access-concurrency.test.ts.

const isCommand = (step: Story[number]): step is Command => "do" in step;

describe("the rule of public access explains", () => {
  it.each(Object.entries(STORIES))("%s", (_name, story) => {
    const [lazy, oracle] = [createLazy(), createOracle()];
    for (const step of story) {
      if (isCommand(step)) {
        oracle.apply(step);
        lazy.apply(step);
      } else {
        const nodes = [...oracle.nodes.keys()];
        expect(nodes.filter(oracle.isPublic)).toEqual(step);
        expect(nodes.filter((node) => lazy.explained(node).public)).toEqual(step);
      }
    }
  });
});

describe.each(publicAccessGrounds)("public access on $name", ({ name, open }) => {
  it("gives every story its result, unchanged by moves to the current parent", async () => {
    const { transact } = await open();
    for (const [title, story] of Object.entries(STORIES)) {
      const [house, oracle] = [publicAccessHouse(transact, newWorld(title)), createOracle()];
      for (const step of story) {
        if (isCommand(step)) {
          oracle.apply(step);
          await house.apply(step);
          continue;
        }
        for (const [node, { parent }] of oracle.nodes) await house.apply({ do: "move", node, parent });
        expect([title, await publicOf(house, [...oracle.nodes.keys()])]).toEqual([title, step]);
      }
    }
    expect(await findings(transact)).toEqual([]);
  });

  it("refuses to propagate a former root after its exclusion [I-19]", async () => {
    const { transact } = await open();
    const house = publicAccessHouse(transact);
    for (const command of [
      { do: "create", kind: "folder", parent: null },
      { do: "publish", node: 0, propagate: true },
      { do: "exclude", node: 0 },
      { do: "lift", node: 0 },
    ] as const) {
      await house.apply(command);
    }
    const refused = house.apply({ do: "propagate", node: 0 });
    await expect(refused).rejects.toMatchObject({ code: "not_a_public_root" });
  });

  it("changes no row when a command is repeated [I-7, I-8]", async () => {
    const { transact } = await open();
    await fc.assert(
      fc.asyncProperty(programs(18), async (program) => {
        const [house, oracle] = [publicAccessHouse(transact, newWorld(JSON.stringify(program))), createOracle()];
        await play(house, oracle, program);
        for (const [node, { kind }] of [...oracle.nodes].slice(0, 5)) {
          const again: readonly Command[] = [
            { do: "lift", node },
            ...(kind === "folder"
              ? ([
                  { do: "publish", node, propagate: true },
                  { do: "unpublish", node },
                ] as const)
              : []),
            { do: "exclude", node },
          ];
          for (const command of again) {
            await house.apply(command);
            const before = await rowsOf(transact);
            await house.apply(command.do === "publish" ? { ...command, propagate: node % 2 === 0 } : command);
            expect([command, await rowsOf(transact)]).toEqual([command, before]);
          }
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });

  it("writes at most four rows to cut or open, with any number of resources below [I-23]", async () => {
    const ground = await open();
    await ground.damage(...(name === "SQLite" ? NOTED_ON_SQLITE : NOTED_ON_POSTGRES));
    const written: Record<string, readonly number[]> = {};
    for (const size of [1, 40]) {
      const house = publicAccessHouse(ground.transact, newWorld(`${size}`));
      await house.apply({ do: "create", kind: "folder", parent: null });
      await house.apply({ do: "create", kind: "folder", parent: null });
      for (let each = 0; each < size; each += 1) await house.apply({ do: "create", kind: "folder", parent: 0 });
      for (const [what, command] of ACTS) {
        await ground.damage("delete from noted");
        await house.apply(command);
        written[what] = [...(written[what] ?? []), await ground.number("select count(*) as value from noted")];
        if (command.do === "publish") await house.apply({ do: "propagate", node: 0 });
      }
    }
    for (const [what, [few = 0, many = 0]] of Object.entries(written)) {
      expect({ what, few, many }).toEqual({ what, few: many, many: few });
      expect({ what, few, fits: few > 0 && few <= 4 }).toEqual({ what, few, fits: true });
    }
  });

  it("ticks no number twice when the clock was restored from a backup [I-32]", async () => {
    const ground = await open();
    const house = publicAccessHouse(ground.transact);
    const [program = []] = fc.sample(programs(30), { numRuns: 1, seed: SEED });
    await play(house, createOracle(), program);
    await house.apply({ do: "create", kind: "folder", parent: null });
    const clock = "select seq as value from tree_clock";
    const highest = await ground.number(clock);
    const next = () => ground.transact.write(({ tree }) => tree.tick());
    await ground.damage("update tree_clock set seq = 0");
    await raiseTreeClock(ground.transact);
    const lifted = await ground.number(clock);
    expect(lifted).toBeGreaterThan(0);
    expect(lifted).toBeLessThanOrEqual(highest);
    expect(await findings(ground.transact)).toEqual([]);
    await ground.damage("update tree_clock set seq = 5000");
    await raiseTreeClock(ground.transact);
    expect(await next()).toBe(5001);
  });

  it("restores nothing to a position above a clock that was restored from a backup [I-32]", async () => {
    const ground = await open();
    const house = publicAccessHouse(ground.transact);
    for (const command of [
      { do: "create", kind: "folder", parent: null },
      { do: "create", kind: "folder", parent: 0 },
      { do: "create", kind: "document", parent: null },
      { do: "move", node: 2, parent: 1 },
      { do: "move", node: 2, parent: 0 },
      { do: "move", node: 2, parent: 1 },
      { do: "remove", node: 0 },
    ] as const) {
      await house.apply(command);
    }
    await ground.damage("update tree_clock set seq = 0");
    await raiseTreeClock(ground.transact);
    await house.apply({ do: "restore", node: 0, parent: null, isNamed: false });
    expect(await findings(ground.transact)).toEqual([]);
    await house.apply({ do: "publish", node: 0, propagate: true });
    expect(await publicOf(house, [0, 1, 2])).toEqual([0, 1, 2]);
  });
});

describe.runIf(publicAccessGrounds.length > 1)("public access on two databases", () => {
  it("has the same state after the same program, with any ids [I-31]", async () => {
    const [one, other] = await Promise.all(publicAccessGrounds.map(({ open }) => open()));
    if (!one || !other) throw new Error("There is one database");
    await fc.assert(
      fc.asyncProperty(programs(30), async (program) => {
        const report = async ({ transact }: PublicAccessGround, seed: string) => {
          const [house, oracle] = [
            publicAccessHouse(transact, newWorld(seed + JSON.stringify(program))),
            createOracle(),
          ];
          await play(house, oracle, program);
          return statesOf(house, [...oracle.nodes.keys()]);
        };
        expect(await report(other, "other")).toEqual(await report(one, "one"));
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });
});

async function play(
  house: PublicAccessHouse,
  oracle: ReturnType<typeof createOracle>,
  program: readonly Draft[],
): Promise<void> {
  for (const draft of program) {
    const command = commandOf(draft, oracle);
    if (command && !oracle.apply(command).refused) await house.apply(command);
  }
}

async function publicOf(house: PublicAccessHouse, numbers: readonly number[]): Promise<readonly number[]> {
  const found = await house.explained(numbers);
  return numbers.filter((_, index) => found[index]?.public);
}

/** Whole states with numbers for ids. */
async function statesOf(house: PublicAccessHouse, numbers: readonly number[]): Promise<readonly unknown[]> {
  const states: unknown[] = [];
  for (const number of numbers) {
    const state = await house.publicAccess.state(ADMINISTRATOR, { node: house.node(number), limit: ALL });
    const numbered = JSON.stringify(state).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => `${house.numberOf(id)}`);
    states.push(JSON.parse(numbered));
  }
  return states;
}

/** Everything that public access keeps. */
function rowsOf(transact: PublicAccessGround["transact"]): Promise<unknown> {
  return transact.read(async ({ publicAccessInspection }) => ({
    marks: await publicAccessInspection.barriers(null, 10_000),
    roots: await publicAccessInspection.roots(null, 10_000),
    stamps: await publicAccessInspection.stamps(null, 10_000),
  }));
}

async function findings(transact: PublicAccessGround["transact"]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const { run: look } of publicAccessChecks({ transact })) {
    for await (const looked of look()) found.push(...looked.findings);
  }
  return found;
}

const ACTS: readonly (readonly [string, Command])[] = [
  ["publish", { do: "publish", node: 0, propagate: false }],
  ["move", { do: "move", node: 0, parent: 1 }],
  ["exclude", { do: "exclude", node: 0 }],
  ["move out of an exclusion", { do: "move", node: 0, parent: null }],
  ["publish an excluded folder", { do: "publish", node: 0, propagate: false }],
  ["unpublish", { do: "unpublish", node: 0 }],
  ["exclude a folder that is no root", { do: "exclude", node: 0 }],
  ["lift", { do: "lift", node: 0 }],
];

const KEYS = {
  tree_clock: "id",
  folders: "id",
  documents: "id",
  public_access_nodes: "resource_id",
  public_roots: "folder_id",
  public_stamps: "resource_id",
};

/** Notes each row that is written, once: in `noted`. */
const NOTED_ON_SQLITE = [
  "create table noted (place text, id text, primary key (place, id))",
  ...Object.entries(KEYS).flatMap(([table, key]) =>
    (["insert", "update", "delete"] as const).map(
      (event) => `create trigger ${table}_${event} after ${event} on ${table} begin
        insert into noted select '${table}', key from (select ${event === "delete" ? "old" : "new"}.${key} as key)
        where not exists (select 1 from noted where place = '${table}' and id = key); end`,
    ),
  ),
];
const NOTED_ON_POSTGRES = [
  "create table noted (place text, id text, primary key (place, id))",
  `create function note() returns trigger language plpgsql security definer as $$ begin
    insert into noted values (tg_table_name, coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0]) on conflict do nothing;
    return null; end $$`,
  ...Object.entries(KEYS).map(
    ([table, key]) => `create trigger noted after insert or update or delete on ${table}
      for each row execute function note('${key}')`,
  ),
];
