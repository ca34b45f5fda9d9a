import { DIRECTORY_BASE } from "@cartulary/wire";
import { startHost, temporaryFolder } from "../support/cartulary-process.ts";
import { type Client, clientOf, expected } from "./client.ts";
import type { Measurement, Report } from "./measurement.ts";
import { median } from "./rounds.ts";

const WARM_UP = 200;
const REQUESTS = 40;
const EVENT_LOOP_MS = 50;
const GET = `${DIRECTORY_BASE}/users/me`;

/** The cost of the first `/openapi.json` for other requests, and the cost of the later ones. */
export const description: Measurement = {
  name: "description",
  async run(): Promise<Report> {
    await using folder = await temporaryFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, LOG_LEVEL: "warn" });
    const [reader, other] = [clientOf(host.url, ""), clientOf(host.url, await host.token())];
    await timesOf(other, GET, WARM_UP);
    const alone = median(await timesOf(other, GET, REQUESTS));
    const longest = await longestWhile(other, reader.get("/openapi.json"));
    const later = median(await timesOf(reader, "/openapi.json", REQUESTS));
    for (const client of [reader, other]) client.close();
    return {
      title: "The description of the API, on SQLite",
      columns: ["a GET alone, ms", "longest GET while it is made, ms", "read again, ms"],
      rows: [[alone, longest, later].map((milliseconds) => milliseconds.toFixed(2))],
      verdicts: [
        {
          promise: `no request waits longer than ${EVENT_LOOP_MS} ms while it is made (${longest.toFixed(1)})`,
          holds: longest <= EVENT_LOOP_MS,
        },
      ],
    };
  },
};

/** Milliseconds of each of these requests, one after the other. */
async function timesOf(client: Client, path: string, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const start = performance.now();
    await expected(200, client.get(path));
    times.push(performance.now() - start);
  }
  return times;
}

/** The slowest request until the work has ended. */
async function longestWhile(client: Client, work: Promise<unknown>): Promise<number> {
  let working = true;
  const ended = work.finally(() => {
    working = false;
  });
  let longest = 0;
  while (working) longest = Math.max(longest, ...(await timesOf(client, GET, 1)));
  await ended;
  return longest;
}
