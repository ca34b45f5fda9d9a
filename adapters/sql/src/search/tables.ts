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
import { boolean, type Database, id, instant, integer, json, text } from "../engine/columns.ts";

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

/** Entries by number, and in which slot of which segment each is. On SQLite it has their names' words, too. */
export const searchNumberRows = defineEntity({
  name: "SearchNumber",
  tableName: "search_numbers",
  indexes: [
    { properties: ["slot", "changedAt", "documentId"], name: "search_numbers_slots" },
    { properties: ["changedAt", "documentId", "slot"], name: "search_numbers_latest" },
  ],
  properties: {
    /** Counted by the database, up from 1. */
    number: integer().primary().autoincrement().generated("by default as identity"),
    documentId: id<DocumentId>().unique("search_numbers_document_id_key"),
    changedAt: instant(),
    /** `null` of those that wait to be sealed. */
    slot: integer().nullable(),
  },
});

/** Slots whose document is gone, or another one, and whose segment does not say so yet. */
export const searchVacatedRows = defineEntity({
  name: "SearchVacated",
  tableName: "search_vacated",
  properties: { slot: integer().primary() },
});

/** The words that have postings. */
export const searchCommonWordRows = defineEntity({
  name: "SearchCommonWord",
  tableName: "search_common_words",
  properties: { word: text().primary() },
});

/** How many segments were numbered so far; its one row is also what only one transaction at a time gets past. */
export const searchSealingRows = defineEntity({
  name: "SearchSealing",
  tableName: "search_sealing",
  properties: { id: integer().primary(), segments: integer() },
});

/** Which documents of a segment have a common word. Not all that such a word is in are in segments. */
export const searchPostingRows = defineEntity({
  name: "SearchPosting",
  tableName: "search_postings",
  properties: {
    word: text().primary(),
    segment: integer().primary(),
    bits: text(),
  },
});

/** Documents that were put together: the sets of their words are made once. */
export const searchSegmentRows = defineEntity({
  name: "SearchSegment",
  tableName: "search_segments",
  properties: {
    segment: integer().primary(),
    /** Between these all were changed last. */
    oldest: instant(),
    latest: instant(),
    /** Those that were there still, and the same, when somebody last looked. */
    live: text(),
  },
});

/** How far readings of contents have come that are not at their end. */
export const textReadingRows = defineEntity({
  name: "TextReading",
  tableName: "text_readings",
  properties: {
    documentId: id<DocumentId>().primary(),
    blobKey: text<BlobKey>(),
    hasPages: boolean(),
    text: text(),
    nextPage: integer().nullable(),
    unrecognized: json<readonly (number | null)[]>(),
    hasGaps: boolean(),
    isReadOn: boolean(),
    cpuMilliseconds: integer(),
    failures: integer(),
    steps: integer(),
  },
});

/** What the statements of this module see. */
export type SearchTables = Database<
  | typeof searchEntryRows
  | typeof searchPostingRows
  | typeof searchSegmentRows
  | typeof textReadingRows
  | typeof documentRows
  | typeof folderRows
  | typeof workspaceRows
  | typeof grantRows
  | typeof domainRows
  | typeof documentTypeRows
  | typeof userRows
>;
