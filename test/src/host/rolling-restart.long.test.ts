import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { describe, expect, it } from "vitest";
import { type HostProcess, startHost, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { hostGrounds } from "../../support/host-grounds.ts";
import { NODE, otherRuntimes } from "../../support/runtimes.ts";

const CLIENTS = 8;
/** Of all clients together, between two restarts. */
const REQUESTS_BETWEEN = 100;
const bun = otherRuntimes.find(({ name }) => name === "bun");
/** The one that hosts can share. */
const shared = hostGrounds.filter(({ name }) => name === "Postgres and S3");

describe.runIf(bun).each(shared)("two hosts on Node.js and one on Bun, on $name", (ground) => {
  it("are restarted in turn under load, and no request fails", { timeout: 600_000 }, async () => {
    await using prepared = await ground.prepare();
    await using folder = await temporaryFolder();
    await using running = new AsyncDisposableStack();
    const start = async (runtime = NODE, port = "0") =>
      running.use(await startHost({ LOG_LEVEL: "warn", PORT: port, ...prepared.environment }, folder.path, runtime));
    const first = await start();
    const runtimes = [NODE, NODE, bun ?? NODE];
    const hosts = [first, await start(), await start(bun)];
    const urls = hosts.map(({ url }) => url);

    const load = { done: 0, isOver: false };
    const token = await first.token();
    const clients = Array.from({ length: CLIENTS }, (_, client) => work(clientOf(urls, client, token), client, load));
    const failure = Promise.all(clients).then(() => {});
    failure.catch(() => {});
    const worked = async () => {
      const before = load.done;
      const enough = until("the clients go on", () => load.done > before + REQUESTS_BETWEEN);
      await Promise.race([enough, failure]);
    };
    for (const [index, runtime] of runtimes.entries()) {
      await worked();
      const host = hosts[index] as HostProcess;
      host.kill("SIGTERM");
      expect(await host.ended).toEqual({ code: 0, signal: null });
      await worked();
      hosts[index] = await start(runtime, new URL(host.url).port);
    }
    await worked();
    load.isOver = true;
    await failure;
    expect(load.done).toBeGreaterThan(2 * runtimes.length * REQUESTS_BETWEEN);
    for (const host of hosts) expect(host.output.stderr).not.toContain('"level":50');
  });
});

type Send = (method: string, path: string, json?: object) => Promise<string>;

/** Makes folders and reads each from another host than the one that made it. */
async function work(send: Send, client: number, load: { done: number; readonly isOver: boolean }): Promise<void> {
  for (let count = 0; !load.isOver; count += 1) {
    const name = `folder ${client}-${count}`;
    const { id } = JSON.parse(await send("POST", "/folders", { name }));
    expect(JSON.parse(await send("GET", `/folders/${id}`))).toMatchObject({ id, name });
    load.done += 2;
  }
}

/**
 * Asks the hosts in turn on connections that it keeps, as a balancer does: where nobody listens it goes to the next one.
 * Everything else that goes wrong is a request that failed.
 */
function clientOf(urls: readonly string[], client: number, token: string): Send {
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  let turn = client;
  return async (method, path, json) => {
    for (let refused = 0; ; refused += 1) {
      turn += 1;
      const index = turn % urls.length;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sending = request(`${urls[index]}${DOCUMENTS_BASE}${path}`, {
        method,
        headers,
        agent: agents[index] as Agent,
      });
      try {
        sending.end(json && JSON.stringify(json));
        const [response] = (await once(sending, "response")) as [IncomingMessage];
        const body = await text(response);
        if ((response.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${body}`);
        return body;
      } catch (error) {
        const isRefused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
        if (!isRefused || refused === urls.length) throw error;
      }
    }
  };
}
