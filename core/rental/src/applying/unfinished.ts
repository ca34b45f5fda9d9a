import type { Caller, JsonObject } from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { BillingRunId } from "../runs/run.ts";

/** What somebody asked for, and a host was killed at: it is done as if he asked again. */
export interface Unfinished {
  readonly door: "apply" | "cancel";
  readonly mandataireId: MandataireId;
  readonly id: BillingRunId;
  readonly caller: Caller;
  /** Of a cancellation. */
  readonly reason?: string | null;
}

/** As it is noted before it begins. Nothing but a request itself can be sent again under its key. */
export function noteOf({ caller: { idempotency: _, ...caller }, ...asked }: Unfinished): JsonObject {
  return { ...asked, caller } as unknown as JsonObject;
}

/** What a note says; `null` where it is another's. */
export function unfinishedIn(note: JsonObject | null): Unfinished | null {
  const { door } = note ?? {};
  return door === "apply" || door === "cancel" ? (note as unknown as Unfinished) : null;
}
