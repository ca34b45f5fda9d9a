import { createSecrets } from "@cartulary/crypto";
import { blobKey } from "@cartulary/kernel";
import { tokens } from "@cartulary/server";
import { DOCUMENTS_BASE, documentOperations, type Parameters, parseList, writeJson } from "@cartulary/wire";
import { documentId, folderId } from "./archive.ts";
import { type Client, expected, FILE, formOf } from "./client.ts";
import { FIELDS, PATH } from "./creation.ts";
import { PAGE } from "./list.ts";
import { type Measurement, tableOf } from "./measurement.ts";
import { median, type Timings, type Turn, timed } from "./rounds.ts";
import { LARGE, type Scene } from "./scene.ts";

const ROUNDS = { rounds: 7, turns: 20 };

/** The share of each layer in the time of a request. */
export const layers: Measurement = {
  name: "layers",
  async run(scenes, progress) {
    const { rows, add } = tableOf(progress);
    for (const engine of scenes.engines) {
      const scene = await scenes.over(engine, LARGE);
      for (const [what, peelOf] of Object.entries(REQUESTS)) {
        const took = await timed<keyof Peel>({ ...(await peelOf(scene)) }, ROUNDS);
        const total = median(took.socket);
        const shares = sharesOf(took).map((share) => inPercent(share / total));
        add([`${engine}, ${what}`, total.toFixed(2), ...shares]);
      }
    }
    return { title: "The share of each layer in a request", columns: ["", "ms", ...LAYERS], rows, verdicts: [] };
  },
};

/** The layers of a request, from the outside in. */
const LAYERS = [
  "listener",
  "routing",
  "authentication",
  "codec",
  "transaction",
  "store",
  "statements",
  "bytes",
] as const;

/** One request at every depth. The time of an inner layer is subtracted from that of the outer one. */
interface Peel {
  /** Over a socket. */
  readonly socket: Turn;
  /** Passed to the application as a `Request`. */
  readonly app: Turn;
  readonly authentication: Turn;
  /** Its value written for the wire. */
  readonly codec: Turn;
  /** The call of the service. */
  readonly service: Turn;
  /** Its transactions with nothing in them. */
  readonly transactions: Turn;
  /** The roof's work for it, which is its statements (and its bytes). */
  readonly statements: Turn;
  /** Keeping the bytes that came with it. */
  readonly bytes: Turn;
}

/** The difference that each layer makes, in milliseconds: of every round on its own, then the median. */
function sharesOf(took: Timings<keyof Peel>): readonly number[] {
  const rounds = took.socket.map((_, round) => {
    const ofRound = Object.entries(took).map(([name, medians]) => [name, medians[round] ?? Number.NaN]);
    return differences(Object.fromEntries(ofRound) as Record<keyof Peel, number>);
  });
  return LAYERS.map((layer) => median(rounds.map((shares) => shares[layer])));
}

function differences(took: Readonly<Record<keyof Peel, number>>): Readonly<Record<(typeof LAYERS)[number], number>> {
  const { socket, app, authentication, codec, service, transactions, statements, bytes } = took;
  return {
    listener: socket - app,
    routing: app - authentication - codec - service,
    authentication,
    codec,
    transaction: transactions,
    store: service - transactions - statements,
    statements: statements - bytes,
    bytes,
  };
}

const inPercent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** The requests that are measured layer by layer, as the reader sends them. */
const REQUESTS: Readonly<Record<string, (scene: Scene) => Promise<Peel>>> = {
  async list(scene) {
    const { container, reader, roof } = scene;
    const { documents } = await container.getAsync(tokens.archive);
    const query = parseList(documentOperations.listDocuments.list, parametersOf(PAGE));
    const { items } = await documents.list(reader.caller, { query, within: {} });
    const page = { word: "facture", page: query.page, perPage: query.perPage };
    return {
      ...(await surfaces(scene, "GET", PAGE)),
      codec: written(() => items.map((item) => writeJson(DOCUMENT, item))),
      service: () => documents.list(reader.caller, { query, within: {} }),
      transactions: await emptied(scene, ["read"]),
      statements: () => roof.list({ userId: reader.caller.userId, isAdministrator: false }, page),
      bytes: nothing,
    };
  },

  async reading(scene) {
    const { container, reader, roof } = scene;
    const { documents } = await container.getAsync(tokens.archive);
    const id = documentId(7);
    const document = await documents.get(reader.caller, id);
    return {
      ...(await surfaces(scene, "GET", `${DOCUMENTS_BASE}/documents/${id}`)),
      codec: written(() => writeJson(DOCUMENT, document)),
      service: () => documents.get(reader.caller, id),
      transactions: await emptied(scene, ["read"]),
      statements: () => roof.get({ userId: reader.caller.userId, isAdministrator: false }, id),
      bytes: nothing,
    };
  },

  async creation(scene) {
    const { container, reader, roof } = scene;
    const { documents } = await container.getAsync(tokens.archive);
    const blobStore = container.get(tokens.blobStore);
    const document = await documents.get(reader.caller, documentId(7));
    const folder = folderId(5);
    const incoming = () => ({
      fieldsBeforeFile: { documentsFolderId: folder },
      file: { fileName: "bench.bin", contentType: "application/octet-stream", bytes: inOne(FILE) },
      readAll: async () => ({ documentsFolderId: folder }),
    });
    return {
      ...(await surfaces(scene, "POST", PATH)),
      codec: written(() => writeJson(DOCUMENT, document)),
      service: () => documents.create(reader.caller, incoming()),
      transactions: await emptied(scene, ["read", "write", "write"]),
      statements: () => roof.create({ userId: reader.caller.userId, isAdministrator: false }, folder, FILE),
      bytes: () => blobStore.put(randomKey(), inOne(FILE)),
    };
  },
};

const DOCUMENT = documentOperations.getDocument.replies[200];

async function nothing(): Promise<void> {}

/** The common layers of every request: over a socket, without one, and authentication. */
async function surfaces(
  { container, reader }: Scene,
  method: "GET" | "POST",
  path: string,
): Promise<Pick<Peel, "socket" | "app" | "authentication">> {
  const [app, { authenticate }] = [
    await container.getAsync(tokens.app),
    (await container.getAsync(tokens.identity)).authentication,
  ];
  const { type, body } = formOf(FIELDS);
  const sent: RequestInit =
    method === "GET" ? {} : { method, body: new Uint8Array(body), headers: { "content-type": type } };
  const send = (client: Client) =>
    method === "GET" ? expected(200, client.get(path)) : expected(201, client.upload(path, FIELDS));
  return {
    socket: () => send(reader.host),
    async app() {
      const request = new Request(`http://bench${path}`, sent);
      request.headers.set("authorization", `Bearer ${reader.token}`);
      const response = await app.fetch(request);
      await response.text();
      if (!response.ok) throw new Error(`The application answered ${response.status}`);
    },
    authentication: () => authenticate(reader.token),
  };
}

function written(write: () => unknown): Turn {
  return async () => write();
}

/** Transactions without a query. */
async function emptied({ container }: Scene, kinds: readonly ("read" | "write")[]): Promise<Turn> {
  const { transact } = await container.getAsync(tokens.database);
  return async () => {
    for (const kind of kinds) await transact[kind](nothing);
  };
}

const secrets = createSecrets();

function randomKey(): ReturnType<typeof blobKey> {
  const hex = Buffer.from(secrets.randomBytes(16)).toString("hex");
  return blobKey(hex.slice(0, 2), hex.slice(2, 4), hex);
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function parametersOf(path: string): Parameters {
  return [...new URL(path, "http://bench").searchParams];
}
