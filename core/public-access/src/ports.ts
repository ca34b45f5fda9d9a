import type { Document, DocumentId, DocumentStores, FolderId, NodeRef, PersonRef } from "@cartulary/documents";
import type { Instant, UserId } from "@cartulary/kernel";
import type { InspectedMarks, InspectedRoot, InspectedStamp, StampKey } from "./inspection.ts";
import type { Chain, Link, Marks, WalkStart, Way } from "./rule.ts";
import type { ExclusionRef, NodeSample } from "./state.ts";
import type { PublicFolder, PublicItem } from "./visitor-records.ts";

/** Who did something to public access, and when. */
export interface Act {
  readonly at: Instant;
  /** `null` when that person is gone. */
  readonly by: PersonRef | null;
}

/** A node on the way up, with what a person wants to know of it. */
export interface NamedLink extends Link {
  readonly id: NodeRef["id"];
  readonly type: NodeRef["type"];
  readonly name: string;
  /** Beside `excludedSeq`: null together with it. */
  readonly exclusion: Act | null;
  /** Beside `publishedSeq`: null together with it. */
  readonly publication: Act | null;
}

/** Marks as they are written, with who to ask about an exclusion. */
export interface NewMarks extends Marks {
  /** Both null unless excluded. */
  readonly excludedAt: Instant | null;
  readonly excludedBy: UserId | null;
}

/** A folder that is made a root. */
export interface NewRoot {
  readonly folderId: FolderId;
  readonly publishedSeq: number;
  readonly publishedAt: Instant;
  readonly publishedBy: UserId;
}

/** One step of a propagation: the direct content of some folders. */
export interface Stamping {
  readonly rootId: FolderId;
  readonly seq: number;
  readonly folderIds: readonly FolderId[];
}

/** What one step stamped, and where the next ones go on. */
export interface Stamped {
  readonly granted: number;
  readonly folderIds: readonly FolderId[];
}

/** How many nodes lie below a folder, and how they stand. */
export interface Counts {
  readonly folders: number;
  readonly documents: number;
  /** Of those folders and documents, the ones that an exclusion cuts. */
  readonly excludedFolders: number;
  readonly excludedDocuments: number;
  /** Of both kinds, the ones that are public. */
  readonly public: number;
}

/** Something in a folder that holds a stamp, and all that decides whether it is public there. */
export interface Candidate {
  readonly item: PublicItem;
  /** Without a stamp: the candidate's are given by root. */
  readonly link: Omit<Link, "stampSeq">;
  readonly stamps: ReadonlyMap<string, number>;
}

/** Where a list of candidates goes on: after this one. */
export type CandidateCursor = Pick<PublicItem, "type" | "id" | "name">;

/** A node on the way up, as far as a visitor hears of it. */
export type VisitedLink = Link & Pick<NamedLink, "id" | "name">;

/** A document, and what decides whether it and the folder that it lies in are public. */
export interface VisitedDocument {
  readonly document: Document;
  readonly way: Way<VisitedLink>;
  /** `null` where it lies in no folder. */
  readonly folderWay: Way<VisitedLink> | null;
}

/**
 * Public access as it is kept (public-access.md 4.2). A node without marks has the rule's UNMARKED. What a method reads
 * is one statement, so that it never sees half a move.
 */
export interface PublicAccessStore {
  /** The way from a node to the top, at most one link more than a tree is deep; `null` when the node does not exist. */
  chain(node: NodeRef): Promise<Chain<NamedLink> | null>;

  /** The marks and places of a folder and those above it, in the order of the ids. */
  folderLinks(folderIds: readonly FolderId[]): Promise<readonly Omit<Link, "publishedSeq" | "stampSeq">[]>;
  marks(node: NodeRef): Promise<Marks>;
  /** Gives a node another floor, whatever else is kept of it. */
  raiseFloor(node: NodeRef, floorSeq: number): Promise<void>;

  /** Creates or replaces. */
  mark(node: NodeRef, marks: NewMarks): Promise<void>;
  /** Makes a folder a root that holds its own stamp; there must be none. */
  open(root: NewRoot): Promise<void>;
  /** False when it was no root. One row, whatever lies below. */
  close(folderId: FolderId): Promise<boolean>;

  /** Notes that a propagation begins. False when the folder is no root. */
  propagating(folderId: FolderId, seq: number, at: Instant): Promise<boolean>;
  /**
   * Stamps what lies directly in these folders and was placed before `seq`, leaving out what is excluded; answers the
   * folders among it. Nothing when the root is none any more. A stamp never goes back to a smaller number.
   */
  stamp(step: Stamping): Promise<Stamped>;

  /** What lies below a folder; `start` says how the folder itself stands. */
  counts(folderId: FolderId, start: WalkStart): Promise<Counts>;
  /** The first nodes below that neither are public nor cut, by id. */
  unstamped(folderId: FolderId, start: WalkStart, limit: number): Promise<readonly NodeSample[]>;
  /** The exclusions below a folder, oldest first, then by id; and how many there are. */
  exclusions(
    folderId: FolderId,
    limit: number,
  ): Promise<{ readonly items: readonly ExclusionRef[]; readonly count: number }>;

  /** What lies in a folder and holds a stamp: folders first, then by folded name and id, from after a cursor on. */
  candidates(folderId: FolderId, after: CandidateCursor | null, limit: number): Promise<readonly Candidate[]>;

  /** What a visitor sees of a folder or document beside what lies in it and where it lies; `null` without it. */
  publicFolder(id: FolderId): Promise<Omit<PublicFolder, "parent" | "items" | "itemsTruncated"> | null>;
  publicDocument(id: DocumentId): Promise<VisitedDocument | null>;

  /** Ends what is kept of nodes that are being removed: marks, roots, stamps on them and by them. */
  forget(nodes: readonly NodeRef[]): Promise<void>;

  /** The highest number that anything of public access has; 0 when there is nothing. */
  highestSeq(): Promise<number>;
}

/** Rows of public access beside what they belong to, for verification: page by page, by id, from after one on. */
export interface PublicAccessInspection {
  marks(after: NodeRef["id"] | null, limit: number): Promise<readonly InspectedMarks[]>;
  roots(after: FolderId | null, limit: number): Promise<readonly InspectedRoot[]>;
  /** By resource, then root. */
  stamps(after: StampKey | null, limit: number): Promise<readonly InspectedStamp[]>;
}

/** What this package needs inside a transaction. */
export interface PublicAccessStores extends DocumentStores {
  readonly publicAccess: PublicAccessStore;
  readonly publicAccessInspection: PublicAccessInspection;
}
