import type { ConnectorId, RequestSource, Session } from "@cartulary/auth";
import { type Caller, forbidden, type Id, type Instant, instantOf, secondsAfter } from "@cartulary/kernel";
import { type Operation, PUBLIC_BASE } from "@cartulary/wire";
import type { Context } from "hono";
import { presentedSecret } from "../guards/authenticate.ts";
import { mandataireBoundTo } from "../guards/authenticate-connector.ts";
import { IDEMPOTENCY_KEY, idempotencyKeyOf, idempotencyOf } from "../guards/idempotency.ts";
import { mandataireOf } from "../guards/mandataire.ts";
import { countRequest } from "../guards/rate-limit.ts";
import { newSecret, siteOf } from "../sessions/cookies.ts";
import { requireOwnOrigin } from "../sessions/own-origin.ts";
import { requireCsrfToken } from "../sessions/session.ts";
import type { Answer, Trace } from "../transport/answer.ts";
import { readerOf } from "../transport/body.ts";
import { queryOf } from "../transport/query.ts";
import type { ApiDependencies } from "./api-dependencies.ts";
import {
  type AuthenticatedCaller,
  authenticateBy,
  authenticateRequest,
  type RequestToAuthenticate,
  requireAuthority,
} from "./authenticate-request.ts";
import type { HandlerReply } from "./handlers.ts";
import { hasUpdatedSince, parseListRequest } from "./listing.ts";
import { mountPathOf } from "./mounted-operations.ts";
import {
  type BodySource,
  type BoundOperation,
  type ParsedBody,
  parseBody,
  parsePathParameters,
  parseQuery,
  selectOperation,
} from "./parse-request.ts";
import { type MountOptions, respond } from "./respond.ts";
import type { HandleForSession } from "./session-request.ts";
import { answerOf } from "./write-answer.ts";

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
interface Arrived extends RequestToAuthenticate, BodySource {
  readonly params: Readonly<Record<string, string>>;
  readonly bound: readonly BoundOperation<AnyHandler>[];
  /** Returns the mount path of the application. */
  readonly mountPath: () => string;
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
  return callHandler({ arrived, chosen, authenticatedCaller }, dependencies, async (reply) => {
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
async function callHandler<Result>(
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
    return callHandler({ arrived: known, chosen, authenticatedCaller }, dependencies, (reply) => reply());
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
            { ...keyed, presentedSecret: presented, receivedAt: requestedAt ?? instantOf(Date.now()) },
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

/** True for creations with an idempotency key, which need the time of the request. */
const isDated = ({ headers = [] }: Operation): boolean => headers.includes(IDEMPOTENCY_KEY);
