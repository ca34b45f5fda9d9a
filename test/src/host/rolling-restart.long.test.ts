import { describe, expect, it } from "vitest";
import { type HostProcess, startHost, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { hostGrounds } from "../../support/host-fixtures.ts";
import { balancedClient, makeFolders } from "../../support/restart-load.ts";
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
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      makeFolders(balancedClient(urls, client, token), client, load),
    );
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
