import type { Documents, Folders, Versions, Workspaces } from "@cartulary/documents";
import {
  DOCUMENTS_BASE,
  documentOperations,
  folderOperations,
  versionOperations,
  workspaceOperations,
} from "@cartulary/wire";
import type { Hono } from "hono";
import { type ApiDependencies, implement } from "./implement.ts";
import { documentHandlers } from "./operations/documents.ts";
import { folderHandlers } from "./operations/folders.ts";
import { versionHandlers } from "./operations/versions.ts";
import { workspaceHandlers } from "./operations/workspaces.ts";

/** What the documents product needs. */
export interface DocumentsApiDependencies extends ApiDependencies {
  readonly workspaces: Workspaces;
  readonly folders: Folders;
  readonly documents: Documents;
  readonly versions: Versions;
}

/** The documents product, to be mounted at {@link DOCUMENTS_BASE} or anywhere else. */
export function documentsApi(dependencies: DocumentsApiDependencies): Hono {
  const { workspaces, folders, documents, versions } = dependencies;
  return implement(
    { ...workspaceOperations, ...folderOperations, ...documentOperations, ...versionOperations },
    {
      ...workspaceHandlers(workspaces),
      ...folderHandlers(folders),
      ...documentHandlers(documents),
      ...versionHandlers(versions, documents),
    },
    DOCUMENTS_BASE,
    dependencies,
  );
}
