import { createApp, createClientAddress, createRateLimit, type RateLimit } from "@cartulary/http";
import type { Clock } from "@cartulary/kernel";
import { ContainerModule } from "inversify";
import type { Config } from "../config.ts";
import { createPublicAddress } from "../public-address.ts";
import { readReferenceScript } from "../reference-script.ts";
import { tokens } from "../tokens.ts";

/** The HTTP application over the core's services. */
export function httpModule(config: Config): ContainerModule {
  const { maxDirectUploadBytes, publicUrl, corsOrigins, requestsPerMinute, trustedProxies } = config;
  return new ContainerModule(({ bind }) => {
    bind(tokens.readiness).toResolvedValue(
      (database, blobStore) => ({ database: () => database.check(), blobs: () => blobStore.check() }),
      [tokens.database, tokens.blobStore],
    );
    bind(tokens.publicAddress).toConstantValue(createPublicAddress(config));
    bind(tokens.socketAddress).toConstantValue(() => null);
    bind(tokens.clientAddress).toResolvedValue(
      (socketAddress) => createClientAddress({ socketAddress, trustedProxies }),
      [tokens.socketAddress],
    );
    bind(tokens.app).toResolvedValue(
      (
        log,
        authentication,
        signIn,
        revocation,
        authorization,
        applications,
        connectors,
        connectorAuthentication,
        auditTrail,
        users,
        contacts,
        groups,
        teams,
        workspaces,
        folders,
        documents,
        versions,
        tags,
        catalogues,
        plans,
        permissions,
        publicAccess,
        visitors,
        readiness,
        clock,
        clientAddress,
        sessions,
        publicAddress,
        deviceFlow,
        deviceApproval,
        tokenExchange,
        personalTokens,
      ) =>
        createApp({
          log,
          authentication,
          signIn,
          revocation,
          authorization,
          applications,
          connectors,
          connectorAuthentication,
          auditTrail,
          users,
          contacts,
          groups,
          teams,
          workspaces,
          folders,
          documents,
          versions,
          tags,
          catalogues,
          plans,
          permissions,
          publicAccess,
          visitors,
          readiness,
          clientAddress,
          sessions,
          deviceFlow,
          deviceApproval,
          tokenExchange,
          personalTokens,
          baseUrl: publicAddress.url,
          maxDirectUploadBytes,
          referenceScript: readReferenceScript,
          ...(publicUrl !== null && { publicUrl }),
          ...(corsOrigins !== null && { corsOrigins }),
          ...(requestsPerMinute !== null && {
            rateLimit: createRateLimit({ name: "token", requestsPerMinute, clock }),
            visitorRateLimit: visitorRateLimit(requestsPerMinute, clock),
          }),
        }),
      [
        tokens.log,
        tokens.authentication,
        tokens.signIn,
        tokens.revocation,
        tokens.authorization,
        tokens.applications,
        tokens.connectors,
        tokens.connectorAuthentication,
        tokens.auditTrail,
        tokens.users,
        tokens.contacts,
        tokens.groups,
        tokens.teams,
        tokens.workspaces,
        tokens.folders,
        tokens.documents,
        tokens.versions,
        tokens.tags,
        tokens.catalogues,
        tokens.plans,
        tokens.permissions,
        tokens.publicAccess,
        tokens.visitors,
        tokens.readiness,
        tokens.clock,
        tokens.clientAddress,
        tokens.sessions,
        tokens.publicAddress,
        tokens.deviceFlow,
        tokens.deviceApproval,
        tokens.tokenExchange,
        tokens.personalTokens,
      ],
    );
  });
}

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
