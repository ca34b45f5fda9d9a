import { once } from "node:events";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { OpenConnections } from "@cartulary/sql";
import { Pool, TypeOverrides, types } from "pg";
import { connectionUrl } from "./connection-url.ts";
import { withRemedy } from "./error-classification.ts";
import { nameStatements } from "./named-statements.ts";
import { createSessions, SETTINGS_MARKER, type Session, type Sessions } from "./session.ts";
import { settingsOf, type Timeouts } from "./timeouts.ts";

export interface PoolOptions {
  /**
   * `postgres://user:password@host:port/database`, or with `?host=/folder` for a socket. With `?statements=unnamed`,
   * statements are not named on the server, for poolers without support for prepared statements.
   */
  readonly url: string;
  /** The maximum number of connections that write, and also of those that read. */
  readonly pool?: number;
  /** The time to wait for a connection before a request fails with 503. Default 5000. */
  readonly connectTimeoutMs?: number;
  /** The schema of the tables, created if missing. Lower-case letters, digits and `_`. */
  readonly schema?: string;
}

/** The purpose of the connections. */
export interface Purpose {
  /** No timeouts if absent. */
  readonly limits?: Timeouts;
  /** If set, the connections are read-only, also outside transactions. */
  readonly readsOnly?: true;
  /** Parsers of column values; those that the stores expect if absent. */
  readonly types?: TypeOverrides;
}

/** Connections to one database, in the form that Kysely's driver uses. */
export interface Connections {
  connect(): Promise<Session>;
  /** Rejects if no connection is answered or may write. Writes nothing. */
  requireWritable(): Promise<void>;
  /** Ends every connection after it is released; cuts those that are not released in {@link END_MS}. */
  end(): Promise<void>;
  counts(): OpenConnections;
  readonly options: object;
}

/** The defaults. */
export const POOL_MAX = 10;
export const CONNECT_TIMEOUT_MS = 5_000;
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/** After this time without data, TCP keep-alive probes the server, and gives up about ten seconds later. */
const KEEP_ALIVE_MS = 10_000;
/** Work that has not ended when the pool closes is hanging; otherwise its end would have been awaited before. */
const END_MS = 2_000;
/** All connections may be busy, but if none is answered in this time, writers wait in vain. */
const BUSY_MS = 2_000;

/**
 * Our queries are index lookups (docs/decisions/0030). A merge join would read a table up to rows newer than the
 * statistics. Cached pages cost the same in any order, so that a small table is not read whole for each joined row.
 */
const LOOKING_UP = { enable_mergejoin: "off", random_page_cost: "1.1" };

/**
 * Postgres overestimates recursions and would compile them with JIT: a quarter of a second for milliseconds of work.
 * The keep-alive settings make the server detect lost clients; they have no effect on Unix sockets.
 */
const SETTINGS = {
  jit: "off",
  ...LOOKING_UP,
  row_security: "on",
  intervalstyle: "postgres",
  bytea_output: "hex",
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "25000",
};

/**
 * Creates connections that return the values the stores expect, regardless of the settings of server, database and role:
 * numbers for bigint, milliseconds for timestamptz, text for JSON. `pg` parses the URL itself, because MikroORM would
 * lose the socket's folder.
 */
export function createPool(options: PoolOptions & Purpose): Connections {
  const { pool: max = POOL_MAX, connectTimeoutMs = CONNECT_TIMEOUT_MS, limits } = options;
  const { url, usesNamedStatements: named } = connectionUrl(options.url, settingsFor(options));
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: options.types ?? parsers(),
    stream: () => newSocketOf(sockets),
  });
  // The pool removes broken idle connections itself; an unhandled `error` event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (named) nameStatements(client);
  });
  const sessions = createSessions(limits ?? null);
  const client = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      throw withRemedy(error);
    }
  };

  return {
    async connect() {
      for (;;) {
        const session = await sessions.sessionFor(await client());
        if (session) return session;
      }
    },
    async requireWritable() {
      const isBusy = pool.totalCount >= max && pool.idleCount === 0;
      if (isBusy) return requireAnswering(sessions);
      await sessions.requireWritable(await client());
    },
    async end() {
      const late = new AbortController();
      const ended = pool.end().then(() => Promise.all([...sockets].map((socket) => once(socket, "close"))));
      await Promise.race([ended, wait(END_MS, null, { signal: late.signal }).catch(() => {})]);
      late.abort();
      for (const socket of sockets) socket.destroy();
    },
    counts: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
    options: {},
  };
}

function requireAnswering(sessions: Sessions): void {
  const silentMs = Math.round(sessions.silentMs());
  if (silentMs < BUSY_MS) return;
  const message = `All write connections are busy, and none was answered for ${silentMs} ms`;
  throw Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

function settingsFor({ schema, limits, readsOnly }: PoolOptions & Purpose): Readonly<Record<string, string>> {
  if (schema !== undefined && !SCHEMA.test(schema)) throw new TypeError(`Not a valid schema name: ${schema}`);
  return {
    ...SETTINGS,
    ...(readsOnly && { default_transaction_read_only: "on" }),
    ...(limits && { ...settingsOf(limits), [SETTINGS_MARKER]: "yes" }),
    ...(schema !== undefined && { search_path: schema }),
  };
}

/** Returns a socket that is in `sockets` until it is closed. */
function newSocketOf(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once("close", () => sockets.delete(socket));
}

function parsers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, parseInteger);
  overrides.setTypeParser(types.builtins.TIMESTAMPTZ, parseTimestamp);
  overrides.setTypeParser(types.builtins.JSON, (text) => text);
  return overrides;
}

function parseInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a safe integer: ${value}`);
  return number;
}

/** Converts `2026-11-21 10:00:00.5+00` to milliseconds since 1970; the session's offset may have minutes. */
function parseTimestamp(value: string): number {
  // Our sessions use UTC, and a page has scores of timestamps.
  if (UTC_TIMESTAMP.test(value)) return parseUtcTimestamp(value);
  return Date.parse(value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}

/** With a year that `Date.UTC` does not change. */
const UTC_TIMESTAMP = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/;

/** Converts a {@link UTC_TIMESTAMP} by its fixed digit positions, in a fifth of the time of `Date.parse`. */
function parseUtcTimestamp(value: string): number {
  const two = (at: number) => (value.charCodeAt(at) - ZERO) * 10 + value.charCodeAt(at + 1) - ZERO;
  const hasFraction = value.charCodeAt(19) === POINT;
  const thousandths = hasFraction ? Number(value.slice(20, -3).padEnd(3, "0")) : 0;
  return Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), thousandths);
}

const ZERO = "0".charCodeAt(0);
const POINT = ".".charCodeAt(0);
