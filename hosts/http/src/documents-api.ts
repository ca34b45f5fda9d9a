import type { DocumentServices } from "@cartulary/documents";
import type { Search } from "@cartulary/search";
import type { Uploads } from "@cartulary/uploads";
import { chunkedUploadOperations, DOCUMENTS_BASE, documentsOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { bulkUploadHandlers } from "./operations/bulk-uploads.ts";
import { documentTypeHandlers, domainHandlers, workspaceTypeHandlers } from "./operations/catalogues.ts";
import { chunkedUploadHandlers } from "./operations/chunked-uploads.ts";
import { classificationPlanHandlers } from "./operations/classification-plans.ts";
import { documentHandlers } from "./operations/documents.ts";
import { folderHandlers } from "./operations/folders.ts";
import { permissionHandlers } from "./operations/permissions.ts";
import { type PublicAccessHttp, publicAccessHandlers } from "./operations/public-access.ts";
import { searchHandlers } from "./operations/search.ts";
import { tagHandlers } from "./operations/tags.ts";
import { versionHandlers } from "./operations/versions.ts";
import { workspaceHandlers } from "./operations/workspaces.ts";
import { printUploadError } from "./transport/errors.ts";

/** What the documents product needs. */
export interface DocumentsApiDependencies
  extends ApiDependencies,
    DocumentServices,
    Omit<Uploads, "jobs">,
    PublicAccessHttp {
  readonly search: Search;
}

/** The documents product, to be mounted at {@link DOCUMENTS_BASE} or anywhere else. */
export function documentsApi(dependencies: DocumentsApiDependencies): Hono {
  const { workspaces, folders, documents, versions, tags, catalogues, plans, permissions } = dependencies;
  const app = implement(
    documentsOperations,
    {
      ...workspaceHandlers(workspaces),
      ...folderHandlers(folders),
      ...documentHandlers(documents),
      ...versionHandlers(versions, documents),
      ...bulkUploadHandlers(dependencies.bulkUploads),
      ...publicAccessHandlers(dependencies),
      ...tagHandlers(tags),
      ...searchHandlers(dependencies.search),
      ...permissionHandlers(permissions),
      ...workspaceTypeHandlers(catalogues.workspaceTypes),
      ...documentTypeHandlers(catalogues.documentTypes),
      ...domainHandlers(catalogues.domains),
      ...classificationPlanHandlers(plans),
    },
    DOCUMENTS_BASE,
    dependencies,
  );
  return app.route("/", uploadsApi(dependencies));
}

/** Uploads, which refuse in an envelope of their own. */
function uploadsApi(dependencies: DocumentsApiDependencies): Hono {
  const handlers = chunkedUploadHandlers(dependencies.chunkedUploads);
  return implement(chunkedUploadOperations, handlers, DOCUMENTS_BASE, dependencies, { printError: printUploadError });
}
