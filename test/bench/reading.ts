import { DOCUMENTS_BASE } from "@cartulary/wire";
import { documentId } from "./archive.ts";
import { expected } from "./client.ts";
import { compared, type Pair, requireSame } from "./comparison.ts";
import type { Measurement } from "./measurement.ts";
import { LARGE } from "./scene.ts";

const ROUNDS = { rounds: 11, turns: 100 };
const DOCUMENT = `${DOCUMENTS_BASE}/documents/${documentId(7)}`;

/** One document by its id, for a user who sees it by a permission on the folder above its folder. */
export const reading: Measurement = {
  name: "reading",
  async run(scenes) {
    const pairs: Pair[] = [];
    for (const engine of scenes.engines) {
      const { host, roof } = (await scenes.over(engine, LARGE)).reader;
      const pair = { host: () => expected(200, host.get(DOCUMENT)), roof: () => expected(200, roof.get(DOCUMENT)) };
      await requireSame(pair);
      pairs.push({ what: engine, ...pair });
    }
    return compared("A document by its id, authenticated", pairs, ROUNDS);
  },
};
