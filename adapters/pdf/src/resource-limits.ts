import { availableParallelism } from "node:os";
import type {
  ChildPoolOptions,
  ChildRuntime,
  ContainmentError,
  ContainmentReason,
  QueueLimits,
} from "@cartulary/containment";
import { type DomainError, rateLimited, unavailable } from "@cartulary/kernel";

/** Resource limits of an adapter's children. */
export interface Bounds {
  /** CPU time of a job. */
  readonly cpuMilliseconds: number;
  /** Resident memory of a child. */
  readonly memoryBytes: number;
  /** Maximum number of children. */
  readonly children: number;
  /** Limits of the waiting jobs; by default those of composition.md 2. */
  readonly queue?: Partial<QueueLimits>;
  /** The runtime of the children; by default the Node.js of this process. */
  readonly childRuntime?: ChildRuntime | undefined;
}

/** Two children leave the other cores of a small machine to the host. */
export const CHILDREN_DEFAULT: number = Math.min(2, availableParallelism());

const JOBS_MAX = 200;
const RETRY_SECONDS = 2;

/** Replaces a child that holds more than half of its memory between two jobs: too little would be left for the next. */
export function poolOptions(
  entry: URL,
  { cpuMilliseconds, memoryBytes, children, queue = {}, childRuntime }: Bounds,
): Omit<ChildPoolOptions, "addons"> {
  const retirement = { jobs: JOBS_MAX, memoryBytes: memoryBytes / 2 };
  return { entry, children, queue, cpuMilliseconds, memoryBytes, retirement, childRuntime };
}

/** True if the job itself did not fail: no child took it, or the host ended the child. */
export function isRefusal(reason: ContainmentReason): reason is "rate_limited" | "busy" | "closed" {
  return reason === "rate_limited" || reason === "busy" || reason === "closed";
}

/** 429 if the owner has too many waiting jobs, 503 if there are too many in total. */
export function refusalFor(error: ContainmentError): DomainError {
  return error.reason === "rate_limited"
    ? rateLimited("Too many of your files are waiting to be read and merged; try again", RETRY_SECONDS, error)
    : unavailable(
        "temporarily_unavailable",
        "Too many files are being read and merged; try again",
        RETRY_SECONDS,
        error,
      );
}
