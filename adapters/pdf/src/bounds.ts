import { availableParallelism } from "node:os";
import type {
  ChildPoolOptions,
  ChildRuntime,
  ContainmentError,
  ContainmentReason,
  QueueLimits,
} from "@cartulary/containment";
import { type DomainError, rateLimited, unavailable } from "@cartulary/kernel";

/** What the children of an adapter may take. */
export interface Bounds {
  /** CPU time of a piece of work. */
  readonly cpuMilliseconds: number;
  /** Resident memory of a child. */
  readonly memoryBytes: number;
  /** Children at once. */
  readonly children: number;
  /** Of what waits for a child; those of composition.md 2 where nothing is said. */
  readonly queue?: Partial<QueueLimits>;
  /** What children run on; the Node.js of this process where nothing is said. */
  readonly childRuntime?: ChildRuntime | undefined;
}

/** Two children leave a small machine's other cores to the host. */
export const CHILDREN_DEFAULT: number = Math.min(2, availableParallelism());

const JOBS_MAX = 200;
const RETRY_SECONDS = 2;

/** A child that holds more than half of its memory between two jobs would have too little left for the next. */
export function poolOptions(
  entry: URL,
  { cpuMilliseconds, memoryBytes, children, queue = {}, childRuntime }: Bounds,
): Omit<ChildPoolOptions, "addons"> {
  const retirement = { jobs: JOBS_MAX, memoryBytes: memoryBytes / 2 };
  return { entry, children, queue, cpuMilliseconds, memoryBytes, retirement, childRuntime };
}

/** Whether nothing was wrong with the work: it came to no child, or its child was ended by the host. */
export function isRefusal(reason: ContainmentReason): reason is "rate_limited" | "busy" | "closed" {
  return reason === "rate_limited" || reason === "busy" || reason === "closed";
}

/** 429 where one has too much waiting, 503 where all have. */
export function refusalFor(error: ContainmentError): DomainError {
  return error.reason === "rate_limited"
    ? rateLimited("Too many of your files wait to be read and merged; try again", RETRY_SECONDS, error)
    : unavailable("temporarily_unavailable", "Too much is being read and merged; try again", RETRY_SECONDS, error);
}
