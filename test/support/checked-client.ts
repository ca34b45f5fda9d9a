import type { Instant, ListQuery, Page } from "@cartulary/kernel";
import {
  allOperations,
  type BringsBytes,
  BYTES,
  type ElementOf,
  HTML,
  type IsList,
  type ListRequestOf,
  type Operation,
  type OutputOf,
  PAGES,
  type Parameters,
  printList,
  printPages,
  type ReplyBody,
  type ReplyValue,
  TEXT,
  writeShape,
} from "@cartulary/wire";
import { type Bytes, encodeBody, type Upload } from "./checked-body.ts";

interface ClientOptions {
  /** URL of the server and its mount path, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * A bearer token, or a function that returns the current one. Without it, only operations without scope can be
   * called.
   */
  readonly token?: string | (() => string | Promise<string>);
  /** A connector's key, for operations with the scope `connector`. */
  readonly connectorKey?: string;
  /** The default mandataire of calls. Optional for members of a single one. */
  readonly mandataireId?: string;
  readonly fetch?: typeof fetch;
}

/** The server replied with an error. */
export class ClientError extends Error {
  readonly status: number;
  /** The reply: an object with `error` and `message`, or text if it is not JSON. */
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

/** The arguments of a call: only those that the operation has. */
type Call<Op> = Input<Op, "params", { readonly params: OutputOf<Op, "params"> }> &
  Input<Op, "query", { readonly query?: OutputOf<Op, "query"> }> &
  Input<Op, "body", { readonly body?: OutputOf<Op, "body"> }> &
  Input<Op, "file", { readonly file?: Upload }> &
  (BringsBytes<Op> extends true ? { readonly bytes: Bytes } : unknown) &
  Input<Op, "list", { readonly list?: Partial<ListRequestOf<Op>> }> &
  Input<Op, "mandataire", { readonly mandataireId?: string }> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  };

type Success<Op extends Operation> = Op["replies"][keyof Op["replies"] & (200 | 201)];

/** The result of a call: a record, a page of records, the response with the bytes, HTML, or undefined. */
type Answer<Op extends Operation> = [Success<Op>] extends [never]
  ? undefined
  : IsList<Op> extends true
    ? ListedPage<ElementOf<Success<Op>>>
    : ReplyValue<Success<Op>, Response>;

/** One page of a list. */
interface ListedPage<Item> extends Page<Item> {
  /** For lists with a change feed: the next `updated_since` after the whole list was read. */
  readonly snapshotAt?: Instant;
  /** For a truncated list: the `offset` of its rest. */
  readonly nextOffset?: number;
  /** False if a search has more results than it counts; `total` is then the maximum. */
  readonly isTotalExact?: boolean;
  /** For a search without exact results: the query that was used instead. */
  readonly corrected?: string;
}

type Method<Op extends Operation> = Op extends { readonly stagingField: string }
  ? <ActualCall extends Call<Op>>(call: ActualCall) => Promise<Answer<Op> | StagedReply<Op, ActualCall>>
  : Record<never, never> extends Call<Op>
    ? (call?: Call<Op>) => Promise<Answer<Op>>
    : (call: Call<Op>) => Promise<Answer<Op>>;

/** The 202 result of a call whose body has the staging field. */
type StagedReply<Op extends Operation, ActualCall> = Op extends {
  readonly stagingField: infer Field;
  readonly replies: { readonly 202: infer Reply extends ReplyBody };
}
  ? ActualCall extends { readonly body: infer Body }
    ? Field extends keyof Body
      ? ReplyValue<Reply, Response>
      : never
    : never
  : never;

/** A client with one method per operation. */
type ClientOf<Table extends Readonly<Record<string, Operation>>> = {
  readonly [Id in keyof Table]: Method<Table[Id]>;
};

/** A client of the whole API. */
export type Client = ClientOf<typeof allOperations>;

/**
 * Creates a client of the whole API that reads each answer by its schema, so that tests find an answer of another shape. It
 * takes and gives the names of the core.
 */
export function createClient(options: ClientOptions): Client {
  return clientOf(allOperations, options);
}

/** Creates a client for the operations of `table`. Error replies reject with a {@link ClientError}. */
function clientOf<const Table extends Readonly<Record<string, Operation>>>(
  table: Table,
  options: ClientOptions,
): ClientOf<Table> {
  const methods = Object.entries(table).map(([id, operation]) => [
    id,
    (call: AnyCall = {}) => perform(operation, call, options),
  ]);
  return Object.fromEntries(methods) as ClientOf<Table>;
}

/** The arguments of any call. */
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
  if (!operation.isUnpaged || offset === undefined) return answer;
  const rest = await perform(operation, { ...call, query: { ...(call.query as object), offset } }, options);
  return [...(answer as readonly unknown[]), ...(rest as readonly unknown[])];
}

async function responseTo(operation: Operation, call: AnyCall, options: ClientOptions): Promise<Response> {
  const body = encodeBody(operation, call);
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
  const filled = Object.entries(encodeParameters(params, call.params)).reduce(
    (target, [name, value]) => target.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const search = new URLSearchParams([
    ...Object.entries(encodeParameters(query, call.query)).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    ...listParameters(list, call).map(([name, value]): [string, string] => [name, value]),
  ]);
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function listParameters(list: Operation["list"], { list: query = {} }: AnyCall): Parameters {
  if (list === undefined) return [];
  return list === PAGES ? printPages(query) : printList(list, query);
}

function encodeParameters(
  schema: Exclude<ReplyBody, string | null> | undefined,
  value: unknown,
): Record<string, unknown> {
  return schema && value !== undefined ? (writeShape(schema, value) as Record<string, unknown>) : {};
}

async function answerOf(operation: Operation, response: Response): Promise<unknown> {
  const { status, headers } = response;
  if (status >= 400) throw new ClientError(operation.id, response, await bodyOf(response));
  const reply = operation.replies[status];
  if (reply === BYTES || status === 304) return response;
  if (reply === HTML || reply === TEXT) return response.text();
  if (!reply) return undefined;
  const answered = (await response.json()) as Readonly<Record<string, unknown>>;
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

/** Returns the offset of the rest of a truncated list. */
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
