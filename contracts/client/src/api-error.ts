/** An answer with a status of 400 or more; nothing else throws it. */
export class ApiError extends Error {
  readonly status: number;
  /** The machine-readable code, such as `not_found`; null where the body has none, as that of a proxy. */
  readonly code: string | null;
  /** Refused fields, or facts about the state, as the code says; null where the body has none. */
  readonly details: unknown;
  /** The id of the request in the server's log; null where the answer has none. */
  readonly requestId: string | null;
  /** Milliseconds after which the server takes the request; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor({ status, headers }: Response, text: string, options?: ErrorOptions) {
    const { error, message, details, request_id: requestId } = fieldsOf(text);
    super(typeof message === "string" ? message : `The server answers ${status}`, options);
    this.name = "ApiError";
    this.status = status;
    this.code = typeof error === "string" ? error : null;
    this.details = details ?? null;
    this.requestId = typeof requestId === "string" ? requestId : headers.get("x-request-id");
    this.retryAfterMs = retryAfterMs(headers);
  }
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** Reads Retry-After, which is seconds or a date (RFC 9110 section 10.2.3). */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
