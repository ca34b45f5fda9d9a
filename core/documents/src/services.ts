import type { OnRemoval, Transact } from "@cartulary/kernel";
import type { GrantListener } from "./access/grant-listener.ts";
import { createPermissions, type Permissions } from "./access/permissions.ts";
import { type Catalogues, createCatalogue } from "./classification/catalogues.ts";
import { type ClassificationPlans, createClassificationPlans } from "./classification/plans.ts";
import type { TreeDependencies } from "./dependencies.ts";
import type { DocumentStores } from "./ports.ts";
import { createTags, type Tags } from "./tags/tags.ts";
import { createFolders, type Folders } from "./tree/folders.ts";
import { createLegalHolds, type LegalHolds } from "./tree/legal-holds.ts";
import { createTrash, type Trash } from "./tree/trash.ts";
import { createWorkspaces, type Workspaces } from "./tree/workspaces.ts";

export type { GrantChange, GrantListener } from "./access/grant-listener.ts";
export {
  type EffectivePermission,
  type LevelSource,
  type PermissionField,
  type PermissionSource,
  type PermissionView,
  permissionListing,
} from "./access/permission.ts";
export {
  createPermissions,
  type NewGrant,
  type PermissionRef,
  type Permissions,
  permissionUseCases,
} from "./access/permissions.ts";
export { type Catalogue, type Catalogues, createCatalogue } from "./classification/catalogues.ts";
export type { ClassificationEntryInput } from "./classification/plan-entries-parser.ts";
export {
  type ClassificationPlanInput,
  type ClassificationPlans,
  classificationPlanUseCases,
  createClassificationPlans,
} from "./classification/plans.ts";
export {
  CATALOGUE_STATUSES,
  type CatalogueEntry,
  type CatalogueField,
  type CatalogueInput,
  type CatalogueKind,
  type CatalogueNouns,
  type CatalogueStatus,
  catalogueRecord,
  type DomainField,
  domainListing,
  typeListing,
} from "./records/catalogue.ts";
export {
  type ClassificationEntry,
  type ClassificationPlan,
  type ClassificationPlanField,
  type ClassificationPlanId,
  type ClassificationReason,
  classificationPlanListing,
  leafCodes,
} from "./records/classification-plan.ts";
export {
  FOLDER_DEPTH_MAX,
  FOLDER_ITEMS_MAX,
  type Folder,
  type FolderField,
  type FolderId,
  type FolderInput,
  type FolderView,
  folderListing,
} from "./records/folder.ts";
export {
  type DomainId,
  WORKSPACES_RETURNED_MAX,
  type Workspace,
  type WorkspaceField,
  type WorkspaceId,
  type WorkspaceTypeId,
  type WorkspaceView,
  workspaceListing,
} from "./records/workspace.ts";
export { TAG_LENGTH_MAX, TAGS_MAX, type Tag, type TagField, tagListing } from "./tags/tag.ts";
export { createTags, type Tags, tagUseCases } from "./tags/tags.ts";
export { createFolders, type Folders, folderUseCases } from "./tree/folders.ts";
export {
  createLegalHolds,
  type HoldableRecord,
  type HoldRequest,
  type LegalHolds,
  legalHoldUseCases,
} from "./tree/legal-holds.ts";
export type { RetentionChange } from "./tree/retention.ts";
export { createTrash, type RestoredRecord, type RestoreRequest, type Trash, trashUseCases } from "./tree/trash.ts";
export {
  type Extent,
  type PathStep,
  type TrashEntry,
  type TrashEntryId,
  type TrashEntryView,
  type TrashField,
  type TrashPlace,
  trashListing,
  type VisibleTrashEntry,
} from "./tree/trash-entry.ts";
export { TRASH_QUEUES, trashJobs } from "./tree/trash-jobs.ts";
export { createWorkspaces, type WorkspaceInput, type Workspaces, workspaceUseCases } from "./tree/workspaces.ts";

/** The services of this package except documents and versions, which the uploads package extends. */
export interface DocumentServices {
  readonly workspaces: Workspaces;
  readonly folders: Folders;
  readonly tags: Tags;
  readonly catalogues: Catalogues;
  readonly plans: ClassificationPlans;
  readonly permissions: Permissions;
  readonly trash: Trash;
  readonly legalHolds: LegalHolds;
}

export interface DocumentServiceDependencies<Stores> extends TreeDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly grantListeners: readonly GrantListener<Stores>[];
  /** Returns the listener for removals of records of this type. */
  readonly onRemovalOf: (resourceType: string) => OnRemoval<Stores>;
}

/** Creates the services. */
export function createDocumentServices<Stores extends DocumentStores>(
  dependencies: DocumentServiceDependencies<Stores>,
): DocumentServices {
  const removing = (resourceType: string) => ({ ...dependencies, onRemoval: dependencies.onRemovalOf(resourceType) });
  return {
    workspaces: createWorkspaces(dependencies),
    folders: createFolders(dependencies),
    tags: createTags(dependencies),
    catalogues: {
      workspaceTypes: createCatalogue("workspaceTypes", removing("workspace_type")),
      documentTypes: createCatalogue("documentTypes", removing("document_type")),
      domains: createCatalogue("domains", removing("domain")),
    },
    plans: createClassificationPlans(removing("classification_plan")),
    permissions: createPermissions(dependencies),
    trash: createTrash(dependencies),
    legalHolds: createLegalHolds(dependencies),
  };
}
