import { availableParallelism } from "node:os";
import type { ChildPoolOptions } from "@cartulary/containment";
import { type DomainError, unavailable } from "@cartulary/kernel";

/** What the children of an adapter may take. */
export interface Bounds {
  /** Running time of a piece of work. */
  readonly milliseconds: number;
  /** Resident memory of a child. */
  readonly memoryBytes: number;
  /** Children at once. */
  readonly children: number;
}

/** Two children leave a small machine's other cores to the host. */
export const CHILDREN_DEFAULT: number = Math.min(2, availableParallelism());

/** Pieces of work that may wait for a child. */
const WAITING_MAX = 1_000;
const JOBS_MAX = 200;

/** A child that holds more than half of its memory between two jobs would have too little left for the next. */
export function poolOptions(
  entry: URL,
  { milliseconds, memoryBytes, children }: Bounds,
): Omit<ChildPoolOptions, "addons"> {
  const retirement = { jobs: JOBS_MAX, memoryBytes: memoryBytes / 2 };
  return { entry, children, waiting: WAITING_MAX, milliseconds, memoryBytes, retirement };
}

/** 503: nothing was wrong with the work. */
export function busy(cause: unknown): DomainError {
  return unavailable("temporarily_unavailable", "Too much is being read and merged; try again", 2, cause);
}
