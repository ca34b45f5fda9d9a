import type { Bearers, ConnectorFinder, PasswordHash, SealingUnder, SessionFinder } from "@cartulary/auth";
import type { Typesetter } from "@cartulary/composition";
import type { ChildRuntime } from "@cartulary/containment";
import type { ContentTypes, GrantListener, OtherReader, PdfText, TreeListener } from "@cartulary/documents";
import type {
  Authenticate,
  BodyPace,
  ClientAddress,
  NewResponse,
  OpenBody,
  Readiness,
  SocketAddress,
} from "@cartulary/http";
import type {
  BlobStore,
  Clock,
  Digests,
  Id,
  JobRunner,
  LeaseStores,
  NewId,
  Secrets,
  Timer,
  Transact,
  TransactFor,
} from "@cartulary/kernel";
import type { Agency, AgencyStores, MandataireStores } from "@cartulary/products/agency";
import type { Archive, ArchivePorts, ArchiveStores } from "@cartulary/products/archive";
import type { ComposingStores, Composition } from "@cartulary/products/composition";
import type { Identity, IdentityStores } from "@cartulary/products/identity";
import type { Knowledge, KnowledgeStores } from "@cartulary/products/knowledge";
import type { Upkeep, UpkeepStores } from "@cartulary/products/upkeep";
import type { PublicAccessListener } from "@cartulary/public-access";
import type { MandataireListener, MembershipFinder } from "@cartulary/rental";
import type { PdfMerger } from "@cartulary/uploads";
import type { Hono } from "hono";
import type { ServiceIdentifier } from "inversify";
import type { Config } from "./configuration/config.ts";
import type { PublicAddress } from "./http/public-address.ts";
import type { Shutdown } from "./http/shutdown.ts";
import type { Log } from "./logging/log.ts";
import type { KeyedVerifier } from "./technologies/keyed-verifier.ts";

/** Everything that a transaction of this host can touch. */
export type HostStores = IdentityStores &
  ArchiveStores &
  ComposingStores &
  AgencyStores &
  KnowledgeStores &
  UpkeepStores &
  LeaseStores;

/** Everything that a transaction of one mandataire can touch. */
export type MandataireHostStores = HostStores & MandataireStores;

/** What of a database the products are made from. */
interface DatabasePorts {
  readonly transact: Transact<HostStores>;
  /** The tenants are the mandataires. */
  readonly transactFor: TransactFor<Id<string>, MandataireHostStores>;
  readonly bearers: Bearers;
  readonly sessionFinder: SessionFinder;
  readonly connectorFinder: ConnectorFinder;
  readonly membershipFinder: MembershipFinder;
  readonly searchFinder: NonNullable<ArchivePorts<HostStores>["searchFinder"]>;
}

/** An opened database, migrated and ready. */
export interface Database extends DatabasePorts {
  /** Runs `work`, whose transactions have the turns of `owner`; without turns it is run as it is. */
  workingFor?<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
  /** Migrations that only a newer version can have made. */
  readonly newerMigrations: readonly string[];
  /** Rejects when the database does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What comes with the machine. */
interface Machine {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly secrets: Secrets;
}

/** What has children that end with it. */
type Closable<Port> = Port & { close(): Promise<void> };

const token = <Service>(name: string): ServiceIdentifier<Service> => Symbol.for(`cartulary.${name}`);

/**
 * What the container holds, by name. A module that an embedder loads last may `rebind` any of them; whatever was made
 * from it is made from the replacement.
 */
export const tokens = {
  config: token<Config>("config"),
  log: token<Log>("log"),
  clock: token<Clock>("clock"),
  timer: token<Timer>("timer"),
  newId: token<NewId>("newId"),
  digests: token<Digests>("digests"),
  secrets: token<Secrets>("secrets"),
  sealingUnder: token<SealingUnder>("sealingUnder"),
  passwordHash: token<PasswordHash>("passwordHash"),
  contentTypes: token<ContentTypes>("contentTypes"),
  database: token<Database>("database"),
  blobStore: token<BlobStore>("blobStore"),
  pdfMerger: token<Closable<PdfMerger>>("pdfMerger"),
  typesetter: token<Closable<Typesetter>>("typesetter"),
  pdfText: token<Closable<PdfText>>("pdfText"),
  /** `null` where no identity provider is configured. */
  assertionVerifier: token<KeyedVerifier | null>("assertionVerifier"),

  machine: token<Machine>("machine"),
  /** What every product is made from. */
  stores: token<DatabasePorts & Machine & { readonly blobStore: BlobStore }>("stores"),
  treeListeners: token<readonly TreeListener<HostStores>[]>("treeListeners"),
  otherReaders: token<readonly OtherReader<HostStores>[]>("otherReaders"),
  grantListeners: token<readonly GrantListener<HostStores>[]>("grantListeners"),
  publicAccessListeners: token<readonly PublicAccessListener<HostStores>[]>("publicAccessListeners"),
  mandataireListeners: token<readonly MandataireListener<HostStores>[]>("mandataireListeners"),
  archive: token<Archive<HostStores>>("archive"),
  composition: token<Composition<HostStores>>("composition"),
  agency: token<Agency<HostStores, MandataireHostStores>>("agency"),
  knowledge: token<Knowledge<HostStores>>("knowledge"),
  /** Who may use the products. */
  identity: token<Identity<HostStores>>("identity"),
  /** What looks after all that the products store. */
  upkeep: token<Upkeep>("upkeep"),
  /** The queues that the database is opened with. */
  jobQueues: token<readonly string[]>("jobQueues"),
  jobRunner: token<JobRunner>("jobRunner"),

  /** Who asks; where it is not rebound, whoever a bearer token of ours speaks for. */
  authenticate: token<Authenticate | undefined>("authenticate"),
  readiness: token<Readiness>("readiness"),
  /** Known to the runtime only; it rebinds this. */
  socketAddress: token<SocketAddress>("socketAddress"),
  /** The platform's, unless the runtime has its own. */
  newResponse: token<NewResponse>("newResponse"),
  /** The platform's way, unless the runtime has its own. */
  openBody: token<OpenBody | undefined>("openBody"),
  /** What contained children run on: the Node.js of this process, unless the runtime has something else. */
  childRuntime: token<ChildRuntime | undefined>("childRuntime"),
  clientAddress: token<ClientAddress>("clientAddress"),
  bodyPace: token<BodyPace>("bodyPace"),
  publicAddress: token<PublicAddress>("publicAddress"),
  shutdown: token<Shutdown>("shutdown"),
  app: token<Hono>("app"),
} as const;
