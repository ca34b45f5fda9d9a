import type { StagedBlob } from "@cartulary/blobs";
import {
  type BlobKey,
  DEFAULT_LIST_DIALECT,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  type UserId,
} from "@cartulary/kernel";
import type { ClassificationPlanId, ClassificationReason } from "./classification-plan.ts";
import type { FolderId } from "./folder.ts";
import { type OutsiderRule, UNCHANGED } from "./outsider-rule.ts";
import type { FolderRef, NamedRef, PersonRef, WorkspaceRef } from "./references.ts";
import { NOT_RETAINED, type Retained, type Retention } from "./retention.ts";
import type { DomainId, WorkspaceId } from "./workspace.ts";

export type DocumentId = Id<"Document">;
export type DocumentTypeId = Id<"DocumentType">;

/** The bytes of a document or a version, with their description. */
export interface Content {
  readonly blobKey: BlobKey;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** The name of the uploaded file, without path (uploads.md 5.6). */
  readonly fileName: string;
  /** The effective media type. */
  readonly contentType: string;
  /** The media type that the client declared. */
  readonly declaredContentType: string;
  /** Set for plain text in valid UTF-8; `null` otherwise. */
  readonly charset: "utf-8" | null;
  readonly contentCreatedAt: Instant;
}

/** Stored bytes before they belong to a document. */
export interface StagedContent extends Omit<Content, "blobKey" | "contentCreatedAt"> {
  readonly blob: StagedBlob;
  /** All bytes, of a small content whose text search indexes in the transaction that stores it. */
  readonly bytes?: Uint8Array;
  /** Set when a row already references the bytes and passes them on in the creating transaction. */
  readonly isLive?: true;
}

/**
 * The state of a document's text in full-text search (documents.md 2.3): none for types without text, pending before
 * extraction, partial when some text could not be extracted, failed when none could.
 */
export const TEXT_STATUSES = ["none", "pending", "read", "partial", "failed"] as const;
export type TextStatus = (typeof TEXT_STATUSES)[number];

export interface Document extends Content, Retention {
  readonly id: DocumentId;
  readonly name: string;
  readonly description: string | null;
  /** The folder that contains it; `null` at the top of a workspace or outside workspaces. */
  readonly documentsFolderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  readonly externalId: string | null;
  readonly domainId: DomainId | null;
  readonly documentTypeId: DocumentTypeId | null;
  /** The code of an entry of its workspace's classification plan. */
  readonly classificationCode: string | null;
  readonly metadataUser: JsonObject;
  readonly tags: readonly string[];
  /** Number of archived contents. */
  readonly versionsCount: number;
  readonly textStatus: TextStatus;
  /** The tree clock when it was created or last moved (public-access.md 4.1). */
  readonly placedSeq: number;
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A document as the API shows it. */
export interface DocumentView extends Omit<Document, "createdBy"> {
  readonly retained: Retained | null;
  /** The plan of its workspace. */
  readonly classificationPlanId: ClassificationPlanId | null;
  readonly domain: NamedRef<"Domain"> | null;
  readonly documentType: NamedRef<"DocumentType"> | null;
  readonly workspace: WorkspaceRef | null;
  readonly folder: FolderRef | null;
  readonly createdBy: PersonRef | null;
}

/** The fields that new content resets. */
export const UNREAD: Pick<Document, "textStatus"> = { textStatus: "pending" };

/** Returns the text status of a new content. */
export const newTextStatus = ({ bytes }: Pick<StagedContent, "bytes">): Pick<Document, "textStatus"> =>
  bytes ? { textStatus: "read" } : UNREAD;

/** The fields that lists leave out, needed only for downloads and moves. */
export const FIELDS_NOT_LISTED: readonly Unlisted[] = [
  "blobKey",
  "fileName",
  "declaredContentType",
  "charset",
  "contentCreatedAt",
  "placedSeq",
];
type Unlisted = "blobKey" | "fileName" | "declaredContentType" | "charset" | "contentCreatedAt" | "placedSeq";

export type ListedDocument = Omit<DocumentView, Unlisted>;

/** The reply to a creation. */
export interface CreatedDocument extends DocumentView {
  /** The bulk upload that counted it; `null` without the upload services. */
  readonly bulkUploadId: Id<"BulkUpload"> | null;
  /** The oldest document with the same bytes that the creator could read by named permissions. */
  readonly duplicateOf: DocumentId | null;
  /** The reason for its code, when it was classified automatically. */
  readonly classificationReason: ClassificationReason | null;
}

/** The fields of a document that readers without a named permission see (public-access.md 4.7). */
export const DOCUMENT_OUTSIDER_FIELDS: OutsiderRule<DocumentView> = {
  id: UNCHANGED,
  name: UNCHANGED,
  description: UNCHANGED,
  documentsFolderId: null,
  workspaceId: null,
  externalId: null,
  domainId: UNCHANGED,
  documentTypeId: UNCHANGED,
  classificationCode: UNCHANGED,
  metadataUser: {},
  tags: [],
  versionsCount: UNCHANGED,
  textStatus: UNCHANGED,
  placedSeq: UNCHANGED,
  createdBy: null,
  createdAt: UNCHANGED,
  updatedAt: UNCHANGED,
  blobKey: UNCHANGED,
  byteSize: UNCHANGED,
  sha256: UNCHANGED,
  fileName: UNCHANGED,
  contentType: UNCHANGED,
  declaredContentType: UNCHANGED,
  charset: UNCHANGED,
  contentCreatedAt: UNCHANGED,
  classificationPlanId: null,
  domain: UNCHANGED,
  documentType: UNCHANGED,
  workspace: null,
  folder: null,
  ...NOT_RETAINED,
  retained: null,
};

const fields = {
  id: "uuid",
  name: "text",
  description: "passage",
  documentsFolderId: "uuid",
  workspaceId: "uuid",
  externalId: "text",
  domainId: "uuid",
  documentTypeId: "uuid",
  classificationPlanId: "uuid",
  classificationCode: "text",
  byteSize: "integer",
  contentType: "keyword",
  sha256: "keyword",
  textStatus: "keyword",
  tags: "list",
  retainUntil: "date",
  legalHold: "object",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type DocumentField = keyof typeof fields;

/** The filters and sort orders of lists of documents. */
export const documentListing: Listing<DocumentField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name", "byteSize", "contentType", "createdAt", "updatedAt"],
  sort: "updatedAt",
};
