import { createPasswordHash } from "@cartulary/passwords";
import { DIRECTORY_BASE, tokenOperations } from "@cartulary/wire";
import { FIRST, startHost, temporaryFolder } from "../support/cartulary-process.ts";
import { type Client, clientOf, expected } from "./client.ts";
import type { Measurement, Report } from "./measurement.ts";
import { residentMemoryOf } from "./resident-memory.ts";
import { median } from "./rounds.ts";

const MIB = 1_048_576;
/** The memory of one argon2id of ours while it runs. */
const HASH_BYTES = 19 * MIB;
const ROUNDS = 7;
const TWO = 2;
const MANY = 20;
const TOKEN = tokenOperations.createToken.path;
const GET = `${DIRECTORY_BASE}/users/me`;

/** The cost of concurrent sign-ins for other requests, and for the memory of the host. */
export const hashing: Measurement = {
  name: "hashing",
  async run(): Promise<Report> {
    await using folder = await temporaryFolder();
    await using host = await startHost({
      CARTULARY_DATA: folder.path,
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    const client = clientOf(host.url, await host.token());
    const memory = residentMemoryOf(host.pid);
    const signIn = strangers(host.url);
    const of = {
      idle: [] as number[],
      busy: [] as number[],
      hash: [] as number[],
      two: [] as number[],
      many: [] as number[],
    };
    await gets(client, signIn(MANY));
    for (let round = 0; round < ROUNDS; round += 1) {
      of.idle.push(await gets(client, pause()));
      of.hash.push(await oneHash());
      await memory.forget();
      await signIn(TWO);
      of.two.push(await memory.peak());
      await memory.forget();
      of.busy.push(await gets(client, signIn(MANY)));
      of.many.push(await memory.peak());
    }
    client.close();
    const [idle, busy, hash] = [median(of.idle), median(of.busy), median(of.hash)];
    const more = median(of.many.map((peak, round) => peak - (of.two[round] ?? Number.NaN)));
    return {
      title: `A user sends requests while ${MANY} people sign in, on SQLite`,
      columns: ["a GET alone, ms", "a GET meanwhile, ms", "a hash alone, ms", `MiB of ${MANY} above ${TWO}`],
      rows: [[idle.toFixed(2), busy.toFixed(2), hash.toFixed(2), (more / MIB).toFixed(1)]],
      verdicts: [
        {
          promise: `a GET waits for no hash: ${busy.toFixed(2)} ms meanwhile (less than the ${hash.toFixed(2)} of a hash)`,
          holds: busy < hash,
        },
        {
          promise: `${MANY} sign-ins hold ${(more / MIB).toFixed(1)} MiB more than ${TWO} (less than the ${HASH_BYTES / MIB} of a hash)`,
          holds: more < HASH_BYTES,
        },
      ],
    };
  },
};

/**
 * So many unknown people at once, each from another network, since one network has a limit: their passwords are
 * compared like those of users.
 */
function strangers(url: string): (count: number) => Promise<unknown> {
  const application = { client_id: FIRST.CARTULARY_CLIENT_ID, client_secret: FIRST.CARTULARY_CLIENT_SECRET };
  let known = 0;
  const one = async () => {
    known += 1;
    const stranger = { grant_type: "password", username: `${known}@example.org`, password: "a guess" };
    const body = new URLSearchParams({ ...application, ...stranger });
    const headers = { "X-Forwarded-For": `10.${known >> 8}.${known & 255}.1` };
    const { status } = await fetch(`${url}${TOKEN}`, { method: "POST", headers, body });
    if (status !== 400) throw new Error(`A stranger was answered ${status}`);
  };
  return (count) => Promise.all(Array.from({ length: count }, one));
}

/** The median GET, one after the other until the work has ended. */
async function gets(client: Client, work: Promise<unknown>): Promise<number> {
  let going = true;
  const ended = work.finally(() => {
    going = false;
  });
  const took: number[] = [];
  while (going) {
    const start = performance.now();
    await expected(200, client.get(GET));
    took.push(performance.now() - start);
  }
  await ended;
  return median(took);
}

const pause = (): Promise<void> => new Promise((over) => setTimeout(over, 200));

const passwords = createPasswordHash();

async function oneHash(): Promise<number> {
  const start = performance.now();
  await passwords.verify("a guess", null);
  return performance.now() - start;
}
