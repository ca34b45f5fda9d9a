import type { Operation } from "./operation.ts";
import type { Settings } from "./settings.ts";
import type { CallOptions } from "./types.ts";

/** The input of any operation. */
export type Input = Readonly<Record<string, unknown>>;

/** A request that may be sent several times, unless its body is a stream. */
export interface EncodedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: BodyInit | null;
}

const FORM = "application/x-www-form-urlencoded";
const IDEMPOTENCY_KEY = "idempotency-key";

/** Makes the request of a call; each call of a creation has an Idempotency-Key of its own. */
export function encodeRequest(
  operation: Operation,
  input: Input,
  options: CallOptions,
  settings: Settings,
): EncodedRequest {
  const { target, rest } = fillPath(operation, input);
  const inQuery = (name: string) => !hasBody(operation) || operation.query.includes(name);
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(entries.filter(([name]) => inQuery(name)).flatMap(parametersOf));
  const { body, type } = encodeBody(operation, Object.fromEntries(entries.filter(([name]) => !inQuery(name))));
  return {
    url: `${settings.baseUrl}${target}${search.size === 0 ? "" : `?${search}`}`,
    method: operation.method,
    headers: headersOf(operation, options, settings, { type, hasKey: takesKey(operation, input) }),
    body,
  };
}

const hasBody = ({ method }: Operation): boolean => method === "POST" || method === "PATCH";

function fillPath({ id, path }: Operation, input: Input): { readonly target: string; readonly rest: Input } {
  const rest = { ...input };
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    if (value === undefined || value === null || value === "") throw new TypeError(`${id} needs ${name}`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { target, rest };
}

/** Writes a parameter; an object, such as `q`, as one parameter for each of its keys. */
function parametersOf([name, value]: readonly [string, unknown]): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]): [string, string][] => {
    if (each === undefined || each === null) return [];
    if (!Array.isArray(each)) return [[`${name}[${key}]`, String(each)]];
    const list = `${name}[${key}][]`;
    return each.length === 0 ? [[list, ""]] : each.map((item) => [list, String(item)]);
  });
}

interface EncodedBody {
  readonly body: BodyInit | null;
  /** Null where the platform sets it. */
  readonly type: string | null;
}

function encodeBody({ traits, file, method }: Operation, fields: Input): EncodedBody {
  if (!hasBody({ method } as Operation) || traits.has("empty")) return { body: null, type: null };
  if (traits.has("bytes")) return { body: fields.body as BodyInit, type: "application/octet-stream" };
  if (traits.has("form")) return { body: String(new URLSearchParams(formFields(fields))), type: FORM };
  if (file !== null && fields[file] !== undefined) return { body: multipart(fields, file), type: null };
  return { body: JSON.stringify(fields), type: "application/json" };
}

/** The file comes last, so that the server knows where it belongs when its bytes arrive. */
function multipart(fields: Input, file: string): FormData {
  const form = new FormData();
  const { [file]: bytes, ...others } = fields;
  for (const [name, value] of formFields(others)) form.append(name, value);
  form.append(file, bytes as Blob);
  return form;
}

const formFields = (fields: Input): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, formText(value)]);

function formText(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function headersOf(
  { traits }: Operation,
  options: CallOptions,
  { mandataireId, connectorKey }: Settings,
  { type, hasKey }: { readonly type: string | null; readonly hasKey: boolean },
): Headers {
  const headers = new Headers();
  const set = (name: string, value: string | null) => value !== null && headers.set(name, value);
  set("content-type", type);
  if (traits.has("mandataire")) set("x-mandataire-id", options.mandataireId ?? mandataireId);
  if (traits.has("connector")) set("x-connector-key", connectorKey);
  if (hasKey) set(IDEMPOTENCY_KEY, newIdempotencyKey());
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return headers;
}

/** True if the server remembers a call of this input under an Idempotency-Key. */
export function takesKey({ traits, keyField }: Operation, input: Input): boolean {
  return traits.has("key") || (keyField !== null && typeof input[keyField] === "string");
}

/** Random hexadecimal digits; unlike `randomUUID`, also on pages without https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
