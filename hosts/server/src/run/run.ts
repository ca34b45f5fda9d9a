import type { JobRunner } from "@cartulary/kernel";
import { type Container, ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import { openToOthers } from "../configuration/private-directory.ts";
import { tokens } from "../tokens.ts";
import { type Address, announce, reachedAt } from "./announcement.ts";
import { makeFirstAccess } from "./first-access.ts";
import type { Fetcher, Runtime } from "./runtime.ts";
import { stopRequested } from "./stop-requested.ts";
import { takeAddress } from "./take-address.ts";
import { withHost } from "./with-host.ts";

/**
 * Runs a host from its start to its stop: takes the address, migrates, seeds, lifts the clock, starts the jobs, announces
 * itself, and once a signal asks for it, drains and stops. `onListening` is called when requests are answered; it runs
 * beside them, and what it throws stops the host and comes out. `modules` are loaded last.
 */
export function run(
  config: Config,
  runtime: Runtime,
  onListening: (address: Address) => Promise<void> = async () => {},
  modules: readonly ContainerModule[] = [],
): Promise<void> {
  const work = async (host: Container) => {
    warnOfWeakChildren(host, runtime);
    // First of all: a host that finds its port taken must not have made and printed secrets that nobody can use.
    const { listener, serve, refuse } = await takeAddress(config, runtime);
    const publicAddress = host.get(tokens.publicAddress);
    publicAddress.listening(listener.port);
    const { app, jobRunner } = await prepare(host).catch(async (error: unknown) => {
      refuse();
      await listener.close(0);
      throw error;
    });
    serve(app);
    const requested = stopRequested(config);
    jobRunner.start();
    const address = { url: publicAddress.url(), reachedAt: reachedAt(config, listener.port) };
    announce(config, address, runtime.name);
    try {
      const beside = onListening(address).then(() => requested);
      host.get(tokens.log).info({ event: "stopping", reason: await Promise.race([requested, beside]) });
    } finally {
      host.get(tokens.shutdown).begin();
      const { shutdownGraceSeconds: grace } = config;
      await Promise.all([listener.close(grace), jobRunner.stop(grace)]);
    }
  };
  return withHost(config, work, { modules: [runtimeModule(config, runtime), ...modules] });
}

/** What the runtime does in its own way. */
function runtimeModule(config: Config, runtime: Runtime): ContainerModule {
  const { socketAddress, newResponse, openBody } = runtime;
  const childRuntime = runtime.childRuntime?.(config);
  return new ContainerModule(({ rebind }) => {
    rebind(tokens.socketAddress).toConstantValue(socketAddress);
    if (newResponse) rebind(tokens.newResponse).toConstantValue(newResponse);
    rebind(tokens.openBody).toConstantValue(openBody);
    rebind(tokens.childRuntime).toConstantValue(childRuntime);
  });
}

/** Contained children that nothing is around are worth a warning. */
function warnOfWeakChildren(host: Container, { name }: Runtime): void {
  const children = host.get(tokens.childRuntime);
  if (!children || children.hasWalls) return;
  const problem = `Contained children have no walls on ${name}: what breaks into one can do what this process can`;
  host.get(tokens.log).warn({ event: "weak_containment" }, problem);
}

/** What serves, when the stores answer and there is somebody who may sign in. */
async function prepare(host: Container): Promise<{ readonly app: Fetcher; readonly jobRunner: JobRunner }> {
  await requireBlobs(host);
  await host.get(tokens.assertionVerifier)?.ready();
  const app = await host.getAsync(tokens.app);
  const jobRunner = await host.getAsync(tokens.jobRunner);
  await jobRunner.seed();
  await (await host.getAsync(tokens.upkeep)).prepare();
  // Last of all: what stops a start later would have made secrets that nobody reads.
  await makeFirstAccess(host);
  await warnOfOpenFiles(host);
  return { app, jobRunner };
}

/** Looks whether there is a place for bytes. */
async function requireBlobs(host: Container): Promise<void> {
  await host
    .get(tokens.blobStore)
    .check()
    .catch((error: unknown) => {
      throw configErrorFor(host.get(tokens.config).blobs.variable, error);
    });
}

async function warnOfOpenFiles(host: Container): Promise<void> {
  for (const path of await openToOthers(host.get(tokens.config))) {
    const problem = `Others on this machine may get at ${path}: chmod go-rwx ${path}`;
    host.get(tokens.log).warn({ event: "open_to_others", path }, problem);
  }
}
