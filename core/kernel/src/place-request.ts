import type { Id } from "./ids.ts";

/** What work says that takes one of a few places which many want: whose it is, and whether somebody waits for its answer. */
export interface PlaceRequest {
  /** The person or the mandataire that it is done for: places are given to them in turns. `null`: the house's own work. */
  readonly onBehalfOf: Id<string> | null;
  /** Set where nobody waits for it: whoever does comes first, and finds room. */
  readonly inBackground?: boolean;
}
