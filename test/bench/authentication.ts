import { deepEqual } from "node:assert/strict";
import { listen } from "@cartulary/node";
import { compose, technologyModules, tokens } from "@cartulary/server";
import { DIRECTORY_BASE, DOCUMENTS_BASE } from "@cartulary/wire";
import { documentId } from "./archive.ts";
import { type Client, clientOf, expected } from "./client.ts";
import { type Measurement, type Report, tableOf, type Verdict } from "./measurement.ts";
import { median, ratio, timed } from "./rounds.ts";
import { type Scene, SMALL } from "./scene.ts";

const ROUNDS = { rounds: 61, turns: 12 };
const TIMES_MAX = 1.25;
/** From what hardly does anything else to what does a little. */
const GETS = {
  "who I am": `${DIRECTORY_BASE}/users/me`,
  "a document": `${DOCUMENTS_BASE}/documents/${documentId(7)}`,
  "a page of folders": `${DOCUMENTS_BASE}/folders?sort=name&direction=asc`,
};

/** The cost of authentication per request: the same GETs of a host whose caller is a constant. */
export const authentication: Measurement = {
  name: "authentication",
  async run(scenes, progress): Promise<Report> {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of scenes.engines) {
      const scene = await scenes.over(engine, SMALL);
      await using credulous = await credulousHost(scene);
      for (const [what, path] of Object.entries(GETS)) {
        const { lookedUp, known, times } = await measure(scene.reader.host, credulous.client, path);
        add([`${engine}, ${what}`, lookedUp.toFixed(2), known.toFixed(2), times.toFixed(2)]);
        verdicts.push({
          promise: `${engine}: ${what} at ${times.toFixed(2)} times its cost without authentication (at most ${TIMES_MAX})`,
          holds: times <= TIMES_MAX,
        });
      }
    }
    return {
      title: "A GET with its token looked up, and with the caller known beforehand",
      columns: ["", "looked up, ms", "known, ms", "ratio"],
      rows,
      verdicts,
    };
  },
};

async function measure(looking: Client, knowing: Client, path: string) {
  const [some, others] = [await expected(200, looking.get(path)), await expected(200, knowing.get(path))];
  deepEqual(JSON.parse(some.body), JSON.parse(others.body));
  const took = await timed(
    { lookedUp: () => expected(200, looking.get(path)), known: () => expected(200, knowing.get(path)) },
    ROUNDS,
  );
  return { lookedUp: median(took.lookedUp), known: median(took.known), times: ratio(took.lookedUp, took.known) };
}

/** Another host over the scene's database, where every caller is the reader. */
async function credulousHost({ container: scene, reader }: Scene) {
  const config = scene.get(tokens.config);
  const container = await compose(config, await technologyModules(config));
  container.onActivation(tokens.identity, (_, identity) => ({
    ...identity,
    authentication: { authenticate: async () => reader.caller },
  }));
  const listener = await listen(await container.getAsync(tokens.app), { host: "127.0.0.1", port: 0 });
  const client = clientOf(`http://127.0.0.1:${listener.port}`, reader.token);
  return {
    client,
    async [Symbol.asyncDispose]() {
      client.close();
      await listener.close(0);
      await container.unbindAllAsync();
    },
  };
}
