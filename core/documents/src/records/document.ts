import type { StagedBlob } from "@cartulary/blobs";
import {
  type BlobKey,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  standardLists,
  type UserId,
} from "@cartulary/kernel";
import type { ClassificationPlanId, ClassificationReason } from "./classification-plan.ts";
import type { FolderId } from "./folder.ts";
import { type OutsiderRule, SHOWN } from "./outsider-rule.ts";
import type { FolderRef, NamedRef, PersonRef, WorkspaceRef } from "./references.ts";
import type { DomainId, WorkspaceId } from "./workspace.ts";

export type DocumentId = Id<"Document">;
export type DocumentTypeId = Id<"DocumentType">;

/** The bytes that a document or a version holds, and what is known of them. */
export interface Content {
  readonly blobKey: BlobKey;
  readonly byteSize: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** The name of the file that was sent, without path (uploads.md 5.6). */
  readonly fileName: string;
  /** What the bytes are taken for. */
  readonly contentType: string;
  /** What the sender called them. */
  readonly declaredContentType: string;
  /** What plain text is written in, where its bytes say so; `null` for anything else. */
  readonly charset: "utf-8" | null;
  readonly contentCreatedAt: Instant;
}

/** Stored bytes on their way into a document. */
export interface StagedContent extends Omit<Content, "blobKey" | "contentCreatedAt"> {
  readonly blob: StagedBlob;
  /** Set where a row refers to the bytes already, and hands them over in the transaction that makes the document. */
  readonly isLive?: true;
}

/**
 * What full-text search has of a document's present content (documents.md 2.3): none where its kind has no text, pending
 * until it was read, partial where some of it could not be read, failed where none could.
 */
export const TEXT_STATUSES = ["none", "pending", "read", "partial", "failed"] as const;
export type TextStatus = (typeof TEXT_STATUSES)[number];

/** A document as it is stored. */
export interface Document extends Content {
  readonly id: DocumentId;
  readonly name: string;
  readonly description: string | null;
  /** The folder it lies in; `null` at the top of a workspace or outside any. */
  readonly documentsFolderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  readonly externalId: string | null;
  readonly domainId: DomainId | null;
  readonly documentTypeId: DocumentTypeId | null;
  /** An entry of its workspace's classification plan. */
  readonly classificationCode: string | null;
  readonly metadataUser: JsonObject;
  readonly tags: readonly string[];
  /** Archived contents: the length of the version list. */
  readonly versionsCount: number;
  readonly textStatus: TextStatus;
  /** The tree clock when it was created or last moved (public-access.md 4.1). */
  readonly placedSeq: number;
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A document as it is answered: with what it lies in and who made it. */
export interface DocumentView extends Omit<Document, "createdBy"> {
  /** Its workspace's. */
  readonly classificationPlanId: ClassificationPlanId | null;
  readonly domain: NamedRef<"Domain"> | null;
  readonly documentType: NamedRef<"DocumentType"> | null;
  readonly workspace: WorkspaceRef | null;
  readonly folder: FolderRef | null;
  readonly createdBy: PersonRef | null;
}

/** The fields that a new content of a document resets: its text is not read yet. */
export const UNREAD: Pick<Document, "textStatus"> = { textStatus: "pending" };

/** What lists leave out of a document: nobody looks at it but who asks for its bytes, or for its place. */
export const UNLISTED: readonly Unlisted[] = [
  "blobKey",
  "fileName",
  "declaredContentType",
  "charset",
  "contentCreatedAt",
  "placedSeq",
];
type Unlisted = "blobKey" | "fileName" | "declaredContentType" | "charset" | "contentCreatedAt" | "placedSeq";

/** A document as a list shows it. */
export type ListedDocument = Omit<DocumentView, Unlisted>;

/** A document that was just made: with how it came in. */
export interface CreatedDocument extends DocumentView {
  /** The bulk upload that it came by, alone or with others; `null` where uploads are not counted. */
  readonly bulkUploadId: Id<"BulkUpload"> | null;
  /** The oldest document of the same bytes that named permissions showed its maker before. */
  readonly duplicateOf: DocumentId | null;
  /** Why it was filed under its code, where nobody named one. */
  readonly classificationReason: ClassificationReason | null;
}

/** What somebody is shown of a document whom another reader than a permission lets in (public-access.md 4.7). */
export const DOCUMENT_FOR_OUTSIDERS: OutsiderRule<DocumentView> = {
  id: SHOWN,
  name: SHOWN,
  description: SHOWN,
  documentsFolderId: null,
  workspaceId: null,
  externalId: null,
  domainId: SHOWN,
  documentTypeId: SHOWN,
  classificationCode: SHOWN,
  metadataUser: {},
  tags: [],
  versionsCount: SHOWN,
  textStatus: SHOWN,
  placedSeq: SHOWN,
  createdBy: null,
  createdAt: SHOWN,
  updatedAt: SHOWN,
  blobKey: SHOWN,
  byteSize: SHOWN,
  sha256: SHOWN,
  fileName: SHOWN,
  contentType: SHOWN,
  declaredContentType: SHOWN,
  charset: SHOWN,
  contentCreatedAt: SHOWN,
  classificationPlanId: null,
  domain: SHOWN,
  documentType: SHOWN,
  workspace: null,
  folder: null,
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
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link documentListing} knows. */
export type DocumentField = keyof typeof fields;

/** What document lists may be filtered and sorted by. */
export const documentListing: Listing<DocumentField> = {
  dialect: standardLists,
  fields,
  sorts: ["name", "byteSize", "contentType", "createdAt", "updatedAt"],
  sort: "updatedAt",
};
