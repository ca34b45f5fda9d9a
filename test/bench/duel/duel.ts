import { clientOf } from "../client.ts";
import { requireSame } from "../comparison.ts";
import type { Measurement, Report, Verdict } from "../measurement.ts";
import { median } from "../rounds.ts";
import type { Engine, Scenes } from "../scene.ts";
import { type Arena, arena } from "./arena.ts";
import { restOf, spentBy, TURNS_MAX, turnsIn } from "./spending.ts";
import { WORKS, type Work } from "./works.ts";

/** Enough for a median that a queue's turn, a collection of garbage or a checkpoint does not move. */
const ROUNDS = 15;
const CONNECTIONS = 64;
/** The largest cost of a request over {@link CONNECTIONS} connections, as a multiple of one over one connection. */
const CONNECTIONS_TIMES_MAX = 1.3;

/** The cost of a request for us and for the roof: processor time of the host and of the database server. */
export const duel: Measurement = duelOver(WORKS);

/** True if a work has this name. */
export const isWork = (name: string): boolean => WORKS.some((work) => work.name === name);

/** The duel of some works alone, while one is being improved. */
export function duelOf(names: readonly string[]): Measurement {
  return duelOver(WORKS.filter(({ name }) => names.includes(name)));
}

function duelOver(works: readonly Work[]): Measurement {
  return { name: "duel", run: (scenes) => run(scenes, works) };
}

async function run(scenes: Scenes, works: readonly Work[]): Promise<Report> {
  await using opened = new AsyncDisposableStack();
  const results: Fought[] = [];
  for (const engine of scenes.engines) results.push(await fought(await arena(scenes, engine, opened), works));
  const cells = (pick: (cost: Cost) => string) => (work: Work) =>
    results.map(({ costs }) => pick(costs.get(work.name) ?? NOTHING));
  const [ours, theirs, shares] = [
    cells(({ host }) => inMilliseconds(host)),
    cells(({ roof }) => inMilliseconds(roof)),
    cells(({ share }) => share.toFixed(2)),
  ];
  const under = (title: string) => scenes.engines.map((engine) => `${title} ${engine}`);
  return {
    title:
      "Milliseconds of processor time that a request takes: ours (with the database server), and written by hand; later indexing counts in the round in which it happens",
    columns: ["", ...under("ours"), ...under("by hand"), ...under("of the roof"), DIRECTUS],
    rows: works.map((work) => [work.what, ...ours(work), ...theirs(work), ...shares(work), quoted(work)]),
    verdicts: results.flatMap(({ engine, costs, times }) => verdictsOf(engine, costs, times)),
  };
}

const DIRECTUS = "Directus 12 on SQLite, quoted of November 2026";
const quoted = ({ directus }: Work): string => (directus === undefined ? "–" : directus.toFixed(2));

/** Medians over the rounds. */
interface Cost {
  readonly host: number;
  readonly roof: number;
  /** Of the roof, each round compared with itself. */
  readonly share: number;
}

const NOTHING: Cost = { host: Number.NaN, roof: Number.NaN, share: Number.NaN };

interface Fought {
  readonly engine: Engine;
  readonly costs: ReadonlyMap<string, Cost>;
  /** The cost over many connections by that over one; `null` where the first work is not measured. */
  readonly times: number | null;
}

async function fought(place: Arena, works: readonly Work[]): Promise<Fought> {
  const costs = new Map<string, Cost>();
  for (const work of works) {
    await requireSame(turnsOf(work, place), ...NEW_EACH_TIME);
    await restOf(place);
    costs.set(work.name, await costOf(work, place));
  }
  const [first] = WORKS;
  const times = first && works.includes(first) ? await timesOfConnections(first, place) : null;
  return { engine: place.engine, costs, times };
}

/** Fields that are others at each asking. */
const NEW_EACH_TIME = ["id", "sha256", "level", "bulk_upload_id", "created_at", "updated_at"];

const turnsOf = ({ ask }: Work, { host, roof, estate }: Arena) => ({
  host: () => ask(host.askers, estate),
  roof: () => ask(roof.askers, estate),
});

/** By turns, in an order that turns too. */
async function costOf(work: Work, place: Arena): Promise<Cost> {
  const { host, roof, estate } = place;
  const turns = { host: await turnsIn(work, host, place), roof: await turnsIn(work, roof, place) };
  const spent: Record<"host" | "roof", number[]> = { host: [], roof: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? (["host", "roof"] as const) : (["roof", "host"] as const)) {
      const contender = place[side];
      spent[side].push(
        await spentBy(contender, place, turns[side], async () => {
          for (let turn = 0; turn < turns[side]; turn += 1) await work.ask(contender.askers, estate);
        }),
      );
    }
  }
  const shares = spent.roof.map((cost, round) => cost / (spent.host[round] ?? Number.NaN));
  return { host: median(spent.host), roof: median(spent.roof), share: median(shares) };
}

/** The first work, over many connections and over one, by turns. */
async function timesOfConnections(work: Work, place: Arena): Promise<number> {
  const { host, scene, estate } = place;
  const [single, many] = [clientOf(host.url, scene.reader.token), clientOf(host.url, scene.reader.token, CONNECTIONS)];
  const asking = (reader: typeof many, connections: number) => () =>
    Promise.all(
      Array.from({ length: connections }, async () => {
        const turns = TURNS_MAX / connections;
        for (let turn = 0; turn < turns; turn += 1) await work.ask({ ...host.askers, reader }, estate);
      }),
    );
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await spentBy(host, place, TURNS_MAX, asking(single, 1));
    times.push((await spentBy(host, place, TURNS_MAX, asking(many, CONNECTIONS))) / one);
  }
  single.close();
  many.close();
  return median(times);
}

function verdictsOf(engine: Engine, costs: Fought["costs"], times: Fought["times"]): readonly Verdict[] {
  const get = costs.get("get")?.host ?? Number.NaN;
  const measured = WORKS.filter((work) => costs.has(work.name));
  const ofWorks = measured.flatMap(({ name, what, aims, getsMax }) => {
    const { host, share } = costs.get(name) ?? NOTHING;
    const aim = aims?.[engine];
    const gets = host / get;
    return [
      ...(aim === undefined
        ? []
        : [{ promise: `${engine}, ${what}: ${share.toFixed(2)} of the roof (at least ${aim})`, holds: share >= aim }]),
      ...(getsMax === undefined || Number.isNaN(gets)
        ? []
        : [
            {
              promise: `${engine}, ${what}: ${gets.toFixed(1)} times a GET (at most ${getsMax})`,
              holds: gets <= getsMax,
            },
          ]),
    ];
  });
  if (times === null) return ofWorks;
  const flat = `${engine}: a GET over ${CONNECTIONS} connections at ${times.toFixed(2)} times one over a single (at most ${CONNECTIONS_TIMES_MAX})`;
  return [...ofWorks, { promise: flat, holds: times <= CONNECTIONS_TIMES_MAX }];
}

const inMilliseconds = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 3 : 1);
