export { type AnonymousReader, createAnonymousReader } from "./anonymous-reader.ts";
export type { BarriersIntegrityRow, RootIntegrityRow, StampIntegrityRow, StampKey } from "./inspection.ts";
export type {
  Attribution,
  Candidate,
  CandidateCursor,
  Counts,
  NamedLink,
  NewBarriers,
  NewRoot,
  PublicAccessInspection,
  PublicAccessStore,
  PublicAccessStores,
  PublicDocumentLookup,
  PublicLink,
  StampStep,
  StampStepResult,
} from "./ports.ts";
export { propagate } from "./propagation.ts";
export {
  type ActionResult,
  type ActRequest,
  createPublicAccess,
  type PublicAccess,
  type PublicAccessAct,
  type PublicAccessDependencies,
  type PublicAccessListener,
  type StateRequest,
} from "./public-access.ts";
export { publicReadRule } from "./public-read-rule.ts";
export type { PublicDocument, PublicFolder, PublicItem, PublicParent } from "./public-records.ts";
export { raiseTreeClock } from "./raise-tree-clock.ts";
export {
  type Barriers,
  barriersAfterExclusion,
  barriersAfterLift,
  barriersAfterMove,
  type Chain,
  type Explanation,
  explain,
  type Link,
  NO_BARRIERS,
  type Position,
  REASONS,
  type Reason,
  type WalkStart,
  walkStart,
} from "./rule.ts";
export {
  type ExclusionRef,
  type NodeSample,
  type PublicAccessState,
  type RootRef,
  type Scope,
  STATE_LIMIT_DEFAULT,
  STATE_LIMIT_MAX,
  type SubtreeCounts,
} from "./state.ts";
export { publicAccessTreeListener } from "./tree-listener.ts";
export { publicAccessChecks } from "./verification.ts";
