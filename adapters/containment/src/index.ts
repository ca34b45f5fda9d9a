export type { Addon } from "./child-command.ts";
export {
  type ChildPool,
  type ChildPoolOptions,
  createChildPool,
  type Job,
  type QueueLimits,
  type Source,
} from "./child-pool.ts";
export type { ChildCode, ChildObserver, ChildRuntime, PoolCounts } from "./child-runtime.ts";
export { ContainmentError, type ContainmentReason } from "./containment-error.ts";
export { nodeChildren } from "./node-children.ts";
export { SOURCE_OPTIONS, siblingModule } from "./sibling-module.ts";
