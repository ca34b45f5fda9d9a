import type { BlobKey, Instant, JobStores, JsonObject, ListQuery, Page, UserId } from "@cartulary/kernel";
import type { Level } from "../access/grant.ts";
import type { DocumentStores } from "../ports.ts";
import type { DocumentView } from "../records/document.ts";
import type { FolderId, FolderView } from "../records/folder.ts";
import type { VersionView } from "../records/version.ts";
import type { WorkspaceId, WorkspaceView } from "../records/workspace.ts";
import type { ImportedDates } from "./dated-record.ts";
import type { DocumentExport, DocumentExportField, DocumentExportId } from "./document-export.ts";

/** Store of exports. */
export interface DocumentExportStore {
  find(id: DocumentExportId): Promise<DocumentExport | null>;
  /** Finds the record and locks it until the transaction ends. */
  lock(id: DocumentExportId): Promise<DocumentExport | null>;
  /** Lists those that have not expired: of one person, or of all for `null`. */
  list(
    query: ListQuery<DocumentExportField>,
    scope: { readonly userId: UserId | null; readonly now: Instant },
  ): Promise<Page<DocumentExport>>;
  /** Counts the exports of a person that have not expired. */
  count(userId: UserId, now: Instant): Promise<number>;
  insert(stored: DocumentExport): Promise<void>;
  update(stored: DocumentExport): Promise<void>;
  remove(id: DocumentExportId): Promise<void>;
  /** Returns up to `limit` ids of exports that expired at `now` or before, the oldest first. */
  expired(now: Instant, limit: number): Promise<readonly DocumentExportId[]>;
  /** Counts the exports that reference each blob between two keys, both included. */
  blobHolders(from: BlobKey, through: BlobKey): Promise<ReadonlyMap<BlobKey, number>>;
}

/** A place whose direct content is exported: a folder, or the top of a workspace. */
export type ExportPlace = { readonly folderId: FolderId } | { readonly workspaceId: WorkspaceId };

/** A permission as bags have it: by e-mail address or by the name of a group. */
export type ExportedPermission =
  | { readonly level: Level; readonly email: string }
  | { readonly level: Level; readonly group: string };

/** The direct content of a place, with what belongs to each item. */
export interface ExportedContent {
  readonly folders: readonly FolderView[];
  readonly documents: readonly DocumentView[];
  /** Own permissions by the id of the item, by e-mail address, then by group. */
  readonly permissions: ReadonlyMap<string, readonly ExportedPermission[]>;
  /** Archived contents by the id of the document, oldest first. */
  readonly versions: ReadonlyMap<string, readonly VersionView[]>;
}

/** Reads the tree without regard to rights, which its caller has checked. */
export interface ExportTree {
  content(place: ExportPlace, options: { readonly versions: boolean }): Promise<ExportedContent>;
  /** Returns the own permissions of a workspace or folder. */
  permissionsOn(id: WorkspaceId | FolderId): Promise<readonly ExportedPermission[]>;
}

/** Store of the dates of imported records. */
export interface ImportedDateStore {
  /** Sets the dates of a record that this person created; returns false without one. */
  set(dates: ImportedDates, createdBy: UserId): Promise<boolean>;
}

export interface ExportStores extends DocumentStores, JobStores {
  readonly documentExports: DocumentExportStore;
  readonly exportTree: ExportTree;
  readonly importedDates: ImportedDateStore;
}

/** Port: writes records as the API shows them. */
export interface ExportRecords {
  workspace(view: WorkspaceView): JsonObject;
  folder(view: FolderView): JsonObject;
  document(view: DocumentView): JsonObject;
  version(view: VersionView): JsonObject;
}
