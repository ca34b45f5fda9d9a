import type { ConnectorArea, FoundConnector } from "@cartulary/auth";
import { type Caller, forbidden, requireRole, requireScope, withOrigin } from "@cartulary/kernel";
import type { Operation } from "@cartulary/wire";
import {
  type Authenticate,
  authenticateBearer,
  authenticated,
  countFailedCredentials,
  notSignedIn,
} from "../guards/authenticate.ts";
import { authenticateConnector, connectorCaller } from "../guards/authenticate-connector.ts";
import { countRequest } from "../guards/rate-limit.ts";
import type { Site } from "../sessions/cookies.ts";
import { sessionIn } from "../sessions/session.ts";
import type { Trace } from "../transport/answer.ts";
import type { ApiDependencies } from "./api-dependencies.ts";
import { type BoundOperation, METHODS } from "./parse-request.ts";

/** A request at a path, as authentication sees it. */
export interface RequestToAuthenticate {
  readonly request: Request;
  readonly bound: readonly BoundOperation<unknown>[];
  readonly site: Site;
  /** `null` if no operation at the path needs authentication. */
  readonly authenticate: Authenticate | null;
  readonly trace: Trace;
}

/** Returns the authentication of a path. Throws when a path is mounted without one, not at its first request. */
export function authenticateBy(
  bound: readonly BoundOperation<unknown>[],
  { authenticate, authentication, knownPeople }: ApiDependencies,
): Authenticate | null {
  const asking = bound.find(({ operation }) => operation.scope !== "none" && operation.scope !== "connector");
  if (!asking) return null;
  if (authenticate && knownPeople) return authenticate;
  if (authenticate) throw new TypeError(`${asking.operation.id} is mounted with authenticate but without knownPeople`);
  if (authentication) return authenticateBearer(authentication);
  throw new TypeError(`${asking.operation.id} is mounted without authenticate or authentication`);
}

/** The authenticated caller, if any. */
export interface AuthenticatedCaller {
  readonly caller: Caller | null;
  readonly signedIn: Awaited<ReturnType<typeof sessionIn>>;
  readonly connector?: FoundConnector;
  /** True if an embedder's caller is not a user here. Our tokens and sessions always have a user. */
  readonly isStranger: boolean;
}

/** Authenticates a request by its session, its token or its connector's key, and counts it towards the limits. */
export async function authenticateRequest(
  arrived: RequestToAuthenticate,
  dependencies: ApiDependencies,
): Promise<AuthenticatedCaller> {
  const { request, bound, site, trace } = arrived;
  const area = bound[0]?.operation.area;
  if (area) return authenticateConnectorRequest(arrived, area, dependencies);
  const { sessions, rateLimit } = dependencies;
  const signedIn =
    sessions && asksSession(request, bound) ? await sessionIn(request, sessions, site, trace.requestSource) : null;
  const { authenticate } = arrived;
  const identified =
    !signedIn && authenticate
      ? await countFailedCredentials(personOf(arrived, authenticate, dependencies), dependencies, trace)
      : signedIn && { caller: signedIn.session.caller, isStranger: false };
  const caller = identified ? withOrigin(trace.requestSource, identified.caller) : null;
  trace.userId = caller?.userId ?? null;
  // Per user, so that more tokens give no more requests.
  if (caller && rateLimit && !takesRawBytes(request, bound)) countRequest(rateLimit, caller.userId, trace);
  return { caller, signedIn, isStranger: identified?.isStranger ?? false };
}

/** Authenticates a request. An embedder's caller may be unknown here or inactive. */
async function personOf(
  { request, trace }: RequestToAuthenticate,
  authenticate: Authenticate,
  dependencies: ApiDependencies,
): Promise<{ readonly caller: Caller; readonly isStranger: boolean }> {
  const caller = await authenticated(request, authenticate, trace.requestSource);
  const judge = dependencies.authenticate && dependencies.knownPeople;
  const status = (await judge?.standingOf(caller)) ?? "active";
  if (status === "inactive") throw notSignedIn("This user is not active");
  return { caller, isStranger: status === "unknown" };
}

/** All operations of a path belong to one area or to none. */
async function authenticateConnectorRequest(
  { request, trace }: RequestToAuthenticate,
  area: ConnectorArea,
  dependencies: ApiDependencies,
): Promise<AuthenticatedCaller> {
  const { connectorAuthentication, rateLimit } = dependencies;
  if (!connectorAuthentication) throw new TypeError(`No connectorAuthentication for the area ${area}`);
  const foundConnector = authenticateConnector(request, area, connectorAuthentication, trace.requestSource);
  const connector = await countFailedCredentials(foundConnector, dependencies, trace);
  if (rateLimit) countRequest(rateLimit, connector.id, trace);
  return {
    caller: withOrigin(trace.requestSource, connectorCaller(connector)),
    signedIn: null,
    connector,
    isStranger: false,
  };
}

/** A token takes precedence over a session cookie. */
function asksSession({ method, headers }: Request, bound: readonly BoundOperation<unknown>[]): boolean {
  const match = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  return match?.operation.scope === "session" && !headers.has("authorization");
}

/** Chunks of a file do not count as requests (documents.md 2.2). */
function takesRawBytes({ method }: Request, bound: readonly BoundOperation<unknown>[]): boolean {
  const match = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  return match?.operation.encodings?.includes("bytes") ?? false;
}

/** Throws unless the caller has the scope, the role or the session that the operation requires. */
export function requireAuthority(caller: Caller | null, { scope, role }: Operation, bySession: boolean): void {
  if (!caller || scope === "none") return;
  if (scope === "connector") return;
  if (scope !== "session") requireScope(caller, scope);
  else if (!bySession) throw forbidden("Requires a browser session; tokens are not accepted");
  if (role) requireRole(caller, role);
}
