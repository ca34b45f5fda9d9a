import { once } from "node:events";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Pool, TypeOverrides, types } from "pg";
import { connectionUrl } from "./connection-url.ts";
import { explained } from "./failures.ts";
import { type Limits, settingsOf } from "./limits.ts";
import type { RowShapes } from "./named-query.ts";
import { nameStatements } from "./named-statements.ts";
import { createSessions, MARK, type Session, type Sessions } from "./session.ts";

/** How to reach a database. */
export interface PoolOptions {
  /**
   * `postgres://user:password@host:port/database`, or with `?host=/folder` for a socket. With `?statements=unnamed` no
   * statement gets a name on the server, for poolers that do not know any.
   */
  readonly url: string;
  /** Connections at most of those that write, and as many again of those that read. */
  readonly pool?: number;
  /** How long what is asked waits for a connection before it is a 503. Default 5000. */
  readonly connectTimeoutMs?: number;
  /** The schema that holds the tables; made when it is missing. Lower-case letters, digits and `_`. */
  readonly schema?: string;
}

/** Besides, what the connections are for. */
export interface Purpose {
  /** None: what is asked may take as long as it does. */
  readonly limits?: Limits;
  /** Whether nothing is written on them, not outside a transaction either. */
  readonly readsOnly?: true;
  /** How answers are read: as the stores expect when absent. */
  readonly types?: TypeOverrides;
}

/** Connections to one database, as Kysely's driver takes them. */
export interface Connections {
  connect(): Promise<Session>;
  /** Rejects when no connection of these answers that it may write; writes nothing. */
  requireWritable(): Promise<void>;
  /** Ends every connection, once those that somebody has are back; those that do not come back in a moment are cut. */
  end(): Promise<void>;
  readonly options: object;
}

/** Unless the options say otherwise. */
export const POOL_MAX = 10;
export const CONNECT_TIMEOUT_MS = 5_000;
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/** After so long without a word the other machine is asked for a sign of life, and given up about ten seconds later. */
const KEEP_ALIVE_MS = 10_000;
/** What has not ended when all is closed hangs, or it would have been waited for before. */
const END_MS = 2_000;
/** All connections may be busy, but where none of them gets an answer in this time, whoever writes now waits in vain. */
const BUSY_MS = 2_000;

/**
 * What is asked for is looked up (docs/decisions/0040). A merge join would go through a table up to whatever came after
 * the statistics were gathered; and pages that are in memory cost no more out of order, so that small tables are not read
 * whole for each row beside them.
 */
const LOOKING_UP = { enable_mergejoin: "off", random_page_cost: "1.1" };

/**
 * Postgres expects a recursion to find far more than it does, takes the statement for a large one and compiles it: a
 * quarter of a second for what takes milliseconds. The server looks for clients that are gone without a word, as we do for
 * it; on a socket of the same machine it ignores that.
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
 * Connections that answer what the stores expect on both engines, however server, database and role are set: numbers for
 * bigint, milliseconds for timestamptz, text for JSON. `pg` reads the URL itself, MikroORM would lose the socket's folder.
 */
export function createPool(options: PoolOptions & Purpose): Connections {
  const { pool: max = POOL_MAX, connectTimeoutMs = CONNECT_TIMEOUT_MS, limits } = options;
  const { url, named } = connectionUrl(options.url, settingsFor(options));
  const sockets = new Set<Socket>();
  const shapes: RowShapes = new Map();
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: options.types ?? parsers(),
    stream: () => newSocketOf(sockets),
  });
  // A connection that breaks while nobody uses it leaves the pool by itself; unheard, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (named) nameStatements(client, shapes);
  });
  const sessions = createSessions(limits ?? null);
  const client = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      throw explained(error);
    }
  };

  return {
    async connect() {
      for (;;) {
        const session = await sessions.on(await client());
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
    options: {},
  };
}

function requireAnswering(sessions: Sessions): void {
  const silentMs = Math.round(sessions.silentMs());
  if (silentMs < BUSY_MS) return;
  const message = `All connections that write are busy, and none was answered for ${silentMs} ms`;
  throw Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

function settingsFor({ schema, limits, readsOnly }: PoolOptions & Purpose): Readonly<Record<string, string>> {
  if (schema !== undefined && !SCHEMA.test(schema)) throw new TypeError(`Not a name for a schema: ${schema}`);
  return {
    ...SETTINGS,
    ...(readsOnly && { default_transaction_read_only: "on" }),
    ...(limits && { ...settingsOf(limits), [MARK]: "yes" }),
    ...(schema !== undefined && { search_path: schema }),
  };
}

/** A socket that is in `sockets` until it is closed. */
function newSocketOf(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once("close", () => sockets.delete(socket));
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
  // Sessions of ours keep to UTC, and a page has scores of moments.
  if (PLAIN_MOMENT.test(value)) return plainMilliseconds(value);
  return Date.parse(value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}

/** Of the years that `Date.UTC` takes for what they are. */
const PLAIN_MOMENT = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/;

/** The same of a {@link PLAIN_MOMENT}, whose digits stand where they always do: a fifth of the time that `Date.parse` takes. */
function plainMilliseconds(value: string): number {
  const two = (at: number) => (value.charCodeAt(at) - ZERO) * 10 + value.charCodeAt(at + 1) - ZERO;
  const hasFraction = value.charCodeAt(19) === POINT;
  const thousandths = hasFraction ? Number(value.slice(20, -3).padEnd(3, "0")) : 0;
  return Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), thousandths);
}

const ZERO = "0".charCodeAt(0);
const POINT = ".".charCodeAt(0);
