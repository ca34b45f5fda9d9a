import type { Day, Instant } from "@cartulary/kernel";
import type { TurnSource } from "./turns.ts";

/** Days from one to another: after the first, up to the second. */
export interface DaysPassed {
  readonly since: Day;
  readonly today: Day;
}

/** Port: how far the days of a mandataire were decided, and what they change by themselves. */
export interface DayStore {
  /** The last day that was decided; `null` before the first. */
  last(): Promise<Day | null>;
  /** The same, locked until the transaction ends; `first` where there was none. */
  lock(first: Day): Promise<Day>;
  /** That day was decided. */
  set(day: Day): Promise<void>;
  /** Moves `updatedAt` of what shows a source's records, of which one begins or is over in these days. */
  turn(source: TurnSource, passed: DaysPassed, at: Instant): Promise<void>;
  /** Forgets all of a mandataire that is going. */
  removeAll(): Promise<void>;
}
