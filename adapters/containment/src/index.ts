export {
  type ChildPool,
  type ChildPoolOptions,
  createChildPool,
  type Job,
  type QueueLimits,
  type Source,
} from "./child-pool.ts";
export type { ChildCode, ChildRuntime } from "./child-runtime.ts";
export type { Addon } from "./command.ts";
export { ContainmentError, type ContainmentReason } from "./containment-error.ts";
export { nodeChildren } from "./node-children.ts";
export { SOURCE_OPTIONS, siblingModule } from "./sibling-module.ts";
