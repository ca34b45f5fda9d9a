import { DOCUMENTS_BASE } from "@cartulary/wire";
import { documentId } from "./archive.ts";
import { expected } from "./client.ts";
import { compared, type Pair, requireSame } from "./comparison.ts";
import type { Measurement } from "./measurement.ts";
import { LARGE } from "./scene.ts";

const ROUNDS = { rounds: 11, turns: 20 };
const VERSIONS = `${DOCUMENTS_BASE}/documents/${documentId(8)}/versions`;

/** A new content of 100 KiB for a document, the old one archived. */
export const version: Measurement = {
  name: "version",
  async run(scenes) {
    const pairs: Pair[] = [];
    for (const engine of scenes.engines) {
      const { host, roof } = (await scenes.over(engine, LARGE)).reader;
      const pair = {
        host: () => expected(201, host.upload(VERSIONS)),
        roof: () => expected(201, roof.upload(VERSIONS)),
      };
      await requireSame(pair, "versions_count", "sha256", "updated_at");
      pairs.push({ what: engine, ...pair });
    }
    return compared("A new version of 100 KiB", pairs, ROUNDS);
  },
};
