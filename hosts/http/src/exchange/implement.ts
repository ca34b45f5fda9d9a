import type { Authentication, Session, Sessions, Visitor } from "@cartulary/auth";
import type { Incoming } from "@cartulary/documents";
import {
  askingBy,
  type Caller,
  type Clock,
  forbidden,
  type Id,
  type Instant,
  instantOf,
  invalid,
  malformed,
  notFound,
  requireRole,
  requireScope,
} from "@cartulary/kernel";
import {
  BYTES,
  camelName,
  HTML,
  type Operation,
  type Parameters,
  readShape,
  single,
  snakeName,
  wireShape,
  writeJson,
} from "@cartulary/wire";
import { Hono } from "hono";
import { authenticate, identified, tokenOf } from "../guards/authenticate.ts";
import { IDEMPOTENCY_KEY, idempotencyKeyOf, idempotencyOf } from "../guards/idempotency.ts";
import { type MandataireChoice, mandataireOf } from "../guards/mandataire.ts";
import { countRequest } from "../guards/rate-limit.ts";
import { type Site, siteOf } from "../sessions/cookies.ts";
import { requireOwnForm, sessionIn } from "../sessions/session.ts";
import { type Answer, json, type Trace } from "../transport/answer.ts";
import { mediaTypeOf, readerOf, readJsonObject } from "../transport/body.ts";
import { type IncomingBytes, type OpenBody, readBytes } from "../transport/bytes-body.ts";
import { type Download, downloadAnswer } from "../transport/content.ts";
import { HttpRefusal } from "../transport/errors.ts";
import { type IncomingForm, readMultipart } from "../transport/multipart.ts";
import { preferredType, textAnswer, VARIES } from "../transport/negotiation.ts";
import { BODY_PACE, type BodyPace, type BodyReader } from "../transport/pace.ts";
import { htmlAnswer } from "../transport/page.ts";
import { queryOf } from "../transport/query.ts";
import { type ExchangeDependencies, exchange, type Terms } from "./exchange.ts";
import type { Handlers, Replied } from "./handlers.ts";
import { converges, listAskOf, listHeaders } from "./listing.ts";
import { serving } from "./mounted.ts";

/** What every API needs beside its services. */
export interface ApiDependencies extends ExchangeDependencies {
  readonly authentication: Authentication;
  /** Where sessions of the pages are known, for operations that ask for one. */
  readonly sessions?: Sessions;
  /** Bytes of the longest file that one request may bring. */
  readonly maxDirectUploadBytes: number;
  /** What finds the mandataire that a caller acts on, for operations that act on one. */
  readonly chooseMandataire?: MandataireChoice;
  /** How bodies that are nothing but bytes are read, where the runtime has a way of its own. */
  readonly openBody?: OpenBody;
  /** What time it is, for lists that tell what changed since a moment. */
  readonly clock?: Clock;
}

/**
 * A Hono application that serves these operations, each at its path below `base`. It touches nothing but its own
 * paths: mount it anywhere, beside any middleware. Paths it does not know are left to the application it is part of.
 *
 * Checks come in the order of documents.md 2.2: authentication and its rate limit, method, scope and role, mandataire
 * (docs/decisions/0018), path, query and syntax, shape.
 */
export function implement<Table extends Readonly<Record<string, Operation>>>(
  table: Table,
  handlers: Handlers<Table>,
  base: string,
  dependencies: ApiDependencies,
  { headers = {}, addressLimit, printError }: Terms = {},
): Hono {
  const app = new Hono();
  const site = siteOf(dependencies.publicUrl);
  for (const [path, bound] of byPath(table, handlers as unknown as AnyHandlers)) {
    const served = bound.map(({ operation }) => operation);
    const clock = bound.some(({ operation }) => isDated(operation)) ? dependencies.clock : undefined;
    const answer = serving(served, (context) =>
      exchange(context, dependencies, { path, headers, ...(printError && { printError }) }, async (trace) => {
        if (addressLimit) countRequest(addressLimit, trace.visitor.network, trace);
        const { openBody = () => readerOf(context.req.raw) } = dependencies;
        const arrived = {
          request: context.req.raw,
          openBody: () => openBody(context),
          params: context.req.param(),
          bound,
          site,
          trace,
          requestedAt: clock?.now(),
        };
        return perform(arrived, dependencies);
      }),
    );
    for (const spelling of spellingsOf(path.slice(base.length))) app.all(spelling, answer);
  }
  return app;
}

/** A path as the router writes it, with and without a slash at its end. */
export function spellingsOf(path: string): readonly string[] {
  const route = path.replace(/\{(\w+)\}/g, ":$1");
  return route === "" || route === "/" ? ["/"] : [route, `${route}/`];
}

/** A handler of whatever operation. */
type AnyHandler = (request: AnyRequest) => Promise<Replied<number, unknown>>;
type AnyHandlers = Readonly<Record<string, AnyHandler>>;

interface AnyRequest {
  readonly caller: Caller | null;
  readonly session: Session | null;
  readonly mandataireId: Id<"Mandataire"> | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly list: unknown;
  readonly body: unknown;
  readonly incoming: Incoming<unknown> | IncomingBytes | undefined;
  readonly request: Request;
  readonly visitor: Visitor;
}

/** An operation and what performs it. */
export interface Bound<Handler = AnyHandler> {
  readonly operation: Operation;
  readonly handler: Handler;
}

/** A request at a path, before anything of it was looked at. */
interface Arrived {
  readonly request: Request;
  readonly openBody: () => BodyReader;
  readonly params: Readonly<Record<string, string>>;
  readonly bound: readonly Bound[];
  readonly site: Site;
  readonly trace: Trace;
  /** Where an operation there wants to know. */
  readonly requestedAt: Instant | undefined;
}

/** What is bound at each path of a table. */
export function byPath<Handler>(
  table: Readonly<Record<string, Operation>>,
  handlers: Readonly<Record<string, Handler>>,
): ReadonlyMap<string, readonly Bound<Handler>[]> {
  const paths = new Map<string, Bound<Handler>[]>();
  for (const [id, operation] of Object.entries(table)) {
    const handler = handlers[id];
    if (!handler) throw new TypeError(`Nothing handles ${id}`);
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), { operation, handler }]);
  }
  return paths;
}

async function perform(
  { request, openBody, params, bound, site, trace, requestedAt }: Arrived,
  dependencies: ApiDependencies,
): Promise<Answer> {
  const { authentication, sessions, rateLimit, chooseMandataire, maxDirectUploadBytes, bodyPace } = dependencies;
  const signedIn =
    sessions && asksSession(request, bound) ? await sessionIn(request, sessions, site, trace.visitor) : null;
  const needsToken = !signedIn && bound.some(({ operation }) => operation.scope !== "none");
  const known = needsToken
    ? await identified(() => authenticate(request, authentication), dependencies, trace)
    : signedIn?.session.caller;
  const caller = known ? askingBy(trace.visitor, known) : null;
  trace.userId = caller?.userId ?? null;
  // By the person: fifty tokens are no more than one.
  if (caller && rateLimit && !isChunk(request, bound)) countRequest(rateLimit, caller.userId, trace);
  const { operation, handler } = boundFor(request.method, bound);
  if (signedIn) await requireOwnForm(request.headers.get("x-csrf-token") ?? "", signedIn.secret);
  requireAuthority(caller, operation, signedIn !== null);
  const parameters = queryOf(request.url);
  // Of a request nothing is looked at that its operation has no use for.
  const mandataireId = operation.mandataire
    ? await mandataireOf(operation, caller, chooseMandataire, request, parameters)
    : undefined;
  const named = paramsOf(operation, params);
  const query = ownQueryOf(operation, parameters);
  const list = operation.list && listAskOf(operation, parameters);
  const key = operation.headers ? idempotencyKeyOf(operation.headers, request) : null;
  const { body, incoming, sent } = await bodyOf(operation, { request, openBody }, maxDirectUploadBytes, bodyPace);
  const idempotency =
    key === null
      ? null
      : await idempotencyOf(
          {
            ...{ key, sent, place: [operation.id, named, mandataireId] },
            shown: signedIn?.secret ?? tokenOf(request) ?? "",
            receivedAt: requestedAt ?? instantOf(Date.now()),
          },
          trace,
        );
  const asker = caller && idempotency ? { ...caller, idempotency } : caller;
  try {
    const replied = await handler({
      caller: asker,
      session: signedIn && asker && { ...signedIn.session, caller: asker },
      mandataireId,
      params: named,
      query,
      list,
      body,
      incoming,
      request,
      visitor: trace.visitor,
    });
    return await answerOf(operation, replied, request, requestedAt);
  } finally {
    incoming?.abandon();
  }
}

/** Whether it matters when a request came: where lists tell what changed since, and where a creation is answered once. */
const isDated = ({ list, headers = [] }: Operation): boolean => converges(list) || headers.includes(IDEMPOTENCY_KEY);

/** The methods by which each method of an operation can be asked. */
export const METHODS: Readonly<Record<Operation["method"], readonly string[]>> = {
  get: ["GET", "HEAD"],
  post: ["POST"],
  patch: ["PATCH", "PUT"],
  delete: ["DELETE"],
};

/** The operation that a method means at a path. Refuses with 405 and says which methods there are. */
export function boundFor<Handler>(method: string, bound: readonly Bound<Handler>[]): Bound<Handler> {
  const found = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  if (found) return found;
  throw methodNotAllowed(bound.flatMap(({ operation }) => METHODS[operation.method]));
}

/** 405 with what is allowed. */
export function methodNotAllowed(allowed: readonly string[]): HttpRefusal {
  const Allow = allowed.join(", ");
  return new HttpRefusal(405, "method_not_allowed", `Only ${Allow} can be asked here`, { Allow });
}

/** Somebody who sends a token means it, whatever cookie came along. */
function asksSession({ method, headers }: Request, bound: readonly Bound[]): boolean {
  const match = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  return match?.operation.scope === "session" && !headers.has("authorization");
}

/** The chunks of one file are no requests of their own: they are not counted (documents.md 2.2). */
function isChunk({ method }: Request, bound: readonly Bound[]): boolean {
  const match = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  return match?.operation.encodings?.includes("bytes") ?? false;
}

function requireAuthority(caller: Caller | null, { scope, role }: Operation, bySession: boolean): void {
  if (!caller || scope === "none") return;
  if (scope !== "session") requireScope(caller, scope);
  else if (!bySession) throw forbidden("This asks for a session of the pages; no token will do");
  if (role) requireRole(caller, role);
}

/** A path with a malformed id names nothing: 404. */
export function paramsOf({ params: schema }: Operation, params: Readonly<Record<string, string>>): unknown {
  if (!schema) return undefined;
  const read = readShape(schema, params);
  if (!read.ok) throw notFound();
  return read.value;
}

/** The parameters that the operation has of its own; 400 where they cannot be read. */
export function ownQueryOf({ query: schema }: Operation, parameters: Parameters): unknown {
  if (!schema) return undefined;
  const query = Object.keys(wireShape(schema)).flatMap((name) => {
    const value = single(parameters, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const read = readShape(schema, Object.fromEntries(query));
  if (read.ok) return read.value;
  throw malformed(
    `Of the query, ${read.errors.map(({ field, message }) => `${snakeName(field)} ${message}`).join("; ")}`,
  );
}

interface BodyRead {
  readonly body: unknown;
  /** The JSON object that it came as, if it did. */
  readonly sent?: unknown;
  readonly incoming: IncomingForm<unknown> | ReturnType<typeof readBytes> | undefined;
}

async function bodyOf(
  operation: Operation,
  { request, openBody }: Pick<Arrived, "request" | "openBody">,
  fileBytesMax: number,
  pace?: BodyPace,
): Promise<BodyRead> {
  const { body: schema, jsonBody = schema, file, wrapper, encodings } = operation;
  if (encodings?.includes("bytes"))
    return { body: undefined, incoming: readBytes(request, openBody, pace ?? BODY_PACE) };
  if (!schema || !jsonBody) return { body: undefined, incoming: undefined };
  if (file !== undefined && mediaTypeOf(request) === "multipart/form-data") {
    return {
      body: undefined,
      incoming: await readMultipart(request, { body: schema, file }, fileBytesMax, pace, openBody),
    };
  }
  const sent = await readJsonObject(request, pace);
  const read = readShape(jsonBody, wrapper === undefined ? sent : unwrapped(sent, wrapper));
  if (!read.ok) throw invalid(...read.errors);
  const { value } = read;
  if (file === undefined) return { body: value, incoming: undefined, sent };
  return {
    body: undefined,
    incoming: { first: value as object, file: null, complete: async () => value, abandon: () => {} },
  };
}

/** What stands under the one name that a body has. */
function unwrapped(sent: Readonly<Record<string, unknown>>, wrapper: string): unknown {
  const value = Object.hasOwn(sent, wrapper) ? sent[wrapper] : undefined;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  const field = camelName(wrapper);
  if (value === undefined || value === null) throw invalid({ field, code: "blank", message: "can't be blank" });
  throw invalid({ field, code: "invalid", message: "is invalid" });
}

async function answerOf(
  operation: Operation,
  replied: Replied<number, unknown>,
  request: Request,
  requestedAt: Instant | undefined,
): Promise<Answer> {
  const { status, value, page, headers, cause } = replied;
  const reply = operation.replies[status];
  if (reply === undefined) throw new TypeError(`${operation.id} never promised the status ${status}`);
  if (reply === BYTES) return downloadAnswer(request, value as Download);
  if (reply === HTML) return htmlAnswer(status, value as string, headers);
  if (reply === null) return { status, ...(headers && { headers }) };
  if (operation.alternatives) {
    const preferred = preferredType(request.headers.get("accept"), ["application/json", ...operation.alternatives]);
    const alternative = replied.alternatives?.[preferred];
    if (alternative) return textAnswer(status, preferred, alternative());
  }
  const written = writeJson(reply, value);
  const answer = json(status, operation.envelope === undefined ? written : `{"${operation.envelope}":${written}}`, {
    ...(page && listHeaders(page, converges(operation.list) ? requestedAt : undefined)),
    ...(operation.alternatives && VARIES),
    ...headers,
  });
  return cause === undefined ? answer : { ...answer, cause };
}
