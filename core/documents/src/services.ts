import type { OnRemoval, Transact } from "@cartulary/kernel";
import type { GrantListener } from "./access/grant-listener.ts";
import { createPermissions, type Permissions } from "./access/permissions.ts";
import { type Catalogues, createCatalogue } from "./classification/catalogues.ts";
import { type ClassificationPlans, createClassificationPlans } from "./classification/plans.ts";
import type { TreeDependencies } from "./dependencies.ts";
import type { DocumentStores } from "./ports.ts";
import { createTags, type Tags } from "./tags/tags.ts";
import { createFolders, type Folders } from "./tree/folders.ts";
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
export { type Catalogue, type CatalogueInput, type Catalogues, createCatalogue } from "./classification/catalogues.ts";
export type { ClassificationEntryInput } from "./classification/entries.ts";
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
  type CatalogueKind,
  type CatalogueNouns,
  type CatalogueStatus,
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
  WORKSPACES_ANSWERED_MAX,
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
export { createWorkspaces, type WorkspaceInput, type Workspaces, workspaceUseCases } from "./tree/workspaces.ts";

/** The services of this package, but for documents and versions, which are made where files come in. */
export interface DocumentServices {
  readonly workspaces: Workspaces;
  readonly folders: Folders;
  readonly tags: Tags;
  readonly catalogues: Catalogues;
  readonly plans: ClassificationPlans;
  readonly permissions: Permissions;
}

/** What they are made of. */
export interface DocumentServiceDependencies<Stores> extends TreeDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly grantListeners: readonly GrantListener<Stores>[];
  /** What goes with the removal of a record of this type, beside what this package removes itself. */
  readonly onRemovalOf: (resourceType: string) => OnRemoval<Stores>;
}

/** One service more of this package is a line here, a field above, and the names that it shows. */
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
  };
}
