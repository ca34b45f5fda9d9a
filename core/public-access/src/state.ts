import type { FolderId, NodeRef, PersonRef } from "@cartulary/documents";
import type { Instant } from "@cartulary/kernel";
import type { Reason } from "./rule.ts";

/** Default and maximum of `limit`: the listed samples, and the listed exclusions, of a state. */
export const STATE_LIMIT_DEFAULT = 20;
export const STATE_LIMIT_MAX = 100;

/** A root of public access in a state. */
export interface RootRef {
  readonly id: FolderId;
  readonly name: string;
  readonly publishedAt: Instant;
  readonly publishedBy: PersonRef | null;
}

/** An exclusion in a state. */
export interface ExclusionRef {
  readonly resourceType: NodeRef["type"];
  readonly resourceId: NodeRef["id"];
  readonly name: string;
  /** True when the exclusion is on an ancestor of the resource. */
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

/** Counts of the content of a folder, at any depth: `total` = `public` + `unstamped` + `excluded`. */
export interface SubtreeCounts {
  readonly total: number;
  readonly folders: number;
  readonly documents: number;
  readonly public: number;
  /** Neither public nor excluded. */
  readonly unstamped: number;
  readonly excluded: number;
}

/** Counts of what an action would reach (public-access.md 4.6), the resource included. */
export interface Scope {
  readonly folders: number;
  readonly documents: number;
  /** Folders and documents that are public already. */
  readonly alreadyPublic: number;
  /** Folders and documents skipped because of an exclusion. */
  readonly excluded: number;
}

/** The public state of a resource, with its explanation (public-access.md 4.6). */
export interface PublicAccessState {
  readonly resourceType: NodeRef["type"];
  readonly resourceId: NodeRef["id"];
  readonly public: boolean;
  readonly isRoot: boolean;
  /** The nearest published root with a live stamp; `null` unless public. */
  readonly root: RootRef | null;
  readonly excluded: boolean;
  /** The nearest exclusion: the resource's own or an ancestor's. */
  readonly exclusion: ExclusionRef | null;
  /** The first exclusions below the resource, oldest first. */
  readonly exclusions: readonly ExclusionRef[];
  readonly exclusionsCount: number;
  /** `null` exactly when public. */
  readonly reason: Reason | null;
  /** `null` for a document. */
  readonly subtree: SubtreeCounts | null;
  /** The first nodes below that are neither public nor excluded. */
  readonly unstampedSample: readonly NodeSample[];
  /** Number of stamps that a publication or propagation wrote; `null` after other actions. */
  readonly grantedCount: number | null;
  /** Only in the reply to a dry run. */
  readonly scope?: Scope;
}
