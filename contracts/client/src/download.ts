import { isLostConnection } from "./send.ts";

/** Reads the rest of a download from a byte on, while it is the same content. */
export type ReadRest = (from: number, etag: string) => Promise<Response>;

/**
 * Returns a download whose stream resumes after a lost connection with a range of the same content. A download
 * that is itself a range, or that the platform decodes, stays as it is.
 */
export function resumable(response: Response, readRest: ReadRest): Response {
  const { status, statusText, headers, body } = response;
  const etag = headers.get("etag");
  const isWhole = status === 200 && etag !== null && !etag.startsWith("W/") && !headers.has("content-encoding");
  if (!isWhole || body === null) return response;
  return new Response(
    continued(body, (from) => readRest(from, etag)),
    { status, statusText, headers },
  );
}

function continued(
  first: ReadableStream<Uint8Array>,
  readRest: (from: number) => Promise<Response>,
): ReadableStream<Uint8Array> {
  let reader = first.getReader();
  let loaded = 0;
  const readOn = async (error: unknown) => {
    const rest = await readRest(loaded).catch((failure) => {
      throw isLostConnection(failure) ? error : failure;
    });
    if (rest.status !== 206 || rest.body === null) throw error;
    reader = rest.body.getReader();
    return reader.read();
  };
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(readOn);
      if (done) return controller.close();
      loaded += value.byteLength;
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
