import type { RequestSource } from "@cartulary/auth";
import type { Operation } from "@cartulary/wire";
import type { Hono } from "hono";
import type { RequestSession } from "../sessions/session.ts";
import type { BodyReader } from "../transport/body-timeouts.ts";
import type { ReplyOf } from "./handlers.ts";
import { sessionHandlersOf } from "./mounted-operations.ts";
import { METHODS } from "./parse-request.ts";
import type { HandleForSession } from "./session-request.ts";

/** The input of an operation, in the form of the API. */
export interface OperationInput {
  /** Path parameters by wire name. */
  readonly params?: Readonly<Record<string, string>>;
  /** The query string without its question mark. */
  readonly query?: string;
  /** The JSON body with wire names; the operation's wrapper is added. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** A body in place of JSON, read while it arrives. */
  readonly stream?: { readonly contentType: string; readonly open: () => BodyReader };
}

/** The person for whom operations are called. */
export interface CallingPerson {
  readonly signedIn: RequestSession;
  readonly requestSource: RequestSource;
}

/**
 * Calls an operation of the API in this process as a person with a session. Authority, mandataire, parameters and body are
 * checked as for a request over HTTP; the reply is the handler's, before it is written as JSON. Throws what the API would
 * answer as an error.
 */
export type CallOperation = <Op extends Operation>(
  operation: Op,
  person: CallingPerson,
  input?: OperationInput,
) => Promise<ReplyOf<Op>>;

/** Returns the {@link CallOperation} of all operations that `app` serves at the time of the first call. */
export function operationCalls(app: Pick<Hono, "routes">): CallOperation {
  let handlers: ReadonlyMap<string, HandleForSession> | undefined;
  return async <Op extends Operation>(
    operation: Op,
    { signedIn, requestSource }: CallingPerson,
    input: OperationInput = {},
  ) => {
    handlers ??= sessionHandlersOf(app);
    const handle = handlers.get(operation.id);
    if (!handle) throw new TypeError(`${operation.id} is not served by this application`);
    const { params = {}, stream } = input;
    const request = requestOf(operation, input);
    return (await handle({ request, params, signedIn, requestSource, openBody: stream?.open })) as ReplyOf<Op>;
  };
}

/** The host is never read: the handlers know the public URL. */
const ORIGIN = "http://in-process";

function requestOf(
  { method, path, wrapper, body: schema }: Operation,
  { query, body, stream }: OperationInput,
): Request {
  const url = `${ORIGIN}${path.replace(/[{}]/g, "")}${query ? `?${query}` : ""}`;
  const [verb = "GET"] = METHODS[method];
  if (stream) return new Request(url, { method: verb, headers: { "Content-Type": stream.contentType } });
  if (!schema) return new Request(url, { method: verb });
  const json = JSON.stringify(wrapper === undefined ? (body ?? {}) : { [wrapper]: body ?? {} });
  return new Request(url, { method: verb, body: json, headers: { "Content-Type": "application/json" } });
}
