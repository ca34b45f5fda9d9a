import { setTimeout as wait } from "node:timers/promises";
import { openPostgres, type PostgresOptions } from "@cartulary/postgres";
import { administer, TEST_TIMEOUTS } from "@cartulary/postgres/testkit";
import { sqlModule } from "@cartulary/sql";
import { type Kysely, sql } from "kysely";
import { afterAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { until } from "../support/cartulary-process.ts";
import { serverOf, severable, throughPort } from "../support/cuttable-connection.ts";
import { emptyPostgres } from "../support/host-fixtures.ts";
import { slow } from "../support/runs.ts";

const url = inject("postgresUrl");

/** A module for statements that a test sends itself. */
const marks = sqlModule({
  name: "marks",
  entities: [],
  migrations: [{ name: "2026-11-22 marks", up: ({ types }) => [`create table marks (id ${types.id} not null)`] }],
  stores: { db: ({ db }) => db as unknown as Kysely<unknown> },
});

const UNAVAILABLE = { kind: "unavailable", code: "database_unavailable", retryAfterSeconds: expect.any(Number) };

const { writing: PATIENT } = TEST_TIMEOUTS.timeouts as Required<typeof TEST_TIMEOUTS.timeouts>;

describe.runIf(url !== null)("On Postgres", () => {
  /** An empty database of the test's own, and how it is opened. */
  async function create(finished: (work: () => Promise<void>) => void = onTestFinished) {
    const database = await emptyPostgres(url ?? "");
    finished(async () => database[Symbol.asyncDispose]());
    const run = (...statements: readonly string[]) => administer(database.url, ...statements);
    const name = new URL(database.url.replace("postgres", "http")).pathname.slice(1);
    return { ...database, name, run };
  }

  let common: ReturnType<typeof create> | undefined;
  /** One database for all tests that leave it unchanged. */
  const shared = () => {
    common ??= create(afterAll);
    return common;
  };

  async function open(at: string, options: Partial<PostgresOptions<[]>> = {}) {
    const opened = await openPostgres({ ...TEST_TIMEOUTS, pool: 3, ...options, url: at, modules: [marks] });
    onTestFinished(() => opened.close());
    const ask = (kind: "read" | "write") => (statement: string) =>
      opened.transact[kind](({ db }) => pending(db, statement));
    return { ...opened, read: ask("read"), write: ask("write") };
  }

  const impatient = (limits: Partial<typeof PATIENT>) => ({ timeouts: { writing: { ...PATIENT, ...limits } } });

  const MARK = "insert into marks values (gen_random_uuid())";

  /** Waits until the connections can write again. A busy machine may exceed the short limits of a test once more. */
  const nextDone = (write: (statement: string) => Promise<unknown>) =>
    until("the next work is done", () =>
      write(MARK).then(
        () => true,
        () => false,
      ),
    );

  it("a server that may only be read is a 503, and written to again as soon as it may be", async () => {
    const { url: own, name, run } = await create();
    const { read, write, check } = await open(own);
    await write(MARK);
    await run(
      `alter database ${name} set default_transaction_read_only = on`,
      "select pg_terminate_backend(pid, 20000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    // Connections of a pool go one after another: some were ended, new ones may only read.
    for (let attempt = 0; attempt < 4; attempt += 1) await expect(write(MARK)).rejects.toMatchObject(UNAVAILABLE);
    await expect(check()).rejects.toMatchObject(UNAVAILABLE);
    expect(await read("select count(*) as count from marks")).toEqual([{ count: 1 }]);
    await Promise.all([1, 2, 3].map(() => expect(write(MARK)).rejects.toMatchObject(UNAVAILABLE)));
    await run(
      `begin`,
      `set transaction read write`,
      `alter database ${name} reset default_transaction_read_only`,
      "commit",
    );
    await write(MARK);
    await Promise.all([1, 2, 3].map(() => write(MARK)));
    await check();
    expect(await read("select count(*) as count from marks")).toEqual([{ count: 5 }]);
  });

  it.each([
    ["a canceled statement", "57014", {}, "pg_cancel_backend"],
    ["a connection that an administrator ends", "57P01", {}, "pg_terminate_backend"],
    ["a statement that lasts too long", "57014", { statementMs: 50 }, null],
    ["a transaction that lasts too long", "25P04", { transactionMs: 50 }, null],
  ])("%s is a 503, and the next work is done", async (_, code, limits, ending) => {
    const { url: own, run } = await shared();
    const { write } = await open(own, impatient({ answerMs: 20_000, ...limits }));
    const refused = expect(write("select pg_sleep(30)")).rejects.toMatchObject({ ...UNAVAILABLE, cause: { code } });
    if (ending !== null) {
      const asleep = `select ${ending}(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
      await until("a connection sleeps", async () => (await run(asleep)).length > 0);
    }
    await refused;
    await nextDone(write);
  });

  it("a lock that another transaction holds is a 503, and the next work is done", async () => {
    const { url: own } = await shared();
    const { write, transact } = await open(own, impatient({ lockMs: 50 }));
    await transact
      .write(async ({ db }) => {
        await pending(db, "lock table marks");
        const other = await open(own, impatient({ lockMs: 50, answerMs: 20_000 }));
        await expect(other.write(MARK)).rejects.toMatchObject({ ...UNAVAILABLE, cause: { code: "55P03" } });
      })
      .catch((error: unknown) => expect(error).toBeUndefined());
    await nextDone(write);
  });

  it("a transaction that rests too long is a 503 and keeps no lock", async () => {
    const { url: own, run } = await shared();
    const { write, transact } = await open(own, impatient({ idleMs: 50, answerMs: 20_000 }));
    const resting = transact.write(async ({ db }) => {
      await pending(db, "lock table marks");
      // Waits for the lock, so for the end of the rest.
      await run(MARK);
      await pending(db, MARK);
    });
    await expect(resting).rejects.toMatchObject(UNAVAILABLE);
    await nextDone(write);
  });

  it("a server without room for another connection is a 503", async () => {
    const { url: own, name, run } = await create();
    await (await open(own)).close();
    const role = `${name}_served`;
    await run(
      `create role ${role} login`,
      `grant all on all tables in schema public to ${role}`,
      `grant cartulary_app to ${role}`,
    );
    onTestFinished(async () => void (await run(`drop owned by ${role}`, `drop role ${role}`)));
    const { write, check } = await open(own.replace(/\/\/[^@]*@/, `//${role}@`));
    await run(
      `alter database ${name} connection limit 0`,
      `select pg_terminate_backend(pid, 20000) from pg_stat_activity where usename = '${role}'`,
    );
    await until(
      "its connections are gone",
      async () => (await write(MARK).catch(({ cause }) => cause.code)) === "53300",
    );
    await expect(write(MARK)).rejects.toMatchObject(UNAVAILABLE);
    await expect(check()).rejects.toMatchObject(UNAVAILABLE);
    await run(`alter database ${name} connection limit -1`);
    await write(MARK);
  });

  slow.it("backends that are frozen are found within two seconds, and left", async () => {
    const { url: own, run } = await create();
    const { write, check } = await open(own);
    await write(MARK);
    const backends = (await run(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )) as readonly { readonly pid: number }[];
    for (const { pid } of backends) process.kill(pid, "SIGSTOP");
    try {
      const silent = check().then(
        () => "ready",
        () => "down",
      );
      expect(await Promise.race([silent, wait(10_000, "silent")])).toBe("down");
      await write(MARK);
    } finally {
      for (const { pid } of backends) process.kill(pid, "SIGCONT");
    }
  });

  slow.it("answers mean the same, however server, database and role are set", async () => {
    const { url: own, name, run } = await create();
    const settings = {
      datestyle: "'German, DMY'",
      intervalstyle: "sql_standard",
      timezone: "'Asia/Kolkata'",
      bytea_output: "escape",
      standard_conforming_strings: "off",
      row_security: "off",
    };
    for (const [setting, value] of Object.entries(settings))
      await run(`alter database ${name} set ${setting} = ${value}`);
    const { read, write } = await open(own);
    const statement = `select '2026-02-01T03:04:05.678Z'::timestamptz as moment, '1 day'::interval::text as day,
      'a\\b' like 'a\\\\b' escape '\\' as escaped`;
    for (const ask of [read, write]) {
      expect(await ask(statement)).toEqual([
        { moment: Date.UTC(2026, 1, 1, 3, 4, 5, 678), day: "1 day", escaped: true },
      ]);
    }
  });

  it("statements are unnamed with statements=unnamed in the URL", async () => {
    const { url: own } = await shared();
    const prepared = async (at: string) => {
      const { transact } = await open(at);
      return transact.write(async ({ db }) => {
        await sql`select ${1}::int as one`.execute(db);
        return pending(db, "select count(*)::int as count from pg_prepared_statements where statement like '%as one'");
      });
    };
    const separator = own.includes("?") ? "&" : "?";
    expect(await prepared(own)).toEqual([{ count: 1 }]);
    expect(await prepared(`${own}${separator}statements=unnamed`)).toEqual([{ count: 0 }]);
    await expect(open(`${own}${separator}statements=few`)).rejects.toThrow("statements must be one of named, unnamed");
  });

  it("a pooler that lost prepared statements is a 503 that names the remedy", async () => {
    const { url: own } = await shared();
    const { transact } = await open(own);
    const one = (db: Kysely<unknown>) => sql`select ${1}::int as one`.execute(db);
    const lost = transact.write(async ({ db }) => {
      await one(db);
      await pending(db, "deallocate all");
      await one(db);
    });
    const refusal = await lost.catch((error: unknown) => error);
    expect(refusal).toMatchObject(UNAVAILABLE);
    expect(String((refusal as Error).cause)).toContain("add statements=unnamed to the query of DATABASE_URL");
    await transact.write(({ db }) => one(db));
  });

  it("behind a pooler that drops connection options, every transaction sets them", async () => {
    const { url: own } = await shared();
    await using way = await severable(serverOf(own), withoutOptions);
    const limits = `select current_setting('lock_timeout') as lock, current_setting('transaction_timeout') as whole`;
    const { read, write } = await open(throughPort(own, way.port), impatient({ lockMs: 4_000, transactionMs: 7_000 }));
    expect(await write(limits)).toEqual([{ lock: "4s", whole: "7s" }]);
    expect(await read(limits)).toEqual([{ lock: "5s", whole: "0" }]);
  });

  it("while writers wait for the transaction of a dead machine, the database is not ready", async () => {
    const { url: own, run } = await shared();
    const { transact, write, check } = await open(own);
    const gone = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const resting = transact.write(async ({ db }) => {
      await pending(db, "lock table marks");
      locked.resolve();
      await gone.promise;
    });
    await locked.promise;
    await check();
    const waiting = write(MARK);
    await until("writers are found waiting", () => isRefused(check()));
    const idle = "datname = current_database() and state = 'idle in transaction'";
    await run(`select pg_terminate_backend(pid, 20000) from pg_stat_activity where ${idle}`);
    await waiting;
    await check();
    gone.resolve();
    await expect(resting).rejects.toMatchObject(UNAVAILABLE);
  });

  slow.it("while all writing connections are busy and none is answered, the database is not ready", async () => {
    const { url: own, run } = await shared();
    const { write, check } = await open(own, { pool: 1 });
    const asleep = write("select pg_sleep(60)").catch(() => {});
    const sleepers = "from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
    await until("a connection sleeps", async () => (await run(`select pid ${sleepers}`)).length > 0);
    await check();
    await until("no connection is answered", () => isRefused(check()));
    await run(`select pg_cancel_backend(pid) ${sleepers}`);
    await asleep;
    await check();
  });

  slow.it("a machine that ends silently is a 503, holds no lock, and does not delay closing", async () => {
    const { url: own } = await shared();
    await using way = await severable(serverOf(own));
    const options = impatient({ idleMs: 500, answerMs: 300 });
    const { transact, write, check, close } = await open(throughPort(own, way.port), {
      ...options,
      connectTimeoutMs: 500,
    });
    const silence = transact.write(async ({ db }) => {
      await pending(db, "lock table marks");
      way.silence();
      await pending(db, MARK);
    });
    await expect(silence).rejects.toMatchObject(UNAVAILABLE);
    await expect(write(MARK)).rejects.toMatchObject(UNAVAILABLE);
    await expect(check()).rejects.toMatchObject(UNAVAILABLE);
    way.heal();
    await until("the lock is free", async () => !(await isRefused(write(MARK))));
    await until("the database is ready", async () => !(await isRefused(check())));

    const hanging = transact.write(({ db }) => pending(db, "select pg_sleep(60)")).catch(() => {});
    way.silence();
    expect(await Promise.race([close().then(() => "closed"), wait(20_000, "open")])).toBe("closed");
    await hanging;
  });
});

/** True when the database refuses the work. */
function isRefused(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => false,
    () => true,
  );
}

async function pending(db: Kysely<unknown>, statement: string): Promise<readonly object[]> {
  const { rows } = await sql.raw<object>(statement).execute(db);
  return rows;
}

/** The first message of a connection (protocol 3.0: length, version, names and values) without `options`. */
function withoutOptions(first: Buffer): Buffer {
  const words = first.subarray(8, -1).toString("latin1").split("\0");
  const at = words.findIndex((word, index) => index % 2 === 0 && word === "options");
  if (at >= 0) words.splice(at, 2);
  const message = Buffer.concat([first.subarray(0, 8), Buffer.from(`${words.join("\0")}\0`, "latin1")]);
  message.writeInt32BE(message.length, 0);
  return message;
}
