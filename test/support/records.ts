/**
 * The fields of each record, read from the specification (interface-documents.md, documents.md 2.3) and not from the
 * contract, so that the two readings check each other.
 */

/** The type of a value; with `?` it may be null too. */
type Word = keyof typeof JUDGES;
type Kind =
  | Word
  | `${Word}?`
  | { readonly record: Fields }
  | { readonly nullable: Fields }
  | { readonly list: Word | Fields };

/** The fields of a record: all always present, and no others. */
export type Fields = { readonly [Name: string]: Kind };

/** A record of these fields. */
type RecordOf<Table extends Fields> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

type ValueOf<Of> = Of extends `${infer Bare extends Word}?`
  ? Values[Bare] | null
  : Of extends Word
    ? Values[Of]
    : Of extends { readonly record: infer Inner extends Fields }
      ? RecordOf<Inner>
      : Of extends { readonly nullable: infer Inner extends Fields }
        ? RecordOf<Inner> | null
        : Of extends { readonly list: infer Element }
          ? readonly (Element extends Word ? Values[Element] : Element extends Fields ? RecordOf<Element> : never)[]
          : never;

interface Values {
  readonly uuid: string;
  readonly text: string;
  readonly email: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly instant: string;
  readonly sha256: string;
  readonly day: string;
  readonly month: string;
  /** An amount: a string with two places. */
  readonly decimal: string;
  readonly textStatus: string;
  readonly role: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly item: Readonly<Record<string, unknown>>;
  readonly none: null;
}

const matches = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const JUDGES = {
  uuid: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  text: (value: unknown) => typeof value === "string",
  email: matches(/^[^@\s]+@[^@\s]+$/),
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: (value: unknown) => typeof value === "boolean",
  instant: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  sha256: matches(/^[0-9a-f]{64}$/),
  day: matches(/^\d{4}-\d\d-\d\d$/),
  month: matches(/^\d{4}-\d\d$/),
  decimal: matches(/^-?(0|[1-9]\d*)\.\d\d$/),
  textStatus: matches(/^(none|pending|read|partial|failed)$/),
  role: matches(/^(user|manager|admin|super_admin)$/),
  object: isObject,
  /** Judged by {@link itemProblems}. */
  item: isObject,
  none: (value: unknown) => value === null,
} as const;

const PERSON = { id: "uuid", display_name: "text" } as const satisfies Fields;
const WORKSPACE_REF = { id: "uuid", label: "text" } as const satisfies Fields;
const FOLDER_REF = { id: "uuid", name: "text", documents_folder_id: "uuid?" } as const satisfies Fields;
const NAMED = { id: "uuid", name: "text" } as const satisfies Fields;

export const DOMAIN = {
  id: "uuid",
  name: "text",
  description: "text?",
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;

/** Workspace types and document types. */
export const TYPE = { ...DOMAIN, status: "text" } as const satisfies Fields;
export type TypeBody = RecordOf<typeof TYPE>;

const CLASSIFICATION_ENTRY = {
  code: "text",
  label: "text",
  parent_code: "text?",
  keywords: { list: "text" },
} as const satisfies Fields;

export const CLASSIFICATION_PLAN = {
  id: "uuid",
  label: "text",
  description: "text?",
  entries: { list: CLASSIFICATION_ENTRY },
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type ClassificationPlanBody = RecordOf<typeof CLASSIFICATION_PLAN>;

const RETAINING = { type: "text", id: "uuid", name: "text" } as const satisfies Fields;

/** The retention of workspaces, folders and documents. */
const RETENTION = {
  retain_until: "text?",
  legal_hold: { nullable: { reason: "text", set_at: "instant", set_by: { nullable: PERSON } } },
  retained: { nullable: { until: "text?", legal_hold: "boolean", by: { nullable: RETAINING } } },
} as const satisfies Fields;

export const WORKSPACE = {
  id: "uuid",
  label: "text",
  description: "text?",
  external_id: "text?",
  classification_plan_id: "uuid?",
  classification_plan_label: "text?",
  domain_id: "uuid?",
  workspace_type_id: "uuid?",
  workspace_type_name: "text?",
  completion_percentage: "number",
  settings: "object",
  business_tags: { list: "text" },
  metadata_user: "object",
  user: { nullable: { ...PERSON, email_address: "email" } },
  ...RETENTION,
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type WorkspaceBody = RecordOf<typeof WORKSPACE>;

export const FOLDER = {
  id: "uuid",
  name: "text",
  description: "text?",
  color: "text?",
  icon: "text?",
  documents_folder_id: "uuid?",
  workspace_id: "uuid?",
  external_id: "text?",
  classification_plan_id: "uuid?",
  workspace: { nullable: WORKSPACE_REF },
  parent: { nullable: FOLDER_REF },
  ...RETENTION,
  tags: { list: "text" },
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type FolderBody = RecordOf<typeof FOLDER>;

/** The single read of a folder. */
export const FOLDER_WITH_ITEMS = {
  ...FOLDER,
  items: { list: "item" },
  items_truncated: "boolean",
} as const satisfies Fields;
export interface FolderWithItemsBody extends FolderBody {
  readonly items: readonly ((FolderBody & { readonly type: "folder" }) | (DocumentBody & { readonly type: "file" }))[];
  readonly items_truncated: boolean;
}

export const DOCUMENT = {
  id: "uuid",
  name: "text",
  description: "text?",
  documents_folder_id: "uuid?",
  workspace_id: "uuid?",
  domain_id: "uuid?",
  document_type_id: "uuid?",
  external_id: "text?",
  classification_plan_id: "uuid?",
  byte_size: "integer",
  content_type: "text",
  sha256: "sha256",
  versions_count: "integer",
  text_status: "textStatus",
  classification_code: "text?",
  metadata_user: "object",
  workspace: { nullable: WORKSPACE_REF },
  folder: { nullable: FOLDER_REF },
  domain: { nullable: NAMED },
  document_type: { nullable: NAMED },
  created_by: { nullable: PERSON },
  ...RETENTION,
  tags: { list: "text" },
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type DocumentBody = RecordOf<typeof DOCUMENT>;

const CLASSIFICATION_REASON = { code: "text", score: "number", matched: { list: "text" } } as const satisfies Fields;

/** The answer of a creation (documents.md 2.3). */
export const CREATED_DOCUMENT = {
  ...DOCUMENT,
  bulk_upload_id: "uuid?",
  duplicate_of: "uuid?",
  classification_reason: { nullable: CLASSIFICATION_REASON },
} as const satisfies Fields;
export type CreatedDocumentBody = RecordOf<typeof CREATED_DOCUMENT>;

/** The record of a search result (documents.md 2.1). */
export const FOUND_DOCUMENT = { ...DOCUMENT, highlights: { list: "text" } } as const satisfies Fields;
export type FoundDocumentBody = RecordOf<typeof FOUND_DOCUMENT>;

export const CHUNKED_UPLOAD = {
  upload_id: "uuid",
  status: "text",
  filename: "text",
  content_type: "text",
  file_size: "integer",
  chunk_size: "integer",
  total_chunks: "integer",
  uploaded_chunks: "integer",
  uploaded_bytes: "integer",
  progress: "number",
  missing_chunks: { list: "integer" },
  expires_at: "instant",
  expired: "boolean",
  object_key: "text?",
  document_id: "uuid?",
  created_at: "instant",
  completed_at: "instant?",
} as const satisfies Fields;

export const CHUNKED_UPLOAD_ENVELOPE = {
  success: "boolean",
  data: { record: CHUNKED_UPLOAD },
} as const satisfies Fields;
export type ChunkedUploadBody = RecordOf<typeof CHUNKED_UPLOAD_ENVELOPE>;

export const RECEIVED_CHUNK_ENVELOPE = {
  success: "boolean",
  data: { record: { ...CHUNKED_UPLOAD, chunk_number: "integer", chunk_size_received: "integer", chunk_md5: "text" } },
} as const satisfies Fields;
export type ReceivedChunkBody = RecordOf<typeof RECEIVED_CHUNK_ENVELOPE>;

export const BULK_UPLOAD = {
  id: "uuid",
  status: "text",
  source: "text",
  total_files: "integer",
  processed_files: "integer",
  successful_files: "integer",
  failed_files: "integer",
  received_files: "integer",
  progress: "number",
  auto_classify: "boolean",
  merge_to_pdf: "boolean",
  merged_file_name: "text?",
  merged_document_id: "uuid?",
  started_at: "instant?",
  completed_at: "instant?",
  folder_id: "uuid?",
  workspace_id: "uuid?",
  user_id: "uuid",
  metadata: "object",
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type BulkUploadBody = RecordOf<typeof BULK_UPLOAD>;

export const DOCUMENT_EXPORT = {
  id: "uuid",
  status: "text",
  progress: "integer",
  byte_size: "integer?",
  sha256: "text?",
  download_url: "text?",
  workspace_id: "uuid?",
  folder_id: "uuid?",
  versions: "boolean",
  public: "boolean",
  date: "instant",
  failure: "text?",
  created_at: "instant",
  updated_at: "instant",
  expires_at: "instant",
} as const satisfies Fields;
export type DocumentExportBody = RecordOf<typeof DOCUMENT_EXPORT>;

/** The answer to a source of a merge. */
const STAGED_FILE = {
  staged: "boolean",
  position: "integer",
  bulk_upload: { record: { id: "uuid", received_files: "integer", total_files: "integer", status: "text" } },
} as const satisfies Fields;
export type StagedFileBody = RecordOf<typeof STAGED_FILE>;

export const VERSION = {
  id: "uuid",
  document_id: "uuid",
  version_number: "integer",
  name: "text",
  byte_size: "integer",
  content_type: "text",
  sha256: "sha256",
  comment: "text?",
  created_by: { nullable: PERSON },
  content_created_at: "instant",
  created_at: "instant",
} as const satisfies Fields;
export type VersionBody = RecordOf<typeof VERSION>;

/** A template; what its parts are is judged where they are tested. */
export const TEMPLATE = {
  id: "uuid",
  key: "text",
  name: "text",
  description: "text?",
  category: "text?",
  locale: "text",
  typst_source: "text",
  variables_schema: "object",
  default_parts: { list: "object" },
  page_settings: "object",
  active: "boolean",
  composed_documents_count: "integer",
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type TemplateBody = RecordOf<typeof TEMPLATE>;

export const COMPOSED_DOCUMENT = {
  id: "uuid",
  name: "text",
  description: "text?",
  status: "text",
  template_id: "uuid?",
  template_key: "text?",
  variables: "object",
  variables_schema: "object",
  page_settings: "object",
  typst_source: "text?",
  assembly_mode: "text",
  workspace_id: "uuid?",
  folder_id: "uuid?",
  pdf_file_id: "uuid?",
  parts_count: "integer",
  metadata_user: "object",
  exported_at: "instant?",
  created_by: { nullable: PERSON },
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type ComposedDocumentBody = RecordOf<typeof COMPOSED_DOCUMENT>;

const { typst_source: _source, ...listedComposedDocument } = COMPOSED_DOCUMENT;
/** A composed document in a list. */
export const LISTED_COMPOSED_DOCUMENT = listedComposedDocument satisfies Fields;

export const MASS_COMMUNICATION = {
  id: "uuid",
  template_key: "text",
  name: "text",
  variables: "object",
  recipients: { record: { contact_ids: { list: "uuid" }, user_ids: { list: "uuid" }, group_ids: { list: "uuid" } } },
  folder_id: "uuid?",
  workspace_id: "uuid?",
  status: "text",
  total_files: "integer",
  processed_files: "integer",
  successful_files: "integer",
  failed_files: "integer",
  progress: "number",
  failures: { list: "object" },
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type MassCommunicationBody = RecordOf<typeof MASS_COMMUNICATION>;

export const COMPILE_RESULT = {
  pdf_file_id: "uuid",
  composed_document_id: "uuid",
  status: "text",
  file_name: "text",
  content_type: "text",
  byte_size: "integer",
  sha256: "sha256",
  page_count: "integer",
  parts_included: "integer",
  parts_skipped: "integer",
  warnings: { list: "object" },
  exported_at: "instant",
} as const satisfies Fields;
export type CompileResultBody = RecordOf<typeof COMPILE_RESULT>;

export const FONT_LIST = {
  fonts: { list: "object" },
  total: "integer",
  font_paths: { list: "text" },
} as const satisfies Fields;

export const PART = {
  id: "uuid",
  composed_document_id: "uuid",
  title: "text?",
  content: "text",
  content_format: "text",
  content_source: "text",
  part_type: "text",
  position: "integer",
  status: "text",
  alignment: "text",
  bsize: "integer",
  page_break: "boolean",
  row_group: "integer?",
  key: "text?",
  instructions: "text?",
  assignee_id: "uuid?",
  assignee_type: "text?",
  metadata: "object",
  locked_at: "instant?",
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type PartBody = RecordOf<typeof PART>;

const { content: _content, ...listedPart } = PART;
/** A part in a list without contents. */
export const LISTED_PART = listedPart satisfies Fields;

export const PART_POSITION = { id: "uuid", position: "integer" } as const satisfies Fields;

const TRASH_PLACE = { type: "text", id: "uuid?", name: "text?" } as const satisfies Fields;

export const TRASH_ENTRY = {
  id: "uuid",
  kind: "text",
  name: "text",
  path: { list: "text" },
  documents_count: "integer",
  byte_size: "integer",
  deleted_at: "instant",
  deleted_by: { nullable: PERSON },
  restorable_until: "instant",
  restorable_to: { nullable: TRASH_PLACE },
} as const satisfies Fields;
export type TrashEntryBody = RecordOf<typeof TRASH_ENTRY>;

export const TAG = { name: "text" } as const satisfies Fields;
export type TagBody = RecordOf<typeof TAG>;

const PERMISSION_SOURCE = { type: "text", id: "uuid", name: "text" } as const satisfies Fields;

export const PERMISSION = {
  id: "uuid",
  subject_type: "text",
  subject_id: "uuid",
  /** `{id, display_name}` of a user, `{id, name}` of a group. */
  subject: "object",
  level: "text",
  resource_type: "text",
  resource_id: "uuid",
  inherited: "boolean",
  inherited_from: { nullable: PERMISSION_SOURCE },
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type PermissionBody = RecordOf<typeof PERMISSION>;

export const EFFECTIVE_PERMISSION = {
  level: "text?",
  source: { record: { type: "text", permission_id: "uuid?", inherited_from: { nullable: PERMISSION_SOURCE } } },
} as const satisfies Fields;
export type EffectivePermissionBody = RecordOf<typeof EFFECTIVE_PERMISSION>;

const PUBLIC_EXCLUSION = {
  resource_type: "text",
  resource_id: "uuid",
  name: "text",
  inherited: "boolean",
  excluded_at: "instant",
  excluded_by: { nullable: PERSON },
} as const satisfies Fields;

/** Public access as writers see it (public-access.md 4.6). */
export const PUBLIC_ACCESS_STATE = {
  resource_type: "text",
  resource_id: "uuid",
  public: "boolean",
  is_root: "boolean",
  root: { nullable: { id: "uuid", name: "text", published_at: "instant", published_by: { nullable: PERSON } } },
  excluded: "boolean",
  exclusion: { nullable: PUBLIC_EXCLUSION },
  exclusions: { list: PUBLIC_EXCLUSION },
  exclusions_count: "integer",
  reason: "text?",
  subtree: {
    nullable: {
      total: "integer",
      folders: "integer",
      documents: "integer",
      public: "integer",
      unstamped: "integer",
      excluded: "integer",
    },
  },
  unstamped_sample: { list: { type: "text", id: "uuid", name: "text" } },
  granted_count: "integer?",
  url: "text?",
} as const satisfies Fields;
export type PublicAccessStateBody = RecordOf<typeof PUBLIC_ACCESS_STATE>;

/** The record of a dry run. */
export const PUBLIC_ACCESS_DRY_RUN = {
  ...PUBLIC_ACCESS_STATE,
  scope: { record: { folders: "integer", documents: "integer", already_public: "integer", excluded: "integer" } },
} as const satisfies Fields;
export type PublicAccessDryRunBody = RecordOf<typeof PUBLIC_ACCESS_DRY_RUN>;

/** The record that a visitor sees among the items of a public folder (public-access.md 4.7). */
export const PUBLIC_ITEM = {
  folder: { type: "text", id: "uuid", name: "text", updated_at: "instant", color: "text?", icon: "text?" },
  file: {
    type: "text",
    id: "uuid",
    name: "text",
    updated_at: "instant",
    content_type: "text",
    byte_size: "integer",
  },
} as const satisfies Readonly<Record<string, Fields>>;

export const PUBLIC_FOLDER = {
  id: "uuid",
  name: "text",
  description: "text?",
  color: "text?",
  icon: "text?",
  parent: { nullable: NAMED },
  items: { list: "object" },
  items_truncated: "boolean",
  updated_at: "instant",
} as const satisfies Fields;
export type PublicFolderBody = RecordOf<typeof PUBLIC_FOLDER>;

export const PUBLIC_DOCUMENT = {
  id: "uuid",
  name: "text",
  description: "text?",
  content_type: "text",
  byte_size: "integer",
  folder: { nullable: NAMED },
  updated_at: "instant",
} as const satisfies Fields;
export type PublicDocumentBody = RecordOf<typeof PUBLIC_DOCUMENT>;

export const USER = {
  id: "uuid",
  email_address: "email",
  first_name: "text?",
  last_name: "text?",
  display_name: "text",
  initials: "text",
  role: "role",
  active: "boolean",
  external_id: "text?",
  externa_id: "text?",
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type UserBody = RecordOf<typeof USER>;

export const CONTACT = {
  id: "uuid",
  email_address: "email",
  first_name: "text?",
  last_name: "text?",
  external_id: "text?",
  display_name: "text",
  full_name: "text",
  type: "text",
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type ContactBody = RecordOf<typeof CONTACT>;

export const TEAM = {
  id: "uuid",
  name: "text",
  description: "text?",
  members_count: "integer",
  created_at: "instant",
  updated_at: "instant",
} as const satisfies Fields;
export type TeamBody = RecordOf<typeof TEAM>;

export const GROUP = { ...TEAM, external_id: "text?" } as const satisfies Fields;
export type GroupBody = RecordOf<typeof GROUP>;

export const GROUP_MEMBER = {
  id: "uuid",
  user_id: "uuid",
  user: { record: { id: "uuid", email_address: "email", display_name: "text", role: "role" } },
  created_at: "instant",
} as const satisfies Fields;
export type GroupMemberBody = RecordOf<typeof GROUP_MEMBER>;

export const TOKEN = {
  access_token: "text",
  token_type: "text",
  expires_in: "integer",
  refresh_token: "text",
  scope: "text",
  created_at: "integer",
} as const satisfies Fields;
export type TokenBody = RecordOf<typeof TOKEN>;

export const DEVICE_AUTHORIZATION = {
  device_code: "text",
  user_code: "text",
  verification_uri: "text",
  verification_uri_complete: "text",
  expires_in: "integer",
  interval: "integer",
} as const satisfies Fields;
export type DeviceAuthorizationBody = RecordOf<typeof DEVICE_AUTHORIZATION>;

export const EXCHANGED_TOKEN = {
  access_token: "text",
  token_type: "text",
  expires_in: "integer",
  created_at: "integer",
} as const satisfies Fields;
export type ExchangedTokenBody = RecordOf<typeof EXCHANGED_TOKEN>;

export const PERSONAL_TOKEN = {
  id: "uuid",
  name: "text",
  scopes: { list: "text" },
  created_at: "instant",
  expires_at: "instant",
  last_used_at: "instant?",
} as const satisfies Fields;
export type PersonalTokenBody = RecordOf<typeof PERSONAL_TOKEN>;

export const MADE_PERSONAL_TOKEN = { ...PERSONAL_TOKEN, token: "text" } as const satisfies Fields;
export type MadePersonalTokenBody = RecordOf<typeof MADE_PERSONAL_TOKEN>;

export const REVOCATION = { message: "text" } as const satisfies Fields;

/** host.md names them all but the id, the client id and the date (auth.md 1.0, records). */
export const OAUTH_APPLICATION = {
  id: "uuid",
  client_id: "text",
  name: "text",
  redirect_uris: { list: "text" },
  scopes: { list: "text" },
  default_scopes: { list: "text" },
  confidential: "boolean",
  trusted: "boolean",
  created_at: "instant",
} as const satisfies Fields;
export type OAuthApplicationBody = RecordOf<typeof OAUTH_APPLICATION>;

export const REGISTERED_APPLICATION = { ...OAUTH_APPLICATION, client_secret: "text?" } as const satisfies Fields;
export type RegisteredApplicationBody = RecordOf<typeof REGISTERED_APPLICATION>;

export const CONNECTOR = {
  id: "uuid",
  name: "text",
  area: "text",
  mandataire_id: "uuid?",
  workspace_ids: { list: "uuid" },
  disabled_at: "instant?",
  created_at: "instant",
} as const satisfies Fields;
export type ConnectorBody = RecordOf<typeof CONNECTOR>;

export const MADE_CONNECTOR = { ...CONNECTOR, key: "text" } as const satisfies Fields;
export type MadeConnectorBody = RecordOf<typeof MADE_CONNECTOR>;

export const CONNECTOR_KEY = { id: "uuid", key: "text", created_at: "instant" } as const satisfies Fields;
export type ConnectorKeyBody = RecordOf<typeof CONNECTOR_KEY>;

export const GRAPH_NODE = {
  external_id: "text",
  type: "text",
  label: "text",
  properties: "object",
} as const satisfies Fields;
export type GraphNodeBody = RecordOf<typeof GRAPH_NODE>;

export const GRAPH_EDGE = { from: "text", to: "text", type: "text", properties: "object" } as const satisfies Fields;
export type GraphEdgeBody = RecordOf<typeof GRAPH_EDGE>;

export const GRAPH_RESULT = {
  created: "integer",
  updated: "integer",
  deleted: "integer",
  unchanged: "integer",
} as const satisfies Fields;
export type GraphResultBody = RecordOf<typeof GRAPH_RESULT>;

export const AUDIT_EVENT = {
  id: "uuid",
  at: "instant",
  actor_id: "uuid?",
  token_id: "uuid?",
  action: "text",
  resource_type: "text?",
  resource_id: "uuid?",
  request_id: "text?",
  address: "text?",
  detail: "object",
} as const satisfies Fields;
export type AuditEventBody = RecordOf<typeof AUDIT_EVENT>;

/** Decision 0194. */
export const JOB = {
  id: "uuid",
  queue: "text",
  status: "text",
  attempts: "integer",
  attempts_max: "integer",
  due_at: "instant?",
  failed_at: "instant?",
  reason: "text?",
} as const satisfies Fields;
export type JobBody = RecordOf<typeof JOB>;

export const JOB_OVERVIEW = { jobs: { list: JOB }, jobs_truncated: "boolean" } as const satisfies Fields;

/** RFC 8414 section 2, as far as we have it to say. */
export const AUTHORIZATION_SERVER = {
  issuer: "text",
  authorization_endpoint: "text",
  token_endpoint: "text",
  revocation_endpoint: "text",
  scopes_supported: { list: "text" },
  response_types_supported: { list: "text" },
  response_modes_supported: { list: "text" },
  grant_types_supported: { list: "text" },
  token_endpoint_auth_methods_supported: { list: "text" },
  revocation_endpoint_auth_methods_supported: { list: "text" },
  code_challenge_methods_supported: { list: "text" },
  authorization_response_iss_parameter_supported: "boolean",
  service_documentation: "text",
} as const satisfies Fields;

export const MANDATAIRE = {
  ...{ id: "uuid", name: "text", accountingCode: "text?" },
  ...{ legalForm: "text?", shareCapitalCents: "integer?", rcsCity: "text?", vatNumber: "text?" },
  ...{ cardNumber: "text?", cardIssuer: "text?", guarantorName: "text?", guarantorAddress: "text?" },
  ...{ phone: "text?", email: "text?", website: "text?", logoDocumentId: "uuid?" },
} as const satisfies Fields;
export type MandataireBody = RecordOf<typeof MANDATAIRE>;

/** Alone among the records of the rental product in snake_case (host.md). */
export const MANDATAIRE_MEMBER = {
  user_id: "uuid",
  user: { record: { ...PERSON, email_address: "email" } },
  created_at: "instant",
} as const satisfies Fields;
export type MandataireMemberBody = RecordOf<typeof MANDATAIRE_MEMBER>;

export const ACCOUNTING_ENTRY = {
  id: "uuid",
  reference: "text?",
  journal: "text",
  societyCode: "text?",
  entryDate: "instant",
  accountingDate: "day",
  periodStart: "day?",
  periodEnd: "day?",
  status: "text",
  description: "text?",
  totalDebit: "decimal",
  totalCredit: "decimal",
  linesCount: "integer",
  sourceType: "text?",
  sourceId: "uuid?",
  updatedAt: "instant",
} as const satisfies Fields;
export type AccountingEntryBody = RecordOf<typeof ACCOUNTING_ENTRY>;

const ACCOUNTING_LINE = {
  id: "uuid",
  lineNumber: "integer",
  accountId: "uuid",
  accountCode: "text",
  accountName: "text",
  debit: "decimal",
  credit: "decimal",
  label: "text",
  entityType: "text?",
  entityId: "uuid?",
  letteringCode: "text?",
  letteringStatus: "text",
  auxiliaryCode: "text?",
} as const satisfies Fields;

export const ACCOUNTING_ENTRY_DETAIL = {
  ...ACCOUNTING_ENTRY,
  validatedBy: "uuid?",
  validatedAt: "instant?",
  reversalOfId: "uuid?",
  lines: { list: ACCOUNTING_LINE },
} as const satisfies Fields;
export type AccountingEntryDetailBody = RecordOf<typeof ACCOUNTING_ENTRY_DETAIL>;

export const ACCOUNTING_PERIOD = {
  period: "month",
  status: "text",
  entriesPosted: "integer",
  closedAt: "instant?",
} as const satisfies Fields;
export type AccountingPeriodBody = RecordOf<typeof ACCOUNTING_PERIOD>;

const LEDGER_LINE = {
  date: "day",
  journal: "text",
  reference: "text",
  label: "text",
  debit: "decimal",
  credit: "decimal",
  balance: "decimal",
  letteringCode: "text?",
} as const satisfies Fields;

export const LEDGER_ACCOUNT = {
  accountCode: "text",
  accountName: "text",
  auxiliaryCode: "text?",
  from: "day?",
  to: "day?",
  openingBalance: "decimal",
  lines: { list: LEDGER_LINE },
  closingBalance: "decimal",
} as const satisfies Fields;
export type LedgerAccountBody = RecordOf<typeof LEDGER_ACCOUNT>;

const { letteringCode: _, ...STATEMENT_LINE } = LEDGER_LINE;

const DATED_AMOUNT = { on: "day", label: "text", amountCents: "integer" } as const satisfies Fields;

const STATEMENT_TENANT = {
  ...{ tenantId: "uuid?", name: "text?", leaseId: "uuid?", calledCents: "integer", receivedRentCents: "integer" },
  ...{ receivedChargesCents: "integer", receivedVatCents: "integer", owedCents: "integer" },
} as const satisfies Fields;

const STATEMENT_SECTIONS = {
  properties: {
    list: {
      ...{ propertyId: "uuid?", name: "text?" },
      units: { list: { unitId: "uuid?", identifier: "text?", tenants: { list: STATEMENT_TENANT } } },
    },
  },
  fees: { list: { kind: "text", htCents: "integer", vatCents: "integer", ttcCents: "integer" } },
  ...{ invoices: { list: DATED_AMOUNT }, premiums: { list: DATED_AMOUNT } },
  payouts: { list: { reference: "text", on: "day", amountCents: "integer" } },
  ...{ openingCents: "integer", closingCents: "integer" },
  // Only statements of a year have it.
  taxHelp: "none",
} as const satisfies Fields;

export const OWNER_STATEMENT = {
  ownerId: "uuid",
  ownerName: "text",
  from: "day?",
  to: "day?",
  openingBalance: "decimal",
  lines: { list: STATEMENT_LINE },
  totalDebit: "decimal",
  totalCredit: "decimal",
  closingBalance: "decimal",
  sections: { record: STATEMENT_SECTIONS },
} as const satisfies Fields;
export type OwnerStatementBody = RecordOf<typeof OWNER_STATEMENT>;

const ACCOUNT_BALANCE = {
  accountCode: "text",
  accountName: "text",
  auxiliaryCode: "text?",
  debit: "decimal",
  credit: "decimal",
  balance: "decimal",
} as const satisfies Fields;

export const TRIAL_BALANCE = {
  from: "day?",
  to: "day?",
  accounts: { list: ACCOUNT_BALANCE },
  totalDebit: "decimal",
  totalCredit: "decimal",
} as const satisfies Fields;
export type TrialBalanceBody = RecordOf<typeof TRIAL_BALANCE>;

export const BANK_STATEMENT = {
  id: "uuid",
  accountIban: "text",
  statementId: "text",
  from: "day",
  to: "day",
  openingBalance: "decimal?",
  closingBalance: "decimal?",
  entriesCount: "integer",
  createdAt: "instant",
} as const satisfies Fields;

export const SENT_CALLS = { count: "integer" } as const satisfies Fields;

export const REMINDER = {
  id: "uuid",
  level: "integer",
  amountCents: "integer",
  createdAt: "instant",
  documentUrl: "text",
} as const satisfies Fields;

export const LETTERS = {
  id: "uuid",
  kind: "text",
  status: "text",
  total: "integer",
  done: "integer",
  failures: { list: { id: "uuid", message: "text" } },
  missing: { list: "text" },
  warning: "text?",
  downloadUrl: "text?",
  retainUntil: "day",
  createdAt: "instant",
} as const satisfies Fields;
export type LettersBody = RecordOf<typeof LETTERS>;

export const PAYOUT_EXPORT = {
  id: "uuid",
  format: "text",
  messageId: "text",
  payoutsCount: "integer",
  totalAmount: "decimal",
  payoutIds: { list: "uuid" },
  payouts: {
    list: {
      payoutId: "uuid",
      reference: "text",
      amountCents: "integer",
      status: "text",
      refused: "boolean",
      bankTransactionId: "uuid?",
    },
  },
  retainUntil: "day",
  createdAt: "instant",
  downloadUrl: "text",
} as const satisfies Fields;

export const RECONCILIATION = {
  on: "day",
  bankBalance: "decimal?",
  statementId: "text?",
  bookBalance: "decimal",
  difference: "decimal?",
  unexplained: {
    list: {
      bankTransactionId: "uuid",
      bankReference: "text",
      bookedOn: "day",
      amountCents: "integer",
      direction: "text",
      label: "text?",
    },
  },
} as const satisfies Fields;

export const BANK_FILE_IMPORT = {
  received: "integer",
  created: "integer",
  duplicates: "integer",
  unmatched: { list: "text" },
  warnings: { list: { statement: "integer", message: "text" } },
  reconciliation: { nullable: RECONCILIATION },
} as const satisfies Fields;

export const FEC_EXPORT = {
  id: "uuid",
  year: "integer",
  societyCode: "text?",
  status: "text",
  filename: "text",
  separator: "text",
  encoding: "text",
  byteSize: "integer",
  sha256: "sha256",
  entriesCount: "integer",
  linesCount: "integer",
  totalDebit: "decimal",
  totalCredit: "decimal",
  periodStart: "day",
  periodEnd: "day",
  warnings: { list: { code: "text", count: "integer", sample: { list: "text" } } },
  retainUntil: "day",
  createdAt: "instant",
  downloadUrl: "text",
} as const satisfies Fields;
/** The last state of a record; `data` is its list record. */
export const SNAPSHOT = {
  collection: "text",
  id: "uuid",
  state: "text",
  updatedAt: "instant",
  data: "object?",
} as const satisfies Fields;
export type FecExportBody = RecordOf<typeof FEC_EXPORT>;

/** The errors of a record, one per field; empty when there are none. */
export function recordProblems(fields: Fields, value: unknown, at = "body"): readonly string[] {
  if (!isObject(value)) return [`${at} is no object`];
  const record = value as Readonly<Record<string, unknown>>;
  const missing = Object.keys(fields).filter((name) => !Object.hasOwn(record, name));
  const unknown = Object.keys(record).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...unknown.map((name) => `${at}.${name} is in no list of fields`),
    ...Object.entries(fields).flatMap(([name, kind]) =>
      Object.hasOwn(record, name) ? kindProblems(kind, record[name], `${at}.${name}`) : [],
    ),
  ];
}

function kindProblems(kind: Kind, value: unknown, at: string): readonly string[] {
  if (kind === "item") return itemProblems(value, at);
  if (typeof kind === "string") {
    const word = kind.replace("?", "") as Word;
    const fits = JUDGES[word](value) || (kind.endsWith("?") && value === null);
    return fits ? [] : [`${at} is ${JSON.stringify(value)}, not ${kind}`];
  }
  if ("record" in kind) return recordProblems(kind.record as Fields, value, at);
  if ("nullable" in kind) return value === null ? [] : recordProblems(kind.nullable as Fields, value, at);
  if (!Array.isArray(value)) return [`${at} is no list`];
  const element = kind.list as Word | Fields;
  return value.flatMap((each, index) =>
    typeof element === "string"
      ? kindProblems(element, each, `${at}[${index}]`)
      : recordProblems(element, each, `${at}[${index}]`),
  );
}

/** An element of a folder's items: a whole folder or document, and which of them it is. */
function itemProblems(value: unknown, at: string): readonly string[] {
  const { type, ...record } = value as { readonly type?: unknown };
  if (type === "folder") return recordProblems(FOLDER, record, at);
  if (type === "file") return recordProblems(DOCUMENT, record, at);
  return [`${at}.type is ${JSON.stringify(type)}`];
}
