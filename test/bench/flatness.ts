import { deepEqual } from "node:assert/strict";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { expected } from "./client.ts";
import { PAGE } from "./list.ts";
import { type Measurement, type Report, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio, timed } from "./rounds.ts";
import { type Engine, LARGE, type Scenes, SMALL } from "./scene.ts";

const ROUNDS = { rounds: 11, turns: 25 };
const RATIO_MAX = 1.5;
const LISTS = { documents: PAGE, folders: `${DOCUMENTS_BASE}/folders?sort=name&direction=asc&page=3` };

/** The cost of a page for a user who sees the same of a small archive and of a large one. */
export const flatness: Measurement = {
  name: "flatness",
  async run(scenes, progress): Promise<Report> {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of scenes.engines) {
      for (const [what, path] of Object.entries(LISTS)) {
        const { among1000, among100000, times } = await measure(scenes, engine, path);
        add([`${engine}, ${what}`, among1000.toFixed(2), among100000.toFixed(2), times.toFixed(2)]);
        verdicts.push({
          promise: `${engine}: a page of ${what} among 100,000 folders at ${times.toFixed(2)} times that among 1,000 (at most ${RATIO_MAX})`,
          holds: times <= RATIO_MAX,
        });
      }
    }
    return {
      title: "A list page for a caller with the same 200 visible folders",
      columns: ["", "among 1,000, ms", "among 100,000, ms", "ratio"],
      rows,
      verdicts,
    };
  },
};

async function measure(scenes: Scenes, engine: Engine, path: string) {
  const few = (await scenes.over(engine, SMALL)).reader.host;
  const many = (await scenes.over(engine, LARGE)).reader.host;
  const [some, all] = [await expected(200, few.get(path)), await expected(200, many.get(path))];
  deepEqual(some.headers["x-total-count"], all.headers["x-total-count"]);
  const took = await timed(
    { few: () => expected(200, few.get(path)), many: () => expected(200, many.get(path)) },
    ROUNDS,
  );
  return { among1000: median(took.few), among100000: median(took.many), times: ratio(took.many, took.few) };
}
