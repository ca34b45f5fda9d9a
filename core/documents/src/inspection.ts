import type { BlobRecord } from "@cartulary/blobs";
import type { ReplayKey } from "@cartulary/kernel";
import type { Grant } from "./access/grant.ts";
import { type ClassificationEntry, type ClassificationPlanId, leafCodes } from "./records/classification-plan.ts";
import type { Content, Document, DocumentId } from "./records/document.ts";
import { FOLDER_DEPTH_MAX, type Folder, type FolderId } from "./records/folder.ts";
import type { Version } from "./records/version.ts";
import type { Workspace, WorkspaceId } from "./records/workspace.ts";

/** A missing row that another row references. */
export interface MissingReference {
  /** `folder`, `domain`. */
  readonly noun: string;
  readonly id: string;
}

/** A row with its dangling references. */
interface WithMissing {
  readonly missing: readonly MissingReference[];
}

/** The position of a folder or document. */
interface Location {
  readonly workspaceId: WorkspaceId | null;
  readonly placedSeq: number;
  /** The folder that contains it; `null` outside folders or when that folder is missing. */
  readonly parent: { readonly id: FolderId; readonly workspaceId: WorkspaceId | null } | null;
}

/** The stored description of a row's bytes. */
type StoredContent = Pick<Content, "blobKey" | "byteSize" | "sha256">;

export interface WorkspaceIntegrityRow extends WithMissing {
  readonly id: Workspace["id"];
}

/** A classification plan, for verification. */
export interface PlanIntegrityRow extends WithMissing {
  readonly id: ClassificationPlanId;
  readonly entries: readonly ClassificationEntry[];
  /** The stored codes, used by documents and by the completion, in any order. */
  readonly codes: readonly { readonly code: string; readonly leaf: boolean }[];
}

/** A folder, for verification. */
export interface FolderIntegrityRow extends WithMissing, Location {
  readonly id: Folder["id"];
  /** Number of folders on the path upwards, itself included; at most one more than the limit. */
  readonly depth: number;
  /** True when the path returns to the folder. */
  readonly insideItself: boolean;
}

/** A document, for verification. */
export interface DocumentIntegrityRow extends WithMissing, Location, StoredContent {
  readonly id: Document["id"];
  readonly classificationCode: string | null;
  /** True when the plan of its workspace has its code. */
  readonly planHasCode: boolean;
  readonly versionsCount: number;
  /** Number of stored versions, with the lowest and highest version number. */
  readonly versions: { readonly count: number; readonly first: number | null; readonly last: number | null };
}

export interface VersionIntegrityRow extends WithMissing, StoredContent {
  readonly id: Version["id"];
}

export interface GrantIntegrityRow extends WithMissing {
  readonly id: Grant["id"];
}

/** A stored reply, for verification. */
export interface ReplayIntegrityRow extends ReplayKey {
  readonly reply: string;
}

// Each function returns the problems of one row as predicates: "is in workspace ...".

export function missingProblems({ missing }: WithMissing): readonly string[] {
  return missing.map(({ noun, id }) => `refers to ${noun} ${id}, which does not exist`);
}

/** Checks that a node has its parent's workspace and was placed before the current tree clock, `clock`. */
export function placeProblems({ parent, workspaceId, placedSeq }: Location, clock: number | null): readonly string[] {
  const problems: string[] = [];
  if (parent && parent.workspaceId !== workspaceId) {
    problems.push(`is ${inside(workspaceId)}, its folder ${parent.id} is ${inside(parent.workspaceId)}`);
  }
  if (clock !== null && placedSeq > clock) {
    problems.push(`was placed at ${placedSeq}, and the tree clock is at ${clock}`);
  }
  return problems;
}

const inside = (workspaceId: WorkspaceId | null) => (workspaceId ? `in workspace ${workspaceId}` : "in no workspace");

export function depthProblems({ depth, insideItself }: FolderIntegrityRow): readonly string[] {
  if (insideItself) return ["is inside itself"];
  if (depth <= FOLDER_DEPTH_MAX) return [];
  return [`is deeper than ${FOLDER_DEPTH_MAX} levels, or in a folder that is inside itself`];
}

/** Checks that the stored codes of a plan are those of its entries, with the leaves marked. */
export function codesProblems({ entries, codes }: PlanIntegrityRow): readonly string[] {
  const leaves = leafCodes(entries);
  const found = new Map(codes.map(({ code, leaf }) => [code, leaf]));
  const isConsistent = entries.every(({ code }) => found.get(code) === leaves.has(code));
  return isConsistent && codes.length === entries.length ? [] : ["has other codes than its entries"];
}

/** Checks that a document's code exists in its workspace's plan. */
export function filingProblems({ classificationCode, planHasCode }: DocumentIntegrityRow): readonly string[] {
  if (classificationCode === null || planHasCode) return [];
  return [`has the code ${classificationCode}, which is not in the plan of its workspace`];
}

/** Checks that versions are numbered from 1 without gaps or duplicates, and counted. */
export function versionsProblems({ versionsCount, versions }: DocumentIntegrityRow): readonly string[] {
  const { count, first, last } = versions;
  if (count !== versionsCount) return [`counts ${versionsCount} versions and has ${count}`];
  if (count === 0 || (first === 1 && last === count)) return [];
  return [`numbers its ${count} versions from ${first} to ${last}`];
}

/** Checks that the referenced blob is live and has the same size and digest. */
export function contentProblems(content: StoredContent, record: BlobRecord | undefined): readonly string[] {
  const { blobKey } = content;
  if (!record) return [`refers to blob ${blobKey}, which has no record`];
  if (record.state !== "live") return [`refers to blob ${blobKey}, which is not live (${record.state})`];
  const sizes =
    content.byteSize === record.byteSize
      ? []
      : [`has ${content.byteSize} bytes, its blob ${blobKey} ${record.byteSize}`];
  const digests =
    content.sha256 === record.sha256 ? [] : [`has the sha256 ${content.sha256}, its blob ${blobKey} ${record.sha256}`];
  return [...sizes, ...digests];
}

/** Checks that the stored reply of a document's creation or version is that document. Ignores other replies. */
export function replayProblems({ scope, reply }: ReplayIntegrityRow): readonly string[] {
  if (!/^document(s$|:)/.test(scope)) return [];
  const answered = documentIn(reply);
  if (answered === null) return ["has a stored reply that is no document"];
  const [, meant] = /^document:(.+)$/.exec(scope) ?? [];
  return meant === undefined || meant === answered ? [] : [`has a stored reply that is document ${answered}`];
}

function documentIn(reply: string): DocumentId | null {
  try {
    const { id } = JSON.parse(reply);
    return typeof id === "string" ? (id as DocumentId) : null;
  } catch {
    return null;
  }
}
