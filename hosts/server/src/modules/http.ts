import { BODY_PACE, createApp, createClientAddress, createRateLimit, type RateLimit } from "@cartulary/http";
import type { Clock } from "@cartulary/kernel";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import type { Config } from "../config.ts";
import { createPublicAddress } from "../public-address.ts";
import { readReferenceScript } from "../reference-script.ts";
import { createShutdown } from "../shutdown.ts";
import { tokens } from "../tokens.ts";

/** What the application is made of, as it names each, and where that comes from. */
const PARTS = {
  log: tokens.log,
  authentication: tokens.authentication,
  signIn: tokens.signIn,
  revocation: tokens.revocation,
  authorization: tokens.authorization,
  applications: tokens.applications,
  connectors: tokens.connectors,
  connectorAuthentication: tokens.connectorAuthentication,
  auditTrail: tokens.auditTrail,
  users: tokens.users,
  contacts: tokens.contacts,
  groups: tokens.groups,
  teams: tokens.teams,
  workspaces: tokens.workspaces,
  folders: tokens.folders,
  documents: tokens.documents,
  versions: tokens.versions,
  tags: tokens.tags,
  catalogues: tokens.catalogues,
  plans: tokens.plans,
  permissions: tokens.permissions,
  publicAccess: tokens.publicAccess,
  visitors: tokens.visitors,
  readiness: tokens.readiness,
  clientAddress: tokens.clientAddress,
  bodyPace: tokens.bodyPace,
  sessions: tokens.sessions,
  deviceFlow: tokens.deviceFlow,
  deviceApproval: tokens.deviceApproval,
  tokenExchange: tokens.tokenExchange,
  personalTokens: tokens.personalTokens,
  applicationGrants: tokens.applicationGrants,
  mandataires: tokens.mandataires,
  memberships: tokens.memberships,
  accounting: tokens.accounting,
  fecExports: tokens.fecExports,
  clock: tokens.clock,
} as const;

type Table = Readonly<Record<string, ServiceIdentifier>>;
type Named<Tokens extends Table> = {
  readonly [Name in keyof Tokens]: Tokens[Name] extends ServiceIdentifier<infer Service> ? Service : never;
};

/** The services of a table of tokens, resolved in its order, each under its name. */
function named<Tokens extends Table>(table: Tokens, resolved: readonly unknown[]): Named<Tokens> {
  return Object.fromEntries(Object.keys(table).map((name, index) => [name, resolved[index]])) as Named<Tokens>;
}

/** The HTTP application over the core's services. */
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
    bind(tokens.clientAddress).toResolvedValue(
      (socketAddress) => createClientAddress({ socketAddress, trustedProxies }),
      [tokens.socketAddress],
    );
    bind(tokens.bodyPace).toConstantValue(BODY_PACE);
    bind(tokens.app).toResolvedValue(
      (clock, publicAddress, ...parts) =>
        createApp({
          ...named(PARTS, parts),
          baseUrl: publicAddress.url,
          maxDirectUploadBytes,
          referenceScript: readReferenceScript,
          ...(publicUrl !== null && { publicUrl }),
          ...(corsOrigins !== null && { corsOrigins }),
          ...(requestsPerMinute !== null && {
            rateLimit: createRateLimit({ name: "token", requestsPerMinute, clock }),
            addressRateLimit: createRateLimit({ name: "address", requestsPerMinute, clock }),
            visitorRateLimit: visitorRateLimit(requestsPerMinute, clock),
          }),
        }),
      [tokens.clock, tokens.publicAddress, ...Object.values(PARTS)],
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
