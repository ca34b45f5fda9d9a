import { type AuditTrail, createAuditTrail } from "@cartulary/audit";
import {
  type AccountUsers,
  type ApplicationGrants,
  type Applications,
  type AssertionVerifier,
  AUTH_QUEUES,
  type Authentication,
  type Authorization,
  type AuthStores,
  authJobs,
  type BearerFinder,
  type Bootstrap,
  type ConnectorAuthentication,
  type ConnectorFinder,
  type Connectors,
  createApplicationGrants,
  createApplications,
  createAuthentication,
  createAuthorization,
  createBootstrap,
  createConnectorAuthentication,
  createConnectors,
  createDeviceApproval,
  createDeviceFlow,
  createMachineAccounts,
  createMirror,
  createPasswordCheck,
  createPersonalTokens,
  createRateLimiter,
  createRevocation,
  createSessions,
  createTokenEndpoint,
  createTokenExchange,
  createTokenUses,
  createUsers,
  type DeviceApproval,
  type DeviceFlow,
  type MachineAccounts,
  type Mirror,
  type PasswordHash,
  type PersonalTokens,
  type PkcePolicy,
  type Revocation,
  type SealingUnder,
  type SessionFinder,
  type Sessions,
  type TokenEndpoint,
  type TokenExchange,
} from "@cartulary/auth";
import {
  type Contacts,
  createContacts,
  createGroups,
  createKnownPeople,
  createTeams,
  type Groups,
  type KnownPeople,
  type Teams,
} from "@cartulary/directory";
import type { Clock, Digests, JobStores, NewId, ReplayStores, Secrets, Transact } from "@cartulary/kernel";
import { commandRecorder, createRecorder, machineRecorder, recordRemoval } from "./audit/audit-recorder.ts";
import { identityAudit } from "./audit/identity-audit.ts";
import type { IdentityLinks, MaintenancePart } from "./maintenance-part.ts";

/** Stores of transactions on users and applications. */
export type IdentityStores = AuthStores & ReplayStores & JobStores;

export interface IdentityPorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly bearers: BearerFinder;
  readonly sessionFinder: SessionFinder;
  readonly connectorFinder: ConnectorFinder;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly passwordHash: PasswordHash;
  /** Encrypts responses so that only the owner of the refresh token can read them. */
  readonly sealingUnder: SealingUnder;
  /** Base of absolute URLs, without a slash at its end. A function, because a host may learn it late. */
  readonly baseUrl: () => string;
  /** The applications that must use PKCE; `public` when absent. */
  readonly pkce?: PkcePolicy;
  /** Verifies assertions of the trusted identity provider; absent: none is trusted. */
  readonly assertionVerifier?: AssertionVerifier | null;
  /** True when unknown subjects of the provider become users; default false. */
  readonly autoProvision?: boolean;
  /** Receives errors of recording token uses; authentication is not affected. */
  readonly tokenUseFailed: (error: unknown) => void;
  /** The products whose records depend on users, groups and connectors. */
  readonly products: readonly { readonly identityLinks: IdentityLinks<Stores> }[];
}

/** Users and applications: accounts, sign-in, delegated access and audit trail. */
export interface Identity<Stores> extends MaintenancePart<Stores>, Mirror<Stores> {
  readonly users: AccountUsers;
  readonly groups: Groups;
  readonly contacts: Contacts;
  readonly knownPeople: KnownPeople;
  readonly teams: Teams;
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly signIn: TokenEndpoint;
  readonly revocation: Revocation;
  readonly authorization: Authorization;
  readonly applications: Applications;
  readonly applicationGrants: ApplicationGrants;
  readonly connectors: Connectors;
  readonly connectorAuthentication: ConnectorAuthentication;
  readonly deviceFlow: DeviceFlow;
  readonly deviceApproval: DeviceApproval;
  readonly tokenExchange: TokenExchange;
  readonly personalTokens: PersonalTokens;
  /** Users, for an administrator at the machine. */
  readonly machineAccounts: MachineAccounts;
  readonly bootstrap: Bootstrap;
  readonly auditTrail: AuditTrail;
  /** Resolves when all background writes are done. */
  settled(): Promise<void>;
}

export const IDENTITY_QUEUES: readonly string[] = AUTH_QUEUES;

/**
 * Creates the identity services from their ports, with listeners between packages and the audit trail.
 *
 * @example
 * ```ts
 * import { createIdentity, type IdentityPorts, type IdentityStores } from "@cartulary/products/identity";
 *
 * export async function tokenOf(ports: IdentityPorts<IdentityStores>, emailAddress: string): Promise<string> {
 *   const { personalTokens } = createIdentity(ports);
 *   const { token } = await personalTokens.issuePersonalToken({ emailAddress, scope: "read", name: "Backup" });
 *   return token;
 * }
 * ```
 */
export function createIdentity<Stores extends IdentityStores>(ports: IdentityPorts<Stores>): Identity<Stores> {
  const { transact, clock, pkce = "public", assertionVerifier = null, autoProvision = false } = ports;
  const links = linksOf(ports.products);
  const audit = identityAudit<Stores>(createRecorder(ports));
  const commandAudit = identityAudit<Stores>(commandRecorder(ports));
  const mirrorAudit = identityAudit<Stores>(machineRecorder(ports));
  const recordedRemoval = (kind: string) => ({ ...ports, onRemoval: recordRemoval<Stores>(ports, kind) });
  const rateLimiter = createRateLimiter(ports);
  const passwordCheck = createPasswordCheck({ ...ports, rateLimiter });
  const tokenUses = createTokenUses({ transact, clock, failed: ports.tokenUseFailed });
  return {
    users: createUsers({ ...ports, passwordCheck, userListeners: [...links.userListeners, audit.users] }),
    groups: createGroups({ ...ports, groupListeners: [...links.groupListeners, audit.groups] }),
    ...createMirror({ ...ports, userListeners: [...links.userListeners, mirrorAudit.users] }),
    knownPeople: createKnownPeople(ports),
    contacts: createContacts(recordedRemoval("contact")),
    teams: createTeams(recordedRemoval("team")),
    authentication: createAuthentication({ ...ports, rateLimiter, tokenUses }),
    sessions: createSessions({ ...ports, passwordCheck }),
    signIn: createTokenEndpoint({ ...ports, rateLimiter, passwordCheck }),
    revocation: createRevocation({ ...ports, rateLimiter }),
    authorization: createAuthorization({ ...ports, pkce, issuer: ports.baseUrl }),
    applications: createApplications(ports),
    applicationGrants: createApplicationGrants(ports),
    connectors: createConnectors({ ...ports, ...links }),
    connectorAuthentication: createConnectorAuthentication({ ...ports, rateLimiter }),
    deviceFlow: createDeviceFlow({ ...ports, rateLimiter }),
    deviceApproval: createDeviceApproval({ ...ports, rateLimiter }),
    tokenExchange: createTokenExchange({ ...ports, rateLimiter, assertionVerifier, autoProvision }),
    personalTokens: createPersonalTokens(ports),
    machineAccounts: createMachineAccounts({ ...ports, userListeners: [...links.userListeners, commandAudit.users] }),
    bootstrap: createBootstrap(ports),
    auditTrail: createAuditTrail({ transact }),
    jobs: authJobs(ports),
    checks: [],
    blobHolders: [],
    prepare: async () => {},
    settled: tokenUses.flush,
  };
}

/** Combines the links of all products. Without a product that has workspaces or mandataires, there are none. */
function linksOf<Stores>(products: IdentityPorts<Stores>["products"]): Required<IdentityLinks<Stores>> {
  const all = products.map(({ identityLinks }) => identityLinks);
  return {
    userListeners: all.flatMap(({ userListeners }) => userListeners),
    groupListeners: all.flatMap(({ groupListeners }) => groupListeners),
    connectorListeners: all.flatMap(({ connectorListeners = [] }) => connectorListeners),
    existingWorkspaces: all.find(({ existingWorkspaces }) => existingWorkspaces)?.existingWorkspaces ?? none,
    existingMandataires: all.find(({ existingMandataires }) => existingMandataires)?.existingMandataires ?? none,
  };
}

const none = async () => [];
