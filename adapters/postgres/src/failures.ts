import type { Failure } from "@cartulary/sql";

interface Reported {
  readonly code?: unknown;
  readonly message?: unknown;
}

/** SQLSTATE (PostgreSQL, appendix A) and the codes of Node's sockets. */
const FAILURES: readonly (readonly [code: RegExp, Failure])[] = [
  [/^(40001|40P01)$/, "again"],
  [/^53100$/, "full"],
  // Read-only; idle or too long a transaction; no prepared statement, or two; out of memory or connections; no lock in
  // time; canceled; shut down.
  [/^(08...|25006|25P0[34]|26000|42P05|53[234]00|55P03|57014|57P0[1-5])$/, "unreachable"],
  [
    /^E(ADDRNOTAVAIL|AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOENT|NOTFOUND|PIPE|TIMEDOUT)$/,
    "unreachable",
  ],
];

/** What `pg` says, without a code, of a connection that is gone or that it did not get in time. */
const UNREACHABLE =
  /^(Connection terminated|Client (has encountered|was closed)|Cannot use a pool after|There was an error establishing an SSL|timeout e)/;

/** What an error means to whoever asked; `null` for what is no failure of the database itself. */
export function failureOf({ code, message }: Reported): Failure | null {
  const known = FAILURES.find(([pattern]) => pattern.test(String(code)))?.[1];
  return known ?? (UNREACHABLE.test(String(message)) ? "unreachable" : null);
}

/**
 * Whether the connection, and every other that was made before, leads to a server that has been left: it became read-only,
 * is shut down, or its pooler lost what was prepared. A new connection may find the present one.
 */
export const isLeft = ({ code }: Reported): boolean => /^(25006|26000|42P05|57P0[1-3])$/.test(String(code));

/** What a pooler in between says that does not do what is asked of it, and what helps. */
const REMEDIES: readonly (readonly [code: RegExp, message: RegExp, remedy: string])[] = [
  [
    /^(26000|42P05|08P01)$/,
    /prepared statement/i,
    "A pooler in between does not know prepared statements: add statements=unnamed to the query of DATABASE_URL",
  ],
  [
    /^08P01$/,
    /startup parameter/i,
    "A pooler in between refuses startup parameters: let it ignore them (PgBouncer: ignore_startup_parameters = options)",
  ],
];

/** The error, with the remedy where one is known. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, message } = error as Reported & Error;
  const [, , remedy] = REMEDIES.find(([codes, words]) => codes.test(String(code)) && words.test(message)) ?? [];
  return remedy === undefined ? error : Object.assign(new Error(`${message}. ${remedy}`, { cause: error }), { code });
}
