import { createAuditTrail } from "@cartulary/audit";
import {
  createApplicationGrants,
  createApplications,
  createAuthentication,
  createAuthorization,
  createBootstrap,
  createConnectorAuthentication,
  createConnectors,
  createDeviceApproval,
  createDeviceFlow,
  createPasswordCheck,
  createPersonalTokens,
  createRateLimiter,
  createRevocation,
  createSessions,
  createSignIn,
  createTokenExchange,
  createTokenUses,
  createUsers,
  type ExistingMandataires,
  type ExistingWorkspaces,
} from "@cartulary/auth";
import { blobChecks, createBlobs } from "@cartulary/blobs";
import { createContacts, createGroups, createTeams, type GroupListener, type UserListener } from "@cartulary/directory";
import {
  createCatalogue,
  createClassificationPlans,
  createDocuments,
  createFolders,
  createPermissions,
  createTags,
  createVersions,
  createWorkspaces,
  documentBlobHolders,
  documentChecks,
  type OtherReader,
  type TreeListener,
} from "@cartulary/documents";
import { type Clock, createJobRunner, type Digests, type NewId, type Secrets } from "@cartulary/kernel";
import {
  createPublicAccess,
  createVisitors,
  publicAccessChecks,
  publicAccessTreeListener,
  publicReader,
} from "@cartulary/public-access";
import { accountingChecks, fecBlobHolders } from "@cartulary/rental";
import { ContainerModule } from "inversify";
import { type AuditListeners, auditListeners } from "../audit-listeners.ts";
import type { Config } from "../config.ts";
import { hostJobs, jobLog, jobQueues } from "../jobs.ts";
import { type HostStores, tokens } from "../tokens.ts";

/** The core's services over whatever database, blob store and machine the other modules bring. */
export function coreModule(config: Config): ContainerModule {
  const { blobGraceSeconds, shutdownGraceSeconds, pkce, identityProvider } = config;
  return new ContainerModule(({ bind }) => {
    bind(tokens.auditListeners).toResolvedValue(
      ({ clock, newId }) => auditListeners<HostStores>({ clock, newId }),
      [tokens.minting],
    );
    bind(tokens.treeListeners).toConstantValue([]);
    bind(tokens.otherReaders).toConstantValue([]);
    bind(tokens.grantListeners).toConstantValue([]);
    bind(tokens.publicAccessListeners).toConstantValue([]);
    bind(tokens.treeDependencies).toResolvedValue(
      (
        clock: Clock,
        newId: NewId,
        audit: AuditListeners<HostStores>,
        treeListeners: readonly TreeListener<HostStores>[],
        otherReaders: readonly OtherReader<HostStores>[],
      ) => ({
        clock,
        newId,
        blobGraceSeconds,
        treeListeners: [audit.tree, publicAccessTreeListener<HostStores>(), ...treeListeners],
        otherReaders: [publicReader<HostStores>(), ...otherReaders],
      }),
      [tokens.clock, tokens.newId, tokens.auditListeners, tokens.treeListeners, tokens.otherReaders],
    );
    bind(tokens.minting).toResolvedValue(
      (clock: Clock, newId: NewId, secrets: Secrets, digests: Digests) => ({ clock, newId, secrets, digests }),
      [tokens.clock, tokens.newId, tokens.secrets, tokens.digests],
    );

    bind(tokens.blobs).toResolvedValue(
      ({ transact }, blobStore, { digests, secrets, clock }) =>
        createBlobs({ transact, blobStore, digests, secrets, clock }),
      [tokens.database, tokens.blobStore, tokens.minting],
    );
    bind(tokens.workspaces).toResolvedValue(
      ({ transact }, tree) => createWorkspaces({ transact, ...tree }),
      [tokens.database, tokens.treeDependencies],
    );
    bind(tokens.folders).toResolvedValue(
      ({ transact }, tree) => createFolders({ transact, ...tree }),
      [tokens.database, tokens.treeDependencies],
    );
    bind(tokens.documents).toResolvedValue(
      ({ transact }, tree, blobs, contentTypes, digests) =>
        createDocuments({ transact, ...tree, blobs, contentTypes, digests }),
      [tokens.database, tokens.treeDependencies, tokens.blobs, tokens.contentTypes, tokens.digests],
    );
    bind(tokens.versions).toResolvedValue(
      ({ transact }, tree, blobs, contentTypes, digests) =>
        createVersions({ transact, ...tree, blobs, contentTypes, digests }),
      [tokens.database, tokens.treeDependencies, tokens.blobs, tokens.contentTypes, tokens.digests],
    );
    bind(tokens.tags).toResolvedValue(({ transact }) => createTags({ transact }), [tokens.database]);
    bind(tokens.catalogues).toResolvedValue(
      ({ transact }, { clock, newId }, { removalOf }) => {
        const catalogue = { transact, clock, newId };
        return {
          workspaceTypes: createCatalogue("workspaceTypes", { ...catalogue, onRemoval: removalOf("workspace_type") }),
          documentTypes: createCatalogue("documentTypes", { ...catalogue, onRemoval: removalOf("document_type") }),
          domains: createCatalogue("domains", { ...catalogue, onRemoval: removalOf("domain") }),
        };
      },
      [tokens.database, tokens.minting, tokens.auditListeners],
    );
    bind(tokens.plans).toResolvedValue(
      ({ transact }, { clock, newId }, { removalOf }) =>
        createClassificationPlans({ transact, clock, newId, onRemoval: removalOf("classification_plan") }),
      [tokens.database, tokens.minting, tokens.auditListeners],
    );
    bind(tokens.permissions).toResolvedValue(
      ({ transact }, { clock, newId, otherReaders }, audit, grantListeners) =>
        createPermissions({
          transact,
          clock,
          newId,
          otherReaders,
          grantListeners: [audit.grants, ...grantListeners],
        }),
      [tokens.database, tokens.treeDependencies, tokens.auditListeners, tokens.grantListeners],
    );

    bind(tokens.publicAccess).toResolvedValue(
      ({ transact }, { clock, otherReaders }, audit, listeners) =>
        createPublicAccess<HostStores>({
          transact,
          clock,
          otherReaders,
          listeners: [audit.publicAccess, ...listeners],
        }),
      [tokens.database, tokens.treeDependencies, tokens.auditListeners, tokens.publicAccessListeners],
    );
    bind(tokens.visitors).toResolvedValue(({ transact }) => createVisitors({ transact }), [tokens.database]);

    bind(tokens.users).toResolvedValue(
      ({ transact }, { clock, newId }, passwordHash, passwordCheck, { users }) =>
        createUsers({
          transact,
          clock,
          newId,
          passwordHash,
          passwordCheck,
          userListeners: [grantsGoWithTheirUser, membershipsGoWithTheirUser, users],
        }),
      [tokens.database, tokens.minting, tokens.passwordHash, tokens.passwordCheck, tokens.auditListeners],
    );
    bind(tokens.contacts).toResolvedValue(
      ({ transact }, { clock, newId }, { removalOf }) =>
        createContacts({ transact, clock, newId, onRemoval: removalOf("contact") }),
      [tokens.database, tokens.minting, tokens.auditListeners],
    );
    bind(tokens.groups).toResolvedValue(
      ({ transact }, clock, newId, audit) =>
        createGroups({ transact, clock, newId, groupListeners: [grantsGoWithTheirGroup, audit.groups] }),
      [tokens.database, tokens.clock, tokens.newId, tokens.auditListeners],
    );
    bind(tokens.teams).toResolvedValue(
      ({ transact }, { clock, newId }, { removalOf }) =>
        createTeams({ transact, clock, newId, onRemoval: removalOf("team") }),
      [tokens.database, tokens.minting, tokens.auditListeners],
    );
    bind(tokens.authentication).toResolvedValue(
      ({ bearers }, { digests, clock }, tokenUses) => createAuthentication({ bearers, digests, clock, tokenUses }),
      [tokens.database, tokens.minting, tokens.tokenUses],
    );
    bind(tokens.rateLimiter).toResolvedValue(
      ({ transact }, { clock, digests }) => createRateLimiter({ transact, clock, digests }),
      [tokens.database, tokens.minting],
    );
    bind(tokens.passwordCheck).toResolvedValue(
      ({ transact }, { clock, newId, digests }, passwordHash, rateLimiter) =>
        createPasswordCheck({ transact, clock, newId, digests, passwordHash, rateLimiter }),
      [tokens.database, tokens.minting, tokens.passwordHash, tokens.rateLimiter],
    );
    bind(tokens.sessions).toResolvedValue(
      ({ transact, sessionFinder }, minting, passwordCheck) =>
        createSessions({ transact, sessionFinder, ...minting, passwordCheck }),
      [tokens.database, tokens.minting, tokens.passwordCheck],
    );
    bind(tokens.signIn).toResolvedValue(
      ({ transact }, minting, rateLimiter, passwordCheck) =>
        createSignIn({ transact, ...minting, rateLimiter, passwordCheck }),
      [tokens.database, tokens.minting, tokens.rateLimiter, tokens.passwordCheck],
    );
    bind(tokens.revocation).toResolvedValue(
      ({ transact }, minting, rateLimiter) => createRevocation({ transact, ...minting, rateLimiter }),
      [tokens.database, tokens.minting, tokens.rateLimiter],
    );
    bind(tokens.authorization).toResolvedValue(
      ({ transact }, minting, publicAddress) =>
        createAuthorization({ transact, ...minting, pkce, issuer: publicAddress.url }),
      [tokens.database, tokens.minting, tokens.publicAddress],
    );
    bind(tokens.applications).toResolvedValue(
      ({ transact }, minting) => createApplications({ transact, ...minting }),
      [tokens.database, tokens.minting],
    );
    bind(tokens.applicationGrants).toResolvedValue(
      ({ transact }, { clock, newId }) => createApplicationGrants({ transact, clock, newId }),
      [tokens.database, tokens.minting],
    );
    bind(tokens.connectors).toResolvedValue(
      ({ transact }, minting) => createConnectors({ transact, ...minting, existingWorkspaces, existingMandataires }),
      [tokens.database, tokens.minting],
    );
    bind(tokens.connectorAuthentication).toResolvedValue(
      ({ connectorFinder }, { digests, clock }, rateLimiter) =>
        createConnectorAuthentication({ connectorFinder, digests, clock, rateLimiter }),
      [tokens.database, tokens.minting, tokens.rateLimiter],
    );
    bind(tokens.auditTrail).toResolvedValue(({ transact }) => createAuditTrail({ transact }), [tokens.database]);
    bind(tokens.bootstrap).toResolvedValue(
      ({ transact }, minting, passwordHash) => createBootstrap({ transact, ...minting, passwordHash }),
      [tokens.database, tokens.minting, tokens.passwordHash],
    );
    bind(tokens.personalTokens).toResolvedValue(
      ({ transact }, minting) => createPersonalTokens({ transact, ...minting }),
      [tokens.database, tokens.minting],
    );

    bind(tokens.jobQueues).toConstantValue(jobQueues);
    bind(tokens.jobs).toResolvedValue(
      (blobs, { transact }, { clock, newId }) => hostJobs({ blobs, transact, clock, newId }),
      [tokens.blobs, tokens.database, tokens.minting],
    );
    bind(tokens.tokenUses)
      .toResolvedValue(
        ({ transact }, clock, log) =>
          createTokenUses({
            transact,
            clock,
            failed: (error) => log.error({ event: "token use", err: error }, "was not written down"),
          }),
        [tokens.database, tokens.clock, tokens.log],
      )
      .inSingletonScope()
      .onDeactivation((tokenUses) => tokenUses.settled());
    bind(tokens.deviceFlow).toResolvedValue(
      ({ transact }, minting, rateLimiter, publicAddress) =>
        createDeviceFlow({ transact, ...minting, rateLimiter, baseUrl: publicAddress.url }),
      [tokens.database, tokens.minting, tokens.rateLimiter, tokens.publicAddress],
    );
    bind(tokens.deviceApproval).toResolvedValue(
      ({ transact }, { clock, newId, digests }, rateLimiter) =>
        createDeviceApproval({ transact, clock, newId, digests, rateLimiter }),
      [tokens.database, tokens.minting, tokens.rateLimiter],
    );
    bind(tokens.tokenExchange).toResolvedValue(
      ({ transact }, minting, rateLimiter, assertionVerifier) =>
        createTokenExchange({
          transact,
          ...minting,
          rateLimiter,
          assertionVerifier,
          autoProvision: identityProvider?.autoProvision ?? false,
        }),
      [tokens.database, tokens.minting, tokens.rateLimiter, tokens.assertionVerifier],
    );

    bind(tokens.checks).toResolvedValue(
      ({ transact, transactFor }, blobStore, { digests, clock }) => [
        ...documentChecks({ transact }),
        ...publicAccessChecks({ transact }),
        ...accountingChecks({ transact, transactFor, digests }),
        ...blobChecks({ transact, blobStore, digests, clock, holders: [documentBlobHolders, fecBlobHolders] }),
      ],
      [tokens.database, tokens.blobStore, tokens.minting],
    );
    bind(tokens.jobRunner)
      .toResolvedValue(
        (definitions, { transact }, timer, log) =>
          createJobRunner({ definitions, transact, timer, observer: jobLog(log) }),
        [tokens.jobs, tokens.database, tokens.timer, tokens.log],
      )
      .inSingletonScope()
      .onDeactivation((runner) => runner.stop(shutdownGraceSeconds));
  });
}

/** core/directory knows no grants, and core/documents neither users nor groups; the host that has both ties them. */
const grantsGoWithTheirUser: UserListener<HostStores> = {
  removed: ({ grants }, _caller, userId) => grants.removeTo(userId),
};

const membershipsGoWithTheirUser: UserListener<HostStores> = {
  removed: ({ mandataireMembers }, _caller, userId) => mandataireMembers.removeOf(userId),
};

const grantsGoWithTheirGroup: GroupListener<HostStores> = {
  removed: ({ grants }, _caller, groupId) => grants.removeTo(groupId),
};

/** core/auth knows no workspaces; its connectors name some. */
const existingWorkspaces: ExistingWorkspaces<HostStores> = async ({ workspaces }, caller, ids) => {
  if (ids.length === 0) return [];
  const named = { fields: ["id"], join: "or", predicate: "in", values: ids } as const;
  const query = { page: 1, perPage: ids.length, sort: "label", direction: "asc", conditions: [named] } as const;
  return (await workspaces.list(caller, query)).items.map(({ id }) => id);
};

/** Nor mandataires, which connectors are bound to. */
const existingMandataires: ExistingMandataires<HostStores> = async ({ mandataires }, _caller, ids) => {
  const held: (typeof ids)[number][] = [];
  for (const id of ids) if (await mandataires.hold(id)) held.push(id);
  return held;
};
