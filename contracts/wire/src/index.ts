export { ActivationForm, activationOperations } from "./auth/activation-page.ts";
export { AuditEventRecord, auditOperations } from "./auth/audit-events.ts";
export { AuthorizationServer, authorizationServerOperations } from "./auth/authorization-server.ts";
export { AuthorizeDecision, AuthorizeQuery, authorizeOperations } from "./auth/authorize-page.ts";
export {
  ConnectorCreation,
  ConnectorKeyRecord,
  ConnectorRecord,
  connectorOperations,
  MadeConnector,
} from "./auth/connectors.ts";
export {
  DEVICE_BASE,
  DeviceAuthorization,
  DeviceAuthorizationRequest,
  DevicePollRequest,
  DevicePollResponse,
  DeviceUser,
  deviceOperations,
} from "./auth/device-flow.ts";
export {
  OAuthApplicationCreation,
  OAuthApplicationRecord,
  oauthApplicationOperations,
  RegisteredOAuthApplication,
} from "./auth/oauth-applications.ts";
export {
  CreatedPersonalAccessToken,
  PERSONAL_TOKENS_BASE,
  PersonalAccessTokenCreation,
  PersonalAccessTokenRecord,
  personalTokenOperations,
} from "./auth/personal-tokens.ts";
export { BareForm, LoginForm, signInOperations } from "./auth/sign-in-pages.ts";
export { RevocationRequest, RevocationResponse, TokenRequest, TokenResponse, tokenOperations } from "./auth/token.ts";
export {
  EXCHANGE_BASE,
  exchangeOperations,
  TokenExchangeRequest,
  TokenExchangeResponse,
} from "./auth/token-exchange.ts";
export { TokenForm, tokenPageOperations } from "./auth/token-pages.ts";
export { camelName, type SnakeObject, snakeName, snakeObject, wireShape } from "./casing.ts";
export { type Answer, type Call, ClientError, type ClientOf, type ClientOptions, clientOf } from "./client.ts";
export type { Upload } from "./client-body.ts";
export { CompileResultRecord, compilationOperations, FontListRecord } from "./composition/compilation.ts";
export {
  ComposedDocumentChange,
  ComposedDocumentCreation,
  ComposedDocumentRecord,
  composedDocumentOperations,
} from "./composition/composed-documents.ts";
export { PartChange, PartRecord, PartsReorder, partOperations } from "./composition/parts.ts";
export { TemplateChange, TemplateCreation, TemplateRecord, templateOperations } from "./composition/templates.ts";
export { ContactChange, ContactCreation, ContactRecord, contactOperations } from "./directory/contacts.ts";
export { GroupMemberCreation, GroupMemberRecord, groupMemberOperations } from "./directory/group-members.ts";
export { GroupChange, GroupCreation, GroupRecord, groupOperations } from "./directory/groups.ts";
export { TeamChange, TeamCreation, TeamRecord, teamOperations } from "./directory/teams.ts";
export { UserChange, UserCreation, UserRecord, userOperations } from "./directory/users.ts";
export { BulkUploadRecord, bulkUploadOperations, StagedFileRecord } from "./documents/bulk-uploads.ts";
export {
  DocumentTypeRecord,
  DomainChange,
  DomainCreation,
  DomainRecord,
  documentTypeOperations,
  domainOperations,
  TypeChange,
  TypeCreation,
  WorkspaceTypeRecord,
  workspaceTypeOperations,
} from "./documents/catalogues.ts";
export {
  CHUNKED_UPLOADS_PATH,
  ChunkedUploadCompletion,
  ChunkedUploadCreation,
  ChunkedUploadEnvelope,
  ChunkedUploadErrorBody,
  ChunkedUploadRecord,
  chunkedUploadOperations,
  ReceivedChunkEnvelope,
  ReceivedChunkRecord,
} from "./documents/chunked-uploads.ts";
export {
  ClassificationPlanChange,
  ClassificationPlanCreation,
  ClassificationPlanRecord,
  classificationPlanOperations,
} from "./documents/classification-plans.ts";
export { CreatedDocument, DocumentRecord } from "./documents/document-record.ts";
export {
  DocumentChange,
  DocumentCreation,
  DocumentFromChunks,
  documentOperations,
} from "./documents/documents.ts";
export { FolderChange, FolderItem, FolderRecord, FolderWithItems, folderOperations } from "./documents/folders.ts";
export {
  EffectivePermissionRecord,
  GroupReference,
  PermissionChange,
  PermissionCreation,
  PermissionRecord,
  PermissionSource,
  permissionOperations,
} from "./documents/permissions.ts";
export { PublicAccessPublish, PublicAccessState, publicAccessOperations } from "./documents/public-access.ts";
export { TagRecord, tagOperations } from "./documents/tags.ts";
export { VersionCreation, VersionFromChunks, VersionRecord, versionOperations } from "./documents/versions.ts";
export {
  PublicDocument,
  PublicFolder,
  PublicItem,
  visitorOperations,
  visitorPageOperations,
} from "./documents/visitors.ts";
export { WorkspaceChange, WorkspaceRecord, workspaceOperations } from "./documents/workspaces.ts";
export { ErrorBody, ErrorDetail, OAuthErrorBody, RentalErrorBody } from "./error.ts";
export { amount, day, flag, freeForm, instant, integer, listOf, month, queryFlag, role, text, uuid } from "./fields.ts";
export {
  COMPOUND_FIELDS_MAX,
  CONDITIONS_MAX,
  FILTER_VALUE_MAX,
  filterFieldsOf,
  LIST_VALUES_MAX,
  WILDCARDS_MAX,
} from "./filters.ts";
export { type FormField, formFieldOf, readForm } from "./form.ts";
export { SEARCH_MAX } from "./free-text.ts";
export { Health, hostOperations, Readiness } from "./host.ts";
export { isRequired, type JsonSchema, jsonSchemaOf, namedJsonSchemas, requiresBody } from "./json-schema.ts";
export { writeJson } from "./json-writer.ts";
export { asksOfList, type Paging, parseList, parsePages, printList, sortsOf } from "./listing.ts";
export {
  ADMINISTRATION_BASE,
  BYTES,
  DIRECTORY_BASE,
  DOCUMENTS_BASE,
  type Encoding,
  HTML,
  type Method,
  OAUTH_BASE,
  type Operation,
  type OperationShape,
  type Operations,
  operations,
  PAGES,
  PUBLIC_BASE,
  RENTAL_BASE,
  type ReplyBody,
} from "./operation.ts";
export type { BringsBytes, ElementOf, IsList, ListAskOf, OutputOf, ReplyValue, StatusOf } from "./operation-types.ts";
export { allOperations, type Client, createClient, type OperationId } from "./operations.ts";
export { type Parameters, QueryError, single } from "./query.ts";
export { camelRecord } from "./record.ts";
export {
  AccountingPeriodRecord,
  accountingOperations,
  LedgerAccountRecord,
  TrialBalanceRecord,
} from "./rental/accounting.ts";
export {
  AccountingEntryDetail,
  AccountingEntryRecord,
  AccountingLineRecord,
  accountingEntryOperations,
} from "./rental/accounting-entries.ts";
export { FecExportCreation, FecExportRecord, fecExportOperations } from "./rental/fec-exports.ts";
export {
  MandataireChange,
  MandataireCreation,
  MandataireRecord,
  mandataireOperations,
} from "./rental/mandataires.ts";
export {
  MandataireMemberCreation,
  MandataireMemberRecord,
  mandataireMemberOperations,
} from "./rental/members.ts";
export { type Read, readShape, writeShape } from "./shape.ts";
