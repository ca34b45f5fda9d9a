import type { DocumentExports, DocumentExportView, ImportedDatesService } from "@cartulary/documents";
import { exportOperations, type importedDateOperations } from "@cartulary/wire";
import { accepted, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

/** The dependencies of the operations of exports. */
export interface ExportsHttp {
  readonly exports: DocumentExports;
  readonly importedDates: ImportedDatesService;
  readonly baseUrl: () => string;
}

export const exportHandlers: Handlers<typeof exportOperations, ExportsHttp> = {
  listDocumentExports: async ({ list, caller }, { exports, baseUrl }) => {
    const page = await exports.list(caller, list);
    return listReply({ ...page, items: page.items.map((each) => withUrl(each, baseUrl())) });
  },
  createDocumentExport: async ({ body, caller }, { exports, baseUrl }) =>
    accepted(withUrl(await exports.create(caller, body), baseUrl())),
  getDocumentExport: async ({ params, caller }, { exports, baseUrl }) =>
    ok(withUrl(await exports.get(caller, params.id), baseUrl())),
  deleteDocumentExport: async ({ params, caller }, { exports }) => noContent(await exports.remove(caller, params.id)),
  downloadDocumentExport: async ({ params, caller }, { exports }) => ok(await exports.download(caller, params.id)),
};

export const importedDateHandlers: Handlers<typeof importedDateOperations, ExportsHttp> = {
  setImportedDates: async ({ body, caller }, { importedDates }) =>
    noContent(await importedDates.set(caller, body.records)),
};

/** Adds the address of a completed export; `null` before. */
function withUrl(view: DocumentExportView, baseUrl: string): DocumentExportView & { downloadUrl: string | null } {
  const { path } = exportOperations.downloadDocumentExport;
  return { ...view, downloadUrl: view.status === "completed" ? baseUrl + path.replace("{id}", view.id) : null };
}
