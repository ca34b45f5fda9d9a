import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { FIRST, type HostProcess } from "../../support/cartulary-process.ts";
import { type Client, createClient } from "../../support/checked-client.ts";

/** One person of a host. */
export interface Person {
  readonly token: string;
  readonly client: Client;
}

/** A request that an attacker repeats. The body of the response is read and discarded. */
export interface Hostile {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** An attack that continues until it is stopped. */
export interface Flood {
  /** How many requests were answered, and with which statuses. */
  readonly answered: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Requests of one flood: what a run makes is bounded in number as in time. */
const REQUESTS_MAX = 20_000;
const REQUEST_PATIENCE_MS = 30_000;
/** A flood that is refused at once need not take all of this process. */
const PAUSE_MS = 5;

const PASSWORD = "correct horse battery";

/** Creates a user who can sign in, as the first administrator. */
export async function personAt(host: HostProcess, administrator: Client, name: string): Promise<Person> {
  const emailAddress = `${name}@example.org`;
  await administrator.createUser({ body: { emailAddress, password: PASSWORD } });
  const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: clientSecret } = FIRST;
  const credentials = { grantType: "password", clientId, clientSecret, username: emailAddress, password: PASSWORD };
  const { accessToken } = await createClient({ baseUrl: host.url }).createToken({
    body: { ...credentials, scope: "read write" },
  });
  return { token: accessToken, client: createClient({ baseUrl: host.url, token: accessToken }) };
}

/** Sends what `next` makes over so many connections at once, one request after the other on each. */
export function flood(url: string, lanes: number, next: (count: number) => Hostile): Flood {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const stopped = new AbortController();
  const answered = new Map<string, number>();
  let count = 0;
  const lane = async () => {
    while (!stopped.signal.aborted && count < REQUESTS_MAX) {
      count += 1;
      const status = await statusOf(url, agent, next(count), stopped.signal);
      if (!stopped.signal.aborted) answered.set(status, (answered.get(status) ?? 0) + 1);
      await wait(PAUSE_MS);
    }
  };
  const ended = Promise.all(Array.from({ length: lanes }, lane));
  return {
    answered,
    async stop() {
      stopped.abort();
      await ended;
      agent.destroy();
    },
  };
}

/** The status of an answer, or what became of the request without one. */
function statusOf(url: string, agent: Agent, { method, path, headers, body }: Hostile, stop: AbortSignal) {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(REQUEST_PATIENCE_MS)]);
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise<string>((resolve) => {
    const sent = request(url + path, { method, agent, signal, headers: { ...length, ...headers } }, (answer) => {
      answer.on("error", () => resolve("broken off")).on("end", () => resolve(String(answer.statusCode)));
      answer.resume();
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
    sent.end(body);
  });
}
