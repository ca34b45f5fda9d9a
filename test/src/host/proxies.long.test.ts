import { describe, expect, it } from "vitest";
import { type HostProcess, startHost, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { hostGrounds } from "../../support/host-fixtures.ts";
import { freePort, proxies, recipe } from "../../support/proxies.ts";
import { balancedClient, makeFolders } from "../../support/restart-load.ts";

const CLIENTS = 8;
/** Requests of all clients together, between two restarts. */
const REQUESTS_BETWEEN = 200;
/** The ground that hosts can share. */
const shared = hostGrounds.filter(({ name }) => name === "Postgres and S3");

/** Also where neither proxy is installed. */
describe("the recipes of proxies", () => {
  it.each(["nginx.conf", "Caddyfile"])("hide the metrics behind %s, before two hosts", (name) => {
    expect(recipe(name)).toMatch(/\/metrics.*\s.*404/);
    for (const port of [3001, 3002]) expect(recipe(name)).toContain(`127.0.0.1:${port}`);
  });
});

describe.each(proxies)("two hosts behind the recipe of $name", (proxy) => {
  it.each(shared)(
    "are restarted in turn under load on $name, and no request fails",
    async (ground) => {
      await using prepared = await ground.prepare();
      await using folder = await temporaryFolder();
      await using running = new AsyncDisposableStack();
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const environment = { ...prepared.environment, LOG_LEVEL: "warn", TRUSTED_PROXIES: "127.0.0.1/32" };
      const start = async (hostPort = "0") =>
        running.use(await startHost({ ...environment, PORT: hostPort }, folder.path));
      const first = await start();
      const hosts = [first, await start()];
      const portOf = (host: HostProcess) => Number(new URL(host.url).port);
      const process = running.use(await proxy.start(port, hosts.map(portOf), folder.path));
      const answers = async () => {
        try {
          return (await fetch(`${url}/readyz`)).ok;
        } catch {
          return false;
        }
      };
      await until(`the proxy answers: ${process.output.stderr}`, answers);
      expect((await fetch(`${url}/metrics`)).status).toBe(404);

      const token = await first.token();
      const load = { done: 0, isOver: false };
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        makeFolders(balancedClient([url], client, token), client, load),
      );
      const failure = Promise.all(clients).then(() => {});
      failure.catch(() => {});
      const worked = async () => {
        const before = load.done;
        const enough = until("the clients go on", async () => load.done > before + REQUESTS_BETWEEN);
        await Promise.race([enough, failure]);
      };
      for (const [index, host] of hosts.entries()) {
        await worked();
        host.kill("SIGTERM");
        expect(await host.ended).toEqual({ code: 0, signal: null });
        await worked();
        hosts[index] = await start(String(portOf(host)));
        await worked();
      }
      load.isOver = true;
      await failure;
      expect(load.done).toBeGreaterThan(6 * REQUESTS_BETWEEN);
    },
    600_000,
  );
});
