import type {
  Authentication,
  ConnectorArea,
  ConnectorAuthentication,
  ConnectorId,
  FoundConnector,
  RequestSource,
  Session,
  Sessions,
} from "@cartulary/auth";
import type { KnownPeople } from "@cartulary/directory";
import {
  type Caller,
  type Clock,
  forbidden,
  type Id,
  type Instant,
  instantOf,
  requireRole,
  requireScope,
  secondsAfter,
  withOrigin,
} from "@cartulary/kernel";
import { BYTES, HTML, type Operation, PUBLIC_BASE, writeJson, writeJsonPieces } from "@cartulary/wire";
import type { Context } from "hono";
import {
  type Authenticate,
  authenticateBearer,
  authenticated,
  countFailedCredentials,
  notSignedIn,
  presentedSecret,
} from "../guards/authenticate.ts";
import { authenticateConnector, connectorCaller, mandataireBoundTo } from "../guards/authenticate-connector.ts";
import { IDEMPOTENCY_KEY, idempotencyKeyOf, idempotencyOf } from "../guards/idempotency.ts";
import { type MandataireResolver, mandataireOf } from "../guards/mandataire.ts";
import { countRequest } from "../guards/rate-limit.ts";
import { newSecret, type Site, siteOf } from "../sessions/cookies.ts";
import { requireOwnOrigin } from "../sessions/own-origin.ts";
import { requireCsrfToken, sessionIn } from "../sessions/session.ts";
import { type Answer, json, type Trace } from "../transport/answer.ts";
import { readerOf } from "../transport/body.ts";
import type { OpenBody } from "../transport/bytes-body.ts";
import { type Download, downloadAnswer } from "../transport/download.ts";
import { encodeUtf8, preferredType, type Text, textResponse, VARY_ACCEPT } from "../transport/negotiation.ts";
import { htmlAnswer } from "../transport/page.ts";
import { queryOf } from "../transport/query.ts";
import type { HandlerReply } from "./handlers.ts";
import { hasUpdatedSince, listHeaders, parseListRequest } from "./listing.ts";
import { writtenList } from "./long-lists.ts";
import { mountPathOf, pathWithin } from "./mounted-operations.ts";
import {
  type BodySource,
  type BoundOperation,
  METHODS,
  type ParsedBody,
  parseBody,
  parsePathParameters,
  parseQuery,
  selectOperation,
} from "./parse-request.ts";
import { type MountOptions, type RequestDependencies, respond } from "./respond.ts";
import type { HandleForSession } from "./session-request.ts";

/** Dependencies of every API besides its services. */
export interface ApiDependencies extends RequestDependencies, RecentReading {
  /** Authenticates our tokens, unless `authenticate` is set. */
  readonly authentication?: Authentication;
  /** Authenticates an embedder's users; by default bearer tokens of `authentication`. */
  readonly authenticate?: Authenticate;
  /** Checks the users that `authenticate` returns, and is required with it. Every product of core/products has it. */
  readonly knownPeople?: KnownPeople;
  /** Authenticates connectors, for operations with their scope. */
  readonly connectorAuthentication?: ConnectorAuthentication;
  /** Finds browser sessions, for operations with that scope. */
  readonly sessions?: Sessions;
  /** Maximum size of a file in one request, in bytes. */
  readonly maxDirectUploadBytes: number;
  /** Finds the mandataire that a caller acts on. */
  readonly chooseMandataire?: MandataireResolver;
  /** Reads raw bodies in the runtime's own way. */
  readonly openBody?: OpenBody;
  /** The time of a request, for idempotent creations. */
  readonly clock?: Clock;
  /** Returns the watermark of a change feed, for lists read after it. */
  readonly watermark?: () => Promise<Instant>;
  /** Runs a job of a user, connector or address, if the database lets owners take turns. */
  readonly workingFor?: <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;
}

/** Reads that may be {@link RECENT_SECONDS} old. */
export interface RecentReading {
  /** Runs the reads of a list, a search or a public reading on a replica, where there is one. */
  readonly readingRecent?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The maximum age of such reads. */
const RECENT_SECONDS = 5;

/** The handler of any operation. */
export type AnyHandler = (request: AnyRequest, services: unknown) => Promise<HandlerReply<number, unknown>>;

interface AnyRequest {
  readonly caller: Caller | null;
  readonly session: Session | null;
  readonly mandataireId: Id<"Mandataire"> | undefined;
  readonly connectorId: ConnectorId | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly list: unknown;
  readonly body: unknown;
  readonly incoming: ParsedBody["incoming"];
  readonly request: Request;
  readonly requestSource: RequestSource;
}

/** A request at a path before any check. */
interface Arrived extends BodySource {
  readonly params: Readonly<Record<string, string>>;
  readonly bound: readonly BoundOperation<AnyHandler>[];
  readonly site: Site;
  /** Returns the mount path of the application. */
  readonly mountPath: () => string;
  /** `null` if no operation at the path needs authentication. */
  readonly authenticate: Authenticate | null;
  readonly trace: Trace;
  /** Set if an operation at the path needs it. */
  readonly requestedAt: Instant | undefined;
}

/** Returns the handler of all requests at a path. */
export function requestHandler(
  path: string,
  bound: readonly BoundOperation<AnyHandler>[],
  dependencies: ApiDependencies,
  { headers = {}, addressLimit, formatError }: MountOptions,
): (context: Context) => Promise<Response> {
  const site = siteOf(dependencies.publicUrl);
  const authenticate = authenticateBy(bound, dependencies);
  const clock = bound.some(({ operation }) => isDated(operation)) ? dependencies.clock : undefined;
  const route = { path, headers, ...(formatError && { formatError }) };
  return (context) => {
    const request = context.req.raw;
    const { openBody = () => readerOf(request) } = dependencies;
    return respond(context, dependencies, route, async (trace) => {
      if (addressLimit) countRequest(addressLimit, trace.requestSource.network, trace);
      const [params, requestedAt] = [context.req.param(), clock?.now()];
      const mountPath = () => mountPathOf(context, path);
      const arrived = {
        request,
        openBody: () => openBody(context),
        params,
        bound,
        site,
        authenticate,
        mountPath,
        trace,
        requestedAt,
      };
      return perform(arrived, dependencies);
    });
  };
}

/** Returns the authentication of a path. Throws when a path is mounted without one, not at its first request. */
function authenticateBy(
  bound: readonly BoundOperation<AnyHandler>[],
  { authenticate, authentication, knownPeople }: ApiDependencies,
): Authenticate | null {
  const asking = bound.find(({ operation }) => operation.scope !== "none" && operation.scope !== "connector");
  if (!asking) return null;
  if (authenticate && knownPeople) return authenticate;
  if (authenticate) throw new TypeError(`${asking.operation.id} is mounted with authenticate but without knownPeople`);
  if (authentication) return authenticateBearer(authentication);
  throw new TypeError(`${asking.operation.id} is mounted without authenticate or authentication`);
}

/** Handles a request after its checks, in the order of documents.md 2.2. */
async function perform(arrived: Arrived, dependencies: ApiDependencies): Promise<Answer> {
  const { request, bound } = arrived;
  const authenticatedCaller = await authenticateRequest(arrived, dependencies);
  const chosen = selectOperation(request.method, bound);
  const { operation } = chosen;
  const { signedIn } = authenticatedCaller;
  if (signedIn) {
    requireOwnOrigin(request, dependencies.publicUrl);
    await requireCsrfToken(request.headers.get("x-csrf-token") ?? "", signedIn.secret);
  }
  return handled({ arrived, chosen, authenticatedCaller }, dependencies, async (reply) => {
    const watermark = await watermarkOf(operation, dependencies);
    const answer = async () =>
      answerOf(operation, await reply(), request, {
        watermark,
        ...{ publicUrl: dependencies.publicUrl, mountPath: arrived.mountPath },
      });
    return mayBeRecent(operation) && dependencies.readingRecent ? dependencies.readingRecent(answer) : answer();
  });
}

/** A request whose caller is known, and its operation. */
interface Authenticated {
  readonly arrived: Arrived;
  readonly chosen: BoundOperation<AnyHandler>;
  readonly authenticatedCaller: AuthenticatedCaller;
}

/** Checks the authority of the caller, parses the request and calls the handler when `finish` does. */
async function handled<Result>(
  { arrived, chosen: { operation, handler }, authenticatedCaller }: Authenticated,
  dependencies: ApiDependencies,
  finish: (reply: () => Promise<HandlerReply<number, unknown>>) => Promise<Result>,
): Promise<Result> {
  const { caller, signedIn, isStranger } = authenticatedCaller;
  const { workingFor = (_owner, work) => work() } = dependencies;
  requireAuthority(caller, operation, signedIn !== null);
  return workingFor(ownerOf(authenticatedCaller, arrived), async () => {
    if (isStranger && operation.method !== "get") throw forbidden("this person is not known here: mirror it first");
    const parsedRequest = await parseRequest(arrived, operation, authenticatedCaller, dependencies);
    try {
      return await finish(() => handler(parsedRequest, dependencies));
    } finally {
      parsedRequest.incoming?.abandon();
    }
  });
}

/**
 * Returns a function that answers a request of a signed-in person in this process: the checks, the parsing and the handler
 * of {@link requestHandler}, without authentication and without writing the reply. Throws what the handler throws.
 */
export function sessionHandler(
  bound: readonly BoundOperation<AnyHandler>[],
  dependencies: ApiDependencies,
): HandleForSession {
  const site = siteOf(dependencies.publicUrl);
  return ({ request, params, signedIn, requestSource, openBody = () => readerOf(request) }) => {
    const chosen = selectOperation(request.method, bound);
    const trace: Trace = { requestSource, userId: signedIn.session.caller.userId, headers: {} };
    const requestedAt = isDated(chosen.operation) ? dependencies.clock?.now() : undefined;
    const arrived = { request, params, openBody, bound, site, trace, requestedAt };
    const authenticatedCaller = { caller: signedIn.session.caller, signedIn, isStranger: false };
    const known = { ...arrived, mountPath: () => "", authenticate: null };
    return handled({ arrived: known, chosen, authenticatedCaller }, dependencies, (reply) => reply());
  };
}

/** True for operations that decide nothing: lists, searches and public reading. */
const mayBeRecent = ({ method, list, path }: Operation): boolean =>
  method === "get" && (list !== undefined || path.startsWith(`${PUBLIC_BASE}/`));

/**
 * Returns the watermark of a change feed. Taken before the list is read, so that later commits have later timestamps; if
 * the list may be older, the watermark is as much earlier.
 */
async function watermarkOf(
  operation: Operation,
  { watermark, readingRecent }: ApiDependencies,
): Promise<Instant | undefined> {
  if (!operation.list || !hasUpdatedSince(operation)) return undefined;
  const now = await watermark?.();
  return now && readingRecent && mayBeRecent(operation) ? secondsAfter(now, -RECENT_SECONDS) : now;
}

/** Returns the owner whose turn a request takes. */
const ownerOf = ({ caller, connector }: AuthenticatedCaller, { trace }: Arrived): string =>
  connector?.id ?? caller?.userId ?? trace.requestSource.network;

/** The authenticated caller, if any. */
interface AuthenticatedCaller {
  readonly caller: Caller | null;
  readonly signedIn: Awaited<ReturnType<typeof sessionIn>>;
  readonly connector?: FoundConnector;
  /** True if an embedder's caller is not a user here. Our tokens and sessions always have a user. */
  readonly isStranger: boolean;
}

async function authenticateRequest(arrived: Arrived, dependencies: ApiDependencies): Promise<AuthenticatedCaller> {
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
  { request, trace }: Arrived,
  authenticate: Authenticate,
  dependencies: ApiDependencies,
): Promise<{ readonly caller: Caller; readonly isStranger: boolean }> {
  const caller = await authenticated(request, authenticate, trace.requestSource);
  const judge = dependencies.authenticate && dependencies.knownPeople;
  const standing = (await judge?.standingOf(caller)) ?? "active";
  if (standing === "inactive") throw notSignedIn("This user is not active");
  return { caller, isStranger: standing === "unknown" };
}

/** All operations of a path belong to one area or to none. */
async function authenticateConnectorRequest(
  { request, trace }: Arrived,
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

/** Parses a request. Parts that the operation does not use are not read. */
async function parseRequest(
  { request, openBody, params, trace, requestedAt }: Arrived,
  operation: Operation,
  { caller, signedIn, connector }: AuthenticatedCaller,
  { chooseMandataire, maxDirectUploadBytes, bodyTimeouts }: ApiDependencies,
): Promise<AnyRequest> {
  const parameters = queryOf(request.url);
  const mandataireId =
    connector && operation.area === "portal"
      ? mandataireBoundTo(connector)
      : operation.mandataire && (await mandataireOf(operation, caller, chooseMandataire, request, parameters));
  const named = parsePathParameters(operation, params);
  const query = parseQuery(operation, parameters);
  const list = operation.list && parseListRequest(operation, parameters);
  const key =
    operation.headers && request.headers.has(IDEMPOTENCY_KEY) ? idempotencyKeyOf(operation.headers, request) : null;
  const { body, incoming, sent } = await parseBody(
    operation,
    { request, openBody },
    maxDirectUploadBytes,
    bodyTimeouts,
  );
  const keyed = key === null ? null : { key, sent, target: [operation.id, named, mandataireId] };
  // Without a secret in the request, an encrypted reply can never be read again.
  const presented = signedIn?.secret ?? presentedSecret(request) ?? newSecret();
  const keyedCaller =
    caller && keyed
      ? {
          ...caller,
          idempotency: await idempotencyOf(
            { ...keyed, presentedSecret: presented, receivedAt: requestedAt ?? now() },
            trace,
          ),
        }
      : caller;
  return {
    caller: keyedCaller,
    session: signedIn && keyedCaller && { ...signedIn.session, caller: keyedCaller },
    mandataireId,
    connectorId: connector?.id,
    params: named,
    query,
    list,
    body,
    incoming,
    request,
    requestSource: trace.requestSource,
  };
}

const now = (): Instant => instantOf(Date.now());

/** A token takes precedence over a session cookie. */
function asksSession({ method, headers }: Request, bound: readonly BoundOperation<AnyHandler>[]): boolean {
  const match = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  return match?.operation.scope === "session" && !headers.has("authorization");
}

/** Chunks of a file do not count as requests (documents.md 2.2). */
function takesRawBytes({ method }: Request, bound: readonly BoundOperation<AnyHandler>[]): boolean {
  const match = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  return match?.operation.encodings?.includes("bytes") ?? false;
}

function requireAuthority(caller: Caller | null, { scope, role }: Operation, bySession: boolean): void {
  if (!caller || scope === "none") return;
  if (scope === "connector") return;
  if (scope !== "session") requireScope(caller, scope);
  else if (!bySession) throw forbidden("Requires a browser session; tokens are not accepted");
  if (role) requireRole(caller, role);
}

async function answerOf(
  operation: Operation,
  replied: HandlerReply<number, unknown>,
  request: Request,
  {
    watermark,
    publicUrl,
    mountPath,
  }: {
    readonly watermark: Instant | undefined;
    readonly publicUrl: string | undefined;
    readonly mountPath: () => string;
  },
): Promise<Answer> {
  const { status, value, page, headers, cause, prepared } = replied;
  if (prepared) return prepared;
  const reply = operation.replies[status];
  if (reply === undefined) throw new TypeError(`${operation.id} does not declare the status ${status}`);
  if (reply === BYTES) return downloadAnswer(request, value as Download);
  if (reply === HTML) return htmlAnswer(status, value as string, headers);
  if (reply === null) return { status, ...(headers && { headers }) };
  if (operation.alternatives) {
    const preferred = preferredType(request.headers.get("accept"), ["application/json", ...operation.alternatives]);
    const alternative = await replied.alternatives?.[preferred]?.();
    if (alternative) return alternativeAnswer(status, preferred, alternative, request);
  }
  if (replied.streamed) {
    const pieces = writeJsonPieces(reply, value as object, replied.streamed.field, replied.streamed.pages);
    const streamed = { "Content-Type": "application/json", ...(operation.alternatives && VARY_ACCEPT) };
    return { status, headers: streamed, body: encodeUtf8(pieces) };
  }
  const early = operation.endsEarly ? writtenList(reply, value as readonly unknown[]) : null;
  const written = early?.written ?? writeJson(reply, value);
  const ended = early && { count: early.count, url: publicUrlOf(request, publicUrl, mountPath) };
  const answer = json(status, operation.envelope === undefined ? written : `{"${operation.envelope}":${written}}`, {
    ...(page && listHeaders({ ...page, ...(ended && { ended }) }, watermark)),
    ...(operation.alternatives && VARY_ACCEPT),
    ...headers,
  });
  return cause === undefined ? answer : { ...answer, cause };
}

/** Returns the public URL of a request. */
function publicUrlOf({ url }: Request, publicUrl: string | undefined, mountPath: () => string): URL {
  const sent = new URL(url);
  if (publicUrl === undefined) return sent;
  return new URL(publicUrl.replace(/\/$/, "") + pathWithin(sent, mountPath()) + sent.search);
}

async function alternativeAnswer(
  status: number,
  type: string,
  alternative: Text | Download,
  request: Request,
): Promise<Answer> {
  if ("pieces" in alternative) return textResponse(status, type, alternative);
  const answer = await downloadAnswer(request, alternative);
  return { ...answer, headers: { ...answer.headers, ...VARY_ACCEPT } };
}

/** True for creations with an idempotency key, which need the time of the request. */
const isDated = ({ headers = [] }: Operation): boolean => headers.includes(IDEMPOTENCY_KEY);
