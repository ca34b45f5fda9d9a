import { DOCUMENTS_BASE } from "@cartulary/wire";
import { folderId } from "./archive.ts";
import { expected } from "./client.ts";
import { compared, type Pair, requireSame } from "./comparison.ts";
import type { Measurement } from "./measurement.ts";
import { LARGE } from "./scene.ts";

const ROUNDS = { rounds: 11, turns: 20 };
const AIM = 0.5;
export const PATH = `${DOCUMENTS_BASE}/documents`;
export const FIELDS = { documents_folder_id: folderId(5) };

/** A document of 100 KiB, sent as a form into a folder that the caller may write in. */
export const creation: Measurement = {
  name: "creation",
  async run(scenes) {
    const pairs: Pair[] = [];
    for (const engine of scenes.engines) {
      const { host, roof } = (await scenes.over(engine, LARGE)).reader;
      const pair = {
        host: () => expected(201, host.upload(PATH, FIELDS)),
        roof: () => expected(201, roof.upload(PATH, FIELDS)),
      };
      await requireSame(pair, "id", "sha256", "bulk_upload_id", "created_at", "updated_at");
      pairs.push({ what: engine, ...pair, aim: AIM });
    }
    return compared("Creation of a document of 100 KiB", pairs, ROUNDS);
  },
};
