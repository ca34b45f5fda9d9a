import { type Config, compose, readConfig, type Surroundings, technologyModules, tokens } from "@cartulary/server";
import type { Container } from "inversify";
import { listen } from "./listener.ts";
import { watchParent } from "./parent.ts";

/** Serves until it is told to stop; resolves with the exit code. */
export async function serve(environment: NodeJS.ProcessEnv, surroundings: Surroundings): Promise<number> {
  const config = readConfig(environment, surroundings);
  const container = await compose(config, await technologyModules(config));
  const log = container.get(tokens.log);
  try {
    await prepare(container);
    const app = await container.getAsync(tokens.app);
    const listener = await listen(app, config);
    announce(config, listener.port);
    const upkeep = await container.getAsync(tokens.upkeep);
    upkeep.start();

    const reason = await toldToStop(environment);
    log.info({ event: "stopping", reason });
    await listener.close(config.shutdownGraceSeconds);
    await upkeep.stop();
    return 0;
  } finally {
    await container.unbindAllAsync();
  }
}

/** Makes the first administrator and application on an empty database; a secret that was made up is told once. */
async function prepare(container: Container): Promise<void> {
  const { administrator, application } = container.get(tokens.config);
  const bootstrap = await container.getAsync(tokens.bootstrap);
  const made = await bootstrap.ensureFirstAccess({ ...administrator, ...application });
  if (made?.generatedPassword) tell(`First administrator: ${made.emailAddress}, password ${made.generatedPassword}`);
  if (made?.generatedClientSecret) tell(`First application: ${made.clientId}, secret ${made.generatedClientSecret}`);
}

/** Plain words for whoever sits at the machine, whatever the log's format; never a log line. */
const tell = (line: string) => process.stderr.write(`${line} (told only this once)\n`);

function announce({ host, publicUrl, log }: Config, port: number): void {
  const url = publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const line =
    log.format === "json"
      ? JSON.stringify({ event: "listening", url, pid: process.pid })
      : `Cartulary is listening at ${url}\nIts operations are described at ${url}/openapi.json; Ctrl-C stops it`;
  process.stdout.write(`${line}\n`);
}

/** Resolves with the reason. A repeated signal changes nothing: a terminal and npm send the same one each. */
function toldToStop(environment: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((told) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => told(signal));
    if (environment["npm_lifecycle_event"]) watchParent(() => told("the parent process is gone"));
  });
}
