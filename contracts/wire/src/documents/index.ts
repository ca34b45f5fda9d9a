import { bulkUploadOperations } from "./bulk-uploads.ts";
import { documentTypeOperations, domainOperations, workspaceTypeOperations } from "./catalogues.ts";
import { classificationPlanOperations } from "./classification-plans.ts";
import { documentOperations } from "./documents.ts";
import { exportOperations, importedDateOperations } from "./exports.ts";
import { folderOperations } from "./folders.ts";
import { permissionOperations } from "./permissions.ts";
import { publicAccessOperations } from "./public-access.ts";
import { searchOperations } from "./search.ts";
import { tagOperations } from "./tags.ts";
import { trashOperations } from "./trash.ts";
import { versionOperations } from "./versions.ts";
import { workspaceOperations } from "./workspaces.ts";

export * from "./anonymous-reader.ts";
export * from "./bulk-uploads.ts";
export * from "./catalogues.ts";
export * from "./chunked-uploads.ts";
export * from "./classification-plans.ts";
export { CreatedDocument, DocumentRecord } from "./document-record.ts";
export * from "./documents.ts";
export * from "./exports.ts";
export * from "./folders.ts";
export * from "./permissions.ts";
export * from "./public-access.ts";
export * from "./search.ts";
export * from "./tags.ts";
export * from "./trash.ts";
export * from "./versions.ts";
export * from "./workspaces.ts";

/**
 * Operations of the documents product, except chunked uploads, whose errors have their own envelope, and those of
 * visitors.
 */
export const documentsOperations: typeof workspaceOperations &
  typeof folderOperations &
  typeof documentOperations &
  typeof versionOperations &
  typeof bulkUploadOperations &
  typeof exportOperations &
  typeof importedDateOperations &
  typeof publicAccessOperations &
  typeof tagOperations &
  typeof searchOperations &
  typeof permissionOperations &
  typeof trashOperations &
  typeof workspaceTypeOperations &
  typeof documentTypeOperations &
  typeof domainOperations &
  typeof classificationPlanOperations = {
  ...workspaceOperations,
  ...folderOperations,
  ...documentOperations,
  ...versionOperations,
  ...bulkUploadOperations,
  ...exportOperations,
  ...importedDateOperations,
  ...publicAccessOperations,
  ...tagOperations,
  ...searchOperations,
  ...permissionOperations,
  ...trashOperations,
  ...workspaceTypeOperations,
  ...documentTypeOperations,
  ...domainOperations,
  ...classificationPlanOperations,
};
