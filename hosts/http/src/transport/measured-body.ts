/** What an answer is made of before it is sent. */
export type AnswerBody = string | ReadableStream<Uint8Array>;

/** How the body of an answer ended. */
export interface BodyEnd {
  /** Bytes that were handed over. */
  readonly bytes: number;
  /** What cut it, where it broke. */
  readonly error?: unknown;
}

/**
 * The same body; `ended` is called once it is all handed over, or nobody wants the rest, or it broke. The answer to HEAD
 * may have one, for its headers: no byte of it is sent.
 */
export function measuredBody(
  method: string,
  body: AnswerBody | null,
  ended: (end: BodyEnd) => void,
): AnswerBody | null {
  if (body instanceof ReadableStream && method !== "HEAD") return measuredStream(body, ended);
  ended({ bytes: method === "HEAD" || typeof body !== "string" ? 0 : encoder.encode(body).byteLength });
  return body;
}

const encoder = new TextEncoder();

function measuredStream(body: ReadableStream<Uint8Array>, ended: (end: BodyEnd) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  let isLeft = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
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
      async cancel(reason) {
        isLeft = true;
        ended({ bytes });
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
