export {
  type Grant,
  type Held,
  type HeldNode,
  LEVELS,
  type Level,
  type ResourceRef,
  type ResourceType,
  reaches,
} from "./access.ts";
export { accessLevel, decidingGrant, type Lineage, levelByRole, type Place, readableFrom } from "./access-rule.ts";
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
} from "./catalogue.ts";
export { type Catalogue, type CatalogueInput, type Catalogues, createCatalogue } from "./catalogues.ts";
export type { ClassificationEntryInput } from "./classification-entries.ts";
export {
  type ClassificationEntry,
  type ClassificationPlan,
  type ClassificationPlanField,
  type ClassificationPlanId,
  classificationPlanListing,
  leafCodes,
} from "./classification-plan.ts";
export {
  type ClassificationPlanInput,
  type ClassificationPlans,
  classificationPlanUseCases,
  createClassificationPlans,
} from "./classification-plans.ts";
export type { ContentDependencies, TreeDependencies } from "./dependencies.ts";
export {
  type Content,
  type Document,
  type DocumentField,
  type DocumentId,
  type DocumentTypeId,
  type DocumentView,
  documentListing,
  type StagedContent,
} from "./document.ts";
export type { DocumentInput, NewDocument } from "./document-input.ts";
export {
  createDocuments,
  type Documents,
  documentUseCases,
  type NamedContent,
} from "./documents.ts";
export {
  FOLDER_DEPTH_MAX,
  FOLDER_ITEMS_MAX,
  type Folder,
  type FolderField,
  type FolderId,
  type FolderView,
  folderListing,
} from "./folder.ts";
export type { FolderItems, FolderWithItems, HeldItems } from "./folder-items.ts";
export { createFolders, type FolderInput, type Folders, folderUseCases } from "./folders.ts";
export type { GrantChange, GrantListener } from "./grant-listener.ts";
export type { Incoming, IncomingFile } from "./incoming.ts";
export type {
  InspectedDocument,
  InspectedFolder,
  InspectedGrant,
  InspectedPlan,
  InspectedReplay,
  InspectedVersion,
  InspectedWorkspace,
  Missing,
} from "./inspection.ts";
export {
  type EffectivePermission,
  type LevelSource,
  type PermissionField,
  type PermissionSource,
  type PermissionView,
  permissionListing,
} from "./permission.ts";
export {
  createPermissions,
  type NewGrant,
  type PermissionRef,
  type Permissions,
  permissionUseCases,
} from "./permissions.ts";
export type {
  CatalogueStore,
  CatalogueStores,
  ClassificationPlanStore,
  ContentTypes,
  DocumentInspection,
  DocumentStore,
  DocumentStores,
  FolderStore,
  GrantStore,
  Removed,
  SubjectStore,
  TagStore,
  TreeClock,
  VersionPage,
  VersionStore,
  Within,
  WorkspaceStore,
} from "./ports.ts";
export type { CreatorRef, FolderRef, NamedRef, PersonRef, WorkspaceRef } from "./references.ts";
export { createSight, type OtherReader, type ReadsInside, requireLevel, type Sight, visible } from "./sight.ts";
export { type Tag, type TagField, tagListing } from "./tag.ts";
export { createTags, type Tags, tagUseCases } from "./tag-list.ts";
export { TAG_LENGTH_MAX, TAGS_MAX } from "./tags.ts";
export type { Move, NodeRef, TreeListener, TreeNode } from "./tree.ts";
export { DESCRIPTION_LENGTH_MAX, NAME_LENGTH_MAX } from "./values.ts";
export { documentBlobHolders, documentChecks } from "./verification.ts";
export type { Version, VersionId, VersionView } from "./version.ts";
export type { NewVersion } from "./version-input.ts";
export {
  createVersions,
  type VersionRef,
  type VersionRequest,
  type Versions,
} from "./versions.ts";
export {
  type DomainId,
  WORKSPACES_ANSWERED_MAX,
  type Workspace,
  type WorkspaceField,
  type WorkspaceId,
  type WorkspaceTypeId,
  type WorkspaceView,
  workspaceListing,
} from "./workspace.ts";
export { createWorkspaces, type WorkspaceInput, type Workspaces, workspaceUseCases } from "./workspaces.ts";
