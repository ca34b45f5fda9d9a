import { deepEqual } from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { administer } from "@cartulary/postgres/testkit";
import Database from "better-sqlite3";
import { type Environment, startProcess, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { BULK_SQL } from "../bulk-sql.ts";
import { type Client, clientOf, expected } from "../client.ts";
import type { Arena, Contender } from "../duel/arena.ts";
import type { Work } from "../duel/works.ts";
import { type Engine, LARGE, vacuum } from "../scene.ts";

/** The command of an installed Directus. */
export interface Installed {
  readonly version: string;
  readonly command: string;
}

/** Finds Directus in a folder in which npm installed it; `null` if it is not there. */
export function directusIn(folder: string): Installed | null {
  const manifest = join(resolve(folder), "node_modules/directus/package.json");
  if (!existsSync(manifest)) return null;
  const { version, bin } = createRequire(manifest)(manifest);
  return { version, command: join(dirname(manifest), bin.directus) };
}

const COLLECTION = "documents";
const ITEMS = `/items/${COLLECTION}`;
/** Each folder has a thousand documents, nearly as many as the one of our page. */
const FOLDERS = LARGE.documents / 1_000;
const A_UUID = "00000000-0000-7000-8000-000000000007";
const PAGE = `${ITEMS}?filter[folder][_eq]=${A_UUID}&sort=name&limit=25&meta=filter_count`;
const TOKEN = "a-static-token-of-the-administrator";

/** The works that Directus can do, by the names of ours. */
export const THEIRS: Readonly<Record<string, Pick<Work, "ask">>> = {
  get: { ask: ({ administrator }) => expected(200, administrator.get(`${ITEMS}/${A_UUID}`)) },
  page: { ask: ({ administrator }) => expected(200, administrator.get(PAGE)) },
  contains: {
    ask: ({ administrator }) =>
      expected(200, administrator.get(`${ITEMS}?filter[name][_icontains]=5815&limit=25&meta=filter_count`)),
  },
  creation: { ask: ({ administrator }) => expected(200, administrator.upload("/files")) },
};

/** The fields of a document in our list. */
const FIELDS = [
  { field: "id", type: "uuid", schema: { is_primary_key: true }, meta: { special: ["uuid"] } },
  { field: "name", type: "string", meta: {} },
  { field: "description", type: "text", meta: {} },
  { field: "mime_type", type: "string", meta: {} },
  { field: "size", type: "integer", meta: {} },
  { field: "created_at", type: "timestamp", meta: {} },
  { field: "updated_at", type: "timestamp", meta: {} },
  { field: "folder", type: "uuid", meta: {} },
];

/** Names of the same form as ours, and an index for the page. */
function filling(engine: Engine): readonly string[] {
  const { id, series, instant } = BULK_SQL[engine];
  const moment = instant("1577836800000 + n * 20000");
  return [
    `insert into ${COLLECTION} (id, name, description, mime_type, size, created_at, updated_at, folder)
      ${series(LARGE.documents)}
      select ${id("n")}, 'Facture ' || (n * 21011 % 1000000) || '.pdf', 'Pièce reçue par courrier et numérisée',
        'application/pdf', 1000 + n, ${moment}, ${moment}, ${id(`n % ${FOLDERS}`)}
      from series`,
    `create index ${COLLECTION}_by_folder on ${COLLECTION} (folder, name)`,
  ];
}

/** An empty database for Directus. */
interface Ground {
  readonly environment: Environment;
  run(statements: readonly string[]): Promise<void>;
}

function sqliteGround(folder: string): Ground {
  const path = join(folder, "directus.db");
  return {
    environment: { DB_CLIENT: "sqlite3", DB_FILENAME: path },
    async run(statements) {
      const database = new Database(path);
      for (const statement of [...statements, "analyze"]) database.exec(statement);
      database.close();
    },
  };
}

/** On the server of our database. */
async function postgresGround(ours: string, opened: AsyncDisposableStack): Promise<Ground> {
  const name = `rival_${process.pid}`;
  await administer(ours, `create database ${name}`);
  opened.defer(async () => void (await administer(ours, `drop database ${name} with (force)`)));
  const url = new URL(ours);
  url.pathname = `/${name}`;
  return {
    environment: { DB_CLIENT: "pg", DB_CONNECTION_STRING: url.href },
    async run(statements) {
      await administer(url.href, ...statements);
      await vacuum(url.href);
    },
  };
}

/** Starts Directus as one process over as many documents as ours. All ends with `opened`. */
export async function startDirectus(
  { command }: Installed,
  { engine, scene }: Arena,
  opened: AsyncDisposableStack,
): Promise<Contender> {
  const { path: folder } = opened.use(await temporaryFolder());
  const ground = engine === "SQLite" ? sqliteGround(folder) : await postgresGround(scene.url, opened);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...ground.environment,
    NODE_ENV: "production",
    SECRET: "a secret of more than thirty-two characters",
    ADMIN_EMAIL: "admin@example.org",
    ADMIN_PASSWORD: "correct horse battery",
    ADMIN_TOKEN: TOKEN,
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: url,
    SERVE_APP: "false",
    STORAGE_LOCATIONS: "local",
    STORAGE_LOCAL_ROOT: join(folder, "uploads"),
    CACHE_ENABLED: "false",
    RATE_LIMITER_ENABLED: "false",
    TELEMETRY: "false",
    LOG_LEVEL: "error",
  };
  const start = (word: string) => opened.use(startProcess(process.execPath, [command, word], environment, folder));
  const bootstrap = start("bootstrap");
  const { code } = await bootstrap.ended;
  if (code !== 0) throw new Error(`Directus was not installed:\n${bootstrap.output.stdout}${bootstrap.output.stderr}`);

  const server = start("start");
  const client = opened.adopt(clientOf(url, TOKEN), (each) => each.close());
  let over = false;
  void server.ended.then(() => {
    over = true;
  });
  const ping = () => client.get("/server/ping").catch(() => null);
  await until("Directus listens", async () => over || (await ping())?.status === 200);
  if (over) throw new Error(`Directus did not start:\n${server.output.stdout}${server.output.stderr}`);
  await makeCollection(client, ground, engine);
  return { url, process: server, askers: { reader: client, administrator: client, visitor: client } };
}

async function makeCollection(client: Client, ground: Ground, engine: Engine): Promise<void> {
  const collection = { collection: COLLECTION, schema: {}, meta: {}, fields: FIELDS };
  await expected(200, client.send("POST", "/collections", collection));
  await ground.run(filling(engine));
  const { data, meta } = JSON.parse((await expected(200, client.get(PAGE))).body);
  deepEqual([data.length, meta.filter_count], [25, LARGE.documents / FOLDERS]);
}

/** Directus does not say which port it got. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
