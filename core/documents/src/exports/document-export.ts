import {
  type BlobKey,
  DEFAULT_LIST_DIALECT,
  type Id,
  type Instant,
  type Listing,
  secondsAfter,
  type UserId,
} from "@cartulary/kernel";
import type { FolderId } from "../records/folder.ts";
import type { WorkspaceId } from "../records/workspace.ts";

export type DocumentExportId = Id<"DocumentExport">;

/** The states of an export, in order; it ends completed or failed (spec/archive.md 4.16). */
export const EXPORT_STATUSES = ["pending", "in_progress", "completed", "failed"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Time after its creation at which an export is removed: seven days (spec/archive.md 4.16). */
const EXPORT_SECONDS = 604_800;
/** Maximum exports of a person that have not expired: each may be as large as the archive. */
export const EXPORTS_MAX = 100;

/** A bag (RFC 8493) of a workspace or a folder, made in the background. */
export interface DocumentExport {
  readonly id: DocumentExportId;
  readonly userId: UserId;
  readonly status: ExportStatus;
  /** Percent, from 0 to 100. */
  readonly progress: number;
  /** The root; the other of the two is `null`. */
  readonly workspaceId: WorkspaceId | null;
  readonly folderId: FolderId | null;
  /** True when archived contents are exported, too. */
  readonly includesVersions: boolean;
  /** True when only what visitors read is exported. */
  readonly isPublic: boolean;
  /** The date of the bag. */
  readonly baggedAt: Instant;
  /** The name of the folder at the top of the ZIP. */
  readonly name: string;
  /** The ZIP, its size and digest; set together at the end. */
  readonly blobKey: BlobKey | null;
  readonly byteSize: number | null;
  readonly sha256: string | null;
  /** The list of what is in it, with which rights are checked at each download; set at the end. */
  readonly itemsBlobKey: BlobKey | null;
  /** The error code of a failure; `null` otherwise. */
  readonly failure: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly expiresAt: Instant;
}

/** An export as the API shows it, without its address. */
export interface DocumentExportView
  extends Pick<
    DocumentExport,
    | "id"
    | "status"
    | "progress"
    | "byteSize"
    | "sha256"
    | "workspaceId"
    | "folderId"
    | "failure"
    | "createdAt"
    | "updatedAt"
    | "expiresAt"
  > {
  readonly versions: boolean;
  readonly public: boolean;
  readonly date: Instant;
}

export function documentExportView(stored: DocumentExport): DocumentExportView {
  const { id, status, progress, byteSize, sha256, workspaceId, folderId, failure, createdAt, updatedAt, expiresAt } =
    stored;
  return {
    ...{ id, status, progress, byteSize, sha256, workspaceId, folderId, failure, createdAt, updatedAt, expiresAt },
    versions: stored.includesVersions,
    public: stored.isPublic,
    date: stored.baggedAt,
  };
}

/** True when the background work has not ended. */
export const isUnfinished = ({ status }: DocumentExport): boolean => status === "pending" || status === "in_progress";

/** Returns an export that was requested at `now`. */
export function newDocumentExport(
  request: Pick<
    DocumentExport,
    "id" | "userId" | "workspaceId" | "folderId" | "includesVersions" | "isPublic" | "baggedAt" | "name"
  >,
  now: Instant,
): DocumentExport {
  return {
    ...request,
    ...{ status: "pending", progress: 0, blobKey: null, byteSize: null, sha256: null, itemsBlobKey: null },
    failure: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: secondsAfter(now, EXPORT_SECONDS),
  };
}

const fields = {
  id: "uuid",
  status: "keyword",
  progress: "integer",
  byteSize: "integer",
  sha256: "keyword",
  workspaceId: "uuid",
  folderId: "uuid",
  versions: "boolean",
  public: "boolean",
  date: "instant",
  failure: "keyword",
  createdAt: "instant",
  updatedAt: "instant",
  expiresAt: "instant",
} as const;

export type DocumentExportField = keyof typeof fields;

/** The filters and sort orders of lists of exports. */
export const documentExportListing: Listing<DocumentExportField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["createdAt", "updatedAt"],
  sort: "createdAt",
};
