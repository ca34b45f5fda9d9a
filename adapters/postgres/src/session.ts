import type { PostgresPoolClient, PostgresQueryResult } from "kysely";
import { DatabaseError, type PoolClient, type QueryResult } from "pg";
import { explained, isLeft } from "./failures.ts";
import { type Limits, settingsOf } from "./limits.ts";

/** Set at connecting: what does not find it knows that somebody in between has dropped all that was asked for. */
export const MARK = "cartulary.limited";

/** A connection that somebody has for a while. */
export interface Session extends PostgresPoolClient {
  query<Row>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: never): never;
  /** Gives it back; one that is `broken`, or leads to a server that has been left, is ended instead. */
  release(broken?: boolean): void;
}

/** What is known of the connections of one pool. */
export interface Sessions {
  /** The session on a connection that somebody got; `null` where it has been given back, for its server has been left. */
  on(client: PoolClient): Promise<Session | null>;
  /** Rejects unless the connection answers at once that it may write and that nobody waits in vain. Gives it back. */
  requireWritable(client: PoolClient): Promise<void>;
  /** Milliseconds for which somebody has waited for an answer while nobody got any; 0 when nobody waits. */
  silentMs(): number;
}

/** How long a connection may take to say whether it may write, before it is given up. */
const WRITABLE_MS = 1_500;

interface Writable {
  readonly writable: boolean;
  /** Whether somebody waits for a lock of a transaction that nobody goes on with. */
  readonly stuck: boolean;
}

/**
 * Transactions of connections that are gone without a word rest on the server, with their locks, until it ends them. What
 * our own writers do between two statements takes no two seconds.
 */
const WRITABLE = `select current_setting('transaction_read_only') = 'off' as writable, exists (
  select from pg_stat_activity waiting
  join pg_stat_activity resting on resting.pid = any(pg_blocking_pids(waiting.pid))
  where waiting.datname = current_database() and waiting.wait_event_type = 'Lock'
    and resting.state = 'idle in transaction' and resting.state_change < clock_timestamp() - interval '2 seconds'
) as stuck`;

/** Sessions with these limits, or without any. */
export function createSessions(limits: Limits | null): Sessions {
  const known = new WeakMap<PoolClient, Session & { readonly age: number }>();
  const boundMs = limits?.answerMs ?? null;
  let waiting = 0;
  /** When somebody began to wait or got an answer, whichever came last, as `performance.now()` tells time. */
  let silentSince = 0;
  /** Grows whenever a connection says that its server has been left: older ones lead there, too. */
  let present = 0;

  async function heard<Reply>(age: number, input: Promise<Reply>): Promise<Reply> {
    if (waiting === 0) silentSince = performance.now();
    waiting += 1;
    try {
      const reply = await input;
      silentSince = performance.now();
      return reply;
    } catch (error) {
      if (error instanceof DatabaseError) silentSince = performance.now();
      if (isLeft(error as Error) && age === present) present += 1;
      throw explained(error);
    } finally {
      waiting -= 1;
    }
  }

  async function begin(client: PoolClient) {
    const age = present;
    const first = await heard(age, answered(client, setUp(client, limits), boundMs));
    const query = (text: string, values?: readonly unknown[]) => {
      const whole = BEGINNING.test(text) ? text + first : text;
      return heard(age, answered(client, replied(client, whole, values), boundMs));
    };
    return {
      age,
      query: query as unknown as Session["query"],
      release: (broken?: boolean) => client.release(broken || age < present),
    };
  }

  async function on(client: PoolClient): Promise<Session | null> {
    try {
      const session = known.get(client) ?? (await begin(client));
      known.set(client, session);
      if (session.age === present) return session;
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release(true);
    return null;
  }

  return {
    on,
    async requireWritable(client) {
      const session = await on(client);
      if (!session) return;
      try {
        const { rows } = await heard(present, answered(client, client.query<Writable>(WRITABLE), WRITABLE_MS));
        const [state] = rows;
        if (state?.stuck) throw new Error("Writers wait for transactions whose connections are gone");
        if (state?.writable) return;
        present += 1;
        throw new Error("The database may only be read");
      } finally {
        session.release();
      }
    },
    silentMs: () => (waiting === 0 ? 0 : performance.now() - silentSince),
  };
}

/**
 * What the server replies. Not the promise that `pg` makes when it is given no callback: that sets one on the query
 * afterwards, and V8 puts a function which is written where a property is set among what is old at once. From there it
 * keeps the query, its values and all its rows from being young garbage, until all that is old is looked through.
 */
async function replied(client: PoolClient, text: string, values: readonly unknown[] = []): Promise<QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      client.query(text, [...values], (error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    // As with that promise: from where it was asked, not from the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

const BEGINNING = /^(begin|start transaction)\b/;

/**
 * What answers are read by, and statements written in. A pooler in transaction mode keeps these apart for its clients,
 * unlike any other setting, so that they may be set once for a connection.
 */
const FORMATS = "set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set standard_conforming_strings = on";

interface Taken {
  /** Whether the server took what it was asked for at connecting. */
  readonly limited: boolean;
  /** Whether it ends transactions that last too long: from PostgreSQL 17 on. */
  readonly modern: boolean;
}

/** Sets up a connection that was just made, in one round trip. Answers what has to follow each beginning. */
async function setUp(client: PoolClient, limits: Limits | null): Promise<string> {
  const limited = `current_setting('${MARK}', true) is not null`;
  const modern = "current_setting('server_version_num')::int >= 170000";
  const replies: unknown = await client.query(`${FORMATS};
    select set_config('transaction_timeout', '${limits?.transactionMs ?? 0}', false) where ${limited} and ${modern};
    select ${limited} as limited, ${modern} as modern`);
  const taken = (replies as readonly QueryResult<Taken>[]).at(-1)?.rows[0];
  return limits === null || taken?.limited ? "" : repeated(limits, taken?.modern ?? false);
}

/** What a pooler dropped is asked for in every transaction, in the same message as its beginning. */
function repeated(limits: Limits, modern: boolean): string {
  const last = modern && limits.transactionMs !== null ? { transaction_timeout: `${limits.transactionMs}` } : {};
  return Object.entries({ ...settingsOf(limits), ...last })
    .map(([name, value]) => `; set local ${name} = ${value}`)
    .join("");
}

/**
 * What was asked, unless no answer comes although the server must have ended it by now: then the connection is given up,
 * and its socket with it. Nothing else would notice for many minutes that the other machine is not there any more.
 */
async function answered<Reply>(client: PoolClient, reply: Promise<Reply>, boundMs: number | null): Promise<Reply> {
  if (boundMs === null) return reply;
  let isSilent = false;
  let second: NodeJS.Immediate | undefined;
  // What has come while this process was busy is read before the second look.
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
