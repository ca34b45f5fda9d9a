export {
  accessLevel,
  decidingGrant,
  type Lineage,
  type LineageNode,
  readableFrom,
} from "./access/access-rule.ts";
export type { FolderItems, FolderWithItems, ItemsWithLevel } from "./access/folder-items.ts";
export {
  type Grant,
  isLevelAtLeast,
  LEVELS,
  type Level,
  levelByRole,
  type NodeWithLevel,
  type ResourceRef,
  type WithLevel,
} from "./access/grant.ts";
export {
  createVisibility,
  type ReadableItems,
  type ReadRule,
  requireLevel,
  type Visibility,
} from "./access/visibility.ts";
export { type ClassificationDependencies, classifyDocument } from "./classification/auto-classification.ts";
export { keywordClassifier } from "./classification/keyword-classifier.ts";
export type { ContentDependencies, TreeDependencies } from "./dependencies.ts";
export {
  type CreationDependencies,
  type CreationPlan,
  type CreationSteps,
  documentCreation,
  type InsertDocument,
  type PlanCreation,
} from "./documents/create-document.ts";
export type { DocumentInput, NewDocument } from "./documents/document-input.ts";
export {
  createDocuments,
  type Documents,
  documentUseCases,
  type NamedContent,
} from "./documents/documents.ts";
export {
  type GeneratedDocument,
  type GeneratedDocuments,
  generatedDocumentUseCases,
} from "./documents/generated-documents.ts";
export {
  attach,
  isDeceptiveFileName,
  normalizeMediaType,
  sanitizeFileName,
  stage,
  stagedContent,
  withStagedContent,
} from "./documents/stage-content.ts";
export type { FileUpload, StreamedRequest } from "./documents/streamed-request.ts";
export type { NewVersion } from "./documents/version-input.ts";
export {
  type AddVersion,
  createVersions,
  type VersionDependencies,
  type VersionRef,
  type VersionRequest,
  type Versions,
  versionCreation,
  versionUseCases,
} from "./documents/versions.ts";
export { DATED_TYPES, type DatedType, type ImportedDates } from "./exports/dated-record.ts";
export {
  type DocumentExport,
  type DocumentExportField,
  type DocumentExportId,
  type DocumentExportView,
  documentExportListing,
  EXPORT_STATUSES,
  EXPORTS_MAX,
  type ExportStatus,
} from "./exports/document-export.ts";
export {
  createDocumentExports,
  type DocumentExports,
  type ExportDependencies,
  type ExportDownload,
  type NewDocumentExport,
} from "./exports/document-exports.ts";
export { exportBlobHolders } from "./exports/export-blob-holders.ts";
export { EXPORT_QUEUES } from "./exports/export-jobs.ts";
export { createImportedDates, IMPORTED_DATES_MAX, type ImportedDatesService } from "./exports/imported-dates.ts";
export type {
  DocumentExportStore,
  ExportedContent,
  ExportedPermission,
  ExportPlace,
  ExportRecords,
  ExportStores,
  ExportTree,
  ImportedDateStore,
} from "./exports/ports.ts";
export type {
  DocumentIntegrityRow,
  FolderIntegrityRow,
  GrantIntegrityRow,
  MissingReference,
  PlanIntegrityRow,
  ReplayIntegrityRow,
  VersionIntegrityRow,
  WorkspaceIntegrityRow,
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
  RemovedNodes,
  RestoredNodes,
  RetentionStore,
  SubjectStore,
  TagStore,
  TextOf,
  TrashOrigin,
  TrashStore,
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
  FIELDS_NOT_LISTED,
  type ListedDocument,
  type StagedContent,
  TEXT_STATUSES,
  type TextStatus,
} from "./records/document.ts";
export type { CreatorRef, FolderRef, NamedRef, PersonRef, ResourceType, WorkspaceRef } from "./records/references.ts";
export {
  inForce,
  type LegalHold,
  NOT_RETAINED,
  type Retained,
  type Retention,
  type RetentionSource,
  sourceOf,
  strictest,
} from "./records/retention.ts";
export type { Version, VersionId, VersionView } from "./records/version.ts";
export * from "./services.ts";
export {
  destination,
  type HoldChange,
  type Move,
  type NodeRef,
  type RemovedResource,
  type TreeListener,
  type TreeNode,
} from "./tree/placement.ts";
export { DESCRIPTION_LENGTH_MAX, NAME_LENGTH_MAX } from "./values.ts";
export { documentBlobHolders, documentChecks } from "./verification.ts";
