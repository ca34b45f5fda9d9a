import { Pool, TypeOverrides, types } from "pg";
import { nameStatements } from "./named-statements.ts";

/** How to reach a database. */
export interface PoolOptions {
  /** `postgres://user:password@host:port/database`, or with `?host=/folder` for a socket. */
  readonly url: string;
  /** Connections at most of those that write, and as many again of those that read. */
  readonly pool?: number;
  /** How long what is asked waits for a connection before it is a 503. Default 5000. */
  readonly connectTimeoutMs?: number;
  /** The schema that holds the tables; made when it is missing. Lower-case letters, digits and `_`. */
  readonly schema?: string;
}

const POOL_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Postgres expects a recursion to find far more than it does, takes the statement for a large one and compiles it: a
 * quarter of a second for what takes milliseconds. (A PgBouncer in between has to let the parameter `options` through.)
 */
const WITHOUT_JIT = "-c jit=off";

/**
 * Connections that answer what the stores expect on both engines: numbers for bigint, milliseconds for timestamptz, text
 * for JSON. `pg` reads the URL itself, MikroORM would lose the socket's folder.
 */
export function createPool({
  url,
  pool: max = POOL_MAX,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  schema,
}: PoolOptions): Pool {
  if (schema !== undefined && !SCHEMA.test(schema)) throw new TypeError(`Not a name for a schema: ${schema}`);
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: parsers(),
    options: schema === undefined ? WITHOUT_JIT : `${WITHOUT_JIT} -c search_path=${schema}`,
  });
  // A connection that breaks while nobody uses it leaves the pool by itself; unheard, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    nameStatements(client);
  });
  return pool;
}

function parsers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, wholeNumber);
  overrides.setTypeParser(types.builtins.TIMESTAMPTZ, milliseconds);
  overrides.setTypeParser(types.builtins.JSON, (text) => text);
  return overrides;
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`JavaScript has no such integer: ${value}`);
  return number;
}

/** `2026-11-21 10:00:00.5+00` in milliseconds since 1970; the offset is the session's and may have minutes. */
function milliseconds(value: string): number {
  return Date.parse(value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}
