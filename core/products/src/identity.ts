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
  type Bearers,
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
  createMirror,
  createPasswordCheck,
  createPersonalTokens,
  createRateLimiter,
  createRevocation,
  createSessions,
  createSignIn,
  createTokenExchange,
  createTokenUses,
  createUsers,
  type DeviceApproval,
  type DeviceFlow,
  type Mirror,
  type PasswordHash,
  type PersonalTokens,
  type PkcePolicy,
  type Revocation,
  type SealingUnder,
  type SessionFinder,
  type Sessions,
  type SignIn,
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
import { machineRecorder, recorder, recordRemoval } from "./audit/audited.ts";
import { identityAudit } from "./audit/identity-audit.ts";
import type { IdentityLinks, Part } from "./part.ts";

/** What a transaction about people and programs touches. */
export type IdentityStores = AuthStores & ReplayStores & JobStores;

/** What the identity of people and programs is made from. */
export interface IdentityPorts<Stores> {
  readonly transact: Transact<Stores>;
  readonly bearers: Bearers;
  readonly sessionFinder: SessionFinder;
  readonly connectorFinder: ConnectorFinder;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly secrets: Secrets;
  readonly passwordHash: PasswordHash;
  /** Seals what only whoever has a refresh token may read again. */
  readonly sealingUnder: SealingUnder;
  /** Base of absolute URLs, without a slash at its end. A host may learn it late. */
  readonly baseUrl: () => string;
  /** Which applications must use PKCE; `public` when absent. */
  readonly pkce?: PkcePolicy;
  /** Judges the assertions of the identity provider that is trusted; none is when absent. */
  readonly assertionVerifier?: AssertionVerifier | null;
  /** Whether a person whom nobody knows yet, but the provider, becomes a user; not when absent. */
  readonly autoProvision?: boolean;
  /** Called with what kept the use of a token from being written down; authentication goes on. */
  readonly tokenUseFailed: (error: unknown) => void;
  /** The products whose records these people and programs have to do with: each brings its own links. */
  readonly products: readonly { readonly identityLinks: IdentityLinks<Stores> }[];
}

/** People and programs: who they are, how they sign in, what may act in their name, and what they did. */
export interface Identity<Stores> extends Part<Stores>, Mirror<Stores> {
  readonly users: AccountUsers;
  readonly groups: Groups;
  readonly contacts: Contacts;
  readonly knownPeople: KnownPeople;
  readonly teams: Teams;
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
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
  readonly bootstrap: Bootstrap;
  readonly auditTrail: AuditTrail;
  /** Resolves when everything is written down that no request waits for. */
  settled(): Promise<void>;
}

/** The queues of the jobs of {@link createIdentity}. */
export const IDENTITY_QUEUES: readonly string[] = AUTH_QUEUES;

/** People and programs from their ports: the services, what goes with whom, and what is recorded in the trail. */
export function createIdentity<Stores extends IdentityStores>(ports: IdentityPorts<Stores>): Identity<Stores> {
  const { transact, clock, pkce = "public", assertionVerifier = null, autoProvision = false } = ports;
  const links = linksOf(ports.products);
  const audit = identityAudit<Stores>(recorder(ports));
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
    signIn: createSignIn({ ...ports, rateLimiter, passwordCheck }),
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
    bootstrap: createBootstrap(ports),
    auditTrail: createAuditTrail({ transact }),
    jobs: authJobs(ports),
    checks: [],
    blobHolders: [],
    prepare: async () => {},
    settled: tokenUses.settled,
  };
}

/** Those of all products as one. Where no product has workspaces, or mandataires, there are none. */
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
