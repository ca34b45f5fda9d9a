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
  /** Rejects unless the connection answers at once that it may write. Gives it back. */
  requireWritable(client: PoolClient): Promise<void>;
  /** When the server last answered anything, as `performance.now()` tells time. */
  readonly answeredAt: number;
}

/** How long a connection may take to say whether it may write, before it is given up. */
const WRITABLE_MS = 1_500;

/** Sessions with these limits, or without any. */
export function createSessions(limits: Limits | null): Sessions {
  const known = new WeakMap<PoolClient, Session & { readonly age: number }>();
  const boundMs = limits?.answerMs ?? null;
  let answeredAt = performance.now();
  /** Grows whenever a connection says that its server has been left: older ones lead there, too. */
  let present = 0;

  async function heard<Reply>(age: number, asked: Promise<Reply>): Promise<Reply> {
    try {
      const reply = await asked;
      answeredAt = performance.now();
      return reply;
    } catch (error) {
      if (error instanceof DatabaseError) answeredAt = performance.now();
      if (isLeft(error as Error) && age === present) present += 1;
      throw explained(error);
    }
  }

  async function begin(client: PoolClient) {
    const age = present;
    const first = await heard(age, answered(client, setUp(client, limits), boundMs));
    const query = (text: string, values?: readonly unknown[]) => {
      const whole = BEGINNING.test(text) ? text + first : text;
      return heard(age, answered(client, client.query(whole, values && [...values]), boundMs));
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
        const asked = client.query("select current_setting('transaction_read_only') = 'off' as writable");
        const { rows } = await heard(present, answered(client, asked, WRITABLE_MS));
        if (rows[0]?.writable) return;
        present += 1;
        throw new Error("The database may only be read");
      } finally {
        session.release();
      }
    },
    get answeredAt() {
      return answeredAt;
    },
  };
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
async function answered<Reply>(client: PoolClient, asked: Promise<Reply>, boundMs: number | null): Promise<Reply> {
  if (boundMs === null) return asked;
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
    return await asked;
  } catch (error) {
    if (!isSilent) throw error;
    const silence = new Error(`No answer from the database within ${boundMs} ms`, { cause: error });
    throw Object.assign(silence, { code: "ETIMEDOUT" });
  } finally {
    clearTimeout(first);
    clearImmediate(second);
  }
}
