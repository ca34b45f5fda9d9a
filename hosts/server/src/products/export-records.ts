import type { ExportRecords } from "@cartulary/documents";
import type { JsonObject } from "@cartulary/kernel";
import { DocumentRecord, FolderRecord, VersionRecord, WorkspaceRecord } from "@cartulary/wire";

/** Writes the records of exports by the schemas of the API's replies. */
export const exportRecords: ExportRecords = {
  workspace: (view) => WorkspaceRecord.encode(view) as JsonObject,
  folder: (view) => FolderRecord.encode(view) as JsonObject,
  document: (view) => DocumentRecord.encode(view) as JsonObject,
  version: ({ fileName: name, ...view }) => VersionRecord.encode({ ...view, name }) as JsonObject,
};
