import { type Arena, arena, type Contender } from "../duel/arena.ts";
import { restOf, spentBy, turnsIn } from "../duel/spending.ts";
import { WORKS, type Work } from "../duel/works.ts";
import { type Measurement, type Report, tableOf, type Verdict } from "../measurement.ts";
import { median, ratio } from "../rounds.ts";
import type { Engine } from "../scene.ts";
import { directusIn, startDirectus, THEIRS } from "./directus.ts";

const ROUNDS = 9;
/** Our host indexes what this work creates after it has answered. The figure counts the indexing, too. */
const INDEXED_LATER = "creation";
/** Enough that a host at rest, which is counted meanwhile, hardly matters. */
const CREATIONS = 200;
/** How many times as much Directus has to take at least. */
const AIMS: Readonly<Record<Engine, Readonly<Record<string, number>>>> = {
  SQLite: { creation: 4 },
  Postgres: { page: 4 },
};
const HOW =
  "Directus is not here: run `npm install directus` in a folder of its own, and name that folder in CARTULARY_RIVAL";

/** The processor time of a request, ours beside that of Directus, where it is installed: it is no dependency of ours. */
export const rival: Measurement = {
  name: "rival",
  async run(scenes, progress): Promise<Report> {
    const columns = ["", "ours", "Directus", "times"];
    const { CARTULARY_RIVAL: folder } = process.env;
    const installed = folder ? directusIn(folder) : null;
    if (!installed) return { title: "Directus", columns, rows: [], verdicts: [{ promise: HOW, holds: !folder }] };
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of scenes.engines) {
      await using opened = new AsyncDisposableStack();
      const place = await arena(scenes, engine, opened);
      const directus = await startDirectus(installed, place, opened);
      for (const work of WORKS.filter(({ name }) => name in THEIRS)) {
        const { ours, theirs } = await spentOn(work, place, directus);
        const times = ratio(theirs, ours);
        const what = `${engine}, ${work.what}`;
        add([what, median(ours).toFixed(3), median(theirs).toFixed(3), times.toFixed(1)]);
        const aim = AIMS[engine][work.name];
        if (aim === undefined) continue;
        verdicts.push({
          promise: `${what}: Directus takes ${times.toFixed(1)} times as much (at least ${aim})`,
          holds: times >= aim,
        });
      }
    }
    const title = `Milliseconds of processor time that a request takes, with the database server: ours and Directus ${installed.version}`;
    return { title, columns, rows, verdicts };
  },
};

/** What a request took of each in every round. By turns, in an order that turns too. */
async function spentOn(work: Work, place: Arena, directus: Contender) {
  const isLater = work.name === INDEXED_LATER;
  const sideOf = async (contender: Contender, { ask }: Pick<Work, "ask">) => {
    const fitting = await turnsIn({ ask }, contender, place);
    return { contender, ask, turns: isLater ? CREATIONS : fitting, spent: [] as number[] };
  };
  const ours = await sideOf(place.host, work);
  const theirs = await sideOf(directus, THEIRS[work.name] ?? work);
  await restOf(place);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { contender, ask, turns, spent } of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      const repeat = async () => {
        for (let turn = 0; turn < turns; turn += 1) await ask(contender.askers, place.estate);
        if (isLater) await restOf(place);
      };
      spent.push(await spentBy(contender, place, turns, repeat));
    }
  }
  return { ours: ours.spent, theirs: theirs.spent };
}
