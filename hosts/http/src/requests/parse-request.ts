import type { StreamedRequest } from "@cartulary/documents";
import { type FieldError, invalid, malformed, notFound } from "@cartulary/kernel";
import {
  camelName,
  type Operation,
  type Parameters,
  parameterValue,
  readShape,
  snakeName,
  wireShape,
} from "@cartulary/wire";
import { mediaTypeOf, readJsonObject } from "../transport/body.ts";
import { type BodyReader, type BodyTimeouts, DEFAULT_BODY_TIMEOUTS } from "../transport/body-timeouts.ts";
import { type IncomingBytes, readBytes } from "../transport/bytes-body.ts";
import { HttpError } from "../transport/errors.ts";
import { readMultipart } from "../transport/multipart.ts";

/** An operation and its handler. */
export interface BoundOperation<Handler> {
  readonly operation: Operation;
  readonly handler: Handler;
}

/** The HTTP methods that each method of an operation serves. */
export const METHODS: Readonly<Record<Operation["method"], readonly string[]>> = {
  get: ["GET", "HEAD"],
  post: ["POST"],
  patch: ["PATCH", "PUT"],
  delete: ["DELETE"],
};

/** Returns the operation for an HTTP method; throws 405 with the allowed methods. */
export function selectOperation<Handler>(
  method: string,
  bound: readonly BoundOperation<Handler>[],
): BoundOperation<Handler> {
  const found = bound.find(({ operation }) => METHODS[operation.method].includes(method));
  if (found) return found;
  throw methodNotAllowed(bound.flatMap(({ operation }) => METHODS[operation.method]));
}

/** Creates a 405 with the allowed methods. */
export function methodNotAllowed(allowed: readonly string[]): HttpError {
  const Allow = allowed.join(", ");
  return new HttpError(405, "method_not_allowed", `Allowed methods: ${Allow}`, { Allow });
}

/** Parses the path parameters; throws 404 for a malformed id. */
export function parsePathParameters({ params: schema }: Operation, params: Readonly<Record<string, string>>): unknown {
  if (!schema) return undefined;
  const read = readShape(schema, params);
  if (!read.ok) throw notFound();
  return read.value;
}

/** Parses the operation's own query parameters; throws 400 if they are invalid. */
export function parseQuery({ query: schema }: Operation, parameters: Parameters): unknown {
  if (!schema) return undefined;
  const query: Record<string, string> = {};
  for (const name in wireShape(schema)) {
    const value = parameterValue(parameters, name);
    if (value !== undefined) query[name] = value;
  }
  const read = readShape(schema, query);
  if (read.ok) return read.value;
  throw malformed(
    `Invalid query: ${read.errors.map(({ field, message }) => `${snakeName(field)} ${message}`).join("; ")}`,
  );
}

/** The parsed body, or the form or bytes that arrive while the handler runs. */
export interface ParsedBody {
  readonly body: unknown;
  /** The original JSON object, if the body was JSON. */
  readonly sent?: unknown;
  readonly incoming: ((StreamedRequest<unknown> | IncomingBytes) & { abandon(): void }) | undefined;
}

/** The source of a body. */
export interface BodySource {
  readonly request: Request;
  readonly openBody: () => BodyReader;
}

const NO_BODY: ParsedBody = { body: undefined, incoming: undefined };

/** Reads the body for an operation, if it has one. Throws 422 for an invalid shape. */
export function parseBody(
  operation: Operation,
  from: BodySource,
  fileBytesMax: number,
  pace: BodyTimeouts = DEFAULT_BODY_TIMEOUTS,
): ParsedBody | Promise<ParsedBody> {
  const { request, openBody } = from;
  if (operation.encodings?.includes("bytes")) return { body: undefined, incoming: readBytes(request, openBody, pace) };
  return operation.body ? shapedBodyOf(operation, from, fileBytesMax, pace) : NO_BODY;
}

async function shapedBodyOf(
  operation: Operation,
  { request, openBody }: BodySource,
  fileBytesMax: number,
  pace: BodyTimeouts,
): Promise<ParsedBody> {
  const { body: schema, jsonBody = schema, file, wrapper, omitFieldPrefix: prefix } = operation;
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
    const [first, ...others] = prefix === undefined ? read.errors : without(`${prefix}.`, read.errors);
    throw invalid(first, others);
  }
  const { value } = read;
  if (file === undefined) return { body: value, incoming: undefined, sent };
  return {
    body: undefined,
    incoming: { fieldsBeforeFile: value as object, file: null, readAll: async () => value, abandon: () => {} },
  };
}

/** Removes the prefix from the fields of errors. */
function without(prefix: string, errors: FieldErrors): FieldErrors {
  const [first, ...others] = errors;
  const short = ({ field, ...error }: FieldError): FieldError => ({
    ...error,
    field: field.startsWith(prefix) ? field.slice(prefix.length) : field,
  });
  return [short(first), ...others.map(short)];
}

type FieldErrors = readonly [FieldError, ...FieldError[]];

/** Returns the object in the body's wrapper. */
function unwrapped(sent: Readonly<Record<string, unknown>>, wrapper: string): unknown {
  const value = Object.hasOwn(sent, wrapper) ? sent[wrapper] : undefined;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  const field = camelName(wrapper);
  if (value === undefined || value === null) throw invalid({ field, code: "blank", message: "can't be blank" });
  throw invalid({ field, code: "invalid", message: "is invalid" });
}
