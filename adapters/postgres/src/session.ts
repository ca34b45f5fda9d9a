import type { PostgresPoolClient, PostgresQueryResult } from "kysely";
import { DatabaseError, type PoolClient, type QueryResult } from "pg";
import { isConnectionStale, withRemedy } from "./error-classification.ts";
import { settingsOf, type Timeouts } from "./timeouts.ts";

/** Set when a connection opens; if it is missing, a pooler has dropped our settings. */
export const SETTINGS_MARKER = "cartulary.limited";

/** A connection in use. */
export interface Session extends PostgresPoolClient {
  query<Row>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: never): never;
  /** Releases the connection; ends it if it is `broken` or leads to an abandoned server. */
  release(broken?: boolean): void;
}

/** The state of the connections of one pool. */
export interface Sessions {
  /** Returns the session of a connection; `null` if its server has been abandoned and the connection is released. */
  sessionFor(client: PoolClient): Promise<Session | null>;
  /**
   * Rejects unless the connection confirms at once that it may write, and that no writer waits in vain. Releases it.
   */
  requireWritable(client: PoolClient): Promise<void>;
  /** Milliseconds since the last answer while a request is pending; 0 if none is pending. */
  silentMs(): number;
}

/** The time limit for this confirmation. */
const WRITABLE_MS = 1_500;

interface Writable {
  readonly writable: boolean;
  /** True if a session waits for a lock of an abandoned transaction. */
  readonly stuck: boolean;
}

/**
 * Transactions of lost connections remain on the server with their locks until it ends them. Our own writers never
 * pause for two seconds between statements.
 */
const WRITABLE = `select current_setting('transaction_read_only') = 'off' as writable, exists (
  select from pg_stat_activity waiting
  join pg_stat_activity resting on resting.pid = any(pg_blocking_pids(waiting.pid))
  where waiting.datname = current_database() and waiting.wait_event_type = 'Lock'
    and resting.state = 'idle in transaction' and resting.state_change < clock_timestamp() - interval '2 seconds'
) as stuck`;

export function createSessions(limits: Timeouts | null): Sessions {
  const known = new WeakMap<PoolClient, Session & { readonly age: number }>();
  const boundMs = limits?.answerMs ?? null;
  let waiting = 0;
  /** The start of waiting or the last answer, whichever is later, as `performance.now()`. */
  let silentSince = 0;
  /** Incremented when a connection reports that its server must be abandoned: older connections lead there, too. */
  let currentAge = 0;

  async function tracked<Reply>(age: number, input: Promise<Reply>): Promise<Reply> {
    if (waiting === 0) silentSince = performance.now();
    waiting += 1;
    try {
      const reply = await input;
      silentSince = performance.now();
      return reply;
    } catch (error) {
      if (error instanceof DatabaseError) silentSince = performance.now();
      if (isConnectionStale(error as Error) && age === currentAge) currentAge += 1;
      throw withRemedy(error);
    } finally {
      waiting -= 1;
    }
  }

  async function begin(client: PoolClient) {
    const age = currentAge;
    const first = await tracked(age, withTimeout(client, setUp(client, limits), boundMs));
    const query = (text: string, values?: readonly unknown[]) => {
      const whole = BEGINNING.test(text) ? text + first : text;
      return tracked(age, withTimeout(client, sendQuery(client, whole, values), boundMs));
    };
    return {
      age,
      query: query as unknown as Session["query"],
      release: (broken?: boolean) => client.release(broken || age < currentAge),
    };
  }

  async function sessionOn(client: PoolClient): Promise<Session | null> {
    try {
      const session = known.get(client) ?? (await begin(client));
      known.set(client, session);
      if (session.age === currentAge) return session;
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release(true);
    return null;
  }

  return {
    sessionFor: sessionOn,
    async requireWritable(client) {
      const session = await sessionOn(client);
      if (!session) return;
      try {
        const { rows } = await tracked(currentAge, withTimeout(client, client.query<Writable>(WRITABLE), WRITABLE_MS));
        const [state] = rows;
        if (state?.stuck) throw new Error("Writers wait for transactions of lost connections");
        if (state?.writable) return;
        currentAge += 1;
        throw new Error("The database is read-only");
      } finally {
        session.release();
      }
    },
    silentMs: () => (waiting === 0 ? 0 : performance.now() - silentSince),
  };
}

/**
 * Sends a query with a callback. Without one, `pg` sets a callback on the query after its creation, and V8 allocates
 * functions assigned to properties in its old generation. From there, the callback retains the query, its values and
 * all rows until a full garbage collection.
 */
async function sendQuery(client: PoolClient, text: string, values: readonly unknown[] = []): Promise<QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      client.query(text, [...values], (error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    // Like with the promise of `pg`, the stack is that of the caller, not of the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

const BEGINNING = /^(begin|start transaction)\b/;

/**
 * The formats of values in both directions. A pooler in transaction mode preserves these for each client, unlike other
 * settings, so that they are set once per connection.
 */
const FORMATS = "set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set standard_conforming_strings = on";

interface AcceptedSettings {
  /** True if the server accepted the settings of the connection. */
  readonly limited: boolean;
  /** True if the server limits the duration of transactions: PostgreSQL 17 or newer. */
  readonly modern: boolean;
}

/** Sets up a new connection in one round trip. Returns the statements that must follow each `begin`. */
async function setUp(client: PoolClient, limits: Timeouts | null): Promise<string> {
  const limited = `current_setting('${SETTINGS_MARKER}', true) is not null`;
  const modern = "current_setting('server_version_num')::int >= 170000";
  const replies: unknown = await client.query(`${FORMATS};
    select set_config('transaction_timeout', '${limits?.transactionMs ?? 0}', false) where ${limited} and ${modern};
    select ${limited} as limited, ${modern} as modern`);
  const accepted = (replies as readonly QueryResult<AcceptedSettings>[]).at(-1)?.rows[0];
  return limits === null || accepted?.limited ? "" : settingsAfterBegin(limits, accepted?.modern ?? false);
}

/** Repeats the settings that a pooler dropped in each transaction, in the same message as its `begin`. */
function settingsAfterBegin(limits: Timeouts, modern: boolean): string {
  const last = modern && limits.transactionMs !== null ? { transaction_timeout: `${limits.transactionMs}` } : {};
  return Object.entries({ ...settingsOf(limits), ...last })
    .map(([name, value]) => `; set local ${name} = ${value}`)
    .join("");
}

/**
 * Waits for a reply. If none arrives although the server must have ended the statement by now, gives up the connection
 * and closes its socket. Otherwise the loss of the server would remain undetected for many minutes.
 */
async function withTimeout<Reply>(client: PoolClient, reply: Promise<Reply>, boundMs: number | null): Promise<Reply> {
  if (boundMs === null) return reply;
  let isSilent = false;
  let second: NodeJS.Immediate | undefined;
  // Data that arrived while this process was busy is read before the second check.
  const first = setTimeout(() => {
    second = setImmediate(() => {
      isSilent = true;
      void client.end();
    });
  }, boundMs);
  try {
    return await reply;
  } catch (error) {
    if (!isSilent) throw error;
    const silence = new Error(`No answer from the database within ${boundMs} ms`, { cause: error });
    throw Object.assign(silence, { code: "ETIMEDOUT" });
  } finally {
    clearTimeout(first);
    clearImmediate(second);
  }
}
