import { type Authentication, UNKNOWN_VISITOR, type Visitor } from "@cartulary/auth";
import { type Caller, DomainError, malformed } from "@cartulary/kernel";
import type { Trace } from "../transport/answer.ts";
import { CHALLENGE, HttpRefusal, quotable } from "../transport/errors.ts";
import { countRequest, type RateLimit } from "./rate-limit.ts";

/**
 * Port: who is asking. A host of one's own reads whatever it signs people in with: a token of any length, the cookie of a
 * session, a certificate that its proxy checked. `null` is answered 401; a DomainError that is thrown, as it says. The
 * visitor says where the request came from, for limits: whoever needs none leaves it out.
 */
export type Authenticate = (request: Request, visitor?: Visitor) => Promise<Caller | null>;

/** Longer than anything that we issue; nothing beyond is looked at (auth.md section 8, row 7). */
const TOKEN_LENGTH_MAX = 256;
const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/** A name may have any of its letters escaped. */
const MAY_HOLD_A_TOKEN = /\?.*(?:access_token|%)/s;

/**
 * Our own way, by the tokens that we issued (auth.md 1.0): one bearer token, in the Authorization header and nowhere else. Refuses with 401, with 400
 * when a token came in the query string too, and with 429 wrong tokens of which the visitor's network sent too many.
 */
export function authenticateBearer({ authenticate: find }: Authentication): Authenticate {
  return async (request, visitor = UNKNOWN_VISITOR) => {
    const token = soleToken(request);
    try {
      return await find(token, visitor);
    } catch (error) {
      if (error instanceof DomainError && error.kind === "unauthenticated") throw unauthorized(error.message, true);
      throw error;
    }
  };
}

/** Who asks, as `authenticate` finds it; 401 where it finds nobody. */
export async function authenticated(request: Request, authenticate: Authenticate, visitor: Visitor): Promise<Caller> {
  const caller = await authenticate(request, visitor);
  if (caller) return caller;
  throw notSignedIn("Sign in first");
}

/** 401 where nothing is wrong with a token: whoever asks has shown none of ours. */
export function notSignedIn(message: string): HttpRefusal {
  return new HttpRefusal(401, "unauthorized", message, { "WWW-Authenticate": CHALLENGE });
}

function soleToken(request: Request): string {
  const header = request.headers.get("authorization");
  const inQuery = MAY_HOLD_A_TOKEN.test(request.url) && new URL(request.url).searchParams.has("access_token");
  if (header === null) throw unauthorized("Send a bearer token in the Authorization header");
  if (inQuery) throw malformed("access_token is given beside an Authorization header; send one of them");
  const token = tokenIn(header);
  if (token === null) throw refusedCredentials(header);
  return token;
}

/** Who asks, as `known` says; whoever it refuses for his credentials counts by his address. */
export async function identified<Known>(
  known: Promise<Known>,
  { addressRateLimit }: { readonly addressRateLimit?: RateLimit },
  trace: Trace,
): Promise<Known> {
  try {
    return await known;
  } catch (error) {
    const isUnknown =
      (error instanceof HttpRefusal && error.status === 401) ||
      (error instanceof DomainError && error.kind === "unauthenticated");
    if (isUnknown && addressRateLimit) countRequest(addressRateLimit, trace.visitor.network, trace);
    throw error;
  }
}

/** Schemes whose credentials a person may have thought of: whoever reads the database could try guesses. */
const GUESSABLE = /^(?:basic|digest)\b/i;

/**
 * What only the client that sent a request can show again: its bearer token of whatever length, else its credentials of
 * another scheme, else its cookies; `null` where there is no such thing, as with a certificate.
 */
export function secretShown({ headers }: Request): string | null {
  const header = headers.get("authorization");
  if (header === null) return headers.get("cookie");
  return GUESSABLE.test(header) ? null : (BEARER.exec(header)?.[1] ?? header);
}

function tokenIn(header: string): string | null {
  if (header.length > TOKEN_LENGTH_MAX + "Bearer ".length) return null;
  return BEARER.exec(header)?.[1] ?? null;
}

/** Another scheme is no bearer credentials at all; a bearer that cannot be read is an invalid one. */
function refusedCredentials(header: string): HttpRefusal {
  return /^bearer\b/i.test(header)
    ? unauthorized("The access token is invalid", true)
    : unauthorized("Send a bearer token in the Authorization header");
}

function unauthorized(message: string, tokenWasSent = false): HttpRefusal {
  const error = tokenWasSent ? `, error="invalid_token", error_description="${quotable(message)}"` : "";
  return new HttpRefusal(401, "unauthorized", message, { "WWW-Authenticate": CHALLENGE + error });
}
