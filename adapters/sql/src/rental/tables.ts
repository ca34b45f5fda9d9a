import type { BlobKey, Day, Decimal, Quarter, UserId } from "@cartulary/kernel";
import type { Cents, FecEncoding, FecSeparator } from "@cartulary/ledger";
import type {
  AccountingMode,
  BillingCalendar,
  FecExport,
  FecExportId,
  IndexCode,
  IndexValue,
  MandataireId,
} from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import type { userRows } from "../directory/tables.ts";
import { type Database, folded, id, instant, integer, json, text, version } from "../engine/columns.ts";
import type { ConvergenceTables } from "./convergence/tables.ts";
import type { incidentFileRows } from "./incidents/tables.ts";

/** The code may be missing: an index for each direction, since null comes last in both. */
const accountingCodeIndex = (direction: "asc" | "desc") => {
  const name = `mandataires_accounting_code_${direction}_index`;
  const keys = `(accounting_code_fold is null), accounting_code_fold ${direction}, id ${direction}`;
  return { name, expression: `create index ${name} on mandataires (${keys})` };
};

/** Managing agents. This is the registry itself: it stands before the wall between them. */
export const mandataireRows = defineEntity({
  name: "Mandataire",
  tableName: "mandataires",
  properties: {
    id: id<MandataireId>().primary(),
    name: text(),
    nameFold: folded(),
    accountingCode: text().nullable(),
    accountingCodeFold: folded().nullable(),
    siren: text().nullable(),
    billingCalendar: text<BillingCalendar>(),
    billingCycleMonth: integer(),
    accountingMode: text<AccountingMode>(),
    iban: text().nullable(),
    bic: text().nullable(),
    address: text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  indexes: [
    { name: "mandataires_name_index", properties: ["nameFold", "id"] },
    accountingCodeIndex("asc"),
    accountingCodeIndex("desc"),
    { name: "mandataires_created_at_index", properties: ["createdAt", "id"] },
    { name: "mandataires_updated_at_index", properties: ["updatedAt", "id"] },
  ],
});

/** Who works for which mandataire: one row for a user of one. */
export const mandataireMemberRows = defineEntity({
  name: "MandataireMember",
  tableName: "mandataire_members",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    userId: id<UserId>().primary(),
    createdAt: instant(),
  },
  uniques: [{ name: "mandataire_members_user_unique", properties: ["userId", "mandataireId"] }],
  indexes: [{ name: "mandataire_members_created_at_index", properties: ["mandataireId", "createdAt", "userId"] }],
});

/** Values of the indices that rents follow: nobody's tenant. */
export const indexValueRows = defineEntity({
  name: "IndexValue",
  tableName: "index_values",
  properties: {
    id: id<IndexValue["id"]>().primary(),
    indexCode: text<IndexCode>(),
    period: text<Quarter>(),
    value: integer<Decimal>(),
    publishedOn: text<Day>(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: "index_values_period_unique", properties: ["indexCode", "period"] }],
  indexes: [
    { name: "index_values_created_at_index", properties: ["createdAt", "id"] },
    { name: "index_values_updated_at_index", properties: ["updatedAt", "id"] },
  ],
});

/** Accounting files: written once. The mandataire is first in every key. */
export const fecExportRows = defineEntity({
  name: "FecExport",
  tableName: "fec_exports",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    id: id<FecExportId>().primary(),
    year: integer(),
    societyCode: text(),
    societyCodeFold: folded(),
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

/** The blob of each accounting file. It says nothing of anybody, and stands before the wall: blobs are checked together. */
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

/** What the stores of this module see. */
export type RentalTables = ConvergenceTables &
  Database<
    | typeof indexValueRows
    | typeof mandataireRows
    | typeof mandataireMemberRows
    | typeof fecExportRows
    | typeof fecFileRows
    | typeof incidentFileRows
    | typeof userRows
  >;
