import type { BlobKey, Id } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import type { LetterBatch, LetterBatchId, LetterBatchStatus, LetterKind } from "@cartulary/rental/letters";
import { defineEntity } from "@mikro-orm/core";
import { type Database, id, integer, json, text } from "../../engine/columns.ts";
import { day, key, timestampColumns, timestampIndexes } from "../property/tables/columns.ts";

/** Requests for many letters. */
export const letterBatchRows = defineEntity({
  name: "LetterBatch",
  tableName: "letter_batches",
  properties: {
    ...key<LetterBatchId>(),
    kind: text<LetterKind>(),
    status: text<LetterBatchStatus>(),
    periodFrom: day().nullable(),
    periodTo: day().nullable(),
    year: integer().nullable(),
    total: integer(),
    done: integer(),
    failed: integer(),
    failures: json<LetterBatch["failures"]>(),
    missing: json<LetterBatch["missing"]>().default("[]"),
    warning: text().nullable(),
    byteSize: integer().nullable(),
    sha256: text().nullable(),
    ...timestampColumns(),
  },
  indexes: [...timestampIndexes("letter_batches")],
});

/** The letters of unfinished requests; those with an addressee are printed. */
export const batchedLetterRows = defineEntity({
  name: "BatchedLetter",
  tableName: "batched_letters",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    batchId: id<LetterBatchId>().primary(),
    position: integer().primary(),
    subjectId: id<Id<string>>(),
    partOf: id<Id<string>>().nullable(),
    postcode: text().nullable(),
    addressee: text().nullable(),
  },
});

/**
 * The blobs of letters by position, and at 0 the merged one. No row-level security: the blob check counts the references
 * of all mandataires.
 */
export const letterFileRows = defineEntity({
  name: "LetterFile",
  tableName: "letter_files",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    batchId: id<LetterBatchId>().primary(),
    position: integer().primary(),
    blobKey: text<BlobKey>(),
  },
  indexes: [{ name: "letter_files_blob_key_index", properties: ["blobKey"] }],
});

export type LetterTables = Database<typeof letterBatchRows | typeof batchedLetterRows>;

export type LetterFileTables = Database<typeof letterFileRows>;
