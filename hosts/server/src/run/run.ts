import { requireRestored } from "@cartulary/blobs";
import { nodeChildren } from "@cartulary/containment";
import { startingApp } from "@cartulary/http";
import type { JobRunner } from "@cartulary/kernel";
import { type Container, ContainerModule } from "inversify";
import { type Config, configErrorFor } from "../configuration/config.ts";
import { findWorldReadable } from "../configuration/private-directory.ts";
import { migrationLog } from "../logging/migration-log.ts";
import { createChildCensus } from "../telemetry/child-census.ts";
import { createHostGauges } from "../telemetry/host-gauges.ts";
import { tokens } from "../tokens.ts";
import { version } from "../version.ts";
import { type Address, announce, localUrl } from "./announcement.ts";
import { createFirstAccess } from "./first-access.ts";
import { listenEarly } from "./listen-early.ts";
import type { Fetcher, Runtime } from "./runtime.ts";
import { type StartGate, startGate } from "./start-gate.ts";
import { waitForStopSignal } from "./stop-signal.ts";
import { withHost } from "./with-host.ts";

/**
 * Runs a host: listens, migrates, creates first access, raises the tree clock, starts the jobs and announces itself; on
 * a signal, drains and stops. Calls `onListening` once requests are served; its error stops the host and is thrown.
 * `modules` are loaded last.
 */
export async function run(
  config: Config,
  runtime: Runtime,
  onListening: (address: Address) => Promise<void> = async () => {},
  modules: readonly ContainerModule[] = [],
): Promise<void> {
  const gate = startGate();
  const work = async (host: Container) => {
    warnOfWeakChildren(host, runtime);
    // Listens first: a host whose port is taken must not create and print secrets.
    const { listener, serve } = await listenEarly(config, runtime, startingAppOf(host, gate));
    const publicAddress = host.get(tokens.publicAddress);
    publicAddress.listening(listener.port);
    const { app, jobRunner } = await prepare(host).catch(async (error: unknown) => {
      await listener.close(0);
      throw error;
    });
    serve(app);
    gate.open(app);
    const requested = waitForStopSignal(config);
    jobRunner.start();
    const address = { url: publicAddress.url(), reachedAt: localUrl(config, listener.port) };
    announce(config, address, runtime.name);
    try {
      const untilStopped = onListening(address).then(() => requested);
      host.get(tokens.log).info({ event: "stopping", reason: await Promise.race([requested, untilStopped]) });
    } finally {
      host.get(tokens.shutdown).begin();
      const { shutdownGraceSeconds: grace } = config;
      await Promise.all([listener.close(grace), jobRunner.stop(grace)]);
    }
  };
  const runtimeModules = [runtimeModule(runtime, gate), await monitoringModule(config, runtime)];
  await withHost(config, work, { modules: [...runtimeModules, ...modules] });
}

/** Answers requests while the host starts; uses no service that needs the database. */
function startingAppOf(host: Container, { passed }: StartGate): Fetcher {
  const { publicUrl } = host.get(tokens.config);
  const [metrics, tracer] = [host.get(tokens.metrics), host.get(tokens.tracer)];
  const dependencies = {
    log: host.get(tokens.log),
    clientAddress: host.get(tokens.clientAddress),
    ...(tracer && { tracer }),
    ...(metrics && { onFinished: metrics.requestEnded }),
    ...(publicUrl !== null && { publicUrl }),
  };
  return startingApp(dependencies, passed);
}

/** Binds the services that the runtime provides, and refuses requests while there is something to migrate. */
function runtimeModule(runtime: Runtime, gate: StartGate): ContainerModule {
  const { socketAddress, openBody } = runtime;
  return new ContainerModule(({ rebind }) => {
    rebind(tokens.migrationObserver).toResolvedValue(
      (log) => ({ ...migrationLog(log), pending: gate.refuse }),
      [tokens.log],
    );
    rebind(tokens.socketAddress).toConstantValue(socketAddress);
    rebind(tokens.openBody).toConstantValue(openBody);
  });
}

/** Counts requests, jobs, bytes and child processes for /metrics, which commands do not have. */
async function monitoringModule(config: Config, { name, childRuntime }: Runtime): Promise<ContainerModule> {
  const { createMetrics } = await import("@cartulary/telemetry/metrics");
  const children = childRuntime?.(config) ?? nodeChildren();
  return new ContainerModule(({ bind, rebind }) => {
    bind(tokens.childCensus).toResolvedValue((tracer) => createChildCensus(tracer), [tokens.tracer]);
    bind(tokens.gauges).toResolvedValue(
      (census, clock) => createHostGauges(census, clock),
      [tokens.childCensus, tokens.clock],
    );
    rebind(tokens.childRuntime).toResolvedValue((observer) => ({ ...children, observer }), [tokens.childCensus]);
    rebind(tokens.metrics).toResolvedValue(
      ({ sources }) => createMetrics({ version: version(), runtime: name, sources }),
      [tokens.gauges],
    );
  });
}

/** Warns when child processes run without a sandbox. */
function warnOfWeakChildren(host: Container, { name }: Runtime): void {
  const children = host.get(tokens.childRuntime);
  if (!children || children.hasWalls) return;
  const problem = `Child processes have no sandbox on ${name}: an exploit in one has all rights of this process`;
  host.get(tokens.log).warn({ event: "weak_containment" }, problem);
}

/**
 * Checks the blob store, prepares the database and creates the first administrator; returns the application and the job
 * runner.
 */
async function prepare(host: Container): Promise<{ readonly app: Fetcher; readonly jobRunner: JobRunner }> {
  await requireBlobs(host);
  await host.get(tokens.assertionVerifier)?.ready();
  host.get(tokens.gauges).connect(await host.getAsync(tokens.database));
  const app = await host.getAsync(tokens.app);
  const jobRunner = await host.getAsync(tokens.jobRunner);
  await jobRunner.seed();
  await (await host.getAsync(tokens.maintenance)).prepare();
  // Last: a start that fails earlier must not have printed secrets.
  await createFirstAccess(host);
  await logMissingRecognition(host);
  await warnOfOpenFiles(host);
  return { app, jobRunner };
}

/** Throws a ConfigError when the blob store is not usable, or a restore into it is not complete. */
async function requireBlobs(host: Container): Promise<void> {
  const blobStore = host.get(tokens.blobStore);
  try {
    await blobStore.check();
    await requireRestored(blobStore);
  } catch (error) {
    throw configErrorFor(host.get(tokens.config).blobs.variable, error);
  }
}

/** Logs that text recognition is off because its optional package is not installed. */
async function logMissingRecognition(host: Container): Promise<void> {
  if (host.get(tokens.config).ocr === "off" || (await host.getAsync(tokens.textRecognizer))) return;
  const message = "No text is recognised in pictures and scans: @cartulary/ocr is not installed";
  host.get(tokens.log).info({ event: "ocr_off" }, message);
}

async function warnOfOpenFiles(host: Container): Promise<void> {
  for (const path of await findWorldReadable(host.get(tokens.config))) {
    const problem = `${path} is readable by other users; run: chmod go-rwx ${path}`;
    host.get(tokens.log).warn({ event: "open_to_others", path }, problem);
  }
}
