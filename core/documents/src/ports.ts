import type { BlobStores } from "@cartulary/blobs";
import type {
  BlobKey,
  Caller,
  Day,
  GroupId,
  Instant,
  ListQuery,
  Page,
  PlaceRequest,
  RecordStore,
  ReplayKey,
  ReplayStores,
  UserId,
} from "@cartulary/kernel";
import type { FolderItems, ItemsWithLevel } from "./access/folder-items.ts";
import type { Grant, Level, NodeWithLevel, ResourceRef } from "./access/grant.ts";
import type { PermissionField, PermissionView } from "./access/permission.ts";
import type {
  DocumentIntegrityRow,
  FolderIntegrityRow,
  GrantIntegrityRow,
  PlanIntegrityRow,
  ReplayIntegrityRow,
  VersionIntegrityRow,
  WorkspaceIntegrityRow,
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
import type { RetentionSource } from "./records/retention.ts";
import type { Version, VersionId, VersionView } from "./records/version.ts";
import type { Workspace, WorkspaceField, WorkspaceId, WorkspaceView } from "./records/workspace.ts";
import type { Tag, TagField } from "./tags/tag.ts";
import type { PathStep, TrashEntry, TrashEntryId, TrashField, VisibleTrashEntry } from "./tree/trash-entry.ts";

/**
 * Store of named permissions. Permissions are inherited downwards (workspace, folders, document), and the highest wins.
 * Administrators have `manage` on every existing resource.
 */
export interface GrantStore {
  /** Returns the caller's level, own and inherited; `null` without one or when the resource does not exist. */
  levelOn(caller: Caller, resource: ResourceRef): Promise<Level | null>;

  /**
   * Returns the permission that decides the level, ignoring the role: the highest level, then the nearest, then the
   * oldest. `null` without any.
   */
  deciding(caller: Caller, resource: ResourceRef): Promise<PermissionView | null>;

  /** Lists all permissions on a resource, own and inherited. */
  list(resource: ResourceRef, query: ListQuery<PermissionField>): Promise<Page<PermissionView>>;

  /** Returns a permission on this resource itself. */
  find(resource: ResourceRef, id: Grant["id"]): Promise<PermissionView | null>;
  /** Like `find`, and locks the row until the transaction ends. */
  lock(resource: ResourceRef, id: Grant["id"]): Promise<PermissionView | null>;

  /** Throws 422, `subjectId` taken, when the subject has a permission on the resource. */
  insert(grant: Grant): Promise<void>;
  /** Updates the level and the date. */
  update(grant: Grant): Promise<void>;
  remove(id: Grant["id"]): Promise<void>;

  /** Deletes all permissions on resources that are being removed. */
  removeOn(resourceIds: readonly string[]): Promise<void>;

  /** Deletes all permissions of a subject that is being removed. */
  removeTo(subjectId: UserId | GroupId): Promise<void>;
}

/** Users and groups, which another package stores. */
export interface SubjectStore {
  /** Returns a user as a caller, with his current role and groups; `null` when removed or disabled. */
  callerOf(userId: UserId): Promise<Caller | null>;
  /** Returns the display name of a user. */
  nameOf(userId: UserId): Promise<string | null>;
  /**
   * Locks a subject against removal until the transaction ends, in share mode; returns false when it does not exist.
   */
  lockShared(subjectType: Grant["subjectType"], id: UserId | GroupId): Promise<boolean>;
}

/** Store of workspaces. Lists show only what named permissions let the caller read. */
export interface WorkspaceStore extends Omit<RecordStore<Workspace, WorkspaceField, WorkspaceView>, "list"> {
  /** Returns a page, shortened to `ROWS_BYTES_MAX` of the kernel. */
  list(caller: Caller, query: ListQuery<WorkspaceField>): Promise<Page<WorkspaceView>>;
}

/** Limits a list to one workspace, to one folder's direct content, or both. */
export interface Within {
  readonly workspaceId?: WorkspaceId;
  readonly documentsFolderId?: FolderId;
}

/** The nodes of a removal. */
export interface RemovedNodes {
  readonly folderIds: readonly FolderId[];
  readonly documentIds: readonly DocumentId[];
  /** One element per reference: a key referenced by two rows appears twice. */
  readonly blobKeys: readonly BlobKey[];
  /** The bytes of the documents' current contents. */
  readonly byteSize: number;
}

/** Store of folders and their tree. Lists show only what named permissions let the caller read. */
export interface FolderStore {
  /**
   * Returns the folder with the caller's level, `null` without one, and the names of its ancestors, readable or not; in
   * one statement.
   */
  find(caller: Caller, id: FolderId): Promise<NodeWithLevel<FolderView> | null>;
  /** Returns the record, locked until the transaction ends, so that no concurrent change is lost. */
  lock(id: FolderId): Promise<Folder | null>;
  /** Hides the names of ancestors that named permissions do not show. */
  list(caller: Caller, query: ListQuery<FolderField>, within: Within): Promise<Page<FolderView>>;
  /**
   * Returns the direct content: folders first, then by folded name and id; `limit` items at most, and at most
   * `ROWS_BYTES_MAX` of the kernel as JSON.
   */
  items(id: FolderId, limit: number): Promise<FolderItems>;
  /**
   * Returns the items with these ids or with a grant to the caller on the item itself, in the same order, each with the
   * level of that grant.
   */
  itemsIn(
    caller: Caller,
    id: FolderId,
    selection: { readonly ids: readonly string[]; readonly limit: number },
  ): Promise<ItemsWithLevel>;
  /** Returns the folder as `find` would. */
  insert(folder: Folder): Promise<FolderView>;
  /** Replaces the record. */
  update(folder: Folder): Promise<void>;

  /** Returns the folder and its ancestors, nearest first; empty when it does not exist. Follows at most 65. */
  chain(id: FolderId): Promise<readonly FolderId[]>;
  /** Returns the number of levels of the subtree, the folder included. */
  height(id: FolderId): Promise<number>;
  /** Sets the workspace of the folder and everything below it. Documents keep their code if the new plan has it. */
  assignWorkspace(id: FolderId, workspaceId: WorkspaceId | null): Promise<void>;
  /**
   * Deletes the folder and everything below it, versions included; with `isKept`, moves the rows to the trash, as those
   * of the entry `id`. The caller must remove grants and release blobs of what is not kept.
   */
  removeSubtree(id: FolderId, isKept?: boolean): Promise<RemovedNodes>;
  /** Deletes, or moves to the trash, all folders, documents and versions of a workspace. */
  removeWorkspaceContent(id: WorkspaceId, isKept?: boolean): Promise<RemovedNodes>;
}

/** A content and its document. */
export interface TextOf {
  readonly documentId: DocumentId;
  readonly blobKey: BlobKey;
}

/** Store of documents. Lists show only what named permissions let the caller read. */
export interface DocumentStore {
  /**
   * Returns the document with the caller's level, `null` without one, and the names of its ancestors, readable or not;
   * in one statement.
   */
  find(caller: Caller, id: DocumentId): Promise<NodeWithLevel<DocumentView> | null>;
  /** Returns the record, locked until the transaction ends. Changes of its content or position must lock it. */
  lock(id: DocumentId): Promise<Document | null>;
  /** Hides the names of ancestors that named permissions do not show. */
  list(caller: Caller, query: ListQuery<DocumentField>, within: Within): Promise<Page<ListedDocument>>;
  /** Returns the document as `find` would. */
  insert(document: Document): Promise<DocumentView>;
  /** Replaces the record. */
  update(document: Document): Promise<void>;
  /** Sets the text status of these contents; skips documents whose content has changed. */
  setTextStatus(status: TextStatus, contents: readonly TextOf[]): Promise<void>;
  /**
   * Returns the oldest document, by creation and id, with this digest of its current content that named permissions let
   * the caller read; `null` without one.
   */
  findDuplicate(caller: Caller, sha256: string): Promise<DocumentId | null>;
  /** Clears the codes of a workspace's documents that this plan does not have. */
  keepCodes(workspaceId: WorkspaceId, planId: ClassificationPlanId | null): Promise<void>;
  /** Deletes the document and its versions, or moves them to the trash. */
  remove(id: DocumentId, isKept?: boolean): Promise<RemovedNodes>;
}

/** The tags of folders and documents. */
export interface TagStore {
  /**
   * Lists the tags of resources that named permissions show. Merges names that differ only in case; the spelling is the
   * first by bytes.
   */
  list(caller: Caller, query: ListQuery<TagField>): Promise<Page<Tag>>;
}

/**
 * Store of the trash. Rows that a removal kept belong to the entry with the id of the removed resource; no other store
 * sees them. Their grants and marks of public access stay in place, without effect, until the entry ends.
 */
export interface TrashStore {
  /** Returns the names above a resource in the tree, from the top, and the subjects with `manage` on it. */
  originOf(resource: ResourceRef, place: NodePlace): Promise<TrashOrigin>;
  /** Copies a workspace and the plans that {@link ClassificationPlanStore.removeOwned} would remove. */
  keepWorkspace(id: WorkspaceId): Promise<void>;
  /** Records the entry, and who may see it. */
  insert(entry: TrashEntry, managers: TrashOrigin["managers"]): Promise<void>;
  /** Returns the entries that the caller may see and whose time is not over at `now`. */
  list(caller: Caller, query: ListQuery<TrashField>, now: Instant): Promise<Page<VisibleTrashEntry>>;
  /** Returns an entry as `list` would, locked until the transaction ends. */
  lock(caller: Caller, id: TrashEntryId, now: Instant): Promise<VisibleTrashEntry | null>;
  /**
   * Returns the first entry after `after`, by id, whose time is over at `now`, locked until the transaction ends; skips
   * those that are locked elsewhere.
   */
  lockOver(now: Instant, after: TrashEntryId | null): Promise<TrashEntry | null>;
  /**
   * Moves the rows of an entry back to `place`, with `placedSeq` for its top, and removes the entry. References to
   * removed catalogue entries and codes that the plan of the place lacks become `null`; texts are pending again. Removes
   * the replays whose `recordId` is one of the records.
   */
  putBack(entry: TrashEntry, position: NodePlace & { readonly placedSeq: number }): Promise<RestoredNodes>;
  /** Deletes the entry with its rows. The caller must remove grants and release blobs. */
  remove(entry: TrashEntry): Promise<RemovedNodes>;
  /** Returns those of these resources that named permissions let the caller read. */
  readableAmong(caller: Caller, resources: readonly PathStep[]): Promise<ReadonlySet<string>>;
}

/** The position of a folder or document. */
type NodePlace = Pick<Folder, "documentsFolderId" | "workspaceId">;

/** Reads the retentions that apply to resources. */
export interface RetentionStore {
  /** Returns the own retentions of a folder, of all above it and of the workspace, nearest first, past days included. */
  above(place: NodePlace): Promise<readonly RetentionSource[]>;
  /** Returns those above an entry of the trash; what is in the trash itself counts. */
  aboveEntry(entry: TrashEntry): Promise<readonly RetentionSource[]>;
  /**
   * Returns the first resources with an own retention on `today` among a resource and all below it, strictest first, and
   * the number of all of them.
   */
  within(
    resource: ResourceRef,
    today: Day,
    limit: number,
  ): Promise<{ readonly first: readonly RetentionSource[]; readonly count: number }>;
}

/** The path and the managers of a resource before its deletion. */
export interface TrashOrigin {
  readonly path: readonly PathStep[];
  readonly managers: readonly Grant["subjectId"][];
}

/** The nodes of a restored entry. */
export type RestoredNodes = Pick<RemovedNodes, "folderIds" | "documentIds">;

/** A page of a version list, newest first. */
export interface VersionPage {
  readonly page: number;
  readonly perPage: number;
}

/** Store of archived contents. */
export interface VersionStore {
  find(documentId: DocumentId, id: VersionId): Promise<VersionView | null>;
  list(documentId: DocumentId, page: VersionPage): Promise<Page<VersionView>>;
  insert(version: Version): Promise<void>;
}

/** Store of one catalogue. Removing an entry sets references to it to `null`. */
export interface CatalogueStore<Noun extends string> extends RecordStore<CatalogueEntry<Noun>, CatalogueField> {
  /**
   * Locks an entry against changes and removal until the transaction ends, in share mode; returns false when it does
   * not exist.
   */
  lockShared(id: CatalogueEntry<Noun>["id"]): Promise<boolean>;
}

export type CatalogueStores = { readonly [Kind in CatalogueKind]: CatalogueStore<CatalogueNouns[Kind]> };

/**
 * Store of classification plans. Administrators read all plans. Other callers read plans made by administrators, their
 * own, and those that belong or are attached to a workspace that named permissions show.
 *
 * Locks nothing: changes of codes tick the tree clock first, and classifying a document locks it in share mode.
 */
export interface ClassificationPlanStore {
  find(caller: Caller, id: ClassificationPlanId): Promise<ClassificationPlan | null>;
  /** Returns a page, shortened to `ROWS_BYTES_MAX` of the kernel. */
  list(caller: Caller, query: ListQuery<ClassificationPlanField>): Promise<Page<ClassificationPlan>>;
  /** True when the workspace's plan has the code. */
  hasCode(workspaceId: WorkspaceId, code: string): Promise<boolean>;
  /** Returns the entries of a workspace's plan, regardless of read access; empty without a plan. */
  entriesOf(workspaceId: WorkspaceId): Promise<readonly ClassificationEntry[]>;
  insert(plan: ClassificationPlan): Promise<void>;
  /** Replaces the record. Clears the codes that it no longer has from documents. */
  update(plan: ClassificationPlan): Promise<void>;
  /** Removes it from its workspaces and clears the codes of their documents. */
  remove(id: ClassificationPlanId): Promise<void>;
  /** Deletes the plans of a workspace that no other workspace uses; the others belong to no workspace afterwards. */
  removeOwned(workspaceId: WorkspaceId): Promise<void>;
}

/**
 * The tree clock (public-access.md 4.3): a counter whose row lock serializes all changes of the tree.
 *
 * A transaction that moves or removes a node ticks before it reads the tree; one that places a new node locks it in
 * share mode. So no node is placed in a folder that is being moved or removed. The same holds for plans: changes of
 * codes tick, and setting a document's code locks in share mode.
 */
export interface TreeClock {
  /** Advances the clock and blocks all other changes and placements until the transaction ends. */
  tick(): Promise<number>;
  /** Advances the clock to at least `least`: a restored copy must never draw a number twice (I-32). */
  raise(least: number): Promise<void>;
  /** Returns the highest number of a placed folder or document; 0 without any. */
  highestPosition(): Promise<number>;
  /** Returns the current value and blocks ticks, but no placements, until the transaction ends. */
  lockShared(): Promise<number>;
}

/**
 * Pages of stored rows for verification: at most `limit`, by id, after `after`, with the data needed to check them.
 * Shows rows that no other store would return.
 */
export interface DocumentInspection {
  /** Returns the tree clock; `null` when its row is missing. Locks nothing. */
  treeClock(): Promise<number | null>;
  plans(after: ClassificationPlanId | null, limit: number): Promise<readonly PlanIntegrityRow[]>;
  workspaces(after: WorkspaceId | null, limit: number): Promise<readonly WorkspaceIntegrityRow[]>;
  folders(after: FolderId | null, limit: number): Promise<readonly FolderIntegrityRow[]>;
  documents(after: DocumentId | null, limit: number): Promise<readonly DocumentIntegrityRow[]>;
  versions(after: VersionId | null, limit: number): Promise<readonly VersionIntegrityRow[]>;
  grants(after: Grant["id"] | null, limit: number): Promise<readonly GrantIntegrityRow[]>;
  /** By user, scope and key; expired ones included. */
  replays(after: ReplayKey | null, limit: number): Promise<readonly ReplayIntegrityRow[]>;
  /**
   * Counts the documents and versions, in the tree and in the trash, that reference each blob between two keys, both
   * included; reads the tables whole.
   */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

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
  readonly trash: TrashStore;
  readonly retention: RetentionStore;
  readonly inspection: DocumentInspection;
}

/** Port: detects file formats by the first bytes. */
export interface ContentTypes {
  /** Returns a media type in lower case; `null` for an unknown format. */
  recognise(head: Uint8Array): Promise<string | null>;
}

/** The input of classification: the document's names, and the start of its text if available. */
export interface Classifiable {
  readonly names: readonly string[];
  readonly text: string | null;
}

/** Port: chooses an entry of a plan for a document, or none. Called outside transactions. */
export interface Classifier {
  classify(document: Classifiable, entries: readonly ClassificationEntry[]): Promise<ClassificationReason | null>;
}

export interface PdfTextLimits extends PlaceRequest {
  readonly bytesMax: number;
  readonly cpuMilliseconds: number;
}

/** Port: extracts the text of PDF files. */
export interface PdfText {
  /**
   * Returns at most `bytesMax` bytes of UTF-8, cut at a character; `null` without text or when it exceeds the CPU time.
   * Queues files fairly by user. Rejects with errors of `bytes`, with 429 `rate_limited` when the user's queue is full,
   * and with 503 `temporarily_unavailable` when all queues are full.
   */
  read(bytes: AsyncIterable<Uint8Array>, limits: PdfTextLimits): Promise<string | null>;
}
