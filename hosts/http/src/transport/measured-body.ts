/** What an answer is made of before it is sent: a text, or bytes that are asked for as they are sent. */
export type AnswerBody = string | AsyncIterable<Uint8Array>;

/** What a response is made of. */
export type SentBody = string | ReadableStream<Uint8Array> | null;

/** How the body of an answer ended. */
export interface BodyEnd {
  /** Bytes that were handed over. */
  readonly bytes: number;
  /** What cut it, where it broke. */
  readonly error?: unknown;
}

/**
 * The body as it is sent; `ended` is called once it is all handed over, or nobody wants the rest, or it broke. The answer
 * to HEAD may have one, for its headers: no byte of it is sent.
 */
export function measuredBody(method: string, body: AnswerBody | null, ended: (end: BodyEnd) => void): SentBody {
  if (body !== null && typeof body !== "string" && method !== "HEAD") return measuredStream(body, ended);
  const text = typeof body === "string" ? body : null;
  ended({ bytes: method === "HEAD" || text === null ? 0 : encoder.encode(text).byteLength });
  return text;
}

const encoder = new TextEncoder();

/** The bytes are asked for as they are taken, and let go when the client leaves. */
function measuredStream(body: AsyncIterable<Uint8Array>, ended: (end: BodyEnd) => void): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  let bytes = 0;
  let isLeft = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (isLeft) return;
          if (!done) {
            bytes += value.byteLength;
            return controller.enqueue(value);
          }
          ended({ bytes });
          controller.close();
        } catch (error) {
          if (isLeft) return;
          ended({ bytes, error });
          controller.error(error);
        }
      },
      async cancel() {
        isLeft = true;
        ended({ bytes });
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
