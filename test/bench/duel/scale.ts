import type { ArchiveSize } from "../archive.ts";
import { type Measurement, type Report, tableOf, type Verdict } from "../measurement.ts";
import { median, ratio } from "../rounds.ts";
import { type Engine, LARGE, type Scenes } from "../scene.ts";
import { type Arena, arena } from "./arena.ts";
import { restOf, spentBy, turnsIn } from "./spending.ts";
import { WORKS, type Work } from "./works.ts";

const ROUNDS = 9;
/** The largest cost of a request in the largest archive, as a multiple of one in the smallest. */
const TIMES_MAX = 1.3;
/** From the smallest to the largest. */
const SIZES: readonly ArchiveSize[] = [
  { folders: 1_000, documents: 1_000 },
  LARGE,
  { folders: 100_000, documents: 1_000_000 },
];
const NAMES: readonly string[] = ["get", "public", "page", "creation"];

/** The cost of a request for the host in a small and in a large archive. */
export const scale: Measurement = {
  name: "scale",
  async run(scenes, progress): Promise<Report> {
    const works = WORKS.filter(({ name }) => NAMES.includes(name));
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of scenes.engines) {
      for await (const { work, spent } of measured(scenes, engine, works)) {
        const [least = [], ...more] = spent;
        const times = more.map((each) => ratio(each, least));
        const largest = times.at(-1) ?? Number.NaN;
        add([`${engine}, ${work.what}`, ...spent.map((each) => median(each).toFixed(3)), largest.toFixed(2)]);
        verdicts.push({
          promise: `${engine}, ${work.what}: ${largest.toFixed(2)} times as much among ${inWords(SIZES.at(-1))} (at most ${TIMES_MAX})`,
          holds: largest <= TIMES_MAX,
        });
      }
    }
    const columns = ["", ...SIZES.map((size) => `among ${inWords(size)}`), "ratio"];
    return { title: "Milliseconds of processor time that a request takes, by documents", columns, rows, verdicts };
  },
};

const inWords = (size?: ArchiveSize): string => (size?.documents ?? 0).toLocaleString("en");

/** Of each work, what a request took in each round, archive by archive. */
interface Measured {
  readonly work: Work;
  readonly spent: readonly (readonly number[])[];
}

async function* measured(scenes: Scenes, engine: Engine, works: readonly Work[]): AsyncGenerator<Measured> {
  await using opened = new AsyncDisposableStack();
  const places: Arena[] = [];
  for (const size of SIZES) places.push(await arena(scenes, engine, opened, { size }));
  for (const work of works) yield { work, spent: await spentOn(work, places) };
}

/** By turns, in an order that turns too. */
async function spentOn(work: Work, places: readonly Arena[]): Promise<readonly (readonly number[])[]> {
  const grounds: { readonly place: Arena; readonly turns: number; readonly spent: number[] }[] = [];
  for (const place of places) {
    grounds.push({ place, turns: await turnsIn(work, place.host, place), spent: [] });
    await restOf(place);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { place, turns, spent } of round % 2 === 0 ? grounds : grounds.toReversed()) {
      const { host, estate } = place;
      const repeat = async () => {
        for (let turn = 0; turn < turns; turn += 1) await work.ask(host.askers, estate);
      };
      spent.push(await spentBy(host, place, turns, repeat));
    }
  }
  return grounds.map(({ spent }) => spent);
}
