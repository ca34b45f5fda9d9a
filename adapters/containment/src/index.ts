export {
  type ChildPool,
  type ChildPoolOptions,
  createChildPool,
  type Job,
  type QueueLimits,
  type Source,
} from "./child-pool.ts";
export { ContainmentError, type ContainmentReason } from "./containment-error.ts";
export { siblingModule } from "./sibling-module.ts";
