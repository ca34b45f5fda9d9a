import type { Instant, ListQuery, Page } from "@cartulary/kernel";
import type { z } from "zod";
import { type Bytes, sendable, type Upload } from "./client-body.ts";
import { printList, printPages } from "./listing.ts";
import { BYTES, HTML, type Operation, PAGES, type ReplyBody } from "./operation.ts";
import type { BringsBytes, ElementOf, IsList, ListAskOf, OutputOf, ReplyValue } from "./operation-types.ts";
import type { Parameters } from "./query.ts";
import { writeShape } from "./shape.ts";

/** How to reach a server. */
export interface ClientOptions {
  /** Where the server is, with the path it is mounted under, without trailing slash. */
  readonly baseUrl: string;
  /** A bearer token, or where to get the present one. Absent: only what asks for none can be called. */
  readonly token?: string | (() => string | Promise<string>);
  /** A connector's key, for what only such a key opens. */
  readonly connectorKey?: string;
  /** The mandataire that is acted on where a call names none. Whoever is a member of one only need not say. */
  readonly mandataireId?: string;
  readonly fetch?: typeof fetch;
}

/** The server refused. */
export class ClientError extends Error {
  readonly status: number;
  /** What it answered: an object with `error` and `message`, or the text, when it was not JSON. */
  readonly body: unknown;
  readonly headers: Headers;

  constructor(operation: string, { status, headers }: Response, body: unknown) {
    super(`${operation}: ${status} ${messageIn(body)}`);
    this.name = "ClientError";
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

type Input<Op, Name extends string, Value> = Op extends { readonly [Key in Name]: unknown } ? Value : unknown;

/** What a call takes: only what the operation has. */
export type Call<Op> = Input<Op, "params", { readonly params: OutputOf<Op, "params"> }> &
  Input<Op, "query", { readonly query?: OutputOf<Op, "query"> }> &
  Input<Op, "body", { readonly body?: OutputOf<Op, "body"> }> &
  Input<Op, "file", { readonly file?: Upload }> &
  (BringsBytes<Op> extends true ? { readonly bytes: Bytes } : unknown) &
  Input<Op, "list", { readonly list?: Partial<ListAskOf<Op>> }> &
  Input<Op, "mandataire", { readonly mandataireId?: string }> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  };

type Success<Op extends Operation> = Op["replies"][keyof Op["replies"] & (200 | 201)];

/** What a call answers: a record, a page of them, the response whose body is the bytes, a page's HTML, or nothing. */
export type Answer<Op extends Operation> = [Success<Op>] extends [never]
  ? undefined
  : IsList<Op> extends true
    ? ListedPage<ElementOf<Success<Op>>>
    : ReplyValue<Success<Op>, Response>;

/** One page of a list. */
export interface ListedPage<Item> extends Page<Item> {
  /** Of a list that tells what changed: what to send as `updated_since` next, once the list was read to its end. */
  readonly snapshotAt?: Instant;
  /** Of a list that ended early: the `offset` to ask for the rest with. */
  readonly nextOffset?: number;
  /** False of a search that finds more than it counts: `total` is the most that is counted. */
  readonly isTotalExact?: boolean;
  /** Of a search that finds nothing as it was written: the query as it was understood. */
  readonly corrected?: string;
}

type Method<Op extends Operation> = Op extends { readonly stagedBy: string }
  ? <Made extends Call<Op>>(call: Made) => Promise<Answer<Op> | Later<Op, Made>>
  : Record<never, never> extends Call<Op>
    ? (call?: Call<Op>) => Promise<Answer<Op>>
    : (call: Call<Op>) => Promise<Answer<Op>>;

/** What is answered with 202 to a call that may be: one that says the field by which things are staged. */
type Later<Op extends Operation, Made> = Op extends {
  readonly stagedBy: infer Field;
  readonly replies: { readonly 202: infer Reply extends ReplyBody };
}
  ? Made extends { readonly body: infer Body }
    ? Field extends keyof Body
      ? ReplyValue<Reply, Response>
      : never
    : never
  : never;

/** A method for each operation of a table. */
export type ClientOf<Table extends Readonly<Record<string, Operation>>> = {
  readonly [Id in keyof Table]: Method<Table[Id]>;
};

/** A client of the operations of `table`. Every refusal is a {@link ClientError}. */
export function clientOf<const Table extends Readonly<Record<string, Operation>>>(
  table: Table,
  options: ClientOptions,
): ClientOf<Table> {
  const methods = Object.entries(table).map(([id, operation]) => [
    id,
    (call: AnyCall = {}) => perform(operation, call, options),
  ]);
  return Object.fromEntries(methods) as ClientOf<Table>;
}

/** A call of whatever operation. */
interface AnyCall {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly file?: Upload;
  readonly bytes?: Bytes;
  readonly list?: Partial<ListQuery>;
  readonly mandataireId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

async function perform(operation: Operation, call: AnyCall, options: ClientOptions): Promise<unknown> {
  const response = await responseTo(operation, call, options);
  const answer = await answerOf(operation, response);
  const offset = nextOffsetOf(response);
  if (!operation.whole || offset === undefined) return answer;
  const rest = await perform(operation, { ...call, query: { ...(call.query as object), offset } }, options);
  return [...(answer as readonly unknown[]), ...(rest as readonly unknown[])];
}

async function responseTo(operation: Operation, call: AnyCall, options: ClientOptions): Promise<Response> {
  const body = sendable(operation, call);
  return (options.fetch ?? fetch)(`${options.baseUrl}${targetOf(operation, call)}`, {
    method: operation.method.toUpperCase(),
    headers: {
      ...(await authorization(operation, options)),
      ...mandataireHeader(operation, call, options),
      ...body.headers,
      ...call.headers,
    },
    ...(body.body !== undefined && { body: body.body, duplex: "half" }),
    ...(call.signal && { signal: call.signal }),
  } as RequestInit);
}

async function authorization(
  { scope }: Operation,
  { token, connectorKey }: ClientOptions,
): Promise<Readonly<Record<string, string>>> {
  if (scope === "connector") return connectorKey === undefined ? {} : { "x-connector-key": connectorKey };
  if (scope === "none" || scope === "session" || token === undefined) return {};
  return { authorization: `Bearer ${typeof token === "string" ? token : await token()}` };
}

function mandataireHeader(
  { mandataire }: Operation,
  call: AnyCall,
  options: ClientOptions,
): Readonly<Record<string, string>> {
  const id = call.mandataireId ?? options.mandataireId;
  return mandataire && id !== undefined ? { "x-mandataire-id": id } : {};
}

function targetOf({ path, params, query, list }: Operation, call: AnyCall): string {
  const filled = Object.entries(encoded(params, call.params)).reduce(
    (target, [name, value]) => target.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const search = new URLSearchParams([
    ...Object.entries(encoded(query, call.query)).map(([name, value]) => [name, String(value)]),
    ...listed(list, call).map(([name, value]) => [name, value]),
  ]);
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function listed(list: Operation["list"], { list: query = {} }: AnyCall): Parameters {
  if (list === undefined) return [];
  return list === PAGES ? printPages(query) : printList(list, query);
}

function encoded(schema: z.ZodType | undefined, value: unknown): Record<string, unknown> {
  return schema && value !== undefined ? (writeShape(schema, value) as Record<string, unknown>) : {};
}

async function answerOf(operation: Operation, response: Response): Promise<unknown> {
  const { status, headers } = response;
  if (status >= 400) throw new ClientError(operation.id, response, await bodyOf(response));
  const reply = operation.replies[status];
  if (reply === BYTES || status === 304) return response;
  if (reply === HTML) return response.text();
  if (!reply) return undefined;
  const answered = await response.json();
  const value = reply.decode(operation.envelope === undefined ? answered : answered[operation.envelope]);
  if (operation.list === undefined) return value;
  const count = (name: string) => Number(headers.get(name));
  const snapshotAt = headers.get("x-snapshot-at");
  const nextOffset = nextOffsetOf(response);
  const isTotalExact = headers.get("x-total-count-exact");
  const corrected = headers.get("x-search-corrected");
  return {
    ...{ items: value, total: count("x-total-count"), page: count("x-page"), perPage: count("x-per-page") },
    ...(snapshotAt !== null && { snapshotAt }),
    ...(nextOffset !== undefined && { nextOffset }),
    ...(isTotalExact !== null && { isTotalExact: isTotalExact === "true" }),
    ...(corrected !== null && { corrected: decodeURIComponent(corrected) }),
  };
}

const NEXT = /[?&]offset=(\d+)[^>]*>; rel="next"/;

/** Where a list goes on that ended early. */
function nextOffsetOf({ headers }: Response): number | undefined {
  const [, offset] = NEXT.exec(headers.get("link") ?? "") ?? [];
  return offset === undefined ? undefined : Number(offset);
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function messageIn(body: unknown): string {
  if (typeof body === "object" && body !== null && "message" in body) return String(body.message);
  return String(body);
}
