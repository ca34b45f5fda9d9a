import type { Day, Instant } from "@cartulary/kernel";
import type { AgencyStores } from "../agency/ports.ts";
import type { IndexValueStores } from "../property/indexation/index-values.ts";
import type { LeaseRevisionStore, OwnEstateStores } from "../property/ports.ts";
import type { DateTriggerSource } from "./date-triggers.ts";

/** Elapsed days: after `since`, up to and including `today`. */
export interface ElapsedDays {
  readonly since: Day;
  readonly today: Day;
}

/** Port: the last applied day of a mandataire, and the date triggers. */
export interface DayStore {
  /** Returns the last applied day; `null` before the first. */
  last(): Promise<Day | null>;
  /**
   * Whether a decision of the day may have something to write: a mandate or lease whose stored state is another day's,
   * or a lease that {@link LeaseRevisionStore.awaitingRevision} returns.
   */
  hasDue(days: { readonly today: Day; readonly revisedSince: Day }): Promise<boolean>;
  /** Locks and returns the last applied day until the transaction ends; stores `first` if there is none. */
  lock(first: Day): Promise<Day>;
  /** Saves the last applied day. */
  set(day: Day): Promise<void>;
  /** Updates `updatedAt` of the records that show a source record which begins or has ended in these days. */
  applyDateTriggers(source: DateTriggerSource, passed: ElapsedDays, at: Instant): Promise<void>;
  /** Removes the data of a mandataire being removed. */
  removeAll(): Promise<void>;
}

/** The stores of the daily job in a transaction of one mandataire. */
export interface DailyStores extends AgencyStores, OwnEstateStores, IndexValueStores {
  readonly days: DayStore;
}
