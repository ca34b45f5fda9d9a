import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openPostgres } from "@cartulary/postgres";
import { administer } from "@cartulary/postgres/testkit";
import type { OpenDatabase, SqlModule } from "@cartulary/sql";
import { sqlModules } from "@cartulary/sql/modules";
import { openSqlite } from "@cartulary/sqlite";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import {
  announced,
  type CartularyProcess,
  type Environment,
  FIRST,
  startCartulary,
  until,
} from "../../support/cartulary-process.ts";
import { createClient } from "../../support/checked-client.ts";
import { cartularyHere } from "../../support/command-here.ts";
import { type GroundKind, hostGrounds } from "../../support/host-fixtures.ts";
import { reservedPort } from "../../support/reserved-port.ts";

const DOCUMENTS = 100_000;
const FOLDERS = 1_000;
/** Migrations of this day and later find all documents in their tables; most of those of documents are among them. */
const LATER = "2026-11-25";
/** The health check of the Dockerfile gives up after so long. */
const PROBE_MS = 5_000;
const PROBE_EVERY_MS = 50;

const FOLDER = 0x100_000;
const DOCUMENT = 0x1_000_000;

const earlier = sqlModules.map(
  ({ migrations, ...module }): SqlModule => ({
    ...module,
    migrations: migrations.filter(({ name }) => name < LATER),
    // Their columns are of later migrations.
    sealed: [],
  }),
);

/** What differs between the engines where an older database is filled, and looked at. */
interface OlderDatabase {
  open(): Promise<Pick<OpenDatabase<readonly SqlModule[]>, "close">>;
  /** Runs a statement, and returns its rows. */
  run(statement: string): Promise<readonly object[]>;
  /** Hexadecimal digits of an expression, as many as `length`. */
  hex(expression: string, length: number): string;
  /** An expression of an id. */
  id(text: string): string;
  readonly now: string;
}

function olderDatabase({ DATABASE_URL: url, CARTULARY_DATA = "" }: Environment): OlderDatabase {
  if (url) {
    return {
      open: () => openPostgres({ url, modules: earlier }),
      run: (statement) => administer(url, statement),
      hex: (expression, length) => `lpad(to_hex(${expression}), ${length}, '0')`,
      id: (text) => `(${text})::uuid`,
      now: "now()",
    };
  }
  const path = join(CARTULARY_DATA, "cartulary.db");
  return {
    open: () => openSqlite({ path, modules: earlier }),
    async run(statement) {
      const file = new Sqlite(path, { timeout: 60_000 });
      try {
        const prepared = file.prepare(statement);
        if (prepared.reader) return prepared.all() as object[];
        prepared.run();
        return [];
      } finally {
        file.close();
      }
    },
    hex: (expression, length) => `printf('%0${length}x', ${expression})`,
    id: (text) => text,
    now: "1764000000000",
  };
}

/** Creates the schema as it was before {@link LATER}, with all documents. */
async function fill({ open, run, hex, id, now }: OlderDatabase): Promise<void> {
  await (await open()).close();
  const idIn = (count: string) => id(`'00000000-0000-7000-8000-' || ${hex(count, 12)}`);
  const series = (count: number) =>
    `with recursive series (n) as (select 0 union all select n + 1 from series where n < ${count - 1})`;
  await run(`insert into folders (id, name, name_fold, tags, placed_seq, created_at, updated_at)
    ${series(FOLDERS)} select ${idIn(`${FOLDER} + n`)}, 'Folder ' || n, 'folder ' || n, '["a"]', 0, ${now}, ${now} from series`);
  await run(`insert into documents (id, name, name_fold, documents_folder_id, metadata_user, tags, versions_count,
      placed_seq, created_at, updated_at, blob_key, byte_size, sha256, file_name, content_type, declared_content_type,
      content_created_at)
    ${series(DOCUMENTS)} select ${idIn(`${DOCUMENT} + n`)}, 'Lease of unit ' || n, 'lease of unit ' || n,
      ${idIn(`${FOLDER} + n % ${FOLDERS}`)}, '{}', '["lease"]', 0, 0, ${now}, ${now}, 'documents/' || n, 1,
      ${hex("n", 64)}, 'unit.bin', 'application/octet-stream', 'application/octet-stream', ${now} from series`);
}

/** A host that may be migrating, with all that its probes were answered. */
interface Probed extends AsyncDisposable {
  readonly host: CartularyProcess;
  readonly at: string;
  /** Answers while it was starting, by /healthz and /readyz. */
  readonly starting: { readonly health: number; readonly ready: number }[];
  /** What went wrong with a probe. */
  readonly failures: unknown[];
}

/** Starts a host and probes it, more often than a container runtime does, until it is ready. */
async function startProbed(environment: Environment): Promise<Probed> {
  const PORT = String(await reservedPort());
  const host = startCartulary(["serve"], { ...FIRST, LOG_FORMAT: "json", ...environment, PORT });
  const at = `http://127.0.0.1:${PORT}`;
  const status = async (path: string) => {
    const reply = await fetch(at + path, { signal: AbortSignal.timeout(PROBE_MS) });
    await reply.body?.cancel();
    return reply.status;
  };
  await until("the address answers", () => status("/healthz").then(Boolean, () => false));
  const starting: { health: number; ready: number }[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const probe = { health: await status("/healthz"), ready: await status("/readyz") };
      if (probe.ready === 200) return;
      starting.push(probe);
      await setTimeout(PROBE_EVERY_MS);
    }
  })().catch((error: unknown) => void (isOver || failures.push(error)));
  return {
    host,
    at,
    starting,
    failures,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await host[Symbol.asyncDispose]();
      await probing;
    },
  };
}

/** The events of migrations in a log: those that take a second or more have some. */
const migrationEvents = ({ output }: CartularyProcess) =>
  output.stderr.split("\n").flatMap((line) => (line.includes('"event":"migration"') ? [JSON.parse(line)] : []));

async function pendingIn(environment: Environment): Promise<readonly string[]> {
  const { code, stdout } = await cartularyHere(["migrate", "--dry-run"], environment);
  expect(code).toBe(0);
  return stdout.trimEnd().split("\n");
}

async function expectWhole({ at }: Probed): Promise<void> {
  const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: clientSecret } = FIRST;
  const { CARTULARY_ADMIN_EMAIL: username, CARTULARY_ADMIN_PASSWORD: password } = FIRST;
  const body = { grantType: "password", clientId, clientSecret, username, password, scope: "read" };
  const token = (await createClient({ baseUrl: at }).createToken({ body })).accessToken;
  const total = async (query: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const reply = await fetch(`${at}/api/v1/documents/documents?per_page=1${query}`, { headers });
    expect(reply.status).toBe(200);
    return Number(reply.headers.get("x-total-count"));
  };
  expect(await total("")).toBe(DOCUMENTS);
  expect(await total("&q[name_cont]=unit%209876")).toBe(11);
}

describe.each(hostGrounds)("100,000 documents of an older version, on $name,", (kind: GroundKind) => {
  it("are migrated by one of two hosts after a kill, and /healthz is 200 all the while", {
    timeout: 1_200_000,
  }, async () => {
    await using ground = await kind.prepare("empty");
    const { environment } = ground;
    const older = olderDatabase(environment);
    await fill(older);
    const pending = await pendingIn(environment);
    expect(pending.length).toBeGreaterThan(50);

    for (const probes of [1, 5, 15]) {
      await using killed = await startProbed(environment);
      await until("a migration is under way", async () => killed.starting.length >= probes);
      killed.host.kill("SIGKILL");
      expect((await killed.host.ended).signal).toBe("SIGKILL");
      expect(await pendingIn(environment)).toEqual(pending);
    }

    const [first, second] = [startProbed(environment), startProbed(environment)];
    await using one = await first;
    await using two = await second;
    await Promise.all([announced(one.host), announced(two.host)]);
    for (const { starting, failures } of [one, two]) {
      expect(failures).toEqual([]);
      expect(starting.length).toBeGreaterThan(3);
      expect(new Set(starting.map(({ health, ready }) => `${health} ${ready}`))).toEqual(new Set(["200 503"]));
    }
    const migrating = [one, two].filter(({ host }) => migrationEvents(host).length > 0);
    expect(migrating.length).toBeLessThan(2);
    expect(await pendingIn(environment)).toEqual(["nothing to do"]);
    for (const host of [one, two]) await expectWhole(host);
    const names = await older.run("select name from schema_migrations");
    expect(names.length).toBe(new Set(names.map((row) => Object.values(row)[0])).size);
  });
});
