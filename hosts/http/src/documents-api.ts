import type { DocumentServices } from "@cartulary/documents";
import type { Search } from "@cartulary/search";
import type { Uploads } from "@cartulary/uploads";
import { chunkedUploadOperations, DOCUMENTS_BASE, documentsOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { bulkUploadHandlers } from "./operations/bulk-uploads.ts";
import { documentTypeHandlers, domainHandlers, workspaceTypeHandlers } from "./operations/catalogues.ts";
import { chunkedUploadHandlers } from "./operations/chunked-uploads.ts";
import { classificationPlanHandlers } from "./operations/classification-plans.ts";
import { documentHandlers } from "./operations/documents.ts";
import { type ExportsHttp, exportHandlers, importedDateHandlers } from "./operations/exports.ts";
import { folderHandlers } from "./operations/folders.ts";
import { permissionHandlers } from "./operations/permissions.ts";
import { type PublicAccessHttp, publicAccessHandlers } from "./operations/public-access.ts";
import { searchHandlers } from "./operations/search.ts";
import { tagHandlers } from "./operations/tags.ts";
import { trashHandlers } from "./operations/trash.ts";
import { versionHandlers } from "./operations/versions.ts";
import { workspaceHandlers } from "./operations/workspaces.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import { implement } from "./requests/implement.ts";
import { formatUploadError } from "./transport/errors.ts";

export interface DocumentsApiDependencies
  extends ApiDependencies,
    DocumentServices,
    Omit<Uploads, "jobs">,
    PublicAccessHttp,
    ExportsHttp {
  readonly search: Search;
}

/**
 * The documents product, for any mount path such as {@link DOCUMENTS_BASE}.
 *
 * @example
 * ```ts
 * import { documentsApi } from "@cartulary/http";
 * import { Hono } from "hono";
 *
 * export function mount(dependencies: Parameters<typeof documentsApi>[0]): Hono {
 *   return new Hono().route("/archive", documentsApi(dependencies));
 * }
 * ```
 */
export function documentsApi(dependencies: DocumentsApiDependencies): Hono {
  const app = implement(
    documentsOperations,
    {
      ...workspaceHandlers,
      ...folderHandlers,
      ...documentHandlers,
      ...versionHandlers,
      ...bulkUploadHandlers,
      ...exportHandlers,
      ...importedDateHandlers,
      ...publicAccessHandlers,
      ...tagHandlers,
      ...searchHandlers,
      ...permissionHandlers,
      ...trashHandlers,
      ...workspaceTypeHandlers,
      ...documentTypeHandlers,
      ...domainHandlers,
      ...classificationPlanHandlers,
    },
    DOCUMENTS_BASE,
    dependencies,
  );
  return app.route("/", chunkedUploadsApi(dependencies));
}

/** Chunked uploads, whose errors have their own envelope. */
function chunkedUploadsApi(dependencies: DocumentsApiDependencies): Hono {
  return implement(chunkedUploadOperations, chunkedUploadHandlers, DOCUMENTS_BASE, dependencies, {
    formatError: formatUploadError,
  });
}
