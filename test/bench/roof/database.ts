import Database from "better-sqlite3";
import { Client } from "pg";

/** A value as both drivers take it. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement, with its parameters as `$1`, `$2`… */
export type Statement = (text: string, ...values: readonly Value[]) => Promise<readonly Row[]>;

/** A database without anything above it: every statement is prepared once and then only executed. */
export interface RoofDatabase {
  readonly engine: "sqlite" | "postgres";
  /** One statement that reads, outside any transaction. */
  readonly ask: Statement;
  /** Statements that read, of one snapshot. */
  read<Result>(work: (ask: Statement) => Promise<Result>): Promise<Result>;
  /** Statements that commit together, one at a time: the benches send no concurrent requests. */
  write<Result>(work: (ask: Statement) => Promise<Result>): Promise<Result>;
  /** A moment as a parameter. */
  instant(moment: Date): Value;
  close(): Promise<void>;
}

/** As the product keeps it: a connection that writes through to the disk, and another that reads. */
export function openSqliteRoof(path: string): RoofDatabase {
  const [reading, writing] = [new Database(path), new Database(path)];
  writing.pragma("synchronous = full");
  writing.pragma("foreign_keys = on");
  const [ask, write] = [asking(reading), asking(writing)];
  return {
    engine: "sqlite",
    ask,
    read: (work) => within(ask, "begin", work),
    write: (work) => within(write, "begin immediate", work),
    instant: (moment) => moment.getTime(),
    async close() {
      reading.close();
      writing.close();
    },
  };
}

function asking(database: Database.Database): Statement {
  const prepared = new Map<string, Database.Statement>();
  return async (text, ...values) => {
    // A bare parameter as a limit is looked at while SQLite plans, at each execution.
    const statement =
      prepared.get(text) ?? database.prepare(text.replaceAll("limit $", "limit +$").replaceAll("$", "?"));
    prepared.set(text, statement);
    const named = Object.fromEntries(values.map((value, index) => [index + 1, value]));
    return (statement.reader ? statement.all(named) : [statement.run(named)]) as readonly Row[];
  };
}

/** One connection, without a pool. */
export async function openPostgresRoof(url: string): Promise<RoofDatabase> {
  const client = new Client({ connectionString: url, options: "-c jit=off" });
  // The server ends before its clients do; later calls reject with the error.
  client.on("error", () => {});
  await client.connect();
  const names = new Map<string, string>();
  const ask: Statement = async (text, ...values) => {
    const name = names.get(text) ?? `roof ${names.size}`;
    names.set(text, name);
    return (await client.query({ name, text, values: [...values] })).rows;
  };
  return {
    engine: "postgres",
    ask,
    read: (work) => within(ask, "begin isolation level repeatable read read only", work),
    write: (work) => within(ask, "begin", work),
    instant: (moment) => moment.toISOString(),
    close: () => client.end(),
  };
}

async function within<Result>(
  ask: Statement,
  begin: string,
  work: (ask: Statement) => Promise<Result>,
): Promise<Result> {
  await ask(begin);
  try {
    const result = await work(ask);
    await ask("commit");
    return result;
  } catch (error) {
    await ask("rollback");
    throw error;
  }
}
