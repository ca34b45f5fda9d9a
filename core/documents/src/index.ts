export {
  type Grant,
  LEVELS,
  type Level,
  levelByRole,
  type NodeWithLevel,
  type ResourceRef,
  type ResourceType,
  reaches,
  type WithLevel,
} from "./access/access.ts";
export {
  accessLevel,
  decidingGrant,
  type Lineage,
  type Place,
  readableFrom,
} from "./access/access-rule.ts";
export type { FolderItems, FolderWithItems, ItemsWithLevel } from "./access/folder-items.ts";
export {
  createVisibility,
  type OtherReader,
  type ReadsInside,
  requireLevel,
  type Visibility,
} from "./access/visibility.ts";
export { type ClassificationDependencies, classified } from "./classification/auto-classification.ts";
export { keywordClassifier } from "./classification/keyword-classifier.ts";
export type { ContentDependencies, TreeDependencies } from "./dependencies.ts";
export {
  attach,
  declaredMediaType,
  isDeceptiveFileName,
  stage,
  stagedContent,
  storedFileName,
  withStagedContent,
} from "./documents/content.ts";
export {
  type CreationDependencies,
  type CreationSteps,
  documentCreation,
  type Foresee,
  type Foreseen,
  type Inserting,
} from "./documents/creation.ts";
export type { DocumentInput, NewDocument } from "./documents/document-input.ts";
export {
  createDocuments,
  type Documents,
  documentUseCases,
  type NamedContent,
} from "./documents/documents.ts";
export { type GeneratedDocument, type GeneratedDocuments, generatedDocuments } from "./documents/generated.ts";
export type { Incoming, IncomingFile } from "./documents/incoming.ts";
export type { NewVersion } from "./documents/version-input.ts";
export {
  type Adding,
  createVersions,
  type VersionDependencies,
  type VersionRef,
  type VersionRequest,
  type Versions,
  versionAdding,
  versionUseCases,
} from "./documents/versions.ts";
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
export type {
  CatalogueStore,
  CatalogueStores,
  Classifiable,
  ClassificationPlanStore,
  Classifier,
  ContentTypes,
  DocumentInspection,
  DocumentStore,
  DocumentStores,
  FolderStore,
  GrantStore,
  PdfText,
  PdfTextLimits,
  Removed,
  SubjectStore,
  TagStore,
  TextOf,
  TreeClock,
  VersionPage,
  VersionStore,
  Within,
  WorkspaceStore,
} from "./ports.ts";
export {
  type Content,
  type CreatedDocument,
  type Document,
  type DocumentField,
  type DocumentId,
  type DocumentTypeId,
  type DocumentView,
  documentListing,
  type ListedDocument,
  type StagedContent,
  TEXT_STATUSES,
  type TextStatus,
  UNLISTED,
} from "./records/document.ts";
export type { CreatorRef, FolderRef, NamedRef, PersonRef, WorkspaceRef } from "./records/references.ts";
export type { Version, VersionId, VersionView } from "./records/version.ts";
export * from "./services.ts";
export {
  destination,
  type Move,
  type NodeRef,
  type TreeListener,
  type TreeNode,
} from "./tree/tree.ts";
export { DESCRIPTION_LENGTH_MAX, NAME_LENGTH_MAX } from "./values.ts";
export { documentBlobHolders, documentChecks } from "./verification.ts";
