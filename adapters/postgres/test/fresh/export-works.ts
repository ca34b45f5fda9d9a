import { documentExportListing } from "@cartulary/documents";
import type { BlobKey } from "@cartulary/kernel";
import { idOf, ROWS, textOf } from "./fixtures.ts";
import { BY_KEY, everybodys, LATER, LONG_AGO, listed, NOW, newId, PERSON, required, type Works } from "./works.ts";

const exported = idOf<"DocumentExport">("document_exports", 4);
const folder = idOf<"Folder">("folders", 0);
const key = `blobs/${textOf(7)}` as BlobKey;
/** Of one person. */
const EXPORTS = ROWS.document_exports / 4;
/** The direct content of a folder, with versions and permissions. */
const CONTENT = BY_KEY + ROWS.documents;

/** The works of exports and imports. */
export const exportWorks: Works<"documentExports" | "exportTree" | "importedDates"> = {
  documentExports: {
    find: [BY_KEY, ({ documentExports }) => documentExports.find(exported)],
    lock: [BY_KEY, ({ documentExports }) => documentExports.lock(exported)],
    insert: [
      BY_KEY,
      async ({ documentExports }) =>
        documentExports.insert({ ...required(await documentExports.find(exported)), id: newId() }),
    ],
    update: [
      BY_KEY,
      async ({ documentExports }) =>
        documentExports.update({ ...required(await documentExports.find(exported)), progress: 50 }),
    ],
    remove: [BY_KEY, ({ documentExports }) => documentExports.remove(exported)],
    list: [
      everybodys("document_exports"),
      listed(documentExportListing, ({ documentExports }, query) =>
        documentExports.list(query, { userId: PERSON, now: NOW }),
      ),
      listed(documentExportListing, ({ documentExports }, query) =>
        documentExports.list(query, { userId: null, now: NOW }),
      ),
    ],
    count: [2 * EXPORTS, ({ documentExports }) => documentExports.count(PERSON, NOW)],
    expired: [4 * BY_KEY, ({ documentExports }) => documentExports.expired(LONG_AGO, 100)],
    blobHolders: [BY_KEY, ({ documentExports }) => documentExports.blobHolders(key, key)],
  },
  exportTree: {
    content: [CONTENT, ({ exportTree }) => exportTree.content({ folderId: folder }, { versions: true })],
    permissionsOn: [BY_KEY, ({ exportTree }) => exportTree.permissionsOn(folder)],
  },
  importedDates: {
    set: [
      BY_KEY,
      ({ importedDates }) =>
        importedDates.set({ type: "folder", id: folder, createdAt: NOW, changedAt: LATER }, PERSON),
    ],
  },
};
