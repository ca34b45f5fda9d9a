import { type Authentication, type RequestSource, UNKNOWN_REQUEST_SOURCE } from "@cartulary/auth";
import { type Caller, DomainError, malformed } from "@cartulary/kernel";
import type { Trace } from "../transport/answer.ts";
import { CHALLENGE, HttpError, oauthDescriptionText } from "../transport/errors.ts";
import { countRequest, type RateLimit } from "./rate-limit.ts";

/**
 * Port: authenticates a request. An embedder may read any credentials: a token of any length, a session cookie, a
 * certificate checked by its proxy. `null` becomes 401; a thrown DomainError its own status. The requestSource is the origin
 * of the request, for limits.
 */
export type Authenticate = (request: Request, requestSource?: RequestSource) => Promise<Caller | null>;

/** Longer than any token we issue; longer ones are rejected unread (auth.md section 8, row 7). */
const TOKEN_LENGTH_MAX = 256;
const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/** Any letter of a parameter name may be percent-encoded. */
const MAY_HOLD_A_TOKEN = /\?.*(?:access_token|%)/s;

/**
 * Authenticates our own bearer tokens (auth.md 1.0), only in the Authorization header. Throws 401, 400 if there is also
 * a token in the query string, and 429 after too many wrong tokens from the requestSource's network.
 */
export function authenticateBearer({ authenticate: find }: Authentication): Authenticate {
  return async (request, requestSource = UNKNOWN_REQUEST_SOURCE) => {
    const token = soleToken(request);
    try {
      return await find(token, requestSource);
    } catch (error) {
      if (error instanceof DomainError && error.kind === "unauthenticated") throw unauthorized(error.message, true);
      throw error;
    }
  };
}

/** Returns the caller of a request; throws 401 if there is none. */
export async function authenticated(
  request: Request,
  authenticate: Authenticate,
  requestSource: RequestSource,
): Promise<Caller> {
  const caller = await authenticate(request, requestSource);
  if (caller) return caller;
  throw notSignedIn("Sign in first");
}

/** The 401 for a request without our credentials. */
export function notSignedIn(message: string): HttpError {
  return new HttpError(401, "unauthorized", message, { "WWW-Authenticate": CHALLENGE });
}

function soleToken(request: Request): string {
  const header = request.headers.get("authorization");
  const inQuery = MAY_HOLD_A_TOKEN.test(request.url) && new URL(request.url).searchParams.has("access_token");
  if (header === null) throw unauthorized("Send a bearer token in the Authorization header");
  if (inQuery) throw malformed("access_token is sent in addition to an Authorization header; send one of them");
  const token = tokenIn(header);
  if (token === null) throw refusedCredentials(header);
  return token;
}

/** Counts rejected credentials against the client's address. */
export async function countFailedCredentials<Known>(
  known: Promise<Known>,
  { addressRateLimit }: { readonly addressRateLimit?: RateLimit },
  trace: Trace,
): Promise<Known> {
  try {
    return await known;
  } catch (error) {
    const isUnknown =
      (error instanceof HttpError && error.status === 401) ||
      (error instanceof DomainError && error.kind === "unauthenticated");
    if (isUnknown && addressRateLimit) countRequest(addressRateLimit, trace.requestSource.network, trace);
    throw error;
  }
}

/** Schemes with passwords chosen by users, which could be guessed from the database. */
const GUESSABLE = /^(?:basic|digest)\b/i;

/**
 * Returns a secret that only the client can present again: its bearer token, other credentials, or cookies; `null`
 * without any, as with a certificate.
 */
export function presentedSecret({ headers }: Request): string | null {
  const header = headers.get("authorization");
  if (header === null) return headers.get("cookie");
  return GUESSABLE.test(header) ? null : (BEARER.exec(header)?.[1] ?? header);
}

function tokenIn(header: string): string | null {
  if (header.length > TOKEN_LENGTH_MAX + "Bearer ".length) return null;
  return BEARER.exec(header)?.[1] ?? null;
}

/** Another scheme means no bearer token; an unreadable bearer token is invalid. */
function refusedCredentials(header: string): HttpError {
  return /^bearer\b/i.test(header)
    ? unauthorized("The access token is invalid", true)
    : unauthorized("Send a bearer token in the Authorization header");
}

function unauthorized(message: string, tokenWasSent = false): HttpError {
  const error = tokenWasSent ? `, error="invalid_token", error_description="${oauthDescriptionText(message)}"` : "";
  return new HttpError(401, "unauthorized", message, { "WWW-Authenticate": CHALLENGE + error });
}
