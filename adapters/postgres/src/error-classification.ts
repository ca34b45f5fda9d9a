import type { Failure } from "@cartulary/sql";

interface Reported {
  readonly code?: unknown;
  readonly message?: unknown;
}

/** SQLSTATEs (PostgreSQL, appendix A) and the error codes of Node's sockets. */
const FAILURES: readonly (readonly [code: RegExp, Failure])[] = [
  [/^(40001|40P01)$/, "again"],
  [/^53100$/, "full"],
  // Read-only; idle or too long transactions; missing or duplicate prepared statements; out of memory or connections;
  // lock timeout; canceled; shutdown.
  [/^(08...|25006|25P0[34]|26000|42P05|53[234]00|55P03|57014|57P0[1-5])$/, "unreachable"],
  [
    /^E(ADDRNOTAVAIL|AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOENT|NOTFOUND|PIPE|TIMEDOUT)$/,
    "unreachable",
  ],
];

/** Messages of `pg`, which have no code, for lost connections and connection timeouts. */
const UNREACHABLE =
  /^(Connection terminated|Client (has encountered|was closed)|Cannot use a pool after|There was an error establishing an SSL|timeout e)/;

/** Classifies an error for the caller; `null` if it is not a failure of the database itself. */
export function classifyError({ code, message }: Reported): Failure | null {
  const known = FAILURES.find(([pattern]) => pattern.test(String(code)))?.[1];
  return known ?? (UNREACHABLE.test(String(message)) ? "unreachable" : null);
}

/**
 * True if this connection, and every older one, leads to a server that must be abandoned: it became read-only, is
 * shutting down, or its pooler lost prepared statements. A new connection may find the current server.
 */
export const isConnectionStale = ({ code }: Reported): boolean => /^(25006|26000|42P05|57P0[1-3])$/.test(String(code));

/** The remedies for errors of a pooler that does not support our requests. */
const REMEDIES: readonly (readonly [code: RegExp, message: RegExp, remedy: string])[] = [
  [
    /^(26000|42P05|08P01)$/,
    /prepared statement/i,
    "The connection pooler does not support prepared statements: add statements=unnamed to the query of DATABASE_URL",
  ],
  [
    /^08P01$/,
    /startup parameter/i,
    "The connection pooler rejects startup parameters: configure it to ignore them (PgBouncer: ignore_startup_parameters = options)",
  ],
];

/** Adds the remedy to an error, if one is known. */
export function withRemedy(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, message } = error as Reported & Error;
  const [, , remedy] = REMEDIES.find(([codes, words]) => codes.test(String(code)) && words.test(message)) ?? [];
  return remedy === undefined ? error : Object.assign(new Error(`${message}. ${remedy}`, { cause: error }), { code });
}
