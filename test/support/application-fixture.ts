import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import type { Demonstration } from "@cartulary/console";
import { systemTimer } from "@cartulary/crypto";
import type { GrantListener, Level, ReadRule, ResourceType } from "@cartulary/documents";
import type { BodyTimeouts } from "@cartulary/http";
import {
  type BlobStore,
  type Finding,
  isAdministratorRole,
  type JobObserver,
  type JsonObject,
  millisecondsOf,
  type Role,
} from "@cartulary/kernel";
import { createJobRunner } from "@cartulary/kernel/jobs";
import type { createPdfMerger } from "@cartulary/pdf";
import type { Imports } from "@cartulary/rental";
import type { Accounting } from "@cartulary/rental/accounting";
import type { LongWrites, MandataireId } from "@cartulary/rental/agency";
import type { PaymentIngestion } from "@cartulary/rental/money";
import type { FileReader, Rereading, TextReader, TextRecognizer } from "@cartulary/search";
import { compose, createLog, type HostStores, type MandataireHostStores, readConfig, tokens } from "@cartulary/server";
import type { createTypesetter } from "@cartulary/typst";
import type { TestDatabase } from "./databases.ts";
import { type SteadyClock, seededIds, seededSecrets, steadyClock } from "./fixed-clock.ts";
import { passwordHash } from "./password-hash.ts";
import { type Ask, type Asking, type Reply, replyOf, requestOf } from "./send-request.ts";

/** The check for missing letterheads of mandataires, which most tests ignore. */
const LETTERHEADS = "letterheads of mandataires";

/** The first administrator and application of every house. */
export const FIRST = {
  email: "sue@example.org",
  password: "correct horse",
  clientId: "first-application",
  clientSecret: "a secret of 26 characters!",
} as const;

export const DOCUMENTS = "/api/v1/documents";
export const USERS = "/api/v1/directory/users";

type TypesetterOfHouse = ReturnType<typeof createTypesetter>;
type MergerOfHouse = ReturnType<typeof createPdfMerger>;

/** Replacements for the defaults. */
export interface HouseOptions {
  /** A seed determines all ids and secrets. */
  readonly seed?: string;
  /** `CARTULARY_MAX_DIRECT_UPLOAD`. */
  readonly maxDirectUploadBytes?: number;
  /** Further environment variables of the host. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Creates the blob store in the directory of the house; plain files by default. */
  readonly blobStoreIn?: (directory: string) => BlobStore;
  /** Rules and listeners of an embedder. */
  readonly extraReadRules?: readonly ReadRule<HostStores>[];
  readonly grantListeners?: readonly GrantListener<HostStores>[];
  /** How long clients may take to send a body. */
  readonly bodyTimeouts?: BodyTimeouts;
  /** Replaces the host's own typesetter. The test closes it. */
  readonly typesetter?: TypesetterOfHouse;
  readonly pdfMerger?: MergerOfHouse;
  /** Text readers, instead of the host's own. */
  readonly pdfReader?: TextReader;
  readonly fileReader?: FileReader;
  readonly textRecognizer?: TextRecognizer;
  /** Makes the host a demonstration. */
  readonly demonstration?: Demonstration;
  /** Gets every line of the log, instead of stderr. */
  readonly logged?: (line: string) => void;
}

/** A user who can sign in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  /** Sends a request with a token of `read write`, for an administrator also `admin`. */
  readonly ask: Ask;
  /** Sends requests with a token of another scope. */
  as(scope: string): Promise<Ask>;
  token(scope?: string): Promise<string>;
}

/** A person to be made. */
interface NewPerson {
  readonly role?: Role;
  readonly [field: string]: unknown;
}

/** The whole application as a host serves it, on a database and a directory of its own. */
export interface House {
  /** Sends a request in this process, without a socket and without a token. */
  readonly ask: Ask;
  /** The application that a socket server serves. */
  readonly app: { fetch(request: Request, bindings?: object): Response | Promise<Response> };
  readonly clock: SteadyClock;
  /** The first super administrator. */
  readonly admin: Person;
  /** The directory of the bytes. */
  readonly blobDirectory: string;
  /** The recurring jobs of the host. */
  readonly upkeep: { /** Does all of it once. */ run(): Promise<void> };
  /** Runs the enqueued jobs, but not the recurring ones; returns how many it ran. */
  work(): Promise<number>;
  /** Runs a job as the attempt with this number, without regard to earlier attempts. */
  attempt(job: { readonly queue: string; readonly payload: JsonObject; readonly attempt: number }): Promise<void>;
  /** Has texts read anew, as the command does. */
  readonly rereading: Rereading;
  /** Resolves when everything is written down that no request waits for. */
  settled(): Promise<void>;
  /** Makes a user over HTTP, as an administrator does. */
  person(fields?: NewPerson): Promise<Person>;
  /** Gives a named permission over HTTP, as an administrator does. */
  grant(to: Person, level: Level, type: ResourceType, id: string): Promise<void>;
  /** The books of a mandataire, as an embedder writes them: no operation does. */
  readonly accounting: Accounting;
  /** Writes of a mandataire that last, as an embedder makes them. */
  readonly longWrite: LongWrites<MandataireHostStores>;
  /** Takes files over, as commands do. */
  readonly imports: Imports;
  /** Takes bank transactions and files of banks in, as commands do. */
  readonly paymentIngestion: (mandataireId: MandataireId) => PaymentIngestion;
  /** All that the checks of the host find but what letterheads lack, or the findings of one check by its name. */
  findings(check?: string): Promise<readonly Finding[]>;
  /** Grants a named permission to a group. */
  grantToGroup(groupId: string, level: Level, type: ResourceType, id: string): Promise<void>;
  close(): Promise<void>;
}

/** Less than the default lifetime of a personal token. */
const SEASON_MS = 80 * 86_400_000;

/** Keeps the host from closing a port that the test closes. */
const unclosed = <Port extends object>(port: Port) => ({ ...port, close: async () => {} });

const plainFilesIn = (directory: string) => createFsBlobStore({ directory });

/**
 * Wires the application over `database` as a host does, with another clock, other ids and other secrets. The house owns
 * the database from here on.
 */
export async function openHouse(database: Omit<TestDatabase, "dump">, options: HouseOptions = {}): Promise<House> {
  const {
    seed = "house",
    maxDirectUploadBytes = 1_048_576,
    blobStoreIn = plainFilesIn,
    environment: reports = {},
    extraReadRules = [],
    grantListeners,
    bodyTimeouts,
    typesetter,
    pdfMerger,
    pdfReader,
    fileReader,
    textRecognizer,
    logged,
    demonstration,
  } = options;
  const directory = await mkdtemp(join(tmpdir(), "cartulary-house-"));
  const blobDirectory = join(directory, "blobs");
  const environment = {
    CARTULARY_ADMIN_EMAIL: FIRST.email,
    CARTULARY_ADMIN_PASSWORD: FIRST.password,
    CARTULARY_CLIENT_ID: FIRST.clientId,
    CARTULARY_CLIENT_SECRET: FIRST.clientSecret,
    CARTULARY_MAX_DIRECT_UPLOAD: String(maxDirectUploadBytes),
    LOG_LEVEL: "error",
    LOG_FORMAT: "json",
    CARTULARY_OCR: "off",
    ...reports,
  };
  const config = readConfig(environment, { directory, isTerminal: false });
  const clock = steadyClock();
  const newId = seededIds(seed);

  const container = await compose(config, []);
  container.bind(tokens.database).toConstantValue(database);
  container.bind(tokens.blobStore).toConstantValue(blobStoreIn(blobDirectory));
  if (bodyTimeouts) container.rebind(tokens.bodyTimeouts).toConstantValue(bodyTimeouts);
  if (typesetter) container.rebind(tokens.typesetter).toConstantValue(typesetter);
  if (pdfMerger) container.rebind(tokens.pdfMerger).toConstantValue(pdfMerger);
  if (pdfReader) container.rebind(tokens.pdfReader).toConstantValue(unclosed(pdfReader));
  if (fileReader) container.rebind(tokens.fileReader).toConstantValue(unclosed(fileReader));
  if (textRecognizer) container.rebind(tokens.textRecognizer).toConstantValue(unclosed(textRecognizer));
  if (demonstration) container.rebind(tokens.demonstration).toConstantValue(demonstration);
  if (logged) container.rebind(tokens.log).toConstantValue(createLog(config.log, { write: logged }));
  container.rebind(tokens.socketAddress).toConstantValue(({ env }) => env?.from ?? "192.0.2.1");
  container.rebind(tokens.clock).toConstantValue(clock);
  container.rebind(tokens.newId).toConstantValue(newId);
  container.rebind(tokens.extraReadRules).toConstantValue(extraReadRules);
  if (grantListeners) container.rebind(tokens.grantListeners).toConstantValue(grantListeners);
  container.rebind(tokens.secrets).toConstantValue(seededSecrets(seed));
  container.rebind(tokens.passwordHash).toConstantValue(passwordHash);

  const { bootstrap, personalTokens, settled } = await container.getAsync(tokens.identity);
  await bootstrap.ensureFirstAccess({ ...config.administrator, ...config.application });
  const app = await container.getAsync(tokens.app);
  const { jobs, checks, prepare } = await container.getAsync(tokens.maintenance);
  await prepare();
  const recurring = jobs.filter(({ initialJob: first }) => first);
  const onDemand = jobs.filter(({ initialJob: first }) => !first);

  const ask: Ask = async <Body>(method: string, path: string, asking: Asking = {}) =>
    replyOf<Body>(await app.fetch(requestOf(method, `http://house.test${path}`, asking), { from: asking.from }));

  function known(id: string, email: string, scope: string): Person {
    const issued = new Map<string, Promise<string>>();
    const token = (pending = scope): Promise<string> => {
      // A new one where years go by: it lasts for a season.
      const season = `${pending} ${Math.floor(millisecondsOf(clock.now()) / SEASON_MS)}`;
      const issue = () => personalTokens.issuePersonalToken({ emailAddress: email, scope: pending, name: pending });
      const made = issued.get(season) ?? issue().then((personal) => personal.token);
      issued.set(season, made);
      return made;
    };
    const as = async (pending: string): Promise<Ask> => {
      const own = await token(pending);
      return (method, path, asking = {}) => ask(method, path, { token: own, ...asking });
    };
    const askAs = async <Body>(method: string, path: string, asking: Asking = {}): Promise<Reply<Body>> =>
      ask<Body>(method, path, { token: await token(), ...asking });
    return { id, email, ask: askAs as Ask, as, token };
  }

  const first = await database.transact.read(({ users }) => users.findByEmail(FIRST.email));
  if (!first) throw new Error("The first administrator was not made");
  const admin = known(first.id, FIRST.email, "read write admin");
  let persons = 0;

  async function give(json: object, type: ResourceType, id: string): Promise<void> {
    const input = await admin.ask<{ error?: string }>("POST", `${DOCUMENTS}/${type}s/${id}/permissions`, { json });
    if (input.status !== 201) throw new Error(`No permission was granted: ${input.status} ${input.body.error}`);
  }

  const { accounting, imports, longWrites: longWrite, paymentIngestion } = await container.getAsync(tokens.agency);
  const { rereading } = await container.getAsync(tokens.archive);
  return {
    ask,
    app,
    rereading,
    settled,
    clock,
    admin,
    blobDirectory,
    accounting,
    longWrite,
    imports,
    paymentIngestion,
    async work() {
      const failures: unknown[] = [];
      const failed = ({ error }: { readonly error: unknown }) => failures.push(error);
      const observer: JobObserver = { failed, unreachable: (error) => failures.push(error) };
      const { transact } = database;
      const count = await createJobRunner({ definitions: onDemand, transact, timer: systemTimer, observer }).drain();
      if (failures.length > 0) throw failures[0];
      return count;
    },
    async attempt({ queue, payload, attempt }) {
      const definition = onDemand.find((each) => each.queue === queue);
      if (!definition) throw new Error(`No handler runs jobs of ${queue}`);
      await definition.handle({ id: newId(), queue, turn: 0, payload, attempt, attemptsMax: 9 }, { aborted: false });
    },
    upkeep: {
      async run() {
        for (const { queue, handle } of recurring) {
          await handle({ id: newId(), queue, payload: {}, turn: 0, attempt: 1, attemptsMax: 1 }, { aborted: false });
        }
      },
    },
    async person(fields = {}) {
      persons += 1;
      const json = { email_address: `person-${persons}@example.org`, ...fields };
      const made = await admin.ask<{ id: string; email_address: string; role: Role }>("POST", USERS, { json });
      if (made.status !== 201) throw new Error(`No person was made: ${made.status} ${made.text}`);
      return known(
        made.body.id,
        made.body.email_address,
        isAdministratorRole(made.body.role) ? "read write admin" : "read write",
      );
    },
    async findings(check) {
      const found: Finding[] = [];
      for (const { run: look } of checks.filter(({ name }) =>
        check === undefined ? name !== LETTERHEADS : name === check,
      )) {
        for await (const { findings } of look()) found.push(...findings);
      }
      return found;
    },
    grant: (to, level, type, id) => give({ subject_type: "user", subject_id: to.id, level }, type, id),
    grantToGroup: (groupId, level, type, id) => give({ subject_type: "group", subject_id: groupId, level }, type, id),
    async close() {
      await container.unbindAllAsync();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
