import type {
  Authentication,
  ConnectorArea,
  ConnectorAuthentication,
  ConnectorId,
  FoundConnector,
  Session,
  Sessions,
  Visitor,
} from "@cartulary/auth";
import type { KnownPeople } from "@cartulary/directory";
import {
  askingBy,
  type Caller,
  type Clock,
  forbidden,
  type Id,
  type Instant,
  instantOf,
  requireRole,
  requireScope,
} from "@cartulary/kernel";
import { BYTES, HTML, type Operation, writeJson, writeJsonPieces } from "@cartulary/wire";
import type { Context } from "hono";
import {
  type Authenticate,
  authenticateBearer,
  authenticated,
  identified,
  notSignedIn,
  secretShown,
} from "../guards/authenticate.ts";
import { authenticateConnector, connectorCaller, mandataireBoundTo } from "../guards/authenticate-connector.ts";
import { IDEMPOTENCY_KEY, idempotencyKeyOf, idempotencyOf } from "../guards/idempotency.ts";
import { type MandataireChoice, mandataireOf } from "../guards/mandataire.ts";
import { countRequest } from "../guards/rate-limit.ts";
import { newSecret, type Site, siteOf } from "../sessions/cookies.ts";
import { requireOwnOrigin } from "../sessions/own-origin.ts";
import { requireOwnForm, sessionIn } from "../sessions/session.ts";
import { type Answer, json, type Trace } from "../transport/answer.ts";
import { readerOf } from "../transport/body.ts";
import type { OpenBody } from "../transport/bytes-body.ts";
import { type Download, downloadAnswer } from "../transport/content.ts";
import { encoded, preferredType, type Text, textAnswer, VARIES } from "../transport/negotiation.ts";
import { htmlAnswer } from "../transport/page.ts";
import { queryOf } from "../transport/query.ts";
import { type BodyRead, type Bound, bodyOf, boundFor, METHODS, ownQueryOf, paramsOf, type Sent } from "./asked.ts";
import { type ExchangeDependencies, exchange, type Terms } from "./exchange.ts";
import type { Replied } from "./handlers.ts";
import { converges, listAskOf, listHeaders } from "./listing.ts";
import { writtenList } from "./long-lists.ts";
import { mountPathOf, pathWithin } from "./mounted.ts";

/** What every API needs beside its services. */
export interface ApiDependencies extends ExchangeDependencies {
  /** Tokens of ours, by which people are known unless `authenticate` says otherwise. */
  readonly authentication?: Authentication;
  /** Who asks, where an embedder signs people in; without it, bearer tokens of `authentication`. */
  readonly authenticate?: Authenticate;
  /** Whom `authenticate` may name: with it, this is needed. Every product of core/products brings it. */
  readonly knownPeople?: KnownPeople;
  /** Where connectors are known, for operations that ask for a key of one. */
  readonly connectorAuthentication?: ConnectorAuthentication;
  /** Where sessions of the pages are known, for operations that ask for one. */
  readonly sessions?: Sessions;
  /** Bytes of the longest file that one request may bring. */
  readonly maxDirectUploadBytes: number;
  /** What finds the mandataire that a caller acts on, for operations that act on one. */
  readonly chooseMandataire?: MandataireChoice;
  /** How bodies that are nothing but bytes are read, where the runtime has a way of its own. */
  readonly openBody?: OpenBody;
  /** What time it is, for creations that are answered once. */
  readonly clock?: Clock;
  /** From when on whoever follows what changes is to ask next, of lists that are read after it was asked. */
  readonly watermark?: () => Promise<Instant>;
  /** Runs what a person, a connector or an address asks, where the database gives turns between them. */
  readonly workingFor?: <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;
}

/** A handler of whatever operation. */
export type AnyHandler = (request: AnyRequest) => Promise<Replied<number, unknown>>;

interface AnyRequest {
  readonly caller: Caller | null;
  readonly session: Session | null;
  readonly mandataireId: Id<"Mandataire"> | undefined;
  readonly connectorId: ConnectorId | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly list: unknown;
  readonly body: unknown;
  readonly incoming: BodyRead["incoming"];
  readonly request: Request;
  readonly visitor: Visitor;
}

/** A request at a path, before anything of it was looked at. */
interface Arrived extends Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly bound: readonly Bound<AnyHandler>[];
  readonly site: Site;
  /** Below which path the application has us. */
  readonly mountPath: () => string;
  /** Absent where nothing at the path asks who it is. */
  readonly authenticate: Authenticate | null;
  readonly trace: Trace;
  /** Where an operation there wants to know. */
  readonly requestedAt: Instant | undefined;
}

/** What answers the requests at a path, as `terms` say. */
export function performing(
  path: string,
  bound: readonly Bound<AnyHandler>[],
  dependencies: ApiDependencies,
  { headers = {}, addressLimit, printError }: Terms,
): (context: Context) => Promise<Response> {
  const site = siteOf(dependencies.publicUrl);
  const authenticate = authenticateBy(bound, dependencies);
  const clock = bound.some(({ operation }) => isDated(operation)) ? dependencies.clock : undefined;
  const route = { path, headers, ...(printError && { printError }) };
  return (context) => {
    const request = context.req.raw;
    const { openBody = () => readerOf(request) } = dependencies;
    return exchange(context, dependencies, route, async (trace) => {
      if (addressLimit) countRequest(addressLimit, trace.visitor.network, trace);
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

/** How people are known at a path; whoever mounts it without a way is refused then, and not the first who asks. */
function authenticateBy(
  bound: readonly Bound<AnyHandler>[],
  { authenticate, authentication, knownPeople }: ApiDependencies,
): Authenticate | null {
  const asking = bound.find(({ operation }) => operation.scope !== "none" && operation.scope !== "connector");
  if (!asking) return null;
  if (authenticate && knownPeople) return authenticate;
  if (authenticate) throw new TypeError(`${asking.operation.id} is mounted with authenticate, but without knownPeople`);
  if (authentication) return authenticateBearer(authentication);
  throw new TypeError(`${asking.operation.id} is mounted without authenticate or authentication`);
}

/** Does what a request asks at its path, checks first: in the order of documents.md 2.2, as `implement` says. */
async function perform(arrived: Arrived, dependencies: ApiDependencies): Promise<Answer> {
  const { request, bound } = arrived;
  const asker = await askerOf(arrived, dependencies);
  const { operation, handler } = boundFor(request.method, bound);
  const { signedIn } = asker;
  const { workingFor = (_owner, work) => work() } = dependencies;
  if (signedIn) {
    requireOwnOrigin(request, dependencies.publicUrl);
    await requireOwnForm(request.headers.get("x-csrf-token") ?? "", signedIn.secret);
  }
  requireAuthority(asker.caller, operation, signedIn !== null);
  return workingFor(ownerOf(asker, arrived), async () => {
    if (asker.isStranger && operation.method !== "get")
      throw forbidden("this person is not known here: mirror it first");
    const asked = await askedOf(arrived, operation, asker, dependencies);
    try {
      // Before the list is read: what commits in between is then dated later.
      const watermark = operation.list && converges(operation) ? await dependencies.watermark?.() : undefined;
      return await answerOf(operation, await handler(asked), request, {
        watermark,
        ...{ publicUrl: dependencies.publicUrl, mountPath: arrived.mountPath },
      });
    } finally {
      asked.incoming?.abandon();
    }
  });
}

/** Whose turn a request takes. */
const ownerOf = ({ caller, connector }: Asker, { trace }: Arrived): string =>
  connector?.id ?? caller?.userId ?? trace.visitor.network;

/** Who asks, as far as anybody is known. */
interface Asker {
  readonly caller: Caller | null;
  readonly signedIn: Awaited<ReturnType<typeof sessionIn>>;
  readonly connector?: FoundConnector;
  /** Whether an embedder named somebody who is no user here. A token or a session of ours is found with its user. */
  readonly isStranger: boolean;
}

async function askerOf(arrived: Arrived, dependencies: ApiDependencies): Promise<Asker> {
  const { request, bound, site, trace } = arrived;
  const area = bound[0]?.operation.area;
  if (area) return connectorAskerOf(arrived, area, dependencies);
  const { sessions, rateLimit } = dependencies;
  const signedIn =
    sessions && asksSession(request, bound) ? await sessionIn(request, sessions, site, trace.visitor) : null;
  const { authenticate } = arrived;
  const known =
    !signedIn && authenticate
      ? await identified(personOf(arrived, authenticate, dependencies), dependencies, trace)
      : signedIn && { caller: signedIn.session.caller, isStranger: false };
  const caller = known ? askingBy(trace.visitor, known.caller) : null;
  trace.userId = caller?.userId ?? null;
  // By the person: fifty tokens are no more than one.
  if (caller && rateLimit && !isChunk(request, bound)) countRequest(rateLimit, caller.userId, trace);
  return { caller, signedIn, isStranger: known?.isStranger ?? false };
}

/** Who sends a request. Whom an embedder names may be unknown here, or no longer active. */
async function personOf(
  { request, trace }: Arrived,
  authenticate: Authenticate,
  dependencies: ApiDependencies,
): Promise<{ readonly caller: Caller; readonly isStranger: boolean }> {
  const caller = await authenticated(request, authenticate, trace.visitor);
  const judge = dependencies.authenticate && dependencies.knownPeople;
  const standing = (await judge?.standingOf(caller)) ?? "active";
  if (standing === "inactive") throw notSignedIn("This person is not active");
  return { caller, isStranger: standing === "unknown" };
}

/** A path is of one area or of none. */
async function connectorAskerOf(
  { request, trace }: Arrived,
  area: ConnectorArea,
  dependencies: ApiDependencies,
): Promise<Asker> {
  const { connectorAuthentication, rateLimit } = dependencies;
  if (!connectorAuthentication) throw new TypeError(`Nothing knows connectors of the area ${area}`);
  const known = authenticateConnector(request, area, connectorAuthentication, trace.visitor);
  const connector = await identified(known, dependencies, trace);
  if (rateLimit) countRequest(rateLimit, connector.id, trace);
  return { caller: askingBy(trace.visitor, connectorCaller(connector)), signedIn: null, connector, isStranger: false };
}

/** What is asked for. Of a request nothing is looked at that its operation has no use for. */
async function askedOf(
  { request, openBody, params, trace, requestedAt }: Arrived,
  operation: Operation,
  { caller, signedIn, connector }: Asker,
  { chooseMandataire, maxDirectUploadBytes, bodyPace }: ApiDependencies,
): Promise<AnyRequest> {
  const parameters = queryOf(request.url);
  const mandataireId =
    connector && operation.area === "portal"
      ? mandataireBoundTo(connector)
      : operation.mandataire && (await mandataireOf(operation, caller, chooseMandataire, request, parameters));
  const named = paramsOf(operation, params);
  const query = ownQueryOf(operation, parameters);
  const list = operation.list && listAskOf(operation, parameters);
  const key =
    operation.headers && request.headers.has(IDEMPOTENCY_KEY) ? idempotencyKeyOf(operation.headers, request) : null;
  const { body, incoming, sent } = await bodyOf(operation, { request, openBody }, maxDirectUploadBytes, bodyPace);
  const once = key === null ? null : { key, sent, place: [operation.id, named, mandataireId] };
  // Where nothing was shown that is secret, what is sealed is read by nobody again.
  const shown = signedIn?.secret ?? secretShown(request) ?? newSecret();
  const asker =
    caller && once
      ? { ...caller, idempotency: await idempotencyOf({ ...once, shown, receivedAt: requestedAt ?? now() }, trace) }
      : caller;
  return {
    caller: asker,
    session: signedIn && asker && { ...signedIn.session, caller: asker },
    mandataireId,
    connectorId: connector?.id,
    params: named,
    query,
    list,
    body,
    incoming,
    request,
    visitor: trace.visitor,
  };
}

const now = (): Instant => instantOf(Date.now());

/** Somebody who sends a token means it, whatever cookie came along. */
function asksSession({ method, headers }: Request, bound: readonly Bound<AnyHandler>[]): boolean {
  const match = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  return match?.operation.scope === "session" && !headers.has("authorization");
}

/** The chunks of one file are no requests of their own: they are not counted (documents.md 2.2). */
function isChunk({ method }: Request, bound: readonly Bound<AnyHandler>[]): boolean {
  const match = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  return match?.operation.encodings?.includes("bytes") ?? false;
}

function requireAuthority(caller: Caller | null, { scope, role }: Operation, bySession: boolean): void {
  if (!caller || scope === "none") return;
  if (scope === "connector") return;
  if (scope !== "session") requireScope(caller, scope);
  else if (!bySession) throw forbidden("This asks for a session of the pages; no token will do");
  if (role) requireRole(caller, role);
}

async function answerOf(
  operation: Operation,
  replied: Replied<number, unknown>,
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
  const { status, value, page, headers, cause } = replied;
  const reply = operation.replies[status];
  if (reply === undefined) throw new TypeError(`${operation.id} never promised the status ${status}`);
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
    const streamed = { "Content-Type": "application/json", ...(operation.alternatives && VARIES) };
    return { status, headers: streamed, body: encoded(pieces) };
  }
  const early = operation.endsEarly ? writtenList(reply, value as readonly unknown[]) : null;
  const written = early?.written ?? writeJson(reply, value);
  const ended = early && { count: early.count, url: publicUrlOf(request, publicUrl, mountPath) };
  const answer = json(status, operation.envelope === undefined ? written : `{"${operation.envelope}":${written}}`, {
    ...(page && listHeaders({ ...page, ...(ended && { ended }) }, watermark)),
    ...(operation.alternatives && VARIES),
    ...headers,
  });
  return cause === undefined ? answer : { ...answer, cause };
}

/** What was asked for, as it is reached from outside. */
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
  if ("pieces" in alternative) return textAnswer(status, type, alternative);
  const answer = await downloadAnswer(request, alternative);
  return { ...answer, headers: { ...answer.headers, ...VARIES } };
}

/** Whether it matters when a request came: where a creation is answered once. */
const isDated = ({ headers = [] }: Operation): boolean => headers.includes(IDEMPOTENCY_KEY);
