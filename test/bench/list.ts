import { DOCUMENTS_BASE } from "@cartulary/wire";
import { expected } from "./client.ts";
import { compared, type Pair, requireSame } from "./comparison.ts";
import type { Measurement } from "./measurement.ts";
import { LARGE, type Person } from "./scene.ts";

/** The third page of the documents whose names have a word in them, newest first: a tenth of all that the caller sees. */
export const PAGE = `${DOCUMENTS_BASE}/documents?q[name_cont]=facture&sort=updated_at&direction=desc&page=3`;
const ROUNDS = { rounds: 11, turns: 25 };
const AIM = 0.4;

/** A filtered and sorted page with its count. */
export const list: Measurement = {
  name: "list",
  async run(scenes) {
    const pairs: Pair[] = [];
    for (const engine of scenes.engines) {
      const { administrator, reader } = await scenes.over(engine, LARGE);
      pairs.push(
        await pageFor(`${engine}, 200 folders`, reader),
        await pageFor(`${engine}, administrator`, administrator),
      );
    }
    return compared("A filtered, sorted page of 100,000 documents with its count", pairs, ROUNDS);
  },
};

async function pageFor(what: string, { host, roof }: Person): Promise<Pair> {
  const pair = { host: () => expected(200, host.get(PAGE)), roof: () => expected(200, roof.get(PAGE)) };
  await requireSame(pair);
  return { what, ...pair, aim: AIM };
}
