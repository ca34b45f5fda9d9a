import { DOCUMENT_FOR_OUTSIDERS, type DocumentView } from "../records/document.ts";
import { FOLDER_FOR_OUTSIDERS, type FolderView } from "../records/folder.ts";
import { type OutsiderRule, SHOWN } from "../records/outsider-rule.ts";
import type { FolderRef } from "../records/references.ts";

/**
 * What somebody without a named permission is shown of a folder that another reader lets in: nothing of what its people
 * wrote beside it, and of what it lies in only a parent that he may read (public-access.md 4.7).
 */
export function folderOutsiderView(folder: FolderView, parent: FolderRef | null): FolderView {
  return { ...outsiderView(folder, FOLDER_FOR_OUTSIDERS), parent, documentsFolderId: parent?.id ?? null };
}

/** The same of a document. */
export function documentOutsiderView(document: DocumentView, folder: FolderRef | null): DocumentView {
  return { ...outsiderView(document, DOCUMENT_FOR_OUTSIDERS), folder, documentsFolderId: folder?.id ?? null };
}

/** The fields of the rule and no other, whatever else the record carries. */
function outsiderView<View extends object>(record: View, rule: OutsiderRule<View>): View {
  const fields = Object.keys(rule) as (keyof View)[];
  return Object.fromEntries(
    fields.map((field) => [field, rule[field] === SHOWN ? record[field] : rule[field]]),
  ) as View;
}
