import type { BlobKey, Day } from "@cartulary/kernel";
import type { Cents, FecEncoding, FecSeparator } from "@cartulary/ledger";
import type { FecExport, FecExportId } from "@cartulary/rental/accounting";
import type { MandataireId } from "@cartulary/rental/agency";
import { defineEntity } from "@mikro-orm/core";
import { type Database, foldedText, id, instant, integer, json, text } from "../../engine/columns.ts";

/** Accounting files, which are immutable. The mandataire is the first column of each key. */
export const fecExportRows = defineEntity({
  name: "FecExport",
  tableName: "fec_exports",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    id: id<FecExportId>().primary(),
    year: integer(),
    societyCode: text(),
    societyCodeFold: foldedText(),
    status: text<"ready">(),
    filename: text(),
    siren: text(),
    separator: text<FecSeparator>(),
    encoding: text<FecEncoding>(),
    byteSize: integer(),
    sha256: text(),
    entriesCount: integer(),
    linesCount: integer(),
    totalDebitCents: integer<Cents>(),
    totalCreditCents: integer<Cents>(),
    periodStart: text<Day>(),
    periodEnd: text<Day>(),
    warnings: json<FecExport["warnings"]>(),
    createdAt: instant(),
    downloadPath: text(),
  },
  indexes: [{ name: "fec_exports_created_at_index", properties: ["mandataireId", "createdAt", "id"] }],
});

/** The blobs of accounting files. No row-level security: the blob check reads the files of all mandataires. */
export const fecFileRows = defineEntity({
  name: "FecFile",
  tableName: "fec_files",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    exportId: id<FecExportId>().primary(),
    blobKey: text<BlobKey>(),
  },
  indexes: [{ name: "fec_files_blob_key_index", properties: ["blobKey"] }],
});

export type AccountingTables = Database<typeof fecExportRows | typeof fecFileRows>;
