import type { JsonObject } from "../text/json-object.ts";

/** The key of a stored payload with the trace in which the job was enqueued. No payload of ours has it. */
const KEY = "traceparent";

/** Returns the payload as job stores save it: with the `traceparent` of the current trace, if any. */
export function payloadWithTrace(payload: JsonObject, traceparent: string | null | undefined): JsonObject {
  return traceparent ? { ...payload, [KEY]: traceparent } : payload;
}

/** The inverse of {@link payloadWithTrace}. */
export function traceOfPayload(stored: JsonObject): { readonly payload: JsonObject; readonly traceparent?: string } {
  const { [KEY]: traceparent, ...payload } = stored;
  return typeof traceparent === "string" ? { payload, traceparent } : { payload: stored };
}
