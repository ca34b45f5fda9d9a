// Made from the operation table by `npm run release:prepare`: do not edit.

import type { DocumentsList, ListMethod, Method, Pages, RentalList, StagingMethod, Upload } from "../types.ts";

/** One method for each operation, under its id. */
export interface Operations {
  /**
   * Exchange a code, a password or a refresh token for tokens (RFC 6749); the client may also use HTTP Basic.
   *
   * `POST /oauth/token`
   */
  readonly createToken: Method<CreateTokenInput, TokenResponse>;
  /**
   * Revoke a token and its related tokens (RFC 7009); the reply does not reveal whether it existed.
   *
   * `POST /oauth/revoke`
   */
  readonly revokeToken: Method<RevokeTokenInput, RevocationResponse>;
  /**
   * Get the authorization server metadata (RFC 8414).
   *
   * `GET /.well-known/oauth-authorization-server`
   */
  readonly getAuthorizationServer: Method<Record<never, never>, AuthorizationServer>;
  /**
   * List visible workspaces; all of them, by label unless a sort is requested, or the requested page.
   *
   * `GET /api/v1/documents/workspaces`
   */
  readonly listWorkspaces: ListMethod<ListWorkspacesInput, Workspace, Workspace[]>;
  /**
   * Create a workspace; the creator gets manage.
   *
   * `POST /api/v1/documents/workspaces`
   */
  readonly createWorkspace: Method<CreateWorkspaceInput, Workspace>;
  /**
   * Get a workspace.
   *
   * `GET /api/v1/documents/workspaces/{id}`
   */
  readonly getWorkspace: Method<GetWorkspaceInput, Workspace>;
  /**
   * Update a workspace.
   *
   * `PATCH /api/v1/documents/workspaces/{id}`
   */
  readonly updateWorkspace: Method<UpdateWorkspaceInput, Workspace>;
  /**
   * Delete a workspace and everything in it.
   *
   * `DELETE /api/v1/documents/workspaces/{id}`
   */
  readonly deleteWorkspace: Method<DeleteWorkspaceInput, undefined>;
  /**
   * Set a legal hold on a workspace, or replace its reason.
   *
   * `POST /api/v1/documents/workspaces/{id}/legal_hold`
   */
  readonly holdWorkspace: Method<HoldWorkspaceInput, Workspace>;
  /**
   * Release the legal hold on a workspace.
   *
   * `DELETE /api/v1/documents/workspaces/{id}/legal_hold`
   */
  readonly releaseWorkspace: Method<ReleaseWorkspaceInput, Workspace>;
  /**
   * List visible folders.
   *
   * `GET /api/v1/documents/folders`
   */
  readonly listFolders: ListMethod<ListFoldersInput, Folder, Folder[]>;
  /**
   * Create a folder; the creator gets manage.
   *
   * `POST /api/v1/documents/folders`
   */
  readonly createFolder: Method<CreateFolderInput, Folder>;
  /**
   * Get a folder and its items.
   *
   * `GET /api/v1/documents/folders/{id}`
   */
  readonly getFolder: Method<GetFolderInput, FolderWithItems>;
  /**
   * Update or move a folder.
   *
   * `PATCH /api/v1/documents/folders/{id}`
   */
  readonly updateFolder: Method<UpdateFolderInput, Folder>;
  /**
   * Delete a folder and everything below it.
   *
   * `DELETE /api/v1/documents/folders/{id}`
   */
  readonly deleteFolder: Method<DeleteFolderInput, undefined>;
  /**
   * Set a legal hold on a folder, or replace its reason.
   *
   * `POST /api/v1/documents/folders/{id}/legal_hold`
   */
  readonly holdFolder: Method<HoldFolderInput, Folder>;
  /**
   * Release the legal hold on a folder.
   *
   * `DELETE /api/v1/documents/folders/{id}/legal_hold`
   */
  readonly releaseFolder: Method<ReleaseFolderInput, Folder>;
  /**
   * List visible documents.
   *
   * `GET /api/v1/documents/documents`
   */
  readonly listDocuments: ListMethod<ListDocumentsInput, Document, Document[]>;
  /**
   * Create a document from a file, or stage the file for a merge.
   *
   * `POST /api/v1/documents/documents`
   */
  readonly createDocument: StagingMethod<CreateDocumentInput, "bulk_upload_id", CreatedDocument, StagedFile>;
  /**
   * Get a document.
   *
   * `GET /api/v1/documents/documents/{id}`
   */
  readonly getDocument: Method<GetDocumentInput, Document>;
  /**
   * Update or move a document, or replace its content.
   *
   * `PATCH /api/v1/documents/documents/{id}`
   */
  readonly updateDocument: Method<UpdateDocumentInput, Document>;
  /**
   * Delete a document and its versions.
   *
   * `DELETE /api/v1/documents/documents/{id}`
   */
  readonly deleteDocument: Method<DeleteDocumentInput, undefined>;
  /**
   * Download a document or a range of it.
   *
   * `GET /api/v1/documents/documents/{id}/content`
   */
  readonly getDocumentContent: Method<GetDocumentContentInput, Response>;
  /**
   * Set a legal hold on a document, or replace its reason.
   *
   * `POST /api/v1/documents/documents/{id}/legal_hold`
   */
  readonly holdDocument: Method<HoldDocumentInput, Document>;
  /**
   * Release the legal hold on a document.
   *
   * `DELETE /api/v1/documents/documents/{id}/legal_hold`
   */
  readonly releaseDocument: Method<ReleaseDocumentInput, Document>;
  /**
   * List previous contents of a document, newest first.
   *
   * `GET /api/v1/documents/documents/{id}/versions`
   */
  readonly listVersions: ListMethod<ListVersionsInput, Version, Version[]>;
  /**
   * Archive the content and replace it by a file.
   *
   * `POST /api/v1/documents/documents/{id}/versions`
   */
  readonly createVersion: Method<CreateVersionInput, Document>;
  /**
   * Download a previous content or a range of it.
   *
   * `GET /api/v1/documents/documents/{id}/versions/{version_id}/content`
   */
  readonly getVersionContent: Method<GetVersionContentInput, Response>;
  /**
   * Restore a previous content; the current one is archived.
   *
   * `POST /api/v1/documents/documents/{id}/versions/{version_id}/restore`
   */
  readonly restoreVersion: Method<RestoreVersionInput, Document>;
  /**
   * List your bulk uploads; all of them for administrators.
   *
   * `GET /api/v1/documents/bulk_uploads`
   */
  readonly listBulkUploads: ListMethod<ListBulkUploadsInput, BulkUpload, BulkUpload[]>;
  /**
   * Create a bulk upload for several files, optionally merged into one PDF.
   *
   * `POST /api/v1/documents/bulk_uploads`
   */
  readonly createBulkUpload: Method<CreateBulkUploadInput, BulkUpload>;
  /**
   * Get a bulk upload and the progress of its files.
   *
   * `GET /api/v1/documents/bulk_uploads/{id}`
   */
  readonly getBulkUpload: Method<GetBulkUploadInput, BulkUpload>;
  /**
   * List your exports; all of them for administrators.
   *
   * `GET /api/v1/documents/exports`
   */
  readonly listDocumentExports: ListMethod<ListDocumentExportsInput, DocumentExport, DocumentExport[]>;
  /**
   * Export a workspace or a folder as a bag (RFC 8493), in the background.
   *
   * `POST /api/v1/documents/exports`
   */
  readonly createDocumentExport: Method<CreateDocumentExportInput, DocumentExport>;
  /**
   * Get an export and its progress.
   *
   * `GET /api/v1/documents/exports/{id}`
   */
  readonly getDocumentExport: Method<GetDocumentExportInput, DocumentExport>;
  /**
   * Delete an export, also while it is made.
   *
   * `DELETE /api/v1/documents/exports/{id}`
   */
  readonly deleteDocumentExport: Method<DeleteDocumentExportInput, undefined>;
  /**
   * Download a completed export as a ZIP, or a range of it.
   *
   * `GET /api/v1/documents/exports/{id}/download`
   */
  readonly downloadDocumentExport: Method<DownloadDocumentExportInput, Response>;
  /**
   * Give imported records the dates that they had where they were exported.
   *
   * `POST /api/v1/documents/imported_dates`
   */
  readonly setImportedDates: Method<SetImportedDatesInput, undefined>;
  /**
   * Get the public state of a folder, its reason and its content.
   *
   * `GET /api/v1/documents/folders/{folder_id}/public_access`
   */
  readonly getFolderPublicAccess: Method<GetFolderPublicAccessInput, PublicAccessState>;
  /**
   * Publish a folder and, by default, everything below it.
   *
   * `POST /api/v1/documents/folders/{folder_id}/public_access`
   */
  readonly publishFolder: Method<PublishFolderInput, PublicAccessState>;
  /**
   * Unpublish a folder and everything that only it made public.
   *
   * `DELETE /api/v1/documents/folders/{folder_id}/public_access`
   */
  readonly unpublishFolder: Method<UnpublishFolderInput, PublicAccessState>;
  /**
   * Publish everything below a published folder again, new content included.
   *
   * `POST /api/v1/documents/folders/{folder_id}/public_access/propagate`
   */
  readonly propagateFolder: Method<PropagateFolderInput, PublicAccessState>;
  /**
   * Exclude a folder and everything below it from publication.
   *
   * `POST /api/v1/documents/folders/{folder_id}/public_access/exclusion`
   */
  readonly excludeFolder: Method<ExcludeFolderInput, PublicAccessState>;
  /**
   * Lift the exclusion of a folder; publishes nothing.
   *
   * `DELETE /api/v1/documents/folders/{folder_id}/public_access/exclusion`
   */
  readonly liftFolderExclusion: Method<LiftFolderExclusionInput, PublicAccessState>;
  /**
   * Publish a folder (alias of public_access).
   *
   * `POST /api/v1/documents/folders/{id}/site`
   * @deprecated
   */
  readonly publishSite: Method<PublishSiteInput, PublicAccessState>;
  /**
   * Get the public state of a document and its reason.
   *
   * `GET /api/v1/documents/documents/{file_id}/public_access`
   */
  readonly getDocumentPublicAccess: Method<GetDocumentPublicAccessInput, PublicAccessState>;
  /**
   * Exclude a document from publication.
   *
   * `POST /api/v1/documents/documents/{file_id}/public_access/exclusion`
   */
  readonly excludeDocument: Method<ExcludeDocumentInput, PublicAccessState>;
  /**
   * Lift the exclusion of a document; publishes nothing.
   *
   * `DELETE /api/v1/documents/documents/{file_id}/public_access/exclusion`
   */
  readonly liftDocumentExclusion: Method<LiftDocumentExclusionInput, PublicAccessState>;
  /**
   * List the tags of visible folders and documents.
   *
   * `GET /api/v1/documents/tags`
   */
  readonly listTags: ListMethod<ListTagsInput, Tag, Tag[]>;
  /**
   * Search documents for all words or their inflections in name, description and text, best match first; loy* is a prefix, "gestion locative" a phrase, -caution an excluded word.
   *
   * `GET /api/v1/documents/search`
   */
  readonly searchDocuments: ListMethod<SearchDocumentsInput, FoundDocument, FoundDocument[]>;
  /**
   * List direct and inherited permissions on a workspace.
   *
   * `GET /api/v1/documents/workspaces/{id}/permissions`
   */
  readonly listWorkspacePermissions: ListMethod<ListWorkspacePermissionsInput, Permission, Permission[]>;
  /**
   * Grant a permission on a workspace.
   *
   * `POST /api/v1/documents/workspaces/{id}/permissions`
   */
  readonly grantWorkspacePermission: Method<GrantWorkspacePermissionInput, Permission>;
  /**
   * Get your permission on a workspace and its source.
   *
   * `GET /api/v1/documents/workspaces/{id}/permissions/effective`
   */
  readonly getEffectiveWorkspacePermission: Method<GetEffectiveWorkspacePermissionInput, EffectivePermission>;
  /**
   * Change the level of a direct permission on a workspace.
   *
   * `PATCH /api/v1/documents/workspaces/{id}/permissions/{permission_id}`
   */
  readonly changeWorkspacePermission: Method<ChangeWorkspacePermissionInput, Permission>;
  /**
   * Revoke a direct permission on a workspace.
   *
   * `DELETE /api/v1/documents/workspaces/{id}/permissions/{permission_id}`
   */
  readonly revokeWorkspacePermission: Method<RevokeWorkspacePermissionInput, undefined>;
  /**
   * List direct and inherited permissions on a folder.
   *
   * `GET /api/v1/documents/folders/{id}/permissions`
   */
  readonly listFolderPermissions: ListMethod<ListFolderPermissionsInput, Permission, Permission[]>;
  /**
   * Grant a permission on a folder.
   *
   * `POST /api/v1/documents/folders/{id}/permissions`
   */
  readonly grantFolderPermission: Method<GrantFolderPermissionInput, Permission>;
  /**
   * Get your permission on a folder and its source.
   *
   * `GET /api/v1/documents/folders/{id}/permissions/effective`
   */
  readonly getEffectiveFolderPermission: Method<GetEffectiveFolderPermissionInput, EffectivePermission>;
  /**
   * Change the level of a direct permission on a folder.
   *
   * `PATCH /api/v1/documents/folders/{id}/permissions/{permission_id}`
   */
  readonly changeFolderPermission: Method<ChangeFolderPermissionInput, Permission>;
  /**
   * Revoke a direct permission on a folder.
   *
   * `DELETE /api/v1/documents/folders/{id}/permissions/{permission_id}`
   */
  readonly revokeFolderPermission: Method<RevokeFolderPermissionInput, undefined>;
  /**
   * List direct and inherited permissions on a document.
   *
   * `GET /api/v1/documents/documents/{id}/permissions`
   */
  readonly listDocumentPermissions: ListMethod<ListDocumentPermissionsInput, Permission, Permission[]>;
  /**
   * Grant a permission on a document.
   *
   * `POST /api/v1/documents/documents/{id}/permissions`
   */
  readonly grantDocumentPermission: Method<GrantDocumentPermissionInput, Permission>;
  /**
   * Get your permission on a document and its source.
   *
   * `GET /api/v1/documents/documents/{id}/permissions/effective`
   */
  readonly getEffectiveDocumentPermission: Method<GetEffectiveDocumentPermissionInput, EffectivePermission>;
  /**
   * Change the level of a direct permission on a document.
   *
   * `PATCH /api/v1/documents/documents/{id}/permissions/{permission_id}`
   */
  readonly changeDocumentPermission: Method<ChangeDocumentPermissionInput, Permission>;
  /**
   * Revoke a direct permission on a document.
   *
   * `DELETE /api/v1/documents/documents/{id}/permissions/{permission_id}`
   */
  readonly revokeDocumentPermission: Method<RevokeDocumentPermissionInput, undefined>;
  /**
   * List deletions that you can take back.
   *
   * `GET /api/v1/documents/trash`
   */
  readonly listTrash: ListMethod<ListTrashInput, TrashEntry, TrashEntry[]>;
  /**
   * Restore a deleted workspace, folder or document, unpublished.
   *
   * `POST /api/v1/documents/trash/{id}/restore`
   */
  readonly restoreFromTrash: Method<RestoreFromTrashInput, Workspace | Folder | Document>;
  /**
   * Delete an entry of the trash for good.
   *
   * `DELETE /api/v1/documents/trash/{id}`
   */
  readonly purgeFromTrash: Method<PurgeFromTrashInput, undefined>;
  /**
   * List workspace types.
   *
   * `GET /api/v1/documents/workspace_types`
   */
  readonly listWorkspaceTypes: ListMethod<ListWorkspaceTypesInput, WorkspaceType, WorkspaceType[]>;
  /**
   * Create a workspace type.
   *
   * `POST /api/v1/documents/workspace_types`
   */
  readonly createWorkspaceType: Method<CreateWorkspaceTypeInput, WorkspaceType>;
  /**
   * Get a workspace type.
   *
   * `GET /api/v1/documents/workspace_types/{id}`
   */
  readonly getWorkspaceType: Method<GetWorkspaceTypeInput, WorkspaceType>;
  /**
   * Update a workspace type.
   *
   * `PATCH /api/v1/documents/workspace_types/{id}`
   */
  readonly updateWorkspaceType: Method<UpdateWorkspaceTypeInput, WorkspaceType>;
  /**
   * Delete a workspace type and clear it on workspaces.
   *
   * `DELETE /api/v1/documents/workspace_types/{id}`
   */
  readonly deleteWorkspaceType: Method<DeleteWorkspaceTypeInput, undefined>;
  /**
   * List document types.
   *
   * `GET /api/v1/documents/document_types`
   */
  readonly listDocumentTypes: ListMethod<ListDocumentTypesInput, DocumentType, DocumentType[]>;
  /**
   * Create a document type.
   *
   * `POST /api/v1/documents/document_types`
   */
  readonly createDocumentType: Method<CreateDocumentTypeInput, DocumentType>;
  /**
   * Get a document type.
   *
   * `GET /api/v1/documents/document_types/{id}`
   */
  readonly getDocumentType: Method<GetDocumentTypeInput, DocumentType>;
  /**
   * Update a document type.
   *
   * `PATCH /api/v1/documents/document_types/{id}`
   */
  readonly updateDocumentType: Method<UpdateDocumentTypeInput, DocumentType>;
  /**
   * Delete a document type and clear it on documents.
   *
   * `DELETE /api/v1/documents/document_types/{id}`
   */
  readonly deleteDocumentType: Method<DeleteDocumentTypeInput, undefined>;
  /**
   * List domains.
   *
   * `GET /api/v1/documents/domains`
   */
  readonly listDomains: ListMethod<ListDomainsInput, Domain, Domain[]>;
  /**
   * Create a domain.
   *
   * `POST /api/v1/documents/domains`
   */
  readonly createDomain: Method<CreateDomainInput, Domain>;
  /**
   * Get a domain.
   *
   * `GET /api/v1/documents/domains/{id}`
   */
  readonly getDomain: Method<GetDomainInput, Domain>;
  /**
   * Update a domain.
   *
   * `PATCH /api/v1/documents/domains/{id}`
   */
  readonly updateDomain: Method<UpdateDomainInput, Domain>;
  /**
   * Delete a domain and clear it on workspaces and documents.
   *
   * `DELETE /api/v1/documents/domains/{id}`
   */
  readonly deleteDomain: Method<DeleteDomainInput, undefined>;
  /**
   * List visible classification plans.
   *
   * `GET /api/v1/documents/classification_plans`
   */
  readonly listClassificationPlans: ListMethod<ListClassificationPlansInput, ClassificationPlan, ClassificationPlan[]>;
  /**
   * Create a classification plan from entries or CSV.
   *
   * `POST /api/v1/documents/classification_plans`
   */
  readonly createClassificationPlan: Method<CreateClassificationPlanInput, ClassificationPlan>;
  /**
   * Get a classification plan.
   *
   * `GET /api/v1/documents/classification_plans/{id}`
   */
  readonly getClassificationPlan: Method<GetClassificationPlanInput, ClassificationPlan>;
  /**
   * Update a classification plan; removed codes are cleared on documents.
   *
   * `PATCH /api/v1/documents/classification_plans/{id}`
   */
  readonly updateClassificationPlan: Method<UpdateClassificationPlanInput, ClassificationPlan>;
  /**
   * Delete a classification plan and clear it on workspaces, and its codes on documents.
   *
   * `DELETE /api/v1/documents/classification_plans/{id}`
   */
  readonly deleteClassificationPlan: Method<DeleteClassificationPlanInput, undefined>;
  /**
   * List your own uploads that are not finished, newest first.
   *
   * `GET /api/v1/documents/chunked_uploads`
   */
  readonly listChunkedUploads: ListMethod<ListChunkedUploadsInput, ChunkedUpload, ChunkedUpload[]>;
  /**
   * Start the upload of a large file, whose chunks may follow in any order for a day.
   *
   * `POST /api/v1/documents/chunked_uploads`
   */
  readonly createChunkedUpload: Method<CreateChunkedUploadInput, ChunkedUploadEnvelope>;
  /**
   * Get the progress and the missing chunks of an upload.
   *
   * `GET /api/v1/documents/chunked_uploads/{id}`
   */
  readonly getChunkedUpload: Method<GetChunkedUploadInput, ChunkedUploadEnvelope>;
  /**
   * Get the progress of an upload (alias).
   *
   * `GET /api/v1/documents/chunked_uploads/{id}/status`
   */
  readonly getChunkedUploadStatus: Method<GetChunkedUploadStatusInput, ChunkedUploadEnvelope>;
  /**
   * Send a chunk of exactly the expected length; a repeated chunk replaces the previous one.
   *
   * `PATCH /api/v1/documents/chunked_uploads/{id}/chunks/{chunk_number}`
   */
  readonly uploadChunk: Method<UploadChunkInput, ReceivedChunkEnvelope>;
  /**
   * Complete an upload.
   *
   * `POST /api/v1/documents/chunked_uploads/{id}/complete`
   */
  readonly completeChunkedUpload: Method<CompleteChunkedUploadInput, ChunkedUploadEnvelope>;
  /**
   * Cancel an upload and remove its chunks.
   *
   * `DELETE /api/v1/documents/chunked_uploads/{id}`
   */
  readonly cancelChunkedUpload: Method<CancelChunkedUploadInput, ChunkedUploadEnvelope>;
  /**
   * Get a public folder and its public items.
   *
   * `GET /public/v1/folders/{id}`
   */
  readonly getPublicFolder: Method<GetPublicFolderInput, PublicFolder>;
  /**
   * Get a public document.
   *
   * `GET /public/v1/documents/{id}`
   */
  readonly getPublicDocument: Method<GetPublicDocumentInput, PublicDocument>;
  /**
   * Download a public document or a range of it.
   *
   * `GET /public/v1/documents/{id}/content`
   */
  readonly getPublicContent: Method<GetPublicContentInput, Response>;
  /**
   * Show a public folder as a page.
   *
   * `GET /p/{folder_id}`
   */
  readonly showPublicFolder: Method<ShowPublicFolderInput, string>;
  /**
   * List templates by name.
   *
   * `GET /api/v1/documents/document_templates`
   */
  readonly listTemplates: ListMethod<ListTemplatesInput, DocumentTemplate, { templates: DocumentTemplate[] }>;
  /**
   * Create a template; default_parts: at most 1000.
   *
   * `POST /api/v1/documents/document_templates`
   */
  readonly createTemplate: Method<CreateTemplateInput, { template: DocumentTemplate }>;
  /**
   * Get a template by id or key.
   *
   * `GET /api/v1/documents/document_templates/{id}`
   */
  readonly getTemplate: Method<GetTemplateInput, { template: DocumentTemplate }>;
  /**
   * Update a template; existing documents do not change; default_parts: at most 1000.
   *
   * `PATCH /api/v1/documents/document_templates/{id}`
   */
  readonly updateTemplate: Method<UpdateTemplateInput, { template: DocumentTemplate }>;
  /**
   * Delete a template; force=true deletes one with documents.
   *
   * `DELETE /api/v1/documents/document_templates/{id}`
   */
  readonly deleteTemplate: Method<DeleteTemplateInput, undefined>;
  /**
   * List readable composed documents, without their sources.
   *
   * `GET /api/v1/documents/composed_documents`
   */
  readonly listComposedDocuments: ListMethod<ListComposedDocumentsInput, ListedComposedDocument, { composed_documents: ListedComposedDocument[] }>;
  /**
   * Create a composed document from a template.
   *
   * `POST /api/v1/documents/composed_documents`
   */
  readonly createComposedDocument: Method<CreateComposedDocumentInput, { composed_document: ComposedDocument }>;
  /**
   * Get a composed document.
   *
   * `GET /api/v1/documents/composed_documents/{id}`
   */
  readonly getComposedDocument: Method<GetComposedDocumentInput, { composed_document: ComposedDocument }>;
  /**
   * Update a composed document.
   *
   * `PATCH /api/v1/documents/composed_documents/{id}`
   */
  readonly updateComposedDocument: Method<UpdateComposedDocumentInput, { composed_document: ComposedDocument }>;
  /**
   * Delete a composed document and its parts; its PDF is kept.
   *
   * `DELETE /api/v1/documents/composed_documents/{id}`
   */
  readonly deleteComposedDocument: Method<DeleteComposedDocumentInput, undefined>;
  /**
   * List the parts of a composed document in order; include=content adds their contents.
   *
   * `GET /api/v1/documents/composed_documents/{id}/parts`
   */
  readonly listParts: ListMethod<ListPartsInput, ListedPart, { parts: ListedPart[] }>;
  /**
   * Add a part at a position or at the end; a document has at most 1000.
   *
   * `POST /api/v1/documents/composed_documents/{id}/parts`
   */
  readonly createPart: Method<CreatePartInput, { part: Part }>;
  /**
   * Reorder parts, all or nothing; returns all positions.
   *
   * `PATCH /api/v1/documents/composed_documents/{id}/parts/reorder`
   */
  readonly reorderParts: Method<ReorderPartsInput, { parts: PartPosition[] }>;
  /**
   * Get a part.
   *
   * `GET /api/v1/documents/composed_documents/{id}/parts/{part_id}`
   */
  readonly getPart: Method<GetPartInput, { part: Part }>;
  /**
   * Update a part or its status.
   *
   * `PATCH /api/v1/documents/composed_documents/{id}/parts/{part_id}`
   */
  readonly updatePart: Method<UpdatePartInput, { part: Part }>;
  /**
   * Delete a part that is not locked.
   *
   * `DELETE /api/v1/documents/composed_documents/{id}/parts/{part_id}`
   */
  readonly deletePart: Method<DeletePartInput, undefined>;
  /**
   * Compile a composed document to a PDF or a new version of it.
   *
   * `POST /api/v1/documents/composed_documents/{id}/compile`
   */
  readonly compileComposedDocument: Method<CompileComposedDocumentInput, CompileResult>;
  /**
   * List available fonts.
   *
   * `GET /api/v1/documents/fonts`
   */
  readonly listFonts: Method<ListFontsInput, FontList>;
  /**
   * List your mass communications; all of them for administrators.
   *
   * `GET /api/v1/documents/mass_communications`
   */
  readonly listMassCommunications: ListMethod<ListMassCommunicationsInput, MassCommunication, MassCommunication[]>;
  /**
   * Create a document with PDF from a template for each recipient.
   *
   * `POST /api/v1/documents/mass_communications`
   */
  readonly createMassCommunication: Method<CreateMassCommunicationInput, MassCommunication>;
  /**
   * Get a mass communication and its progress.
   *
   * `GET /api/v1/documents/mass_communications/{id}`
   */
  readonly getMassCommunication: Method<GetMassCommunicationInput, MassCommunication>;
  /**
   * Cancel a mass communication; existing documents are kept.
   *
   * `POST /api/v1/documents/mass_communications/{id}/cancel`
   */
  readonly cancelMassCommunication: Method<CancelMassCommunicationInput, MassCommunication>;
  /**
   * List users.
   *
   * `GET /api/v1/directory/users`
   */
  readonly listUsers: ListMethod<ListUsersInput, User, User[]>;
  /**
   * Create a user.
   *
   * `POST /api/v1/directory/users`
   */
  readonly createUser: Method<CreateUserInput, User>;
  /**
   * Get the current user.
   *
   * `GET /api/v1/directory/users/me`
   */
  readonly getMe: Method<Record<never, never>, User>;
  /**
   * Get a user.
   *
   * `GET /api/v1/directory/users/{id}`
   */
  readonly getUser: Method<GetUserInput, User>;
  /**
   * Update a user; users may change their own names and password.
   *
   * `PATCH /api/v1/directory/users/{id}`
   */
  readonly updateUser: Method<UpdateUserInput, User>;
  /**
   * Delete a user; the user's content is kept.
   *
   * `DELETE /api/v1/directory/users/{id}`
   */
  readonly deleteUser: Method<DeleteUserInput, undefined>;
  /**
   * List contacts.
   *
   * `GET /api/v1/directory/contacts`
   */
  readonly listContacts: ListMethod<ListContactsInput, Contact, Contact[]>;
  /**
   * Create a contact.
   *
   * `POST /api/v1/directory/contacts`
   */
  readonly createContact: Method<CreateContactInput, Contact>;
  /**
   * Get a contact.
   *
   * `GET /api/v1/directory/contacts/{id}`
   */
  readonly getContact: Method<GetContactInput, Contact>;
  /**
   * Update a contact.
   *
   * `PATCH /api/v1/directory/contacts/{id}`
   */
  readonly updateContact: Method<UpdateContactInput, Contact>;
  /**
   * Delete a contact.
   *
   * `DELETE /api/v1/directory/contacts/{id}`
   */
  readonly deleteContact: Method<DeleteContactInput, undefined>;
  /**
   * List access groups by name.
   *
   * `GET /api/v1/directory/groups`
   */
  readonly listGroups: ListMethod<ListGroupsInput, Group, Group[]>;
  /**
   * Create a group.
   *
   * `POST /api/v1/directory/groups`
   */
  readonly createGroup: Method<CreateGroupInput, Group>;
  /**
   * Get a group.
   *
   * `GET /api/v1/directory/groups/{id}`
   */
  readonly getGroup: Method<GetGroupInput, Group>;
  /**
   * Update a group.
   *
   * `PATCH /api/v1/directory/groups/{id}`
   */
  readonly updateGroup: Method<UpdateGroupInput, Group>;
  /**
   * Delete a group and its permissions.
   *
   * `DELETE /api/v1/directory/groups/{id}`
   */
  readonly deleteGroup: Method<DeleteGroupInput, undefined>;
  /**
   * List the members of a group, latest first.
   *
   * `GET /api/v1/directory/groups/{id}/members`
   */
  readonly listGroupMembers: ListMethod<ListGroupMembersInput, GroupMember, GroupMember[]>;
  /**
   * Add users to a group: 201 if any was added, 200 if all were members.
   *
   * `POST /api/v1/directory/groups/{id}/members`
   */
  readonly addGroupMembers: Method<AddGroupMembersInput, GroupMember[]>;
  /**
   * Remove a user from a group; succeeds also without a membership.
   *
   * `DELETE /api/v1/directory/groups/{id}/members/{user_id}`
   */
  readonly removeGroupMember: Method<RemoveGroupMemberInput, undefined>;
  /**
   * List teams.
   *
   * `GET /api/v1/directory/teams`
   */
  readonly listTeams: ListMethod<ListTeamsInput, Team, Team[]>;
  /**
   * Create a team.
   *
   * `POST /api/v1/directory/teams`
   */
  readonly createTeam: Method<CreateTeamInput, Team>;
  /**
   * Get a team.
   *
   * `GET /api/v1/directory/teams/{id}`
   */
  readonly getTeam: Method<GetTeamInput, Team>;
  /**
   * Update a team.
   *
   * `PATCH /api/v1/directory/teams/{id}`
   */
  readonly updateTeam: Method<UpdateTeamInput, Team>;
  /**
   * Delete a team.
   *
   * `DELETE /api/v1/directory/teams/{id}`
   */
  readonly deleteTeam: Method<DeleteTeamInput, undefined>;
  /**
   * List applications.
   *
   * `GET /api/v1/oauth_applications`
   */
  readonly listOauthApplications: ListMethod<ListOauthApplicationsInput, OAuthApplication, OAuthApplication[]>;
  /**
   * Register an application; its secret is shown once.
   *
   * `POST /api/v1/oauth_applications`
   */
  readonly createOauthApplication: Method<CreateOauthApplicationInput, RegisteredOAuthApplication>;
  /**
   * Get an application.
   *
   * `GET /api/v1/oauth_applications/{id}`
   */
  readonly getOauthApplication: Method<GetOauthApplicationInput, OAuthApplication>;
  /**
   * Delete an application; its tokens become invalid at once.
   *
   * `DELETE /api/v1/oauth_applications/{id}`
   */
  readonly deleteOauthApplication: Method<DeleteOauthApplicationInput, undefined>;
  /**
   * List connectors.
   *
   * `GET /api/v1/connectors`
   */
  readonly listConnectors: ListMethod<ListConnectorsInput, Connector, Connector[]>;
  /**
   * Create a connector; the key is shown once.
   *
   * `POST /api/v1/connectors`
   */
  readonly createConnector: Method<CreateConnectorInput, MadeConnector>;
  /**
   * Get a connector.
   *
   * `GET /api/v1/connectors/{id}`
   */
  readonly getConnector: Method<GetConnectorInput, Connector>;
  /**
   * Delete a connector; its keys become invalid at once.
   *
   * `DELETE /api/v1/connectors/{id}`
   */
  readonly deleteConnector: Method<DeleteConnectorInput, undefined>;
  /**
   * Create an additional key, shown once; of three keys the oldest becomes invalid.
   *
   * `POST /api/v1/connectors/{id}/keys`
   */
  readonly createConnectorKey: Method<CreateConnectorKeyInput, ConnectorKey>;
  /**
   * List performed and rejected actions with their actors, latest first.
   *
   * `GET /api/v1/audit_events`
   */
  readonly listAuditEvents: ListMethod<ListAuditEventsInput, AuditEvent, AuditEvent[]>;
  /**
   * List the host's jobs that failed, wait or run, at most 100.
   *
   * `GET /api/v1/jobs`
   */
  readonly listJobs: Method<ListJobsInput, JobOverview>;
  /**
   * Get a job of the host; completed jobs are not kept.
   *
   * `GET /api/v1/jobs/{id}`
   */
  readonly getJob: Method<GetJobInput, Job>;
  /**
   * Let a failed job wait for one more attempt.
   *
   * `POST /api/v1/jobs/{id}/retry`
   */
  readonly retryJob: Method<RetryJobInput, Job>;
  /**
   * Show the sign-in page.
   *
   * `GET /login`
   */
  readonly showLogin: Method<ShowLoginInput, string>;
  /**
   * Sign in and redirect to the requested page.
   *
   * `POST /login`
   */
  readonly logIn: Method<LogInInput, undefined>;
  /**
   * Sign out.
   *
   * `POST /logout`
   */
  readonly logOut: Method<LogOutInput, undefined>;
  /**
   * Ask the user for consent; a trusted application is authorized at once.
   *
   * `GET /oauth/authorize`
   */
  readonly showConsent: Method<ShowConsentInput, string>;
  /**
   * Approve or deny, and redirect to the application.
   *
   * `POST /oauth/authorize`
   */
  readonly decideConsent: Method<DecideConsentInput, undefined>;
  /**
   * Request a code that a user approves in a browser (RFC 8628).
   *
   * `POST /api/v1/cli/auth/device`
   */
  readonly startDeviceFlow: Method<StartDeviceFlowInput, DeviceAuthorization>;
  /**
   * Poll for the token: authorization_pending until approval, already_consumed (410) afterwards.
   *
   * `POST /api/v1/cli/auth/device/poll`
   */
  readonly pollDeviceFlow: Method<PollDeviceFlowInput, DevicePollResponse>;
  /**
   * Show the form for the user code, or the program that waits with it; never approves.
   *
   * `GET /cli/activation`
   */
  readonly showActivation: Method<ShowActivationInput, string>;
  /**
   * Approve or deny a program; without a decision, show it.
   *
   * `POST /cli/activation`
   */
  readonly decideActivation: Method<DecideActivationInput, string>;
  /**
   * Exchange an assertion of the identity provider for a token (RFC 7523).
   *
   * `POST /api/v1/oauth/token_exchange`
   */
  readonly exchangeToken: Method<ExchangeTokenInput, TokenExchangeResponse>;
  /**
   * List your valid personal access tokens.
   *
   * `GET /api/v1/personal_access_tokens`
   */
  readonly listPersonalAccessTokens: ListMethod<ListPersonalAccessTokensInput, PersonalAccessToken, PersonalAccessToken[]>;
  /**
   * Create a personal access token; requires a browser session with a recently entered password.
   *
   * `POST /api/v1/personal_access_tokens`
   */
  readonly createPersonalAccessToken: Method<CreatePersonalAccessTokenInput, CreatedPersonalAccessToken>;
  /**
   * Revoke one of your personal access tokens.
   *
   * `DELETE /api/v1/personal_access_tokens/{id}`
   */
  readonly deletePersonalAccessToken: Method<DeletePersonalAccessTokenInput, undefined>;
  /**
   * Show your personal access tokens, applications and sessions, with a form for a new token.
   *
   * `GET /settings/tokens`
   */
  readonly showTokens: Method<Record<never, never>, string>;
  /**
   * Create a token and show it once; or revoke a token, an application or a session.
   *
   * `POST /settings/tokens`
   */
  readonly changeTokens: Method<ChangeTokensInput, string>;
  /**
   * List the mandataires of which you are a member.
   *
   * `GET /rental/api/v1/mandataires`
   */
  readonly listMandataires: ListMethod<ListMandatairesInput, Mandataire, Mandataire[]>;
  /**
   * Create a mandataire and open its books; the creator is its first member.
   *
   * `POST /rental/api/v1/mandataires`
   */
  readonly createMandataire: Method<CreateMandataireInput, Mandataire>;
  /**
   * Update a mandataire.
   *
   * `PATCH /rental/api/v1/mandataires/{id}`
   */
  readonly updateMandataire: Method<UpdateMandataireInput, Mandataire>;
  /**
   * Delete a mandataire that has members only.
   *
   * `DELETE /rental/api/v1/mandataires/{id}`
   */
  readonly deleteMandataire: Method<DeleteMandataireInput, undefined>;
  /**
   * List the members of a mandataire, who alone see its data.
   *
   * `GET /rental/api/v1/mandataires/{id}/members`
   */
  readonly listMandataireMembers: ListMethod<ListMandataireMembersInput, MandataireMember, MandataireMember[]>;
  /**
   * Add a member: 201, or 200 if the user is already one.
   *
   * `POST /rental/api/v1/mandataires/{id}/members`
   */
  readonly addMandataireMember: Method<AddMandataireMemberInput, MandataireMember>;
  /**
   * Remove a member.
   *
   * `DELETE /rental/api/v1/mandataires/{id}/members/{user_id}`
   */
  readonly removeMandataireMember: Method<RemoveMandataireMemberInput, undefined>;
  /**
   * List the accounting entries of a mandataire, drafts included.
   *
   * `GET /rental/api/v1/accounting_entries`
   */
  readonly listAccountingEntries: ListMethod<ListAccountingEntriesInput, AccountingEntry, AccountingEntry[]>;
  /**
   * Get an accounting entry and its lines.
   *
   * `GET /rental/api/v1/accounting_entries/{id}`
   */
  readonly getAccountingEntry: Method<GetAccountingEntryInput, AccountingEntryDetail>;
  /**
   * List the months from the first entry to the current one.
   *
   * `GET /rental/api/v1/accounting/periods`
   */
  readonly listAccountingPeriods: Method<Record<never, never>, AccountingPeriod[]>;
  /**
   * Close the next past month: its entries become final; closing December opens the next year.
   *
   * `POST /rental/api/v1/accounting/periods/{period}/close`
   */
  readonly closeAccountingPeriod: Method<CloseAccountingPeriodInput, AccountingPeriod>;
  /**
   * Get the general ledger of an account: opening balance, lines, running balance.
   *
   * `GET /rental/api/v1/accounting/ledger`
   */
  readonly getLedgerAccount: Method<GetLedgerAccountInput, LedgerAccount>;
  /**
   * Get the trial balance by account and auxiliary.
   *
   * `GET /rental/api/v1/accounting/trial_balance`
   */
  readonly getTrialBalance: Method<GetTrialBalanceInput, TrialBalance>;
  /**
   * List accounting files (FEC).
   *
   * `GET /rental/api/v1/fec_exports`
   */
  readonly listFecExports: ListMethod<ListFecExportsInput, FecExport, FecExport[]>;
  /**
   * Create the accounting file of a calendar year; the reply means that it can be downloaded.
   *
   * `POST /rental/api/v1/fec_exports`
   */
  readonly createFecExport: Method<CreateFecExportInput, FecExport>;
  /**
   * Get an accounting file.
   *
   * `GET /rental/api/v1/fec_exports/{id}`
   */
  readonly getFecExport: Method<GetFecExportInput, FecExport>;
  /**
   * Delete an accounting file whose retention of ten years is over.
   *
   * `DELETE /rental/api/v1/fec_exports/{id}`
   */
  readonly deleteFecExport: Method<DeleteFecExportInput, undefined>;
  /**
   * Download an accounting file or its description.
   *
   * `GET /rental/api/v1/fec_exports/{id}/download`
   */
  readonly downloadFecExport: Method<DownloadFecExportInput, Response>;
  /**
   * List rent calls.
   *
   * `GET /rental/api/v1/rent_calls`
   */
  readonly listRentCalls: ListMethod<ListRentCallsInput, RentCall, RentCall[]>;
  /**
   * Record that rent calls were sent to their tenants: named ones or all of a run.
   *
   * `POST /rental/api/v1/rent_calls/mark_sent`
   */
  readonly markRentCallsSent: Method<MarkRentCallsSentInput, RentCallsSentCount>;
  /**
   * Get a rent call.
   *
   * `GET /rental/api/v1/rent_calls/{id}`
   */
  readonly getRentCall: Method<GetRentCallInput, RentCall>;
  /**
   * Download the notice of a rent call as PDF.
   *
   * `GET /rental/api/v1/rent_calls/{id}/document`
   */
  readonly downloadRentCall: Method<DownloadRentCallInput, Response>;
  /**
   * Download the receipt of a rent call as PDF: a quittance once fully paid, before that a reçu.
   *
   * `GET /rental/api/v1/rent_calls/{id}/receipt`
   */
  readonly downloadRentReceipt: Method<DownloadRentReceiptInput, Response>;
  /**
   * List the reminders of a rent call.
   *
   * `GET /rental/api/v1/rent_calls/{id}/reminders`
   */
  readonly listRentCallReminders: ListMethod<ListRentCallRemindersInput, RentCallReminder, RentCallReminder[]>;
  /**
   * Create a reminder of an overdue rent call, with its letter.
   *
   * `POST /rental/api/v1/rent_calls/{id}/reminders`
   */
  readonly createRentCallReminder: Method<CreateRentCallReminderInput, RentCallReminder>;
  /**
   * Download the letter of a reminder as PDF: rappel, relance or mise en demeure.
   *
   * `GET /rental/api/v1/rent_calls/{id}/reminders/{reminder_id}/document`
   */
  readonly downloadRentCallReminder: Method<DownloadRentCallReminderInput, Response>;
  /**
   * List payment files.
   *
   * `GET /rental/api/v1/owner_payouts/exports`
   */
  readonly listPayoutExports: ListMethod<ListPayoutExportsInput, PayoutExport, PayoutExport[]>;
  /**
   * Create a payment file for all due payouts or the named ones.
   *
   * `POST /rental/api/v1/owner_payouts/exports`
   */
  readonly createPayoutExport: Method<CreatePayoutExportInput, PayoutExport>;
  /**
   * Get a payment file and the status of its payouts.
   *
   * `GET /rental/api/v1/owner_payouts/exports/{id}`
   */
  readonly getPayoutExport: Method<GetPayoutExportInput, PayoutExport>;
  /**
   * Cancel a payment file that the bank did not receive; its payouts can be exported again.
   *
   * `DELETE /rental/api/v1/owner_payouts/exports/{id}`
   */
  readonly deletePayoutExport: Method<DeletePayoutExportInput, undefined>;
  /**
   * Download a payment file, ISO 20022 pain.001; always the same bytes.
   *
   * `GET /rental/api/v1/owner_payouts/exports/{id}/download`
   */
  readonly downloadPayoutExport: Method<DownloadPayoutExportInput, Response>;
  /**
   * List security deposits.
   *
   * `GET /rental/api/v1/security_deposits`
   */
  readonly listSecurityDeposits: ListMethod<ListSecurityDepositsInput, SecurityDeposit, SecurityDeposit[]>;
  /**
   * Get a security deposit.
   *
   * `GET /rental/api/v1/security_deposits/{id}`
   */
  readonly getSecurityDeposit: Method<GetSecurityDepositInput, SecurityDeposit>;
  /**
   * Return a security deposit after the end of its lease, less arrears and deductions.
   *
   * `POST /rental/api/v1/security_deposits/{id}/return`
   */
  readonly returnSecurityDeposit: Method<ReturnSecurityDepositInput, SecurityDeposit>;
  /**
   * Download the statement of a security deposit as PDF.
   *
   * `GET /rental/api/v1/security_deposits/{id}/document`
   */
  readonly downloadSecurityDeposit: Method<DownloadSecurityDepositInput, Response>;
  /**
   * List invoices of suppliers.
   *
   * `GET /rental/api/v1/supplier_invoices`
   */
  readonly listSupplierInvoices: ListMethod<ListSupplierInvoicesInput, SupplierInvoice, SupplierInvoice[]>;
  /**
   * Create an invoice of a supplier and charge the owners in the book.
   *
   * `POST /rental/api/v1/supplier_invoices`
   */
  readonly createSupplierInvoice: Method<CreateSupplierInvoiceInput, SupplierInvoice>;
  /**
   * Get an invoice of a supplier.
   *
   * `GET /rental/api/v1/supplier_invoices/{id}`
   */
  readonly getSupplierInvoice: Method<GetSupplierInvoiceInput, SupplierInvoice>;
  /**
   * Delete an unpaid invoice of a supplier and reverse its entry.
   *
   * `DELETE /rental/api/v1/supplier_invoices/{id}`
   */
  readonly deleteSupplierInvoice: Method<DeleteSupplierInvoiceInput, undefined>;
  /**
   * List events of a mandate's services.
   *
   * `GET /rental/api/v1/mandates/{id}/service_events`
   */
  readonly listServiceEvents: ListMethod<ListServiceEventsInput, ServiceEvent, ServiceEvent[]>;
  /**
   * Record an event of a service; the next run bills it once.
   *
   * `POST /rental/api/v1/mandates/{id}/service_events`
   */
  readonly createServiceEvent: Method<CreateServiceEventInput, ServiceEvent>;
  /**
   * Delete an event that no run has billed.
   *
   * `DELETE /rental/api/v1/mandates/{id}/service_events/{event_id}`
   */
  readonly deleteServiceEvent: Method<DeleteServiceEventInput, undefined>;
  /**
   * List statements of charges.
   *
   * `GET /rental/api/v1/charge_statements`
   */
  readonly listChargeStatements: ListMethod<ListChargeStatementsInput, ChargeStatement, ChargeStatement[]>;
  /**
   * Create the draft of a statement of a property's charges.
   *
   * `POST /rental/api/v1/charge_statements`
   */
  readonly createChargeStatement: Method<CreateChargeStatementInput, ChargeStatement>;
  /**
   * Get a statement of charges.
   *
   * `GET /rental/api/v1/charge_statements/{id}`
   */
  readonly getChargeStatement: Method<GetChargeStatementInput, ChargeStatement>;
  /**
   * Delete the draft of a statement of charges.
   *
   * `DELETE /rental/api/v1/charge_statements/{id}`
   */
  readonly deleteChargeStatement: Method<DeleteChargeStatementInput, undefined>;
  /**
   * Approve a statement of charges; the next runs bill its balances.
   *
   * `POST /rental/api/v1/charge_statements/{id}/approve`
   */
  readonly approveChargeStatement: Method<ApproveChargeStatementInput, ChargeStatement>;
  /**
   * Download a lease's statement of charges (décompte) as PDF.
   *
   * `GET /rental/api/v1/charge_statements/{id}/document`
   */
  readonly downloadChargeStatement: Method<DownloadChargeStatementInput, Response>;
  /**
   * List payouts.
   *
   * `GET /rental/api/v1/owner_payouts`
   */
  readonly listOwnerPayouts: ListMethod<ListOwnerPayoutsInput, OwnerPayout, OwnerPayout[]>;
  /**
   * Get a payout.
   *
   * `GET /rental/api/v1/owner_payouts/{id}`
   */
  readonly getOwnerPayout: Method<GetOwnerPayoutInput, OwnerPayout>;
  /**
   * Retry a failed payout to the owner's current default account.
   *
   * `POST /rental/api/v1/owner_payouts/{id}/order_again`
   */
  readonly orderOwnerPayoutAgain: Method<OrderOwnerPayoutAgainInput, OwnerPayout>;
  /**
   * Get an owner statement (compte rendu de gestion): movements and balances.
   *
   * `GET /rental/api/v1/owners/{id}/statement`
   */
  readonly getOwnerStatement: Method<GetOwnerStatementInput, OwnerStatement>;
  /**
   * Withdraw fees to the agency's account, limited by the fees due and the balance.
   *
   * `POST /rental/api/v1/accounting/fee_withdrawals`
   */
  readonly createFeeWithdrawal: Method<CreateFeeWithdrawalInput, AccountingEntryDetail>;
  /**
   * List payments.
   *
   * `GET /rental/api/v1/payments`
   */
  readonly listPayments: ListMethod<ListPaymentsInput, ListedPayment, ListedPayment[]>;
  /**
   * Get a payment with its bank transaction and allocations.
   *
   * `GET /rental/api/v1/payments/{id}`
   */
  readonly getPayment: Method<GetPaymentInput, Payment>;
  /**
   * List imported bank statements.
   *
   * `GET /rental/api/v1/bank_statements`
   */
  readonly listBankStatements: ListMethod<ListBankStatementsInput, BankStatement, BankStatement[]>;
  /**
   * Import a file of the bank, CAMT.053 or CSV, all or nothing: each transaction is stored once by its content, matched, allocated, posted and lettered.
   *
   * `POST /rental/api/v1/bank_files`
   */
  readonly importBankFile: Method<ImportBankFileInput, BankFileImport>;
  /**
   * Get the bank reconciliation of a day (état de rapprochement), today by default.
   *
   * `GET /rental/api/v1/accounting/reconciliation`
   */
  readonly getReconciliation: Method<GetReconciliationInput, Reconciliation>;
  /**
   * List bank transactions of the mandants' account.
   *
   * `GET /rental/api/v1/bank_transactions`
   */
  readonly listBankTransactions: ListMethod<ListBankTransactionsInput, BankTransaction, BankTransaction[]>;
  /**
   * Get a bank transaction.
   *
   * `GET /rental/api/v1/bank_transactions/{id}`
   */
  readonly getBankTransaction: Method<GetBankTransactionInput, BankTransaction>;
  /**
   * Assign the suspense amount of a bank transaction to accounts.
   *
   * `POST /rental/api/v1/bank_transactions/{id}/assignments`
   */
  readonly assignBankTransaction: Method<AssignBankTransactionInput, BankTransaction>;
  /**
   * Revoke an assignment; its amount returns to suspense.
   *
   * `DELETE /rental/api/v1/bank_transactions/{id}/assignments/{assignment_id}`
   */
  readonly deleteBankAssignment: Method<DeleteBankAssignmentInput, undefined>;
  /**
   * List properties with the current totals of their units.
   *
   * `GET /rental/api/v1/properties`
   */
  readonly listProperties: ListMethod<ListPropertiesInput, ListedProperty, ListedProperty[]>;
  /**
   * Create a property.
   *
   * `POST /rental/api/v1/properties`
   */
  readonly createProperty: Method<CreatePropertyInput, Property>;
  /**
   * Get a property with its units and entrances.
   *
   * `GET /rental/api/v1/properties/{id}`
   */
  readonly getProperty: Method<GetPropertyInput, Property>;
  /**
   * Update a property; arrays are replaced.
   *
   * `PATCH /rental/api/v1/properties/{id}`
   */
  readonly updateProperty: Method<UpdatePropertyInput, Property>;
  /**
   * Delete a property without units and mandates.
   *
   * `DELETE /rental/api/v1/properties/{id}`
   */
  readonly deleteProperty: Method<DeletePropertyInput, undefined>;
  /**
   * List units with current owners and tenants.
   *
   * `GET /rental/api/v1/units`
   */
  readonly listUnits: ListMethod<ListUnitsInput, ListedUnit, ListedUnit[]>;
  /**
   * Create a unit of a property.
   *
   * `POST /rental/api/v1/units`
   */
  readonly createUnit: Method<CreateUnitInput, Unit>;
  /**
   * Get a unit with its ownerships and leases.
   *
   * `GET /rental/api/v1/units/{id}`
   */
  readonly getUnit: Method<GetUnitInput, Unit>;
  /**
   * Update a unit; arrays are replaced.
   *
   * `PATCH /rental/api/v1/units/{id}`
   */
  readonly updateUnit: Method<UpdateUnitInput, Unit>;
  /**
   * Delete a unit without ownerships and leases.
   *
   * `DELETE /rental/api/v1/units/{id}`
   */
  readonly deleteUnit: Method<DeleteUnitInput, undefined>;
  /**
   * List ownerships, past and future included.
   *
   * `GET /rental/api/v1/ownerships`
   */
  readonly listOwnerships: ListMethod<ListOwnershipsInput, Ownership, Ownership[]>;
  /**
   * Create an ownership of a unit.
   *
   * `POST /rental/api/v1/ownerships`
   */
  readonly createOwnership: Method<CreateOwnershipInput, Ownership>;
  /**
   * Get an ownership.
   *
   * `GET /rental/api/v1/ownerships/{id}`
   */
  readonly getOwnership: Method<GetOwnershipInput, Ownership>;
  /**
   * Update an ownership.
   *
   * `PATCH /rental/api/v1/ownerships/{id}`
   */
  readonly updateOwnership: Method<UpdateOwnershipInput, Ownership>;
  /**
   * Delete an ownership.
   *
   * `DELETE /rental/api/v1/ownerships/{id}`
   */
  readonly deleteOwnership: Method<DeleteOwnershipInput, undefined>;
  /**
   * List owners; q searches names and SIRET.
   *
   * `GET /rental/api/v1/owners`
   */
  readonly listOwners: ListMethod<ListOwnersInput, ListedOwner, ListedOwner[]>;
  /**
   * Create an owner and an auxiliary account.
   *
   * `POST /rental/api/v1/owners`
   */
  readonly createOwner: Method<CreateOwnerInput, Owner>;
  /**
   * Get an owner and current ownerships.
   *
   * `GET /rental/api/v1/owners/{id}`
   */
  readonly getOwner: Method<GetOwnerInput, Owner>;
  /**
   * Update an owner; arrays are replaced.
   *
   * `PATCH /rental/api/v1/owners/{id}`
   */
  readonly updateOwner: Method<UpdateOwnerInput, Owner>;
  /**
   * Delete an owner without references.
   *
   * `DELETE /rental/api/v1/owners/{id}`
   */
  readonly deleteOwner: Method<DeleteOwnerInput, undefined>;
  /**
   * List tenants; q searches names and e-mail.
   *
   * `GET /rental/api/v1/tenants`
   */
  readonly listTenants: ListMethod<ListTenantsInput, ListedTenant, ListedTenant[]>;
  /**
   * Create a tenant and an auxiliary account.
   *
   * `POST /rental/api/v1/tenants`
   */
  readonly createTenant: Method<CreateTenantInput, Tenant>;
  /**
   * Get a tenant with leases and accounts.
   *
   * `GET /rental/api/v1/tenants/{id}`
   */
  readonly getTenant: Method<GetTenantInput, Tenant>;
  /**
   * Update a tenant; arrays are replaced.
   *
   * `PATCH /rental/api/v1/tenants/{id}`
   */
  readonly updateTenant: Method<UpdateTenantInput, Tenant>;
  /**
   * Delete a tenant without references.
   *
   * `DELETE /rental/api/v1/tenants/{id}`
   */
  readonly deleteTenant: Method<DeleteTenantInput, undefined>;
  /**
   * List contacts except service providers.
   *
   * `GET /rental/api/v1/contacts`
   */
  readonly listRentalContacts: ListMethod<ListRentalContactsInput, RentalContact, RentalContact[]>;
  /**
   * Create a contact.
   *
   * `POST /rental/api/v1/contacts`
   */
  readonly createRentalContact: Method<CreateRentalContactInput, RentalContact>;
  /**
   * Get a contact.
   *
   * `GET /rental/api/v1/contacts/{id}`
   */
  readonly getRentalContact: Method<GetRentalContactInput, RentalContact>;
  /**
   * Update a contact.
   *
   * `PATCH /rental/api/v1/contacts/{id}`
   */
  readonly updateRentalContact: Method<UpdateRentalContactInput, RentalContact>;
  /**
   * Delete a contact without references.
   *
   * `DELETE /rental/api/v1/contacts/{id}`
   */
  readonly deleteRentalContact: Method<DeleteRentalContactInput, undefined>;
  /**
   * List service providers.
   *
   * `GET /rental/api/v1/service_providers`
   */
  readonly listServiceProviders: ListMethod<ListServiceProvidersInput, RentalContact, RentalContact[]>;
  /**
   * Create a service provider.
   *
   * `POST /rental/api/v1/service_providers`
   */
  readonly createServiceProvider: Method<CreateServiceProviderInput, ServiceProvider>;
  /**
   * Get a service provider.
   *
   * `GET /rental/api/v1/service_providers/{id}`
   */
  readonly getServiceProvider: Method<GetServiceProviderInput, ServiceProvider>;
  /**
   * Update a service provider.
   *
   * `PATCH /rental/api/v1/service_providers/{id}`
   */
  readonly updateServiceProvider: Method<UpdateServiceProviderInput, ServiceProvider>;
  /**
   * Delete a service provider.
   *
   * `DELETE /rental/api/v1/service_providers/{id}`
   */
  readonly deleteServiceProvider: Method<DeleteServiceProviderInput, undefined>;
  /**
   * List changes of a collection since a timestamp, with the last state of each record.
   *
   * `GET /rental/api/v1/snapshots`
   */
  readonly listSnapshots: ListMethod<ListSnapshotsInput, SnapshotMandataires | SnapshotAccountingEntries | SnapshotFecExports | SnapshotRentCalls | SnapshotReminders | SnapshotOwnerPayouts | SnapshotPayoutExports | SnapshotSecurityDeposits | SnapshotChargeStatements | SnapshotSupplierInvoices | SnapshotServiceEvents | SnapshotPayments | SnapshotBankTransactions | SnapshotBankStatements | SnapshotLetters | SnapshotProperties | SnapshotUnits | SnapshotOwnerships | SnapshotOwners | SnapshotTenants | SnapshotContacts | SnapshotServiceProviders | SnapshotMandates | SnapshotLeases | SnapshotLeaseTerms | SnapshotLeaseParties | SnapshotBillingRuns | SnapshotIncidents, (SnapshotMandataires | SnapshotAccountingEntries | SnapshotFecExports | SnapshotRentCalls | SnapshotReminders | SnapshotOwnerPayouts | SnapshotPayoutExports | SnapshotSecurityDeposits | SnapshotChargeStatements | SnapshotSupplierInvoices | SnapshotServiceEvents | SnapshotPayments | SnapshotBankTransactions | SnapshotBankStatements | SnapshotLetters | SnapshotProperties | SnapshotUnits | SnapshotOwnerships | SnapshotOwners | SnapshotTenants | SnapshotContacts | SnapshotServiceProviders | SnapshotMandates | SnapshotLeases | SnapshotLeaseTerms | SnapshotLeaseParties | SnapshotBillingRuns | SnapshotIncidents)[]>;
  /**
   * List mandates, as of today.
   *
   * `GET /rental/api/v1/mandates`
   */
  readonly listMandates: ListMethod<ListMandatesInput, ListedMandate, ListedMandate[]>;
  /**
   * Create a mandate; if it has begun, it gets a register number.
   *
   * `POST /rental/api/v1/mandates`
   */
  readonly createMandate: Method<CreateMandateInput, Mandate>;
  /**
   * Get a mandate and its services.
   *
   * `GET /rental/api/v1/mandates/{id}`
   */
  readonly getMandate: Method<GetMandateInput, Mandate>;
  /**
   * Update a mandate; arrays are replaced.
   *
   * `PATCH /rental/api/v1/mandates/{id}`
   */
  readonly updateMandate: Method<UpdateMandateInput, Mandate>;
  /**
   * Delete a mandate that has not begun.
   *
   * `DELETE /rental/api/v1/mandates/{id}`
   */
  readonly deleteMandate: Method<DeleteMandateInput, undefined>;
  /**
   * Extend an active or expired mandate to a later day.
   *
   * `POST /rental/api/v1/mandates/{id}/extend`
   */
  readonly extendMandate: Method<ExtendMandateInput, Mandate>;
  /**
   * Terminate an active mandate, today or on a later day.
   *
   * `POST /rental/api/v1/mandates/{id}/terminate`
   */
  readonly terminateMandate: Method<TerminateMandateInput, Mandate>;
  /**
   * List the values of rent indices.
   *
   * `GET /rental/api/v1/index_values`
   */
  readonly listIndexValues: ListMethod<ListIndexValuesInput, IndexValue, IndexValue[]>;
  /**
   * Store index values, replacing those of the same quarters.
   *
   * `POST /rental/api/v1/index_values`
   */
  readonly saveIndexValues: Method<SaveIndexValuesInput, IndexValue[]>;
  /**
   * List leases with their current units, tenant and rent.
   *
   * `GET /rental/api/v1/leases`
   */
  readonly listLeases: ListMethod<ListLeasesInput, ListedLease, ListedLease[]>;
  /**
   * Create a lease with its units, first term and tenant.
   *
   * `POST /rental/api/v1/leases`
   */
  readonly createLease: Method<CreateLeaseInput, Lease>;
  /**
   * Get a lease with all related records, as of today.
   *
   * `GET /rental/api/v1/leases/{id}`
   */
  readonly getLease: Method<GetLeaseInput, Lease>;
  /**
   * Update a lease; units and terms are added, arrays replaced.
   *
   * `PATCH /rental/api/v1/leases/{id}`
   */
  readonly updateLease: Method<UpdateLeaseInput, Lease>;
  /**
   * Delete a lease and its units, terms and parties.
   *
   * `DELETE /rental/api/v1/leases/{id}`
   */
  readonly deleteLease: Method<DeleteLeaseInput, undefined>;
  /**
   * Make a signed draft with a rent and a tenant active.
   *
   * `POST /rental/api/v1/leases/{id}/activate`
   */
  readonly activateLease: Method<ActivateLeaseInput, Lease>;
  /**
   * Give notice of an active lease.
   *
   * `POST /rental/api/v1/leases/{id}/give_notice`
   */
  readonly giveLeaseNotice: Method<GiveLeaseNoticeInput, Lease>;
  /**
   * Withdraw a notice: the end that stood before comes back.
   *
   * `POST /rental/api/v1/leases/{id}/withdraw_notice`
   */
  readonly withdrawLeaseNotice: Method<WithdrawLeaseNoticeInput, Lease>;
  /**
   * Cancel a draft.
   *
   * `POST /rental/api/v1/leases/{id}/cancel`
   */
  readonly cancelLease: Method<CancelLeaseInput, Lease>;
  /**
   * Apply the revision that is due: a term with the new rents, from a day on.
   *
   * `POST /rental/api/v1/leases/{id}/revisions`
   */
  readonly applyLeaseRevision: Method<ApplyLeaseRevisionInput, LeaseRevision>;
  /**
   * Download the letter of a revision as PDF: old and new rents, index values, calculation and first day.
   *
   * `GET /rental/api/v1/leases/{id}/revisions/{revision_id}/document`
   */
  readonly downloadLeaseRevision: Method<DownloadLeaseRevisionInput, Response>;
  /**
   * List lease terms, each with the amounts of every unit.
   *
   * `GET /rental/api/v1/lease_terms`
   */
  readonly listLeaseTerms: ListMethod<ListLeaseTermsInput, LeaseTerm, LeaseTerm[]>;
  /**
   * Create a term; units that it omits keep the amounts of the previous term.
   *
   * `POST /rental/api/v1/lease_terms`
   */
  readonly createLeaseTerm: Method<CreateLeaseTermInput, LeaseTerm>;
  /**
   * Get a lease term.
   *
   * `GET /rental/api/v1/lease_terms/{id}`
   */
  readonly getLeaseTerm: Method<GetLeaseTermInput, LeaseTerm>;
  /**
   * Update a term; its units are replaced if given.
   *
   * `PATCH /rental/api/v1/lease_terms/{id}`
   */
  readonly updateLeaseTerm: Method<UpdateLeaseTermInput, LeaseTerm>;
  /**
   * Delete a term; an active lease keeps one.
   *
   * `DELETE /rental/api/v1/lease_terms/{id}`
   */
  readonly deleteLeaseTerm: Method<DeleteLeaseTermInput, undefined>;
  /**
   * List lease parties: tenants, guarantors, occupants, payers.
   *
   * `GET /rental/api/v1/lease_parties`
   */
  readonly listLeaseParties: ListMethod<ListLeasePartiesInput, LeaseParty, LeaseParty[]>;
  /**
   * Add a party to a lease, optionally with a new household member.
   *
   * `POST /rental/api/v1/lease_parties`
   */
  readonly createLeaseParty: Method<CreateLeasePartyInput, LeaseParty>;
  /**
   * Get a lease party.
   *
   * `GET /rental/api/v1/lease_parties/{id}`
   */
  readonly getLeaseParty: Method<GetLeasePartyInput, LeaseParty>;
  /**
   * Update a lease party.
   *
   * `PATCH /rental/api/v1/lease_parties/{id}`
   */
  readonly updateLeaseParty: Method<UpdateLeasePartyInput, LeaseParty>;
  /**
   * Delete a lease party.
   *
   * `DELETE /rental/api/v1/lease_parties/{id}`
   */
  readonly deleteLeaseParty: Method<DeleteLeasePartyInput, undefined>;
  /**
   * List billing runs.
   *
   * `GET /rental/api/v1/billing_runs`
   */
  readonly listBillingRuns: ListMethod<ListBillingRunsInput, ListedBillingRun, ListedBillingRun[]>;
  /**
   * Create the run of a month; computed at once or, if scheduled, ten days before; poll it until computed.
   *
   * `POST /rental/api/v1/billing_runs`
   */
  readonly createBillingRun: Method<CreateBillingRunInput, BillingRun>;
  /**
   * Get a billing run.
   *
   * `GET /rental/api/v1/billing_runs/{id}`
   */
  readonly getBillingRun: Method<GetBillingRunInput, BillingRun>;
  /**
   * List the lines of a run, of tenants or owners by type.
   *
   * `GET /rental/api/v1/billing_runs/{id}/lines`
   */
  readonly listBillingRunLines: ListMethod<ListBillingRunLinesInput, BillingRunLine, BillingRunLine[]>;
  /**
   * Exclude or include a line, acknowledge or flag its anomalies, or comment on it.
   *
   * `PATCH /rental/api/v1/billing_runs/{id}/lines/{line_id}`
   */
  readonly reviewBillingRunLine: Method<ReviewBillingRunLineInput, BillingRunLine>;
  /**
   * Recompute a run; reviews of unchanged lines are kept.
   *
   * `POST /rental/api/v1/billing_runs/{id}/recompute`
   */
  readonly recomputeBillingRun: Method<RecomputeBillingRunInput, BillingRun>;
  /**
   * Acknowledge every anomaly that is not flagged.
   *
   * `POST /rental/api/v1/billing_runs/{id}/acknowledge_anomalies`
   */
  readonly acknowledgeBillingRunAnomalies: Method<AcknowledgeBillingRunAnomaliesInput, BillingRun>;
  /**
   * Validate a run whose anomalies are acknowledged or, with force, any run.
   *
   * `POST /rental/api/v1/billing_runs/{id}/validate`
   */
  readonly validateBillingRun: Method<ValidateBillingRunInput, BillingRun>;
  /**
   * Get the differences between the last two computations of a run.
   *
   * `GET /rental/api/v1/billing_runs/{id}/difference`
   */
  readonly getBillingRunDifference: Method<GetBillingRunDifferenceInput, BillingRunDifference>;
  /**
   * List incidents.
   *
   * `GET /rental/api/v1/incidents`
   */
  readonly listIncidents: ListMethod<ListIncidentsInput, ListedIncident, ListedIncident[]>;
  /**
   * Get an incident with its references and attachments.
   *
   * `GET /rental/api/v1/incidents/{id}`
   */
  readonly getIncident: Method<GetIncidentInput, Incident>;
  /**
   * Download an attachment of an incident.
   *
   * `GET /rental/api/v1/incidents/{id}/attachments/{attachment_id}`
   */
  readonly getIncidentAttachment: Method<GetIncidentAttachmentInput, Response>;
  /**
   * List letters that were printed as many.
   *
   * `GET /rental/api/v1/letters`
   */
  readonly listLetters: ListMethod<ListLettersInput, Letters, Letters[]>;
  /**
   * Print letters of named records or of a run in the background, merged into one PDF for the printer.
   *
   * `POST /rental/api/v1/letters`
   */
  readonly createLetters: Method<CreateLettersInput, Letters>;
  /**
   * Get letters and their progress.
   *
   * `GET /rental/api/v1/letters/{id}`
   */
  readonly getLetters: Method<GetLettersInput, Letters>;
  /**
   * Cancel letters before their end; what is printed is removed.
   *
   * `POST /rental/api/v1/letters/{id}/cancel`
   */
  readonly cancelLetters: Method<CancelLettersInput, Letters>;
  /**
   * Download completed letters as one PDF, by postcode and name of the addressees.
   *
   * `GET /rental/api/v1/letters/{id}/download`
   */
  readonly downloadLetters: Method<DownloadLettersInput, Response>;
  /**
   * Apply a validated run: rent calls, entries, fees and payouts, all or none.
   *
   * `POST /rental/api/v1/billing_runs/{id}/apply`
   */
  readonly applyBillingRun: Method<ApplyBillingRunInput, BillingRun>;
  /**
   * Cancel a run; an applied run is reversed, unless something was paid.
   *
   * `POST /rental/api/v1/billing_runs/{id}/cancel`
   */
  readonly cancelBillingRun: Method<CancelBillingRunInput, BillingRun>;
  /**
   * Declare an incident; a known legacy reference returns the existing incident.
   *
   * `POST /portal/v1/incidents`
   */
  readonly declareIncident: Method<DeclareIncidentInput, Incident>;
  /**
   * Move an incident along one of its allowed transitions.
   *
   * `PATCH /portal/v1/incidents/{id}`
   */
  readonly moveIncident: Method<MoveIncidentInput, Incident>;
  /**
   * Attach a file to an incident.
   *
   * `POST /portal/v1/incidents/{id}/attachments`
   */
  readonly attachToIncident: Method<AttachToIncidentInput, IncidentAttachment>;
  /**
   * Import bank transactions: each is stored once by its reference, matched, allocated, posted and lettered; 422 `taken` if a reference belongs to another transaction.
   *
   * `POST /portal/v1/bank_transactions`
   */
  readonly bringBankTransactions: Method<BringBankTransactionsInput, BankTransactionsResult>;
  /**
   * Ingest up to 1,000 nodes, edges and deletions, all or none: deletions first, nodes with their edges; existing items are replaced.
   *
   * `POST /api/v1/knowledge_graph/ingestions`
   */
  readonly ingestKnowledgeGraph: Method<IngestKnowledgeGraphInput, KnowledgeGraphResult>;
  /**
   * List the nodes of this connector.
   *
   * `GET /api/v1/knowledge_graph/nodes`
   */
  readonly listKnowledgeGraphNodes: ListMethod<ListKnowledgeGraphNodesInput, KnowledgeGraphNode, KnowledgeGraphNode[]>;
  /**
   * List the edges of this connector.
   *
   * `GET /api/v1/knowledge_graph/edges`
   */
  readonly listKnowledgeGraphEdges: ListMethod<ListKnowledgeGraphEdgesInput, KnowledgeGraphEdge, KnowledgeGraphEdge[]>;
  /**
   * Show the home page with a link to the API reference.
   *
   * `GET /`
   */
  readonly getHome: Method<Record<never, never>, string>;
  /**
   * Show the API reference.
   *
   * `GET /docs`
   */
  readonly getReference: Method<Record<never, never>, string>;
  /**
   * Liveness: 200 while the process runs.
   *
   * `GET /healthz`
   */
  readonly getHealth: Method<Record<never, never>, Health>;
  /**
   * Readiness: 200 if the database and the blob store are available, otherwise 503.
   *
   * `GET /readyz`
   */
  readonly getReadiness: Method<Record<never, never>, Readiness>;
  /**
   * Get this OpenAPI document.
   *
   * `GET /openapi.json`
   */
  readonly getOpenapi: Method<Record<never, never>, Record<string, unknown>>;
}

/** What `createToken` takes. */
export type CreateTokenInput = TokenRequest;

/** What `revokeToken` takes. */
export type RevokeTokenInput = RevocationRequest;

/** What `listWorkspaces` takes. */
export type ListWorkspacesInput = DocumentsList<
  "label" | "created_at" | "updated_at",
  { id: "uuid"; label: "text"; description: "passage"; external_id: "text"; classification_plan_id: "uuid"; classification_plan_label: "text"; domain_id: "uuid"; workspace_type_id: "uuid"; business_tags: "list"; workspace_type_name: "text"; retain_until: "date"; legal_hold: "object"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `createWorkspace` takes. */
export type CreateWorkspaceInput = WorkspaceCreate;

/** What `getWorkspace` takes. */
export type GetWorkspaceInput = {
  id: string;
};

/** What `updateWorkspace` takes. */
export type UpdateWorkspaceInput = {
  id: string;
} & WorkspaceInput;

/** What `deleteWorkspace` takes. */
export type DeleteWorkspaceInput = {
  id: string;
};

/** What `holdWorkspace` takes. */
export type HoldWorkspaceInput = {
  id: string;
} & LegalHoldInput;

/** What `releaseWorkspace` takes. */
export type ReleaseWorkspaceInput = {
  id: string;
} & LegalHoldInput;

/** What `listFolders` takes. */
export type ListFoldersInput = {
  workspace_id?: string;
  documents_folder_id?: string;
} & DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; description: "passage"; color: "keyword"; icon: "text"; documents_folder_id: "uuid"; workspace_id: "uuid"; external_id: "text"; classification_plan_id: "uuid"; tags: "list"; retain_until: "date"; legal_hold: "object"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `createFolder` takes. */
export type CreateFolderInput = FolderCreate;

/** What `getFolder` takes. */
export type GetFolderInput = {
  id: string;
};

/** What `updateFolder` takes. */
export type UpdateFolderInput = {
  id: string;
} & FolderInput;

/** What `deleteFolder` takes. */
export type DeleteFolderInput = {
  id: string;
};

/** What `holdFolder` takes. */
export type HoldFolderInput = {
  id: string;
} & LegalHoldInput;

/** What `releaseFolder` takes. */
export type ReleaseFolderInput = {
  id: string;
} & LegalHoldInput;

/** What `listDocuments` takes. */
export type ListDocumentsInput = {
  workspace_id?: string;
  documents_folder_id?: string;
} & DocumentsList<
  "name" | "byte_size" | "content_type" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; description: "passage"; documents_folder_id: "uuid"; workspace_id: "uuid"; external_id: "text"; domain_id: "uuid"; document_type_id: "uuid"; classification_plan_id: "uuid"; classification_code: "text"; byte_size: "integer"; content_type: "keyword"; sha256: "keyword"; text_status: "keyword"; tags: "list"; retain_until: "date"; legal_hold: "object"; created_at: "instant"; updated_at: "instant" },
  { text_status: "none" | "pending" | "read" | "partial" | "failed" }
>;

/** What `createDocument` takes. */
export type CreateDocumentInput = {
  uploaded_file?: Upload;
} & DocumentCreate;

/** What `getDocument` takes. */
export type GetDocumentInput = {
  id: string;
};

/** What `updateDocument` takes. */
export type UpdateDocumentInput = {
  id: string;
  uploaded_file?: Upload;
} & DocumentInput;

/** What `deleteDocument` takes. */
export type DeleteDocumentInput = {
  id: string;
};

/** What `getDocumentContent` takes. */
export type GetDocumentContentInput = {
  id: string;
};

/** What `holdDocument` takes. */
export type HoldDocumentInput = {
  id: string;
} & LegalHoldInput;

/** What `releaseDocument` takes. */
export type ReleaseDocumentInput = {
  id: string;
} & LegalHoldInput;

/** What `listVersions` takes. */
export type ListVersionsInput = {
  id: string;
} & Pages;

/** What `createVersion` takes. */
export type CreateVersionInput = {
  id: string;
  uploaded_file?: Upload;
} & VersionCreate;

/** What `getVersionContent` takes. */
export type GetVersionContentInput = {
  id: string;
  version_id: string;
};

/** What `restoreVersion` takes. */
export type RestoreVersionInput = {
  id: string;
  version_id: string;
};

/** What `listBulkUploads` takes. */
export type ListBulkUploadsInput = DocumentsList<
  "created_at" | "updated_at",
  { id: "uuid"; status: "keyword"; source: "text"; total_files: "integer"; processed_files: "integer"; successful_files: "integer"; failed_files: "integer"; received_files: "integer"; auto_classify: "boolean"; merge_to_pdf: "boolean"; merged_file_name: "text"; merged_document_id: "uuid"; started_at: "instant"; completed_at: "instant"; folder_id: "uuid"; workspace_id: "uuid"; user_id: "uuid"; created_at: "instant"; updated_at: "instant" },
  { status: "pending" | "in_progress" | "completed" | "failed" }
>;

/** What `createBulkUpload` takes. */
export type CreateBulkUploadInput = BulkUploadCreate;

/** What `getBulkUpload` takes. */
export type GetBulkUploadInput = {
  id: string;
};

/** What `listDocumentExports` takes. */
export type ListDocumentExportsInput = DocumentsList<
  "created_at" | "updated_at",
  { id: "uuid"; status: "keyword"; progress: "integer"; byte_size: "integer"; sha256: "keyword"; workspace_id: "uuid"; folder_id: "uuid"; versions: "boolean"; public: "boolean"; date: "instant"; failure: "keyword"; created_at: "instant"; updated_at: "instant"; expires_at: "instant" },
  { status: "pending" | "in_progress" | "completed" | "failed" }
>;

/** What `createDocumentExport` takes. */
export type CreateDocumentExportInput = DocumentExportCreate;

/** What `getDocumentExport` takes. */
export type GetDocumentExportInput = {
  id: string;
};

/** What `deleteDocumentExport` takes. */
export type DeleteDocumentExportInput = {
  id: string;
};

/** What `downloadDocumentExport` takes. */
export type DownloadDocumentExportInput = {
  id: string;
};

/** What `setImportedDates` takes. */
export type SetImportedDatesInput = ImportedDates;

/** What `getFolderPublicAccess` takes. */
export type GetFolderPublicAccessInput = {
  folder_id: string;
  limit?: number;
};

/** What `publishFolder` takes. */
export type PublishFolderInput = {
  folder_id: string;
  dry_run?: boolean;
} & PublicAccessPublish;

/** What `unpublishFolder` takes. */
export type UnpublishFolderInput = {
  folder_id: string;
};

/** What `propagateFolder` takes. */
export type PropagateFolderInput = {
  folder_id: string;
  dry_run?: boolean;
};

/** What `excludeFolder` takes. */
export type ExcludeFolderInput = {
  folder_id: string;
  dry_run?: boolean;
};

/** What `liftFolderExclusion` takes. */
export type LiftFolderExclusionInput = {
  folder_id: string;
};

/** What `publishSite` takes. */
export type PublishSiteInput = {
  id: string;
  dry_run?: boolean;
} & PublicAccessPublish;

/** What `getDocumentPublicAccess` takes. */
export type GetDocumentPublicAccessInput = {
  file_id: string;
  limit?: number;
};

/** What `excludeDocument` takes. */
export type ExcludeDocumentInput = {
  file_id: string;
  dry_run?: boolean;
};

/** What `liftDocumentExclusion` takes. */
export type LiftDocumentExclusionInput = {
  file_id: string;
};

/** What `listTags` takes. */
export type ListTagsInput = DocumentsList<
  "name",
  { name: "text" },
  {  }
>;

/** What `searchDocuments` takes. */
export type SearchDocumentsInput = {
  query: string;
} & Pages;

/** What `listWorkspacePermissions` takes. */
export type ListWorkspacePermissionsInput = {
  id: string;
} & DocumentsList<
  "created_at" | "updated_at",
  { id: "uuid"; subject_type: "keyword"; subject_id: "uuid"; level: "keyword"; resource_type: "keyword"; resource_id: "uuid"; inherited: "boolean"; created_at: "instant"; updated_at: "instant" },
  { subject_type: "user" | "group"; level: "read" | "write" | "manage"; resource_type: "workspace" | "folder" | "document" }
>;

/** What `grantWorkspacePermission` takes. */
export type GrantWorkspacePermissionInput = {
  id: string;
} & PermissionCreate;

/** What `getEffectiveWorkspacePermission` takes. */
export type GetEffectiveWorkspacePermissionInput = {
  id: string;
};

/** What `changeWorkspacePermission` takes. */
export type ChangeWorkspacePermissionInput = {
  id: string;
  permission_id: string;
} & PermissionInput;

/** What `revokeWorkspacePermission` takes. */
export type RevokeWorkspacePermissionInput = {
  id: string;
  permission_id: string;
};

/** What `listFolderPermissions` takes. */
export type ListFolderPermissionsInput = {
  id: string;
} & DocumentsList<
  "created_at" | "updated_at",
  { id: "uuid"; subject_type: "keyword"; subject_id: "uuid"; level: "keyword"; resource_type: "keyword"; resource_id: "uuid"; inherited: "boolean"; created_at: "instant"; updated_at: "instant" },
  { subject_type: "user" | "group"; level: "read" | "write" | "manage"; resource_type: "workspace" | "folder" | "document" }
>;

/** What `grantFolderPermission` takes. */
export type GrantFolderPermissionInput = {
  id: string;
} & PermissionCreate;

/** What `getEffectiveFolderPermission` takes. */
export type GetEffectiveFolderPermissionInput = {
  id: string;
};

/** What `changeFolderPermission` takes. */
export type ChangeFolderPermissionInput = {
  id: string;
  permission_id: string;
} & PermissionInput;

/** What `revokeFolderPermission` takes. */
export type RevokeFolderPermissionInput = {
  id: string;
  permission_id: string;
};

/** What `listDocumentPermissions` takes. */
export type ListDocumentPermissionsInput = {
  id: string;
} & DocumentsList<
  "created_at" | "updated_at",
  { id: "uuid"; subject_type: "keyword"; subject_id: "uuid"; level: "keyword"; resource_type: "keyword"; resource_id: "uuid"; inherited: "boolean"; created_at: "instant"; updated_at: "instant" },
  { subject_type: "user" | "group"; level: "read" | "write" | "manage"; resource_type: "workspace" | "folder" | "document" }
>;

/** What `grantDocumentPermission` takes. */
export type GrantDocumentPermissionInput = {
  id: string;
} & PermissionCreate;

/** What `getEffectiveDocumentPermission` takes. */
export type GetEffectiveDocumentPermissionInput = {
  id: string;
};

/** What `changeDocumentPermission` takes. */
export type ChangeDocumentPermissionInput = {
  id: string;
  permission_id: string;
} & PermissionInput;

/** What `revokeDocumentPermission` takes. */
export type RevokeDocumentPermissionInput = {
  id: string;
  permission_id: string;
};

/** What `listTrash` takes. */
export type ListTrashInput = DocumentsList<
  "deleted_at" | "name" | "byte_size",
  { id: "uuid"; kind: "keyword"; name: "text"; byte_size: "integer"; deleted_by: "uuid"; deleted_at: "instant" },
  { kind: "workspace" | "folder" | "document" }
>;

/** What `restoreFromTrash` takes. */
export type RestoreFromTrashInput = {
  id: string;
} & TrashRestore;

/** What `purgeFromTrash` takes. */
export type PurgeFromTrashInput = {
  id: string;
};

/** What `listWorkspaceTypes` takes. */
export type ListWorkspaceTypesInput = DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; description: "passage"; created_at: "instant"; updated_at: "instant"; status: "keyword" },
  { status: "draft" | "published" }
>;

/** What `createWorkspaceType` takes. */
export type CreateWorkspaceTypeInput = TypeCreate;

/** What `getWorkspaceType` takes. */
export type GetWorkspaceTypeInput = {
  id: string;
};

/** What `updateWorkspaceType` takes. */
export type UpdateWorkspaceTypeInput = {
  id: string;
} & TypeInput;

/** What `deleteWorkspaceType` takes. */
export type DeleteWorkspaceTypeInput = {
  id: string;
};

/** What `listDocumentTypes` takes. */
export type ListDocumentTypesInput = DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; description: "passage"; created_at: "instant"; updated_at: "instant"; status: "keyword" },
  { status: "draft" | "published" }
>;

/** What `createDocumentType` takes. */
export type CreateDocumentTypeInput = TypeCreate;

/** What `getDocumentType` takes. */
export type GetDocumentTypeInput = {
  id: string;
};

/** What `updateDocumentType` takes. */
export type UpdateDocumentTypeInput = {
  id: string;
} & TypeInput;

/** What `deleteDocumentType` takes. */
export type DeleteDocumentTypeInput = {
  id: string;
};

/** What `listDomains` takes. */
export type ListDomainsInput = DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; description: "passage"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `createDomain` takes. */
export type CreateDomainInput = DomainCreate;

/** What `getDomain` takes. */
export type GetDomainInput = {
  id: string;
};

/** What `updateDomain` takes. */
export type UpdateDomainInput = {
  id: string;
} & DomainInput;

/** What `deleteDomain` takes. */
export type DeleteDomainInput = {
  id: string;
};

/** What `listClassificationPlans` takes. */
export type ListClassificationPlansInput = DocumentsList<
  "label" | "created_at" | "updated_at",
  { id: "uuid"; label: "text"; description: "passage"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `createClassificationPlan` takes. */
export type CreateClassificationPlanInput = ClassificationPlanCreate;

/** What `getClassificationPlan` takes. */
export type GetClassificationPlanInput = {
  id: string;
};

/** What `updateClassificationPlan` takes. */
export type UpdateClassificationPlanInput = {
  id: string;
} & ClassificationPlanInput;

/** What `deleteClassificationPlan` takes. */
export type DeleteClassificationPlanInput = {
  id: string;
};

/** What `listChunkedUploads` takes. */
export type ListChunkedUploadsInput = Pages;

/** What `createChunkedUpload` takes. */
export type CreateChunkedUploadInput = ChunkedUploadCreate;

/** What `getChunkedUpload` takes. */
export type GetChunkedUploadInput = {
  id: string;
};

/** What `getChunkedUploadStatus` takes. */
export type GetChunkedUploadStatusInput = {
  id: string;
};

/** What `uploadChunk` takes. */
export type UploadChunkInput = {
  id: string;
  /** From 1. */
  chunk_number: number;
  /** The whole body. */
  body: Upload;
};

/** What `completeChunkedUpload` takes. */
export type CompleteChunkedUploadInput = {
  id: string;
} & ChunkedUploadComplete;

/** What `cancelChunkedUpload` takes. */
export type CancelChunkedUploadInput = {
  id: string;
};

/** What `getPublicFolder` takes. */
export type GetPublicFolderInput = {
  id: string;
};

/** What `getPublicDocument` takes. */
export type GetPublicDocumentInput = {
  id: string;
};

/** What `getPublicContent` takes. */
export type GetPublicContentInput = {
  id: string;
};

/** What `showPublicFolder` takes. */
export type ShowPublicFolderInput = {
  folder_id: string;
};

/** What `listTemplates` takes. */
export type ListTemplatesInput = {
  offset?: number;
};

/** What `createTemplate` takes. */
export type CreateTemplateInput = DocumentTemplateCreate;

/** What `getTemplate` takes. */
export type GetTemplateInput = {
  id: string;
};

/** What `updateTemplate` takes. */
export type UpdateTemplateInput = {
  id: string;
} & DocumentTemplateInput;

/** What `deleteTemplate` takes. */
export type DeleteTemplateInput = {
  id: string;
  force?: boolean;
};

/** What `listComposedDocuments` takes. */
export type ListComposedDocumentsInput = {
  workspace_id?: string;
  folder_id?: string;
  status?: "draft" | "in_progress" | "ready" | "exported";
} & DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; description: "passage"; status: "keyword"; template_id: "uuid"; template_key: "keyword"; assembly_mode: "keyword"; workspace_id: "uuid"; folder_id: "uuid"; pdf_file_id: "uuid"; exported_at: "instant"; created_at: "instant"; updated_at: "instant" },
  { status: "draft" | "in_progress" | "ready" | "exported"; assembly_mode: "composed" | "pure_typst" }
>;

/** What `createComposedDocument` takes. */
export type CreateComposedDocumentInput = ComposedDocumentCreate;

/** What `getComposedDocument` takes. */
export type GetComposedDocumentInput = {
  id: string;
};

/** What `updateComposedDocument` takes. */
export type UpdateComposedDocumentInput = {
  id: string;
} & ComposedDocumentInput;

/** What `deleteComposedDocument` takes. */
export type DeleteComposedDocumentInput = {
  id: string;
};

/** What `listParts` takes. */
export type ListPartsInput = {
  id: string;
  include?: "content";
} & Pages;

/** What `createPart` takes. */
export type CreatePartInput = {
  id: string;
} & PartInput;

/** What `reorderParts` takes. */
export type ReorderPartsInput = {
  id: string;
} & PartsReorder;

/** What `getPart` takes. */
export type GetPartInput = {
  id: string;
  part_id: string;
};

/** What `updatePart` takes. */
export type UpdatePartInput = {
  id: string;
  part_id: string;
} & PartInput;

/** What `deletePart` takes. */
export type DeletePartInput = {
  id: string;
  part_id: string;
};

/** What `compileComposedDocument` takes. */
export type CompileComposedDocumentInput = {
  id: string;
  include_draft?: boolean;
};

/** What `listFonts` takes. */
export type ListFontsInput = {
  include_system?: boolean;
  with_variants?: boolean;
};

/** What `listMassCommunications` takes. */
export type ListMassCommunicationsInput = DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; template_key: "keyword"; name: "text"; folder_id: "uuid"; workspace_id: "uuid"; status: "keyword"; total_files: "integer"; processed_files: "integer"; successful_files: "integer"; failed_files: "integer"; created_at: "instant"; updated_at: "instant" },
  { status: "pending" | "in_progress" | "completed" | "failed" | "cancelled" }
>;

/** What `createMassCommunication` takes. */
export type CreateMassCommunicationInput = MassCommunicationCreate;

/** What `getMassCommunication` takes. */
export type GetMassCommunicationInput = {
  id: string;
};

/** What `cancelMassCommunication` takes. */
export type CancelMassCommunicationInput = {
  id: string;
};

/** What `listUsers` takes. */
export type ListUsersInput = DocumentsList<
  "email_address" | "first_name" | "last_name" | "role" | "created_at" | "updated_at",
  { id: "uuid"; email_address: "text"; first_name: "text"; last_name: "text"; display_name: "text"; initials: "text"; role: "keyword"; active: "boolean"; external_id: "text"; externa_id: "text"; created_at: "instant"; updated_at: "instant" },
  { role: "user" | "manager" | "admin" | "super_admin" }
>;

/** What `createUser` takes. */
export type CreateUserInput = UserCreate;

/** What `getUser` takes. */
export type GetUserInput = {
  id: string;
};

/** What `updateUser` takes. */
export type UpdateUserInput = {
  id: string;
} & UserInput;

/** What `deleteUser` takes. */
export type DeleteUserInput = {
  id: string;
};

/** What `listContacts` takes. */
export type ListContactsInput = DocumentsList<
  "email_address" | "first_name" | "last_name" | "created_at" | "updated_at",
  { id: "uuid"; email_address: "text"; first_name: "text"; last_name: "text"; full_name: "text"; display_name: "text"; external_id: "text"; created_at: "instant"; updated_at: "instant"; type: "keyword" },
  {  }
>;

/** What `createContact` takes. */
export type CreateContactInput = ContactCreate;

/** What `getContact` takes. */
export type GetContactInput = {
  id: string;
};

/** What `updateContact` takes. */
export type UpdateContactInput = {
  id: string;
} & ContactInput;

/** What `deleteContact` takes. */
export type DeleteContactInput = {
  id: string;
};

/** What `listGroups` takes. */
export type ListGroupsInput = {
  query?: string;
} & DocumentsList<
  "name",
  { id: "uuid"; name: "text"; description: "passage"; external_id: "text"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `createGroup` takes. */
export type CreateGroupInput = GroupCreate;

/** What `getGroup` takes. */
export type GetGroupInput = {
  id: string;
};

/** What `updateGroup` takes. */
export type UpdateGroupInput = {
  id: string;
} & GroupInput;

/** What `deleteGroup` takes. */
export type DeleteGroupInput = {
  id: string;
};

/** What `listGroupMembers` takes. */
export type ListGroupMembersInput = {
  id: string;
} & Pages;

/** What `addGroupMembers` takes. */
export type AddGroupMembersInput = {
  id: string;
} & GroupMemberCreate;

/** What `removeGroupMember` takes. */
export type RemoveGroupMemberInput = {
  id: string;
  user_id: string;
};

/** What `listTeams` takes. */
export type ListTeamsInput = DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; description: "passage"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `createTeam` takes. */
export type CreateTeamInput = TeamCreate;

/** What `getTeam` takes. */
export type GetTeamInput = {
  id: string;
};

/** What `updateTeam` takes. */
export type UpdateTeamInput = {
  id: string;
} & TeamInput;

/** What `deleteTeam` takes. */
export type DeleteTeamInput = {
  id: string;
};

/** What `listOauthApplications` takes. */
export type ListOauthApplicationsInput = DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; client_id: "keyword"; name: "text"; confidential: "boolean"; trusted: "boolean"; created_at: "instant" },
  {  }
>;

/** What `createOauthApplication` takes. */
export type CreateOauthApplicationInput = OAuthApplicationCreate;

/** What `getOauthApplication` takes. */
export type GetOauthApplicationInput = {
  id: string;
};

/** What `deleteOauthApplication` takes. */
export type DeleteOauthApplicationInput = {
  id: string;
};

/** What `listConnectors` takes. */
export type ListConnectorsInput = DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; area: "keyword"; mandataire_id: "uuid"; disabled_at: "instant"; created_at: "instant" },
  { area: "portal" | "knowledge_graph" }
>;

/** What `createConnector` takes. */
export type CreateConnectorInput = ConnectorCreate;

/** What `getConnector` takes. */
export type GetConnectorInput = {
  id: string;
};

/** What `deleteConnector` takes. */
export type DeleteConnectorInput = {
  id: string;
};

/** What `createConnectorKey` takes. */
export type CreateConnectorKeyInput = {
  id: string;
};

/** What `listAuditEvents` takes. */
export type ListAuditEventsInput = DocumentsList<
  "at" | "updated_at",
  { id: "uuid"; at: "instant"; actor_id: "uuid"; token_id: "uuid"; action: "keyword"; resource_type: "keyword"; resource_id: "uuid"; request_id: "keyword"; address: "keyword" },
  {  }
>;

/** What `listJobs` takes. */
export type ListJobsInput = {
  status?: "waiting" | "running" | "failed";
};

/** What `getJob` takes. */
export type GetJobInput = {
  id: string;
};

/** What `retryJob` takes. */
export type RetryJobInput = {
  id: string;
};

/** What `showLogin` takes. */
export type ShowLoginInput = {
  return_to?: string;
};

/** What `logIn` takes. */
export type LogInInput = LoginForm;

/** What `logOut` takes. */
export type LogOutInput = BareForm;

/** What `showConsent` takes. */
export type ShowConsentInput = {
  response_type: string;
  client_id: string;
  redirect_uri: string;
  scope?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  response_mode?: string;
};

/** What `decideConsent` takes. */
export type DecideConsentInput = AuthorizeDecision;

/** What `startDeviceFlow` takes. */
export type StartDeviceFlowInput = DeviceAuthorizationRequest;

/** What `pollDeviceFlow` takes. */
export type PollDeviceFlowInput = DevicePollRequest;

/** What `showActivation` takes. */
export type ShowActivationInput = {
  user_code?: string;
};

/** What `decideActivation` takes. */
export type DecideActivationInput = ActivationForm;

/** What `exchangeToken` takes. */
export type ExchangeTokenInput = TokenExchangeRequest;

/** What `listPersonalAccessTokens` takes. */
export type ListPersonalAccessTokensInput = DocumentsList<
  "name" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; scopes: "list"; created_at: "instant"; expires_at: "instant"; last_used_at: "instant" },
  {  }
>;

/** What `createPersonalAccessToken` takes. */
export type CreatePersonalAccessTokenInput = PersonalAccessTokenCreate;

/** What `deletePersonalAccessToken` takes. */
export type DeletePersonalAccessTokenInput = {
  id: string;
};

/** What `changeTokens` takes. */
export type ChangeTokensInput = TokenForm;

/** What `listMandataires` takes. */
export type ListMandatairesInput = RentalList<
  "id" | "name" | "accounting_code" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; accounting_code: "text"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `createMandataire` takes. */
export type CreateMandataireInput = {
  mandataire: MandataireCreate;
};

/** What `updateMandataire` takes. */
export type UpdateMandataireInput = {
  id: string;
  mandataire: MandataireInput;
};

/** What `deleteMandataire` takes. */
export type DeleteMandataireInput = {
  id: string;
};

/** What `listMandataireMembers` takes. */
export type ListMandataireMembersInput = {
  id: string;
} & RentalList<
  "id" | "user_id" | "created_at" | "updated_at",
  { id: "uuid"; user_id: "uuid"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `addMandataireMember` takes. */
export type AddMandataireMemberInput = {
  id: string;
} & MandataireMemberInput;

/** What `removeMandataireMember` takes. */
export type RemoveMandataireMemberInput = {
  id: string;
  user_id: string;
};

/** What `listAccountingEntries` takes. */
export type ListAccountingEntriesInput = {
  journal?: "LOYERS" | "CHARGES" | "BANQUE" | "PROPRIO" | "OD";
} & RentalList<
  "id" | "reference" | "journal" | "society_code" | "entry_date" | "accounting_date" | "period_start" | "period_end" | "status" | "description" | "total_debit" | "total_credit" | "lines_count" | "source_type" | "source_id" | "created_at" | "updated_at",
  { id: "uuid"; reference: "keyword"; journal: "keyword"; society_code: "text"; entry_date: "instant"; accounting_date: "date"; period_start: "date"; period_end: "date"; status: "keyword"; description: "text"; total_debit: "amount"; total_credit: "amount"; lines_count: "integer"; source_type: "keyword"; source_id: "uuid"; created_at: "instant"; updated_at: "instant" },
  { journal: "LOYERS" | "CHARGES" | "BANQUE" | "PROPRIO" | "OD"; status: "draft" | "validated" | "posted" }
>;

/** What `getAccountingEntry` takes. */
export type GetAccountingEntryInput = {
  id: string;
};

/** What `closeAccountingPeriod` takes. */
export type CloseAccountingPeriodInput = {
  period: string;
};

/** What `getLedgerAccount` takes. */
export type GetLedgerAccountInput = {
  account: string;
  auxiliary?: string;
  from?: string;
  to?: string;
};

/** What `getTrialBalance` takes. */
export type GetTrialBalanceInput = {
  from?: string;
  to?: string;
};

/** What `listFecExports` takes. */
export type ListFecExportsInput = RentalList<
  "id" | "year" | "society_code" | "status" | "filename" | "separator" | "encoding" | "byte_size" | "sha256" | "entries_count" | "lines_count" | "total_debit" | "total_credit" | "period_start" | "period_end" | "created_at" | "download_url" | "updated_at",
  { id: "uuid"; year: "integer"; society_code: "text"; status: "keyword"; filename: "keyword"; separator: "keyword"; encoding: "keyword"; byte_size: "integer"; sha256: "keyword"; entries_count: "integer"; lines_count: "integer"; total_debit: "amount"; total_credit: "amount"; period_start: "date"; period_end: "date"; created_at: "instant"; download_url: "keyword"; updated_at: "instant" },
  { status: "ready"; separator: "tab" | "pipe"; encoding: "utf-8" | "iso-8859-15" }
>;

/** What `createFecExport` takes. */
export type CreateFecExportInput = FecExportInput;

/** What `getFecExport` takes. */
export type GetFecExportInput = {
  id: string;
};

/** What `deleteFecExport` takes. */
export type DeleteFecExportInput = {
  id: string;
};

/** What `downloadFecExport` takes. */
export type DownloadFecExportInput = {
  id: string;
  part?: "description";
};

/** What `listRentCalls` takes. */
export type ListRentCallsInput = RentalList<
  "id" | "reference" | "period_start" | "period_end" | "total_amount_cents" | "rent_amount_cents" | "charges_amount_cents" | "other_amount_cents" | "paid_amount_cents" | "remaining_amount_cents" | "fully_paid" | "overdue" | "due_date" | "status" | "sent_at" | "lease_id" | "lease_reference" | "tenant_id" | "tenant_name" | "billing_run_id" | "kind" | "created_at" | "updated_at",
  { id: "uuid"; reference: "keyword"; period_start: "date"; period_end: "date"; total_amount_cents: "integer"; rent_amount_cents: "integer"; charges_amount_cents: "integer"; other_amount_cents: "integer"; paid_amount_cents: "integer"; remaining_amount_cents: "integer"; fully_paid: "boolean"; overdue: "boolean"; due_date: "date"; status: "keyword"; sent_at: "instant"; lease_id: "uuid"; lease_reference: "text"; tenant_id: "uuid"; tenant_name: "text"; billing_run_id: "uuid"; kind: "keyword"; created_at: "instant"; updated_at: "instant" },
  { status: "issued" | "sent" | "partially_paid" | "paid" | "cancelled"; kind: "call" | "credit_note" | "initial_balance" }
>;

/** What `markRentCallsSent` takes. */
export type MarkRentCallsSentInput = RentCallsSent;

/** What `getRentCall` takes. */
export type GetRentCallInput = {
  id: string;
};

/** What `downloadRentCall` takes. */
export type DownloadRentCallInput = {
  id: string;
};

/** What `downloadRentReceipt` takes. */
export type DownloadRentReceiptInput = {
  id: string;
};

/** What `listRentCallReminders` takes. */
export type ListRentCallRemindersInput = {
  id: string;
} & RentalList<
  "id" | "level" | "amount_cents" | "created_at" | "updated_at",
  { id: "uuid"; level: "integer"; amount_cents: "integer"; created_at: "instant"; updated_at: "instant" },
  { level: 1 | 2 | 3 }
>;

/** What `createRentCallReminder` takes. */
export type CreateRentCallReminderInput = {
  id: string;
} & RentCallReminderCreate;

/** What `downloadRentCallReminder` takes. */
export type DownloadRentCallReminderInput = {
  id: string;
  reminder_id: string;
};

/** What `listPayoutExports` takes. */
export type ListPayoutExportsInput = RentalList<
  "id" | "format" | "message_id" | "payouts_count" | "total_amount" | "created_at" | "updated_at",
  { id: "uuid"; format: "keyword"; message_id: "keyword"; payouts_count: "integer"; total_amount: "amount"; created_at: "instant"; updated_at: "instant" },
  { format: "pain.001" }
>;

/** What `createPayoutExport` takes. */
export type CreatePayoutExportInput = PayoutExportInput;

/** What `getPayoutExport` takes. */
export type GetPayoutExportInput = {
  id: string;
};

/** What `deletePayoutExport` takes. */
export type DeletePayoutExportInput = {
  id: string;
};

/** What `downloadPayoutExport` takes. */
export type DownloadPayoutExportInput = {
  id: string;
};

/** What `listSecurityDeposits` takes. */
export type ListSecurityDepositsInput = RentalList<
  "id" | "lease_id" | "lease_reference" | "tenant_id" | "tenant_name" | "amount_cents" | "received_cents" | "held_by" | "status" | "returned_on" | "returned_at" | "created_at" | "updated_at",
  { id: "uuid"; lease_id: "uuid"; lease_reference: "text"; tenant_id: "uuid"; tenant_name: "text"; amount_cents: "integer"; received_cents: "integer"; held_by: "keyword"; status: "keyword"; returned_on: "date"; returned_at: "instant"; created_at: "instant"; updated_at: "instant" },
  { held_by: "agency" | "owner"; status: "called" | "held" | "partially_returned" | "returned" }
>;

/** What `getSecurityDeposit` takes. */
export type GetSecurityDepositInput = {
  id: string;
};

/** What `returnSecurityDeposit` takes. */
export type ReturnSecurityDepositInput = {
  id: string;
} & SecurityDepositReturn;

/** What `downloadSecurityDeposit` takes. */
export type DownloadSecurityDepositInput = {
  id: string;
};

/** What `listSupplierInvoices` takes. */
export type ListSupplierInvoicesInput = RentalList<
  "id" | "service_provider_id" | "reference" | "invoice_date" | "due_date" | "property_id" | "unit_id" | "share_key_id" | "total_cents" | "vat_cents" | "charge_nature" | "recoverable_percent" | "label" | "document_id" | "status" | "paid_on" | "entry_id" | "bank_transaction_id" | "created_at" | "updated_at",
  { id: "uuid"; service_provider_id: "uuid"; reference: "text"; invoice_date: "date"; due_date: "date"; property_id: "uuid"; unit_id: "uuid"; share_key_id: "uuid"; total_cents: "integer"; vat_cents: "integer"; charge_nature: "keyword"; recoverable_percent: "decimal"; label: "text"; document_id: "uuid"; status: "keyword"; paid_on: "date"; entry_id: "uuid"; bank_transaction_id: "uuid"; created_at: "instant"; updated_at: "instant" },
  { charge_nature: "repairs" | "insurance" | "taxes" | "management" | "co_ownership_provisions" | "other"; status: "open" | "paid" }
>;

/** What `createSupplierInvoice` takes. */
export type CreateSupplierInvoiceInput = SupplierInvoiceCreate;

/** What `getSupplierInvoice` takes. */
export type GetSupplierInvoiceInput = {
  id: string;
};

/** What `deleteSupplierInvoice` takes. */
export type DeleteSupplierInvoiceInput = {
  id: string;
};

/** What `listServiceEvents` takes. */
export type ListServiceEventsInput = {
  id: string;
} & RentalList<
  "id" | "mandate_id" | "mandate_service_id" | "occurred_on" | "quantity" | "lease_id" | "label" | "billed_at" | "billing_run_id" | "created_at" | "updated_at",
  { id: "uuid"; mandate_id: "uuid"; mandate_service_id: "uuid"; occurred_on: "date"; quantity: "integer"; lease_id: "uuid"; label: "text"; billed_at: "instant"; billing_run_id: "uuid"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `createServiceEvent` takes. */
export type CreateServiceEventInput = {
  id: string;
} & ServiceEventCreate;

/** What `deleteServiceEvent` takes. */
export type DeleteServiceEventInput = {
  id: string;
  event_id: string;
};

/** What `listChargeStatements` takes. */
export type ListChargeStatementsInput = RentalList<
  "id" | "property_id" | "period_from" | "period_to" | "status" | "remainder_cents" | "approved_at" | "created_at" | "updated_at",
  { id: "uuid"; property_id: "uuid"; period_from: "date"; period_to: "date"; status: "keyword"; remainder_cents: "integer"; approved_at: "instant"; created_at: "instant"; updated_at: "instant" },
  { status: "draft" | "approved" | "billed" }
>;

/** What `createChargeStatement` takes. */
export type CreateChargeStatementInput = ChargeStatementCreate;

/** What `getChargeStatement` takes. */
export type GetChargeStatementInput = {
  id: string;
};

/** What `deleteChargeStatement` takes. */
export type DeleteChargeStatementInput = {
  id: string;
};

/** What `approveChargeStatement` takes. */
export type ApproveChargeStatementInput = {
  id: string;
};

/** What `downloadChargeStatement` takes. */
export type DownloadChargeStatementInput = {
  id: string;
  lease_id: string;
};

/** What `listOwnerPayouts` takes. */
export type ListOwnerPayoutsInput = RentalList<
  "id" | "reference" | "kind" | "owner_id" | "owner_name" | "tenant_id" | "security_deposit_id" | "billing_run_id" | "amount_cents" | "currency" | "status" | "ordered_at" | "executed_at" | "transmitted_at" | "export_id" | "bank_account_id" | "created_at" | "updated_at",
  { id: "uuid"; reference: "keyword"; kind: "keyword"; owner_id: "uuid"; owner_name: "text"; tenant_id: "uuid"; security_deposit_id: "uuid"; billing_run_id: "uuid"; amount_cents: "integer"; currency: "keyword"; status: "keyword"; ordered_at: "instant"; executed_at: "instant"; transmitted_at: "instant"; export_id: "uuid"; bank_account_id: "uuid"; created_at: "instant"; updated_at: "instant" },
  { kind: "owner" | "deposit"; status: "blocked" | "ordered" | "transmitted" | "executed" | "failed" | "cancelled" }
>;

/** What `getOwnerPayout` takes. */
export type GetOwnerPayoutInput = {
  id: string;
};

/** What `orderOwnerPayoutAgain` takes. */
export type OrderOwnerPayoutAgainInput = {
  id: string;
};

/** What `getOwnerStatement` takes. */
export type GetOwnerStatementInput = {
  id: string;
  from?: string;
  to?: string;
  year?: string;
};

/** What `createFeeWithdrawal` takes. */
export type CreateFeeWithdrawalInput = FeeWithdrawal;

/** What `listPayments` takes. */
export type ListPaymentsInput = RentalList<
  "id" | "reference" | "amount_cents" | "currency" | "payment_date" | "payment_method" | "direction" | "status" | "lease_reference" | "lease_id" | "bank_account_id" | "tenant_name" | "payer_id" | "payer_name" | "created_at" | "updated_at",
  { id: "uuid"; reference: "keyword"; amount_cents: "integer"; currency: "keyword"; payment_date: "date"; payment_method: "keyword"; direction: "keyword"; status: "keyword"; lease_reference: "text"; lease_id: "uuid"; bank_account_id: "uuid"; tenant_name: "text"; payer_id: "uuid"; payer_name: "text"; created_at: "instant"; updated_at: "instant" },
  { payment_method: "bank_transfer" | "direct_debit" | "check" | "card" | "cash" | "caf" | "other"; direction: "inbound" | "outbound"; status: "pending" | "received" | "partially_allocated" | "allocated" | "rejected" | "refunded" | "cancelled" }
>;

/** What `getPayment` takes. */
export type GetPaymentInput = {
  id: string;
};

/** What `listBankStatements` takes. */
export type ListBankStatementsInput = RentalList<
  "id" | "account_iban" | "statement_id" | "from" | "to" | "opening_balance" | "closing_balance" | "entries_count" | "created_at" | "updated_at",
  { id: "uuid"; account_iban: "keyword"; statement_id: "keyword"; from: "date"; to: "date"; opening_balance: "amount"; closing_balance: "amount"; entries_count: "integer"; created_at: "instant"; updated_at: "instant" },
  {  }
>;

/** What `importBankFile` takes. */
export type ImportBankFileInput = {
  uploaded_file: Upload;
} & BankFileForm;

/** What `getReconciliation` takes. */
export type GetReconciliationInput = {
  on?: string;
};

/** What `listBankTransactions` takes. */
export type ListBankTransactionsInput = RentalList<
  "id" | "bank_reference" | "booked_on" | "amount_cents" | "direction" | "label" | "counterparty_name" | "counterparty_iban" | "method" | "status" | "payment_id" | "suspense_cents" | "created_at" | "updated_at",
  { id: "uuid"; bank_reference: "text"; booked_on: "date"; amount_cents: "integer"; direction: "keyword"; label: "text"; counterparty_name: "text"; counterparty_iban: "keyword"; method: "keyword"; status: "keyword"; payment_id: "uuid"; suspense_cents: "integer"; created_at: "instant"; updated_at: "instant" },
  { direction: "inbound" | "outbound"; status: "matched" | "unmatched" }
>;

/** What `getBankTransaction` takes. */
export type GetBankTransactionInput = {
  id: string;
};

/** What `assignBankTransaction` takes. */
export type AssignBankTransactionInput = {
  id: string;
} & AssignmentInput;

/** What `deleteBankAssignment` takes. */
export type DeleteBankAssignmentInput = {
  id: string;
  assignment_id: string;
};

/** What `listProperties` takes. */
export type ListPropertiesInput = RentalList<
  "id" | "name" | "property_type" | "address" | "city" | "postal_code" | "has_elevator" | "floor_count" | "active" | "external_id" | "business_code" | "patrimony_code" | "navigation_only" | "created_at" | "updated_at",
  { id: "uuid"; name: "text"; property_type: "keyword"; address: "passage"; city: "text"; postal_code: "text"; has_elevator: "boolean"; floor_count: "integer"; active: "boolean"; external_id: "text"; business_code: "text"; patrimony_code: "text"; navigation_only: "boolean"; created_at: "instant"; updated_at: "instant" },
  { property_type: "residential" | "commercial" | "mixed" }
>;

/** What `createProperty` takes. */
export type CreatePropertyInput = PropertyCreate;

/** What `getProperty` takes. */
export type GetPropertyInput = {
  id: string;
};

/** What `updateProperty` takes. */
export type UpdatePropertyInput = {
  id: string;
} & PropertyInput;

/** What `deleteProperty` takes. */
export type DeletePropertyInput = {
  id: string;
};

/** What `listUnits` takes. */
export type ListUnitsInput = RentalList<
  "id" | "identifier" | "unit_type" | "area_sqm" | "floor" | "lot_number" | "active" | "external_id" | "date_reception" | "description" | "property_id" | "entrance_id" | "created_at" | "updated_at",
  { id: "uuid"; identifier: "text"; unit_type: "keyword"; area_sqm: "decimal"; floor: "text"; lot_number: "text"; active: "boolean"; external_id: "text"; date_reception: "date"; description: "passage"; property_id: "uuid"; entrance_id: "uuid"; created_at: "instant"; updated_at: "instant" },
  { unit_type: "apartment" | "office" | "retail" | "parking" | "storage" }
>;

/** What `createUnit` takes. */
export type CreateUnitInput = UnitCreate;

/** What `getUnit` takes. */
export type GetUnitInput = {
  id: string;
};

/** What `updateUnit` takes. */
export type UpdateUnitInput = {
  id: string;
} & UnitInput;

/** What `deleteUnit` takes. */
export type DeleteUnitInput = {
  id: string;
};

/** What `listOwnerships` takes. */
export type ListOwnershipsInput = RentalList<
  "id" | "owner_id" | "unit_id" | "share_numerator" | "share_denominator" | "valid_from" | "valid_to" | "acquisition_date" | "acquisition_type" | "created_at" | "updated_at" | "mandataire_id",
  { id: "uuid"; owner_id: "uuid"; unit_id: "uuid"; share_numerator: "integer"; share_denominator: "integer"; valid_from: "date"; valid_to: "date"; acquisition_date: "date"; acquisition_type: "keyword"; created_at: "instant"; updated_at: "instant"; mandataire_id: "uuid" },
  { acquisition_type: "purchase" | "inheritance" | "donation" | "division" | "contribution" | "other" }
>;

/** What `createOwnership` takes. */
export type CreateOwnershipInput = {
  ownership: OwnershipCreate;
};

/** What `getOwnership` takes. */
export type GetOwnershipInput = {
  id: string;
};

/** What `updateOwnership` takes. */
export type UpdateOwnershipInput = {
  id: string;
  ownership: OwnershipInput;
};

/** What `deleteOwnership` takes. */
export type DeleteOwnershipInput = {
  id: string;
};

/** What `listOwners` takes. */
export type ListOwnersInput = RentalList<
  "id" | "owner_profile_id" | "display_name" | "first_name" | "last_name" | "email" | "phone" | "owner_type" | "company_name" | "siret" | "vat_number" | "tax_id" | "address" | "accounting_code" | "created_at" | "updated_at",
  { id: "uuid"; owner_profile_id: "uuid"; display_name: "text"; first_name: "text"; last_name: "text"; email: "text"; phone: "text"; owner_type: "keyword"; company_name: "text"; siret: "keyword"; vat_number: "keyword"; tax_id: "text"; address: "passage"; accounting_code: "keyword"; created_at: "instant"; updated_at: "instant" },
  { owner_type: "individual" | "company" | "sci" }
>;

/** What `createOwner` takes. */
export type CreateOwnerInput = OwnerCreate;

/** What `getOwner` takes. */
export type GetOwnerInput = {
  id: string;
};

/** What `updateOwner` takes. */
export type UpdateOwnerInput = {
  id: string;
} & OwnerInput;

/** What `deleteOwner` takes. */
export type DeleteOwnerInput = {
  id: string;
};

/** What `listTenants` takes. */
export type ListTenantsInput = RentalList<
  "id" | "tenant_profile_id" | "display_name" | "first_name" | "last_name" | "email" | "phone" | "tenant_type" | "trade_name" | "siret" | "created_at" | "updated_at",
  { id: "uuid"; tenant_profile_id: "uuid"; display_name: "text"; first_name: "text"; last_name: "text"; email: "text"; phone: "text"; tenant_type: "keyword"; trade_name: "text"; siret: "keyword"; created_at: "instant"; updated_at: "instant" },
  { tenant_type: "individual" | "company" | "association" | "public_body" }
>;

/** What `createTenant` takes. */
export type CreateTenantInput = TenantCreate;

/** What `getTenant` takes. */
export type GetTenantInput = {
  id: string;
};

/** What `updateTenant` takes. */
export type UpdateTenantInput = {
  id: string;
} & TenantInput;

/** What `deleteTenant` takes. */
export type DeleteTenantInput = {
  id: string;
};

/** What `listRentalContacts` takes. */
export type ListRentalContactsInput = RentalList<
  "id" | "contact_profile_id" | "mandataire_id" | "first_name" | "last_name" | "display_name" | "email" | "phone" | "contact_type" | "company_name" | "siret" | "activity" | "address" | "created_at" | "updated_at",
  { id: "uuid"; contact_profile_id: "uuid"; mandataire_id: "uuid"; first_name: "text"; last_name: "text"; display_name: "text"; email: "text"; phone: "text"; contact_type: "keyword"; company_name: "text"; siret: "keyword"; activity: "text"; address: "passage"; created_at: "instant"; updated_at: "instant"; email_address: "text"; phone_number: "text" },
  { contact_type: "individual" | "company" | "provider" | "syndic" | "notary" | "insurer" | "other" }
>;

/** What `createRentalContact` takes. */
export type CreateRentalContactInput = {
  contact: RentalContactInput;
};

/** What `getRentalContact` takes. */
export type GetRentalContactInput = {
  id: string;
};

/** What `updateRentalContact` takes. */
export type UpdateRentalContactInput = {
  id: string;
  contact: RentalContactInput;
};

/** What `deleteRentalContact` takes. */
export type DeleteRentalContactInput = {
  id: string;
};

/** What `listServiceProviders` takes. */
export type ListServiceProvidersInput = RentalList<
  "id" | "contact_profile_id" | "mandataire_id" | "first_name" | "last_name" | "display_name" | "email" | "phone" | "contact_type" | "company_name" | "siret" | "activity" | "address" | "created_at" | "updated_at",
  { id: "uuid"; contact_profile_id: "uuid"; mandataire_id: "uuid"; first_name: "text"; last_name: "text"; display_name: "text"; email: "text"; phone: "text"; contact_type: "keyword"; company_name: "text"; siret: "keyword"; activity: "text"; address: "passage"; created_at: "instant"; updated_at: "instant"; email_address: "text"; phone_number: "text" },
  { contact_type: "individual" | "company" | "provider" | "syndic" | "notary" | "insurer" | "other" }
>;

/** What `createServiceProvider` takes. */
export type CreateServiceProviderInput = {
  contact: ServiceProviderInput;
};

/** What `getServiceProvider` takes. */
export type GetServiceProviderInput = {
  id: string;
};

/** What `updateServiceProvider` takes. */
export type UpdateServiceProviderInput = {
  id: string;
  contact: ServiceProviderInput;
};

/** What `deleteServiceProvider` takes. */
export type DeleteServiceProviderInput = {
  id: string;
};

/** What `listSnapshots` takes. */
export type ListSnapshotsInput = {
  collection: "mandataires" | "accounting_entries" | "fec_exports" | "rent_calls" | "reminders" | "owner_payouts" | "payout_exports" | "security_deposits" | "charge_statements" | "supplier_invoices" | "service_events" | "payments" | "bank_transactions" | "bank_statements" | "letters" | "properties" | "units" | "ownerships" | "owners" | "tenants" | "contacts" | "service_providers" | "mandates" | "leases" | "lease_terms" | "lease_parties" | "billing_runs" | "incidents";
  updated_since: string;
  after_id?: string;
} & Pages;

/** What `listMandates` takes. */
export type ListMandatesInput = RentalList<
  "id" | "reference" | "mandate_type" | "status" | "owner_id" | "owner_actor_id" | "owner_name" | "property_id" | "property_name" | "start_date" | "end_date" | "management_fee_rate" | "created_at" | "updated_at" | "business_code" | "owner_business_code" | "property_business_code",
  { id: "uuid"; reference: "text"; mandate_type: "keyword"; status: "keyword"; owner_id: "uuid"; owner_actor_id: "uuid"; owner_name: "text"; property_id: "uuid"; property_name: "text"; start_date: "date"; end_date: "date"; management_fee_rate: "decimal"; created_at: "instant"; updated_at: "instant"; business_code: "keyword"; owner_business_code: "keyword"; property_business_code: "text" },
  { mandate_type: "full_management" | "rental_only" | "charges_only"; status: "draft" | "active" | "expired" | "terminated" }
>;

/** What `createMandate` takes. */
export type CreateMandateInput = MandateCreate;

/** What `getMandate` takes. */
export type GetMandateInput = {
  id: string;
};

/** What `updateMandate` takes. */
export type UpdateMandateInput = {
  id: string;
} & MandateInput;

/** What `deleteMandate` takes. */
export type DeleteMandateInput = {
  id: string;
};

/** What `extendMandate` takes. */
export type ExtendMandateInput = {
  id: string;
} & MandateExtend;

/** What `terminateMandate` takes. */
export type TerminateMandateInput = {
  id: string;
} & MandateTerminate;

/** What `listIndexValues` takes. */
export type ListIndexValuesInput = RentalList<
  "id" | "index_code" | "period" | "value" | "published_on" | "created_at" | "updated_at",
  { id: "uuid"; index_code: "keyword"; period: "keyword"; value: "decimal"; published_on: "date"; created_at: "instant"; updated_at: "instant" },
  { index_code: "IRL" | "ILC" | "ILAT" | "ICC" }
>;

/** What `saveIndexValues` takes. */
export type SaveIndexValuesInput = IndexValuesInput;

/** What `listLeases` takes. */
export type ListLeasesInput = RentalList<
  "id" | "reference" | "lease_type" | "status" | "start_date" | "end_date" | "tenant_name" | "tenant_id" | "unit_identifier" | "property_name" | "property_id" | "payment_timing" | "created_at" | "updated_at",
  { id: "uuid"; reference: "text"; lease_type: "keyword"; status: "keyword"; start_date: "date"; end_date: "date"; tenant_name: "text"; tenant_id: "uuid"; unit_identifier: "text"; property_name: "text"; property_id: "uuid"; payment_timing: "keyword"; created_at: "instant"; updated_at: "instant" },
  { lease_type: "residential_unfurnished" | "residential_furnished" | "mobility" | "student" | "commercial" | "professional" | "derogatory" | "parking" | "storage" | "other"; status: "draft" | "active" | "notice" | "ended" | "cancelled"; payment_timing: "advance" | "arrears" }
>;

/** What `createLease` takes. */
export type CreateLeaseInput = LeaseCreate;

/** What `getLease` takes. */
export type GetLeaseInput = {
  id: string;
};

/** What `updateLease` takes. */
export type UpdateLeaseInput = {
  id: string;
} & LeaseInput;

/** What `deleteLease` takes. */
export type DeleteLeaseInput = {
  id: string;
};

/** What `activateLease` takes. */
export type ActivateLeaseInput = {
  id: string;
};

/** What `giveLeaseNotice` takes. */
export type GiveLeaseNoticeInput = {
  id: string;
} & LeaseNotice;

/** What `withdrawLeaseNotice` takes. */
export type WithdrawLeaseNoticeInput = {
  id: string;
};

/** What `cancelLease` takes. */
export type CancelLeaseInput = {
  id: string;
};

/** What `applyLeaseRevision` takes. */
export type ApplyLeaseRevisionInput = {
  id: string;
} & LeaseRevisionInput;

/** What `downloadLeaseRevision` takes. */
export type DownloadLeaseRevisionInput = {
  id: string;
  revision_id: string;
};

/** What `listLeaseTerms` takes. */
export type ListLeaseTermsInput = RentalList<
  "id" | "lease_id" | "effective_from" | "effective_to" | "revision_month" | "revision_frequency_years" | "payment_tolerance_type" | "payment_tolerance_value" | "created_at" | "updated_at",
  { id: "uuid"; lease_id: "uuid"; effective_from: "date"; effective_to: "date"; revision_month: "integer"; revision_frequency_years: "integer"; payment_tolerance_type: "keyword"; payment_tolerance_value: "decimal"; created_at: "instant"; updated_at: "instant" },
  { payment_tolerance_type: "none" | "amount" | "percent" | "days" }
>;

/** What `createLeaseTerm` takes. */
export type CreateLeaseTermInput = {
  lease_term: LeaseTermCreate;
};

/** What `getLeaseTerm` takes. */
export type GetLeaseTermInput = {
  id: string;
};

/** What `updateLeaseTerm` takes. */
export type UpdateLeaseTermInput = {
  id: string;
  lease_term: LeaseTermInput;
};

/** What `deleteLeaseTerm` takes. */
export type DeleteLeaseTermInput = {
  id: string;
};

/** What `listLeaseParties` takes. */
export type ListLeasePartiesInput = RentalList<
  "id" | "lease_id" | "party_type" | "partyable_type" | "partyable_id" | "tenant_profile_id" | "role" | "share_numerator" | "share_denominator" | "valid_from" | "valid_to" | "created_at" | "updated_at" | "bank_account_id",
  { id: "uuid"; lease_id: "uuid"; party_type: "keyword"; partyable_type: "keyword"; partyable_id: "uuid"; tenant_profile_id: "uuid"; role: "keyword"; share_numerator: "integer"; share_denominator: "integer"; valid_from: "date"; valid_to: "date"; created_at: "instant"; updated_at: "instant"; bank_account_id: "uuid" },
  { party_type: "tenant" | "guarantor" | "occupant" | "payer"; partyable_type: "TenantActor" | "Contact" | "HouseholdMember"; role: "primary" | "co_tenant" | "spouse" | "joint_guarantor" | "simple_guarantor" | "legal_representative" }
>;

/** What `createLeaseParty` takes. */
export type CreateLeasePartyInput = {
  lease_party: LeasePartyCreate;
};

/** What `getLeaseParty` takes. */
export type GetLeasePartyInput = {
  id: string;
};

/** What `updateLeaseParty` takes. */
export type UpdateLeasePartyInput = {
  id: string;
  lease_party: LeasePartyInput;
};

/** What `deleteLeaseParty` takes. */
export type DeleteLeasePartyInput = {
  id: string;
};

/** What `listBillingRuns` takes. */
export type ListBillingRunsInput = RentalList<
  "id" | "reference" | "label" | "status" | "period_start" | "period_end" | "total_tenant_amount" | "total_owner_amount" | "total_rent_amount" | "total_charges_amount" | "lines_count" | "anomalies_count" | "validated_at" | "validated_by" | "applied_at" | "billing_frequency" | "editable" | "cancellable" | "current_step" | "all_anomalies_acknowledged" | "scheduled_at" | "computed_at" | "created_at" | "updated_at",
  { id: "uuid"; reference: "text"; label: "text"; status: "keyword"; period_start: "date"; period_end: "date"; total_tenant_amount: "amount"; total_owner_amount: "amount"; total_rent_amount: "amount"; total_charges_amount: "amount"; lines_count: "integer"; anomalies_count: "integer"; validated_at: "instant"; validated_by: "uuid"; applied_at: "instant"; billing_frequency: "keyword"; editable: "boolean"; cancellable: "boolean"; current_step: "integer"; all_anomalies_acknowledged: "boolean"; scheduled_at: "instant"; computed_at: "instant"; created_at: "instant"; updated_at: "instant" },
  { status: "draft" | "scheduled" | "computed" | "review" | "validated" | "applied" | "cancelled" | "failed"; billing_frequency: "monthly" | "quarterly" | "annual" | "mixed" }
>;

/** What `createBillingRun` takes. */
export type CreateBillingRunInput = BillingRunInput;

/** What `getBillingRun` takes. */
export type GetBillingRunInput = {
  id: string;
};

/** What `listBillingRunLines` takes. */
export type ListBillingRunLinesInput = {
  id: string;
  type?: "tenant" | "owner";
} & RentalList<
  "id" | "line_type" | "billing_category" | "label" | "computed_amount" | "base_amount" | "status" | "adjustment" | "lease_id" | "unit_identifier" | "has_anomaly" | "anomaly_type" | "updated_at" | "billing_run_id" | "amount_ht" | "vat_amount" | "vat_rate" | "amount_ttc" | "vat_applicable" | "period_start" | "period_end" | "is_prorata" | "prorata_days" | "lease_type" | "payment_frequency" | "tenant_name" | "tenant_id" | "rent_call_id" | "property_name" | "property_id" | "owner_name" | "owner_id" | "charge_provision" | "total_amount" | "due_date" | "already_paid_cents" | "total_due_cents" | "remaining_cents" | "currency" | "review_status" | "lease_reference" | "explanation" | "comment" | "line_key" | "created_at",
  { id: "uuid"; line_type: "keyword"; billing_category: "keyword"; label: "text"; computed_amount: "amount"; base_amount: "amount"; status: "keyword"; adjustment: "boolean"; lease_id: "uuid"; unit_identifier: "text"; has_anomaly: "boolean"; anomaly_type: "keyword"; updated_at: "instant"; billing_run_id: "uuid"; amount_ht: "amount"; vat_amount: "amount"; vat_rate: "decimal"; amount_ttc: "amount"; vat_applicable: "boolean"; period_start: "date"; period_end: "date"; is_prorata: "boolean"; prorata_days: "integer"; lease_type: "keyword"; payment_frequency: "keyword"; tenant_name: "text"; tenant_id: "uuid"; rent_call_id: "uuid"; property_name: "text"; property_id: "uuid"; owner_name: "text"; owner_id: "uuid"; charge_provision: "amount"; total_amount: "amount"; due_date: "date"; already_paid_cents: "integer"; total_due_cents: "integer"; remaining_cents: "integer"; currency: "keyword"; review_status: "keyword"; lease_reference: "text"; explanation: "text"; comment: "text"; line_key: "keyword"; created_at: "instant" },
  { line_type: "tenant" | "owner"; billing_category: "rent" | "charge_provision" | "charges_adjustment" | "insurance" | "tenant_fee" | "deposit" | "discount" | "caf_deduction" | "initial_balance" | "other" | "owner_rent" | "owner_charges" | "owner_vat" | "owner_other" | "management_fee" | "management_fee_vat" | "gli_premium" | "service_fee" | "owner_balance" | "payout"; status: "active" | "excluded"; anomaly_type: "missing_term" | "zero_rent" | "negative_total" | "overlapping_lease" | "overlapping_terms" | "already_billed" | "pending_in_other_run" | "ownership_shares_incomplete" | "ownership_changed" | "missing_mandate" | "mandate_expired" | "mandate_overlap" | "missing_tenant" | "tenant_shares_incomplete" | "revision_due" | "index_missing" | "revision_frozen_dpe" | "capping_exceeded" | "lease_ended" | "notice_running" | "lease_not_signed" | "franchise_applied" | "prorata" | "vat_rate_missing" | "amount_variation" | "missing_iban" | "debit_owner_balance" | "period_closed" | "gli_expired" | "unmatched_rejection" | "mandate_ended" | "deposit_late" | "deposit_above_law" | "back_billing"; review_status: "ok" | "flagged" }
>;

/** What `reviewBillingRunLine` takes. */
export type ReviewBillingRunLineInput = {
  id: string;
  line_id: string;
} & BillingRunLineUpdate;

/** What `recomputeBillingRun` takes. */
export type RecomputeBillingRunInput = {
  id: string;
};

/** What `acknowledgeBillingRunAnomalies` takes. */
export type AcknowledgeBillingRunAnomaliesInput = {
  id: string;
};

/** What `validateBillingRun` takes. */
export type ValidateBillingRunInput = {
  id: string;
  force?: string;
};

/** What `getBillingRunDifference` takes. */
export type GetBillingRunDifferenceInput = {
  id: string;
};

/** What `listIncidents` takes. */
export type ListIncidentsInput = RentalList<
  "id" | "reference" | "legacy_reference" | "title" | "status" | "priority" | "scope_type" | "scope_id" | "lease_id" | "room" | "category_id" | "category_name" | "assigned_to_id" | "assigned_to_name" | "reporter_id" | "reporter_name" | "reporter_type" | "contact_email" | "contact_phone" | "legacy_type" | "legacy_nature" | "legacy_motif" | "acknowledged_at" | "resolved_at" | "closed_at" | "escalated_at" | "due_at" | "created_at" | "updated_at" | "partner_sync_state" | "partner_skip_reason" | "partner_sync_repairable" | "partner_sync_stale" | "partner_pulled",
  { id: "uuid"; reference: "text"; legacy_reference: "text"; title: "text"; status: "keyword"; priority: "keyword"; scope_type: "keyword"; scope_id: "uuid"; lease_id: "uuid"; room: "text"; category_id: "uuid"; category_name: "text"; assigned_to_id: "uuid"; assigned_to_name: "text"; reporter_id: "uuid"; reporter_name: "text"; reporter_type: "text"; contact_email: "text"; contact_phone: "text"; legacy_type: "text"; legacy_nature: "text"; legacy_motif: "text"; acknowledged_at: "instant"; resolved_at: "instant"; closed_at: "instant"; escalated_at: "instant"; due_at: "instant"; created_at: "instant"; updated_at: "instant"; partner_sync_state: "keyword"; partner_skip_reason: "keyword"; partner_sync_repairable: "boolean"; partner_sync_stale: "boolean"; partner_pulled: "boolean" },
  { status: "reported" | "acknowledged" | "pending_info" | "pending_intervention" | "intervention_in_progress" | "resolved" | "closed" | "cancelled"; priority: "low" | "normal" | "high" | "urgent"; scope_type: "Property" | "Unit" | "Lease" | "Entrance"; partner_sync_state: "not_applicable" | "pending" | "synced" | "failed" | "skipped" }
>;

/** What `getIncident` takes. */
export type GetIncidentInput = {
  id: string;
};

/** What `getIncidentAttachment` takes. */
export type GetIncidentAttachmentInput = {
  id: string;
  attachment_id: string;
};

/** What `listLetters` takes. */
export type ListLettersInput = RentalList<
  "id" | "kind" | "status" | "total" | "done" | "created_at" | "updated_at",
  { id: "uuid"; kind: "keyword"; status: "keyword"; total: "integer"; done: "integer"; created_at: "instant"; updated_at: "instant" },
  { kind: "notice" | "receipt" | "revision" | "reminder" | "charge_statement" | "owner_statement"; status: "queued" | "running" | "completed" | "failed" | "cancelled" }
>;

/** What `createLetters` takes. */
export type CreateLettersInput = LettersInput;

/** What `getLetters` takes. */
export type GetLettersInput = {
  id: string;
};

/** What `cancelLetters` takes. */
export type CancelLettersInput = {
  id: string;
};

/** What `downloadLetters` takes. */
export type DownloadLettersInput = {
  id: string;
};

/** What `applyBillingRun` takes. */
export type ApplyBillingRunInput = {
  id: string;
};

/** What `cancelBillingRun` takes. */
export type CancelBillingRunInput = {
  id: string;
} & BillingRunCancel;

/** What `declareIncident` takes. */
export type DeclareIncidentInput = IncidentDeclaration;

/** What `moveIncident` takes. */
export type MoveIncidentInput = {
  id: string;
} & IncidentMove;

/** What `attachToIncident` takes. */
export type AttachToIncidentInput = {
  id: string;
  file: Upload;
} & IncidentAttachmentForm;

/** What `bringBankTransactions` takes. */
export type BringBankTransactionsInput = BankTransactionsInput;

/** What `ingestKnowledgeGraph` takes. */
export type IngestKnowledgeGraphInput = KnowledgeGraphIngestion;

/** What `listKnowledgeGraphNodes` takes. */
export type ListKnowledgeGraphNodesInput = DocumentsList<
  "external_id" | "type" | "label",
  { external_id: "text"; type: "text"; label: "text" },
  {  }
>;

/** What `listKnowledgeGraphEdges` takes. */
export type ListKnowledgeGraphEdgesInput = DocumentsList<
  "from" | "to" | "type",
  { from: "text"; to: "text"; type: "text" },
  {  }
>;

/** The record `AccountBalance`. */
export interface AccountBalance {
  /** General account of the chart, of six digits: 411000. */
  accountCode: string;
  /** Name of that account in the chart, in French. */
  accountName: string;
  /** Auxiliary account of an owner or a tenant, such as PRO0001 or LOC0001; null for none. */
  auxiliaryCode: string | null;
  /** Amount on the debit side, in euros with two decimal places. */
  debit: string;
  /** Amount on the credit side, in euros with two decimal places. */
  credit: string;
  /** Running balance, in euros with two decimal places: debit minus credit. */
  balance: string;
}

/** The record `AccountingEntry`. */
export interface AccountingEntry {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Number of the entry in its journal, without gaps; null for a draft. */
  reference: string | null;
  /** Code of the journal: LOYERS (rents), CHARGES, BANQUE (bank), PROPRIO (owners) or OD (other). */
  journal: "LOYERS" | "CHARGES" | "BANQUE" | "PROPRIO" | "OD";
  /** Code of the company whose books these are; null for the agency's own. */
  societyCode: string | null;
  /** Moment at which the entry was written down, in UTC. */
  entryDate: string;
  /** Day to which the entry belongs in the books. */
  accountingDate: string;
  /** First day of the period that the entry concerns; null for none. */
  periodStart: string | null;
  /** Last day of the period that the entry concerns, inclusive; null for none. */
  periodEnd: string | null;
  /** draft (may still change), validated (numbered and sealed) or posted (its month is closed). */
  status: "draft" | "validated" | "posted";
  /** What the entry records, in French; null without a text. */
  description: string | null;
  /** Sum of the debits, in euros with two decimal places. */
  totalDebit: string;
  /** Sum of the credits, in euros with two decimal places. */
  totalCredit: string;
  /** Number of lines of the entry. */
  linesCount: number;
  /** Kind of record that caused the entry, such as billing_run; null for none. */
  sourceType: string | null;
  /** Identifier of the record that caused the entry; null for none. */
  sourceId: string | null;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
}

/** The record `AccountingEntryDetail`. */
export interface AccountingEntryDetail {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Number of the entry in its journal, without gaps; null for a draft. */
  reference: string | null;
  /** Code of the journal: LOYERS (rents), CHARGES, BANQUE (bank), PROPRIO (owners) or OD (other). */
  journal: "LOYERS" | "CHARGES" | "BANQUE" | "PROPRIO" | "OD";
  /** Code of the company whose books these are; null for the agency's own. */
  societyCode: string | null;
  /** Moment at which the entry was written down, in UTC. */
  entryDate: string;
  /** Day to which the entry belongs in the books. */
  accountingDate: string;
  /** First day of the period that the entry concerns; null for none. */
  periodStart: string | null;
  /** Last day of the period that the entry concerns, inclusive; null for none. */
  periodEnd: string | null;
  /** draft (may still change), validated (numbered and sealed) or posted (its month is closed). */
  status: "draft" | "validated" | "posted";
  /** What the entry records, in French; null without a text. */
  description: string | null;
  /** Sum of the debits, in euros with two decimal places. */
  totalDebit: string;
  /** Sum of the credits, in euros with two decimal places. */
  totalCredit: string;
  /** Number of lines of the entry. */
  linesCount: number;
  /** Kind of record that caused the entry, such as billing_run; null for none. */
  sourceType: string | null;
  /** Identifier of the record that caused the entry; null for none. */
  sourceId: string | null;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The user who validated the entry; null for a draft and for the server's own. */
  validatedBy: string | null;
  /** Moment of validation, in UTC; null for a draft. */
  validatedAt: string | null;
  /** The entry that this one reverses; null for none. */
  reversalOfId: string | null;
  /** The lines of the entry in order; debits and credits are equal. */
  lines: AccountingLine[];
}

/** The record `AccountingLine`. */
export interface AccountingLine {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Place of the line in its entry, from 1. */
  lineNumber: number;
  /** The account concerned, by identifier. */
  accountId: string;
  /** General account of the chart, of six digits: 411000. */
  accountCode: string;
  /** Name of that account in the chart, in French. */
  accountName: string;
  /** Auxiliary account of an owner or a tenant, such as PRO0001 or LOC0001; null for none. */
  auxiliaryCode: string | null;
  /** Amount on the debit side, in euros with two decimal places. */
  debit: string;
  /** Amount on the credit side, in euros with two decimal places. */
  credit: string;
  /** What the line records, in French. */
  label: string;
  /** Kind of record that the line concerns, such as Lease; null for none. */
  entityType: string | null;
  /** Identifier of the record that the line concerns; null for none. */
  entityId: string | null;
  /** Code that marks lines which settle each other; null while open. */
  letteringCode: string | null;
  /** Whether other lines settle it: not at all, partly or wholly. */
  letteringStatus: "none" | "partial" | "full";
}

/** The record `AccountingPeriod`. */
export interface AccountingPeriod {
  /** The month, as YYYY-MM. */
  period: string;
  /** open (entries may be added) or closed (its entries are final). */
  status: "open" | "closed";
  /** Number of entries that closing made final; 0 while open. */
  entriesPosted: number;
  /** Moment of closing, in UTC; null while open. */
  closedAt: string | null;
}

/** The record `ActivationForm`. */
export interface ActivationForm {
  /** The CSRF token of the form, bound to the browser session. */
  csrf: string;
  /** The code that the user types or compares, such as BCDF-GHJK. */
  user_code: string;
  /** Scopes separated by spaces; read by default, and in the form at most the requested ones. */
  scope?: string;
  /** The user's password, required to approve ten minutes after it was last entered. */
  password?: string;
  /** What the user decided: approve or deny; absent to show the program first. */
  decision?: "approve" | "deny";
}

/** The record `AnomalyDetails`. */
export interface AnomalyDetails {
  /** Severity, which informs: error and warn need an acknowledgement or force, info needs none. */
  level: "error" | "warn" | "info";
  /** Of deposit_late: the deposit. */
  securityDepositId?: string;
  /** Of deposit_late: the months begun since it was due. */
  months?: number;
  /** Of deposit_late: the increase by law, in cents. */
  amountCents?: number;
  /** Other anomalies of the line, worst first. */
  others: ("missing_term" | "zero_rent" | "negative_total" | "overlapping_lease" | "overlapping_terms" | "already_billed" | "pending_in_other_run" | "ownership_shares_incomplete" | "ownership_changed" | "missing_mandate" | "mandate_expired" | "mandate_overlap" | "missing_tenant" | "tenant_shares_incomplete" | "revision_due" | "index_missing" | "revision_frozen_dpe" | "capping_exceeded" | "lease_ended" | "notice_running" | "lease_not_signed" | "franchise_applied" | "prorata" | "vat_rate_missing" | "amount_variation" | "missing_iban" | "debit_owner_balance" | "period_closed" | "gli_expired" | "unmatched_rejection" | "mandate_ended" | "deposit_late" | "deposit_above_law" | "back_billing")[];
}

/** The record `AssignmentInput`. */
export interface AssignmentInput {
  /** The accounts to credit or debit, with amounts up to the suspense. */
  lines: readonly AssignmentLineInput[];
}

/** The record `AssignmentLineInput`. */
export interface AssignmentLineInput {
  /** General account of the chart, of six digits: 411000. */
  account_code: string;
  /** Auxiliary account of an owner or a tenant, such as PRO0001 or LOC0001; null for none. */
  auxiliary_code?: string | null;
  /** Amount, in cents, above 0; its direction is a field of its own. */
  amount_cents: number;
  /** Text of the bank; null without one. */
  label?: string | null;
}

/** The record `AuditEvent`. */
export interface AuditEvent {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Moment of the action, in UTC with milliseconds. */
  at: string;
  /** The user who acted; null for the server itself and for unknown callers. */
  actor_id: string | null;
  /** The token with which it was done; null for browser sessions and the server. */
  token_id: string | null;
  /** What was done, as a word such as document.deleted. */
  action: string;
  /** Kind of the resource concerned; null for none. */
  resource_type: string | null;
  /** Identifier of the resource concerned; null for none. */
  resource_id: string | null;
  /** Identifier of the request, as in its answer's X-Request-Id; null for none. */
  request_id: string | null;
  /** Network address of the client; null for actions of the server. */
  address: string | null;
  /** More about the action, as a JSON object. */
  detail: Record<string, unknown>;
}

/** The record `AuthorizationServer`. */
export interface AuthorizationServer {
  /** Address of this server, by which clients know it. */
  issuer: string;
  /** Address to which applications send a user's browser. */
  authorization_endpoint: string;
  /** Address that exchanges codes and refresh tokens for tokens. */
  token_endpoint: string;
  /** Address that revokes tokens. */
  revocation_endpoint: string;
  /** Scopes that a request may ask for. */
  scopes_supported: string[];
  /** Response types that a request may ask for. */
  response_types_supported: string[];
  /** Ways in which a response is sent back. */
  response_modes_supported: string[];
  /** Grants that the token endpoint accepts. */
  grant_types_supported: string[];
  /** Ways in which an application proves itself to the token endpoint. */
  token_endpoint_auth_methods_supported: string[];
  /** Ways in which an application proves itself to the revocation endpoint. */
  revocation_endpoint_auth_methods_supported: string[];
  /** Methods of PKCE (RFC 7636): S256 only. */
  code_challenge_methods_supported: "S256"[];
  /** True: redirects name the issuer in iss (RFC 9207). */
  authorization_response_iss_parameter_supported: boolean;
  /** Address of the documentation for developers. */
  service_documentation: string;
}

/** The record `AuthorizeDecision`. */
export interface AuthorizeDecision {
  /** Requested kind of answer: code. */
  response_type?: string;
  /** Identifier of the application that asks, of at most 255 characters. */
  client_id?: string;
  /** One of the application's redirect URIs, to which the browser is sent back. */
  redirect_uri?: string;
  /** Requested scopes, separated by spaces; those of the application by default. */
  scope?: string;
  /** Any text of the application, of at most 2,048 characters, sent back unchanged. */
  state?: string;
  /** SHA-256 of the code verifier in base64url, 43 characters; required from public applications. */
  code_challenge?: string;
  /** How the challenge was made: S256. */
  code_challenge_method?: string;
  /** How the response is sent back: query. */
  response_mode?: string;
  /** The CSRF token of the form, bound to the browser session. */
  csrf: string;
  /** What the user decided: approve or deny. */
  decision: "approve" | "deny";
}

/** The record `BankAccount`. */
export interface BankAccount {
  /** Identifier of the bank account. */
  id: string;
  /** Name that the agency gives the account. */
  label: string | null;
  /** IBAN with valid check digits; stored without spaces. */
  iban: string | null;
  /** BIC of the bank, of 8 or 11 characters. */
  bic: string | null;
  /** Name of the bank that keeps the account, of at most 255 characters. */
  bankName: string | null;
  /** Whether payments use this account; at most one of a person's. */
  isDefault: boolean;
}

/** The record `BankAccountInput`. */
export interface BankAccountInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** Name that the agency gives the account. */
  label?: string | null;
  /** IBAN with valid check digits; stored without spaces. */
  iban?: string | null;
  /** BIC of the bank, of 8 or 11 characters. */
  bic?: string | null;
  /** Name of the bank that keeps the account, of at most 255 characters. */
  bank_name?: string | null;
  /** Whether payments use this account; at most one of a person's. */
  is_default?: boolean;
}

/** The record `BankAssignment`. */
export interface BankAssignment {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Day of the assignment in the books. */
  assignedOn: string;
  /** Amount, in cents, above 0; its direction is a field of its own. */
  amountCents: number;
  /** The entry that made the assignment. */
  entryId: string;
  /** The accounts and amounts of the assignment. */
  lines: BankAssignmentLine[];
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
}

/** The record `BankAssignmentLine`. */
export interface BankAssignmentLine {
  /** General account of the chart, of six digits: 411000. */
  accountCode: string;
  /** Auxiliary account of an owner or a tenant, such as PRO0001 or LOC0001; null for none. */
  auxiliaryCode: string | null;
  /** Amount, in cents, above 0; its direction is a field of its own. */
  amountCents: number;
  /** Text of the bank; null without one. */
  label: string | null;
}

/** The record `BankFileForm`. */
export type BankFileForm = Record<never, never>;

/** The record `BankFileImport`. */
export interface BankFileImport {
  /** Number of transactions in the file. */
  received: number;
  /** Number of transactions that were new and are stored now. */
  created: number;
  /** Number of transactions that were known already and are left alone. */
  duplicates: number;
  /** Bank references of what went into suspense, to be assigned by a member. */
  unmatched: string[];
  /** Statements that are missing before one of the file, a hundred at most. */
  warnings: BankFileWarning[];
  /** Bank and books at the end of the last statement; null for a file without balances. */
  reconciliation: Reconciliation | null;
}

/** The record `BankFileWarning`. */
export interface BankFileWarning {
  /** Position of the statement in the file, from 0. */
  statement: number;
  /** What is missing, in English. */
  message: string;
}

/** The record `BankStatement`. */
export interface BankStatement {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** IBAN of the mandants' account, without spaces. */
  accountIban: string;
  /** Identifier of the statement at the bank; null without a statement. */
  statementId: string;
  /** First day of the statement. */
  from: string;
  /** Last day of the statement, inclusive. */
  to: string;
  /** Balance at the bank before the statement, in euros with two decimal places; null when the bank does not say. */
  openingBalance: string | null;
  /** Balance at the bank after the statement, in euros with two decimal places; null when the bank does not say. */
  closingBalance: string | null;
  /** Number of booked transactions in the statement. */
  entriesCount: number;
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
}

/** The record `BankTransaction`. */
export interface BankTransaction {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The bank's own reference, unique in the account; a repeated one is not booked again. */
  bankReference: string;
  /** Day of the transaction at the bank. */
  bookedOn: string;
  /** Amount, in cents, above 0; its direction is a field of its own. */
  amountCents: number;
  /** credit or debit as the account's holder sees it: in or out. */
  direction: "inbound" | "outbound";
  /** Text of the bank; null without one. */
  label: string | null;
  /** Name of the payer or payee, as the bank writes it; null when the bank does not say. */
  counterpartyName: string | null;
  /** IBAN of the payer or payee; null when the bank does not say. */
  counterpartyIban: string | null;
  /** Means of payment, reversals included; null when the bank does not say. */
  method: string | null;
  /** What became of it: matched, in suspense or assigned. */
  status: "matched" | "unmatched";
  /** The payment that it became; null for none. */
  paymentId: string | null;
  /** What is in suspense on account 471000, in cents. */
  suspenseCents: number;
  /** What has been moved from suspense to other accounts, by entry. */
  assignments: BankAssignment[];
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
}

/** The record `BankTransactionAllocation`. */
export interface BankTransactionAllocation {
  /** Reference of the rent call that was paid. */
  rent_call_reference: string;
  /** Amount, in cents, above 0; its direction is a field of its own. */
  amount_cents: number;
}

/** The record `BankTransactionInput`. */
export interface BankTransactionInput {
  /** The bank's own reference, unique in the account; a repeated one is not booked again. */
  bank_reference: string;
  /** Day of the transaction at the bank. */
  booked_on: string;
  /** Amount, in cents, above 0; its direction is a field of its own. */
  amount_cents: number;
  /** ISO 4217 code of the currency: EUR only, and EUR by default. */
  currency?: "EUR";
  /** credit or debit as the account's holder sees it: in or out. */
  direction: "inbound" | "outbound";
  /** Text of the bank; null without one. */
  label?: string | null;
  /** Name of the payer or payee, as the bank writes it; null when the bank does not say. */
  counterparty_name?: string | null;
  /** IBAN of the payer or payee; null when the bank does not say. */
  counterparty_iban?: string | null;
  /** Means of payment, reversals included; null when the bank does not say. */
  method?: "bank_transfer" | "direct_debit" | "check" | "card" | "cash" | "caf" | "other" | "rejection" | "refund" | null;
  /** IBAN of the mandants' account, as a check; that of the mandataire by default. */
  account_iban?: string | null;
  /** Reference of the rent call that was paid. */
  rent_call_reference?: string | null;
  /** Reference of the payout that was executed. */
  payout_reference?: string | null;
  /** Bank reference of the transaction that this one takes back. */
  reverses?: string | null;
  /** How a payment is divided among rent calls; null or absent for automatic matching. */
  allocations?: readonly BankTransactionAllocation[] | null;
}

/** The record `BankTransactionsInput`. */
export interface BankTransactionsInput {
  /** The transactions, from 1 to 1,000, in any order. */
  transactions: readonly BankTransactionInput[];
}

/** The record `BankTransactionsResult`. */
export interface BankTransactionsResult {
  /** Number of transactions in the request. */
  received: number;
  /** Number of transactions that were new and are stored now. */
  created: number;
  /** Number of transactions that were known already and are left alone. */
  duplicates: number;
  /** Bank references of what went into suspense, to be assigned by a member. */
  unmatched: string[];
}

/** The record `BareForm`. */
export interface BareForm {
  /** The CSRF token of the form, bound to the browser session. */
  csrf: string;
}

/** The record `BillingNotice`. */
export interface BillingNotice {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Number of the rent call. */
  reference: string;
  /** Full name of that tenant; null without one. */
  tenantName: string | null;
  /** Sum to pay, in cents. */
  totalAmountCents: number;
  /** Number of lines it has. */
  linesCount: number;
}

/** The record `BillingNoticesSummary`. */
export interface BillingNoticesSummary {
  /** Number of payments or rent calls. */
  count: number;
  /** Sum to pay, in cents. */
  totalAmountCents: number;
  /** The rent calls, each with its tenant and total. */
  notices: BillingNotice[];
}

/** The record `BillingRun`. */
export interface BillingRun {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Number of the run, unique in the agency. */
  reference: string;
  /** Title of the run, with its month; null without one. */
  label: string | null;
  /** How far the run is: pending, computed, validated, applied, cancelled or failed. */
  status: "draft" | "scheduled" | "computed" | "review" | "validated" | "applied" | "cancelled" | "failed";
  /** First day of the billed month. */
  periodStart: string;
  /** Last day of the billed month, inclusive. */
  periodEnd: string;
  /** Sum to be paid by tenants, in euros with two decimal places. */
  totalTenantAmount: string;
  /** Sum due to owners, in euros with two decimal places. */
  totalOwnerAmount: string;
  /** Sum of rents, in euros with two decimal places. */
  totalRentAmount: string;
  /** Sum of charges, in euros with two decimal places. */
  totalChargesAmount: string;
  /** Number of lines it has. */
  linesCount: number;
  /** Number of lines with an anomaly. */
  anomaliesCount: number;
  /** Moment of validation, in UTC; null before. */
  validatedAt: string | null;
  /** The user who validated it; null before. */
  validatedBy: string | null;
  /** Moment at which it was applied, in UTC; null before. */
  appliedAt: string | null;
  /** How often its leases are billed, or mixed; null without leases. */
  billingFrequency: "monthly" | "quarterly" | "annual" | "mixed" | null;
  /** True while its lines may be reviewed. */
  editable: boolean;
  /** True while it may be cancelled. */
  cancellable: boolean;
  /** 0 queued, 1 scope, 2 tenants, 3 owners, 4 anomalies, 5 done, 6 validated, 7 applied. */
  currentStep: number;
  /** True when a user has acknowledged every anomaly. */
  allAnomaliesAcknowledged: boolean;
  /** Moment at which it will be computed, in UTC; null to compute at once. */
  scheduledAt: string | null;
  /** Moment of the latest computation, in UTC; null before. */
  computedAt: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** How rent calls are grouped: by lease, by tenant or otherwise; null for the default. */
  groupingMode: "per_lease" | "per_tenant" | null;
  /** What the lines of one rent call have in common. */
  rentCallGrouping: string[];
  /** Moment of cancellation, in UTC; null for none. */
  cancelledAt: string | null;
  /** Why it was cancelled; null without a reason. */
  cancellationReason: string | null;
  /** Why the computation failed; null for none. */
  failureMessage: string | null;
  /** What the run pays to owners. */
  ownerPaymentsSummary: OwnerPaymentsSummary;
  /** The rent calls of the run. */
  billingNoticesSummary: BillingNoticesSummary;
  /** Which leases the run bills. */
  scopeSummary: BillingScopeSummary;
  /** Base, VAT and total by rate such as 20.00, in euros with two decimal places. */
  vatBreakdown: Record<string, unknown>;
}

/** The record `BillingRunCancel`. */
export interface BillingRunCancel {
  /** Why, for those who read it later; none by default. */
  reason?: string | null;
}

/** The record `BillingRunDifference`. */
export interface BillingRunDifference {
  /** Lines that only the latest computation has. */
  added: BillingRunLine[];
  /** Lines that only the computation before has. */
  removed: BillingRunLine[];
  /** Lines that both have with other amounts. */
  changed: BillingRunLineChange[];
}

/** The record `BillingRunInput`. */
export interface BillingRunInput {
  /** First day of the month to bill: YYYY-MM-01. */
  period_start: string;
  /** How rent calls are grouped: by lease, by tenant or otherwise; null for the default. */
  grouping_mode?: "per_lease" | "per_tenant";
  /** Bill the leases of this property only; all of them when absent. */
  property_id?: string;
  /** True to compute ten days before the month instead of at once; false by default. */
  schedule?: boolean;
  /** Bill leases of these frequencies only; all when absent or empty. */
  frequencies?: readonly ("monthly" | "quarterly" | "annual")[];
  /** Bill leases paid at these times only, in advance or in arrears; all when absent or empty. */
  timings?: readonly ("advance" | "arrears")[];
  /** Bill leases of these types only; all when absent or empty. */
  lease_types?: readonly ("residential_unfurnished" | "residential_furnished" | "mobility" | "student" | "commercial" | "professional" | "derogatory" | "parking" | "storage" | "other")[];
  /** Bill these leases only, at most 10,000; all when absent or empty. */
  lease_ids?: readonly string[];
  /** Leases to leave out, at most 10,000. */
  exclude_lease_ids?: readonly string[];
}

/** The record `BillingRunLine`. */
export interface BillingRunLine {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whom the line concerns: a tenant or an owner. */
  lineType: "tenant" | "owner";
  /** What the line bills, such as rent, charge_provision or management_fee. */
  billingCategory: "rent" | "charge_provision" | "charges_adjustment" | "insurance" | "tenant_fee" | "deposit" | "discount" | "caf_deduction" | "initial_balance" | "other" | "owner_rent" | "owner_charges" | "owner_vat" | "owner_other" | "management_fee" | "management_fee_vat" | "gli_premium" | "service_fee" | "owner_balance" | "payout";
  /** What the line bills, in French; null without a text. */
  label: string | null;
  /** Amount of the line as computed, in euros with two decimal places; from the owner's side for owners. */
  computedAmount: string;
  /** Amount of a whole period before pro rata, in euros with two decimal places; null without one. */
  baseAmount: string | null;
  /** active, or excluded by a user. */
  status: "active" | "excluded";
  /** True when the line is the difference to days that an earlier run billed. */
  adjustment: boolean;
  /** The lease concerned; null where none is. */
  leaseId: string | null;
  /** Identifier of the unit within its property, such as A12; null without a unit. */
  unitIdentifier: string | null;
  /** True when the line needs a look. */
  hasAnomaly: boolean;
  /** The worst anomaly of the line, as a word; null for none. */
  anomalyType: "missing_term" | "zero_rent" | "negative_total" | "overlapping_lease" | "overlapping_terms" | "already_billed" | "pending_in_other_run" | "ownership_shares_incomplete" | "ownership_changed" | "missing_mandate" | "mandate_expired" | "mandate_overlap" | "missing_tenant" | "tenant_shares_incomplete" | "revision_due" | "index_missing" | "revision_frozen_dpe" | "capping_exceeded" | "lease_ended" | "notice_running" | "lease_not_signed" | "franchise_applied" | "prorata" | "vat_rate_missing" | "amount_variation" | "missing_iban" | "debit_owner_balance" | "period_closed" | "gli_expired" | "unmatched_rejection" | "mandate_ended" | "deposit_late" | "deposit_above_law" | "back_billing" | null;
  /** More about the anomaly; null for none. */
  anomalyDetails: AnomalyDetails | null;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The run that the line belongs to. */
  billingRunId: string;
  /** Amount without VAT, in euros with two decimal places. */
  amountHt: string | null;
  /** VAT, in euros with two decimal places; 0.00 without VAT. */
  vatAmount: string | null;
  /** Rate of VAT, in percent; null without VAT. */
  vatRate: number | null;
  /** Amount with VAT, in euros with two decimal places. */
  amountTtc: string | null;
  /** True when the line bears VAT. */
  vatApplicable: boolean;
  /** First day that the line bills; null for no period. */
  periodStart: string | null;
  /** Last day that the line bills, inclusive; null for no period. */
  periodEnd: string | null;
  /** True when part of a period is billed. */
  isProrata: boolean;
  /** Billed days of the unit's period, also of a whole one; null for adjustments and other lines. */
  prorataDays: number | null;
  /** Type of the lease, as a word; null without a lease. */
  leaseType: string | null;
  /** How often the lease is paid; null without a lease. */
  paymentFrequency: string | null;
  /** Full name of that tenant; null without one. */
  tenantName: string | null;
  /** The tenant concerned; null where none is. */
  tenantId: string | null;
  /** The rent call that the line became; null before application. */
  rentCallId: string | null;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** The property concerned; null where none is. */
  propertyId: string | null;
  /** Full name of that owner; null without one. */
  ownerName: string | null;
  /** The owner concerned; null where none is. */
  ownerId: string | null;
  /** Charges within the line; null, because charges have a line of their own. */
  chargeProvision: string | null;
  /** Amount of the line with VAT, in euros with two decimal places: computedAmount and amountTtc. */
  totalAmount: string | null;
  /** Day by which it is to be paid; null without one. */
  dueDate: string | null;
  /** What has been paid in advance, in cents. */
  alreadyPaidCents: number;
  /** Amount of the line with VAT, in cents. */
  totalDueCents: number;
  /** What is left to pay of the line, in cents; 0 for an amount below zero. */
  remainingCents: number;
  /** ISO 4217 code of the currency; always EUR. */
  currency: string;
  /** What a user made of the anomaly; null before review. */
  reviewStatus: "ok" | "flagged" | null;
  /** Reference of that lease in the agency's books; null without one. */
  leaseReference: string | null;
  /** How the amount comes about, in words and figures. */
  explanation: string;
  /** Remark of a user, of at most 10,000 characters; null without one. */
  comment: string | null;
  /** Stable name of the line over recomputations of its run. */
  lineKey: string;
}

/** The record `BillingRunLineChange`. */
export interface BillingRunLineChange {
  /** Stable name of the line over both computations. */
  lineKey: string;
  /** The line as computed before. */
  before: BillingRunLine;
  /** The line as computed last. */
  after: BillingRunLine;
}

/** The record `BillingRunLineUpdate`. */
export interface BillingRunLineUpdate {
  /** True to leave the line out of the run, false to take it back in. */
  excluded?: boolean;
  /** What a user made of the anomaly; null before review. */
  review_status?: "ok" | "flagged";
  /** Remark of a user, of at most 10,000 characters; null without one. */
  comment?: string | null;
}

/** The record `BillingScopeSummary`. */
export interface BillingScopeSummary {
  /** The billed month, as YYYY-MM. */
  period: string;
  /** How often the billed leases are paid. */
  frequencies: string[];
  /** When the billed leases are paid: in advance or in arrears. */
  timings: string[];
  /** Types of the billed leases. */
  leaseTypes: string[];
  /** The property concerned; null where none is. */
  propertyId: string | null;
  /** Number of lines it has. */
  linesCount: number;
  /** Number of lines that a user excluded. */
  excludedCount: number;
  /** Number of leases billed. */
  totalLeases: number;
}

/** The record `BreakDate`. */
export interface BreakDate {
  /** Identifier of the break date. */
  id: string;
  /** Day on which the lease may end early. */
  breakDate: string;
  /** Whether law or contract grants the break. */
  breakType: "triennial" | "contractual" | "legal";
  /** Last day on which notice may be given; without one, the lease's months of notice before the break. */
  noticeDeadline: string | null;
  /** Status today. */
  status: "upcoming" | "notice_open" | "exercised" | "waived" | "passed";
  /** Number of days until the lease may be left; null once past. */
  daysUntilBreak: number | null;
  /** True when notice must be given from now on. */
  noticePeriodStarted: boolean;
}

/** The record `BreakDateInput`. */
export interface BreakDateInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** Day on which the lease may end early. */
  break_date?: string;
  /** Whether law or contract grants the break. */
  break_type?: "triennial" | "contractual" | "legal";
  /** Last day on which notice may be given; without one, the lease's months of notice before the break. */
  notice_deadline?: string | null;
  /** Decision about the break; without one, dates decide. */
  status?: "exercised" | "waived" | null;
}

/** The record `BulkUpload`. */
export interface BulkUpload {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** pending (no file yet), in_progress, completed or failed. */
  status: "pending" | "in_progress" | "completed" | "failed";
  /** Name of the uploading program, of at most 255 characters. */
  source: string;
  /** Number of files that will be sent, from 1 to 100. */
  total_files: number;
  /** Number of files whose outcome is known. */
  processed_files: number;
  /** Number of files that became documents. */
  successful_files: number;
  /** Number of accepted files that were lost in a failed merge. */
  failed_files: number;
  /** Number of files received so far. */
  received_files: number;
  /** Processed files out of all, in percent from 0 to 100. */
  progress: number;
  /** True to classify each document by the keywords of the plan; false by default. */
  auto_classify: boolean;
  /** True to merge the files, PDF or images, into one PDF; false by default. */
  merge_to_pdf: boolean;
  /** Name of the merged PDF, of at most 255 characters; required for a merge, else null. */
  merged_file_name: string | null;
  /** The merged document, once it exists; null before and without a merge. */
  merged_document_id: string | null;
  /** Arrival of the first file, in UTC; null before. */
  started_at: string | null;
  /** Moment at which the last file was processed, in UTC; null before. */
  completed_at: string | null;
  /** The folder for documents whose own request names none; null for none. */
  folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** The user who uploads. */
  user_id: string;
  /** After a failure, failure is its code: timed_out, encrypted, forbidden, abandoned. */
  metadata: Record<string, unknown>;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `BulkUploadCreate`. */
export interface BulkUploadCreate {
  /** Number of files that will be sent, from 1 to 100. */
  total_files: number;
  /** The folder for documents whose own request names none; null for none. */
  documents_folder_id?: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id?: string | null;
  /** True to classify each document by the keywords of the plan; false by default. */
  auto_classify?: boolean;
  /** Name of the uploading program, of at most 255 characters. */
  source?: string | null;
  /** True to merge the files, PDF or images, into one PDF; false by default. */
  merge_to_pdf?: boolean;
  /** Name of the merged PDF, of at most 255 characters; required for a merge, else null. */
  merged_file_name?: string | null;
}

/** The record `CappingRule`. */
export interface CappingRule {
  /** Identifier of the rule. */
  id: string;
  /** Whether a reference rent, a highest increase or a freeze applies. */
  cappingType: "reference_rent" | "max_increase" | "relocation_freeze";
  /** Highest increase at one revision, in percent. */
  maxIncreasePercent: number | null;
  /** Day from which the rule applies. */
  startDate: string | null;
  /** Area of rent control that the unit is in. */
  zone: string | null;
  /** Reference rent of the rule; null for none. */
  referenceAmount: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  } | null;
}

/** The record `CappingRuleInput`. */
export interface CappingRuleInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** Whether a reference rent, a highest increase or a freeze applies. */
  capping_type?: "reference_rent" | "max_increase" | "relocation_freeze";
  /** Reference rent of the zone, in cents. */
  reference_amount_cents?: number | null;
  /** Highest increase at one revision, in percent. */
  max_increase_percent?: number | null;
  /** Day from which the rule applies. */
  start_date?: string | null;
  /** Area of rent control that the unit is in. */
  zone?: string | null;
}

/** The record `ChargeStatement`. */
export interface ChargeStatement {
  /** Identifier of the statement. */
  id: string;
  /** Property whose charges are settled. */
  propertyId: string;
  /** First day of the settled period. */
  periodFrom: string;
  /** Last day of the settled period. */
  periodTo: string;
  /** How far it is; billed once runs have billed all balances. */
  status: "draft" | "approved" | "billed";
  /** Charges of the body and of suppliers' invoices. */
  lines: ChargeStatementLine[];
  /** Account of each unit of a lease; flat leases are left out. */
  tenants: ChargeStatementTenant[];
  /** Part of vacant units and flat leases, which the owners bear, in cents. */
  remainderCents: number;
  /** When it was approved; null for a draft. */
  approvedAt: string | null;
  /** Last day on which it is retained once it is approved: ten years from the close of its year. */
  retainUntil: string;
  /** When the record was created. */
  createdAt: string;
  /** When the record last changed. */
  updatedAt: string;
}

/** The record `ChargeStatementCreate`. */
export interface ChargeStatementCreate {
  /** Property whose charges are settled. */
  property_id: string;
  /** First day of the period. */
  period_from: string;
  /** Last day of the period, at most 731 days later. */
  period_to: string;
  /** Charges besides those of suppliers' invoices, at most 100. */
  lines?: readonly ChargeStatementLineInput[];
}

/** The record `ChargeStatementLine`. */
export interface ChargeStatementLine {
  /** Key that divides the line; null by area, else equally. */
  shareKeyId: string | null;
  /** Nature of the charges. */
  chargeNature: "repairs" | "insurance" | "taxes" | "management" | "co_ownership_provisions" | "other" | null;
  /** Charges without VAT, in cents. */
  totalCents: number;
  /** Part that tenants bear, in percent. */
  recoverablePercent: number;
  /** That part, in cents. */
  recoverableCents: number;
  /** Invoice of the line; null for a line of the body. */
  supplierInvoiceId: string | null;
}

/** The record `ChargeStatementLineInput`. */
export interface ChargeStatementLineInput {
  /** Key of the property that divides the line. */
  share_key_id?: string | null;
  /** Nature of the charges. */
  charge_nature?: "repairs" | "insurance" | "taxes" | "management" | "co_ownership_provisions" | "other" | null;
  /** Charges without VAT, in cents. */
  total_cents: number;
  /** Part that tenants bear, in percent; 100 by default. */
  recoverable_percent?: number;
}

/** The record `ChargeStatementShare`. */
export interface ChargeStatementShare {
  /** Key that divides the line; null by area, else equally. */
  shareKeyId: string | null;
  /** Nature of the charges. */
  chargeNature: "repairs" | "insurance" | "taxes" | "management" | "co_ownership_provisions" | "other" | null;
  /** Recoverable part of the line, in cents. */
  recoverableCents: number;
  /** The tenant's share of it, in cents. */
  shareCents: number;
}

/** The record `ChargeStatementTenant`. */
export interface ChargeStatementTenant {
  /** Lease of the tenant. */
  leaseId: string;
  /** Reference of the lease when the statement was created. */
  leaseReference: string;
  /** Unit that the lease lets. */
  unitIdentifier: string;
  /** Days of the period on which it is let. */
  days: number;
  /** Charges that the tenant bears, without VAT, in cents. */
  shareCents: number;
  /** Provisions called for these days, without VAT, in cents. */
  provisionsCents: number;
  /** Difference, positive is owed by the tenant, in cents. */
  balanceCents: number;
  /** Share of each line. */
  lines: ChargeStatementShare[];
}

/** The record `ChunkedUpload`. */
export interface ChunkedUpload {
  /** Identifier of the upload, to be sent as chunked_upload_id with the document. */
  upload_id: string;
  /** pending (no chunk yet), processing (being assembled), completed, failed, cancelled or expired. */
  status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "expired";
  /** Name of the file, of 1 to 4,096 characters. */
  filename: string;
  /** Media type that the sender declares, such as application/pdf. */
  content_type: string;
  /** Length of the whole file, in bytes, from 1 to 5,368,709,120. */
  file_size: number;
  /** Length of each chunk but the last, in bytes, from 1,048,576 to 104,857,600; 5,242,880 by default. */
  chunk_size: number;
  /** Number of chunks that the file has. */
  total_chunks: number;
  /** Number of chunks received so far. */
  uploaded_chunks: number;
  /** Length of the received chunks together, in bytes. */
  uploaded_bytes: number;
  /** Received bytes out of all, in percent from 0 to 100 with two decimals. */
  progress: number;
  /** Numbers of the first hundred chunks that are missing. */
  missing_chunks: number[];
  /** Moment after which an upload that is not completed is removed, in UTC. */
  expires_at: string;
  /** True once that moment has passed without completion. */
  expired: boolean;
  /** Key of the assembled file in storage; null before completion. */
  object_key: string | null;
  /** The document that the file became; null before. */
  document_id: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of completion, in UTC; null before. */
  completed_at: string | null;
}

/** The record `ChunkedUploadComplete`. */
export interface ChunkedUploadComplete {
  /** MD5 that the whole file must have, in base64; not checked when absent. */
  checksum?: string | null;
}

/** The record `ChunkedUploadCreate`. */
export interface ChunkedUploadCreate {
  /** Name of the file, of 1 to 4,096 characters. */
  filename: string;
  /** Length of the whole file, in bytes, from 1 to 5,368,709,120. */
  file_size: number;
  /** Media type that the sender declares, such as application/pdf. */
  content_type: string;
  /** Length of each chunk but the last, in bytes, from 1,048,576 to 104,857,600; 5,242,880 by default. */
  chunk_size?: number;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id?: string | null;
  /** The folder it is in; null at the top of its workspace or outside workspaces. */
  documents_folder_id?: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels. */
  metadata?: Record<string, unknown> | null;
}

/** The record `ChunkedUploadEnvelope`. */
export interface ChunkedUploadEnvelope {
  /** True for an answer, false for an error. */
  success: true;
  /** The upload and how far it is. */
  data: ChunkedUpload;
}

/** The record `ClassificationEntry`. */
export interface ClassificationEntry {
  /** Code of the entry, unique in the plan, of 1 to 100 characters. */
  code: string;
  /** Title of the entry, of 1 to 255 characters on one line. */
  label: string;
  /** Code of the entry above it; null at the top. */
  parent_code: string | null;
  /** Words by which automatic classification finds the entry. */
  keywords: string[];
}

/** The record `ClassificationEntryInput`. */
export interface ClassificationEntryInput {
  /** Code of the entry, unique in the plan, of 1 to 100 characters. */
  code: string;
  /** Title of the entry, of 1 to 255 characters on one line. */
  label: string;
  /** Code of the entry above it; null at the top. */
  parent_code?: string | null;
  /** Words by which automatic classification finds the entry. */
  keywords?: readonly string[];
}

/** The record `ClassificationPlan`. */
export interface ClassificationPlan {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Title of the plan, of 1 to 255 characters on one line. */
  label: string;
  /** What the plan is for, of at most 10,000 characters. */
  description: string | null;
  /** The entries of the plan in order, at most 5,000. */
  entries: ClassificationEntry[];
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `ClassificationPlanCreate`. */
export interface ClassificationPlanCreate {
  /** Title of the plan, of 1 to 255 characters on one line. */
  label: string;
  /** What the plan is for, of at most 10,000 characters. */
  description?: string | null;
  /** The entries of the plan in order, at most 5,000. */
  entries?: readonly ClassificationEntryInput[];
  /** The entries as CSV in place of the list, with the header code,label,parent_code,keywords; keywords separated by ;. */
  csv?: string | null;
}

/** The record `ClassificationPlanInput`. */
export interface ClassificationPlanInput {
  /** Title of the plan, of 1 to 255 characters on one line. */
  label?: string;
  /** What the plan is for, of at most 10,000 characters. */
  description?: string | null;
  /** The entries of the plan in order, at most 5,000. */
  entries?: readonly ClassificationEntryInput[];
  /** The entries as CSV in place of the list, with the header code,label,parent_code,keywords; keywords separated by ;. */
  csv?: string | null;
}

/** The record `ClassificationReason`. */
export interface ClassificationReason {
  /** Code of the chosen entry of the classification plan. */
  code: string;
  /** How well the entry fits: the number of keyword matches, weighted. */
  score: number;
  /** Keywords of the entry that the document contains. */
  matched: string[];
}

/** The record `CompileResult`. */
export interface CompileResult {
  /** The document that holds the PDF, a new version of it from the second compilation on. */
  pdf_file_id: string;
  /** The composed document that was compiled. */
  composed_document_id: string;
  /** Status of the composed document from now on: exported. */
  status: "exported";
  /** Name of the PDF file. */
  file_name: string;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  content_type: string;
  /** Length of the content, in bytes. */
  byte_size: number;
  /** SHA-256 of the content: 64 hexadecimal digits in lower case. */
  sha256: string;
  /** Number of pages, at most 2,000. */
  page_count: number;
  /** Number of parts in the PDF. */
  parts_included: number;
  /** Number of parts left out because they are drafts. */
  parts_skipped: number;
  /** What did not prevent the compilation but may look wrong. */
  warnings: CompileWarning[];
  /** Moment of the compilation, in UTC. */
  exported_at: string;
}

/** The record `CompileWarning`. */
export interface CompileWarning {
  /** The part concerned; null for the whole document. */
  part_id: string | null;
  /** What may look wrong, for people. */
  message: string;
}

/** The record `ComposedDocument`. */
export interface ComposedDocument {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the document and of its PDF, of 1 to 255 characters on one line. */
  name: string;
  /** What the document is, of at most 10,000 characters. */
  description: string | null;
  /** draft, in_progress (edited), ready (all parts are) or exported (compiled since its last edit). */
  status: "draft" | "in_progress" | "ready" | "exported";
  /** The template it was made from; null once that template is deleted. */
  template_id: string | null;
  /** Key of the template it is made from; null once that template is deleted. */
  template_key: string | null;
  /** Values of the template's variables by name: a JSON object of at most 64 KiB. */
  variables: Record<string, unknown>;
  /** The template's variables by name, each with type, required, enum and default. */
  variables_schema: Record<string, unknown>;
  /** Paper, margins and fonts as a JSON object; null or {} for those of the template. */
  page_settings: Record<string, unknown>;
  /** composed (from its parts, the default) or pure_typst (from typst_source alone). */
  assembly_mode: "composed" | "pure_typst";
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** The folder it is in; null outside folders. */
  folder_id: string | null;
  /** The document that holds the compiled PDF; null before the first compilation. */
  pdf_file_id: string | null;
  /** Number of parts, from 0 to 1,000. */
  parts_count: number;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user: Record<string, unknown>;
  /** Moment of the latest compilation, in UTC; null before the first one. */
  exported_at: string | null;
  /** The user who created it; null once that user is deleted. */
  created_by: PersonRef | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** Typst source of a pure_typst document, of at most 1,048,576 characters. */
  typst_source: string | null;
}

/** The record `ComposedDocumentCreate`. */
export interface ComposedDocumentCreate {
  /** Key of the template it is made from; null once that template is deleted. */
  template_key: string;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id?: string | null;
  /** The folder it is in; null outside folders. */
  folder_id?: string | null;
  /** Name of the document and of its PDF, of 1 to 255 characters on one line. */
  name?: string;
  /** What the document is, of at most 10,000 characters. */
  description?: string | null;
  /** Values of the template's variables by name: a JSON object of at most 64 KiB. */
  variables?: Record<string, unknown> | null;
  /** Paper, margins and fonts as a JSON object; null or {} for those of the template. */
  page_settings?: Record<string, unknown> | null;
  /** Typst source of a pure_typst document, of at most 1,048,576 characters. */
  typst_source?: string | null;
  /** composed (from its parts, the default) or pure_typst (from typst_source alone). */
  assembly_mode?: "composed" | "pure_typst";
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user?: Record<string, unknown> | null;
}

/** The record `ComposedDocumentInput`. */
export interface ComposedDocumentInput {
  /** Name of the document and of its PDF, of 1 to 255 characters on one line. */
  name?: string;
  /** What the document is, of at most 10,000 characters. */
  description?: string | null;
  /** Values of the template's variables by name: a JSON object of at most 64 KiB. */
  variables?: Record<string, unknown> | null;
  /** Paper, margins and fonts as a JSON object; null or {} for those of the template. */
  page_settings?: Record<string, unknown> | null;
  /** Typst source of a pure_typst document, of at most 1,048,576 characters. */
  typst_source?: string | null;
  /** composed (from its parts, the default) or pure_typst (from typst_source alone). */
  assembly_mode?: "composed" | "pure_typst";
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user?: Record<string, unknown> | null;
}

/** The record `Connector`. */
export interface Connector {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the external system, of 1 to 255 characters. */
  name: string;
  /** What its key opens: portal (bank and incidents of one mandataire) or knowledge_graph. */
  area: "portal" | "knowledge_graph";
  /** The mandataire on which a portal connector acts; null for other areas. */
  mandataire_id: string | null;
  /** Workspaces that a knowledge_graph connector may describe, at most 100. */
  workspace_ids: string[];
  /** Moment from which its keys no longer work, in UTC; null while they do. */
  disabled_at: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
}

/** The record `ConnectorCreate`. */
export interface ConnectorCreate {
  /** Name of the external system, of 1 to 255 characters. */
  name: string;
  /** What its key opens: portal (bank and incidents of one mandataire) or knowledge_graph. */
  area: "portal" | "knowledge_graph";
  /** The mandataire on which a portal connector acts; null for other areas. */
  mandataire_id?: string | null;
  /** Workspaces that a knowledge_graph connector may describe, at most 100. */
  workspace_ids?: readonly string[];
}

/** The record `ConnectorKey`. */
export interface ConnectorKey {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The key for the header X-Connector-Key, shown this once only. */
  key: string;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
}

/** The record `Contact`. */
export interface Contact {
  /** Identifier of the contact. */
  id: string;
  /** E-mail address as it was sent, of at most 254 characters; several contacts may share one. */
  email_address: string;
  /** First name of the person. */
  first_name: string | null;
  /** Last name of the person. */
  last_name: string | null;
  /** First and last name, or the one that is known; empty without either. */
  full_name: string;
  /** Full name, or the part of the e-mail address before the @ where no name is known. */
  display_name: string;
  /** Identifier of the contact in another system. */
  external_id: string | null;
  /** Kind of record: always contact. */
  type: "Contact";
  /** When the contact was created. */
  created_at: string;
  /** When a field of the contact last changed. */
  updated_at: string;
}

/** The record `ContactCreate`. */
export interface ContactCreate {
  /** E-mail address as it was sent, of at most 254 characters; several contacts may share one. */
  email_address: string;
  /** First name of the person. */
  first_name?: string | null;
  /** Last name of the person. */
  last_name?: string | null;
  /** Identifier of the contact in another system. */
  external_id?: string | null;
}

/** The record `ContactInput`. */
export interface ContactInput {
  /** E-mail address as it was sent, of at most 254 characters; several contacts may share one. */
  email_address?: string;
  /** First name of the person. */
  first_name?: string | null;
  /** Last name of the person. */
  last_name?: string | null;
  /** Identifier of the contact in another system. */
  external_id?: string | null;
}

/** The record `CreatedDocument`. */
export interface CreatedDocument {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the document, of 1 to 255 characters on one line; by default that of its file. */
  name: string;
  /** What the document is, of at most 10,000 characters. */
  description: string | null;
  /** The folder it is in; null at the top of its workspace or outside workspaces. */
  documents_folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id: string | null;
  /** The kind of document it is; null without one. */
  document_type_id: string | null;
  /** Its identifier in another system; null without one. */
  external_id: string | null;
  /** The classification plan of its workspace; null without one. */
  classification_plan_id: string | null;
  /** Length of the content, in bytes. */
  byte_size: number;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  content_type: string;
  /** SHA-256 of the content: 64 hexadecimal digits in lower case. */
  sha256: string;
  /** Number of previous contents, which the list of versions returns. */
  versions_count: number;
  /** What full-text search has of the content: none (a type without text), pending, read, partial or failed. */
  text_status: "none" | "pending" | "read" | "partial" | "failed";
  /** Code of an entry of its workspace's classification plan; null when not classified. */
  classification_code: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user: Record<string, unknown>;
  /** Its workspace; null outside workspaces and for readers who cannot see that workspace. */
  workspace: WorkspaceRef | null;
  /** Its folder; null outside folders and for readers who cannot see that folder. */
  folder: FolderRef | null;
  /** Its business domain, with the name; null without one. */
  domain: DomainRef | null;
  /** Its document type, with the name; null without one. */
  document_type: DocumentTypeRef | null;
  /** The user who created it; null once that user is deleted. */
  created_by: PersonRef | null;
  /** Labels for finding it, at most 50 of at most 100 characters each, in alphabetical order. */
  tags: string[];
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until: string | null;
  /** The legal hold on it, during which nothing of it may be deleted; null without one. */
  legal_hold: LegalHold | null;
  /** The strictest retention of itself and of all above it; null when nothing retains it today. */
  retained: Retained | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** The bulk upload that the file belongs to; null for none. */
  bulk_upload_id: string | null;
  /** The oldest document with the same bytes that you can read; null when there is none. */
  duplicate_of: string | null;
  /** Why automatic classification chose the code; null when it chose none. */
  classification_reason: ClassificationReason | null;
}

/** The record `CreatedPersonalAccessToken`. */
export interface CreatedPersonalAccessToken {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** What the token is for, of 1 to 100 characters. */
  name: string;
  /** What the token may do: read (the default), write, admin. */
  scopes: ("read" | "write" | "admin")[];
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment from which the token no longer works, in UTC. */
  expires_at: string;
  /** Latest use, in UTC and to the minute; null before the first one. */
  last_used_at: string | null;
  /** The token for the header Authorization: Bearer, shown this once only. */
  token: string;
}

/** The record `CreatorRef`. */
export interface CreatorRef {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** First and last name, or the part of the e-mail address before the @. */
  display_name: string;
  /** E-mail address, of at most 254 characters; unique without regard to case. */
  email_address: string;
}

/** The record `DepositDeduction`. */
export interface DepositDeduction {
  /** Reason of the deduction. */
  label: string;
  /** Amount that is kept, in cents. */
  amountCents: number;
}

/** The record `DepositDeductionInput`. */
export interface DepositDeductionInput {
  /** Reason of the deduction. */
  label: string;
  /** Amount to keep, in cents, 1 or more. */
  amount_cents: number;
}

/** The record `DeviceAuthorization`. */
export interface DeviceAuthorization {
  /** The secret with which the program polls, valid for 900 seconds. */
  device_code: string;
  /** The code that the user types or compares, such as BCDF-GHJK. */
  user_code: string;
  /** Address at which the user enters the code. */
  verification_uri: string;
  /** The same address with the code in it. */
  verification_uri_complete: string;
  /** Lifetime from now on, in seconds. */
  expires_in: number;
  /** Time to wait between two polls, in seconds. */
  interval: number;
}

/** The record `DeviceAuthorizationRequest`. */
export interface DeviceAuthorizationRequest {
  /** Name of the program as the user will see it, of 1 to 100 characters. */
  client_name?: string;
  /** Scopes separated by spaces; read by default, and in the form at most the requested ones. */
  scope?: string;
}

/** The record `DevicePollRequest`. */
export interface DevicePollRequest {
  /** The secret with which the program polls, valid for 900 seconds. */
  device_code: string;
}

/** The record `DevicePollResponse`. */
export interface DevicePollResponse {
  /** The token for the header Authorization: Bearer. */
  access_token: string;
  /** How to present the token: always Bearer. */
  token_type: "Bearer";
  /** Lifetime from now on, in seconds. */
  expires_in: number;
  /** The user who approved the program. */
  user: DeviceUser;
}

/** The record `DeviceUser`. */
export interface DeviceUser {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** E-mail address, of at most 254 characters; unique without regard to case. */
  email_address: string;
  /** Given name, of at most 50 characters; null when unknown. */
  first_name: string | null;
  /** Family name, of at most 50 characters; null when unknown. */
  last_name: string | null;
}

/** The record `Document`. */
export interface Document {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the document, of 1 to 255 characters on one line; by default that of its file. */
  name: string;
  /** What the document is, of at most 10,000 characters. */
  description: string | null;
  /** The folder it is in; null at the top of its workspace or outside workspaces. */
  documents_folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id: string | null;
  /** The kind of document it is; null without one. */
  document_type_id: string | null;
  /** Its identifier in another system; null without one. */
  external_id: string | null;
  /** The classification plan of its workspace; null without one. */
  classification_plan_id: string | null;
  /** Length of the content, in bytes. */
  byte_size: number;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  content_type: string;
  /** SHA-256 of the content: 64 hexadecimal digits in lower case. */
  sha256: string;
  /** Number of previous contents, which the list of versions returns. */
  versions_count: number;
  /** What full-text search has of the content: none (a type without text), pending, read, partial or failed. */
  text_status: "none" | "pending" | "read" | "partial" | "failed";
  /** Code of an entry of its workspace's classification plan; null when not classified. */
  classification_code: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user: Record<string, unknown>;
  /** Its workspace; null outside workspaces and for readers who cannot see that workspace. */
  workspace: WorkspaceRef | null;
  /** Its folder; null outside folders and for readers who cannot see that folder. */
  folder: FolderRef | null;
  /** Its business domain, with the name; null without one. */
  domain: DomainRef | null;
  /** Its document type, with the name; null without one. */
  document_type: DocumentTypeRef | null;
  /** The user who created it; null once that user is deleted. */
  created_by: PersonRef | null;
  /** Labels for finding it, at most 50 of at most 100 characters each, in alphabetical order. */
  tags: string[];
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until: string | null;
  /** The legal hold on it, during which nothing of it may be deleted; null without one. */
  legal_hold: LegalHold | null;
  /** The strictest retention of itself and of all above it; null when nothing retains it today. */
  retained: Retained | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `DocumentCreate`. */
export interface DocumentCreate {
  /** Name of the document, of 1 to 255 characters on one line; by default that of its file. */
  name?: string;
  /** What the document is, of at most 10,000 characters. */
  description?: string | null;
  /** The folder it is in; null at the top of its workspace or outside workspaces. */
  documents_folder_id?: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id?: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id?: string | null;
  /** The kind of document it is; null without one. */
  document_type_id?: string | null;
  /** Code of an entry of its workspace's classification plan; null when not classified. */
  classification_code?: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user?: Record<string, unknown> | null;
  /** Replaces all labels: at most 50 distinct ones of at most 100 characters each; null removes all. */
  tag_list?: readonly string[] | null;
  /** True to choose a code of the plan by its keywords when none is sent; false by default. */
  auto_classify?: boolean;
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until?: string | null;
  /** The bulk upload that the file belongs to; null for none. */
  bulk_upload_id?: string | null;
  /** Place of the file among the sources of a merge, from 0 to 2,147,483,647. */
  position?: number;
  /** Reserved for a choice of pages: leave it out, or send an empty text. */
  pages?: string | null;
  /** A completed chunked upload of yours whose bytes become the content, in place of a file. */
  chunked_upload_id?: string | null;
}

/** The record `DocumentExport`. */
export interface DocumentExport {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** pending, in_progress, completed or failed. */
  status: "pending" | "in_progress" | "completed" | "failed";
  /** Part that is done, in percent from 0 to 100. */
  progress: number;
  /** Length of the ZIP, in bytes; null before the end. */
  byte_size: number | null;
  /** SHA-256 of the ZIP, in hexadecimal; null before the end. */
  sha256: string | null;
  /** Address of the ZIP; null before the end and after a failure. */
  download_url: string | null;
  /** The exported workspace; null for a folder. One of workspace_id and folder_id is required. */
  workspace_id: string | null;
  /** The exported folder with everything below it; null for a workspace. */
  folder_id: string | null;
  /** True to export previous contents of documents, too; false by default. */
  versions: boolean;
  /** True to export only what visitors can read; false by default. */
  public: boolean;
  /** Date of the bag, in UTC; the moment of the request by default. */
  date: string;
  /** Code of the reason for a failure, such as not_found or damaged_content; null otherwise. */
  failure: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** Moment at which the export is removed, seven days after its creation, in UTC. */
  expires_at: string;
}

/** The record `DocumentExportCreate`. */
export interface DocumentExportCreate {
  /** The exported workspace; null for a folder. One of workspace_id and folder_id is required. */
  workspace_id?: string | null;
  /** The exported folder with everything below it; null for a workspace. */
  folder_id?: string | null;
  /** True to export previous contents of documents, too; false by default. */
  versions?: boolean;
  /** True to export only what visitors can read; false by default. */
  public?: boolean;
  /** Date of the bag, in UTC; the moment of the request by default. */
  date?: string | null;
  /** Name of the ZIP without .zip, of 1 to 255 characters; that of the root by default. */
  name?: string | null;
}

/** The record `DocumentInput`. */
export interface DocumentInput {
  /** Name of the document, of 1 to 255 characters on one line; by default that of its file. */
  name?: string;
  /** What the document is, of at most 10,000 characters. */
  description?: string | null;
  /** The folder it is in; null at the top of its workspace or outside workspaces. */
  documents_folder_id?: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id?: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id?: string | null;
  /** The kind of document it is; null without one. */
  document_type_id?: string | null;
  /** Code of an entry of its workspace's classification plan; null when not classified. */
  classification_code?: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user?: Record<string, unknown> | null;
  /** Replaces all labels: at most 50 distinct ones of at most 100 characters each; null removes all. */
  tag_list?: readonly string[] | null;
  /** True to choose a code of the plan by its keywords when none is sent; false by default. */
  auto_classify?: boolean;
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until?: string | null;
  /** Why a retention is shortened or removed, of at most 10,000 characters; required for that. */
  reason?: string | null;
}

/** The record `DocumentTemplate`. */
export interface DocumentTemplate {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Unique key of the template: a-z, 0-9, _ and -, of at most 100 characters, a letter or digit first. */
  key: string;
  /** Name of the template, of 1 to 255 characters on one line. */
  name: string;
  /** What the template is for, of at most 10,000 characters. */
  description: string | null;
  /** Group of templates for screens, of at most 255 characters. */
  category: string | null;
  /** Language of its documents, such as fr or fr-FR; fr by default. */
  locale: string;
  /** Typst source before the parts, with {{variables}}, of at most 1,048,576 characters. */
  typst_source: string;
  /** The variables of the template by name, each with type, required, enum and default. */
  variables_schema: Record<string, unknown>;
  /** Parts of every new document, at most 1,000. */
  default_parts: TemplatePart[];
  /** Paper, margins and fonts as a JSON object; lengths such as 25mm. */
  page_settings: Record<string, unknown>;
  /** False when no new document can be made from it; true by default. */
  active: boolean;
  /** Number of documents made from it. */
  composed_documents_count: number;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `DocumentTemplateCreate`. */
export interface DocumentTemplateCreate {
  /** Unique key of the template: a-z, 0-9, _ and -, of at most 100 characters, a letter or digit first. */
  key: string;
  /** Typst source before the parts, with {{variables}}, of at most 1,048,576 characters. */
  typst_source: string;
  /** Name of the template, of 1 to 255 characters on one line. */
  name?: string;
  /** What the template is for, of at most 10,000 characters. */
  description?: string | null;
  /** Group of templates for screens, of at most 255 characters. */
  category?: string | null;
  /** Language of its documents, such as fr or fr-FR; fr by default. */
  locale?: string;
  /** The variables of the template by name, each with type, required, enum and default. */
  variables_schema?: Record<string, unknown> | null;
  /** Parts of every new document, at most 1,000. */
  default_parts?: readonly TemplatePart[] | null;
  /** Paper, margins and fonts as a JSON object; lengths such as 25mm. */
  page_settings?: Record<string, unknown> | null;
  /** False when no new document can be made from it; true by default. */
  active?: boolean;
}

/** The record `DocumentTemplateInput`. */
export interface DocumentTemplateInput {
  /** Unique key of the template: a-z, 0-9, _ and -, of at most 100 characters, a letter or digit first. */
  key?: string;
  /** Typst source before the parts, with {{variables}}, of at most 1,048,576 characters. */
  typst_source?: string;
  /** Name of the template, of 1 to 255 characters on one line. */
  name?: string;
  /** What the template is for, of at most 10,000 characters. */
  description?: string | null;
  /** Group of templates for screens, of at most 255 characters. */
  category?: string | null;
  /** Language of its documents, such as fr or fr-FR; fr by default. */
  locale?: string;
  /** The variables of the template by name, each with type, required, enum and default. */
  variables_schema?: Record<string, unknown> | null;
  /** Parts of every new document, at most 1,000. */
  default_parts?: readonly TemplatePart[] | null;
  /** Paper, margins and fonts as a JSON object; lengths such as 25mm. */
  page_settings?: Record<string, unknown> | null;
  /** False when no new document can be made from it; true by default. */
  active?: boolean;
}

/** The record `DocumentType`. */
export interface DocumentType {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name that people choose the entry by; two may share one. */
  name: string;
  /** When to choose the entry, stored exactly as it was sent. */
  description: string | null;
  /** Whether the type is meant to be used; drafts may be referred to as well. */
  status: "draft" | "published";
  /** When the entry was created. */
  created_at: string;
  /** When a field of the entry last changed. */
  updated_at: string;
}

/** The record `DocumentTypeRef`. */
export interface DocumentTypeRef {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of that document type. */
  name: string;
}

/** The record `Domain`. */
export interface Domain {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name that people choose the entry by; two may share one. */
  name: string;
  /** When to choose the entry, stored exactly as it was sent. */
  description: string | null;
  /** When the entry was created. */
  created_at: string;
  /** When a field of the entry last changed. */
  updated_at: string;
}

/** The record `DomainCreate`. */
export interface DomainCreate {
  /** Name that people choose the entry by; two may share one. */
  name: string;
  /** When to choose the entry, stored exactly as it was sent. */
  description?: string | null;
}

/** The record `DomainInput`. */
export interface DomainInput {
  /** Name that people choose the entry by; two may share one. */
  name?: string;
  /** When to choose the entry, stored exactly as it was sent. */
  description?: string | null;
}

/** The record `DomainRef`. */
export interface DomainRef {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of that business domain. */
  name: string;
}

/** The record `EffectivePermission`. */
export interface EffectivePermission {
  /** read, write (includes read) or manage (includes both and changing permissions); null for none. */
  level: "read" | "write" | "manage" | null;
  /** Where your permission comes from. */
  source: LevelSource;
}

/** The record `Entrance`. */
export interface Entrance {
  /** Identifier of the entrance. */
  id: string;
  /** Name on plans and letters, such as a staircase or a number. */
  name: string;
  /** Street and number; null where it is the property's address. */
  address: string | null;
  /** Postal code, where it differs from the property's. */
  postalCode: string | null;
  /** Town, where it differs from the property's. */
  city: string | null;
  /** Whether the entrance is still in use. */
  active: boolean;
  /** Property that the entrance leads into. */
  propertyId: string;
  /** Number of units it has. */
  unitsCount: number;
  /** Code of the entrance in the owner's asset register. */
  patrimonyCode: string | null;
}

/** The record `EntranceInput`. */
export interface EntranceInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** Name on plans and letters, such as a staircase or a number. */
  name?: string;
  /** Street and number; null where it is the property's address. */
  address?: string | null;
  /** Postal code, where it differs from the property's. */
  postal_code?: string | null;
  /** Town, where it differs from the property's. */
  city?: string | null;
  /** Whether the entrance is still in use. */
  active?: boolean;
  /** Code of the entrance in the owner's asset register. */
  patrimony_code?: string | null;
}

/** The record `ExportedPayout`. */
export interface ExportedPayout {
  /** The payout, by identifier. */
  payoutId: string;
  /** Reference of the payout, which the bank returns. */
  reference: string;
  /** Amount, in cents. */
  amountCents: number;
  /** What became of the payout. */
  status: "blocked" | "ordered" | "transmitted" | "executed" | "failed" | "cancelled";
  /** True when the bank paid more than the owner's balance; the transaction is then in suspense. */
  refused: boolean;
  /** The bank transaction concerned; null where none is. */
  bankTransactionId: string | null;
}

/** The record `FecExport`. */
export interface FecExport {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The calendar year, from 1900 to 9999. */
  year: number;
  /** Code of the company whose books are exported, of at most 64 characters; null or absent for the agency's own. */
  societyCode: string | null;
  /** ready: the file can be downloaded. */
  status: "ready";
  /** Name of the file by law: SIREN, FEC and the last day of the year. */
  filename: string;
  /** Character between columns: a tab (the default) or |. */
  separator: "tab" | "pipe";
  /** Encoding of the text; UTF-8 by default. */
  encoding: "utf-8" | "iso-8859-15";
  /** Length of the file, in bytes. */
  byteSize: number;
  /** SHA-256 of the file: 64 hexadecimal digits in lower case. */
  sha256: string;
  /** Number of entries in the file. */
  entriesCount: number;
  /** Number of lines in the file, its header apart. */
  linesCount: number;
  /** Sum of the debits, in euros with two decimal places. */
  totalDebit: string;
  /** Sum of the credits, in euros with two decimal places. */
  totalCredit: string;
  /** First day covered by the file. */
  periodStart: string;
  /** Last day covered by the file, inclusive. */
  periodEnd: string;
  /** What an inspector may ask about although the file conforms. */
  warnings: FecWarning[];
  /** Last day on which it is retained: ten years from the close of its year (Code de commerce, art. L123-22). */
  retainUntil: string;
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
  /** Path from which the file is downloaded, relative to this server. */
  downloadUrl: string;
}

/** The record `FecExportInput`. */
export interface FecExportInput {
  /** The calendar year, from 1900 to 9999. */
  year: number;
  /** Code of the company whose books are exported, of at most 64 characters; null or absent for the agency's own. */
  society_code?: string;
  /** Character between columns: a tab (the default) or |. */
  separator?: "tab" | "pipe";
  /** Encoding of the text; UTF-8 by default. */
  encoding?: "utf-8" | "iso-8859-15";
}

/** The record `FecWarning`. */
export interface FecWarning {
  /** Kind of warning, for programs. */
  code: string;
  /** Number of places in the file concerned. */
  count: number;
  /** Some of these places: numbers of entries or lines. */
  sample: string[];
}

/** The record `FeeWithdrawal`. */
export interface FeeWithdrawal {
  /** Fees to withdraw, in cents, above 0 and at most the fees due. */
  amount_cents: number;
  /** Day of the transfer in the books. */
  booked_on: string;
}

/** The record `Folder`. */
export interface Folder {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the folder, of 1 to 255 characters on one line. */
  name: string;
  /** What the folder holds, of at most 10,000 characters. */
  description: string | null;
  /** Colour for screens as #RRGGBB; null without one. */
  color: string | null;
  /** Name of an icon for screens, of at most 255 characters; null without one. */
  icon: string | null;
  /** The folder above it, at most 64 levels deep; null at the top of its workspace or outside workspaces. */
  documents_folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** Its identifier in another system; null without one. */
  external_id: string | null;
  /** The classification plan of its workspace; null without one. */
  classification_plan_id: string | null;
  /** Its workspace; null outside workspaces and for readers who cannot see that workspace. */
  workspace: WorkspaceRef | null;
  /** The folder above it; null at the top and for readers who cannot see that folder. */
  parent: FolderRef | null;
  /** Labels for finding it, at most 50 of at most 100 characters each, in alphabetical order. */
  tags: string[];
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until: string | null;
  /** The legal hold on it, during which nothing of it may be deleted; null without one. */
  legal_hold: LegalHold | null;
  /** The strictest retention of itself and of all above it; null when nothing retains it today. */
  retained: Retained | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `FolderCreate`. */
export interface FolderCreate {
  /** Name of the folder, of 1 to 255 characters on one line. */
  name?: string;
  /** What the folder holds, of at most 10,000 characters. */
  description?: string | null;
  /** Colour for screens as #RRGGBB; null without one. */
  color?: string | null;
  /** Name of an icon for screens, of at most 255 characters; null without one. */
  icon?: string | null;
  /** The folder above it, at most 64 levels deep; null at the top of its workspace or outside workspaces. */
  documents_folder_id?: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id?: string | null;
  /** Replaces all labels: at most 50 distinct ones of at most 100 characters each; null removes all. */
  tag_list?: readonly string[] | null;
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until?: string | null;
}

/** The record `FolderInput`. */
export interface FolderInput {
  /** Name of the folder, of 1 to 255 characters on one line. */
  name?: string;
  /** What the folder holds, of at most 10,000 characters. */
  description?: string | null;
  /** Colour for screens as #RRGGBB; null without one. */
  color?: string | null;
  /** Name of an icon for screens, of at most 255 characters; null without one. */
  icon?: string | null;
  /** The folder above it, at most 64 levels deep; null at the top of its workspace or outside workspaces. */
  documents_folder_id?: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id?: string | null;
  /** Replaces all labels: at most 50 distinct ones of at most 100 characters each; null removes all. */
  tag_list?: readonly string[] | null;
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until?: string | null;
  /** Why a retention is shortened or removed, of at most 10,000 characters; required for that. */
  reason?: string | null;
}

/** The record `FolderItemFile`. */
export interface FolderItemFile {
  /** Tells documents from folders in a list of both. */
  type: "file";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the document, of 1 to 255 characters on one line; by default that of its file. */
  name: string;
  /** What the document is, of at most 10,000 characters. */
  description: string | null;
  /** The folder it is in; null at the top of its workspace or outside workspaces. */
  documents_folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id: string | null;
  /** The kind of document it is; null without one. */
  document_type_id: string | null;
  /** Its identifier in another system; null without one. */
  external_id: string | null;
  /** The classification plan of its workspace; null without one. */
  classification_plan_id: string | null;
  /** Length of the content, in bytes. */
  byte_size: number;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  content_type: string;
  /** SHA-256 of the content: 64 hexadecimal digits in lower case. */
  sha256: string;
  /** Number of previous contents, which the list of versions returns. */
  versions_count: number;
  /** What full-text search has of the content: none (a type without text), pending, read, partial or failed. */
  text_status: "none" | "pending" | "read" | "partial" | "failed";
  /** Code of an entry of its workspace's classification plan; null when not classified. */
  classification_code: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user: Record<string, unknown>;
  /** Its workspace; null outside workspaces and for readers who cannot see that workspace. */
  workspace: WorkspaceRef | null;
  /** Its folder; null outside folders and for readers who cannot see that folder. */
  folder: FolderRef | null;
  /** Its business domain, with the name; null without one. */
  domain: DomainRef | null;
  /** Its document type, with the name; null without one. */
  document_type: DocumentTypeRef | null;
  /** The user who created it; null once that user is deleted. */
  created_by: PersonRef | null;
  /** Labels for finding it, at most 50 of at most 100 characters each, in alphabetical order. */
  tags: string[];
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until: string | null;
  /** The legal hold on it, during which nothing of it may be deleted; null without one. */
  legal_hold: LegalHold | null;
  /** The strictest retention of itself and of all above it; null when nothing retains it today. */
  retained: Retained | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `FolderItemFolder`. */
export interface FolderItemFolder {
  /** Tells folders from documents in a list of both. */
  type: "folder";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the folder, of 1 to 255 characters on one line. */
  name: string;
  /** What the folder holds, of at most 10,000 characters. */
  description: string | null;
  /** Colour for screens as #RRGGBB; null without one. */
  color: string | null;
  /** Name of an icon for screens, of at most 255 characters; null without one. */
  icon: string | null;
  /** The folder above it, at most 64 levels deep; null at the top of its workspace or outside workspaces. */
  documents_folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** Its identifier in another system; null without one. */
  external_id: string | null;
  /** The classification plan of its workspace; null without one. */
  classification_plan_id: string | null;
  /** Its workspace; null outside workspaces and for readers who cannot see that workspace. */
  workspace: WorkspaceRef | null;
  /** The folder above it; null at the top and for readers who cannot see that folder. */
  parent: FolderRef | null;
  /** Labels for finding it, at most 50 of at most 100 characters each, in alphabetical order. */
  tags: string[];
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until: string | null;
  /** The legal hold on it, during which nothing of it may be deleted; null without one. */
  legal_hold: LegalHold | null;
  /** The strictest retention of itself and of all above it; null when nothing retains it today. */
  retained: Retained | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `FolderRef`. */
export interface FolderRef {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of that folder. */
  name: string;
  /** The folder above that folder; null at the top. */
  documents_folder_id: string | null;
}

/** The record `FolderWithItems`. */
export interface FolderWithItems {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the folder, of 1 to 255 characters on one line. */
  name: string;
  /** What the folder holds, of at most 10,000 characters. */
  description: string | null;
  /** Colour for screens as #RRGGBB; null without one. */
  color: string | null;
  /** Name of an icon for screens, of at most 255 characters; null without one. */
  icon: string | null;
  /** The folder above it, at most 64 levels deep; null at the top of its workspace or outside workspaces. */
  documents_folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** Its identifier in another system; null without one. */
  external_id: string | null;
  /** The classification plan of its workspace; null without one. */
  classification_plan_id: string | null;
  /** Its workspace; null outside workspaces and for readers who cannot see that workspace. */
  workspace: WorkspaceRef | null;
  /** The folder above it; null at the top and for readers who cannot see that folder. */
  parent: FolderRef | null;
  /** Labels for finding it, at most 50 of at most 100 characters each, in alphabetical order. */
  tags: string[];
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until: string | null;
  /** The legal hold on it, during which nothing of it may be deleted; null without one. */
  legal_hold: LegalHold | null;
  /** The strictest retention of itself and of all above it; null when nothing retains it today. */
  retained: Retained | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** Its folders, then its documents, each by name; at most 1,000. */
  items: (FolderItemFolder | FolderItemFile)[];
  /** True when it has more items than are listed here. */
  items_truncated: boolean;
}

/** The record `Font`. */
export interface Font {
  /** Name of the font family, as page settings use it. */
  family: string;
  /** Its variants; only with with_variants=true. */
  variants?: FontVariant[];
  /** Where the font comes from: embedded, path (a font folder) or system. */
  source: "embedded" | "path" | "system";
}

/** The record `FontList`. */
export interface FontList {
  /** The fonts, by family. */
  fonts: Font[];
  /** Number of font families. */
  total: number;
  /** Folders of this server with more fonts. */
  font_paths: string[];
}

/** The record `FontVariant`. */
export interface FontVariant {
  /** Slant of the variant: normal, italic or oblique. */
  style: "normal" | "italic" | "oblique";
  /** Boldness of the variant, from 100 (thin) to 900 (black); 400 is regular. */
  weight: number;
  /** Width of the variant as a ratio; 1 is regular. */
  stretch: number;
}

/** The record `FoundDocument`. */
export interface FoundDocument {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the document, of 1 to 255 characters on one line; by default that of its file. */
  name: string;
  /** What the document is, of at most 10,000 characters. */
  description: string | null;
  /** The folder it is in; null at the top of its workspace or outside workspaces. */
  documents_folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id: string | null;
  /** The kind of document it is; null without one. */
  document_type_id: string | null;
  /** Its identifier in another system; null without one. */
  external_id: string | null;
  /** The classification plan of its workspace; null without one. */
  classification_plan_id: string | null;
  /** Length of the content, in bytes. */
  byte_size: number;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  content_type: string;
  /** SHA-256 of the content: 64 hexadecimal digits in lower case. */
  sha256: string;
  /** Number of previous contents, which the list of versions returns. */
  versions_count: number;
  /** What full-text search has of the content: none (a type without text), pending, read, partial or failed. */
  text_status: "none" | "pending" | "read" | "partial" | "failed";
  /** Code of an entry of its workspace's classification plan; null when not classified. */
  classification_code: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user: Record<string, unknown>;
  /** Its workspace; null outside workspaces and for readers who cannot see that workspace. */
  workspace: WorkspaceRef | null;
  /** Its folder; null outside folders and for readers who cannot see that folder. */
  folder: FolderRef | null;
  /** Its business domain, with the name; null without one. */
  domain: DomainRef | null;
  /** Its document type, with the name; null without one. */
  document_type: DocumentTypeRef | null;
  /** The user who created it; null once that user is deleted. */
  created_by: PersonRef | null;
  /** Labels for finding it, at most 50 of at most 100 characters each, in alphabetical order. */
  tags: string[];
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until: string | null;
  /** The legal hold on it, during which nothing of it may be deleted; null without one. */
  legal_hold: LegalHold | null;
  /** The strictest retention of itself and of all above it; null when nothing retains it today. */
  retained: Retained | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** Passages that match the search, at most three of at most 200 characters each. */
  highlights: string[];
}

/** The record `FranchisePeriod`. */
export interface FranchisePeriod {
  /** Identifier of the franchise. */
  id: string;
  /** First day on which less is paid. */
  startDate: string;
  /** Last day on which less is paid. */
  endDate: string;
  /** Whether nothing is paid, a reduced rent, or a rent that rises by steps. */
  franchiseType: "rent_free" | "reduced_rent" | "stepped";
  /** Part that is not paid; a new franchise that is not rent_free must contain it, in percent. */
  reductionPercent: number;
  /** Why less is paid, such as works. */
  reason: string | null;
  /** Whether rent, charges or both are reduced. */
  scopeType: "rent" | "charges" | "all";
}

/** The record `FranchisePeriodInput`. */
export interface FranchisePeriodInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** First day on which less is paid. */
  start_date?: string;
  /** Last day on which less is paid. */
  end_date?: string;
  /** Whether nothing is paid, a reduced rent, or a rent that rises by steps. */
  franchise_type?: "rent_free" | "reduced_rent" | "stepped";
  /** Part that is not paid; a new franchise that is not rent_free must contain it, in percent. */
  reduction_percent?: number;
  /** Why less is paid, such as works. */
  reason?: string | null;
  /** Whether rent, charges or both are reduced. */
  scope_type?: "rent" | "charges" | "all";
}

/** The record `GliPolicy`. */
export interface GliPolicy {
  /** Identifier of the policy. */
  id: string;
  /** Company that insures the rent. */
  insurerName: string | null;
  /** Number of the policy at the insurer. */
  policyNumber: string | null;
  /** How often the premium is paid. */
  premiumFrequency: string | null;
  /** Part of the unpaid rent that the insurer pays back; information only, in percent. */
  coverageRate: number | null;
  /** First day of the cover. */
  startDate: string | null;
  /** Last day of the cover. */
  endDate: string | null;
  /** Price of the insurance; null when unknown. */
  premium: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  } | null;
  /** Status today. */
  status: "upcoming" | "active" | "expired";
  /** True when the insurance ends soon. */
  expiringSoon: boolean;
}

/** The record `GliPolicyInput`. */
export interface GliPolicyInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** Company that insures the rent. */
  insurer_name?: string | null;
  /** Number of the policy at the insurer. */
  policy_number?: string | null;
  /** Premium of one period, in cents. */
  premium_cents?: number | null;
  /** How often the premium is paid. */
  premium_frequency?: string | null;
  /** Part of the unpaid rent that the insurer pays back; information only, in percent. */
  coverage_rate?: number | null;
  /** First day of the cover. */
  start_date?: string | null;
  /** Last day of the cover. */
  end_date?: string | null;
}

/** The record `Group`. */
export interface Group {
  /** Identifier of the group; two may share a name. */
  id: string;
  /** Name that people choose the group by. */
  name: string;
  /** Purpose of the group, stored exactly as it was sent. */
  description: string | null;
  /** Identifier of the group in another system. */
  external_id: string | null;
  /** Number of users in it. */
  members_count: number;
  /** When the group was created. */
  created_at: string;
  /** When a field of the group last changed. */
  updated_at: string;
}

/** The record `GroupCreate`. */
export interface GroupCreate {
  /** Name that people choose the group by. */
  name: string;
  /** Purpose of the group, stored exactly as it was sent. */
  description?: string | null;
  /** Identifier of the group in another system. */
  external_id?: string | null;
}

/** The record `GroupInput`. */
export interface GroupInput {
  /** Name that people choose the group by. */
  name?: string;
  /** Purpose of the group, stored exactly as it was sent. */
  description?: string | null;
  /** Identifier of the group in another system. */
  external_id?: string | null;
}

/** The record `GroupMember`. */
export interface GroupMember {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The user concerned, by identifier. */
  user_id: string;
  /** The user, with name and e-mail address. */
  user: GroupMemberUser;
  /** Moment at which the user was added, in UTC. */
  created_at: string;
}

/** The record `GroupMemberCreate`. */
export interface GroupMemberCreate {
  /** One user to add; send it or user_ids. */
  user_id?: string;
  /** Users to add, at most 100; all or none are added. */
  user_ids?: readonly string[];
}

/** The record `GroupMemberUser`. */
export interface GroupMemberUser {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** E-mail address, of at most 254 characters; unique without regard to case. */
  email_address: string;
  /** First and last name, or the part of the e-mail address before the @. */
  display_name: string;
  /** Role of the user in the whole installation: user, manager, admin or super_admin. */
  role: "user" | "manager" | "admin" | "super_admin";
}

/** The record `GroupRef`. */
export interface GroupRef {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of that group. */
  name: string;
}

/** The record `Health`. */
export interface Health {
  /** ok, or why the server takes no requests: unavailable, stopping or starting. */
  status: "ok";
}

/** The record `HouseholdMember`. */
export interface HouseholdMember {
  /** Identifier of the household member. */
  id: string;
  /** First name of the household member. */
  firstName: string | null;
  /** Last name of the household member. */
  lastName: string | null;
  /** Day of birth, which tells children from adults. */
  birthDate: string | null;
  /** Relation to the tenant, such as child or parent. */
  relationship: string | null;
}

/** The record `HouseholdMemberInput`. */
export interface HouseholdMemberInput {
  /** First name of the household member. */
  first_name?: string | null;
  /** Last name of the household member. */
  last_name?: string | null;
  /** Day of birth, which tells children from adults. */
  birth_date?: string | null;
  /** Relation to the tenant, such as child or parent. */
  relationship?: string | null;
}

/** The record `ImportedDates`. */
export interface ImportedDates {
  /** At most 500 records that the caller created himself; all are changed, or none. */
  records: readonly ImportedRecordDates[];
}

/** The record `ImportedRecordDates`. */
export interface ImportedRecordDates {
  /** workspace, folder, document or version. */
  type: "workspace" | "folder" | "document" | "version";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Moment of its creation where it was exported, in UTC. */
  created_at: string;
  /** Moment of its last change there, in UTC; of a version, the creation of its content. */
  changed_at: string;
}

/** The record `Incident`. */
export interface Incident {
  /** Identifier of the incident. */
  id: string;
  /** Number for people, such as IN-2026-000001, gap-free within the year of Paris. */
  reference: string;
  /** What is wrong, in a few words. */
  title: string;
  /** How far the incident is; allowedTransitions names the next ones. */
  status: "reported" | "acknowledged" | "pending_info" | "pending_intervention" | "intervention_in_progress" | "resolved" | "closed" | "cancelled";
  /** How soon somebody must act. */
  priority: "low" | "normal" | "high" | "urgent";
  /** Reference in the declaring program; a second declaration with it returns the first incident. */
  legacyReference: string | null;
  /** Lease of the tenant whom the incident concerns. */
  leaseId: string | null;
  /** Room of the unit. */
  room: string | null;
  /** Category in the declaring program. */
  categoryId: string | null;
  /** Title of the incident category, as the declaring program shows it. */
  categoryName: string | null;
  /** Person in the declaring program who handles the incident. */
  assignedToId: string | null;
  /** Name of the person who handles the incident. */
  assignedToName: string | null;
  /** Person in the declaring program who reported the incident. */
  reporterId: string | null;
  /** Name of the person who reported the incident. */
  reporterName: string | null;
  /** Who reported it, such as a tenant or a caretaker. */
  reporterType: string | null;
  /** E-mail address for questions about the incident. */
  contactEmail: string | null;
  /** Telephone number for questions about the incident. */
  contactPhone: string | null;
  /** Type in the classification of the declaring program. */
  legacyType: string | null;
  /** Nature in the classification of the declaring program. */
  legacyNature: string | null;
  /** Reason in the classification of the declaring program. */
  legacyMotif: string | null;
  /** When the incident was first acknowledged. */
  acknowledgedAt: string | null;
  /** When it was last resolved; null once it is open again. */
  resolvedAt: string | null;
  /** When the incident was closed for good. */
  closedAt: string | null;
  /** When the incident was escalated. */
  escalatedAt: string | null;
  /** When the incident is to be resolved at the latest. */
  dueAt: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Kind of place concerned: a property, an entrance, a unit or a lease; null when unknown. */
  scopeType: "Property" | "Unit" | "Lease" | "Entrance" | null;
  /** Identifier of the place concerned; null when unknown. */
  scopeId: string | null;
  /** How far the partner who handles it is informed. */
  partnerSyncState: "not_applicable" | "pending" | "synced" | "failed" | "skipped";
  /** Why the partner is not informed; null when it is. */
  partnerSkipReason: string | null;
  /** True when informing the partner again may help. */
  partnerSyncRepairable: boolean;
  /** True when the partner has not answered for too long. */
  partnerSyncStale: boolean;
  /** True when the partner fetched it without a request of ours. */
  partnerPulled: boolean;
  /** Counts of the partner's steps; null without a partner. */
  partnerFollowupsSummary: PartnerFollowupsSummary | null;
  /** What happened, of at most 10,000 characters; null without a text. */
  description: string | null;
  /** Result, for the person who reported it. */
  outcomeMessage: string | null;
  /** Names of the category and those above it. */
  categoryPath: string | null;
  /** The place concerned, with names and address; null when unknown. */
  scope: IncidentScope | null;
  /** Reference of that lease in the agency's books; null without one. */
  leaseReference: string | null;
  /** Maintenance contract that covers the repair. */
  routedMaintenanceContractId: string | null;
  /** Title of the maintenance contract to which it is routed. */
  routedMaintenanceContractName: string | null;
  /** Statuses to which it may go from here. */
  allowedTransitions: ("reported" | "acknowledged" | "pending_info" | "pending_intervention" | "intervention_in_progress" | "resolved" | "closed" | "cancelled")[];
  /** Latest exchange with the partner; null without a partner. */
  partnerFollowups: PartnerFollowups | null;
  /** True when a step of the partner failed. */
  partnerFollowupsFailed: boolean;
  /** The partner's steps in order. */
  partnerFollowupSteps: PartnerFollowupStep[];
  /** Its files in the order of arrival, at most 100. */
  attachments: IncidentAttachment[];
  /** Number of messages about it. */
  messagesCount: number;
  /** Number of people or firms at work on it. */
  activeAssignmentsCount: number;
}

/** The record `IncidentAttachment`. */
export interface IncidentAttachment {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the file as it was uploaded, of at most 255 characters. */
  filename: string;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  contentType: string;
  /** Length of the content, in bytes. */
  byteSize: number;
  /** True for a picture that browsers show. */
  image: boolean;
  /** Path from which the file is downloaded, relative to this server. */
  url: string;
}

/** The record `IncidentAttachmentForm`. */
export type IncidentAttachmentForm = Record<never, never>;

/** The record `IncidentDeclaration`. */
export interface IncidentDeclaration {
  /** Kind of place concerned: a property, an entrance, a unit or a lease; null when unknown. */
  scope_type: "Property" | "Unit" | "Lease" | "Entrance";
  /** Identifier of the place concerned; null when unknown. */
  scope_id: string;
  /** What is wrong, in a few words. */
  title: string;
  /** What is wrong, in the words of the reporter. */
  description: string;
  /** How soon somebody must act. */
  priority?: "low" | "normal" | "high" | "urgent";
  /** Reference in the declaring program; a second declaration with it returns the first incident. */
  legacy_reference?: string | null;
  /** Lease of the tenant whom the incident concerns. */
  lease_id?: string | null;
  /** Room of the unit. */
  room?: string | null;
  /** Category in the declaring program. */
  category_id?: string | null;
  /** Title of the incident category, as the declaring program shows it. */
  category_name?: string | null;
  /** Names of the category and those above it. */
  category_path?: string | null;
  /** Person in the declaring program who handles the incident. */
  assigned_to_id?: string | null;
  /** Name of the person who handles the incident. */
  assigned_to_name?: string | null;
  /** Person in the declaring program who reported the incident. */
  reporter_id?: string | null;
  /** Name of the person who reported the incident. */
  reporter_name?: string | null;
  /** Who reported it, such as a tenant or a caretaker. */
  reporter_type?: string | null;
  /** E-mail address for questions about the incident. */
  contact_email?: string | null;
  /** Telephone number for questions about the incident. */
  contact_phone?: string | null;
  /** Type in the classification of the declaring program. */
  legacy_type?: string | null;
  /** Nature in the classification of the declaring program. */
  legacy_nature?: string | null;
  /** Reason in the classification of the declaring program. */
  legacy_motif?: string | null;
  /** Maintenance contract that covers the repair. */
  routed_maintenance_contract_id?: string | null;
  /** Title of the maintenance contract to which it is routed. */
  routed_maintenance_contract_name?: string | null;
  /** When the incident was escalated. */
  escalated_at?: string | null;
  /** When the incident is to be resolved at the latest. */
  due_at?: string | null;
}

/** The record `IncidentMove`. */
export interface IncidentMove {
  /** Status to which it goes, one of its allowed transitions. */
  status: "reported" | "acknowledged" | "pending_info" | "pending_intervention" | "intervention_in_progress" | "resolved" | "closed" | "cancelled";
  /** What came of it, for those concerned, of at most 10,000 characters; null for none. */
  outcome_message?: string | null;
}

/** The record `IncidentScope`. */
export interface IncidentScope {
  /** Kind of place concerned: a property, an entrance, a unit or a lease. */
  type: "Property" | "Unit" | "Lease" | "Entrance";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the place; null without one. */
  name: string | null;
  /** Identifier of the unit within its property; null for other places. */
  identifier: string | null;
  /** Postal address on one line; null when unknown. */
  address: string | null;
  /** The property concerned; null where none is. */
  propertyId: string | null;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** Postal address of the property on one line; null when unknown. */
  propertyAddress: string | null;
  /** Code of the property in the owner's estate; null without one. */
  patrimonyCode: string | null;
}

/** The record `IndexValue`. */
export interface IndexValue {
  /** Index that INSEE publishes. */
  indexCode: "IRL" | "ILC" | "ILAT" | "ICC";
  /** Quarter of the value, as 2026-Q2. */
  period: string;
  /** Value of the index, with two decimals; the ICC has none. */
  value: number;
  /** Day from which the value was known. */
  publishedOn: string;
}

/** The record `IndexValueInput`. */
export interface IndexValueInput {
  /** Index that INSEE publishes. */
  index_code: "IRL" | "ILC" | "ILAT" | "ICC";
  /** Quarter of the value, as 2026-Q2. */
  period: string;
  /** Value of the index, with two decimals; the ICC has none. */
  value: number;
  /** Day from which the value was known. */
  published_on: string;
}

/** The record `IndexValuesInput`. */
export interface IndexValuesInput {
  /** Values to store; one of the same index and quarter is replaced. */
  index_values: readonly IndexValueInput[];
}

/** The record `Job`. */
export interface Job {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The kind of its work, such as blobs/collect. */
  queue: string;
  /** waiting (for its first or another attempt), running or failed (permanently); completed jobs are not kept. */
  status: "waiting" | "running" | "failed";
  /** Attempts that have started. */
  attempts: number;
  /** Attempts after which it fails permanently. */
  attempts_max: number;
  /** Earliest start of its next attempt, in UTC; null unless it waits. */
  due_at: string | null;
  /** Moment of its permanent failure, in UTC; null unless it failed. */
  failed_at: string | null;
  /** Error of its last failed attempt; null without one. */
  reason: string | null;
}

/** The record `JobOverview`. */
export interface JobOverview {
  /** Waiting jobs by due time, or failed ones latest first, or running ones; at most 100. */
  jobs: Job[];
  /** True when there are more. */
  jobs_truncated: boolean;
}

/** The record `KnowledgeGraphEdge`. */
export interface KnowledgeGraphEdge {
  /** External id of the node where the edge begins. */
  from: string;
  /** External id of the node where the edge ends. */
  to: string;
  /** Kind of node or relation, in words of that system, of 1 to 255 characters. */
  type: string;
  /** More about it, as a JSON object of at most 64 KiB and 10 levels; empty by default. */
  properties: Record<string, unknown>;
}

/** The record `KnowledgeGraphEdgeInput`. */
export interface KnowledgeGraphEdgeInput {
  /** External id of the node where the edge begins. */
  from: string;
  /** External id of the node where the edge ends. */
  to: string;
  /** Kind of node or relation, in words of that system, of 1 to 255 characters. */
  type: string;
  /** More about it, as a JSON object of at most 64 KiB and 10 levels; empty by default. */
  properties?: Record<string, unknown> | null;
}

/** The record `KnowledgeGraphIngestion`. */
export interface KnowledgeGraphIngestion {
  /** Where the data comes from, of at most 255 characters; not stored. */
  source?: string | null;
  /** Nodes to create or to replace by their external id; with edges and deletions at most 1,000. */
  nodes?: readonly KnowledgeGraphNodeInput[];
  /** Edges to create or to replace by from, to and type; with nodes and deletions at most 1,000. */
  edges?: readonly KnowledgeGraphEdgeInput[];
  /** External ids of nodes to delete with their edges; with nodes and edges at most 1,000. */
  deletions?: readonly string[];
}

/** The record `KnowledgeGraphNode`. */
export interface KnowledgeGraphNode {
  /** Identifier of the node in the system it comes from, of 1 to 255 characters. */
  external_id: string;
  /** Kind of node or relation, in words of that system, of 1 to 255 characters. */
  type: string;
  /** Title of the node, of 1 to 255 characters. */
  label: string;
  /** More about it, as a JSON object of at most 64 KiB and 10 levels; empty by default. */
  properties: Record<string, unknown>;
}

/** The record `KnowledgeGraphNodeInput`. */
export interface KnowledgeGraphNodeInput {
  /** Identifier of the node in the system it comes from, of 1 to 255 characters. */
  external_id: string;
  /** Kind of node or relation, in words of that system, of 1 to 255 characters. */
  type: string;
  /** Title of the node, of 1 to 255 characters. */
  label: string;
  /** More about it, as a JSON object of at most 64 KiB and 10 levels; empty by default. */
  properties?: Record<string, unknown> | null;
}

/** The record `KnowledgeGraphResult`. */
export interface KnowledgeGraphResult {
  /** Number of nodes and edges that were new. */
  created: number;
  /** Number of nodes and edges that were changed. */
  updated: number;
  /** Number of nodes and edges that were deleted. */
  deleted: number;
  /** Number of nodes and edges that were there just so. */
  unchanged: number;
}

/** The record `Lease`. */
export interface Lease {
  /** Identifier of the lease. */
  id: string;
  /** Reference that the agency gives the lease. */
  reference: string;
  /** Kind of lease, which decides the law that applies. */
  leaseType: "residential_unfurnished" | "residential_furnished" | "mobility" | "student" | "commercial" | "professional" | "derogatory" | "parking" | "storage" | "other";
  /** How far the lease is today, which its dates and its operations decide. */
  status: "draft" | "active" | "notice" | "ended" | "cancelled";
  /** First day of the lease. */
  startDate: string | null;
  /** Last day of the lease; null while it is not known. */
  endDate: string | null;
  /** Full name of that tenant; null without one. */
  tenantName: string | null;
  /** The main tenant; null without one. */
  tenantId: string | null;
  /** Identifier of the unit within its property, such as A12; null without a unit. */
  unitIdentifier: string | null;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** The property concerned; null where none is. */
  propertyId: string | null;
  /** Rent of all units today, charges included; null without a term. */
  monthlyRent: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  } | null;
  /** Whether rent is due before or after its period; before where it is null. */
  paymentTiming: "advance" | "arrears" | null;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Day on which the lease was signed; an active lease has one. */
  signatureDate: string | null;
  /** Day of the month on which rent is due; the first where it is null. */
  paymentDay: number | null;
  /** How often rent is called; monthly where it is null. */
  paymentFrequency: "monthly" | "quarterly" | "annual" | null;
  /** Whether the lease renews tacitly at its end. */
  autoRenewal: boolean;
  /** Notice that the tenant gives, in months. */
  noticeMonths: number | null;
  /** Identifier of the lease in another system. */
  externalId: string | null;
  /** Whether rents are revised by the server, by the agency, or never. */
  revisionMode: "automatic" | "manual" | "none" | null;
  /** Number of the tenant at the family benefits office (CAF). */
  cafAllocataireNumber: string | null;
  /** Whether periods follow the civil year or the lease's anniversary; the mandataire's where it is null. */
  billingCalendar: "civil" | "anniversary" | null;
  /** Month that the billing year begins with, 1 is January; the mandataire's where it is null. */
  billingCycleMonth: number | null;
  /** Time before the end at which a renewal is to be discussed, in months. */
  renewalNoticePeriod: number | null;
  /** How the price of a part of a month is computed. */
  proration: "actual_month" | "thirty_days" | "year_365" | "full_month";
  /** Whether charges are provisions, which statements settle, or a flat amount (forfait). */
  chargeType: "provision" | "flat";
  /** What the tenant owed at takeover, negative when the tenant was ahead; null for nothing. */
  initialBalance: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  } | null;
  /** How billing periods start: its own rule, or that of the mandate or the agency. */
  effectiveBillingCalendar: "civil" | "anniversary";
  /** Month in which billing cycles start, from 1 to 12. */
  effectiveBillingCycleMonth: number;
  /** Latest day to announce that the lease is not renewed; null without an end. */
  renewalNoticeDate: string | null;
  /** The security deposit agreed; null for none. */
  securityDeposit: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  } | null;
  /** Its units: today's in an answer; those to let, with their rents, in a body. */
  units: readonly LeaseUnit[];
  /** Its rents over time, the earliest first. */
  terms: readonly LeaseDetailTerm[];
  /** Tenants, guarantors, occupants and payers. */
  parties: readonly LeaseDetailParty[];
  /** The next revision of its rent; null when it follows no index. */
  revisionIndicator: LeaseRevisionIndicator | null;
  /** Revisions applied so far, the latest first. */
  revisions: readonly LeaseRevision[];
  /** Insurances against unpaid rent; in a body they replace all of them, at most 1,000. */
  gliPolicies: readonly GliPolicy[];
  /** Days on which the lease may be left early; in a body they replace all of them, at most 1,000. */
  breakDates: readonly BreakDate[];
  /** Times in which less rent is paid; in a body they replace all of them, at most 1,000. */
  franchisePeriods: readonly FranchisePeriod[];
  /** Rules that limit the rent; in a body they replace all of them, at most 1,000. */
  cappingRules: readonly CappingRule[];
  /** Measures agreed to help the tenant, information only; in a body they replace all of them, at most 1,000. */
  supportMeasures: readonly SupportMeasure[];
}

/** The record `LeaseAttributes`. */
export interface LeaseAttributes {
  /** Status of the lease; a change must be one of the allowed transitions. */
  status?: "draft" | "active" | "notice" | "ended" | "cancelled";
  /** Reference that the agency gives the lease. */
  reference?: string;
  /** Kind of lease, which decides the law that applies. */
  lease_type?: "residential_unfurnished" | "residential_furnished" | "mobility" | "student" | "commercial" | "professional" | "derogatory" | "parking" | "storage" | "other";
  /** First day of the lease. */
  start_date?: string;
  /** Last day of the lease; null while it is not known. */
  end_date?: string | null;
  /** Day on which the lease was signed; an active lease has one. */
  signature_date?: string | null;
  /** Day of the month on which rent is due; the first where it is null. */
  payment_day?: number;
  /** How often rent is called; monthly where it is null. */
  payment_frequency?: "monthly" | "quarterly" | "annual";
  /** Whether rent is due before or after its period; before where it is null. */
  payment_timing?: "advance" | "arrears";
  /** Whether the lease renews tacitly at its end. */
  auto_renewal?: boolean;
  /** Notice that the tenant gives, in months. */
  notice_months?: number;
  /** Identifier of the lease in another system. */
  external_id?: string | null;
  /** Whether rents are revised by the server, by the agency, or never. */
  revision_mode?: "automatic" | "manual" | "none";
  /** Balance of the tenant at the takeover, positive is owed; called when the lease is activated, in cents. */
  initial_balance_cents?: number | null;
  /** Number of the tenant at the family benefits office (CAF). */
  caf_allocataire_number?: string | null;
  /** Whether periods follow the civil year or the lease's anniversary; the mandataire's where it is null. */
  billing_calendar?: "civil" | "anniversary" | null;
  /** Month that the billing year begins with, 1 is January; the mandataire's where it is null. */
  billing_cycle_month?: number | null;
  /** Time before the end at which a renewal is to be discussed, in months. */
  renewal_notice_period?: number | null;
  /** Deposit that the tenant pays (dépôt de garantie), called once by the next run of the lease, in cents. */
  security_deposit_cents?: number | null;
  /** How the price of a part of a month is computed. */
  proration?: "actual_month" | "thirty_days" | "year_365" | "full_month";
  /** Whether charges are provisions, which statements settle, or a flat amount (forfait). */
  charge_type?: "provision" | "flat";
}

/** The record `LeaseCreate`. */
export interface LeaseCreate {
  /** The lease itself; its arrays and units stand beside it. */
  lease: LeaseCreateAttributes;
  /** When the first term begins and ends, and its month of revision. */
  term?: LeaseTermAttributes;
  /** Its units: today's in an answer; those to let, with their rents, in a body. */
  units?: readonly LeaseInputUnit[];
  /** The main tenant; null without one. */
  tenant_id?: string;
  /** Units to let without rents yet; send them or units. */
  unit_ids?: readonly string[];
  /** Changes of units that the lease has already. */
  lease_units?: readonly LeaseInputLeaseUnit[];
  /** Insurances against unpaid rent; in a body they replace all of them, at most 1,000. */
  gli_policies?: readonly GliPolicyInput[];
  /** Days on which the lease may be left early; in a body they replace all of them, at most 1,000. */
  break_dates?: readonly BreakDateInput[];
  /** Times in which less rent is paid; in a body they replace all of them, at most 1,000. */
  franchise_periods?: readonly FranchisePeriodInput[];
  /** Rules that limit the rent; in a body they replace all of them, at most 1,000. */
  capping_rules?: readonly CappingRuleInput[];
  /** Measures agreed to help the tenant, information only; in a body they replace all of them, at most 1,000. */
  support_measures?: readonly SupportMeasureInput[];
}

/** The record `LeaseCreateAttributes`. */
export interface LeaseCreateAttributes {
  /** Status of the lease; a change must be one of the allowed transitions. */
  status?: "draft" | "active";
  /** Reference that the agency gives the lease. */
  reference: string;
  /** Kind of lease, which decides the law that applies. */
  lease_type: "residential_unfurnished" | "residential_furnished" | "mobility" | "student" | "commercial" | "professional" | "derogatory" | "parking" | "storage" | "other";
  /** First day of the lease. */
  start_date: string;
  /** Last day of the lease; null while it is not known. */
  end_date?: string | null;
  /** Day on which the lease was signed; an active lease has one. */
  signature_date?: string | null;
  /** Day of the month on which rent is due; the first where it is null. */
  payment_day?: number;
  /** How often rent is called; monthly where it is null. */
  payment_frequency?: "monthly" | "quarterly" | "annual";
  /** Whether rent is due before or after its period; before where it is null. */
  payment_timing?: "advance" | "arrears";
  /** Whether the lease renews tacitly at its end. */
  auto_renewal?: boolean;
  /** Notice that the tenant gives, in months. */
  notice_months?: number;
  /** Identifier of the lease in another system. */
  external_id?: string | null;
  /** Whether rents are revised by the server, by the agency, or never. */
  revision_mode?: "automatic" | "manual" | "none";
  /** Balance of the tenant at the takeover, positive is owed; called when the lease is activated, in cents. */
  initial_balance_cents?: number | null;
  /** Number of the tenant at the family benefits office (CAF). */
  caf_allocataire_number?: string | null;
  /** Whether periods follow the civil year or the lease's anniversary; the mandataire's where it is null. */
  billing_calendar?: "civil" | "anniversary" | null;
  /** Month that the billing year begins with, 1 is January; the mandataire's where it is null. */
  billing_cycle_month?: number | null;
  /** Time before the end at which a renewal is to be discussed, in months. */
  renewal_notice_period?: number | null;
  /** Deposit that the tenant pays (dépôt de garantie), called once by the next run of the lease, in cents. */
  security_deposit_cents?: number | null;
  /** How the price of a part of a month is computed. */
  proration?: "actual_month" | "thirty_days" | "year_365" | "full_month";
  /** Whether charges are provisions, which statements settle, or a flat amount (forfait). */
  charge_type?: "provision" | "flat";
}

/** The record `LeaseDetailParty`. */
export interface LeaseDetailParty {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the party rents, guarantees, lives there or pays. */
  partyType: "tenant" | "guarantor" | "occupant" | "payer";
  /** Kind of person: a tenant, a contact or a household member; null when unknown. */
  partyableType: "TenantActor" | "Contact" | "HouseholdMember" | null;
  /** Position among tenants or guarantors. */
  role: "primary" | "co_tenant" | "spouse" | "joint_guarantor" | "simple_guarantor" | "legal_representative" | null;
  /** Full name of the party; null when unknown. */
  name: string | null;
  /** E-mail address of the party; null when unknown. */
  email: string | null;
  /** That person, by identifier; null when unknown. */
  partyableId: string | null;
  /** Numerator of the party's share, 1 in 1/3. */
  shareNumerator: number | null;
  /** Denominator of the party's share, 3 in 1/3. */
  shareDenominator: number | null;
  /** First day as a party; null is the lease's first day. */
  validFrom: string | null;
  /** Last day as a party; null is the lease's last day. */
  validTo: string | null;
  /** The profile that holds the tenant's details; null where the party is no tenant. */
  tenantProfileId: string | null;
  /** Whether the party pays a part of each rent call; true by default for party_type tenant, else false. */
  contributesToRent: boolean;
  /** Fixed part of a full month that the party pays, in cents; null: a part by its share, in cents. */
  rentContributionCents: number | null;
  /** Whether the party was declared to the owner. */
  declared: boolean;
  /** A member of the household without a record of their own; in a body, one to create. */
  householdMember: HouseholdMember | null;
}

/** The record `LeaseDetailTerm`. */
export interface LeaseDetailTerm {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Monthly rent of all units without charges. */
  baseRent: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** Monthly provision for charges of all units. */
  chargeProvision: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** Monthly rent and charges of all units. */
  totalMonthly: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** First day of the term. */
  effectiveFrom: string;
  /** Last day: the day before the next term, or the end that was requested; null is without end. */
  effectiveTo: string | null;
  /** Month of the yearly revision, 1 is January; null is the month in which the lease starts. */
  revisionMonth: number | null;
  /** Time between two revisions; null is one year, in years. */
  revisionFrequencyYears: number | null;
}

/** The record `LeaseInput`. */
export interface LeaseInput {
  /** The lease itself; its arrays and units stand beside it. */
  lease: LeaseAttributes;
  /** When the first term begins and ends, and its month of revision. */
  term?: LeaseTermAttributes;
  /** Its units: today's in an answer; those to let, with their rents, in a body. */
  units?: readonly LeaseInputUnit[];
  /** The main tenant; null without one. */
  tenant_id?: string;
  /** Units to let without rents yet; send them or units. */
  unit_ids?: readonly string[];
  /** Changes of units that the lease has already. */
  lease_units?: readonly LeaseInputLeaseUnit[];
  /** Insurances against unpaid rent; in a body they replace all of them, at most 1,000. */
  gli_policies?: readonly GliPolicyInput[];
  /** Days on which the lease may be left early; in a body they replace all of them, at most 1,000. */
  break_dates?: readonly BreakDateInput[];
  /** Times in which less rent is paid; in a body they replace all of them, at most 1,000. */
  franchise_periods?: readonly FranchisePeriodInput[];
  /** Rules that limit the rent; in a body they replace all of them, at most 1,000. */
  capping_rules?: readonly CappingRuleInput[];
  /** Measures agreed to help the tenant, information only; in a body they replace all of them, at most 1,000. */
  support_measures?: readonly SupportMeasureInput[];
}

/** The record `LeaseInputLeaseUnit`. */
export interface LeaseInputLeaseUnit {
  /** The unit, by identifier; leaseUnits take that of the unit within the lease as well. */
  id: string;
  /** Index that the rent of the unit is revised by. */
  index_type?: "IRL" | "ILC" | "ILAT" | "ICC" | "none";
  /** Any day of the quarter that the rent is based on. */
  index_base_date?: string | null;
  /** Value of the index in the quarter that the rent is based on. */
  index_base_value?: number | null;
  /** First day of the unit in the lease; null is the lease's first day. */
  entry_date?: string | null;
  /** Last day of the unit in the lease; null is the lease's last day. */
  exit_date?: string | null;
}

/** The record `LeaseInputUnit`. */
export interface LeaseInputUnit {
  /** The unit, by identifier; leaseUnits take that of the unit within the lease as well. */
  id: string;
  /** Rent of a month without VAT and charges; excludes annual_amount_cents, in cents. */
  base_rent_cents?: number;
  /** Advance on charges of a month, without VAT, in cents. */
  charge_provision_cents?: number;
  /** Whether the advance on charges bears VAT; as the rent where it is absent. */
  charge_provision_vat_applicable?: boolean;
  /** Whether the rent bears VAT. */
  vat_applicable?: boolean;
  /** Rate of VAT of rent and charges, in percent. */
  vat_rate?: number;
  /** Index that the rent of the unit is revised by. */
  index_type?: "IRL" | "ILC" | "ILAT" | "ICC" | "none";
}

/** The record `LeaseNotice`. */
export interface LeaseNotice {
  /** Day on which notice was given. */
  notice_date: string;
  /** Last day of the lease; null or absent for the end of the notice period. */
  end_date?: string | null;
}

/** The record `LeaseParty`. */
export interface LeaseParty {
  /** Identifier of the party. */
  id: string;
  /** Lease that the party belongs to for good. */
  leaseId: string;
  /** Whether the party rents, guarantees, lives there or pays. */
  partyType: "tenant" | "guarantor" | "occupant" | "payer";
  /** Kind of person: a tenant, a contact or a household member; null when unknown. */
  partyableType: "TenantActor" | "Contact" | "HouseholdMember" | null;
  /** That person, by identifier; null when unknown. */
  partyableId: string | null;
  /** The profile that holds the tenant's details; null where the party is no tenant. */
  tenantProfileId: string | null;
  /** Position among tenants or guarantors. */
  role: "primary" | "co_tenant" | "spouse" | "joint_guarantor" | "simple_guarantor" | "legal_representative" | null;
  /** Numerator of the party's share, 1 in 1/3. */
  shareNumerator: number | null;
  /** Denominator of the party's share, 3 in 1/3. */
  shareDenominator: number | null;
  /** First day as a party; null is the lease's first day. */
  validFrom: string | null;
  /** Last day as a party; null is the lease's last day. */
  validTo: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
}

/** The record `LeasePartyCreate`. */
export interface LeasePartyCreate {
  /** The lease that the party belongs to. */
  lease_id: string;
  /** Whether the party rents, guarantees, lives there or pays. */
  party_type: "tenant" | "guarantor" | "occupant" | "payer";
  /** Position among tenants or guarantors. */
  role?: "primary" | "co_tenant" | "spouse" | "joint_guarantor" | "simple_guarantor" | "legal_representative" | null;
  /** Whether the party pays a part of each rent call; true by default for party_type tenant, else false. */
  contributes_to_rent?: boolean;
  /** Fixed part of a full month that the party pays, in cents; null: a part by its share, in cents. */
  rent_contribution_cents?: number | null;
  /** Whether the party was declared to the owner. */
  declared?: boolean;
  /** Numerator of the party's share, 1 in 1/3. */
  share_numerator?: number;
  /** Denominator of the party's share, 3 in 1/3. */
  share_denominator?: number;
  /** First day as a party; null is the lease's first day. */
  valid_from?: string | null;
  /** Last day as a party; null is the lease's last day. */
  valid_to?: string | null;
  /** Kind of person: a tenant, a contact or a household member; null when unknown. */
  partyable_type?: "TenantActor" | "Contact" | "HouseholdMember";
  /** That person, by identifier; null when unknown. */
  partyable_id?: string;
  /** The profile that holds the tenant's details; null where the party is no tenant. */
  tenant_profile_id?: string | null;
  /** A member of the household without a record of their own; in a body, one to create. */
  household_member?: HouseholdMemberInput | null;
}

/** The record `LeasePartyInput`. */
export interface LeasePartyInput {
  /** The lease that the party belongs to. */
  lease_id?: string;
  /** Whether the party rents, guarantees, lives there or pays. */
  party_type?: "tenant" | "guarantor" | "occupant" | "payer";
  /** Position among tenants or guarantors. */
  role?: "primary" | "co_tenant" | "spouse" | "joint_guarantor" | "simple_guarantor" | "legal_representative" | null;
  /** Whether the party pays a part of each rent call; true by default for party_type tenant, else false. */
  contributes_to_rent?: boolean;
  /** Fixed part of a full month that the party pays, in cents; null: a part by its share, in cents. */
  rent_contribution_cents?: number | null;
  /** Whether the party was declared to the owner. */
  declared?: boolean;
  /** Numerator of the party's share, 1 in 1/3. */
  share_numerator?: number;
  /** Denominator of the party's share, 3 in 1/3. */
  share_denominator?: number;
  /** First day as a party; null is the lease's first day. */
  valid_from?: string | null;
  /** Last day as a party; null is the lease's last day. */
  valid_to?: string | null;
  /** Kind of person: a tenant, a contact or a household member; null when unknown. */
  partyable_type?: "TenantActor" | "Contact" | "HouseholdMember";
  /** That person, by identifier; null when unknown. */
  partyable_id?: string;
  /** The profile that holds the tenant's details; null where the party is no tenant. */
  tenant_profile_id?: string | null;
  /** A member of the household without a record of their own; in a body, one to create. */
  household_member?: HouseholdMemberInput | null;
}

/** The record `LeaseRevision`. */
export interface LeaseRevision {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** First day of the new rents. */
  revisionDate: string;
  /** Index that was applied, such as IRL; null for several. */
  indexCode: string | null;
  /** Every index that was applied. */
  indexCodes: readonly string[];
  /** True when the units follow several indices. */
  multiIndex: boolean;
  /** Quarter of the old value of the index; null for several. */
  referencePeriod: string | null;
  /** Quarter of the new value of the index; null for several. */
  revisionPeriod: string | null;
  /** Old value of the index; null for several. */
  referenceValue: number | null;
  /** New value of the index; null for several. */
  revisionValue: number | null;
  /** New rent divided by old rent, with six decimal places; null without an old rent. */
  effectiveRatio: number | null;
  /** Monthly rent of all units before. */
  oldRent: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** Monthly rent of all units from then on. */
  newRent: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** Change of the rent, in percent; negative for a decrease; null without an old rent. */
  increasePercent: number | null;
  /** The revision unit by unit. */
  lines: readonly LeaseRevisionLine[];
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
}

/** The record `LeaseRevisionIndicator`. */
export interface LeaseRevisionIndicator {
  /** Index that the rent follows, such as IRL; null for none. */
  indexCode: string | null;
  /** True when a revision can be applied today. */
  revisionDue: boolean;
  /** Day of the latest revision; null before the first one. */
  lastRevisionDate: string | null;
  /** Expected change of the rent, in percent; null when the index is not published. */
  estimatedIncrease: number | null;
  /** Month of revision, from 1 to 12; null without one. */
  revisionMonth: number | null;
  /** True when the index of the next revision is stored here. */
  indexAvailable: boolean;
  /** Latest stored quarter of the index, such as 2026-Q1; null for none. */
  latestPeriod: string | null;
  /** When the missing value is published; null when none is missing. */
  nextPublicationInfo: NextPublicationInfo | null;
}

/** The record `LeaseRevisionInput`. */
export interface LeaseRevisionInput {
  /** First day of the new rents; today by default. */
  effective_from?: string;
}

/** The record `LeaseRevisionLine`. */
export interface LeaseRevisionLine {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The unit within the lease, by identifier. */
  leaseUnitId: string;
  /** Identifier of the unit within its property, such as A12. */
  unitIdentifier: string;
  /** Index that was applied, such as IRL; null for several. */
  indexCode: string;
  /** Quarter of the old value of the index; null for several. */
  referencePeriod: string | null;
  /** Quarter of the new value of the index; null for several. */
  revisionPeriod: string | null;
  /** Old value of the index; null for several. */
  referenceValue: number | null;
  /** New value of the index; null for several. */
  revisionValue: number | null;
  /** Yearly rent of the unit before, in cents. */
  oldCents: number;
  /** Yearly rent of the unit from then on, in cents. */
  newCents: number;
  /** Change of the rent, in percent; negative for a decrease; null without an old rent. */
  increasePercent: number | null;
}

/** The record `LeaseTerm`. */
export interface LeaseTerm {
  /** Identifier of the term. */
  id: string;
  /** Lease that the term belongs to for good. */
  leaseId: string;
  /** First day of the term. */
  effectiveFrom: string;
  /** Last day: the day before the next term, or the end that was requested; null is without end. */
  effectiveTo: string | null;
  /** Month of the yearly revision, 1 is January; null is the month in which the lease starts. */
  revisionMonth: number | null;
  /** Time between two revisions; null is one year, in years. */
  revisionFrequencyYears: number | null;
  /** Whether a shortfall is tolerated as an amount, a percentage of the call or days after the due date. */
  paymentToleranceType: "none" | "amount" | "percent" | "days" | null;
  /** Tolerated shortfall: cents for amount, percent of the call for percent, days for days. */
  paymentToleranceValue: number | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Rent and charges of each unit; in a body, units left out keep those of the term before. */
  leaseUnitTerms: LeaseUnitTerm[];
}

/** The record `LeaseTermAttributes`. */
export interface LeaseTermAttributes {
  /** First day of the term. */
  effective_from?: string;
  /** Last day that was requested; the next term may end it earlier. */
  effective_to?: string | null;
  /** Month of the yearly revision, 1 is January; null is the month in which the lease starts. */
  revision_month?: number;
  /** Time between two revisions; null is one year, in years. */
  revision_frequency_years?: number;
  /** Whether a shortfall is tolerated as an amount, a percentage of the call or days after the due date. */
  payment_tolerance_type?: "none" | "amount" | "percent" | "days";
  /** Tolerated shortfall: cents for amount, percent of the call for percent, days for days. */
  payment_tolerance_value?: number;
}

/** The record `LeaseTermCreate`. */
export interface LeaseTermCreate {
  /** The lease that the term belongs to. */
  lease_id: string;
  /** First day of the term. */
  effective_from: string;
  /** Last day that was requested; the next term may end it earlier. */
  effective_to?: string | null;
  /** Month of the yearly revision, 1 is January; null is the month in which the lease starts. */
  revision_month?: number;
  /** Time between two revisions; null is one year, in years. */
  revision_frequency_years?: number;
  /** Whether a shortfall is tolerated as an amount, a percentage of the call or days after the due date. */
  payment_tolerance_type?: "none" | "amount" | "percent" | "days";
  /** Tolerated shortfall: cents for amount, percent of the call for percent, days for days. */
  payment_tolerance_value?: number;
  /** Rent and charges of each unit; in a body, units left out keep those of the term before. */
  lease_unit_terms?: readonly LeaseUnitTermInput[];
}

/** The record `LeaseTermInput`. */
export interface LeaseTermInput {
  /** The lease that the term belongs to. */
  lease_id?: string;
  /** First day of the term. */
  effective_from?: string;
  /** Last day that was requested; the next term may end it earlier. */
  effective_to?: string | null;
  /** Month of the yearly revision, 1 is January; null is the month in which the lease starts. */
  revision_month?: number;
  /** Time between two revisions; null is one year, in years. */
  revision_frequency_years?: number;
  /** Whether a shortfall is tolerated as an amount, a percentage of the call or days after the due date. */
  payment_tolerance_type?: "none" | "amount" | "percent" | "days";
  /** Tolerated shortfall: cents for amount, percent of the call for percent, days for days. */
  payment_tolerance_value?: number;
  /** Rent and charges of each unit; in a body, units left out keep those of the term before. */
  lease_unit_terms?: readonly LeaseUnitTermInput[];
}

/** The record `LeaseUnit`. */
export interface LeaseUnit {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The unit of the estate that is let. */
  unitId: string;
  /** Identifier of the unit within its property, such as A12. */
  identifier: string;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** The property concerned; null where none is. */
  propertyId: string | null;
  /** Living area, in square metres; null when unknown. */
  areaSqm: number | null;
  /** First day of the unit in the lease; null is the lease's first day. */
  entryDate: string | null;
  /** Last day of the unit in the lease; null is the lease's last day. */
  exitDate: string | null;
  /** Monthly rent without charges and VAT, in cents; null without a current term. */
  baseRentCents: number | null;
  /** Yearly rent without charges and VAT, in cents; null without a current term. */
  annualAmountCents: number | null;
  /** Monthly provision for charges without VAT, in cents; null without one. */
  chargeProvisionCents: number | null;
  /** True when VAT is added to the rent. */
  vatApplicable: boolean;
  /** Rate of VAT, in percent; null without VAT. */
  vatRate: number | null;
  /** True when VAT is added to the charges. */
  chargeProvisionVatApplicable: boolean;
  /** Index that the rent of the unit is revised by. */
  indexType: "IRL" | "ILC" | "ILAT" | "ICC" | "none" | null;
  /** Any day of the quarter that the rent is based on. */
  indexBaseDate: string | null;
  /** Value of the index in the quarter that the rent is based on. */
  indexBaseValue: number | null;
}

/** The record `LeaseUnitRef`. */
export interface LeaseUnitRef {
  /** Identifier of the unit within its property, such as A12. */
  identifier: string;
  /** Name of that property; null without one. */
  propertyName: string | null;
}

/** The record `LeaseUnitTerm`. */
export interface LeaseUnitTerm {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The unit within the lease, by identifier. */
  leaseUnitId: string;
  /** Yearly rent of the unit without charges and VAT, in cents. */
  annualAmountCents: number;
  /** Monthly provision for charges without VAT, in cents; null without one. */
  chargeProvisionCents: number | null;
  /** True when VAT is added to the rent. */
  vatApplicable: boolean;
  /** Rate of VAT, in percent; null without VAT. */
  vatRate: number | null;
}

/** The record `LeaseUnitTermInput`. */
export interface LeaseUnitTermInput {
  /** The unit within the lease, by identifier. */
  lease_unit_id: string;
  /** Rent of a year without VAT and charges; excludes base_rent_cents, in cents. */
  annual_amount_cents?: number;
  /** Rent of a month without VAT and charges; excludes annual_amount_cents, in cents. */
  base_rent_cents?: number;
  /** Advance on charges of a month, without VAT, in cents. */
  charge_provision_cents?: number;
  /** Whether the advance on charges bears VAT; as the rent where it is absent. */
  charge_provision_vat_applicable?: boolean;
  /** Whether the rent bears VAT. */
  vat_applicable?: boolean;
  /** Rate of VAT of rent and charges, in percent. */
  vat_rate?: number;
  /** Index that the rent of the unit is revised by. */
  index_type?: "IRL" | "ILC" | "ILAT" | "ICC" | "none";
  /** Any day of the quarter that the rent is based on. */
  index_base_date?: string | null;
  /** Value of the index in the quarter that the rent is based on. */
  index_base_value?: number | null;
}

/** The record `LedgerAccount`. */
export interface LedgerAccount {
  /** General account of the chart, of six digits: 411000. */
  accountCode: string;
  /** Name of that account in the chart, in French. */
  accountName: string;
  /** Auxiliary account of an owner or a tenant, such as PRO0001 or LOC0001; null for none. */
  auxiliaryCode: string | null;
  /** First day covered, inclusive; null for the beginning of the books. */
  from: string | null;
  /** Last day covered, inclusive; null for the end of the books. */
  to: string | null;
  /** Balance before the first line, in euros with two decimal places. */
  openingBalance: string;
  /** The movements in order of day, each with the balance after it. */
  lines: LedgerLine[];
  /** Balance after the last line, in euros with two decimal places. */
  closingBalance: string;
}

/** The record `LedgerLine`. */
export interface LedgerLine {
  /** Day of the entry in the books. */
  date: string;
  /** Code of the journal: LOYERS (rents), CHARGES, BANQUE (bank), PROPRIO (owners) or OD (other). */
  journal: string;
  /** Number of the entry in its journal. */
  reference: string;
  /** What the line records, in French. */
  label: string;
  /** Amount on the debit side, in euros with two decimal places. */
  debit: string;
  /** Amount on the credit side, in euros with two decimal places. */
  credit: string;
  /** Running balance, in euros with two decimal places: debit minus credit. */
  balance: string;
  /** Code that marks lines which settle each other; null while open. */
  letteringCode: string | null;
}

/** The record `LegalHold`. */
export interface LegalHold {
  /** Why it is held. */
  reason: string;
  /** When the hold was set, or its reason replaced. */
  set_at: string;
  /** The administrator who set it. */
  set_by: PersonRef | null;
}

/** The record `LegalHoldInput`. */
export interface LegalHoldInput {
  /** Why it is held or released, of at most 10,000 characters. */
  reason: string | null;
}

/** The record `LetterFailure`. */
export interface LetterFailure {
  /** What the letter is of, by identifier. */
  id: string;
  /** Why the letter could not be printed, of at most 500 characters. */
  message: string;
}

/** The record `Letters`. */
export interface Letters {
  /** What the letter is of, by identifier. */
  id: string;
  /** Kind of the letters. */
  kind: "notice" | "receipt" | "revision" | "reminder" | "charge_statement" | "owner_statement";
  /** How far the letters are: queued, running, completed, failed or cancelled. */
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of letters. */
  total: number;
  /** Letters that are printed or could not be printed. */
  done: number;
  /** Letters that could not be printed, the first 100. */
  failures: LetterFailure[];
  /** Fields of the agency, or VAT numbers, that some of the printed letters lack, like X-Cartulary-Missing of one letter. */
  missing: string[];
  /** Why the agency's template or logo was not used for a letter; null if each letter has them. */
  warning: string | null;
  /** Address of all letters as one PDF; null before the end and after a failure. */
  downloadUrl: string | null;
  /** Last day for which the letters are kept: the end of the year, ten years later. */
  retainUntil: string;
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
}

/** The record `LettersInput`. */
export interface LettersInput {
  /** Kind of the letters. */
  kind: "notice" | "receipt" | "revision" | "reminder" | "charge_statement" | "owner_statement";
  /** What to print letters of, at most 5,000: rent calls (notice, receipt), revisions, reminders, statements of charges (a letter for each lease) or owners; billing_run_id must be absent then. */
  ids?: readonly string[];
  /** The run whose notices, receipts, reminders or owners' statements to print; ids must be absent then. */
  billing_run_id?: string;
  /** First day of owners' statements; the run's first day by default, else that of the first entry. */
  from?: string;
  /** Last day of owners' statements; the run's last day by default, else that of the last entry. */
  to?: string;
  /** Civil year of owners' statements, instead of from and to. */
  year?: number;
}

/** The record `LevelSource`. */
export interface LevelSource {
  /** role (administrators), permission (one that was granted) or public (everybody may read). */
  type: "role" | "permission" | "public";
  /** The permission that was granted; null for other sources. */
  permission_id: string | null;
  /** The resource further up on which it was granted; null for a direct permission. */
  inherited_from: PermissionSource | null;
}

/** The record `ListedBillingRun`. */
export interface ListedBillingRun {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Number of the run, unique in the agency. */
  reference: string;
  /** Title of the run, with its month; null without one. */
  label: string | null;
  /** How far the run is: pending, computed, validated, applied, cancelled or failed. */
  status: "draft" | "scheduled" | "computed" | "review" | "validated" | "applied" | "cancelled" | "failed";
  /** First day of the billed month. */
  periodStart: string;
  /** Last day of the billed month, inclusive. */
  periodEnd: string;
  /** Sum to be paid by tenants, in euros with two decimal places. */
  totalTenantAmount: string;
  /** Sum due to owners, in euros with two decimal places. */
  totalOwnerAmount: string;
  /** Sum of rents, in euros with two decimal places. */
  totalRentAmount: string;
  /** Sum of charges, in euros with two decimal places. */
  totalChargesAmount: string;
  /** Number of lines it has. */
  linesCount: number;
  /** Number of lines with an anomaly. */
  anomaliesCount: number;
  /** Moment of validation, in UTC; null before. */
  validatedAt: string | null;
  /** The user who validated it; null before. */
  validatedBy: string | null;
  /** Moment at which it was applied, in UTC; null before. */
  appliedAt: string | null;
  /** How often its leases are billed, or mixed; null without leases. */
  billingFrequency: "monthly" | "quarterly" | "annual" | "mixed" | null;
  /** True while its lines may be reviewed. */
  editable: boolean;
  /** True while it may be cancelled. */
  cancellable: boolean;
  /** 0 queued, 1 scope, 2 tenants, 3 owners, 4 anomalies, 5 done, 6 validated, 7 applied. */
  currentStep: number;
  /** True when a user has acknowledged every anomaly. */
  allAnomaliesAcknowledged: boolean;
  /** Moment at which it will be computed, in UTC; null to compute at once. */
  scheduledAt: string | null;
  /** Moment of the latest computation, in UTC; null before. */
  computedAt: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
}

/** The record `ListedComposedDocument`. */
export interface ListedComposedDocument {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the document and of its PDF, of 1 to 255 characters on one line. */
  name: string;
  /** What the document is, of at most 10,000 characters. */
  description: string | null;
  /** draft, in_progress (edited), ready (all parts are) or exported (compiled since its last edit). */
  status: "draft" | "in_progress" | "ready" | "exported";
  /** The template it was made from; null once that template is deleted. */
  template_id: string | null;
  /** Key of the template it is made from; null once that template is deleted. */
  template_key: string | null;
  /** Values of the template's variables by name: a JSON object of at most 64 KiB. */
  variables: Record<string, unknown>;
  /** The template's variables by name, each with type, required, enum and default. */
  variables_schema: Record<string, unknown>;
  /** Paper, margins and fonts as a JSON object; null or {} for those of the template. */
  page_settings: Record<string, unknown>;
  /** composed (from its parts, the default) or pure_typst (from typst_source alone). */
  assembly_mode: "composed" | "pure_typst";
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** The folder it is in; null outside folders. */
  folder_id: string | null;
  /** The document that holds the compiled PDF; null before the first compilation. */
  pdf_file_id: string | null;
  /** Number of parts, from 0 to 1,000. */
  parts_count: number;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user: Record<string, unknown>;
  /** Moment of the latest compilation, in UTC; null before the first one. */
  exported_at: string | null;
  /** The user who created it; null once that user is deleted. */
  created_by: PersonRef | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `ListedIncident`. */
export interface ListedIncident {
  /** Identifier of the incident. */
  id: string;
  /** Number for people, such as IN-2026-000001, gap-free within the year of Paris. */
  reference: string;
  /** What is wrong, in a few words. */
  title: string;
  /** How far the incident is; allowedTransitions names the next ones. */
  status: "reported" | "acknowledged" | "pending_info" | "pending_intervention" | "intervention_in_progress" | "resolved" | "closed" | "cancelled";
  /** How soon somebody must act. */
  priority: "low" | "normal" | "high" | "urgent";
  /** Reference in the declaring program; a second declaration with it returns the first incident. */
  legacyReference: string | null;
  /** Lease of the tenant whom the incident concerns. */
  leaseId: string | null;
  /** Room of the unit. */
  room: string | null;
  /** Category in the declaring program. */
  categoryId: string | null;
  /** Title of the incident category, as the declaring program shows it. */
  categoryName: string | null;
  /** Person in the declaring program who handles the incident. */
  assignedToId: string | null;
  /** Name of the person who handles the incident. */
  assignedToName: string | null;
  /** Person in the declaring program who reported the incident. */
  reporterId: string | null;
  /** Name of the person who reported the incident. */
  reporterName: string | null;
  /** Who reported it, such as a tenant or a caretaker. */
  reporterType: string | null;
  /** E-mail address for questions about the incident. */
  contactEmail: string | null;
  /** Telephone number for questions about the incident. */
  contactPhone: string | null;
  /** Type in the classification of the declaring program. */
  legacyType: string | null;
  /** Nature in the classification of the declaring program. */
  legacyNature: string | null;
  /** Reason in the classification of the declaring program. */
  legacyMotif: string | null;
  /** When the incident was first acknowledged. */
  acknowledgedAt: string | null;
  /** When it was last resolved; null once it is open again. */
  resolvedAt: string | null;
  /** When the incident was closed for good. */
  closedAt: string | null;
  /** When the incident was escalated. */
  escalatedAt: string | null;
  /** When the incident is to be resolved at the latest. */
  dueAt: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Kind of place concerned: a property, an entrance, a unit or a lease; null when unknown. */
  scopeType: "Property" | "Unit" | "Lease" | "Entrance" | null;
  /** Identifier of the place concerned; null when unknown. */
  scopeId: string | null;
  /** How far the partner who handles it is informed. */
  partnerSyncState: "not_applicable" | "pending" | "synced" | "failed" | "skipped";
  /** Why the partner is not informed; null when it is. */
  partnerSkipReason: string | null;
  /** True when informing the partner again may help. */
  partnerSyncRepairable: boolean;
  /** True when the partner has not answered for too long. */
  partnerSyncStale: boolean;
  /** True when the partner fetched it without a request of ours. */
  partnerPulled: boolean;
  /** Counts of the partner's steps; null without a partner. */
  partnerFollowupsSummary: PartnerFollowupsSummary | null;
}

/** The record `ListedLease`. */
export interface ListedLease {
  /** Identifier of the lease. */
  id: string;
  /** Reference that the agency gives the lease. */
  reference: string;
  /** Kind of lease, which decides the law that applies. */
  leaseType: "residential_unfurnished" | "residential_furnished" | "mobility" | "student" | "commercial" | "professional" | "derogatory" | "parking" | "storage" | "other";
  /** How far the lease is today, which its dates and its operations decide. */
  status: "draft" | "active" | "notice" | "ended" | "cancelled";
  /** First day of the lease. */
  startDate: string | null;
  /** Last day of the lease; null while it is not known. */
  endDate: string | null;
  /** Full name of that tenant; null without one. */
  tenantName: string | null;
  /** The main tenant; null without one. */
  tenantId: string | null;
  /** Identifier of the unit within its property, such as A12; null without a unit. */
  unitIdentifier: string | null;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** The property concerned; null where none is. */
  propertyId: string | null;
  /** Rent of all units today, charges included; null without a term. */
  monthlyRent: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  } | null;
  /** Whether rent is due before or after its period; before where it is null. */
  paymentTiming: "advance" | "arrears" | null;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Its units: today's in an answer; those to let, with their rents, in a body. */
  units: LeaseUnitRef[];
}

/** The record `ListedMandate`. */
export interface ListedMandate {
  /** Identifier of the mandate. */
  id: string;
  /** Reference that the agency gives the mandate. */
  reference: string;
  /** Whether the agency manages everything, only lets, or only divides charges. */
  mandateType: "full_management" | "rental_only" | "charges_only";
  /** How far the mandate is today, which its dates decide. */
  status: "draft" | "active" | "expired" | "terminated";
  /** Profile of the owner, as owner_profile_id takes it; null when unknown. */
  ownerId: string | null;
  /** The owner, by identifier; null when unknown. */
  ownerActorId: string | null;
  /** Full name of that owner; null without one. */
  ownerName: string | null;
  /** First property in the mandate; null where it covers every property of the owner. */
  propertyId: string | null;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** First day of the mandate. */
  startDate: string;
  /** Last day, renewals included; null is without end. */
  endDate: string | null;
  /** Fee of the agency, without VAT, as a part of the rent, in percent. */
  managementFeeRate: number | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Code of the mandate in the agency; null without one. */
  businessCode: string | null;
  /** Code of the owner in the agency; null without one. */
  ownerBusinessCode: string | null;
  /** Code of the property in the agency; null without one. */
  propertyBusinessCode: string | null;
  /** The properties under the mandate. */
  properties: MandateProperty[];
}

/** The record `ListedOwner`. */
export interface ListedOwner {
  /** Identifier of the owner as an actor. */
  id: string;
  /** Identifier by which mandates name the owner. */
  ownerProfileId: string;
  /** Company name, else first and last name, else e-mail address, else accounting code. */
  displayName: string;
  /** Person, company or SCI. */
  ownerType: "individual" | "company" | "sci";
  /** Auxiliary account of the owner in the book: PRO and four digits or more. */
  accountingCode: string | null;
  /** First name of the person, or of the company's contact. */
  firstName: string | null;
  /** Last name of the person, or of the company's contact. */
  lastName: string | null;
  /** E-mail address for letters and reminders. */
  email: string | null;
  /** Telephone number, as people write it. */
  phone: string | null;
  /** Registered name of the company. */
  companyName: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret: string | null;
  /** VAT number of the owner in the European Union, which invoices with VAT show; stored without spaces. */
  vatNumber: string | null;
  /** Number of the owner at the tax office. */
  taxId: string | null;
  /** Postal address, on one line or several. */
  address: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
}

/** The record `ListedPart`. */
export interface ListedPart {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The composed document that the part belongs to. */
  composed_document_id: string;
  /** Heading of the part, of at most 255 characters; null for none. */
  title: string | null;
  /** Language of the content: markdown, the default, or typst. */
  content_format: "typst" | "markdown";
  /** Who wrote the content: human (the default), agent (a program) or template. */
  content_source: "human" | "agent" | "template";
  /** Place on the page: content (the default), header, footer, signature or appendix. */
  part_type: "content" | "header" | "footer" | "signature" | "appendix";
  /** Order within the document, ascending; any whole number. */
  position: number;
  /** draft (the default), editing, ready, validated or locked; a new part is draft or editing. */
  status: "draft" | "editing" | "ready" | "validated" | "locked";
  /** Alignment of the content in its columns: left (the default), center or right. */
  alignment: "left" | "center" | "right";
  /** Width in columns of the page, from 1 to 12; 12 by default. */
  bsize: number;
  /** True when its row begins a new page. */
  page_break: boolean;
  /** Neighbouring parts with the same number share a row; null for a row of its own. */
  row_group: number | null;
  /** Key by which programs find the part: a-z, 0-9, _ and -, of at most 100 characters; null for none. */
  key: string | null;
  /** What the writer of the part is to do, of at most 10,000 characters. */
  instructions: string | null;
  /** Identifier of the user who writes the part; null when the part has no assignee. */
  assignee_id: string | null;
  /** Kind of assignee, of at most 255 characters, such as User. */
  assignee_type: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels. */
  metadata: Record<string, unknown>;
  /** Moment at which the part was locked, in UTC; null while it is not. */
  locked_at: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** Text of the part in its format, of at most 1,048,576 characters; in lists only with include=content. */
  content?: string;
}

/** The record `ListedPayment`. */
export interface ListedPayment {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Reference of the payment in the agency's books; null for none. */
  reference: string | null;
  /** Amount, in cents. */
  amountCents: number;
  /** ISO 4217 code of the currency; always EUR. */
  currency: string;
  /** Amount of the payment, above 0. */
  amount: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** Day on which the money arrived or left. */
  paymentDate: string;
  /** How it was paid: by transfer, direct debit, cheque, card, cash or another way. */
  paymentMethod: "bank_transfer" | "direct_debit" | "check" | "card" | "cash" | "caf" | "other";
  /** in (received) or out (paid). */
  direction: "inbound" | "outbound";
  /** Status of the payment: how much of it is allocated, or why it does not count. */
  status: "pending" | "received" | "partially_allocated" | "allocated" | "rejected" | "refunded" | "cancelled";
  /** Reference of that lease in the agency's books; null without one. */
  leaseReference: string | null;
  /** The lease concerned; null where none is. */
  leaseId: string | null;
  /** The bank account concerned; null where none is. */
  bankAccountId: string | null;
  /** Full name of that tenant; null without one. */
  tenantName: string | null;
  /** Who paid, where it was not the tenant; null otherwise. */
  payerId: string | null;
  /** Full name of that payer; null where the tenant paid. */
  payerName: string | null;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
}

/** The record `ListedProperty`. */
export interface ListedProperty {
  /** Identifier of the property. */
  id: string;
  /** Name that the agency gives the property. */
  name: string;
  /** Main use of the building: housing, business, or both. */
  propertyType: "residential" | "commercial" | "mixed";
  /** Street and number, on one line or several. */
  address: string | null;
  /** Town of the address. */
  city: string | null;
  /** Postal code of the address. */
  postalCode: string | null;
  /** Whether the building has an elevator. */
  hasElevator: boolean;
  /** Number of floors. */
  floorCount: number | null;
  /** Whether the agency still manages the property. */
  active: boolean;
  /** Identifier of the property in another system. */
  externalId: string | null;
  /** Code that the agency's staff use for the property. */
  businessCode: string | null;
  /** Code of the property in the owner's asset register. */
  patrimonyCode: string | null;
  /** Whether the property only groups others in searches, and is not itself managed. */
  navigationOnly: boolean;
  /** Number of units it has. */
  unitsCount: number;
  /** Number of units with an active lease today. */
  activeLeaseCount: number;
  /** Number of units that are let today. */
  occupiedCount: number;
  /** Number of units that stand empty today. */
  vacantCount: number;
  /** Living area of all units, in square metres; null when unknown. */
  totalSurface: number | null;
  /** Let units out of all, in percent from 0 to 100; null without units. */
  occupancyRate: number | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Keys by which charges are shared; in a body they replace all of them, at most 1,000. */
  shareKeys: ShareKey[];
}

/** The record `ListedTenant`. */
export interface ListedTenant {
  /** Identifier of the tenant as an actor. */
  id: string;
  /** Identifier of the tenant's profile in leases. */
  tenantProfileId: string;
  /** Trade name, else first and last name, else e-mail address, else accounting code. */
  displayName: string;
  /** Legal form of the tenant. */
  tenantType: "individual" | "company" | "association" | "public_body";
  /** First name of the person, or of the company's contact. */
  firstName: string | null;
  /** Last name of the person, or of the company's contact. */
  lastName: string | null;
  /** E-mail address for letters and reminders. */
  email: string | null;
  /** Telephone number, as people write it. */
  phone: string | null;
  /** Name under which the company trades. */
  tradeName: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
}

/** The record `ListedUnit`. */
export interface ListedUnit {
  /** Identifier of the unit. */
  id: string;
  /** Name of the unit within its property, such as A12. */
  identifier: string;
  /** Use that the unit is made for. */
  unitType: "apartment" | "office" | "retail" | "parking" | "storage";
  /** Floor area of the unit, in square metres. */
  areaSqm: number | null;
  /** Floor that the unit is on, as people write it. */
  floor: string | null;
  /** Number of the lot in the co-ownership. */
  lotNumber: string | null;
  /** Whether the agency still manages the unit. */
  active: boolean;
  /** Identifier of the unit in another system. */
  externalId: string | null;
  /** Day on which the agency took the unit over. */
  dateReception: string | null;
  /** Rooms, equipment and remarks, in free text. */
  description: string | null;
  /** How many shares of each key the unit has; in a body they replace all of them. */
  allocations: readonly UnitAllocation[];
  /** Where the unit is: its own address, or that of its entrance or property; null when unknown. */
  address: UnitAddress | null;
  /** Who owns the unit today. */
  owners: readonly UnitOwner[];
  /** The active lease of the unit; null when it is not let. */
  activeLease: UnitActiveLease | null;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
}

/** The record `LoginForm`. */
export interface LoginForm {
  /** The CSRF token of the form, bound to the browser session. */
  csrf: string;
  /** E-mail address of the user. */
  email: string;
  /** The password of the user, of 6 characters to 1,024 bytes. */
  password: string;
  /** Path on this server to which the browser goes after signing in. */
  return_to?: string;
}

/** The record `MadeConnector`. */
export interface MadeConnector {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the external system, of 1 to 255 characters. */
  name: string;
  /** What its key opens: portal (bank and incidents of one mandataire) or knowledge_graph. */
  area: "portal" | "knowledge_graph";
  /** The mandataire on which a portal connector acts; null for other areas. */
  mandataire_id: string | null;
  /** Workspaces that a knowledge_graph connector may describe, at most 100. */
  workspace_ids: string[];
  /** Moment from which its keys no longer work, in UTC; null while they do. */
  disabled_at: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** The key for the header X-Connector-Key, shown this once only. */
  key: string;
}

/** The record `Mandataire`. */
export interface Mandataire {
  /** Identifier of the mandataire. */
  id: string;
  /** Name of the agency. */
  name: string;
  /** Society that entries and accounting files name; 1 where it is null. */
  accountingCode: string | null;
  /** Legal form of the agency, such as SARL or SAS, for its letters. */
  legalForm: string | null;
  /** Share capital of the agency, for its letters, in cents. */
  shareCapitalCents: number | null;
  /** City whose registry of companies (RCS) lists the agency. */
  rcsCity: string | null;
  /** VAT number of the agency in the European Union, stored without spaces. */
  vatNumber: string | null;
  /** Number of the professional card (carte professionnelle), such as CPI 7501 2026 000 000 001. */
  cardNumber: string | null;
  /** Chamber that issued the professional card, such as CCI de Paris. */
  cardIssuer: string | null;
  /** Guarantor of the mandants' funds (loi 70-9, art. 3). */
  guarantorName: string | null;
  /** Postal address of the guarantor. */
  guarantorAddress: string | null;
  /** Telephone number of the agency, as its letters show it. */
  phone: string | null;
  /** E-mail address of the agency, as its letters show it. */
  email: string | null;
  /** Address of the agency's web site, as its letters show it. */
  website: string | null;
  /** Document with the picture at the head of the agency's letters, PNG or JPEG. */
  logoDocumentId: string | null;
}

/** The record `MandataireCreate`. */
export interface MandataireCreate {
  /** Name of the agency. */
  name: string;
  /** Society that entries and accounting files name; 1 where it is null. */
  accounting_code?: string | null;
  /** SIREN, nine digits without spaces; names the accounting file, which does not exist without it. */
  siren?: string | null;
  /** Whether periods follow the civil year or each lease's anniversary, unless mandate or lease differ. */
  billing_calendar?: "civil" | "anniversary";
  /** Month that the billing year begins with, 1 is January. */
  billing_cycle_month?: number;
  /** Whether owners are credited on receipt or on call, unless a mandate differs. */
  accounting_mode?: "cash" | "accrual";
  /** Account of the mandants' funds (décret 72-678, art. 55), from which payouts leave; stored without spaces. */
  iban?: string | null;
  /** BIC of the bank of the mandants' funds. */
  bic?: string | null;
  /** Postal address of the agency, on one line or several. */
  address?: string | null;
  /** Legal form of the agency, such as SARL or SAS, for its letters. */
  legal_form?: string | null;
  /** Share capital of the agency, for its letters, in cents. */
  share_capital_cents?: number | null;
  /** City whose registry of companies (RCS) lists the agency. */
  rcs_city?: string | null;
  /** VAT number of the agency in the European Union, stored without spaces. */
  vat_number?: string | null;
  /** Number of the professional card (carte professionnelle), such as CPI 7501 2026 000 000 001. */
  card_number?: string | null;
  /** Chamber that issued the professional card, such as CCI de Paris. */
  card_issuer?: string | null;
  /** Guarantor of the mandants' funds (loi 70-9, art. 3). */
  guarantor_name?: string | null;
  /** Postal address of the guarantor. */
  guarantor_address?: string | null;
  /** Telephone number of the agency, as its letters show it. */
  phone?: string | null;
  /** E-mail address of the agency, as its letters show it. */
  email?: string | null;
  /** Address of the agency's web site, as its letters show it. */
  website?: string | null;
  /** Document with the picture at the head of the agency's letters, PNG or JPEG. */
  logo_document_id?: string | null;
}

/** The record `MandataireInput`. */
export interface MandataireInput {
  /** Name of the agency. */
  name?: string;
  /** Society that entries and accounting files name; 1 where it is null. */
  accounting_code?: string | null;
  /** SIREN, nine digits without spaces; names the accounting file, which does not exist without it. */
  siren?: string | null;
  /** Whether periods follow the civil year or each lease's anniversary, unless mandate or lease differ. */
  billing_calendar?: "civil" | "anniversary";
  /** Month that the billing year begins with, 1 is January. */
  billing_cycle_month?: number;
  /** Whether owners are credited on receipt or on call, unless a mandate differs. */
  accounting_mode?: "cash" | "accrual";
  /** Account of the mandants' funds (décret 72-678, art. 55), from which payouts leave; stored without spaces. */
  iban?: string | null;
  /** BIC of the bank of the mandants' funds. */
  bic?: string | null;
  /** Postal address of the agency, on one line or several. */
  address?: string | null;
  /** Legal form of the agency, such as SARL or SAS, for its letters. */
  legal_form?: string | null;
  /** Share capital of the agency, for its letters, in cents. */
  share_capital_cents?: number | null;
  /** City whose registry of companies (RCS) lists the agency. */
  rcs_city?: string | null;
  /** VAT number of the agency in the European Union, stored without spaces. */
  vat_number?: string | null;
  /** Number of the professional card (carte professionnelle), such as CPI 7501 2026 000 000 001. */
  card_number?: string | null;
  /** Chamber that issued the professional card, such as CCI de Paris. */
  card_issuer?: string | null;
  /** Guarantor of the mandants' funds (loi 70-9, art. 3). */
  guarantor_name?: string | null;
  /** Postal address of the guarantor. */
  guarantor_address?: string | null;
  /** Telephone number of the agency, as its letters show it. */
  phone?: string | null;
  /** E-mail address of the agency, as its letters show it. */
  email?: string | null;
  /** Address of the agency's web site, as its letters show it. */
  website?: string | null;
  /** Document with the picture at the head of the agency's letters, PNG or JPEG. */
  logo_document_id?: string | null;
}

/** The record `MandataireMember`. */
export interface MandataireMember {
  /** The user concerned, by identifier. */
  user_id: string;
  /** The user, with name and e-mail address. */
  user: MandataireMemberUser;
  /** Moment at which the user was added, in UTC. */
  created_at: string;
}

/** The record `MandataireMemberInput`. */
export interface MandataireMemberInput {
  /** The user who becomes a member, by identifier. */
  user_id: string;
}

/** The record `MandataireMemberUser`. */
export interface MandataireMemberUser {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** First and last name, or the part of the e-mail address before the @. */
  display_name: string;
  /** E-mail address, of at most 254 characters; unique without regard to case. */
  email_address: string;
}

/** The record `Mandate`. */
export interface Mandate {
  /** Identifier of the mandate. */
  id: string;
  /** Reference that the agency gives the mandate. */
  reference: string;
  /** Whether the agency manages everything, only lets, or only divides charges. */
  mandateType: "full_management" | "rental_only" | "charges_only";
  /** How far the mandate is today, which its dates decide. */
  status: "draft" | "active" | "expired" | "terminated";
  /** Profile of the owner, as owner_profile_id takes it; null when unknown. */
  ownerId: string | null;
  /** The owner, by identifier; null when unknown. */
  ownerActorId: string | null;
  /** Full name of that owner; null without one. */
  ownerName: string | null;
  /** First property in the mandate; null where it covers every property of the owner. */
  propertyId: string | null;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** First day of the mandate. */
  startDate: string;
  /** Last day, renewals included; null is without end. */
  endDate: string | null;
  /** Fee of the agency, without VAT, as a part of the rent, in percent. */
  managementFeeRate: number | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Code of the mandate in the agency; null without one. */
  businessCode: string | null;
  /** Code of the owner in the agency; null without one. */
  ownerBusinessCode: string | null;
  /** Code of the property in the agency; null without one. */
  propertyBusinessCode: string | null;
  /** The properties under the mandate. */
  properties: MandateProperty[];
  /** Mandataire that keeps the record. */
  mandataireId: string;
  /** Day on which the owner signed. */
  signatureDate: string | null;
  /** Rate of VAT on fees; 20 where it is null, in percent. */
  vatRateOnFees: number | null;
  /** Renewal at the end: tacit, by agreement, or none. */
  renewalMode: "tacit" | "express" | "none" | null;
  /** Notice that either side gives to terminate, in months. */
  noticeMonths: number | null;
  /** Clauses beside the standard contract. */
  specialConditions: string | null;
  /** How often the owner is paid. */
  distributionFrequency: "monthly" | "quarterly" | "annual" | null;
  /** Day of the month on which the owner is paid. */
  distributionDay: number | null;
  /** Time between the receipt of a rent and its payment to the owner, in days. */
  distributionMarginDays: number | null;
  /** Whether the agency or the owner keeps the deposits of tenants. */
  depotGarantieDetention: "agency" | "owner" | null;
  /** Whether deductions from deposits go to the owner or to the agency; to the owner where it is null. */
  retenueDestination: "owner" | "agency" | null;
  /** Whether the owner is credited on receipt or on call; the mandataire's mode where it is null. */
  accountingMode: "cash" | "accrual" | null;
  /** When the owner is credited: cash (at collection) or accrual (when rent is called). */
  effectiveAccountingMode: "cash" | "accrual";
  /** Services beside management; in a body they replace all of them, at most 1,000. */
  mandateServices: MandateService[];
}

/** The record `MandateCreate`. */
export interface MandateCreate {
  /** Profile of the owner who gives the mandate. */
  owner_profile_id: string;
  /** The property under the mandate; all of the owner's when absent. */
  property_id?: string;
  /** Reference that the agency gives the mandate. */
  reference: string;
  /** Whether the agency manages everything, only lets, or only divides charges. */
  mandate_type?: "full_management" | "rental_only" | "charges_only";
  /** First day of the mandate. */
  start_date: string;
  /** Last day, renewals included; null is without end. */
  end_date?: string | null;
  /** Fee of the agency, without VAT, as a part of the rent, in percent. */
  management_fee_rate?: number;
  /** Day on which the owner signed. */
  signature_date?: string | null;
  /** Rate of VAT on fees; 20 where it is null, in percent. */
  vat_rate_on_fees?: number | null;
  /** Renewal at the end: tacit, by agreement, or none. */
  renewal_mode?: "tacit" | "express" | "none" | null;
  /** Notice that either side gives to terminate, in months. */
  notice_months?: number | null;
  /** Clauses beside the standard contract. */
  special_conditions?: string | null;
  /** How often the owner is paid. */
  distribution_frequency?: "monthly" | "quarterly" | "annual" | null;
  /** Day of the month on which the owner is paid. */
  distribution_day?: number | null;
  /** Time between the receipt of a rent and its payment to the owner, in days. */
  distribution_margin_days?: number | null;
  /** Whether the agency or the owner keeps the deposits of tenants. */
  depot_garantie_detention?: "agency" | "owner" | null;
  /** Whether deductions from deposits go to the owner or to the agency; to the owner where it is null. */
  retenue_destination?: "owner" | "agency" | null;
  /** Whether the owner is credited on receipt or on call; the mandataire's mode where it is null. */
  accounting_mode?: "cash" | "accrual" | null;
  /** Services beside management; in a body they replace all of them, at most 1,000. */
  mandate_services?: readonly MandateServiceInput[];
}

/** The record `MandateExtend`. */
export interface MandateExtend {
  /** The new last day, later than the present one. */
  new_end_date: string;
}

/** The record `MandateInput`. */
export interface MandateInput {
  /** The properties under the mandate from now on. */
  property_ids?: readonly string[];
  /** Reference that the agency gives the mandate. */
  reference?: string;
  /** Whether the agency manages everything, only lets, or only divides charges. */
  mandate_type?: "full_management" | "rental_only" | "charges_only";
  /** First day of the mandate. */
  start_date?: string;
  /** Last day, renewals included; null is without end. */
  end_date?: string | null;
  /** Fee of the agency, without VAT, as a part of the rent, in percent. */
  management_fee_rate?: number;
  /** Day on which the owner signed. */
  signature_date?: string | null;
  /** Rate of VAT on fees; 20 where it is null, in percent. */
  vat_rate_on_fees?: number | null;
  /** Renewal at the end: tacit, by agreement, or none. */
  renewal_mode?: "tacit" | "express" | "none" | null;
  /** Notice that either side gives to terminate, in months. */
  notice_months?: number | null;
  /** Clauses beside the standard contract. */
  special_conditions?: string | null;
  /** How often the owner is paid. */
  distribution_frequency?: "monthly" | "quarterly" | "annual" | null;
  /** Day of the month on which the owner is paid. */
  distribution_day?: number | null;
  /** Time between the receipt of a rent and its payment to the owner, in days. */
  distribution_margin_days?: number | null;
  /** Whether the agency or the owner keeps the deposits of tenants. */
  depot_garantie_detention?: "agency" | "owner" | null;
  /** Whether deductions from deposits go to the owner or to the agency; to the owner where it is null. */
  retenue_destination?: "owner" | "agency" | null;
  /** Whether the owner is credited on receipt or on call; the mandataire's mode where it is null. */
  accounting_mode?: "cash" | "accrual" | null;
  /** Services beside management; in a body they replace all of them, at most 1,000. */
  mandate_services?: readonly MandateServiceInput[];
}

/** The record `MandateProperty`. */
export interface MandateProperty {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the property. */
  name: string;
  /** Code of the property in the agency; null without one. */
  businessCode: string | null;
}

/** The record `MandateService`. */
export interface MandateService {
  /** Identifier of the service. */
  id: string;
  /** Kind of service, such as letting or an inventory. */
  serviceType: string;
  /** Name of the service on statements. */
  label: string | null;
  /** Whether the price is a percentage, fixed, by unit or by event. */
  billingMode: "percentage" | "fixed" | "per_unit" | "per_event";
  /** Price of a service that is billed as a percentage, in percent. */
  rate: number | null;
  /** Price of a service that is not a percentage, without VAT, in cents. */
  amountCents: number | null;
  /** Amount that the percentage is taken of. */
  calculationBase: "rent_excl_tax" | "rent_and_charges_excl_tax" | "total_incl_tax" | null;
  /** How often the service is billed. */
  frequency: string | null;
  /** Event that makes the service due, such as a new lease. */
  triggerEvent: string | null;
  /** Whether the owner or the tenant pays. */
  target: "owner" | "tenant";
  /** Who performs the service, such as the agency or a contractor. */
  deliveryMode: string | null;
  /** Whether the price bears VAT; fees of an agency do. */
  vatApplicable: boolean;
  /** Rate of VAT of the service, in percent. */
  vatRate: number | null;
  /** Rank that the client gives the service; answers follow the order of the array. */
  priority: number | null;
  /** Whether the service is still billed; of an inactive one only the events from before are. */
  active: boolean;
  /** Number that the client keeps its own order by; answers follow the order of the array. */
  position: number | null;
}

/** The record `MandateServiceInput`. */
export interface MandateServiceInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** Kind of service, such as letting or an inventory. */
  service_type?: string;
  /** Name of the service on statements. */
  label?: string | null;
  /** Whether the price is a percentage, fixed, by unit or by event. */
  billing_mode?: "percentage" | "fixed" | "per_unit" | "per_event";
  /** Price of a service that is billed as a percentage, in percent. */
  rate?: number | null;
  /** Price of a service that is not a percentage, without VAT, in cents. */
  amount_cents?: number | null;
  /** Amount that the percentage is taken of. */
  calculation_base?: "rent_excl_tax" | "rent_and_charges_excl_tax" | "total_incl_tax" | null;
  /** How often the service is billed. */
  frequency?: string | null;
  /** Event that makes the service due, such as a new lease. */
  trigger_event?: string | null;
  /** Whether the owner or the tenant pays. */
  target?: "owner" | "tenant";
  /** Who performs the service, such as the agency or a contractor. */
  delivery_mode?: string | null;
  /** Whether the price bears VAT; fees of an agency do. */
  vat_applicable?: boolean;
  /** Rate of VAT of the service, in percent. */
  vat_rate?: number | null;
  /** Rank that the client gives the service; answers follow the order of the array. */
  priority?: number | null;
  /** Whether the service is still billed; of an inactive one only the events from before are. */
  active?: boolean;
  /** Number that the client keeps its own order by; answers follow the order of the array. */
  position?: number | null;
}

/** The record `MandateTerminate`. */
export interface MandateTerminate {
  /** Day on which the mandate ends, today or later; today by default. */
  termination_date?: string;
  /** Why, for those who read it later; none by default. */
  reason?: string;
}

/** The record `MassCommunication`. */
export interface MassCommunication {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Key of the template from which each recipient's document is made. */
  template_key: string;
  /** Name of the documents, of 1 to 255 characters on one line; that of the template by default. */
  name: string;
  /** Values of variables for all recipients by name: a JSON object of at most 64 KiB. */
  variables: Record<string, unknown>;
  /** Who gets a document, at most 10,000 people. */
  recipients: MassCommunicationRecipients;
  /** The folder for the documents; null for none. */
  folder_id: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id: string | null;
  /** pending, processing, completed, failed or cancelled. */
  status: "pending" | "in_progress" | "completed" | "failed" | "cancelled";
  /** Number of documents to make, one for each recipient. */
  total_files: number;
  /** Number of recipients whose outcome is known. */
  processed_files: number;
  /** Number of documents made. */
  successful_files: number;
  /** Number of recipients without a document. */
  failed_files: number;
  /** Recipients whose outcome is known, in percent from 0 to 100. */
  progress: number;
  /** The first hundred recipients without a document. */
  failures: MassCommunicationFailure[];
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `MassCommunicationCreate`. */
export interface MassCommunicationCreate {
  /** Key of the template from which each recipient's document is made. */
  template_key: string;
  /** Name of the documents, of 1 to 255 characters on one line; that of the template by default. */
  name?: string;
  /** Values of variables for all recipients by name: a JSON object of at most 64 KiB. */
  variables?: Record<string, unknown> | null;
  /** Who gets a document, at most 10,000 people. */
  recipients: MassCommunicationRecipientsInput;
  /** The folder for the documents; null for none. */
  folder_id?: string | null;
  /** The workspace it belongs to; null outside workspaces. */
  workspace_id?: string | null;
}

/** The record `MassCommunicationFailure`. */
export interface MassCommunicationFailure {
  /** E-mail address of the recipient. */
  email_address: string;
  /** Why there is no document, of at most 500 characters. */
  message: string;
}

/** The record `MassCommunicationRecipients`. */
export interface MassCommunicationRecipients {
  /** Contacts who get a document. */
  contact_ids: string[];
  /** Users who get a document. */
  user_ids: string[];
  /** Groups whose members get a document. */
  group_ids: string[];
}

/** The record `MassCommunicationRecipientsInput`. */
export interface MassCommunicationRecipientsInput {
  /** Contacts who get a document. */
  contact_ids?: readonly string[] | null;
  /** Users who get a document. */
  user_ids?: readonly string[] | null;
  /** Groups whose members get a document. */
  group_ids?: readonly string[] | null;
}

/** The record `NextPublicationInfo`. */
export interface NextPublicationInfo {
  /** Quarter of the missing value, such as 2026-Q2. */
  period: string;
  /** Day on which INSEE is expected to publish it; null when unknown. */
  expectedDate: string | null;
}

/** The record `OAuthApplication`. */
export interface OAuthApplication {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Public identifier of the application in OAuth requests. */
  client_id: string;
  /** Name that users see on the consent page, of 1 to 255 characters. */
  name: string;
  /** Addresses to which users may be sent back, at most 100 of at most 2,048 bytes each. */
  redirect_uris: string[];
  /** Scopes that the application may ask for: read, write, admin. */
  scopes: ("read" | "write" | "admin")[];
  /** Scopes of a request that names none; read by default. */
  default_scopes: ("read" | "write" | "admin")[];
  /** True when it can keep a secret, as a server can; false for apps in browsers and on phones. */
  confidential: boolean;
  /** True to skip consent and to allow the password grant; false by default. */
  trusted: boolean;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
}

/** The record `OAuthApplicationCreate`. */
export interface OAuthApplicationCreate {
  /** Name that users see on the consent page, of 1 to 255 characters. */
  name: string;
  /** Addresses to which users may be sent back, at most 100 of at most 2,048 bytes each. */
  redirect_uris: readonly string[];
  /** Scopes that the application may ask for: read, write, admin. */
  scopes?: readonly ("read" | "write" | "admin")[];
  /** Scopes of a request that names none; read by default. */
  default_scopes?: readonly ("read" | "write" | "admin")[];
  /** True when it can keep a secret, as a server can; false for apps in browsers and on phones. */
  confidential?: boolean;
  /** True to skip consent and to allow the password grant; false by default. */
  trusted?: boolean;
}

/** The record `Owner`. */
export interface Owner {
  /** Identifier of the owner as an actor. */
  id: string;
  /** Identifier by which mandates name the owner. */
  profileId: string;
  /** First and last name, or the name of the company. */
  name: string;
  /** Whether it is a person or a company; null when unknown. */
  contactType: string | null;
  /** Legal form or civil title, as a word; null when unknown. */
  subType: string | null;
  /** Auxiliary account in the books, such as PRO0001 or LOC0001; null before the first entry. */
  code: string | null;
  /** First name of the person, or of the company's contact. */
  firstName: string | null;
  /** Last name of the person, or of the company's contact. */
  lastName: string | null;
  /** E-mail address for letters and reminders. */
  email: string | null;
  /** Telephone number, as people write it. */
  phone: string | null;
  /** Registered name of the company. */
  companyName: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret: string | null;
  /** VAT number of the owner in the European Union, which invoices with VAT show; stored without spaces. */
  vatNumber: string | null;
  /** Number of the owner at the tax office. */
  taxId: string | null;
  /** Postal address, on one line or several. */
  address: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Bank accounts; in a body they replace all of them, at most 1,000. */
  bankAccounts: BankAccount[];
  /** What the owner owns today. */
  ownerships: OwnerOwnership[];
  /** The properties in which the owner owns units. */
  properties: OwnerProperty[];
  /** The mandates of the owner. */
  mandates: OwnerMandate[];
}

/** The record `OwnerCreate`. */
export interface OwnerCreate {
  /** E-mail address for letters and reminders. */
  email_address?: string | null;
  /** Telephone number, as people write it. */
  phone_number?: string | null;
  /** First name of the person, or of the company's contact. */
  first_name: string;
  /** Last name of the person, or of the company's contact. */
  last_name?: string | null;
  /** Person, company or SCI. */
  owner_type?: "individual" | "company" | "sci";
  /** Registered name of the company. */
  company_name?: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret?: string | null;
  /** VAT number of the owner in the European Union, which invoices with VAT show; stored without spaces. */
  vat_number?: string | null;
  /** Number of the owner at the tax office. */
  tax_id?: string | null;
  /** Postal address, on one line or several. */
  address?: string | null;
  /** Auxiliary account to use in the books; the next free one by default. */
  accounting_code?: string;
  /** Bank accounts; in a body they replace all of them, at most 1,000. */
  bank_accounts?: readonly BankAccountInput[];
}

/** The record `OwnerInput`. */
export interface OwnerInput {
  /** E-mail address for letters and reminders. */
  email_address?: string | null;
  /** Telephone number, as people write it. */
  phone_number?: string | null;
  /** First name of the person, or of the company's contact. */
  first_name?: string;
  /** Last name of the person, or of the company's contact. */
  last_name?: string | null;
  /** Person, company or SCI. */
  owner_type?: "individual" | "company" | "sci";
  /** Registered name of the company. */
  company_name?: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret?: string | null;
  /** VAT number of the owner in the European Union, which invoices with VAT show; stored without spaces. */
  vat_number?: string | null;
  /** Number of the owner at the tax office. */
  tax_id?: string | null;
  /** Postal address, on one line or several. */
  address?: string | null;
  /** Bank accounts; in a body they replace all of them, at most 1,000. */
  bank_accounts?: readonly BankAccountInput[];
}

/** The record `OwnerMandate`. */
export interface OwnerMandate {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Reference in the agency's books. */
  reference: string;
  /** Type of the mandate, as a word. */
  mandateType: string;
  /** Status as of today: draft, active, ended and the like. */
  status: string;
  /** First day, inclusive; null when not known yet. */
  startDate: string;
  /** Last day, inclusive; null for no end. */
  endDate: string | null;
}

/** The record `OwnerOwnership`. */
export interface OwnerOwnership {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** The property concerned; null where none is. */
  propertyId: string | null;
  /** Identifier of the unit within its property, such as A12; null without a unit. */
  unitIdentifier: string;
  /** The unit concerned, by identifier. */
  unitId: string;
  /** Numerator of the share: 1 in 1/2. */
  shareNumerator: number;
  /** Denominator of the share: 2 in 1/2. */
  shareDenominator: number;
}

/** The record `OwnerPaymentsSummary`. */
export interface OwnerPaymentsSummary {
  /** Number of payments or rent calls. */
  count: number;
  /** Sum before fees, in euros with two decimal places. */
  totalGross: string;
  /** Sum after fees, in euros with two decimal places. */
  totalNet: string;
}

/** The record `OwnerPayout`. */
export interface OwnerPayout {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Reference of the payout, unique in the agency. */
  reference: string;
  /** Whether an owner is paid, or a deposit goes back to its tenant. */
  kind: "owner" | "deposit";
  /** The owner; null for a deposit. */
  ownerId: string | null;
  /** Name of who is paid, when the payout was ordered. */
  ownerName: string;
  /** The tenant of a deposit; null for a payout to an owner. */
  tenantId: string | null;
  /** The deposit that is returned; null for an owner. */
  securityDepositId: string | null;
  /** The run that ordered the payout; null for a deposit. */
  billingRunId: string | null;
  /** Amount, in cents. */
  amountCents: number;
  /** ISO 4217 code of the currency; always EUR. */
  currency: "EUR";
  /** How far the payout is: ordered, in a file, executed by the bank or failed. */
  status: "blocked" | "ordered" | "transmitted" | "executed" | "failed" | "cancelled";
  /** Moment at which the run ordered it, in UTC. */
  orderedAt: string;
  /** Moment at which the bank executed it, in UTC; null before. */
  executedAt: string | null;
  /** Moment at which it went into a payment file, in UTC; null before. */
  transmittedAt: string | null;
  /** The payment file that holds it; null for none. */
  exportId: string | null;
  /** The owner's account it goes to; null without one. */
  bankAccountId: string | null;
}

/** The record `OwnerProperty`. */
export interface OwnerProperty {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the property. */
  name: string;
  /** Kind of property, as a word. */
  propertyType: string;
  /** Street of the property; null when unknown. */
  address: string | null;
  /** Town of the property; null when unknown. */
  city: string | null;
  /** Number of its units that the owner owns, wholly or in part. */
  unitsOwned: number;
}

/** The record `OwnerStatement`. */
export interface OwnerStatement {
  /** The owner whose statement this is. */
  ownerId: string;
  /** Full name of that owner; null without one. */
  ownerName: string;
  /** First day covered, inclusive; null for the beginning of the books. */
  from: string | null;
  /** Last day covered, inclusive; null for the end of the books. */
  to: string | null;
  /** Balance before the first line, in euros with two decimal places. */
  openingBalance: string;
  /** The movements in order of day, each with the balance after it. */
  lines: OwnerStatementLine[];
  /** Sum of the debits, in euros with two decimal places. */
  totalDebit: string;
  /** Sum of the credits, in euros with two decimal places. */
  totalCredit: string;
  /** Balance after the last line, in euros with two decimal places. */
  closingBalance: string;
  /** The same period by property, unit and tenant, then fees, invoices, premiums and payouts. */
  sections: OwnerStatementSections;
}

/** The record `OwnerStatementAmount`. */
export interface OwnerStatementAmount {
  /** Day of the amount in the books. */
  on: string;
  /** What the amount is, in French. */
  label: string;
  /** The amount, in cents. */
  amountCents: number;
}

/** The record `OwnerStatementFee`. */
export interface OwnerStatementFee {
  /** management_fee (on the rent) or service_fee (other services). */
  kind: "management_fee" | "service_fee";
  /** Amount without VAT, in cents. */
  htCents: number;
  /** VAT, in cents. */
  vatCents: number;
  /** Amount with VAT, in cents. */
  ttcCents: number;
}

/** The record `OwnerStatementLine`. */
export interface OwnerStatementLine {
  /** Day of the entry in the books. */
  date: string;
  /** Code of the journal: LOYERS (rents), CHARGES, BANQUE (bank), PROPRIO (owners) or OD (other). */
  journal: string;
  /** Number of the entry in its journal. */
  reference: string;
  /** What the line records, in French. */
  label: string;
  /** Amount on the debit side, in euros with two decimal places. */
  debit: string;
  /** Amount on the credit side, in euros with two decimal places. */
  credit: string;
  /** What the agency owes the owner after the line, in euros with two decimal places: credit minus debit. */
  balance: string;
}

/** The record `OwnerStatementPayout`. */
export interface OwnerStatementPayout {
  /** Reference of the payout. */
  reference: string;
  /** Day of the amount in the books. */
  on: string;
  /** The amount, in cents. */
  amountCents: number;
}

/** The record `OwnerStatementProperty`. */
export interface OwnerStatementProperty {
  /** The property concerned; null where none is. */
  propertyId: string | null;
  /** Name of the property or of the tenant when it was billed; null if unknown. */
  name: string | null;
  /** Units of the property, by identifier. */
  units: OwnerStatementUnit[];
}

/** The record `OwnerStatementSections`. */
export interface OwnerStatementSections {
  /** Properties with units in which something was called, received or is owed. */
  properties: OwnerStatementProperty[];
  /** Fees of the agency by kind. */
  fees: OwnerStatementFee[];
  /** Suppliers' invoices that the owner bears. */
  invoices: OwnerStatementAmount[];
  /** Insurance premiums that the owner bears. */
  premiums: OwnerStatementAmount[];
  /** Transfers to the owner. */
  payouts: OwnerStatementPayout[];
  /** Balance before the period, in cents; positive in the owner's favour. */
  openingCents: number;
  /** Balance at the end of the period, in cents; positive in the owner's favour. */
  closingCents: number;
  /** Amounts by line of the declaration of rents (form 2044), as help and not as advice; null without a year. */
  taxHelp: OwnerStatementTaxLine[] | null;
}

/** The record `OwnerStatementTaxLine`. */
export interface OwnerStatementTaxLine {
  /** Line of form 2044. */
  line: string;
  /** What the amount is, in French. */
  label: string;
  /** The amount of the line, in cents. */
  cents: number;
}

/** The record `OwnerStatementTenant`. */
export interface OwnerStatementTenant {
  /** The tenant concerned; null where none is. */
  tenantId: string | null;
  /** Name of the property or of the tenant when it was billed; null if unknown. */
  name: string | null;
  /** The lease concerned; null where none is. */
  leaseId: string | null;
  /** The owner's part of what was called in the period, VAT included, in cents. */
  calledCents: number;
  /** The owner's part of the rent received in the period, without VAT, in cents. */
  receivedRentCents: number;
  /** The owner's part of the charges received in the period, without VAT, in cents. */
  receivedChargesCents: number;
  /** The owner's part of the VAT received in the period, in cents. */
  receivedVatCents: number;
  /** The owner's part of what the tenant owes at the end of the period, in cents. */
  owedCents: number;
}

/** The record `OwnerStatementUnit`. */
export interface OwnerStatementUnit {
  /** The unit concerned, by identifier. */
  unitId: string | null;
  /** Identifier of the unit in its property. */
  identifier: string | null;
  /** Tenants of the unit, each lease apart. */
  tenants: OwnerStatementTenant[];
}

/** The record `Ownership`. */
export interface Ownership {
  /** Identifier of the ownership. */
  id: string;
  /** Owner who has the part. */
  ownerId: string;
  /** Unit of which the owner has a part. */
  unitId: string;
  /** Numerator of the part, 1 in 1/3. */
  shareNumerator: number;
  /** Denominator of the part, 3 in 1/3. */
  shareDenominator: number;
  /** First day of the ownership; null is always before. */
  validFrom: string | null;
  /** Last day of the ownership; null is without end. */
  validTo: string | null;
  /** Day of the deed, which may differ from the first day. */
  acquisitionDate: string | null;
  /** How the owner came to have the part. */
  acquisitionType: "purchase" | "inheritance" | "donation" | "division" | "contribution" | "other" | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Mandataire that keeps the ownership. */
  mandataireId: string;
}

/** The record `OwnershipCreate`. */
export interface OwnershipCreate {
  /** Owner who has the part. */
  owner_id: string;
  /** Unit of which the owner has a part. */
  unit_id: string;
  /** Numerator of the part, 1 in 1/3. */
  share_numerator: number;
  /** Denominator of the part, 3 in 1/3. */
  share_denominator: number;
  /** First day of the ownership; null is always before. */
  valid_from?: string | null;
  /** Last day of the ownership; null is without end. */
  valid_to?: string | null;
  /** Day of the deed, which may differ from the first day. */
  acquisition_date?: string | null;
  /** How the owner came to have the part. */
  acquisition_type?: "purchase" | "inheritance" | "donation" | "division" | "contribution" | "other";
}

/** The record `OwnershipInput`. */
export interface OwnershipInput {
  /** Owner who has the part. */
  owner_id?: string;
  /** Unit of which the owner has a part. */
  unit_id?: string;
  /** Numerator of the part, 1 in 1/3. */
  share_numerator?: number;
  /** Denominator of the part, 3 in 1/3. */
  share_denominator?: number;
  /** First day of the ownership; null is always before. */
  valid_from?: string | null;
  /** Last day of the ownership; null is without end. */
  valid_to?: string | null;
  /** Day of the deed, which may differ from the first day. */
  acquisition_date?: string | null;
  /** How the owner came to have the part. */
  acquisition_type?: "purchase" | "inheritance" | "donation" | "division" | "contribution" | "other";
}

/** The record `Part`. */
export interface Part {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The composed document that the part belongs to. */
  composed_document_id: string;
  /** Heading of the part, of at most 255 characters; null for none. */
  title: string | null;
  /** Language of the content: markdown, the default, or typst. */
  content_format: "typst" | "markdown";
  /** Who wrote the content: human (the default), agent (a program) or template. */
  content_source: "human" | "agent" | "template";
  /** Place on the page: content (the default), header, footer, signature or appendix. */
  part_type: "content" | "header" | "footer" | "signature" | "appendix";
  /** Order within the document, ascending; any whole number. */
  position: number;
  /** draft (the default), editing, ready, validated or locked; a new part is draft or editing. */
  status: "draft" | "editing" | "ready" | "validated" | "locked";
  /** Alignment of the content in its columns: left (the default), center or right. */
  alignment: "left" | "center" | "right";
  /** Width in columns of the page, from 1 to 12; 12 by default. */
  bsize: number;
  /** True when its row begins a new page. */
  page_break: boolean;
  /** Neighbouring parts with the same number share a row; null for a row of its own. */
  row_group: number | null;
  /** Key by which programs find the part: a-z, 0-9, _ and -, of at most 100 characters; null for none. */
  key: string | null;
  /** What the writer of the part is to do, of at most 10,000 characters. */
  instructions: string | null;
  /** Identifier of the user who writes the part; null when the part has no assignee. */
  assignee_id: string | null;
  /** Kind of assignee, of at most 255 characters, such as User. */
  assignee_type: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels. */
  metadata: Record<string, unknown>;
  /** Moment at which the part was locked, in UTC; null while it is not. */
  locked_at: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** Text of the part in its format, of at most 1,048,576 characters; in lists only with include=content. */
  content: string;
}

/** The record `PartInput`. */
export interface PartInput {
  /** Heading of the part, of at most 255 characters; null for none. */
  title?: string | null;
  /** Text of the part in its format, of at most 1,048,576 characters; in lists only with include=content. */
  content?: string;
  /** Language of the content: markdown, the default, or typst. */
  content_format?: "typst" | "markdown";
  /** Who wrote the content: human (the default), agent (a program) or template. */
  content_source?: "human" | "agent" | "template";
  /** Place on the page: content (the default), header, footer, signature or appendix. */
  part_type?: "content" | "header" | "footer" | "signature" | "appendix";
  /** Order within the document, ascending; any whole number. */
  position?: number;
  /** draft (the default), editing, ready, validated or locked; a new part is draft or editing. */
  status?: "draft" | "editing" | "ready" | "validated" | "locked";
  /** Alignment of the content in its columns: left (the default), center or right. */
  alignment?: "left" | "center" | "right";
  /** Width in columns of the page, from 1 to 12; 12 by default. */
  bsize?: number;
  /** True when its row begins a new page. */
  page_break?: boolean;
  /** Neighbouring parts with the same number share a row; null for a row of its own. */
  row_group?: number | null;
  /** Key by which programs find the part: a-z, 0-9, _ and -, of at most 100 characters; null for none. */
  key?: string | null;
  /** What the writer of the part is to do, of at most 10,000 characters. */
  instructions?: string | null;
  /** Identifier of the user who writes the part; null when the part has no assignee. */
  assignee_id?: string | null;
  /** Kind of assignee, of at most 255 characters, such as User. */
  assignee_type?: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels. */
  metadata?: Record<string, unknown> | null;
}

/** The record `PartPosition`. */
export interface PartPosition {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Order within the document, ascending; any whole number. */
  position: number;
}

/** The record `PartnerFollowupStep`. */
export interface PartnerFollowupStep {
  /** Code of the step at the partner. */
  code: string;
  /** Program that requested the step; null when unknown. */
  source: string | null;
  /** How far it is, as the partner says; null when unknown. */
  status: string;
  /** Instant of the request for the step, in UTC; null before. */
  emittedAt: string | null;
  /** Moment of confirmation, in UTC; null before. */
  verifiedAt: string | null;
  /** How many times it was tried. */
  attempts: number;
  /** Why the latest attempt failed; null for none. */
  error: string | null;
}

/** The record `PartnerFollowups`. */
export interface PartnerFollowups {
  /** What the latest exchange was about; null before the first one. */
  event: string | null;
  /** Number of messages the partner accepted; null before. */
  posted: number | null;
  /** Number of messages the partner refused; null before. */
  errored: number | null;
  /** Errors that the partner reported. */
  errors: string[];
  /** Moment of the latest exchange, in UTC; null before. */
  at: string | null;
}

/** The record `PartnerFollowupsSummary`. */
export interface PartnerFollowupsSummary {
  /** Number of steps the partner is to take. */
  total: number;
  /** Number of steps taken and confirmed. */
  verified: number;
  /** Number of steps still to be taken. */
  pending: number;
  /** Number of steps that went wrong. */
  failed: number;
  /** How far it is, as the partner says; null when unknown. */
  status: string | null;
}

/** The record `PartsReorder`. */
export interface PartsReorder {
  /** The new positions; parts that are not named keep theirs. */
  parts: readonly PartPosition[];
}

/** The record `Payment`. */
export interface Payment {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Reference of the payment in the agency's books; null for none. */
  reference: string | null;
  /** Amount, in cents. */
  amountCents: number;
  /** ISO 4217 code of the currency; always EUR. */
  currency: string;
  /** Amount of the payment, above 0. */
  amount: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** Day on which the money arrived or left. */
  paymentDate: string;
  /** How it was paid: by transfer, direct debit, cheque, card, cash or another way. */
  paymentMethod: "bank_transfer" | "direct_debit" | "check" | "card" | "cash" | "caf" | "other";
  /** in (received) or out (paid). */
  direction: "inbound" | "outbound";
  /** Status of the payment: how much of it is allocated, or why it does not count. */
  status: "pending" | "received" | "partially_allocated" | "allocated" | "rejected" | "refunded" | "cancelled";
  /** Reference of that lease in the agency's books; null without one. */
  leaseReference: string | null;
  /** The lease concerned; null where none is. */
  leaseId: string | null;
  /** The bank account concerned; null where none is. */
  bankAccountId: string | null;
  /** Full name of that tenant; null without one. */
  tenantName: string | null;
  /** Who paid, where it was not the tenant; null otherwise. */
  payerId: string | null;
  /** Full name of that payer; null where the tenant paid. */
  payerName: string | null;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The bank transaction that brought it; null for none. */
  bankTransaction: PaymentBankTransaction | null;
  /** What the payment settles, each with its amount. */
  allocations: PaymentAllocation[];
  /** What has been used to settle amounts due. */
  allocatedAmount: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** What is left to settle other amounts. */
  remainingAmount: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
}

/** The record `PaymentAllocation`. */
export interface PaymentAllocation {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Part of the payment used here, in cents. */
  allocatedAmountCents: number;
  /** What has been used to settle amounts due. */
  allocatedAmount: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** The line of a billing run that it settles; null for another amount. */
  billingLineId: string | null;
  /** Month of that line, as YYYY-MM; null without a line. */
  billingLinePeriod: string | null;
  /** Amount of that line, in euros with two decimal places; null without a line. */
  billingLineComputedAmount: string | null;
  /** Day on which the part was used. */
  allocationDate: string;
  /** Status of the payment: how much of it is allocated, or why it does not count. */
  status: "allocated" | "reversed";
}

/** The record `PaymentBankTransaction`. */
export interface PaymentBankTransaction {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Text of the bank; null without one. */
  label: string | null;
  /** Amount of the payment, above 0. */
  amount: {
    /** The amount as a whole number, in cents. */
    cents: number;
    /** ISO 4217 code of the currency; always EUR. */
    currency: string;
    /** The value as a French reader expects it, such as 1 234,56 €. */
    formatted: string;
  };
  /** Day of the transaction at the bank. */
  transactionDate: string;
}

/** The record `PayoutExport`. */
export interface PayoutExport {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Format of the payment file: a version of ISO 20022 pain.001. */
  format: "pain.001";
  /** Identifier of the file for the bank, unique in the agency. */
  messageId: string;
  /** Number of payouts in the file. */
  payoutsCount: number;
  /** Sum of the payouts, in euros with two decimal places. */
  totalAmount: string;
  /** The payouts in the file, by identifier. */
  payoutIds: string[];
  /** The payouts in the file with what became of them. */
  payouts: ExportedPayout[];
  /** Last day on which it is retained: ten years from the close of its year (Code de commerce, art. L123-22). */
  retainUntil: string;
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
  /** Path from which the file is downloaded, relative to this server. */
  downloadUrl: string;
}

/** The record `PayoutExportInput`. */
export interface PayoutExportInput {
  /** Format of the payment file: a version of ISO 20022 pain.001. */
  format: "pain.001";
  /** Payouts to export, at most 1,000; all that are due by default. */
  ids?: readonly string[];
}

/** The record `Permission`. */
export interface Permission {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Who has the permission: a user or a group. */
  subject_type: "user" | "group";
  /** Identifier of that user or group. */
  subject_id: string;
  /** That user or group, with a name. */
  subject: PersonRef | GroupRef;
  /** read, write (includes read) or manage (includes both and changing permissions); null for none. */
  level: "read" | "write" | "manage";
  /** Kind of resource on which it was granted. */
  resource_type: "workspace" | "folder" | "document";
  /** Identifier of the resource on which it was granted. */
  resource_id: string;
  /** True when it was granted further up: on a folder above or on the workspace. */
  inherited: boolean;
  /** The resource further up on which it was granted; null for a direct permission. */
  inherited_from: PermissionSource | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `PermissionCreate`. */
export interface PermissionCreate {
  /** Who has the permission: a user or a group. */
  subject_type: "user" | "group";
  /** Identifier of that user or group. */
  subject_id: string;
  /** read, write (includes read) or manage (includes both and changing permissions); null for none. */
  level: "read" | "write" | "manage";
}

/** The record `PermissionInput`. */
export interface PermissionInput {
  /** read, write (includes read) or manage (includes both and changing permissions); null for none. */
  level?: "read" | "write" | "manage";
}

/** The record `PermissionSource`. */
export interface PermissionSource {
  /** Kind of that resource. */
  type: "workspace" | "folder" | "document";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name or label of that resource; null if you cannot read it. */
  name: string;
}

/** The record `PersonRef`. */
export interface PersonRef {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** First and last name, or the part of the e-mail address before the @. */
  display_name: string;
}

/** The record `PersonalAccessToken`. */
export interface PersonalAccessToken {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** What the token is for, of 1 to 100 characters. */
  name: string;
  /** What the token may do: read (the default), write, admin. */
  scopes: ("read" | "write" | "admin")[];
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment from which the token no longer works, in UTC. */
  expires_at: string;
  /** Latest use, in UTC and to the minute; null before the first one. */
  last_used_at: string | null;
}

/** The record `PersonalAccessTokenCreate`. */
export interface PersonalAccessTokenCreate {
  /** What the token is for, of 1 to 100 characters. */
  name: string;
  /** What the token may do: read (the default), write, admin. */
  scopes?: readonly ("read" | "write" | "admin")[];
  /** Lifetime in days, from 1 to 365; 90 by default. */
  days?: number;
}

/** The record `Property`. */
export interface Property {
  /** Identifier of the property. */
  id: string;
  /** Name that the agency gives the property. */
  name: string;
  /** Main use of the building: housing, business, or both. */
  propertyType: "residential" | "commercial" | "mixed";
  /** Street and number, on one line or several. */
  address: string | null;
  /** Town of the address. */
  city: string | null;
  /** Postal code of the address. */
  postalCode: string | null;
  /** Whether the building has an elevator. */
  hasElevator: boolean;
  /** Number of floors. */
  floorCount: number | null;
  /** Whether the agency still manages the property. */
  active: boolean;
  /** Identifier of the property in another system. */
  externalId: string | null;
  /** Code that the agency's staff use for the property. */
  businessCode: string | null;
  /** Code of the property in the owner's asset register. */
  patrimonyCode: string | null;
  /** Whether the property only groups others in searches, and is not itself managed. */
  navigationOnly: boolean;
  /** Number of units it has. */
  unitsCount: number;
  /** Number of units with an active lease today. */
  activeLeaseCount: number;
  /** Number of units that are let today. */
  occupiedCount: number;
  /** Number of units that stand empty today. */
  vacantCount: number;
  /** Living area of all units, in square metres; null when unknown. */
  totalSurface: number | null;
  /** Let units out of all, in percent from 0 to 100; null without units. */
  occupancyRate: number | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Keys by which charges are shared; in a body they replace all of them, at most 1,000. */
  shareKeys: readonly ShareKey[];
  /** Its units, in order of their identifiers. */
  units: readonly ListedUnit[];
  /** Ways into the property; in a body they replace all of them, at most 1,000. */
  entrances: readonly Entrance[];
}

/** The record `PropertyCreate`. */
export interface PropertyCreate {
  /** Name that the agency gives the property. */
  name: string;
  /** Main use of the building: housing, business, or both. */
  property_type?: "residential" | "commercial" | "mixed";
  /** Street and number, on one line or several. */
  address: string;
  /** Town of the address. */
  city?: string | null;
  /** Postal code of the address. */
  postal_code?: string | null;
  /** Whether the building has an elevator. */
  has_elevator?: boolean;
  /** Number of floors. */
  floor_count?: number;
  /** Whether the agency still manages the property. */
  active?: boolean;
  /** Identifier of the property in another system. */
  external_id?: string | null;
  /** Code that the agency's staff use for the property. */
  business_code?: string | null;
  /** Code of the property in the owner's asset register. */
  patrimony_code?: string | null;
  /** Whether the property only groups others in searches, and is not itself managed. */
  navigation_only?: boolean;
  /** Keys by which charges are shared; in a body they replace all of them, at most 1,000. */
  share_keys?: readonly ShareKeyInput[];
  /** Ways into the property; in a body they replace all of them, at most 1,000. */
  entrances?: readonly EntranceInput[];
}

/** The record `PropertyInput`. */
export interface PropertyInput {
  /** Name that the agency gives the property. */
  name?: string;
  /** Main use of the building: housing, business, or both. */
  property_type?: "residential" | "commercial" | "mixed";
  /** Street and number, on one line or several. */
  address?: string;
  /** Town of the address. */
  city?: string | null;
  /** Postal code of the address. */
  postal_code?: string | null;
  /** Whether the building has an elevator. */
  has_elevator?: boolean;
  /** Number of floors. */
  floor_count?: number;
  /** Whether the agency still manages the property. */
  active?: boolean;
  /** Identifier of the property in another system. */
  external_id?: string | null;
  /** Code that the agency's staff use for the property. */
  business_code?: string | null;
  /** Code of the property in the owner's asset register. */
  patrimony_code?: string | null;
  /** Whether the property only groups others in searches, and is not itself managed. */
  navigation_only?: boolean;
  /** Keys by which charges are shared; in a body they replace all of them, at most 1,000. */
  share_keys?: readonly ShareKeyInput[];
  /** Ways into the property; in a body they replace all of them, at most 1,000. */
  entrances?: readonly EntranceInput[];
}

/** The record `PublicAccessPublish`. */
export interface PublicAccessPublish {
  /** True to publish everything below the folder as well, which is the default. */
  propagate?: boolean | null;
}

/** The record `PublicAccessState`. */
export interface PublicAccessState {
  /** Kind of resource: folder or document. */
  resource_type: "folder" | "document";
  /** Identifier of the folder or document. */
  resource_id: string;
  /** True when everybody may read it without signing in. */
  public: boolean;
  /** True when this folder itself is published. */
  is_root: boolean;
  /** The published folder that makes it public; null when it is not public. */
  root: PublicRoot | null;
  /** True when it, or a folder above it, is excluded from publication. */
  excluded: boolean;
  /** The exclusion that applies to it; null without one. */
  exclusion: PublicExclusion | null;
  /** Exclusions below it, as many as limit allows. */
  exclusions: PublicExclusion[];
  /** Number of exclusions below it, listed or not. */
  exclusions_count: number;
  /** Why it is not public: excluded, stale (its publication ended), not_stamped (newer than it) or not_published; null when public. */
  reason: "excluded" | "stale" | "not_stamped" | "not_published" | null;
  /** Counts of the folders and documents below the folder; null for a document. */
  subtree: PublicSubtree | null;
  /** Some folders and documents below that are not public yet, at most `limit`. */
  unstamped_sample: PublicSample[];
  /** Number of resources that the request made public; null when it published nothing. */
  granted_count: number | null;
  /** Address of the public page; null when it is not public. */
  url: string | null;
  /** What the request concerns or, with dry_run, would concern. */
  scope?: PublicScope;
}

/** The record `PublicDocument`. */
export interface PublicDocument {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the document, of 1 to 255 characters on one line; by default that of its file. */
  name: string;
  /** What the document is, of at most 10,000 characters. */
  description: string | null;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  content_type: string;
  /** Length of the content, in bytes. */
  byte_size: number;
  /** Its folder; null outside folders and for readers who cannot see that folder. */
  folder: PublicFolderRef | null;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `PublicExclusion`. */
export interface PublicExclusion {
  /** Kind of the excluded resource: folder or document. */
  resource_type: "folder" | "document";
  /** Identifier of the excluded folder or document. */
  resource_id: string;
  /** Name of the excluded folder or document. */
  name: string;
  /** True when a folder above was excluded, not the resource itself. */
  inherited: boolean;
  /** Moment of the exclusion, in UTC. */
  excluded_at: string;
  /** The user who excluded it; null once that user is deleted. */
  excluded_by: PersonRef | null;
}

/** The record `PublicFolder`. */
export interface PublicFolder {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the folder, of 1 to 255 characters on one line. */
  name: string;
  /** What the folder holds, of at most 10,000 characters. */
  description: string | null;
  /** Colour for screens as #RRGGBB; null without one. */
  color: string | null;
  /** Name of an icon for screens, of at most 255 characters; null without one. */
  icon: string | null;
  /** The folder above it; null at the top and for readers who cannot see that folder. */
  parent: PublicFolderRef | null;
  /** Its folders, then its documents, each by name; at most 1,000. */
  items: (PublicItemFolder | PublicItemFile)[];
  /** True when it has more items than are listed here. */
  items_truncated: boolean;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `PublicFolderRef`. */
export interface PublicFolderRef {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of that folder. */
  name: string;
}

/** The record `PublicItemFile`. */
export interface PublicItemFile {
  /** Tells documents from folders in a list of both. */
  type: "file";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the document, of 1 to 255 characters on one line; by default that of its file. */
  name: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  content_type: string;
  /** Length of the content, in bytes. */
  byte_size: number;
}

/** The record `PublicItemFolder`. */
export interface PublicItemFolder {
  /** Tells folders from documents in a list of both. */
  type: "folder";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the folder, of 1 to 255 characters on one line. */
  name: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
  /** Colour for screens as #RRGGBB; null without one. */
  color: string | null;
  /** Name of an icon for screens, of at most 255 characters; null without one. */
  icon: string | null;
}

/** The record `PublicRoot`. */
export interface PublicRoot {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the published folder. */
  name: string;
  /** Moment of publication, in UTC. */
  published_at: string;
  /** The user who published it; null once that user is deleted. */
  published_by: PersonRef | null;
}

/** The record `PublicSample`. */
export interface PublicSample {
  /** Kind of the resource: folder or document. */
  type: "folder" | "document";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name of the folder or document. */
  name: string;
}

/** The record `PublicScope`. */
export interface PublicScope {
  /** Number of folders concerned. */
  folders: number;
  /** Number of documents concerned. */
  documents: number;
  /** Number of them that are public already. */
  already_public: number;
  /** Number of folders and documents excluded from publication. */
  excluded: number;
}

/** The record `PublicSubtree`. */
export interface PublicSubtree {
  /** Number of folders and documents below the folder. */
  total: number;
  /** Number of folders concerned. */
  folders: number;
  /** Number of documents concerned. */
  documents: number;
  /** Number of folders and documents that everybody may read. */
  public: number;
  /** Number of folders and documents that are newer than the publication. */
  unstamped: number;
  /** Number of folders and documents excluded from publication. */
  excluded: number;
}

/** The record `Readiness`. */
export interface Readiness {
  /** ok, or why the server takes no requests: unavailable, stopping or starting. */
  status: "ok" | "unavailable" | "starting" | "stopping";
  /** What the server needs, each with its state. */
  checks: {
    /** ok, or down when the database does not answer within 1.8 seconds. */
    database: "ok" | "down";
    /** ok, or down when the store of contents does not answer within 1.8 seconds. */
    blobs: "ok" | "down";
  };
}

/** The record `ReceivedChunk`. */
export interface ReceivedChunk {
  /** Identifier of the upload, to be sent as chunked_upload_id with the document. */
  upload_id: string;
  /** pending (no chunk yet), processing (being assembled), completed, failed, cancelled or expired. */
  status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "expired";
  /** Name of the file, of 1 to 4,096 characters. */
  filename: string;
  /** Media type that the sender declares, such as application/pdf. */
  content_type: string;
  /** Length of the whole file, in bytes, from 1 to 5,368,709,120. */
  file_size: number;
  /** Length of each chunk but the last, in bytes, from 1,048,576 to 104,857,600; 5,242,880 by default. */
  chunk_size: number;
  /** Number of chunks that the file has. */
  total_chunks: number;
  /** Number of chunks received so far. */
  uploaded_chunks: number;
  /** Length of the received chunks together, in bytes. */
  uploaded_bytes: number;
  /** Received bytes out of all, in percent from 0 to 100 with two decimals. */
  progress: number;
  /** Numbers of the first hundred chunks that are missing. */
  missing_chunks: number[];
  /** Moment after which an upload that is not completed is removed, in UTC. */
  expires_at: string;
  /** True once that moment has passed without completion. */
  expired: boolean;
  /** Key of the assembled file in storage; null before completion. */
  object_key: string | null;
  /** The document that the file became; null before. */
  document_id: string | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of completion, in UTC; null before. */
  completed_at: string | null;
  /** Number of the chunk received now, from 1. */
  chunk_number: number;
  /** Length of the chunk received now, in bytes. */
  chunk_size_received: number;
  /** MD5 of the chunk received now, in base64. */
  chunk_md5: string;
}

/** The record `ReceivedChunkEnvelope`. */
export interface ReceivedChunkEnvelope {
  /** True for an answer, false for an error. */
  success: true;
  /** The upload and how far it is. */
  data: ReceivedChunk;
}

/** The record `Reconciliation`. */
export interface Reconciliation {
  /** The day of the comparison. */
  on: string;
  /** Balance of the latest statement up to that day, in euros with two decimal places; null without one. */
  bankBalance: string | null;
  /** Identifier of the statement at the bank; null without a statement. */
  statementId: string | null;
  /** Balance of account 512000 on that day, in euros with two decimal places. */
  bookBalance: string;
  /** Bank balance minus book balance, in euros with two decimal places; null without a statement. */
  difference: string | null;
  /** Transactions of the books that no statement contains, at most 1,000. */
  unexplained: UnexplainedTransaction[];
}

/** The record `RegisteredOAuthApplication`. */
export interface RegisteredOAuthApplication {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Public identifier of the application in OAuth requests. */
  client_id: string;
  /** Name that users see on the consent page, of 1 to 255 characters. */
  name: string;
  /** Addresses to which users may be sent back, at most 100 of at most 2,048 bytes each. */
  redirect_uris: string[];
  /** Scopes that the application may ask for: read, write, admin. */
  scopes: ("read" | "write" | "admin")[];
  /** Scopes of a request that names none; read by default. */
  default_scopes: ("read" | "write" | "admin")[];
  /** True when it can keep a secret, as a server can; false for apps in browsers and on phones. */
  confidential: boolean;
  /** True to skip consent and to allow the password grant; false by default. */
  trusted: boolean;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Secret of the application, shown this once only; null for a public one. */
  client_secret: string | null;
}

/** The record `RentCall`. */
export interface RentCall {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Number of the rent call, unique in the agency. */
  reference: string;
  /** First day of the period, inclusive. */
  periodStart: string;
  /** Last day of the period, inclusive. */
  periodEnd: string;
  /** Total to pay, in cents: rent, charges and VAT. */
  totalAmountCents: number;
  /** Rent without charges, in cents. */
  rentAmountCents: number;
  /** Provision for charges, in cents. */
  chargesAmountCents: number;
  /** The total without rent and charges, in cents: deposit, fees, initial balance. */
  otherAmountCents: number;
  /** What has been paid of it, in cents, and the part of its deposit that a return cancelled. */
  paidAmountCents: number;
  /** What is still to be paid, in cents. */
  remainingAmountCents: number;
  /** True when nothing is left to pay. */
  fullyPaid: boolean;
  /** True when more is left to pay after the due date than the payment tolerance of today's lease term allows. */
  overdue: boolean;
  /** Day by which it is to be paid; null without one. */
  dueDate: string;
  /** How far the call is: from issued to paid or cancelled; paid too, once due, when a tolerated rest is left. */
  status: "issued" | "sent" | "partially_paid" | "paid" | "cancelled";
  /** Moment at which it was sent to the tenant, in UTC; null before. */
  sentAt: string | null;
  /** The lease concerned; null where none is. */
  leaseId: string | null;
  /** Reference of that lease in the agency's books; null without one. */
  leaseReference: string | null;
  /** The tenant concerned; null where none is. */
  tenantId: string | null;
  /** Full name of that tenant; null without one. */
  tenantName: string | null;
  /** The run that issued the call; null for an initial balance. */
  billingRunId: string | null;
  /** What is called: the rent of a period, or an amount of its own such as a deposit. */
  kind: "call" | "credit_note" | "initial_balance";
  /** Parts of the parties of the lease, frozen at issue, which sum to the total; null for a credit note, for a call of several leases and without a party that contributes to the rent. The parties owe the call together. */
  contributions: RentCallContribution[] | null;
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
}

/** The record `RentCallContribution`. */
export interface RentCallContribution {
  /** The party of the lease that owes this part among the parties. */
  partyId: string;
  /** Name of the party when the call was issued; null without one. */
  name: string | null;
  /** Part of the party, in cents. */
  amountCents: number;
  /** What is paid of the part, in cents: the party's own payments first, then a share of all others. */
  paidCents: number;
  /** What is still to be paid of the part, in cents; 0 for a cancelled call. */
  remainingCents: number;
}

/** The record `RentCallReminder`. */
export interface RentCallReminder {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Tone of the letter: 1 rappel, 2 relance, 3 mise en demeure. */
  level: 1 | 2 | 3;
  /** What remained to be paid when the reminder was created, in cents. */
  amountCents: number;
  /** Moment of creation, in UTC with milliseconds. */
  createdAt: string;
  /** Address of the letter as PDF, which never changes. */
  documentUrl: string;
}

/** The record `RentCallReminderCreate`. */
export interface RentCallReminderCreate {
  /** Tone of the letter: 1 rappel, 2 relance, 3 mise en demeure. */
  level: 1 | 2 | 3;
}

/** The record `RentCallsSent`. */
export interface RentCallsSent {
  /** Rent calls that were sent, at most 1,000; billing_run_id must be absent then. */
  ids?: readonly string[];
  /** The run whose calls were sent, all that are not cancelled; ids must be absent then. */
  billing_run_id?: string;
  /** Moment of sending, in UTC, not in the future; the present by default. */
  sent_at?: string;
}

/** The record `RentCallsSentCount`. */
export interface RentCallsSentCount {
  /** Number of rent calls marked as sent. */
  count: number;
}

/** The record `RentalContact`. */
export interface RentalContact {
  /** Identifier of the contact. */
  id: string;
  /** Identifier of the contact's profile. */
  contactProfileId: string;
  /** Mandataire that keeps the contact. */
  mandataireId: string;
  /** First name of the person. */
  firstName: string | null;
  /** Last name of the person. */
  lastName: string | null;
  /** Company name, else first and last name, else e-mail address, else telephone number. */
  displayName: string;
  /** E-mail address for letters and reminders. */
  email: string | null;
  /** Telephone number, as people write it. */
  phone: string | null;
  /** Trade of the contact; service providers are of the type provider, and no other contact is. */
  contactType: "individual" | "company" | "provider" | "syndic" | "notary" | "insurer" | "other" | null;
  /** Registered name of the company. */
  companyName: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret: string | null;
  /** Line of business, such as plumbing. */
  activity: string | null;
  /** Postal address, on one line or several. */
  address: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
}

/** The record `RentalContactInput`. */
export interface RentalContactInput {
  /** E-mail address for letters and reminders. */
  email_address?: string | null;
  /** Telephone number, as people write it. */
  phone_number?: string | null;
  /** First name of the person. */
  first_name?: string | null;
  /** Last name of the person. */
  last_name?: string | null;
  /** Trade of the contact; service providers are of the type provider, and no other contact is. */
  contact_type?: "individual" | "company" | "provider" | "syndic" | "notary" | "insurer" | "other";
  /** Registered name of the company. */
  company_name?: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret?: string | null;
  /** Line of business, such as plumbing. */
  activity?: string | null;
  /** Postal address, on one line or several. */
  address?: string | null;
}

/** The record `RestorePlace`. */
export interface RestorePlace {
  /** A folder or a workspace; none for workspaces and for what was in neither. */
  type: "workspace" | "folder" | "none";
  /** Id of that folder or workspace; null for none. */
  id: string | null;
  /** Its present name; null for none. */
  name: string | null;
}

/** The record `Retained`. */
export interface Retained {
  /** The latest day of all retentions that apply; null when only a hold does. */
  until: string | null;
  /** True while a legal hold applies. */
  legal_hold: boolean;
  /** The resource with the strictest retention; null for readers who cannot see it. */
  by: RetainingResource | null;
}

/** The record `RetainingResource`. */
export interface RetainingResource {
  /** Kind of that resource. */
  type: "workspace" | "folder" | "document";
  /** Id of the workspace, folder or document that retains. */
  id: string;
  /** Its name or label. */
  name: string;
}

/** The record `RevocationRequest`. */
export interface RevocationRequest {
  /** Identifier of the calling application, of at most 255 characters; HTTP Basic may carry it instead. */
  client_id?: string;
  /** Secret of the calling application; absent for a public one; HTTP Basic may carry it instead. */
  client_secret?: string;
  /** The access or refresh token to revoke, of at most 256 characters. */
  token: string;
  /** access_token or refresh_token; ignored, because the token itself tells. */
  token_type_hint?: string;
}

/** The record `RevocationResponse`. */
export interface RevocationResponse {
  /** The same sentence whether the token existed or not. */
  message: "Token revoked";
}

/** The record `SecurityDeposit`. */
export interface SecurityDeposit {
  /** Identifier of the deposit. */
  id: string;
  /** Lease whose tenant gave the deposit. */
  leaseId: string;
  /** Reference of the lease when the deposit was called or taken over. */
  leaseReference: string;
  /** The tenant; null if the lease had none. */
  tenantId: string | null;
  /** Name of the tenant when the deposit was called or taken over. */
  tenantName: string | null;
  /** Amount that is called, in cents. */
  amountCents: number;
  /** Part of it that came in, in cents. */
  receivedCents: number;
  /** Who keeps the money; the agency if it keeps any part. */
  heldBy: "agency" | "owner";
  /** How far the deposit is; partially_returned if something was kept of it. */
  status: "called" | "held" | "partially_returned" | "returned";
  /** Last day on which it must go back; null while the lease runs. */
  returnDueOn: string | null;
  /** Amounts that were kept at the return. */
  deductions: DepositDeduction[];
  /** Day on which the deposit went back; null before. */
  returnedOn: string | null;
  /** When the return was recorded. */
  returnedAt: string | null;
  /** Months begun after returnDueOn; 0 in time. */
  lateMonths: number;
  /** Increase that the law gives the tenant for these months, in cents; not posted. */
  lateAmountCents: number;
  /** When the record was created. */
  createdAt: string;
  /** When the record last changed. */
  updatedAt: string;
}

/** The record `SecurityDepositReturn`. */
export interface SecurityDepositReturn {
  /** Day of the return: from the end of the lease to today. */
  returned_on: string;
  /** Amounts to keep, together at most what is left of the deposit. */
  deductions?: readonly DepositDeductionInput[];
  /** Whether the premises are as they were at the beginning. */
  in_conformity: boolean;
  /** Day of the keys' return, if later than the lease's end. */
  keys_returned_on?: string | null;
}

/** The record `ServiceEvent`. */
export interface ServiceEvent {
  /** Identifier of the event. */
  id: string;
  /** Service of the mandate that is billed by event. */
  mandateServiceId: string;
  /** Day of the event; the next run whose month does not end before it bills the event. */
  occurredOn: string;
  /** How many times the price of the service is due. */
  quantity: number;
  /** Lease whose tenant pays, for a service that tenants pay; else only what the event was about. */
  leaseId: string | null;
  /** Text of the event. An event with a text is billed on a line of its own, which shows it. */
  label: string | null;
  /** When a run billed it; null before. */
  billedAt: string | null;
  /** Run that billed it; null while it is due. */
  billingRunId: string | null;
  /** When the record was created. */
  createdAt: string;
}

/** The record `ServiceEventCreate`. */
export interface ServiceEventCreate {
  /** Service of the mandate that is billed by event. */
  mandate_service_id: string;
  /** Day of the event; the next run whose month does not end before it bills the event. */
  occurred_on: string;
  /** How many times the price of the service is due. */
  quantity?: number;
  /** Lease whose tenant pays, for a service that tenants pay; else only what the event was about. */
  lease_id?: string | null;
  /** Text of the event. An event with a text is billed on a line of its own, which shows it. */
  label?: string | null;
}

/** The record `ServiceProvider`. */
export interface ServiceProvider {
  /** Identifier of the contact. */
  id: string;
  /** Identifier of the contact's profile. */
  contactProfileId: string;
  /** Mandataire that keeps the contact. */
  mandataireId: string;
  /** First name of the person. */
  firstName: string | null;
  /** Last name of the person. */
  lastName: string | null;
  /** Company name, else first and last name, else e-mail address, else telephone number. */
  displayName: string;
  /** E-mail address for letters and reminders. */
  email: string | null;
  /** Telephone number, as people write it. */
  phone: string | null;
  /** Trade of the contact; service providers are of the type provider, and no other contact is. */
  contactType: "individual" | "company" | "provider" | "syndic" | "notary" | "insurer" | "other" | null;
  /** Registered name of the company. */
  companyName: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret: string | null;
  /** Line of business, such as plumbing. */
  activity: string | null;
  /** Postal address, on one line or several. */
  address: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Bank accounts of the provider; in a body they replace all of them, at most 1,000. */
  bankAccounts: BankAccount[];
}

/** The record `ServiceProviderInput`. */
export interface ServiceProviderInput {
  /** E-mail address for letters and reminders. */
  email_address?: string | null;
  /** Telephone number, as people write it. */
  phone_number?: string | null;
  /** First name of the person. */
  first_name?: string | null;
  /** Last name of the person. */
  last_name?: string | null;
  /** Trade of the contact; service providers are of the type provider, and no other contact is. */
  contact_type?: "individual" | "company" | "provider" | "syndic" | "notary" | "insurer" | "other";
  /** Registered name of the company. */
  company_name?: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret?: string | null;
  /** Line of business, such as plumbing. */
  activity?: string | null;
  /** Postal address, on one line or several. */
  address?: string | null;
  /** Bank accounts of the provider; in a body they replace all of them, at most 1,000. */
  bank_accounts?: readonly BankAccountInput[];
}

/** The record `ShareKey`. */
export interface ShareKey {
  /** Identifier of the share key. */
  id: string;
  /** Name of the key, such as general charges or elevator. */
  name: string;
  /** Shares of all units together, in shares (tantièmes). */
  total: number;
  /** Kind of charges that the key divides. */
  chargeNatureId: string | null;
  /** How charges are divided: by shares (null as well), by area, equally, or by people who live there. */
  distributionStrategy: "shares" | "area" | "equal" | "headcount" | null;
  /** Types of units that bear nothing of these charges. */
  excludedUnitTypes: readonly string[];
  /** When a field of the key last changed. */
  lastModifiedAt: string | null;
  /** Number of versions in force: 1, because keys have no versions. */
  activeVersionsCount: number;
  /** Number of versions no longer in force: 0, because keys have no versions. */
  historicalVersionsCount: number;
}

/** The record `ShareKeyInput`. */
export interface ShareKeyInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** Name of the key, such as general charges or elevator. */
  name?: string;
  /** Shares of all units together, in shares (tantièmes). */
  total?: number;
  /** Kind of charges that the key divides. */
  charge_nature_id?: string | null;
  /** How charges are divided: by shares (null as well), by area, equally, or by people who live there. */
  distribution_strategy?: "shares" | "area" | "equal" | "headcount" | null;
  /** Types of units that bear nothing of these charges. */
  excluded_unit_types?: readonly string[];
}

/** The record `SnapshotAccountingEntries`. */
export interface SnapshotAccountingEntries {
  /** The collection that the record belongs to, as its path names it. */
  collection: "accounting_entries";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: AccountingEntry | null;
}

/** The record `SnapshotBankStatements`. */
export interface SnapshotBankStatements {
  /** The collection that the record belongs to, as its path names it. */
  collection: "bank_statements";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: BankStatement | null;
}

/** The record `SnapshotBankTransactions`. */
export interface SnapshotBankTransactions {
  /** The collection that the record belongs to, as its path names it. */
  collection: "bank_transactions";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: BankTransaction | null;
}

/** The record `SnapshotBillingRuns`. */
export interface SnapshotBillingRuns {
  /** The collection that the record belongs to, as its path names it. */
  collection: "billing_runs";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedBillingRun | null;
}

/** The record `SnapshotChargeStatements`. */
export interface SnapshotChargeStatements {
  /** The collection that the record belongs to, as its path names it. */
  collection: "charge_statements";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ChargeStatement | null;
}

/** The record `SnapshotContacts`. */
export interface SnapshotContacts {
  /** The collection that the record belongs to, as its path names it. */
  collection: "contacts";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: RentalContact | null;
}

/** The record `SnapshotFecExports`. */
export interface SnapshotFecExports {
  /** The collection that the record belongs to, as its path names it. */
  collection: "fec_exports";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: FecExport | null;
}

/** The record `SnapshotIncidents`. */
export interface SnapshotIncidents {
  /** The collection that the record belongs to, as its path names it. */
  collection: "incidents";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedIncident | null;
}

/** The record `SnapshotLeaseParties`. */
export interface SnapshotLeaseParties {
  /** The collection that the record belongs to, as its path names it. */
  collection: "lease_parties";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: LeaseParty | null;
}

/** The record `SnapshotLeaseTerms`. */
export interface SnapshotLeaseTerms {
  /** The collection that the record belongs to, as its path names it. */
  collection: "lease_terms";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: LeaseTerm | null;
}

/** The record `SnapshotLeases`. */
export interface SnapshotLeases {
  /** The collection that the record belongs to, as its path names it. */
  collection: "leases";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedLease | null;
}

/** The record `SnapshotLetters`. */
export interface SnapshotLetters {
  /** The collection that the record belongs to, as its path names it. */
  collection: "letters";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: Letters | null;
}

/** The record `SnapshotMandataires`. */
export interface SnapshotMandataires {
  /** The collection that the record belongs to, as its path names it. */
  collection: "mandataires";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: Mandataire | null;
}

/** The record `SnapshotMandates`. */
export interface SnapshotMandates {
  /** The collection that the record belongs to, as its path names it. */
  collection: "mandates";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedMandate | null;
}

/** The record `SnapshotOwnerPayouts`. */
export interface SnapshotOwnerPayouts {
  /** The collection that the record belongs to, as its path names it. */
  collection: "owner_payouts";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: OwnerPayout | null;
}

/** The record `SnapshotOwners`. */
export interface SnapshotOwners {
  /** The collection that the record belongs to, as its path names it. */
  collection: "owners";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedOwner | null;
}

/** The record `SnapshotOwnerships`. */
export interface SnapshotOwnerships {
  /** The collection that the record belongs to, as its path names it. */
  collection: "ownerships";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: Ownership | null;
}

/** The record `SnapshotPayments`. */
export interface SnapshotPayments {
  /** The collection that the record belongs to, as its path names it. */
  collection: "payments";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedPayment | null;
}

/** The record `SnapshotPayoutExports`. */
export interface SnapshotPayoutExports {
  /** The collection that the record belongs to, as its path names it. */
  collection: "payout_exports";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: PayoutExport | null;
}

/** The record `SnapshotProperties`. */
export interface SnapshotProperties {
  /** The collection that the record belongs to, as its path names it. */
  collection: "properties";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedProperty | null;
}

/** The record `SnapshotReminders`. */
export interface SnapshotReminders {
  /** The collection that the record belongs to, as its path names it. */
  collection: "reminders";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: RentCallReminder | null;
}

/** The record `SnapshotRentCalls`. */
export interface SnapshotRentCalls {
  /** The collection that the record belongs to, as its path names it. */
  collection: "rent_calls";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: RentCall | null;
}

/** The record `SnapshotSecurityDeposits`. */
export interface SnapshotSecurityDeposits {
  /** The collection that the record belongs to, as its path names it. */
  collection: "security_deposits";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: SecurityDeposit | null;
}

/** The record `SnapshotServiceEvents`. */
export interface SnapshotServiceEvents {
  /** The collection that the record belongs to, as its path names it. */
  collection: "service_events";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ServiceEvent | null;
}

/** The record `SnapshotServiceProviders`. */
export interface SnapshotServiceProviders {
  /** The collection that the record belongs to, as its path names it. */
  collection: "service_providers";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: RentalContact | null;
}

/** The record `SnapshotSupplierInvoices`. */
export interface SnapshotSupplierInvoices {
  /** The collection that the record belongs to, as its path names it. */
  collection: "supplier_invoices";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: SupplierInvoice | null;
}

/** The record `SnapshotTenants`. */
export interface SnapshotTenants {
  /** The collection that the record belongs to, as its path names it. */
  collection: "tenants";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedTenant | null;
}

/** The record `SnapshotUnits`. */
export interface SnapshotUnits {
  /** The collection that the record belongs to, as its path names it. */
  collection: "units";
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Whether the record exists still, or was deleted or taken out of your sight. */
  state: "present" | "deleted" | "revoked";
  /** Moment of the latest change, in UTC with milliseconds. */
  updatedAt: string;
  /** The record as lists return it; null once it is gone. */
  data: ListedUnit | null;
}

/** The record `StagedBulkUpload`. */
export interface StagedBulkUpload {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Number of files received so far. */
  received_files: number;
  /** Number of files that will be sent, from 1 to 100. */
  total_files: number;
  /** pending (no file yet), in_progress, completed or failed. */
  status: "pending" | "in_progress" | "completed" | "failed";
}

/** The record `StagedFile`. */
export interface StagedFile {
  /** True: the file waits to be merged, and there is no document yet. */
  staged: true;
  /** Place of the file among the sources of the merge, from 0. */
  position: number;
  /** The bulk upload that waits for its other files. */
  bulk_upload: StagedBulkUpload;
}

/** The record `SupplierInvoice`. */
export interface SupplierInvoice {
  /** Identifier of the invoice. */
  id: string;
  /** Service provider that wrote the invoice. */
  serviceProviderId: string;
  /** Number that the provider gave the invoice, once a provider; a transfer that names it pays it. */
  reference: string;
  /** Day of the invoice; the owners of this day bear it. */
  invoiceDate: string;
  /** Last day on which the invoice should be paid. */
  dueDate: string | null;
  /** Property whose units bear the invoice; null where a unit alone does. */
  propertyId: string | null;
  /** Unit that bears the invoice alone. */
  unitId: string | null;
  /** Key of the property that divides the invoice; by area without one, else equally. */
  shareKeyId: string | null;
  /** Amount to pay with VAT, not zero; negative for a credit note, in cents. */
  totalCents: number;
  /** VAT within the total, in cents. */
  vatCents: number;
  /** Nature of the charges, by which statements and the help for form 2044 group them. */
  chargeNature: "repairs" | "insurance" | "taxes" | "management" | "co_ownership_provisions" | "other" | null;
  /** Part of the invoice that tenants bear in the statement of charges, in percent. */
  recoverablePercent: number;
  /** Text of the invoice on entries and statements. */
  label: string;
  /** Document that holds the invoice; the caller can read it. */
  documentId: string | null;
  /** Whether the invoice is still to be paid. */
  status: "open" | "paid";
  /** Day on which the bank paid it. */
  paidOn: string | null;
  /** Entry that charges the owners. */
  entryId: string;
  /** Bank transaction that paid it. */
  bankTransactionId: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
}

/** The record `SupplierInvoiceCreate`. */
export interface SupplierInvoiceCreate {
  /** Service provider that wrote the invoice. */
  service_provider_id: string;
  /** Number that the provider gave the invoice, once a provider; a transfer that names it pays it. */
  reference: string;
  /** Day of the invoice; the owners of this day bear it. */
  invoice_date: string;
  /** Last day on which the invoice should be paid. */
  due_date?: string | null;
  /** Property whose units bear the invoice; null where a unit alone does. */
  property_id?: string | null;
  /** Unit that bears the invoice alone. */
  unit_id?: string | null;
  /** Key of the property that divides the invoice; by area without one, else equally. */
  share_key_id?: string | null;
  /** Amount to pay with VAT, not zero; negative for a credit note, in cents. */
  total_cents: number;
  /** VAT within the total, in cents. */
  vat_cents?: number;
  /** Nature of the charges, by which statements and the help for form 2044 group them. */
  charge_nature?: "repairs" | "insurance" | "taxes" | "management" | "co_ownership_provisions" | "other" | null;
  /** Part of the invoice that tenants bear in the statement of charges, in percent. */
  recoverable_percent?: number;
  /** Text of the invoice on entries and statements. */
  label: string;
  /** Document that holds the invoice; the caller can read it. */
  document_id?: string | null;
}

/** The record `SupportMeasure`. */
export interface SupportMeasure {
  /** Identifier of the measure. */
  id: string;
  /** Kind of help, such as a payment plan or a reduction; information only. */
  modifierType: string;
  /** Group that the agency files the measure under; information only. */
  category: string | null;
  /** How far the measure is, in the agency's words; information only. */
  status: string;
  /** Name of the measure in letters and lists; information only. */
  label: string | null;
  /** First day of the measure; information only. */
  validFrom: string | null;
  /** Last day of the measure; information only. */
  validTo: string | null;
  /** Order of measures that apply at once, the lowest number first; information only. */
  priority: number | null;
  /** Effect of the measure in words; information only. */
  impactLabel: string | null;
  /** Kind of record of the measure's origin; information only. */
  sourceType: string | null;
  /** Identifier of the record of the measure's origin; information only. */
  sourceId: string | null;
}

/** The record `SupportMeasureInput`. */
export interface SupportMeasureInput {
  /** The present element to change; absent to add a new one. */
  id?: string;
  /** Kind of help, such as a payment plan or a reduction; information only. */
  modifier_type?: string;
  /** Group that the agency files the measure under; information only. */
  category?: string | null;
  /** How far the measure is, in the agency's words; information only. */
  status?: string;
  /** Name of the measure in letters and lists; information only. */
  label?: string | null;
  /** First day of the measure; information only. */
  valid_from?: string | null;
  /** Last day of the measure; information only. */
  valid_to?: string | null;
  /** Order of measures that apply at once, the lowest number first; information only. */
  priority?: number | null;
  /** Effect of the measure in words; information only. */
  impact_label?: string | null;
  /** Kind of record of the measure's origin; information only. */
  source_type?: string | null;
  /** Identifier of the record of the measure's origin; information only. */
  source_id?: string | null;
}

/** The record `Tag`. */
export interface Tag {
  /** The label as folders and documents carry it. */
  name: string;
}

/** The record `Team`. */
export interface Team {
  /** Identifier of the team. */
  id: string;
  /** Name that people know the team by. */
  name: string;
  /** Work that the team does, stored exactly as it was sent. */
  description: string | null;
  /** Number of users in it. */
  members_count: number;
  /** When the team was created. */
  created_at: string;
  /** When a field of the team last changed. */
  updated_at: string;
}

/** The record `TeamCreate`. */
export interface TeamCreate {
  /** Name that people know the team by. */
  name: string;
  /** Work that the team does, stored exactly as it was sent. */
  description?: string | null;
}

/** The record `TeamInput`. */
export interface TeamInput {
  /** Name that people know the team by. */
  name?: string;
  /** Work that the team does, stored exactly as it was sent. */
  description?: string | null;
}

/** The record `TemplatePart`. */
export interface TemplatePart {
  /** Heading of the part, of at most 255 characters; null for none. */
  title?: string | null;
  /** Text of the part in its format, of at most 1,048,576 characters; in lists only with include=content. */
  content?: string;
  /** Language of the content: markdown, the default, or typst. */
  content_format?: "typst" | "markdown";
  /** Who wrote the content: human (the default), agent (a program) or template. */
  content_source?: "human" | "agent" | "template";
  /** Place on the page: content (the default), header, footer, signature or appendix. */
  part_type?: "content" | "header" | "footer" | "signature" | "appendix";
  /** Order within the document, ascending; any whole number. */
  position?: number;
  /** draft (the default), editing, ready, validated or locked; a new part is draft or editing. */
  status?: "draft" | "editing" | "ready" | "validated" | "locked";
  /** Alignment of the content in its columns: left (the default), center or right. */
  alignment?: "left" | "center" | "right";
  /** Width in columns of the page, from 1 to 12; 12 by default. */
  bsize?: number;
  /** True when its row begins a new page. */
  page_break?: boolean;
  /** Neighbouring parts with the same number share a row; null for a row of its own. */
  row_group?: number | null;
  /** Key by which programs find the part: a-z, 0-9, _ and -, of at most 100 characters; null for none. */
  key?: string | null;
  /** What the writer of the part is to do, of at most 10,000 characters. */
  instructions?: string | null;
  /** Identifier of the user who writes the part; null when the part has no assignee. */
  assignee_id?: string | null;
  /** Kind of assignee, of at most 255 characters, such as User. */
  assignee_type?: string | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels. */
  metadata?: Record<string, unknown> | null;
}

/** The record `Tenant`. */
export interface Tenant {
  /** Identifier of the tenant as an actor. */
  id: string;
  /** Identifier of the tenant's profile in leases. */
  profileId: string;
  /** First and last name, or the name of the company. */
  name: string;
  /** Whether it is a person or a company; null when unknown. */
  contactType: string | null;
  /** Legal form or civil title, as a word; null when unknown. */
  subType: string | null;
  /** Auxiliary account in the books, such as PRO0001 or LOC0001; null before the first entry. */
  code: string | null;
  /** VAT number of the company in the European Union. */
  vatNumber: string | null;
  /** E-mail address for rent calls, where it is not the tenant's own. */
  billingEmail: string | null;
  /** Postal address for rent calls, where it is not the unit's. */
  billingAddress: string | null;
  /** First name of the person, or of the company's contact. */
  firstName: string | null;
  /** Last name of the person, or of the company's contact. */
  lastName: string | null;
  /** E-mail address for letters and reminders. */
  email: string | null;
  /** Telephone number, as people write it. */
  phone: string | null;
  /** Name under which the company trades. */
  tradeName: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret: string | null;
  /** When the record was created. */
  createdAt: string;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Bank accounts; in a body they replace all of them, at most 1,000. */
  bankAccounts: BankAccount[];
  /** The leases of the tenant, the latest first. */
  leases: TenantLease[];
  /** The latest rent calls of the tenant. */
  rentCalls: TenantRentCall[];
  /** The latest payments of the tenant. */
  payments: TenantPayment[];
}

/** The record `TenantCreate`. */
export interface TenantCreate {
  /** E-mail address for letters and reminders. */
  email_address?: string | null;
  /** Telephone number, as people write it. */
  phone_number?: string | null;
  /** First name of the person, or of the company's contact. */
  first_name?: string | null;
  /** Last name of the person, or of the company's contact. */
  last_name?: string | null;
  /** Legal form of the tenant. */
  tenant_type?: "individual" | "company" | "association" | "public_body";
  /** Name under which the company trades. */
  trade_name?: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret?: string | null;
  /** VAT number of the company in the European Union. */
  vat_number?: string | null;
  /** E-mail address for rent calls, where it is not the tenant's own. */
  billing_email?: string | null;
  /** Postal address for rent calls, where it is not the unit's. */
  billing_address?: string | null;
  /** Auxiliary account to use in the books; the next free one by default. */
  accounting_code?: string;
  /** Bank accounts; in a body they replace all of them, at most 1,000. */
  bank_accounts?: readonly BankAccountInput[];
}

/** The record `TenantInput`. */
export interface TenantInput {
  /** E-mail address for letters and reminders. */
  email_address?: string | null;
  /** Telephone number, as people write it. */
  phone_number?: string | null;
  /** First name of the person, or of the company's contact. */
  first_name?: string | null;
  /** Last name of the person, or of the company's contact. */
  last_name?: string | null;
  /** Legal form of the tenant. */
  tenant_type?: "individual" | "company" | "association" | "public_body";
  /** Name under which the company trades. */
  trade_name?: string | null;
  /** SIRET of the company: fourteen digits, the last one a check digit. */
  siret?: string | null;
  /** VAT number of the company in the European Union. */
  vat_number?: string | null;
  /** E-mail address for rent calls, where it is not the tenant's own. */
  billing_email?: string | null;
  /** Postal address for rent calls, where it is not the unit's. */
  billing_address?: string | null;
  /** Bank accounts; in a body they replace all of them, at most 1,000. */
  bank_accounts?: readonly BankAccountInput[];
}

/** The record `TenantLease`. */
export interface TenantLease {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Reference in the agency's books. */
  reference: string;
  /** Status as of today: draft, active, ended and the like. */
  status: string;
  /** Type of the lease, as a word of the law it follows. */
  leaseType: string;
  /** First day, inclusive; null when not known yet. */
  startDate: string | null;
  /** Last day, inclusive; null for no end. */
  endDate: string | null;
  /** Identifier of the unit within its property, such as A12; null without a unit. */
  unitIdentifier: string | null;
  /** Name of that property; null without one. */
  propertyName: string | null;
  /** Units of the lease, each with its property. */
  units: LeaseUnitRef[];
  /** The security deposit; null without one. */
  securityDepositId: string | null;
}

/** The record `TenantPayment`. */
export interface TenantPayment {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Amount, in cents. */
  amountCents: number;
  /** ISO 4217 code of the currency; always EUR. */
  currency: string;
  /** Day on which the money arrived. */
  date: string;
  /** Reference of the payment in the agency's books; null for none. */
  reference: string | null;
  /** Status of the payment: how much of it is allocated, or why it does not count. */
  status: string;
  /** Reference of that lease in the agency's books; null without one. */
  leaseReference: string | null;
  /** The lease concerned; null where none is. */
  leaseId: string | null;
}

/** The record `TenantRentCall`. */
export interface TenantRentCall {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Number of the rent call, unique in the agency. */
  reference: string;
  /** First day of the period, inclusive. */
  periodStart: string;
  /** Last day of the period, inclusive. */
  periodEnd: string;
  /** Total to pay, in cents: rent, charges and VAT. */
  totalAmountCents: number;
  /** Rent without charges, in cents. */
  rentAmountCents: number;
  /** Provision for charges, in cents. */
  chargesAmountCents: number;
  /** The total without rent and charges, in cents: deposit, fees, initial balance. */
  otherAmountCents: number;
  /** What has been paid of it, in cents, and the part of its deposit that a return cancelled. */
  paidAmountCents: number;
  /** What is still to be paid, in cents. */
  remainingAmountCents: number;
  /** True when nothing is left to pay. */
  fullyPaid: boolean;
  /** True when more is left to pay after the due date than the payment tolerance of today's lease term allows. */
  overdue: boolean;
  /** Day by which it is to be paid; null without one. */
  dueDate: string;
  /** How far the call is: from issued to paid or cancelled; paid too, once due, when a tolerated rest is left. */
  status: "issued" | "sent" | "partially_paid" | "paid" | "cancelled";
  /** Moment at which it was sent to the tenant, in UTC; null before. */
  sentAt: string | null;
  /** Reminders of the call, the latest first. */
  reminders: RentCallReminder[];
}

/** The record `TokenExchangeRequest`. */
export interface TokenExchangeRequest {
  /** The only grant of this address. */
  grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer";
  /** A signed JWT of the identity provider, which lasts an hour at most (RFC 7523). */
  assertion: string;
  /** Identifier of the calling application, of at most 255 characters; HTTP Basic may carry it instead. */
  client_id?: string;
  /** Secret of the calling application; absent for a public one; HTTP Basic may carry it instead. */
  client_secret?: string;
}

/** The record `TokenExchangeResponse`. */
export interface TokenExchangeResponse {
  /** The token for the header Authorization: Bearer. */
  access_token: string;
  /** How to present the token: always Bearer. */
  token_type: "Bearer";
  /** Lifetime from now on, in seconds. */
  expires_in: number;
  /** Moment of creation, in seconds since 1970. */
  created_at: number;
}

/** The record `TokenForm`. */
export interface TokenForm {
  /** The CSRF token of the form, bound to the browser session. */
  csrf: string;
  /** The user's password, required ten minutes after it was last entered. */
  password?: string;
  /** What the token is for, of 1 to 100 characters. */
  name?: string;
  /** What the token may do: read (the default), write, admin. */
  scopes?: readonly string[];
  /** Lifetime in days, from 1 to 365; 90 by default. */
  days?: string;
  /** A token of yours to revoke, by identifier. */
  revoke?: string;
  /** An application whose tokens of yours are revoked, by identifier. */
  revoke_application?: string;
  /** A browser session of yours to end, by identifier. */
  end_session?: string;
}

/** The record `TokenRequest`. */
export interface TokenRequest {
  /** How the request proves itself: authorization_code, password or refresh_token. */
  grant_type: "authorization_code" | "password" | "refresh_token";
  /** Identifier of the calling application, of at most 255 characters; HTTP Basic may carry it instead. */
  client_id?: string;
  /** Secret of the calling application; absent for a public one; HTTP Basic may carry it instead. */
  client_secret?: string;
  /** Authorization code from the redirect; with grant_type authorization_code. */
  code?: string;
  /** The same redirect URI as in the authorization request; with authorization_code. */
  redirect_uri?: string;
  /** The secret behind the code challenge (RFC 7636), of 43 to 128 characters; with authorization_code. */
  code_verifier?: string;
  /** The refresh token of an earlier answer, valid once; with grant_type refresh_token. */
  refresh_token?: string;
  /** E-mail address of the user; with grant_type password, which only trusted applications may use. */
  username?: string;
  /** Password of that user; with grant_type password. */
  password?: string;
  /** Requested scopes, separated by spaces; those of the application or of the refresh token by default. */
  scope?: string;
}

/** The record `TokenResponse`. */
export interface TokenResponse {
  /** The token for the header Authorization: Bearer. */
  access_token: string;
  /** How to present the token: always Bearer. */
  token_type: "Bearer";
  /** Lifetime from now on, in seconds. */
  expires_in: number;
  /** Gets the next pair of tokens, once; keep it secret. */
  refresh_token: string;
  /** What the token may do: scopes separated by spaces. */
  scope: string;
  /** Moment of creation, in seconds since 1970. */
  created_at: number;
}

/** The record `TrashEntry`. */
export interface TrashEntry {
  /** Id of the deleted workspace, folder or document, which it gets back. */
  id: string;
  /** What was deleted. */
  kind: "workspace" | "folder" | "document";
  /** Its name when it was deleted. */
  name: string;
  /** Names of its workspace and of the folders above it when it was deleted, from the top; without those that you cannot see. */
  path: string[];
  /** Number of documents that were deleted with it; 1 for a document. */
  documents_count: number;
  /** Bytes of the contents of these documents, without previous versions. */
  byte_size: number;
  /** When it was deleted. */
  deleted_at: string;
  /** The user who deleted it; null once that user is deleted. */
  deleted_by: PersonRef | null;
  /** From this instant on it cannot be restored any more. */
  restorable_until: string;
  /** Where it returns to without a destination; null when that place is deleted too. */
  restorable_to: RestorePlace | null;
}

/** The record `TrashRestore`. */
export interface TrashRestore {
  /** The folder to restore it into, instead of its old place. */
  documents_folder_id?: string | null;
  /** The workspace to restore it into, at its top, instead of its old place. */
  workspace_id?: string | null;
}

/** The record `TrialBalance`. */
export interface TrialBalance {
  /** First day covered, inclusive; null for the beginning of the books. */
  from: string | null;
  /** Last day covered, inclusive; null for the end of the books. */
  to: string | null;
  /** One row for each account and auxiliary account with movements. */
  accounts: AccountBalance[];
  /** Sum of the debits, in euros with two decimal places. */
  totalDebit: string;
  /** Sum of the credits, in euros with two decimal places. */
  totalCredit: string;
}

/** The record `TypeCreate`. */
export interface TypeCreate {
  /** Name that people choose the entry by; two may share one. */
  name: string;
  /** When to choose the entry, stored exactly as it was sent. */
  description?: string | null;
  /** Whether the type is meant to be used; drafts may be referred to as well. */
  status?: "draft" | "published";
}

/** The record `TypeInput`. */
export interface TypeInput {
  /** Name that people choose the entry by; two may share one. */
  name?: string;
  /** When to choose the entry, stored exactly as it was sent. */
  description?: string | null;
  /** Whether the type is meant to be used; drafts may be referred to as well. */
  status?: "draft" | "published";
}

/** The record `UnexplainedTransaction`. */
export interface UnexplainedTransaction {
  /** The bank transaction concerned; null where none is. */
  bankTransactionId: string;
  /** The bank's own reference, unique in the account; a repeated one is not booked again. */
  bankReference: string;
  /** Day of the transaction at the bank. */
  bookedOn: string;
  /** Amount, in cents, above 0; its direction is a field of its own. */
  amountCents: number;
  /** credit or debit as the account's holder sees it: in or out. */
  direction: "inbound" | "outbound";
  /** Text of the bank; null without one. */
  label: string | null;
}

/** The record `Unit`. */
export interface Unit {
  /** Identifier of the unit. */
  id: string;
  /** Name of the unit within its property, such as A12. */
  identifier: string;
  /** Use that the unit is made for. */
  unitType: "apartment" | "office" | "retail" | "parking" | "storage";
  /** Floor area of the unit, in square metres. */
  areaSqm: number | null;
  /** Floor that the unit is on, as people write it. */
  floor: string | null;
  /** Number of the lot in the co-ownership. */
  lotNumber: string | null;
  /** Whether the agency still manages the unit. */
  active: boolean;
  /** Identifier of the unit in another system. */
  externalId: string | null;
  /** Day on which the agency took the unit over. */
  dateReception: string | null;
  /** Rooms, equipment and remarks, in free text. */
  description: string | null;
  /** How many shares of each key the unit has; in a body they replace all of them. */
  allocations: readonly UnitAllocation[];
  /** Where the unit is: its own address, or that of its entrance or property; null when unknown. */
  address: UnitAddress | null;
  /** Who owns the unit today. */
  owners: readonly UnitOwner[];
  /** The active lease of the unit; null when it is not let. */
  activeLease: UnitActiveLease | null;
  /** When the record, or something that its lists show of others, last changed. */
  updatedAt: string;
  /** Class of the energy label (DPE); the rent of a dwelling of class F or G is frozen. */
  energyClass: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  /** Entrance of the property that leads to it. */
  entranceId: string | null;
  /** Name of the entrance by which it is reached; null for none. */
  entranceName: string | null;
  /** Address of the unit itself; null when it has that of its entrance or property. */
  ownAddress: UnitOwnAddress | null;
  /** Property that the unit belongs to for good. */
  propertyId: string;
  /** Name of the property that the unit belongs to. */
  propertyName: string;
  /** Who owns the unit today, with shares. */
  ownerships: readonly UnitOwnership[];
  /** Who owned the unit before, with shares. */
  ownershipHistory: readonly UnitOwnershipPast[];
  /** True when today's shares add up to the whole. */
  sharesComplete: boolean;
  /** Sum of today's shares, in percent. */
  totalSharePercent: number;
  /** All leases of the unit, the latest first. */
  leases: readonly UnitLease[];
}

/** The record `UnitActiveLease`. */
export interface UnitActiveLease {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Reference in the agency's books. */
  reference: string;
  /** Status as of today: draft, active, ended and the like. */
  status: string;
}

/** The record `UnitAddress`. */
export interface UnitAddress {
  /** Number and street, of at most 255 characters; null when unknown. */
  line1: string | null;
  /** Building or staircase, of at most 255 characters; null for none. */
  line2: string | null;
  /** Floor or door, of at most 255 characters; null for none. */
  line3: string | null;
  /** Postal code of the place, such as 69003; null when unknown. */
  postalCode: string | null;
  /** Town of the address, of at most 255 characters; null when unknown. */
  city: string | null;
  /** Where the address is from: own (the unit), entrance or property. */
  origin: "own" | "entrance" | "property";
  /** The address on one line; null when unknown. */
  formatted: string | null;
}

/** The record `UnitAllocation`. */
export interface UnitAllocation {
  /** The key by which charges are shared. */
  shareKeyId: string;
  /** Name of that key. */
  shareKeyName: string;
  /** Number of shares of the unit, from 0 to 1,000,000,000. */
  shares: number;
}

/** The record `UnitAllocationInput`. */
export interface UnitAllocationInput {
  /** The key by which charges are shared. */
  share_key_id: string;
  /** Number of shares of the unit, from 0 to 1,000,000,000. */
  shares: number;
}

/** The record `UnitCreate`. */
export interface UnitCreate {
  /** Name of the unit within its property, such as A12. */
  identifier: string;
  /** Use that the unit is made for. */
  unit_type?: "apartment" | "office" | "retail" | "parking" | "storage";
  /** Floor area of the unit, in square metres. */
  area_sqm?: number | null;
  /** Floor that the unit is on, as people write it. */
  floor?: string | null;
  /** Rooms, equipment and remarks, in free text. */
  description?: string | null;
  /** Number of the lot in the co-ownership. */
  lot_number?: string | null;
  /** Whether the agency still manages the unit. */
  active?: boolean;
  /** Identifier of the unit in another system. */
  external_id?: string | null;
  /** Day on which the agency took the unit over. */
  date_reception?: string | null;
  /** Property that the unit belongs to for good. */
  property_id: string;
  /** Entrance of the property that leads to it. */
  entrance_id?: string | null;
  /** Class of the energy label (DPE); the rent of a dwelling of class F or G is frozen. */
  energy_class?: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  /** Address of the unit itself; null when it has that of its entrance or property. */
  own_address?: UnitOwnAddressInput | null;
  /** How many shares of each key the unit has; in a body they replace all of them. */
  allocations?: readonly UnitAllocationInput[];
}

/** The record `UnitInput`. */
export interface UnitInput {
  /** Name of the unit within its property, such as A12. */
  identifier?: string;
  /** Use that the unit is made for. */
  unit_type?: "apartment" | "office" | "retail" | "parking" | "storage";
  /** Floor area of the unit, in square metres. */
  area_sqm?: number | null;
  /** Floor that the unit is on, as people write it. */
  floor?: string | null;
  /** Rooms, equipment and remarks, in free text. */
  description?: string | null;
  /** Number of the lot in the co-ownership. */
  lot_number?: string | null;
  /** Whether the agency still manages the unit. */
  active?: boolean;
  /** Identifier of the unit in another system. */
  external_id?: string | null;
  /** Day on which the agency took the unit over. */
  date_reception?: string | null;
  /** Entrance of the property that leads to it. */
  entrance_id?: string | null;
  /** Class of the energy label (DPE); the rent of a dwelling of class F or G is frozen. */
  energy_class?: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  /** Address of the unit itself; null when it has that of its entrance or property. */
  own_address?: UnitOwnAddressInput | null;
  /** How many shares of each key the unit has; in a body they replace all of them. */
  allocations?: readonly UnitAllocationInput[];
}

/** The record `UnitLease`. */
export interface UnitLease {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The unit as part of that lease, by identifier. */
  leaseUnitId: string;
  /** Reference in the agency's books. */
  reference: string;
  /** Status as of today: draft, active, ended and the like. */
  status: string;
  /** First day, inclusive; null when not known yet. */
  startDate: string | null;
  /** Last day, inclusive; null for no end. */
  endDate: string | null;
  /** Day on which the tenant leaves; null while unknown. */
  exitDate: string | null;
  /** Monthly rent without charges and VAT, in cents; null without a current term. */
  baseRentCents: number | null;
  /** Monthly provision for charges without VAT, in cents; null without one. */
  chargeProvisionCents: number | null;
}

/** The record `UnitOwnAddress`. */
export interface UnitOwnAddress {
  /** Number and street, of at most 255 characters; null when unknown. */
  line1: string | null;
  /** Building or staircase, of at most 255 characters; null for none. */
  line2: string | null;
  /** Floor or door, of at most 255 characters; null for none. */
  line3: string | null;
  /** Postal code of the place, such as 69003; null when unknown. */
  postalCode: string | null;
  /** Town of the address, of at most 255 characters; null when unknown. */
  city: string | null;
  /** Where the address is from, as a word; null when unknown. */
  source: string | null;
}

/** The record `UnitOwnAddressInput`. */
export interface UnitOwnAddressInput {
  /** Number and street, of at most 255 characters; null when unknown. */
  line1?: string | null;
  /** Building or staircase, of at most 255 characters; null for none. */
  line2?: string | null;
  /** Floor or door, of at most 255 characters; null for none. */
  line3?: string | null;
  /** Postal code of the place, such as 69003; null when unknown. */
  postal_code?: string | null;
  /** Town of the address, of at most 255 characters; null when unknown. */
  city?: string | null;
}

/** The record `UnitOwner`. */
export interface UnitOwner {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Full name of the owner. */
  name: string;
  /** The share as a number from 0 to 1, with six decimal places. */
  shareRatio: number;
}

/** The record `UnitOwnership`. */
export interface UnitOwnership {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The owner concerned; null where none is. */
  ownerId: string;
  /** Full name of that owner; null without one. */
  ownerName: string;
  /** Numerator of the share: 1 in 1/2. */
  shareNumerator: number;
  /** Denominator of the share: 2 in 1/2. */
  shareDenominator: number;
  /** The share as a number from 0 to 1, with six decimal places. */
  shareRatio: number;
  /** The share in percent, from 0 to 100. */
  sharePercent: number;
  /** First day on which it holds; null for always before. */
  validFrom: string | null;
  /** How the owner came by it, as a word; null when unknown. */
  acquisitionType: string | null;
}

/** The record `UnitOwnershipPast`. */
export interface UnitOwnershipPast {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The owner concerned; null where none is. */
  ownerId: string;
  /** Full name of that owner; null without one. */
  ownerName: string;
  /** Numerator of the share: 1 in 1/2. */
  shareNumerator: number;
  /** Denominator of the share: 2 in 1/2. */
  shareDenominator: number;
  /** The share as a number from 0 to 1, with six decimal places. */
  shareRatio: number;
  /** The share in percent, from 0 to 100. */
  sharePercent: number;
  /** First day on which it holds; null for always before. */
  validFrom: string | null;
  /** How the owner came by it, as a word; null when unknown. */
  acquisitionType: string | null;
  /** Last day on which it holds, inclusive; null for no end. */
  validTo: string | null;
}

/** The record `User`. */
export interface User {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** E-mail address with which the user signs in, of at most 254 characters; unique without regard to case. */
  email_address: string;
  /** Given name, of at most 50 characters; null when unknown. */
  first_name: string | null;
  /** Family name, of at most 50 characters; null when unknown. */
  last_name: string | null;
  /** First and last name, or the part of the e-mail address before the @. */
  display_name: string;
  /** The first letters of first and last name, at most two. */
  initials: string;
  /** user, manager, admin or super_admin, each with the rights of those before it; user by default. */
  role: "user" | "manager" | "admin" | "super_admin";
  /** Identifier of the user in another system, of at most 255 characters; null without one. */
  external_id: string | null;
  /** The same as external_id, under the spelling of older clients. */
  externa_id: string | null;
  /** False for a user who can no longer sign in. */
  active: boolean;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `UserCreate`. */
export interface UserCreate {
  /** E-mail address with which the user signs in, of at most 254 characters; unique without regard to case. */
  email_address: string;
  /** The user's password, of 6 characters to 1,024 bytes; never returned. */
  password?: string;
  /** Given name, of at most 50 characters; null when unknown. */
  first_name?: string | null;
  /** Family name, of at most 50 characters; null when unknown. */
  last_name?: string | null;
  /** user, manager, admin or super_admin, each with the rights of those before it; user by default. */
  role?: "user" | "manager" | "admin" | "super_admin";
  /** Identifier of the user in another system, of at most 255 characters; null without one. */
  external_id?: string | null;
}

/** The record `UserInput`. */
export interface UserInput {
  /** E-mail address with which the user signs in, of at most 254 characters; unique without regard to case. */
  email_address?: string;
  /** The user's password, of 6 characters to 1,024 bytes; never returned. */
  password?: string;
  /** Given name, of at most 50 characters; null when unknown. */
  first_name?: string | null;
  /** Family name, of at most 50 characters; null when unknown. */
  last_name?: string | null;
  /** user, manager, admin or super_admin, each with the rights of those before it; user by default. */
  role?: "user" | "manager" | "admin" | "super_admin";
  /** Identifier of the user in another system, of at most 255 characters; null without one. */
  external_id?: string | null;
  /** The present password, required from users who change their own. */
  current_password?: string | null;
  /** False for a user who can no longer sign in. */
  active?: boolean;
}

/** The record `Version`. */
export interface Version {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** The document whose previous content this is. */
  document_id: string;
  /** Number in order of age, from 1 for the oldest content. */
  version_number: number;
  /** Name of the file as it was uploaded. */
  name: string;
  /** Length of the content, in bytes. */
  byte_size: number;
  /** Media type of the content, as found in its first bytes: application/pdf. */
  content_type: string;
  /** SHA-256 of the content: 64 hexadecimal digits in lower case. */
  sha256: string;
  /** Why the content was replaced, of at most 10,000 characters; null without a comment. */
  comment: string | null;
  /** The user who replaced this content; null once that user is deleted. */
  created_by: PersonRef | null;
  /** Moment at which this content became the current one, in UTC. */
  content_created_at: string;
  /** Moment at which this content was replaced, in UTC. */
  created_at: string;
}

/** The record `VersionCreate`. */
export interface VersionCreate {
  /** Why the content was replaced, of at most 10,000 characters; null without a comment. */
  comment?: string | null;
  /** SHA-256 that the current content must have, else 409: 64 hexadecimal digits. */
  expected_sha256?: string;
  /** A completed chunked upload of yours whose bytes become the content, in place of a file. */
  chunked_upload_id?: string | null;
}

/** The record `Workspace`. */
export interface Workspace {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Title of the workspace, of 1 to 255 characters on one line. */
  label: string;
  /** What the workspace is for, of at most 10,000 characters. */
  description: string | null;
  /** Its identifier in another system; null without one. */
  external_id: string | null;
  /** The classification plan that its documents are filed by; null without one. */
  classification_plan_id: string | null;
  /** Label of that plan; in a body it must name exactly one plan that you can see. */
  classification_plan_label: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id: string | null;
  /** The kind of workspace it is; null without one. */
  workspace_type_id: string | null;
  /** Name of its workspace type; null without one. */
  workspace_type_name: string | null;
  /** Share of the plan's leaf entries with at least one document, in whole percent from 0 to 100. */
  completion_percentage: number;
  /** Settings of yours for the workspace: a JSON object of at most 64 KiB and 10 levels. */
  settings: Record<string, unknown>;
  /** Business labels of the workspace, at most 50 of at most 100 characters each. */
  business_tags: string[];
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user: Record<string, unknown>;
  /** The user who created the workspace; null once that user is deleted. */
  user: CreatorRef | null;
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until: string | null;
  /** The legal hold on it, during which nothing of it may be deleted; null without one. */
  legal_hold: LegalHold | null;
  /** The strictest retention of itself and of all above it; null when nothing retains it today. */
  retained: Retained | null;
  /** Moment of creation, in UTC with milliseconds. */
  created_at: string;
  /** Moment of the latest change, in UTC with milliseconds. */
  updated_at: string;
}

/** The record `WorkspaceCreate`. */
export interface WorkspaceCreate {
  /** Title of the workspace, of 1 to 255 characters on one line. */
  label?: string;
  /** What the workspace is for, of at most 10,000 characters. */
  description?: string | null;
  /** The classification plan that its documents are filed by; null without one. */
  classification_plan_id?: string | null;
  /** Label of that plan; in a body it must name exactly one plan that you can see. */
  classification_plan_label?: string | null;
  /** A new plan of this workspace as CSV with the header code,label,parent_code,keywords, of at most 5,000 rows. */
  classification_plan_csv?: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id?: string | null;
  /** The kind of workspace it is; null without one. */
  workspace_type_id?: string | null;
  /** Settings of yours for the workspace: a JSON object of at most 64 KiB and 10 levels. */
  settings?: Record<string, unknown> | null;
  /** Replaces all business labels: at most 50 of at most 100 characters each; null removes all. */
  business_tag_list?: readonly string[] | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user?: Record<string, unknown> | null;
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until?: string | null;
}

/** The record `WorkspaceInput`. */
export interface WorkspaceInput {
  /** Title of the workspace, of 1 to 255 characters on one line. */
  label?: string;
  /** What the workspace is for, of at most 10,000 characters. */
  description?: string | null;
  /** The classification plan that its documents are filed by; null without one. */
  classification_plan_id?: string | null;
  /** Label of that plan; in a body it must name exactly one plan that you can see. */
  classification_plan_label?: string | null;
  /** A new plan of this workspace as CSV with the header code,label,parent_code,keywords, of at most 5,000 rows. */
  classification_plan_csv?: string | null;
  /** The business domain it is filed under; null without one. */
  domain_id?: string | null;
  /** The kind of workspace it is; null without one. */
  workspace_type_id?: string | null;
  /** Settings of yours for the workspace: a JSON object of at most 64 KiB and 10 levels. */
  settings?: Record<string, unknown> | null;
  /** Replaces all business labels: at most 50 of at most 100 characters each; null removes all. */
  business_tag_list?: readonly string[] | null;
  /** Free fields of yours: a JSON object of at most 64 KiB and 10 levels, whose keys are returned as they were sent. */
  metadata_user?: Record<string, unknown> | null;
  /** Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one. */
  retain_until?: string | null;
  /** Why a retention is shortened or removed, of at most 10,000 characters; required for that. */
  reason?: string | null;
}

/** The record `WorkspaceRef`. */
export interface WorkspaceRef {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Title of the workspace, of 1 to 255 characters on one line. */
  label: string;
}

/** The record `WorkspaceType`. */
export interface WorkspaceType {
  /** Identifier of this record, a UUID in lower case; it never changes. */
  id: string;
  /** Name that people choose the entry by; two may share one. */
  name: string;
  /** When to choose the entry, stored exactly as it was sent. */
  description: string | null;
  /** Whether the type is meant to be used; drafts may be referred to as well. */
  status: "draft" | "published";
  /** When the entry was created. */
  created_at: string;
  /** When a field of the entry last changed. */
  updated_at: string;
}
