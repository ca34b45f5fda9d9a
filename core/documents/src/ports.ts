import type { BlobStores } from "@cartulary/blobs";
import type {
  BlobKey,
  Caller,
  GroupId,
  ListQuery,
  Page,
  PlaceRequest,
  RecordStore,
  ReplayKey,
  ReplayStores,
  UserId,
} from "@cartulary/kernel";
import type { Grant, Level, NodeWithLevel, ResourceRef } from "./access/access.ts";
import type { FolderItems, ItemsWithLevel } from "./access/folder-items.ts";
import type { PermissionField, PermissionView } from "./access/permission.ts";
import type {
  InspectedDocument,
  InspectedFolder,
  InspectedGrant,
  InspectedPlan,
  InspectedReplay,
  InspectedVersion,
  InspectedWorkspace,
} from "./inspection.ts";
import type { CatalogueEntry, CatalogueField, CatalogueKind, CatalogueNouns } from "./records/catalogue.ts";
import type {
  ClassificationEntry,
  ClassificationPlan,
  ClassificationPlanField,
  ClassificationPlanId,
  ClassificationReason,
} from "./records/classification-plan.ts";
import type {
  Document,
  DocumentField,
  DocumentId,
  DocumentView,
  ListedDocument,
  TextStatus,
} from "./records/document.ts";
import type { Folder, FolderField, FolderId, FolderView } from "./records/folder.ts";
import type { Version, VersionId, VersionView } from "./records/version.ts";
import type { Workspace, WorkspaceField, WorkspaceId, WorkspaceView } from "./records/workspace.ts";
import type { Tag, TagField } from "./tags/tag.ts";

/**
 * Named permissions. They are inherited downwards (workspace, folders, document), the highest wins, none forbids.
 * Administrators hold `manage` on whatever exists.
 */
export interface GrantStore {
  /** The caller's level on a resource, own and inherited; `null` without any, and for what does not exist. */
  levelOn(caller: Caller, resource: ResourceRef): Promise<Level | null>;

  /**
   * What gives the caller that level, whatever the role: of several grants of the highest level the nearest, of these
   * the oldest. `null` without any.
   */
  deciding(caller: Caller, resource: ResourceRef): Promise<PermissionView | null>;

  /** Everybody's on a resource, own and inherited. */
  list(resource: ResourceRef, query: ListQuery<PermissionField>): Promise<Page<PermissionView>>;

  /** One that was given on this very resource. */
  find(resource: ResourceRef, id: Grant["id"]): Promise<PermissionView | null>;
  /** The same, locked until the transaction ends. */
  lock(resource: ResourceRef, id: Grant["id"]): Promise<PermissionView | null>;

  /** Refuses a second one of the same subject on the same resource: 422, `subjectId` taken. */
  insert(grant: Grant): Promise<void>;
  /** Replaces the level and the date. */
  update(grant: Grant): Promise<void>;
  remove(id: Grant["id"]): Promise<void>;

  /** Removes what was granted on these resources, which are going. */
  removeOn(resourceIds: readonly string[]): Promise<void>;

  /** Removes what was granted to a subject that is going. */
  removeTo(subjectId: UserId | GroupId): Promise<void>;
}

/** Whom permissions may be given to. Somebody else keeps them. */
export interface SubjectStore {
  /** A person as one who asks, with the role and the groups that he has now; `null` for whoever is gone or may not act. */
  callerOf(userId: UserId): Promise<Caller | null>;
  /** Keeps a subject from being removed until the transaction ends, as several may at once; false without it. */
  lockShared(subjectType: Grant["subjectType"], id: UserId | GroupId): Promise<boolean>;
}

/** Where workspaces are kept. Lists show a caller only what named permissions show. */
export interface WorkspaceStore extends Omit<RecordStore<Workspace, WorkspaceField, WorkspaceView>, "list"> {
  /** As many of a page as `ROWS_BYTES_MAX` of the kernel allows. */
  list(caller: Caller, query: ListQuery<WorkspaceField>): Promise<Page<WorkspaceView>>;
}

/** Narrows a list to one workspace, one folder's direct content, or both. */
export interface Within {
  readonly workspaceId?: WorkspaceId;
  readonly documentsFolderId?: FolderId;
}

/** Everything that a removal took along. */
export interface Removed {
  readonly folderIds: readonly FolderId[];
  readonly documentIds: readonly DocumentId[];
  /** One element a reference: a key that two rows held stands twice. */
  readonly blobKeys: readonly BlobKey[];
}

/** Where folders are kept, and the tree they make. Lists show a caller only what named permissions show. */
export interface FolderStore {
  /** With the caller's level and all it lies in, seen or not, in one statement. */
  find(caller: Caller, id: FolderId): Promise<NodeWithLevel<FolderView> | null>;
  /** The stored record, locked until the transaction ends, so that no change of another field is lost. */
  lock(id: FolderId): Promise<Folder | null>;
  /** With the names of those things only, of what they lie in, that named permissions show too. */
  list(caller: Caller, query: ListQuery<FolderField>, within: Within): Promise<Page<FolderView>>;
  /**
   * Direct content, `limit` elements at most, and no more than `ROWS_BYTES_MAX` of the kernel allows of what JSON makes of
   * them: folders first, then by folded name and id.
   */
  items(id: FolderId, limit: number): Promise<FolderItems>;
  /**
   * Of a folder's direct content, in the same order, these and whatever the caller was granted a level on there, with
   * the level that he was granted on that very thing.
   */
  itemsIn(
    caller: Caller,
    id: FolderId,
    selection: { readonly ids: readonly string[]; readonly limit: number },
  ): Promise<ItemsWithLevel>;
  /** Answers it with what it lies in, as `find` would. */
  insert(folder: Folder): Promise<FolderView>;
  /** Replaces the whole record. */
  update(folder: Folder): Promise<void>;

  /** The folder and those above it, nearest first; empty when it does not exist. At most 65 are followed. */
  chain(id: FolderId): Promise<readonly FolderId[]>;
  /** How many levels of folders the subtree has, the folder itself included. */
  height(id: FolderId): Promise<number>;
  /**
   * Gives the whole subtree (folders and documents), the folder itself included, another workspace. Documents keep their
   * classification code where its plan has it.
   */
  assignWorkspace(id: FolderId, workspaceId: WorkspaceId | null): Promise<void>;
  /** Removes the folder and all below it: folders, documents, their versions. Grants and blobs stay the caller's to end. */
  removeSubtree(id: FolderId): Promise<Removed>;
  /** Removes every folder, document and version of a workspace. */
  removeWorkspaceContent(id: WorkspaceId): Promise<Removed>;
}

/** A content, and the document that it is of. */
export interface TextOf {
  readonly documentId: DocumentId;
  readonly blobKey: BlobKey;
}

/** Where documents are kept. Lists show a caller only what named permissions show. */
export interface DocumentStore {
  /** With the caller's level and all it lies in, seen or not, in one statement. */
  find(caller: Caller, id: DocumentId): Promise<NodeWithLevel<DocumentView> | null>;
  /** The stored record, locked until the transaction ends: whoever changes its content or place queues here. */
  lock(id: DocumentId): Promise<Document | null>;
  /** With the names of those things only, of what they lie in, that named permissions show too. */
  list(caller: Caller, query: ListQuery<DocumentField>, within: Within): Promise<Page<ListedDocument>>;
  /** Answers it with what it lies in and refers to, as `find` would. */
  insert(document: Document): Promise<DocumentView>;
  /** Replaces the whole record. */
  update(document: Document): Promise<void>;
  /** Says what search has of these contents, and changes nothing else; nothing of a document whose content is another one. */
  setTextStatus(status: TextStatus, contents: readonly TextOf[]): Promise<void>;
  /**
   * The oldest document, by its creation and then its id, whose present content has this digest and that named permissions
   * show the caller; `null` without one.
   */
  findDuplicate(caller: Caller, sha256: string): Promise<DocumentId | null>;
  /** Clears the classification code of every document of a workspace that this plan has no such entry for. */
  keepCodes(workspaceId: WorkspaceId, planId: ClassificationPlanId | null): Promise<void>;
  /** Removes the document and its versions. */
  remove(id: DocumentId): Promise<Removed>;
}

/** The tags that folders and documents have. */
export interface TagStore {
  /** Of what named permissions show the caller; names that differ only in case are one, spelt as the first by bytes. */
  list(caller: Caller, query: ListQuery<TagField>): Promise<Page<Tag>>;
}

/** Which page of a version list; the newest comes first. */
export interface VersionPage {
  readonly page: number;
  readonly perPage: number;
}

/** Where archived contents are kept. */
export interface VersionStore {
  find(documentId: DocumentId, id: VersionId): Promise<VersionView | null>;
  list(documentId: DocumentId, page: VersionPage): Promise<Page<VersionView>>;
  insert(version: Version): Promise<void>;
}

/** Where the entries of one catalogue are kept. Whatever refers to one that is removed refers to nothing from then on. */
export interface CatalogueStore<Noun extends string> extends RecordStore<CatalogueEntry<Noun>, CatalogueField> {
  /** Keeps it from being changed or removed until the transaction ends, as several may at once; false without it. */
  lockShared(id: CatalogueEntry<Noun>["id"]): Promise<boolean>;
}

/** The store of each catalogue. */
export type CatalogueStores = { readonly [Kind in CatalogueKind]: CatalogueStore<CatalogueNouns[Kind]> };

/**
 * Where classification plans are kept. To a caller there is what an administrator made, what he made himself, and what
 * belongs or is attached to a workspace that named permissions show him; to administrators everything.
 *
 * It locks nothing: whoever changes which codes there are ticks the tree clock first, whoever files a document holds it.
 */
export interface ClassificationPlanStore {
  find(caller: Caller, id: ClassificationPlanId): Promise<ClassificationPlan | null>;
  /** As many of a page as `ROWS_BYTES_MAX` of the kernel allows. */
  list(caller: Caller, query: ListQuery<ClassificationPlanField>): Promise<Page<ClassificationPlan>>;
  /** Whether the plan of a workspace has an entry of this code. */
  hasCode(workspaceId: WorkspaceId, code: string): Promise<boolean>;
  /** The entries of the plan of a workspace, whoever may see it; none where there is no plan. */
  entriesOf(workspaceId: WorkspaceId): Promise<readonly ClassificationEntry[]>;
  insert(plan: ClassificationPlan): Promise<void>;
  /** Replaces the whole record. Documents whose code it no longer has have none from then on. */
  update(plan: ClassificationPlan): Promise<void>;
  /** Workspaces that have it have none from then on, and their documents no code. */
  remove(id: ClassificationPlanId): Promise<void>;
  /** Removes the plans that belong to a workspace; those that another one has are kept, and belong to none. */
  removeOwned(workspaceId: WorkspaceId): Promise<void>;
}

/**
 * The tree clock (public-access.md 4.3): one counter whose row lock puts all changes of the tree in one order.
 *
 * Whatever re-parents or removes a node ticks before it reads the tree; whatever places a new node holds. So a node is
 * never put into a place that is moving or going away. Plans go by the same rule: what changes the codes that documents
 * of a workspace may have ticks, what files a document under one holds.
 */
export interface TreeClock {
  /** Advances the clock and keeps every other change and placement waiting until the transaction ends. */
  tick(): Promise<number>;
  /** Advances the clock to `least` where it stands below: a restored copy must never draw a number twice (I-32). */
  raise(least: number): Promise<void>;
  /** The highest number that a folder or document was placed at; 0 without any. */
  highestPosition(): Promise<number>;
  /** The present value; keeps ticks, but no other placement, waiting until the transaction ends. */
  lockShared(): Promise<number>;
}

/**
 * What verification looks at: every row of a table, `limit` at most, by id from the first one after `after`, beside what
 * it takes to judge it. It shows rows that no other store would give any more.
 */
export interface DocumentInspection {
  /** Where the tree clock stands; `null` where it has no row. Locks nothing. */
  treeClock(): Promise<number | null>;
  plans(after: ClassificationPlanId | null, limit: number): Promise<readonly InspectedPlan[]>;
  workspaces(after: WorkspaceId | null, limit: number): Promise<readonly InspectedWorkspace[]>;
  folders(after: FolderId | null, limit: number): Promise<readonly InspectedFolder[]>;
  documents(after: DocumentId | null, limit: number): Promise<readonly InspectedDocument[]>;
  versions(after: VersionId | null, limit: number): Promise<readonly InspectedVersion[]>;
  grants(after: Grant["id"] | null, limit: number): Promise<readonly InspectedGrant[]>;
  /** By user, scope and key; expired ones too. */
  replays(after: ReplayKey | null, limit: number): Promise<readonly InspectedReplay[]>;
  /** How many documents and versions refer to each blob between two keys, both included; reads all of both tables. */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** What this package needs inside a transaction. */
export interface DocumentStores extends BlobStores, CatalogueStores, ReplayStores {
  readonly plans: ClassificationPlanStore;
  readonly workspaces: WorkspaceStore;
  readonly folders: FolderStore;
  readonly documents: DocumentStore;
  readonly versions: VersionStore;
  readonly tags: TagStore;
  readonly grants: GrantStore;
  readonly subjects: SubjectStore;
  readonly tree: TreeClock;
  readonly inspection: DocumentInspection;
}

/** Port: what bytes look like, by their first few thousand. */
export interface ContentTypes {
  /** A media type in lower case, `null` when the bytes are of no known format. */
  recognise(head: Uint8Array): Promise<string | null>;
}

/** What a document is filed by: its names, and the beginning of its text where that could be read. */
export interface Classifiable {
  readonly names: readonly string[];
  readonly text: string | null;
}

/** Port: files a document under one of the entries of a plan, or under none. Asked outside of any transaction. */
export interface Classifier {
  classify(document: Classifiable, entries: readonly ClassificationEntry[]): Promise<ClassificationReason | null>;
}

/** What reading a PDF may take. */
export interface PdfTextLimits extends PlaceRequest {
  readonly bytesMax: number;
  readonly cpuMilliseconds: number;
}

/** Port: the text of PDF files. */
export interface PdfText {
  /**
   * At most `bytesMax` bytes of UTF-8, cut at a character; `null` where there is none, or none that can be read in so much
   * CPU time. Files are read in turns, by whom they are read for. Rejects where `bytes` do, with 429 `rate_limited` when too
   * many of the same wait, and with 503 `temporarily_unavailable` when too many of all do.
   */
  read(bytes: AsyncIterable<Uint8Array>, limits: PdfTextLimits): Promise<string | null>;
}
