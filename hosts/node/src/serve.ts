import { DomainError, type JobRunner } from "@cartulary/kernel";
import { liftClock } from "@cartulary/public-access";
import {
  blame,
  type Config,
  ConfigError,
  compose,
  openToOthers,
  readConfig,
  type Surroundings,
  technologyModules,
  tokens,
} from "@cartulary/server";
import type { Container } from "inversify";
import { type Fetcher, type Listener, listen, socketAddress } from "./listener.ts";
import { watchParent } from "./parent.ts";

/** Where a host is. */
export interface Address {
  /** Base of its absolute URLs. */
  readonly url: string;
  /** Where this machine reaches it, whatever stands in front of it for others. */
  readonly reachedAt: string;
}

/**
 * Serves until it is told to stop; resolves with the exit code. `onceListening` is called when requests are answered; it
 * runs beside them, and what it throws stops the host and comes out.
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  surroundings: Surroundings,
  onceListening: (address: Address) => Promise<void> = async () => {},
): Promise<number> {
  const config = readConfig(environment, surroundings);
  const container = await compose(config, await technologyModules(config));
  container.rebind(tokens.socketAddress).toConstantValue(socketAddress);
  const log = container.get(tokens.log);
  try {
    const { shutdownGraceSeconds: grace } = config;
    const application = Promise.withResolvers<Fetcher>();
    // First of all: a host that finds its port taken must not have made and printed secrets that nobody can use.
    const listener = await listenAt(config, application.promise);
    const publicAddress = container.get(tokens.publicAddress);
    publicAddress.listening(listener.port);
    const { app, jobRunner } = await prepare(container).catch(async (error: unknown) => {
      application.reject(error);
      await listener.close(0);
      throw error;
    });
    application.resolve(app);
    const stopped = toldToStop(environment);
    const address: Address = { url: publicAddress.url(), reachedAt: reachedAt(config, listener.port) };
    announce(config, address);
    jobRunner.start();

    try {
      const done = onceListening(address).then(() => stopped);
      log.info({ event: "stopping", reason: await Promise.race([stopped, done]) });
    } finally {
      container.get(tokens.shutdown).begin();
      await Promise.all([listener.close(grace), jobRunner.stop(grace)]);
    }
    return 0;
  } finally {
    await container.unbindAllAsync();
  }
}

/**
 * Takes the address at once. Requests wait until there is an application to answer them, and get a 503 where there will be
 * none.
 */
async function listenAt(config: Config, application: Promise<Fetcher>): Promise<Listener> {
  application.catch(() => {});
  const app: Fetcher = {
    fetch: (request, bindings) =>
      application.then(
        (found) => found.fetch(request, bindings),
        () => new Response(null, { status: 503, headers: { "Retry-After": "5" } }),
      ),
  };
  return listen(app, config).catch((error: unknown) => {
    throw blame(addressVariable(error), error);
  });
}

/** HOST, unless the address is sound and only its port cannot be had. */
function addressVariable(error: unknown): "HOST" | "PORT" {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EADDRINUSE" || code === "EACCES" ? "PORT" : "HOST";
}

/** What serves, once the stores answer and there is somebody who may sign in. */
async function prepare(container: Container): Promise<{ readonly app: Fetcher; readonly jobRunner: JobRunner }> {
  await requireBlobs(container);
  await liftClock((await container.getAsync(tokens.database)).transact);
  const app = await container.getAsync(tokens.app);
  const jobRunner = await container.getAsync(tokens.jobRunner);
  await jobRunner.seed();
  // Last of all: what stops a start later would have made secrets that nobody reads.
  await makeFirstAccess(container);
  await warnOfOpenFiles(container);
  return { app, jobRunner };
}

/** Looks whether there is a place for bytes. */
async function requireBlobs(container: Container): Promise<void> {
  await container
    .get(tokens.blobStore)
    .check()
    .catch((error: unknown) => {
      throw blame(container.get(tokens.config).blobs.saidBy, error);
    });
}

/** Makes the first administrator and application on an empty database; a secret that was made up is told once. */
async function makeFirstAccess(container: Container): Promise<void> {
  const { administrator, application } = container.get(tokens.config);
  const bootstrap = await container.getAsync(tokens.bootstrap);
  const made = await bootstrap.ensureFirstAccess({ ...administrator, ...application }).catch(blameFirstAccess);
  if (made?.generatedPassword) tell(`First administrator: ${made.emailAddress}, password ${made.generatedPassword}`);
  if (made?.generatedClientSecret) tell(`First application: ${made.clientId}, secret ${made.generatedClientSecret}`);
}

async function warnOfOpenFiles(container: Container): Promise<void> {
  for (const path of await openToOthers(container.get(tokens.config))) {
    const problem = `Others on this machine may get at ${path}: chmod go-rwx ${path}`;
    container.get(tokens.log).warn({ event: "open_to_others", path }, problem);
  }
}

const FIRST_ACCESS_VARIABLES: Readonly<Record<string, string>> = {
  emailAddress: "CARTULARY_ADMIN_EMAIL",
  password: "CARTULARY_ADMIN_PASSWORD",
  clientId: "CARTULARY_CLIENT_ID",
  clientSecret: "CARTULARY_CLIENT_SECRET",
};

function blameFirstAccess(error: unknown): never {
  const [first] = error instanceof DomainError && Array.isArray(error.details) ? error.details : [];
  const variable = first && FIRST_ACCESS_VARIABLES[first.field];
  throw variable ? new ConfigError(variable, first.message, error) : error;
}

/** Plain words for whoever sits at the machine, whatever the log's format; never a log line. */
const tell = (line: string) => process.stderr.write(`${line} (told only this once)\n`);

/** Addresses that stand for every one of the machine; the machine itself asks at one of them. */
const ANY: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function reachedAt({ host }: Config, port: number): string {
  const name = ANY[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Behind a PUBLIC_URL nothing else would say which port PORT=0 picked. */
function announce({ log }: Config, { url, reachedAt }: Address): void {
  const here = reachedAt === url ? "" : `, on this machine at ${reachedAt}`;
  const line =
    log.format === "json"
      ? JSON.stringify({ event: "listening", url, reachedAt, pid: process.pid })
      : `Cartulary is listening at ${url}${here}\nIts operations are described at ${url}/docs; Ctrl-C stops it`;
  process.stdout.write(`${line}\n`);
}

/** Resolves with the reason. A repeated signal changes nothing: a terminal and npm send the same one each. */
function toldToStop(environment: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((told) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => told(signal));
    if (environment.npm_lifecycle_event) watchParent(() => told("the parent process is gone"));
  });
}
