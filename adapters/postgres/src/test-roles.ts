import { randomBytes } from "node:crypto";
import { administer, databaseAt } from "./test-databases.ts";

/** A role that can log in. */
export interface TestRole {
  readonly name: string;
  /** The URL of a database as this role. */
  at(database: string): string;
}

/** Roles and databases for one test, deleted on disposal. */
export interface TestRoles extends AsyncDisposable {
  /** The URL of a database as the user of `url`. */
  at(database: string): string;
  /** Creates a role that can log in; `attributes` as in `create role`. */
  role(attributes?: string): Promise<TestRole>;
  /** Reserves a name for a role that does not exist. If it exists at the end, it is dropped. */
  absentRole(): string;
  /** Creates an empty database. */
  database(owner?: TestRole): Promise<string>;
  /** Runs statements as the user of `url`, in sequence; returns the rows of the last one. */
  run(...statements: readonly string[]): Promise<readonly object[]>;
}

/** `url` is of a user who may create databases and roles. */
export function createTestRoles(url: string): TestRoles {
  const unique = `cartulary_${randomBytes(6).toString("hex")}`;
  const made = { databases: [] as string[], roles: [] as string[] };
  let count = 0;
  const fresh = (kind: keyof typeof made) => {
    const name = `${unique}_${++count}`;
    made[kind].push(name);
    return name;
  };
  const run = (...statements: readonly string[]) => administer(url, ...statements);
  return {
    run,
    at: (database) => databaseAt(url, database),
    absentRole: () => fresh("roles"),
    async role(attributes = "") {
      const name = fresh("roles");
      await run(`create role ${name} login password '${unique}' ${attributes}`);
      return { name, at: (database) => databaseAt(url, database, `${name}:${unique}`) };
    },
    async database(owner) {
      const name = fresh("databases");
      await run(`create database ${name} ${owner ? `owner ${owner.name}` : ""}`);
      return name;
    },
    async [Symbol.asyncDispose]() {
      // Databases first: Postgres does not drop roles that own objects.
      for (const name of made.databases) await run(`drop database ${name} with (force)`);
      for (const name of made.roles) await run(`drop role if exists ${name}`);
    },
  };
}
