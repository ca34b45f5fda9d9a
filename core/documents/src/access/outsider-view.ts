import { DOCUMENT_OUTSIDER_FIELDS, type DocumentView } from "../records/document.ts";
import { FOLDER_FOR_OUTSIDERS, type FolderView } from "../records/folder.ts";
import { type OutsiderRule, UNCHANGED } from "../records/outsider-rule.ts";
import type { FolderRef } from "../records/references.ts";

/**
 * Returns a folder as shown without a named permission, by another read rule. Hides the fields that its members wrote
 * and all ancestors except a readable parent (public-access.md 4.7).
 */
export function folderOutsiderView(folder: FolderView, parent: FolderRef | null): FolderView {
  return { ...outsiderView(folder, FOLDER_FOR_OUTSIDERS), parent, documentsFolderId: parent?.id ?? null };
}

/** Returns a document as shown without a named permission, by another read rule. */
export function documentOutsiderView(document: DocumentView, folder: FolderRef | null): DocumentView {
  return { ...outsiderView(document, DOCUMENT_OUTSIDER_FIELDS), folder, documentsFolderId: folder?.id ?? null };
}

/** Copies only the fields of the rule. */
function outsiderView<View extends object>(record: View, rule: OutsiderRule<View>): View {
  const fields = Object.keys(rule) as (keyof View)[];
  return Object.fromEntries(
    fields.map((field) => [field, rule[field] === UNCHANGED ? record[field] : rule[field]]),
  ) as View;
}
