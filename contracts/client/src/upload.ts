import { ApiError } from "./api-error.ts";
import { type Input, newIdempotencyKey, takesKey } from "./encode.ts";
import type { FileSource } from "./file-source.ts";
import type { ChunkedUpload } from "./generated/operations.ts";
import type { Operation } from "./operation.ts";
import { isLostConnection, jittered, pause, type Reply } from "./send.ts";
import type { CallOptions } from "./types.ts";

/** From this size on, files are sent in chunks. */
export const CHUNKED_BYTES_MIN = 8_388_608;

/** Performs a call of any operation. */
export type PerformById = (id: string, input: Input, options: CallOptions) => Promise<Reply>;

/** The parts of a client that an upload needs. */
export interface Uploading {
  readonly perform: PerformById;
  /** True unless the client makes no second attempts. */
  readonly resumes: boolean;
}

const RESUMES_MAX = 10;
const RESUME_MS = 1000;
const RESUME_MAX_MS = 8000;
/** Between two looks at a file that the server assembles, which may take minutes. */
const ASSEMBLY_MS = 2000;

/**
 * Sends a file in chunks, then performs the operation with the upload instead of the file. Resumes after lost
 * connections for about a minute, and an earlier upload if the input has its `chunked_upload_id`.
 */
export async function sendInChunks(
  { perform, resumes }: Uploading,
  operation: Operation,
  input: Input,
  file: FileSource,
  options: CallOptions,
): Promise<Reply> {
  const { chunked_upload_id: earlier, ...fields } = input;
  const { headers, inner, hasKey } = splitOptions(options, takesKey(operation, input));
  const persist = <Value>(work: () => Promise<Value>) => (resumes ? persistently(work, options.signal) : work());
  const call = async (id: string, sent: Input, more: CallOptions = {}) =>
    ((await perform(id, sent, { ...inner, ...more })).value as { readonly data: ChunkedUpload }).data;
  const started =
    typeof earlier === "string"
      ? await persist(() => call("getChunkedUpload", { id: earlier }))
      : await start(call, persist, fields, file);
  if (started.file_size !== file.size) throw new RangeError("The file has another size than the upload");
  await sendMissing({ call, persist, file, options }, started);
  const creation = { ...fields, chunked_upload_id: started.upload_id };
  const create = () => perform(operation.id, creation, { ...inner, headers });
  return hasKey ? persist(create) : create();
}

type CallUpload = (id: string, input: Input, options?: CallOptions) => Promise<ChunkedUpload>;
type Persist = <Value>(work: () => Promise<Value>) => Promise<Value>;

interface SplitOptions {
  /** Headers of the creation: the caller's, with one key for all attempts. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hasKey: boolean;
  /** Options of the requests before it, which have keys of their own. */
  readonly inner: CallOptions;
}

function splitOptions(options: CallOptions, takes: boolean): SplitOptions {
  const { onProgress: _, size: __, headers = {}, ...others } = options;
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "idempotency-key");
  const isKeyed = kept.length < Object.keys(headers).length;
  return {
    headers: isKeyed || !takes ? headers : { ...headers, "idempotency-key": newIdempotencyKey() },
    hasKey: isKeyed || takes,
    inner: { ...others, headers: Object.fromEntries(kept) },
  };
}

function start(call: CallUpload, persist: Persist, fields: Input, file: FileSource): Promise<ChunkedUpload> {
  const { workspace_id, documents_folder_id } = fields;
  const described = { filename: file.name, content_type: file.type, file_size: file.size };
  const headers = { "idempotency-key": newIdempotencyKey() };
  return persist(() => call("createChunkedUpload", { ...described, workspace_id, documents_folder_id }, { headers }));
}

interface Sending {
  readonly call: CallUpload;
  readonly persist: Persist;
  readonly file: FileSource;
  readonly options: CallOptions;
}

/** Sends the chunks that the server lacks, in order, and completes the upload. */
async function sendMissing({ call, persist, file, options }: Sending, started: ChunkedUpload): Promise<void> {
  const { upload_id: id, chunk_size: chunkSize } = started;
  let session = started;
  let isKnown = true;
  const report = () => options.onProgress?.({ loaded: session.uploaded_bytes, total: file.size, uploadId: id });
  const sendNext = async () => {
    if (!isKnown) session = await call("getChunkedUpload", { id });
    const [number] = session.missing_chunks;
    isKnown = false;
    if (number !== undefined) {
      const from = (number - 1) * chunkSize;
      const body = await file.read(from, Math.min(from + chunkSize, file.size));
      session = await call("uploadChunk", { id, chunk_number: number, body });
    }
    isKnown = true;
  };
  report();
  while (session.missing_chunks.length > 0) {
    await persist(sendNext);
    report();
  }
  while (session.status !== "completed")
    session = await persist(() => completed(() => call("completeChunkedUpload", { id }), session, options));
}

/** Resolves to the completed upload, or to the upload as it was while the server still assembles the file. */
async function completed(
  complete: () => Promise<ChunkedUpload>,
  session: ChunkedUpload,
  { signal }: CallOptions,
): Promise<ChunkedUpload> {
  try {
    return await complete();
  } catch (error) {
    const isAssembling = error instanceof ApiError && error.code === "upload_processing";
    const isTooLong = error instanceof DOMException && error.name === "TimeoutError" && !signal?.aborted;
    if (!isAssembling && !isTooLong) throw error;
    await pause(jittered((error instanceof ApiError && error.retryAfterMs) || ASSEMBLY_MS), signal);
    return session;
  }
}

/** Repeats work that may be repeated while its failures may pass, at growing intervals. */
async function persistently<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= RESUMES_MAX || !mayPass(error)) throw error;
      await pause(jittered(Math.min(RESUME_MS * 2 ** attempt, RESUME_MAX_MS)), signal);
    }
  }
}

const PASSING: readonly number[] = [429, 502, 503, 504];

/** True where the host restarts, or a proxy lost it. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError ? PASSING.includes(error.status) : isLostConnection(error);
}
