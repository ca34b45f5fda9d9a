import { FEC_ENCODINGS, FEC_SEPARATORS, type FecSeparator } from "@cartulary/ledger";
import { fecExportListing } from "@cartulary/rental/accounting";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { amount, day, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";

const separator = z.enum(Object.keys(FEC_SEPARATORS) as FecSeparator[]);
const encoding = z.enum(FEC_ENCODINGS);

/** A warning about a conforming file. */
const FecWarning = camelRecord("FecWarning", { code: text(), count: integer(), sample: listOf(text()) });

/** A stored accounting file (order of 29 July 2013). */
export const FecExportRecord = camelRecord("FecExport", {
  id: uuid<"FecExport">(),
  year: integer(),
  societyCode: text().nullable(),
  status: z.enum(["ready"]),
  filename: text(),
  separator,
  encoding,
  byteSize: integer(),
  sha256: text(),
  entriesCount: integer(),
  linesCount: integer(),
  totalDebit: amount(),
  totalCredit: amount(),
  periodStart: day(),
  periodEnd: day(),
  warnings: listOf(FecWarning),
  retainUntil: day(),
  createdAt: instant(),
  downloadUrl: text(),
});

export const FecExportCreation = record("FecExportInput", {
  year: integer(),
  societyCode: text().exactOptional(),
  separator: separator.exactOptional(),
  encoding: encoding.exactOptional(),
});

const ALL = { path: `${RENTAL_BASE}/fec_exports`, tag: "fec_exports", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/fec_exports/{id}`,
  params: snakeObject({ id: uuid<"FecExport">() }),
} as const;

export const fecExportOperations = operations({
  listFecExports: {
    ...ALL,
    method: "get",
    summary: "List accounting files (FEC)",
    scope: "read",
    list: fecExportListing,
    replies: { 200: listOf(FecExportRecord) },
  },
  createFecExport: {
    ...ALL,
    method: "post",
    summary: "Create the accounting file of a calendar year; the reply means that it can be downloaded",
    scope: "write",
    body: FecExportCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: FecExportRecord },
  },
  getFecExport: {
    ...ONE,
    method: "get",
    summary: "Get an accounting file",
    scope: "read",
    replies: { 200: FecExportRecord },
  },
  deleteFecExport: {
    ...ONE,
    method: "delete",
    summary: "Delete an accounting file whose retention of ten years is over",
    scope: "write",
    replies: { 204: null },
  },
  downloadFecExport: {
    ...ONE,
    path: `${RENTAL_BASE}/fec_exports/{id}/download`,
    method: "get",
    summary: "Download an accounting file or its description",
    scope: "read",
    query: snakeObject({ part: z.enum(["description"]).exactOptional() }),
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
