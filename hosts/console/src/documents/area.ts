import type { Area } from "../frame/definitions.ts";
import { chunkScripts } from "./chunk-scripts.ts";
import { documentActions, documentPages } from "./document-pages.ts";
import { folderPages } from "./folder-pages.ts";
import { permissionActions, permissionPages } from "./permission-pages.ts";
import { publicActions, publicPages } from "./public-pages.ts";
import { retentionActions } from "./retention.ts";
import { searchPage } from "./search-page.ts";
import { trashActions, trashPage } from "./trash-page.ts";
import { treeActions } from "./tree-actions.ts";
import { resumePage, unfinishedUploadActions } from "./unfinished-uploads.ts";
import { uploadStreams } from "./upload.ts";
import { uploadsPage } from "./uploads-page.ts";

/** Workspaces, folders and documents, who may see them, and their search. */
export const documentsArea: Area = {
  pages: [
    ...folderPages,
    ...documentPages,
    ...permissionPages,
    ...publicPages,
    searchPage,
    trashPage,
    uploadsPage,
    resumePage,
  ],
  actions: [
    ...treeActions,
    ...documentActions,
    ...permissionActions,
    ...publicActions,
    ...trashActions,
    ...retentionActions,
    ...unfinishedUploadActions,
  ],
  streams: uploadStreams,
  scripts: chunkScripts,
};
