import type { FolderId, NodeRef, PersonRef } from "@cartulary/documents";
import type { Instant } from "@cartulary/kernel";
import type { Reason } from "./rule.ts";

/** Samples and exclusions that a state lists unless asked for another number, and at most. */
export const STATE_LIMIT_DEFAULT = 20;
export const STATE_LIMIT_MAX = 100;

/** A root of public access, as a state names it. */
export interface RootRef {
  readonly id: FolderId;
  readonly name: string;
  readonly publishedAt: Instant;
  readonly publishedBy: PersonRef | null;
}

/** An exclusion, as a state names it. */
export interface ExclusionRef {
  readonly resourceType: NodeRef["type"];
  readonly resourceId: NodeRef["id"];
  readonly name: string;
  /** True when it stands on something that the resource lies in. */
  readonly inherited: boolean;
  readonly excludedAt: Instant;
  readonly excludedBy: PersonRef | null;
}

/** A node by type and name. */
export interface NodeSample {
  readonly type: NodeRef["type"];
  readonly id: NodeRef["id"];
  readonly name: string;
}

/** What lies below a folder: `total` = `public` + `unstamped` + `excluded`. */
export interface SubtreeCounts {
  readonly total: number;
  readonly folders: number;
  readonly documents: number;
  readonly public: number;
  /** Eligible, and not public by any root. */
  readonly unstamped: number;
  readonly excluded: number;
}

/** What an operation would reach (public-access.md 4.6); the resource itself counts. */
export interface Scope {
  readonly folders: number;
  readonly documents: number;
  /** How many of both are public now. */
  readonly alreadyPublic: number;
  /** Left out because they are cut. */
  readonly excluded: number;
}

/** Whether a resource is public, and all that explains it (public-access.md 4.6). */
export interface PublicAccessState {
  readonly resourceType: NodeRef["type"];
  readonly resourceId: NodeRef["id"];
  readonly public: boolean;
  readonly isRoot: boolean;
  /** The nearest published root that makes it public; `null` unless public. */
  readonly root: RootRef | null;
  readonly excluded: boolean;
  /** The nearest one that cuts it. */
  readonly exclusion: ExclusionRef | null;
  /** Those below it, oldest first, as many as were asked for. */
  readonly exclusions: readonly ExclusionRef[];
  readonly exclusionsCount: number;
  /** `null` exactly when public. */
  readonly reason: Reason | null;
  /** `null` for a document. */
  readonly subtree: SubtreeCounts | null;
  /** Some of those that a propagation would reach and that are not public, as many as were asked for. */
  readonly unstampedSample: readonly NodeSample[];
  /** How many stamps a publication or propagation wrote; `null` after anything else. */
  readonly grantedCount: number | null;
  /** Of a dry run only. */
  readonly scope?: Scope;
}
