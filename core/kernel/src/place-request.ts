import type { Id } from "./ids.ts";

/** For whom work requests one of a limited number of slots, and how urgently. */
export interface PlaceRequest {
  /** The user or mandataire that the work is for; slots are granted to them in turns. `null`: the system. */
  readonly onBehalfOf: Id<string> | null;
  /**
   * Set when no request waits for the result. Such work starts only when no other work waits, and leaves slots free.
   */
  readonly inBackground?: boolean;
}
