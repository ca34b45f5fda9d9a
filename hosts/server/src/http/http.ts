import {
  BODY_PACE,
  createApp,
  createClientAddress,
  createRateLimit,
  platformResponse,
  type RateLimit,
} from "@cartulary/http";
import type { Clock } from "@cartulary/kernel";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";
import { createPublicAddress } from "./public-address.ts";
import { readReferenceScript } from "./reference-script.ts";
import { createShutdown } from "./shutdown.ts";

/** The HTTP application over the products. */
export function httpModule(config: Config): ContainerModule {
  const { maxDirectUploadBytes, publicUrl, corsOrigins, requestsPerMinute, trustedProxies } = config;
  return new ContainerModule(({ bind }) => {
    bind(tokens.readiness).toResolvedValue(
      (database, blobStore, shutdown) => ({
        database: () => database.check(),
        blobs: () => blobStore.check(),
        isStopping: shutdown.hasBegun,
      }),
      [tokens.database, tokens.blobStore, tokens.shutdown],
    );
    bind(tokens.shutdown).toConstantValue(createShutdown());
    bind(tokens.publicAddress).toConstantValue(createPublicAddress(config));
    bind(tokens.socketAddress).toConstantValue(() => null);
    bind(tokens.newResponse).toConstantValue(platformResponse);
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
    bind(tokens.bodyPace).toConstantValue(BODY_PACE);
    bind(tokens.app).toResolvedValue(
      (
        identity,
        archive,
        composition,
        agency,
        knowledge,
        log,
        clock,
        readiness,
        publicAddress,
        newResponse,
        openBody,
        clientAddress,
        bodyPace,
        authenticate,
        { workingFor },
      ) =>
        createApp({
          ...{ ...identity, ...archive, ...composition, ...agency, ...knowledge },
          ...{ log, clock, readiness, newResponse, clientAddress, bodyPace, maxDirectUploadBytes },
          ...(workingFor && { workingFor }),
          baseUrl: publicAddress.url,
          ...(openBody && { openBody }),
          ...(authenticate && { authenticate }),
          referenceScript: readReferenceScript,
          ...(publicUrl !== null && { publicUrl }),
          ...(corsOrigins !== null && { corsOrigins }),
          ...(requestsPerMinute !== null && {
            rateLimit: createRateLimit({ name: "token", requestsPerMinute, clock }),
            addressRateLimit: createRateLimit({ name: "address", requestsPerMinute, clock }),
            visitorRateLimit: visitorRateLimit(requestsPerMinute, clock),
          }),
        }),
      [
        tokens.identity,
        tokens.archive,
        tokens.composition,
        tokens.agency,
        tokens.knowledge,
        tokens.log,
        tokens.clock,
        tokens.readiness,
        tokens.publicAddress,
        tokens.newResponse,
        tokens.openBody,
        tokens.clientAddress,
        tokens.bodyPace,
        tokens.authenticate,
        tokens.database,
      ],
    );
  });
}

/** A proxy that nobody named makes one client of all people: the limits of one person are then those of everybody. */
const FORWARDED_FOR_IGNORED =
  "X-Forwarded-For comes from a peer that is not trusted and is ignored; if that is a proxy of yours, name its address in TRUSTED_PROXIES";

/** What may be read without a token is a fifth of what a token may ask, for each address (documents.md 2.2). */
const VISITORS_SHARE = 5;

/** As much at once as for tokens: a sixth of the whole, as far as a minute allows it. */
function visitorRateLimit(requestsPerMinute: number, clock: Clock): RateLimit {
  const own = Math.max(1, Math.floor(requestsPerMinute / VISITORS_SHARE));
  return createRateLimit({
    name: "address",
    requestsPerMinute: own,
    burst: Math.min(own, requestsPerMinute / 6),
    clock,
  });
}
