import type { DocumentView } from "../records/document.ts";
import type { FolderView } from "../records/folder.ts";
import type { FolderRef } from "../records/references.ts";

/** Stands for a field that outsiders are shown as it is. */
const SHOWN: unique symbol = Symbol("shown");

/** For every field of a record: shown, or what outsiders are shown instead. A new field does not compile until decided. */
type OutsiderRule<Record> = { readonly [Field in keyof Required<Record>]: typeof SHOWN | Record[Field] };

const FOLDER_RULE = {
  id: SHOWN,
  name: SHOWN,
  description: SHOWN,
  color: SHOWN,
  icon: SHOWN,
  documentsFolderId: null,
  workspaceId: null,
  externalId: null,
  tags: [],
  placedSeq: SHOWN,
  createdBy: null,
  createdAt: SHOWN,
  updatedAt: SHOWN,
  classificationPlanId: null,
  workspace: null,
  parent: null,
} as const satisfies OutsiderRule<FolderView>;

const DOCUMENT_RULE = {
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
} as const satisfies OutsiderRule<DocumentView>;

/**
 * What somebody without a named permission is shown of a folder that another reader lets in: nothing of what its people
 * wrote beside it, and of what it lies in only a parent that he may read (public-access.md 4.7).
 */
export function folderOutsiderView(folder: FolderView, parent: FolderRef | null): FolderView {
  return { ...outsiderView(folder, FOLDER_RULE), parent, documentsFolderId: parent?.id ?? null };
}

/** The same of a document. */
export function documentOutsiderView(document: DocumentView, folder: FolderRef | null): DocumentView {
  return { ...outsiderView(document, DOCUMENT_RULE), folder, documentsFolderId: folder?.id ?? null };
}

/** The fields of the rule and no other, whatever else the record carries. */
function outsiderView<View extends object>(record: View, rule: OutsiderRule<View>): View {
  const fields = Object.keys(rule) as (keyof View)[];
  return Object.fromEntries(
    fields.map((field) => [field, rule[field] === SHOWN ? record[field] : rule[field]]),
  ) as View;
}
