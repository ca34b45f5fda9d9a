import type { PasswordHash, SealingUnder } from "@cartulary/auth";
import type { Backup, Restore } from "@cartulary/blobs";
import type { Typesetter } from "@cartulary/composition";
import type { Demonstration } from "@cartulary/console";
import type { ChildRuntime } from "@cartulary/containment";
import type { ContentTypes, GrantListener, PdfText, ReadRule, TreeListener } from "@cartulary/documents";
import type { Authenticate, BodyTimeouts, ClientAddress, OpenBody, Readiness, SocketAddress } from "@cartulary/http";
import type {
  BlobStore,
  Clock,
  DatabaseBackup,
  Digests,
  JobRunner,
  NewId,
  Secrets,
  Timer,
  Tracer,
} from "@cartulary/kernel";
import type { Agency } from "@cartulary/products/agency";
import type { Archive, ArchivePorts } from "@cartulary/products/archive";
import type { Composition } from "@cartulary/products/composition";
import type { Identity } from "@cartulary/products/identity";
import type { Knowledge } from "@cartulary/products/knowledge";
import type { Maintenance } from "@cartulary/products/maintenance";
import type { PublicAccessListener } from "@cartulary/public-access";
import type { MandataireListener } from "@cartulary/rental/agency";
import type { BankFileReader } from "@cartulary/rental/money";
import type { FileReader, TextReader, TextRecognizer } from "@cartulary/search";
import type { MigrationObserver } from "@cartulary/sql";
import type { Metrics } from "@cartulary/telemetry/metrics";
import type { PdfMerger } from "@cartulary/uploads";
import type { Hono } from "hono";
import type { ServiceIdentifier } from "inversify";
import type { Config } from "./configuration/config.ts";
import type { Database, DatabasePorts, HostStores, MandataireHostStores } from "./database.ts";
import type { PublicAddress } from "./http/public-address.ts";
import type { Shutdown } from "./http/shutdown.ts";
import type { Log } from "./logging/log.ts";
import type { LazyVerifier } from "./technologies/lazy-verifier.ts";
import type { ChildCensus } from "./telemetry/child-census.ts";
import type { HostGauges } from "./telemetry/host-gauges.ts";

interface Machine {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly secrets: Secrets;
}

type TextPorts = Pick<
  ArchivePorts<HostStores>,
  "pdfText" | "pdfReader" | "fileReader" | "textRecognizer" | "onUnreadText"
>;

/** A service whose child processes end on `close`. */
export type Closable<Port> = Port & { close(): Promise<void> };

const token = <Service>(name: string): ServiceIdentifier<Service> => Symbol.for(`cartulary.${name}`);

/**
 * The services of the container, by name. An embedder's last module may `rebind` any of them; services that depend on
 * it use the replacement.
 */
export const tokens = {
  config: token<Config>("config"),
  log: token<Log>("log"),
  /** Measures work for traces; `null` if they are off. */
  tracer: token<Tracer | null>("tracer"),
  /** The metrics of a host that serves; `null` in commands. */
  metrics: token<Metrics | null>("metrics"),
  /** Bound while a host serves. */
  gauges: token<HostGauges>("gauges"),
  childCensus: token<ChildCensus>("childCensus"),
  migrationObserver: token<MigrationObserver>("migrationObserver"),
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
  pdfReader: token<Closable<TextReader>>("pdfReader"),
  /** Reads files other than PDF; without it, only simple texts. */
  fileReader: token<Closable<FileReader>>("fileReader"),
  /** Without it, pictures have no text. */
  textRecognizer: token<Closable<TextRecognizer> | undefined>("textRecognizer"),
  /** Reads the files of banks that people upload. */
  bankFileReader: token<BankFileReader>("bankFileReader"),
  /** `null` without an identity provider. */
  assertionVerifier: token<LazyVerifier | null>("assertionVerifier"),

  machine: token<Machine>("machine"),
  /** Dependencies of every product. */
  stores: token<DatabasePorts & Machine & { readonly blobStore: BlobStore }>("stores"),
  texts: token<TextPorts>("texts"),
  treeListeners: token<readonly TreeListener<HostStores>[]>("treeListeners"),
  extraReadRules: token<readonly ReadRule<HostStores>[]>("extraReadRules"),
  grantListeners: token<readonly GrantListener<HostStores>[]>("grantListeners"),
  publicAccessListeners: token<readonly PublicAccessListener<HostStores>[]>("publicAccessListeners"),
  mandataireListeners: token<readonly MandataireListener<HostStores>[]>("mandataireListeners"),
  archive: token<Archive<HostStores>>("archive"),
  composition: token<Composition<HostStores>>("composition"),
  agency: token<Agency<HostStores, MandataireHostStores>>("agency"),
  knowledge: token<Knowledge<HostStores>>("knowledge"),
  identity: token<Identity<HostStores>>("identity"),
  /** Maintenance of all stored data. */
  maintenance: token<Maintenance>("maintenance"),
  /** Copies the database without opening it. */
  databaseBackup: token<DatabaseBackup>("databaseBackup"),
  backup: token<Backup>("backup"),
  restore: token<Restore>("restore"),
  /** The queues to open the database with. */
  jobQueues: token<readonly string[]>("jobQueues"),
  jobRunner: token<JobRunner>("jobRunner"),

  /** Authenticates requests; by default with our bearer tokens. */
  authenticate: token<Authenticate | undefined>("authenticate"),
  readiness: token<Readiness>("readiness"),
  /** Bound by the runtime. */
  socketAddress: token<SocketAddress>("socketAddress"),
  /** The platform's, unless the runtime has its own. */
  /** The platform's way, unless the runtime has its own. */
  openBody: token<OpenBody | undefined>("openBody"),
  /** The runtime of child processes; by default this Node.js. */
  childRuntime: token<ChildRuntime | undefined>("childRuntime"),
  clientAddress: token<ClientAddress>("clientAddress"),
  bodyTimeouts: token<BodyTimeouts>("bodyTimeouts"),
  publicAddress: token<PublicAddress>("publicAddress"),
  /** Only the command `demo` has one. */
  demonstration: token<Demonstration | null>("demonstration"),
  shutdown: token<Shutdown>("shutdown"),
  app: token<Hono>("app"),
} as const;
