import { DATED_TYPES, documentExportListing, EXPORT_STATUSES } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, integer, moment, text, uuid } from "../fields.ts";
import { BYTES, DOCUMENTS_BASE, operations } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** A bag (RFC 8493) of a workspace or a folder, made in the background. */
export const DocumentExportRecord = record("DocumentExport", {
  id: uuid<"DocumentExport">(),
  status: z.enum(EXPORT_STATUSES),
  /** Percentage. */
  progress: integer(),
  byteSize: integer().nullable(),
  sha256: text().nullable(),
  downloadUrl: text().nullable(),
  workspaceId: uuid<"Workspace">().nullable(),
  folderId: uuid<"Folder">().nullable(),
  versions: flag(),
  public: flag(),
  date: instant(),
  failure: text().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  expiresAt: instant(),
});

const DocumentExportCreation = requiredByOperation(
  record("DocumentExportCreate", {
    workspaceId: uuid<"Workspace">().nullable().exactOptional(),
    folderId: uuid<"Folder">().nullable().exactOptional(),
    versions: flag().exactOptional(),
    public: flag().exactOptional(),
    date: moment().nullable().exactOptional(),
    name: text().nullable().exactOptional(),
  }),
);

const One = snakeObject({ id: uuid<"DocumentExport">() });

const PATH = `${DOCUMENTS_BASE}/exports` as const;

export const exportOperations = operations({
  listDocumentExports: {
    method: "get",
    path: PATH,
    tag: "exports",
    summary: "List your exports; all of them for administrators",
    scope: "read",
    list: documentExportListing,
    replies: { 200: z.array(DocumentExportRecord) },
  },
  createDocumentExport: {
    method: "post",
    path: PATH,
    tag: "exports",
    summary: "Export a workspace or a folder as a bag (RFC 8493), in the background",
    scope: "write",
    body: DocumentExportCreation,
    headers: ["Idempotency-Key"],
    replies: { 202: DocumentExportRecord },
  },
  getDocumentExport: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "exports",
    summary: "Get an export and its progress",
    scope: "read",
    params: One,
    replies: { 200: DocumentExportRecord },
  },
  deleteDocumentExport: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "exports",
    summary: "Delete an export, also while it is made",
    scope: "write",
    params: One,
    replies: { 204: null },
  },
  downloadDocumentExport: {
    method: "get",
    path: `${PATH}/{id}/download`,
    tag: "exports",
    summary: "Download a completed export as a ZIP, or a range of it",
    scope: "read",
    params: One,
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});

const ImportedDates = record("ImportedDates", {
  records: z.array(
    record("ImportedRecordDates", {
      type: z.enum(DATED_TYPES),
      id: uuid<string>(),
      createdAt: instant(),
      changedAt: instant(),
    }),
  ),
});

export const importedDateOperations = operations({
  setImportedDates: {
    method: "post",
    path: `${DOCUMENTS_BASE}/imported_dates`,
    tag: "exports",
    summary: "Give imported records the dates that they had where they were exported",
    scope: "write",
    role: "admin",
    body: ImportedDates,
    replies: { 204: null },
  },
});
