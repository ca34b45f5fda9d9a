import type { BlobRecord } from "@cartulary/blobs";
import type { ReplayKey } from "@cartulary/kernel";
import type { Grant } from "./access/access.ts";
import { type ClassificationEntry, type ClassificationPlanId, leafCodes } from "./records/classification-plan.ts";
import type { Content, Document, DocumentId } from "./records/document.ts";
import { FOLDER_DEPTH_MAX, type Folder, type FolderId } from "./records/folder.ts";
import type { Version } from "./records/version.ts";
import type { Workspace, WorkspaceId } from "./records/workspace.ts";

/** A row that another one refers to and that does not exist. */
export interface Missing {
  /** `folder`, `domain`. */
  readonly noun: string;
  readonly id: string;
}

/** A row, and what it refers to in vain. */
interface Referring {
  readonly missing: readonly Missing[];
}

/** What is known of the place of a folder or document. */
interface Location {
  readonly workspaceId: WorkspaceId | null;
  readonly placedSeq: number;
  /** The folder it lies in; `null` where it lies in none, or in one that does not exist. */
  readonly parent: { readonly id: FolderId; readonly workspaceId: WorkspaceId | null } | null;
}

/** Which bytes a row says that it has. */
type StoredContent = Pick<Content, "blobKey" | "byteSize" | "sha256">;

/** A workspace, as verification looks at it. */
export interface InspectedWorkspace extends Referring {
  readonly id: Workspace["id"];
}

/** A classification plan, as verification looks at it. */
export interface InspectedPlan extends Referring {
  readonly id: ClassificationPlanId;
  readonly entries: readonly ClassificationEntry[];
  /** The codes that documents may be filed under and that completion counts, in any order. */
  readonly codes: readonly { readonly code: string; readonly leaf: boolean }[];
}

/** A folder, as verification looks at it. */
export interface InspectedFolder extends Referring, Location {
  readonly id: Folder["id"];
  /** How many folders one comes through on the way up, itself included; no more than one above the limit. */
  readonly depth: number;
  /** Whether that way comes back to it. */
  readonly insideItself: boolean;
}

/** A document, as verification looks at it. */
export interface InspectedDocument extends Referring, Location, StoredContent {
  readonly id: Document["id"];
  readonly classificationCode: string | null;
  /** Whether the plan of its workspace has an entry of its code. */
  readonly planHasCode: boolean;
  readonly versionsCount: number;
  /** The rows there are: how many, and their least and greatest number. */
  readonly versions: { readonly count: number; readonly first: number | null; readonly last: number | null };
}

/** A version, as verification looks at it. */
export interface InspectedVersion extends Referring, StoredContent {
  readonly id: Version["id"];
}

/** A grant, as verification looks at it. */
export interface InspectedGrant extends Referring {
  readonly id: Grant["id"];
}

/** A kept answer, as verification looks at it. */
export interface InspectedReplay extends ReplayKey {
  /** As it is stored. */
  readonly reply: string;
}

// Each of these says what is wrong with one row, in sentences of which the row is the subject.

export function missingProblems({ missing }: Referring): readonly string[] {
  return missing.map(({ noun, id }) => `refers to ${noun} ${id}, which does not exist`);
}

/** A node has its parent's workspace, and was placed no later than now (`clock`, the tree's). */
export function placeProblems({ parent, workspaceId, placedSeq }: Location, clock: number | null): readonly string[] {
  const problems: string[] = [];
  if (parent && parent.workspaceId !== workspaceId) {
    problems.push(`is ${inside(workspaceId)}, its folder ${parent.id} is ${inside(parent.workspaceId)}`);
  }
  if (clock !== null && placedSeq > clock) {
    problems.push(`was placed at ${placedSeq}, and the tree clock stands at ${clock}`);
  }
  return problems;
}

const inside = (workspaceId: WorkspaceId | null) => (workspaceId ? `in workspace ${workspaceId}` : "in no workspace");

export function depthProblems({ depth, insideItself }: InspectedFolder): readonly string[] {
  if (insideItself) return ["lies inside itself"];
  if (depth <= FOLDER_DEPTH_MAX) return [];
  return [`lies deeper than ${FOLDER_DEPTH_MAX} levels, or in a folder that lies inside itself`];
}

/** The codes beside a plan are those of its entries, and what completion counts are its leaves. */
export function codesProblems({ entries, codes }: InspectedPlan): readonly string[] {
  const leaves = leafCodes(entries);
  const found = new Map(codes.map(({ code, leaf }) => [code, leaf]));
  const sound = entries.every(({ code }) => found.get(code) === leaves.has(code));
  return sound && codes.length === entries.length ? [] : ["has other codes than its entries"];
}

/** A document that is filed is filed under an entry of its workspace's plan. */
export function filingProblems({ classificationCode, planHasCode }: InspectedDocument): readonly string[] {
  if (classificationCode === null || planHasCode) return [];
  return [`is filed under ${classificationCode}, of which the plan of its workspace has no entry`];
}

/** Versions are numbered from 1 without gaps, and counted; no two of a document have one number. */
export function versionsProblems({ versionsCount, versions }: InspectedDocument): readonly string[] {
  const { count, first, last } = versions;
  if (count !== versionsCount) return [`counts ${versionsCount} versions and has ${count}`];
  if (count === 0 || (first === 1 && last === count)) return [];
  return [`numbers its ${count} versions from ${first} to ${last}`];
}

/** What a row refers to is live, and of the same size and digest. */
export function contentProblems(content: StoredContent, record: BlobRecord | undefined): readonly string[] {
  const { blobKey } = content;
  if (!record) return [`refers to blob ${blobKey}, of which there is no record`];
  if (record.state !== "live") return [`refers to blob ${blobKey}, which is not live (${record.state})`];
  const sizes =
    content.byteSize === record.byteSize
      ? []
      : [`has ${content.byteSize} bytes, its blob ${blobKey} ${record.byteSize}`];
  const digests =
    content.sha256 === record.sha256 ? [] : [`has the sha256 ${content.sha256}, its blob ${blobKey} ${record.sha256}`];
  return [...sizes, ...digests];
}

/** The answer of a document's creation or version is that document; other answers are nothing to this package. */
export function replayProblems({ scope, reply }: InspectedReplay): readonly string[] {
  if (!/^document(s$|:)/.test(scope)) return [];
  const answered = documentIn(reply);
  if (answered === null) return ["keeps an answer that is no document"];
  const [, meant] = /^document:(.+)$/.exec(scope) ?? [];
  return meant === undefined || meant === answered ? [] : [`keeps an answer that is document ${answered}`];
}

function documentIn(reply: string): DocumentId | null {
  try {
    const { id } = JSON.parse(reply);
    return typeof id === "string" ? (id as DocumentId) : null;
  } catch {
    return null;
  }
}
