import type { DocumentId } from "@cartulary/documents";
import type { BlobKey } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import type { userRows } from "../directory/tables.ts";
import type {
  documentRows,
  documentTypeRows,
  domainRows,
  folderRows,
  grantRows,
  workspaceRows,
} from "../documents/tables.ts";
import { type Database, id, instant, text } from "../engine/columns.ts";

/** What documents say: their words, by which they are found, and their texts, of which something is shown. */
export const searchEntryRows = defineEntity({
  name: "SearchEntry",
  tableName: "search_entries",
  properties: {
    documentId: id<DocumentId>().primary(),
    /** When the document had last been changed. */
    changedAt: instant(),
    /** The content that was looked at; `null` until then. */
    blobKey: text<BlobKey>().nullable(),
    nameWords: text(),
    descriptionWords: text(),
    textWords: text(),
    text: text().nullable(),
  },
});

/** What the statements of this module see. */
export type SearchTables = Database<
  | typeof searchEntryRows
  | typeof documentRows
  | typeof folderRows
  | typeof workspaceRows
  | typeof grantRows
  | typeof domainRows
  | typeof documentTypeRows
  | typeof userRows
>;
