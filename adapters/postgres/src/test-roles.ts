import { randomBytes } from "node:crypto";
import { administer, databaseAt } from "./test-databases.ts";

/** A role that logs in. */
export interface TestRole {
  readonly name: string;
  /** A database as this role. */
  at(database: string): string;
}

/** Roles and databases of a test's own, gone when it is disposed of. */
export interface TestRoles extends AsyncDisposable {
  /** As the user of `url`. */
  at(database: string): string;
  /** Makes a role that logs in; `attributes` as `create role` has them. */
  role(attributes?: string): Promise<TestRole>;
  /** A name for a role that does not exist; whoever has made it by the end, it is dropped. */
  absentRole(): string;
  /** Makes an empty database. */
  database(owner?: TestRole): Promise<string>;
  /** As the user of `url`, one statement after another; answers the rows of the last one. */
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
      // Databases first: a role that owns something stays.
      for (const name of made.databases) await run(`drop database ${name} with (force)`);
      for (const name of made.roles) await run(`drop role if exists ${name}`);
    },
  };
}
