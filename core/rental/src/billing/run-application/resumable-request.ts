import type { Caller, JsonObject } from "@cartulary/kernel";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { BillingRunId } from "../runs/run.ts";

/** A request that a killed host did not finish; it is repeated on behalf of its caller. */
export interface ResumableRequest {
  readonly action: "apply" | "cancel";
  readonly mandataireId: MandataireId;
  readonly id: BillingRunId;
  readonly caller: Caller;
  /** The reason of a cancellation. */
  readonly reason?: string | null;
}

/**
 * Returns the note stored before the request begins, without the idempotency key of the client's request. `door` tells
 * it from the notes of other long writes; stored notes have that name.
 */
export function noteOf({ caller: { idempotency: _, ...caller }, action, ...request }: ResumableRequest): JsonObject {
  return { door: action, ...request, caller } as unknown as JsonObject;
}

/** Returns the request of a note, or `null` for notes of other kinds. */
export function fromNote(note: JsonObject | null): ResumableRequest | null {
  const { door: action, ...request } = note ?? {};
  return action === "apply" || action === "cancel" ? ({ action, ...request } as unknown as ResumableRequest) : null;
}
