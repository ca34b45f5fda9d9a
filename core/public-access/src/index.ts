export { liftClock } from "./clock.ts";
export type { InspectedMarks, InspectedRoot, InspectedStamp, StampKey } from "./inspection.ts";
export type {
  Act,
  Candidate,
  CandidateCursor,
  Counts,
  NamedLink,
  NewMarks,
  NewRoot,
  PublicAccessInspection,
  PublicAccessStore,
  PublicAccessStores,
  Stamped,
  Stamping,
  VisitedDocument,
  VisitedLink,
} from "./ports.ts";
export { propagate } from "./propagation.ts";
export {
  type Acted,
  type ActRequest,
  createPublicAccess,
  type PublicAccess,
  type PublicAccessAct,
  type PublicAccessDependencies,
  type PublicAccessListener,
  type StateRequest,
} from "./public-access.ts";
export { publicReader } from "./public-reader.ts";
export {
  type Chain,
  type Explanation,
  excluded,
  explain,
  type Link,
  lifted,
  type Marks,
  moved,
  type Position,
  REASONS,
  type Reason,
  UNMARKED,
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
export type { PublicDocument, PublicFolder, PublicItem, PublicParent } from "./visitor-records.ts";
export { createVisitors, type Visitors } from "./visitors.ts";
