import type { AuditTrail } from "@cartulary/audit";
import type {
  AccountUsers,
  ApplicationGrants,
  Applications,
  AssertionVerifier,
  Authentication,
  Authorization,
  AuthStores,
  Bearers,
  Bootstrap,
  ConnectorAuthentication,
  ConnectorFinder,
  Connectors,
  DeviceApproval,
  DeviceFlow,
  Minting,
  PasswordCheck,
  PasswordHash,
  PersonalTokens,
  RateLimiter,
  Revocation,
  SessionFinder,
  Sessions,
  SignIn,
  TokenExchange,
  TokenUses,
} from "@cartulary/auth";
import type { Blobs } from "@cartulary/blobs";
import type { Contacts, Groups, Teams } from "@cartulary/directory";
import type {
  Catalogues,
  ClassificationPlans,
  ContentTypes,
  Documents,
  Folders,
  GrantListener,
  OtherReader,
  Permissions,
  Tags,
  TreeDependencies,
  TreeListener,
  Versions,
  Workspaces,
} from "@cartulary/documents";
import type { BodyPace, ClientAddress, Readiness, SocketAddress } from "@cartulary/http";
import type {
  BlobStore,
  Check,
  Clock,
  Digests,
  Id,
  JobDefinition,
  JobRunner,
  JobStores,
  LeaseStores,
  NewId,
  Secrets,
  Timer,
  Transact,
  TransactFor,
} from "@cartulary/kernel";
import type { PublicAccess, PublicAccessListener, PublicAccessStores, Visitors } from "@cartulary/public-access";
import type {
  Accounting,
  FecExports,
  MandataireId,
  MandataireListener,
  Mandataires,
  MembershipFinder,
  Memberships,
  RegistryStores,
  RentalStores,
} from "@cartulary/rental";
import type { Hono } from "hono";
import type { ServiceIdentifier } from "inversify";
import type { Logger } from "pino";
import type { AuditListeners } from "./audit-listeners.ts";
import type { Config } from "./config.ts";
import type { PublicAddress } from "./public-address.ts";
import type { Shutdown } from "./shutdown.ts";

/** Everything that a transaction of this host can touch. */
export type HostStores = AuthStores & PublicAccessStores & RegistryStores & JobStores & LeaseStores;

/** Everything that a transaction of one mandataire can touch. */
export type MandataireHostStores = HostStores & RentalStores;

/** An opened database, migrated and ready. */
export interface Database {
  readonly transact: Transact<HostStores>;
  /** The tenants are the mandataires. */
  readonly transactFor: TransactFor<Id<string>, MandataireHostStores>;
  readonly bearers: Bearers;
  readonly sessionFinder: SessionFinder;
  readonly connectorFinder: ConnectorFinder;
  readonly membershipFinder: MembershipFinder;
  /** Migrations that only a newer version can have made. */
  readonly newerMigrations: readonly string[];
  /** Rejects when the database does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const token = <Service>(name: string): ServiceIdentifier<Service> => Symbol.for(`cartulary.${name}`);

/**
 * What the container holds, by name. A module that an embedder loads last may `rebind` any of them; whatever was made
 * from it is made from the replacement.
 */
export const tokens = {
  config: token<Config>("config"),
  log: token<Logger>("log"),
  clock: token<Clock>("clock"),
  timer: token<Timer>("timer"),
  newId: token<NewId>("newId"),
  digests: token<Digests>("digests"),
  secrets: token<Secrets>("secrets"),
  passwordHash: token<PasswordHash>("passwordHash"),
  contentTypes: token<ContentTypes>("contentTypes"),
  database: token<Database>("database"),
  blobStore: token<BlobStore>("blobStore"),
  auditListeners: token<AuditListeners<HostStores>>("auditListeners"),
  treeListeners: token<readonly TreeListener<HostStores>[]>("treeListeners"),
  otherReaders: token<readonly OtherReader<HostStores>[]>("otherReaders"),
  grantListeners: token<readonly GrantListener<HostStores>[]>("grantListeners"),
  publicAccessListeners: token<readonly PublicAccessListener<HostStores>[]>("publicAccessListeners"),
  mandataireListeners: token<readonly MandataireListener<HostStores>[]>("mandataireListeners"),
  publicAccess: token<PublicAccess>("publicAccess"),
  visitors: token<Visitors>("visitors"),
  /** What the services of the tree are made of beside their stores. */
  treeDependencies: token<TreeDependencies<HostStores>>("treeDependencies"),
  /** What tokens and ids are made of. */
  minting: token<Minting>("minting"),
  blobs: token<Blobs>("blobs"),
  workspaces: token<Workspaces>("workspaces"),
  folders: token<Folders>("folders"),
  documents: token<Documents>("documents"),
  versions: token<Versions>("versions"),
  tags: token<Tags>("tags"),
  catalogues: token<Catalogues>("catalogues"),
  plans: token<ClassificationPlans>("plans"),
  permissions: token<Permissions>("permissions"),
  users: token<AccountUsers>("users"),
  applicationGrants: token<ApplicationGrants>("applicationGrants"),
  contacts: token<Contacts>("contacts"),
  groups: token<Groups>("groups"),
  teams: token<Teams>("teams"),
  authentication: token<Authentication>("authentication"),
  rateLimiter: token<RateLimiter>("rateLimiter"),
  passwordCheck: token<PasswordCheck>("passwordCheck"),
  sessions: token<Sessions>("sessions"),
  signIn: token<SignIn>("signIn"),
  revocation: token<Revocation>("revocation"),
  authorization: token<Authorization>("authorization"),
  applications: token<Applications>("applications"),
  connectors: token<Connectors>("connectors"),
  connectorAuthentication: token<ConnectorAuthentication>("connectorAuthentication"),
  mandataires: token<Mandataires>("mandataires"),
  memberships: token<Memberships>("memberships"),
  /** Of each mandataire, for whoever found out that the caller is a member of it. */
  accounting: token<Accounting>("accounting"),
  /** Likewise. */
  fecExports: token<(mandataireId: MandataireId) => FecExports>("fecExports"),
  auditTrail: token<AuditTrail>("auditTrail"),
  bootstrap: token<Bootstrap>("bootstrap"),
  personalTokens: token<PersonalTokens>("personalTokens"),
  /** What has to be true of everything stored; whoever stores something adds its own. */
  checks: token<readonly Check[]>("checks"),
  /** The queues that the database is opened with. */
  jobQueues: token<readonly string[]>("jobQueues"),
  /** What is done with the jobs of each queue. */
  jobs: token<readonly JobDefinition[]>("jobs"),
  jobRunner: token<JobRunner>("jobRunner"),
  tokenUses: token<TokenUses>("tokenUses"),
  deviceFlow: token<DeviceFlow>("deviceFlow"),
  deviceApproval: token<DeviceApproval>("deviceApproval"),
  /** `null` where no identity provider is configured. */
  assertionVerifier: token<AssertionVerifier | null>("assertionVerifier"),
  tokenExchange: token<TokenExchange>("tokenExchange"),
  readiness: token<Readiness>("readiness"),
  /** Known to the runtime only; it rebinds this. */
  socketAddress: token<SocketAddress>("socketAddress"),
  clientAddress: token<ClientAddress>("clientAddress"),
  bodyPace: token<BodyPace>("bodyPace"),
  publicAddress: token<PublicAddress>("publicAddress"),
  shutdown: token<Shutdown>("shutdown"),
  app: token<Hono>("app"),
} as const;
