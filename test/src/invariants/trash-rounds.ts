import fc from "fast-check";
import { expect } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import type { TestEngine } from "../../support/databases.ts";
import { blobFiles } from "../../support/record-factories.ts";
import { type TrashEstate, trashEstates } from "../../support/trash-estate.ts";
import {
  createTrashModel,
  ESTATE,
  NODES,
  type Observation,
  type TrashCommand,
  trashCommands,
} from "../../support/trash-model.ts";

/** Commands that are sent one after the other, and commands that are sent at once after them. */
export interface Round {
  readonly before: readonly TrashCommand[];
  readonly atOnce: readonly TrashCommand[];
}

/** Plays rounds in one house, each on its own estate, and checks each result and finally all blobs. */
export async function withRounds(
  { open }: Pick<TestEngine, "open">,
  play: (round: (round: Round) => Promise<void>) => Promise<void>,
): Promise<void> {
  const house = await openHouse(await open());
  try {
    const newEstate = await trashEstates(house);
    let count = 0;
    let blobs = 0;
    await play(async (round) => {
      count += 1;
      const found = await played(await newEstate(`round ${count}`), round);
      blobs += Object.values(found.contents).flat().length;
    });
    expect(await house.findings()).toEqual([]);
    await expectBlobs(house, blobs);
  } finally {
    await house.close();
  }
}

/** Commands that stamp level by level, in several transactions: of a part of them, another command may come first. */
const STAMPING = ["publish", "propagate"];

/** Plays a round; expects results and a state as after some order of its commands. */
async function played(estate: TrashEstate, { before, atOnce }: Round): Promise<Observation> {
  const done = [...ESTATE, ...before];
  const model = createTrashModel(ESTATE);
  for (const command of before) {
    const expected = model.apply(command);
    expect({ command, refused: isRefused((await estate.apply(command)).status) }).toEqual({
      ...{ command, refused: expected },
    });
  }
  const replies = await Promise.all(atOnce.map((command) => estate.apply(command)));
  const refusals = replies.map(({ status }) => isRefused(status));
  const found = await estate.observe();
  const orders = ordersOf(atOnce).map((order) => outcomeOf(done, order));
  const publicOfAll = new Set(orders.flatMap(({ observed }) => observed.publicNodes));
  const stamps = atOnce.some((command) => STAMPING.includes(command.do));
  const comparable = ({ publicNodes, ...rest }: Observation) => ({ ...rest, publicNodes: stamps ? [] : publicNodes });
  const result = { refusals, ...comparable(found) };
  const expected = orders.map(({ observed, refused }) => ({
    refusals: atOnce.map((command) => refused.get(command)),
    ...comparable(observed),
  }));
  const matching = expected.filter((each) => JSON.stringify(each) === JSON.stringify(result));
  if (matching.length === 0) expect({ before, atOnce, result }).toEqual({ before, atOnce, result: expected[0] });
  expect(found.publicNodes.filter((node) => !publicOfAll.has(node))).toEqual([]);
  return found;
}

/** True for a refusal; throws for a failure of the host. */
function isRefused(status: number): boolean {
  if (status >= 500) throw new Error(`The host failed: ${status}`);
  return status >= 400;
}

function outcomeOf(done: readonly TrashCommand[], order: readonly TrashCommand[]) {
  const model = createTrashModel(done);
  const refused = new Map(order.map((command) => [command, model.apply(command)]));
  return { refused, observed: model.observe() };
}

function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, index) =>
    ordersOf(items.toSpliced(index, 1)).map((rest): readonly Item[] => [item, ...rest]),
  );
}

const DAY_MS = 86_400_000;

/** After the end of the trash and the grace period, exactly the blobs of these contents are stored. */
async function expectBlobs(house: House, count: number): Promise<void> {
  for (const days of [31, 8, 8]) {
    house.clock.pass(days * DAY_MS);
    await house.upkeep.run();
  }
  expect((await blobFiles(house)).length).toBe(count);
  expect(await house.findings()).toEqual([]);
}

/** Some commands in turn, and then two or three at once. */
export const anyRounds: fc.Arbitrary<Round> = fc.record({
  before: trashCommands({ minLength: 0, maxLength: 4 }),
  atOnce: trashCommands({ minLength: 2, maxLength: 3 }),
});

/** Checks a property of rounds with a fixed seed. */
export function checkRounds(
  rounds: fc.Arbitrary<Round>,
  round: (round: Round) => Promise<void>,
  numRuns: number,
): Promise<void> {
  return fc.assert(fc.asyncProperty(rounds, round), { numRuns, seed: SEED, endOnFailure: true });
}

const SEED = 20_261_129;

const { published, inner, elsewhere, document, innerDocument, deleted, workspace, otherWorkspace } = NODES;
const admin = { by: "admin" } as const;
const restore = { do: "restore", isNamed: false, parent: null, ...admin } as const;

/** A folder with a folder below it is deleted after an earlier deletion in the same place. */
const BEFORE: readonly TrashCommand[] = [{ do: "remove", node: inner, by: "keeper" }];

/** The commands that end the entry of that folder. */
const ENDINGS: readonly TrashCommand[] = [
  { ...restore, node: inner },
  { ...restore, node: inner, by: "keeper" },
  { ...restore, node: inner, isNamed: true, parent: elsewhere },
  { ...restore, node: inner, isNamed: true, parent: otherWorkspace },
  { do: "purge", node: inner, ...admin },
  { do: "purge", node: inner, by: "keeper" },
];

/** Every command that changes what the trash has, its places, or their public access. */
const COMMANDS: readonly TrashCommand[] = [
  ...ENDINGS,
  { ...restore, node: deleted },
  { do: "purge", node: deleted, ...admin },
  { do: "remove", node: published, ...admin },
  { do: "remove", node: document, by: "keeper" },
  { do: "remove", node: innerDocument, ...admin },
  { do: "remove", node: elsewhere, ...admin },
  { do: "remove", node: workspace, ...admin },
  { do: "remove", node: otherWorkspace, ...admin },
  { do: "move", node: published, parent: elsewhere, ...admin },
  { do: "move", node: elsewhere, parent: published, ...admin },
  { do: "move", node: inner, parent: elsewhere, ...admin },
  { do: "unpublish", node: published, ...admin },
  { do: "propagate", node: published, ...admin },
  { do: "exclude", node: published, ...admin },
  { do: "publish", node: inner, propagate: true, ...admin },
  { do: "version", node: innerDocument, text: "a later text", ...admin },
];

/** Every two commands at once, also the same one twice. */
export const PAIRS: readonly Round[] = COMMANDS.flatMap((first, index) =>
  COMMANDS.slice(index).map((second) => ({ before: BEFORE, atOnce: [first, { ...second }] })),
);

/** A restoration of a deleted folder with all below it, with each command that ends the same entry. */
export const ENDING_PAIRS: readonly Round[] = ENDINGS.map((second) => ({
  before: BEFORE,
  atOnce: [{ ...restore, node: inner }, { ...second }],
}));
