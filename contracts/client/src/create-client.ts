import { resumable } from "./download.ts";
import { encodeRequest, type Input } from "./encode.ts";
import { openFile } from "./file-source.ts";
import type { Operations } from "./generated/operations.ts";
import { CALLED, type Operation, operations } from "./operation.ts";
import { readAll, readPage } from "./pages.ts";
import { type Reply, send } from "./send.ts";
import type { ClientOptions, Settings } from "./settings.ts";
import { type AccessToken, fixedToken, type Refresh, refreshedTokens, suppliedToken } from "./tokens.ts";
import type { CallOptions, Upload } from "./types.ts";
import { CHUNKED_BYTES_MIN, type PerformById, sendInChunks } from "./upload.ts";

/** A client with one method for each operation, under the operation's id. */
export interface Client extends Operations {}

const TIMEOUT_MS = 60_000;
const RETRIES = 2;

/**
 * Creates a client. It sends nothing before its first call.
 *
 * @example
 * ```ts
 * import { createClient } from "@cartulary/client";
 *
 * const cartulary = createClient({ baseUrl: "https://archive.example.org", token: "a token" });
 * for await (const folder of cartulary.listFolders.all({ q: { name_cont: "bail" } })) console.log(folder.name);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, mandataireId = null, connectorKey = null, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  const settings = {
    ...{ baseUrl: baseUrl.replace(/\/+$/, ""), mandataireId, connectorKey, timeoutMs, retries },
    fetch: options.fetch ?? fetch,
  };
  const table = new Map(operations().map((operation) => [operation.id, operation]));
  const withoutToken = performer(table, { ...settings, access: fixedToken(null) });
  const perform = performer(table, { ...settings, access: accessOf(options, refreshBy(withoutToken)) });
  return Object.fromEntries(
    [...table].map(([id, operation]) => [id, methodOf(operation, perform)]),
  ) as unknown as Client;
}

function accessOf({ token, tokens, onTokens }: ClientOptions, refresh: Refresh): AccessToken {
  if (tokens === undefined) return fixedToken(token ?? null);
  return typeof tokens === "function" ? suppliedToken(tokens) : refreshedTokens(tokens, refresh, onTokens);
}

function refreshBy(perform: PerformById): Refresh {
  return async ({ refreshToken, clientId, clientSecret }) => {
    const grant = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId };
    const { value } = await perform("createToken", { ...grant, client_secret: clientSecret }, {});
    return value as Awaited<ReturnType<Refresh>>;
  };
}

/** Performs calls of any operation with one set of options. */
function performer(table: ReadonlyMap<string, Operation>, settings: Settings): PerformById {
  const perform: PerformById = async (id, input, options) => {
    const operation = table.get(id);
    if (!operation) throw new TypeError(`There is no operation ${id}`);
    options.signal?.throwIfAborted();
    const { file, traits } = operation;
    if (file !== null && input[file] !== undefined) return uploaded(operation, input, options, settings, perform);
    const answered = await send(operation, encodeRequest(operation, input, options, settings), options, settings);
    const isWhole = traits.has("response") && !new Headers(options.headers).has("range");
    return isWhole && settings.retries > 0 ? withRest(answered, id, input, options, perform) : answered;
  };
  return perform;
}

function withRest({ response }: Reply, id: string, input: Input, options: CallOptions, perform: PerformById): Reply {
  const whole = resumable(response, async (from, etag) => {
    const headers = { ...options.headers, range: `bytes=${from}-`, "if-range": etag };
    return (await perform(id, input, { ...options, headers })).response;
  });
  return { response: whole, value: whole };
}

/** Sends a small file within the request and a large one in chunks, where the operation takes them. */
async function uploaded(
  operation: Operation,
  input: Input,
  options: CallOptions,
  settings: Settings,
  perform: PerformById,
): Promise<Reply> {
  const { file: field, traits } = operation;
  const { name, chunked_upload_id: earlier } = input;
  const file = await openFile(input[field ?? ""] as Upload, options.size, typeof name === "string" ? name : undefined);
  try {
    const { [field ?? ""]: _, ...fields } = input;
    const isChunked = traits.has("chunks") && (file.size >= CHUNKED_BYTES_MIN || typeof earlier === "string");
    if (isChunked)
      return await sendInChunks({ perform, resumes: settings.retries > 0 }, operation, fields, file, options);
    const bytes = new File([await file.read(0, file.size)], file.name, { type: file.type });
    const request = encodeRequest(operation, { ...input, [field ?? ""]: bytes }, options, settings);
    const answered = await send(operation, request, options, settings);
    options.onProgress?.({ loaded: file.size, total: file.size, uploadId: null });
    return answered;
  } finally {
    await file.close();
  }
}

function methodOf(operation: Operation, performById: PerformById): unknown {
  const perform = (input: Input = {}, options: CallOptions = {}) => performById(operation.id, input, options);
  const method = async (input?: Input, options?: CallOptions) => (await perform(input, options)).value;
  if (!operation.traits.has("list")) return method;
  return Object.assign(method, {
    page: (input: Input = {}, options: CallOptions = {}) => readPage(operation, perform, input, options),
    all: (input: Input = {}, options: CallOptions = {}) => readAll(operation, perform, input, options),
    [CALLED]: { operation, perform: performById },
  });
}
