import { createConsole, type Demonstration } from "@cartulary/console";
import {
  type AppDependencies,
  createApp,
  createClientAddress,
  createRateLimit,
  DEFAULT_BODY_TIMEOUTS,
  type RateLimit,
} from "@cartulary/http";
import type { Clock } from "@cartulary/kernel";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";
import { createPublicAddress } from "./public-address.ts";
import { readReferenceScript } from "./reference-script.ts";
import { createShutdown } from "./shutdown.ts";

export function httpModule(config: Config): ContainerModule {
  const { maxDirectUploadBytes, publicUrl, organization, corsOrigins, requestsPerMinute, trustedProxies } = config;
  return new ContainerModule(({ bind }) => {
    bind(tokens.readiness).toResolvedValue(
      (database, blobStore, shutdown) => ({
        database: () => database.check(),
        blobs: () => blobStore.check(),
        isShuttingDown: shutdown.isShuttingDown,
      }),
      [tokens.database, tokens.blobStore, tokens.shutdown],
    );
    bind(tokens.shutdown).toConstantValue(createShutdown());
    bind(tokens.publicAddress).toConstantValue(createPublicAddress(config));
    bind(tokens.demonstration).toConstantValue(null);
    bind(tokens.socketAddress).toConstantValue(() => null);
    bind(tokens.openBody).toConstantValue(undefined);
    bind(tokens.childRuntime).toConstantValue(undefined);
    bind(tokens.authenticate).toConstantValue(undefined);
    bind(tokens.clientAddress).toResolvedValue(
      (socketAddress, log) =>
        createClientAddress({
          ...{ socketAddress, trustedProxies },
          forwardedByStranger: (peer) => log.warn({ event: "forwarded_for_ignored", peer }, FORWARDED_FOR_IGNORED),
        }),
      [tokens.socketAddress, tokens.log],
    );
    bind(tokens.bodyTimeouts).toConstantValue(DEFAULT_BODY_TIMEOUTS);
    bind(tokens.app).toResolvedValue(
      (
        identity,
        archive,
        composition,
        agency,
        knowledge,
        { jobAdministration },
        log,
        clock,
        readiness,
        publicAddress,
        openBody,
        clientAddress,
        bodyTimeouts,
        authenticate,
        { workingFor, readingRecent },
        tracer,
        metrics,
        digests,
        socketAddress,
        demonstration,
      ) =>
        createApp({
          ...{ ...identity, ...archive, ...composition, ...agency, ...knowledge, jobAdministration },
          ...{ log, clock, readiness, clientAddress, bodyTimeouts, maxDirectUploadBytes },
          ...(workingFor && { workingFor }),
          ...(readingRecent && config.database.kind === "postgres" && config.database.readUrl && { readingRecent }),
          ...(tracer && { tracer }),
          ...(metrics && {
            onFinished: metrics.requestEnded,
            metrics: { read: metrics.read, token: config.metricsToken, socketAddress, digests },
          }),
          baseUrl: publicAddress.url,
          ...(openBody && { openBody }),
          ...(authenticate && { authenticate }),
          referenceScript: readReferenceScript,
          ...(demonstration && { onFinished: noting(metrics?.requestEnded, demonstration) }),
          createConsole: (call, http) => createConsole(call, http, demonstration),
          ...(publicUrl !== null && { publicUrl }),
          ...(organization !== null && { organization }),
          ...(corsOrigins !== null && { corsOrigins }),
          ...(requestsPerMinute !== null && {
            rateLimit: createRateLimit({ name: "token", requestsPerMinute, clock }),
            addressRateLimit: createRateLimit({ name: "address", requestsPerMinute, clock }),
            anonymousRateLimit: anonymousRateLimit(requestsPerMinute, clock),
          }),
        }),
      [
        tokens.identity,
        tokens.archive,
        tokens.composition,
        tokens.agency,
        tokens.knowledge,
        tokens.maintenance,
        tokens.log,
        tokens.clock,
        tokens.readiness,
        tokens.publicAddress,
        tokens.openBody,
        tokens.clientAddress,
        tokens.bodyTimeouts,
        tokens.authenticate,
        tokens.database,
        tokens.tracer,
        tokens.metrics,
        tokens.digests,
        tokens.socketAddress,
        tokens.demonstration,
      ],
    );
  });
}

type OnFinished = NonNullable<AppDependencies["onFinished"]>;

/** Tells a demonstration of requests, besides the metrics. */
const noting =
  (onFinished: OnFinished | undefined, demonstration: Demonstration): OnFinished =>
  (request) => {
    onFinished?.(request);
    demonstration.noteRequest(request);
  };

/** A module with which a host is a demonstration. */
export function demonstrationModule(demonstration: Demonstration): ContainerModule {
  return new ContainerModule(({ rebind }) => {
    rebind(tokens.demonstration).toConstantValue(demonstration);
  });
}

/** Behind an unknown proxy all clients have one address, and share the limits of one client. */
const FORWARDED_FOR_IGNORED =
  "X-Forwarded-For of an untrusted peer was ignored; if it is your proxy, add its address to TRUSTED_PROXIES";

/** Anonymous reads get a fifth of the rate of a token, per address (documents.md 2.2). */
const ANONYMOUS_SHARE = 5;

/** The burst equals that of tokens, a sixth of the rate, capped by the minute's limit. */
function anonymousRateLimit(requestsPerMinute: number, clock: Clock): RateLimit {
  const own = Math.max(1, Math.floor(requestsPerMinute / ANONYMOUS_SHARE));
  return createRateLimit({
    name: "address",
    requestsPerMinute: own,
    burst: Math.min(own, requestsPerMinute / 6),
    clock,
  });
}
