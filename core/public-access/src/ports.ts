import type { Document, DocumentId, DocumentStores, FolderId, NodeRef, PersonRef } from "@cartulary/documents";
import type { Instant, UserId } from "@cartulary/kernel";
import type { BarriersIntegrityRow, RootIntegrityRow, StampIntegrityRow, StampKey } from "./inspection.ts";
import type { PublicFolder, PublicItem } from "./public-records.ts";
import type { AncestorLinks, Barriers, Chain, Link, WalkStart } from "./rule.ts";
import type { ExclusionRef, NodeSample } from "./state.ts";

/** The user who changed public access, and the time. */
export interface Attribution {
  readonly at: Instant;
  /** `null` when the user was deleted. */
  readonly by: PersonRef | null;
}

/** A link with the details that a state shows. */
export interface NamedLink extends Link {
  readonly id: NodeRef["id"];
  readonly type: NodeRef["type"];
  readonly name: string;
  /** `null` exactly when `excludedSeq` is. */
  readonly exclusion: Attribution | null;
  /** `null` exactly when `publishedSeq` is. */
  readonly publication: Attribution | null;
}

/** Barriers to store, with the author of an exclusion. */
export interface NewBarriers extends Barriers {
  /** Both `null` unless excluded. */
  readonly excludedAt: Instant | null;
  readonly excludedBy: UserId | null;
}

/** A folder that becomes a root. */
export interface NewRoot {
  readonly folderId: FolderId;
  readonly publishedSeq: number;
  readonly publishedAt: Instant;
  readonly publishedBy: UserId;
}

/** One step of a propagation: stamps the direct content of these folders. */
export interface StampStep {
  readonly rootId: FolderId;
  readonly seq: number;
  readonly folderIds: readonly FolderId[];
}

/** The number of stamps written, and the folders of the next steps. */
export interface StampStepResult {
  readonly stamped: number;
  readonly folderIds: readonly FolderId[];
}

/** Counts of the nodes below a folder. */
export interface Counts {
  readonly folders: number;
  readonly documents: number;
  /** Folders and documents that an exclusion covers. */
  readonly excludedFolders: number;
  readonly excludedDocuments: number;
  /** Public folders and documents together. */
  readonly public: number;
}

/** A stamped item of a folder, with the input of the decision about it there. */
export interface Candidate {
  readonly item: PublicItem;
  /** Without a stamp: `stamps` has the candidate's, by root. */
  readonly link: Omit<Link, "stampSeq">;
  readonly stamps: ReadonlyMap<string, number>;
}

/** Cursor: a list continues after this item. */
export type CandidateCursor = Pick<PublicItem, "type" | "id" | "name">;

/** A link with the fields that anonymous readers may see. */
export type PublicLink = Link & Pick<NamedLink, "id" | "name">;

/** A document with its chain, and that of its folder. */
export interface PublicDocumentLookup {
  readonly document: Document;
  readonly chain: AncestorLinks<PublicLink>;
  /** `null` for a document outside folders. */
  readonly folderChain: AncestorLinks<PublicLink> | null;
}

/**
 * Store of public access (public-access.md 4.2). A node without a row has the rule's NO_BARRIERS. Each method except `stamp`
 * reads with one statement, so it never sees half a move.
 */
export interface PublicAccessStore {
  /**
   * Returns the chain from a node to the top, with at most one link more than the maximum depth; `null` when the node
   * does not exist.
   */
  chain(node: NodeRef): Promise<Chain<NamedLink> | null>;

  /** Returns the barriers and positions of these folders, in the order of the ids. */
  folderLinks(folderIds: readonly FolderId[]): Promise<readonly Omit<Link, "publishedSeq" | "stampSeq">[]>;
  barriers(node: NodeRef): Promise<Barriers>;
  /** Sets the floor of a node; keeps its other fields. */
  setFloor(node: NodeRef, floorSeq: number): Promise<void>;

  /** Creates or replaces the barriers. */
  setBarriers(node: NodeRef, barriers: NewBarriers): Promise<void>;
  /** Inserts a root and its own stamp; the folder must not be a root yet. */
  insertRoot(root: NewRoot): Promise<void>;
  /** Deletes the root's row. Returns false when the folder is no root. */
  removeRoot(folderId: FolderId): Promise<boolean>;

  /** Records the start of a propagation and stamps the root itself. Returns false when the folder is no root. */
  startPropagation(folderId: FolderId, seq: number, at: Instant): Promise<boolean>;
  /**
   * Stamps the direct content of these folders that was placed before `seq` and is not excluded; returns the folders
   * among it. Stamps nothing when the root no longer exists. Never lowers the number of a stamp.
   */
  stamp(step: StampStep): Promise<StampStepResult>;

  /** Counts the nodes below a folder; `start` is the state of the folder itself. */
  counts(folderId: FolderId, start: WalkStart): Promise<Counts>;
  /** Returns the first nodes below, by id, that are neither public nor excluded. */
  unstamped(folderId: FolderId, start: WalkStart, limit: number): Promise<readonly NodeSample[]>;
  /** Returns the first exclusions below a folder, oldest first, then by id, and their total number. */
  exclusions(
    folderId: FolderId,
    limit: number,
  ): Promise<{ readonly items: readonly ExclusionRef[]; readonly count: number }>;

  /** Returns the stamped items directly in a folder: folders first, then by folded name and id; after the cursor. */
  candidates(folderId: FolderId, after: CandidateCursor | null, limit: number): Promise<readonly Candidate[]>;

  /** Returns the public fields of a folder or document; `null` when it does not exist. */
  publicFolder(id: FolderId): Promise<Omit<PublicFolder, "parent" | "items" | "itemsTruncated"> | null>;
  publicDocument(id: DocumentId): Promise<PublicDocumentLookup | null>;

  /** Deletes barriers, roots and stamps of nodes that are being removed, and the stamps of those roots. */
  forget(nodes: readonly NodeRef[]): Promise<void>;
  /** Deletes the roots and stamps of removed nodes; floors and exclusions stay, for their return. */
  endGrants(nodes: readonly NodeRef[]): Promise<void>;

  /** Returns the highest stored number of public access; 0 without any. */
  highestSeq(): Promise<number>;
}

/** Pages of stored rows for verification, by id, each with the existence of the referenced records. */
export interface PublicAccessInspection {
  barriers(after: NodeRef["id"] | null, limit: number): Promise<readonly BarriersIntegrityRow[]>;
  roots(after: FolderId | null, limit: number): Promise<readonly RootIntegrityRow[]>;
  /** Ordered by resource, then root. */
  stamps(after: StampKey | null, limit: number): Promise<readonly StampIntegrityRow[]>;
}

export interface PublicAccessStores extends DocumentStores {
  readonly publicAccess: PublicAccessStore;
  readonly publicAccessInspection: PublicAccessInspection;
}
