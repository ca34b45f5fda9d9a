import type { Incoming } from "@cartulary/documents";
import { type FieldError, invalid, malformed, notFound } from "@cartulary/kernel";
import { camelName, type Operation, type Parameters, readShape, single, snakeName, wireShape } from "@cartulary/wire";
import { mediaTypeOf, readJsonObject } from "../transport/body.ts";
import { type IncomingBytes, readBytes } from "../transport/bytes-body.ts";
import { HttpRefusal } from "../transport/errors.ts";
import { readMultipart } from "../transport/multipart.ts";
import { BODY_PACE, type BodyPace, type BodyReader } from "../transport/pace.ts";

/** An operation and what performs it. */
export interface Bound<Handler> {
  readonly operation: Operation;
  readonly handler: Handler;
}

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
  const query: Record<string, string> = {};
  for (const name in wireShape(schema)) {
    const value = single(parameters, name);
    if (value !== undefined) query[name] = value;
  }
  const read = readShape(schema, query);
  if (read.ok) return read.value;
  throw malformed(
    `Of the query, ${read.errors.map(({ field, message }) => `${snakeName(field)} ${message}`).join("; ")}`,
  );
}

/** The body of a request, or what comes of it while its handler runs. */
export interface BodyRead {
  readonly body: unknown;
  /** The JSON object that it came as, if it did. */
  readonly sent?: unknown;
  readonly incoming: ((Incoming<unknown> | IncomingBytes) & { abandon(): void }) | undefined;
}

/** Where a body comes from. */
export interface Sent {
  readonly request: Request;
  readonly openBody: () => BodyReader;
}

const NO_BODY: BodyRead = { body: undefined, incoming: undefined };

/** What an operation reads of a body; nothing is looked at where it wants none. 422 where it is not of the shape. */
export function bodyOf(
  operation: Operation,
  from: Sent,
  fileBytesMax: number,
  pace: BodyPace = BODY_PACE,
): BodyRead | Promise<BodyRead> {
  const { request, openBody } = from;
  if (operation.encodings?.includes("bytes")) return { body: undefined, incoming: readBytes(request, openBody, pace) };
  return operation.body ? shapedBodyOf(operation, from, fileBytesMax, pace) : NO_BODY;
}

async function shapedBodyOf(
  operation: Operation,
  { request, openBody }: Sent,
  fileBytesMax: number,
  pace: BodyPace,
): Promise<BodyRead> {
  const { body: schema, jsonBody = schema, file, wrapper, unsaid } = operation;
  if (!schema || !jsonBody) return NO_BODY;
  if (file !== undefined && mediaTypeOf(request) === "multipart/form-data") {
    return {
      body: undefined,
      incoming: await readMultipart(request, { body: schema, file }, fileBytesMax, pace, openBody),
    };
  }
  const sent = await readJsonObject(request, pace);
  const read = readShape(jsonBody, wrapper === undefined ? sent : unwrapped(sent, wrapper));
  if (!read.ok) {
    const [first, ...others] = unsaid === undefined ? read.errors : without(`${unsaid}.`, read.errors);
    throw invalid(first, others);
  }
  const { value } = read;
  if (file === undefined) return { body: value, incoming: undefined, sent };
  return {
    body: undefined,
    incoming: { first: value as object, file: null, complete: async () => value, abandon: () => {} },
  };
}

/** Errors of fields whose names do not begin with that. */
function without(prefix: string, errors: FieldErrors): FieldErrors {
  const [first, ...others] = errors;
  const short = ({ field, ...error }: FieldError): FieldError => ({
    ...error,
    field: field.startsWith(prefix) ? field.slice(prefix.length) : field,
  });
  return [short(first), ...others.map(short)];
}

type FieldErrors = readonly [FieldError, ...FieldError[]];

/** What stands under the one name that a body has. */
function unwrapped(sent: Readonly<Record<string, unknown>>, wrapper: string): unknown {
  const value = Object.hasOwn(sent, wrapper) ? sent[wrapper] : undefined;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  const field = camelName(wrapper);
  if (value === undefined || value === null) throw invalid({ field, code: "blank", message: "can't be blank" });
  throw invalid({ field, code: "invalid", message: "is invalid" });
}
