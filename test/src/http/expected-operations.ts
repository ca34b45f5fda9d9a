import { allOperations, type Operation } from "@cartulary/wire";
import { fieldsOf, type SpecOperation, specOperations, specRecord } from "../../support/estate-spec.ts";
import {
  ACCOUNTING_ENTRY,
  ACCOUNTING_ENTRY_DETAIL,
  ACCOUNTING_PERIOD,
  AUDIT_EVENT,
  AUTHORIZATION_SERVER,
  BANK_FILE_IMPORT,
  BANK_STATEMENT,
  BULK_UPLOAD,
  CHUNKED_UPLOAD,
  CHUNKED_UPLOAD_ENVELOPE,
  CLASSIFICATION_PLAN,
  COMPILE_RESULT,
  COMPOSED_DOCUMENT,
  CONNECTOR,
  CONNECTOR_KEY,
  CONTACT,
  CREATED_DOCUMENT,
  DEVICE_AUTHORIZATION,
  DOCUMENT,
  DOCUMENT_EXPORT,
  DOMAIN,
  EFFECTIVE_PERMISSION,
  EXCHANGED_TOKEN,
  FEC_EXPORT,
  type Fields,
  FOLDER,
  FOLDER_WITH_ITEMS,
  FONT_LIST,
  FOUND_DOCUMENT,
  GRAPH_EDGE,
  GRAPH_NODE,
  GRAPH_RESULT,
  GROUP,
  GROUP_MEMBER,
  JOB,
  JOB_OVERVIEW,
  LEDGER_ACCOUNT,
  LETTERS,
  LISTED_COMPOSED_DOCUMENT,
  LISTED_PART,
  MADE_CONNECTOR,
  MANDATAIRE,
  MANDATAIRE_MEMBER,
  MASS_COMMUNICATION,
  OAUTH_APPLICATION,
  OWNER_STATEMENT,
  PART,
  PART_POSITION,
  PAYOUT_EXPORT,
  PERMISSION,
  PERSONAL_TOKEN,
  PUBLIC_ACCESS_STATE,
  PUBLIC_DOCUMENT,
  PUBLIC_FOLDER,
  RECEIVED_CHUNK_ENVELOPE,
  RECONCILIATION,
  REGISTERED_APPLICATION,
  REMINDER,
  REVOCATION,
  SENT_CALLS,
  SNAPSHOT,
  TAG,
  TEAM,
  TEMPLATE,
  TOKEN,
  TRASH_ENTRY,
  TRIAL_BALANCE,
  TYPE,
  USER,
  VERSION,
  WORKSPACE,
} from "../../support/records.ts";

/**
 * The operations of this delivery, transcribed row by row from the specification's table of operations: what the
 * contract is held to, so that nothing is forgotten in it and nothing slips in.
 */
export interface Delivered {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly scope: "read" | "write" | "admin" | "session" | "connector" | "none";
  readonly role?: "manager" | "admin";
  /** The right on its resource that the operation requires, where it exceeds its scope. */
  readonly right?: "write" | "manage";
  /** Set where it is a page with a form: it refuses with a page, and its own tests say when. */
  readonly page?: true;
  /** Set where a success takes more than one request: other tests cover the answer. */
  readonly flow?: true;
  /** Set where it acts on the mandataire that X-Mandataire-Id names, and only members of it may. */
  readonly mandataire?: true | { readonly unless: Readonly<Record<string, string>> };
  /** The one name under which its JSON body says everything. */
  readonly wrapper?: string;
  /** The one name under which its answers say everything. */
  readonly envelope?: string;
  /** Set where a client may keep the answer for a while. */
  readonly cached?: true;
  /** Set where it answers a whole list, with the headers of lists. */
  readonly whole?: true;
  readonly success: readonly number[];
  /** The record that is answered, or that each element of a list is; absent for bytes, pages, nothing, and other JSON. */
  readonly reply?: Fields;
  /**
   * The paging of a list: by all conventions of the product, by pages only, or unpaged without parameters (documents.md
   * 2.2, interface-rental.md).
   */
  readonly list?: "documents" | "pages" | "whole" | "rental";
  /** Elements of its longest page, where those are not a hundred. */
  readonly perPageMax?: number;
  readonly body?: readonly ("json" | "multipart" | "form" | "bytes")[];
}

const RENT_CALLS = "/rental/api/v1/rent_calls";
const LETTERS_PATH = "/rental/api/v1/letters";
const PAYOUT_EXPORTS = "/rental/api/v1/owner_payouts/exports";
const BANK_STATEMENTS = "/rental/api/v1/bank_statements";
const DOCUMENTS = "/api/v1/documents/documents";
const FOLDERS = "/api/v1/documents/folders";
const BULK_UPLOADS = "/api/v1/documents/bulk_uploads";
const EXPORTS = "/api/v1/documents/exports";
const CHUNKED_UPLOADS = "/api/v1/documents/chunked_uploads";
const WORKSPACES = "/api/v1/documents/workspaces";
const TRASH = "/api/v1/documents/trash";
const WORKSPACE_TYPES = "/api/v1/documents/workspace_types";
const DOCUMENT_TYPES = "/api/v1/documents/document_types";
const DOMAINS = "/api/v1/documents/domains";
const CLASSIFICATION_PLANS = "/api/v1/documents/classification_plans";
const TEMPLATES = "/api/v1/documents/document_templates";
const COMPOSED_DOCUMENTS = "/api/v1/documents/composed_documents";
const PARTS = `${COMPOSED_DOCUMENTS}/{id}/parts`;
const MASS_COMMUNICATIONS = "/api/v1/documents/mass_communications";
const APPLICATIONS = "/api/v1/oauth_applications";
const CONNECTORS = "/api/v1/connectors";
const GRAPH = "/api/v1/knowledge_graph";
const USERS = "/api/v1/directory/users";
const CONTACTS = "/api/v1/directory/contacts";
const GROUPS = "/api/v1/directory/groups";
const TEAMS = "/api/v1/directory/teams";
const RENTAL = "/rental/api/v1";
const MANDATAIRES = `${RENTAL}/mandataires`;
const ENTRIES = `${RENTAL}/accounting_entries`;
const ACCOUNTING = `${RENTAL}/accounting`;
const FEC_EXPORTS = `${RENTAL}/fec_exports`;
const PERSONAL_TOKENS = "/api/v1/personal_access_tokens";

const read = { method: "GET", scope: "read", success: [200] } as const;
const make = { method: "POST", scope: "write", success: [201] } as const;
const change = { method: "PATCH", scope: "write", success: [200] } as const;
const remove = { method: "DELETE", scope: "write", success: [204] } as const;
const bytes = { method: "GET", scope: "read", success: [200, 206, 304] } as const;
const administer = { scope: "admin", role: "admin" } as const;
const ours = { mandataire: true } as const;
const wrapped = { wrapper: "mandataire", body: ["json"] } as const;
const open = { method: "GET", scope: "none" } as const;
const keyed = { scope: "connector", success: [200] } as const;
const flow = { method: "POST", scope: "none", success: [200], flow: true } as const;

const state = { ...read, right: "write", reply: PUBLIC_ACCESS_STATE } as const;
const act = { ...make, success: [201, 200], reply: PUBLIC_ACCESS_STATE } as const;
const end = { ...remove, success: [200], reply: PUBLIC_ACCESS_STATE } as const;

const oneTemplate = { reply: TEMPLATE, envelope: "template" } as const;
const oneComposed = { reply: COMPOSED_DOCUMENT, envelope: "composed_document" } as const;
const onePart = { reply: PART, envelope: "part" } as const;
const allParts = { envelope: "parts" } as const;

/** The operations that every kind of resource has. */
const permissionsOn = (resources: string): readonly Delivered[] => {
  const path = `${resources}/{id}/permissions`;
  return [
    { ...read, path, right: "manage", reply: PERMISSION, list: "documents" },
    { ...make, path, right: "manage", reply: PERMISSION, body: ["json"] },
    { ...read, path: `${path}/effective`, reply: EFFECTIVE_PERMISSION },
    { ...change, path: `${path}/{permission_id}`, right: "manage", reply: PERMISSION, body: ["json"] },
    { ...remove, path: `${path}/{permission_id}`, right: "manage" },
  ];
};

/** Operations that the specification describes in prose. */
const UNNAMED: Readonly<Record<string, Pick<Delivered, "body"> & Partial<Pick<Delivered, "success">>>> = {
  "POST /portal/v1/incidents": { body: ["json"], success: [201, 200] },
  "PATCH /portal/v1/incidents/{id}": { body: ["json"] },
  "POST /portal/v1/incidents/{id}/attachments": { body: ["multipart"] },
};

/** The estate's are read from the specification's own table. */
const estate = specOperations.map(
  ({ method, path, scope, success, request, reply, list, mandataire_header }: SpecOperation): Delivered => {
    const wrapper = request === null ? undefined : specRecord(request).wrapper;
    const as = list === null ? "detail" : "list";
    return {
      ...{ method, path },
      ...(reply === "bytes" ? bytes : { success }),
      scope: scope === "connector-key" ? "connector" : scope,
      ...(mandataire_header && ours),
      ...(scope === "admin" && administer),
      ...(reply !== null && reply !== "bytes" && { reply: fieldsOf(reply.replace(/[[\]]/g, ""), as) }),
      ...(list !== null && { list }),
      ...(request !== null && { body: ["json"] as const }),
      ...UNNAMED[`${method} ${path}`],
      ...(wrapper !== undefined && { wrapper }),
    };
  },
);

export const DELIVERED: readonly Delivered[] = [
  { ...read, path: USERS, reply: USER, list: "documents" },
  { ...make, path: USERS, role: "admin", reply: USER, body: ["json"] },
  { ...read, path: `${USERS}/me`, reply: USER },
  { ...read, path: `${USERS}/{id}`, reply: USER },
  { ...change, path: `${USERS}/{id}`, reply: USER, body: ["json"] },
  { ...remove, path: `${USERS}/{id}`, role: "admin" },

  { ...read, path: CONTACTS, reply: CONTACT, list: "documents" },
  { ...make, path: CONTACTS, role: "manager", reply: CONTACT, body: ["json"] },
  { ...read, path: `${CONTACTS}/{id}`, reply: CONTACT },
  { ...change, path: `${CONTACTS}/{id}`, role: "manager", reply: CONTACT, body: ["json"] },
  { ...remove, path: `${CONTACTS}/{id}`, role: "manager" },

  { ...read, path: GROUPS, reply: GROUP, list: "documents" },
  { ...make, path: GROUPS, role: "admin", reply: GROUP, body: ["json"] },
  { ...read, path: `${GROUPS}/{id}`, reply: GROUP },
  { ...change, path: `${GROUPS}/{id}`, role: "admin", reply: GROUP, body: ["json"] },
  { ...remove, path: `${GROUPS}/{id}`, role: "admin" },
  { ...read, path: `${GROUPS}/{id}/members`, reply: GROUP_MEMBER, list: "pages" },
  { ...make, path: `${GROUPS}/{id}/members`, role: "admin", success: [201, 200], reply: GROUP_MEMBER, body: ["json"] },
  { ...remove, path: `${GROUPS}/{id}/members/{user_id}`, role: "admin" },

  { ...read, path: TEMPLATES, reply: TEMPLATE, envelope: "templates", whole: true },
  { ...make, path: TEMPLATES, role: "admin", ...oneTemplate, body: ["json"] },
  { ...read, path: `${TEMPLATES}/{id}`, ...oneTemplate },
  { ...change, path: `${TEMPLATES}/{id}`, role: "admin", ...oneTemplate, body: ["json"] },
  { ...remove, path: `${TEMPLATES}/{id}`, role: "admin" },

  {
    ...{ ...read, path: COMPOSED_DOCUMENTS, reply: LISTED_COMPOSED_DOCUMENT },
    ...{ envelope: "composed_documents", list: "documents" },
  },
  { ...make, path: COMPOSED_DOCUMENTS, ...oneComposed, body: ["json"] },
  { ...read, path: `${COMPOSED_DOCUMENTS}/{id}`, ...oneComposed },
  { ...change, path: `${COMPOSED_DOCUMENTS}/{id}`, ...oneComposed, body: ["json"] },
  { ...remove, path: `${COMPOSED_DOCUMENTS}/{id}` },
  { ...make, path: `${COMPOSED_DOCUMENTS}/{id}/compile`, success: [200], reply: COMPILE_RESULT },
  { ...read, path: "/api/v1/documents/fonts", reply: FONT_LIST, cached: true },
  { ...read, path: PARTS, ...allParts, reply: LISTED_PART, list: "pages", perPageMax: 1_000 },
  { ...make, path: PARTS, ...onePart, body: ["json"] },
  { ...change, path: `${PARTS}/reorder`, ...allParts, reply: PART_POSITION, body: ["json"] },
  { ...read, path: `${PARTS}/{part_id}`, ...onePart },
  { ...change, path: `${PARTS}/{part_id}`, ...onePart, body: ["json"] },
  { ...remove, path: `${PARTS}/{part_id}` },

  { ...read, path: MASS_COMMUNICATIONS, reply: MASS_COMMUNICATION, list: "documents" },
  { ...make, path: MASS_COMMUNICATIONS, reply: MASS_COMMUNICATION, body: ["json"] },
  { ...read, path: `${MASS_COMMUNICATIONS}/{id}`, reply: MASS_COMMUNICATION },
  { ...make, path: `${MASS_COMMUNICATIONS}/{id}/cancel`, success: [200], reply: MASS_COMMUNICATION },

  { ...read, path: TEAMS, reply: TEAM, list: "documents" },
  { ...make, path: TEAMS, role: "admin", reply: TEAM, body: ["json"] },
  { ...read, path: `${TEAMS}/{id}`, reply: TEAM },
  { ...change, path: `${TEAMS}/{id}`, role: "admin", reply: TEAM, body: ["json"] },
  { ...remove, path: `${TEAMS}/{id}`, role: "admin" },
  { ...read, ...administer, path: "/api/v1/audit_events", reply: AUDIT_EVENT, list: "documents" },
  { ...read, ...administer, path: "/api/v1/jobs", reply: JOB_OVERVIEW },
  { ...read, ...administer, path: "/api/v1/jobs/{id}", reply: JOB },
  { ...make, ...administer, path: "/api/v1/jobs/{id}/retry", success: [200], reply: JOB },

  { ...read, ...administer, path: CONNECTORS, reply: CONNECTOR, list: "documents" },
  { ...make, ...administer, path: CONNECTORS, reply: MADE_CONNECTOR, body: ["json"] },
  { ...read, ...administer, path: `${CONNECTORS}/{id}`, reply: CONNECTOR },
  { ...remove, ...administer, path: `${CONNECTORS}/{id}` },
  { ...make, ...administer, path: `${CONNECTORS}/{id}/keys`, reply: CONNECTOR_KEY },

  { ...read, ...administer, path: APPLICATIONS, reply: OAUTH_APPLICATION, list: "documents" },
  { ...make, ...administer, path: APPLICATIONS, reply: REGISTERED_APPLICATION, body: ["json"] },
  { ...read, ...administer, path: `${APPLICATIONS}/{id}`, reply: OAUTH_APPLICATION },
  { ...remove, ...administer, path: `${APPLICATIONS}/{id}` },

  { ...read, path: DOCUMENTS, reply: DOCUMENT, list: "documents" },
  { ...make, path: DOCUMENTS, success: [201, 202], reply: CREATED_DOCUMENT, body: ["multipart", "json"] },
  { ...read, path: `${DOCUMENTS}/{id}`, reply: DOCUMENT },
  { ...change, path: `${DOCUMENTS}/{id}`, reply: DOCUMENT, body: ["json", "multipart"] },
  { ...remove, path: `${DOCUMENTS}/{id}` },
  { ...bytes, path: `${DOCUMENTS}/{id}/content` },
  { ...read, path: `${DOCUMENTS}/{id}/versions`, reply: VERSION, list: "pages" },
  { ...make, path: `${DOCUMENTS}/{id}/versions`, reply: DOCUMENT, body: ["multipart", "json"] },
  { ...bytes, path: `${DOCUMENTS}/{id}/versions/{version_id}/content` },
  { ...make, path: `${DOCUMENTS}/{id}/versions/{version_id}/restore`, reply: DOCUMENT },

  { ...read, path: BULK_UPLOADS, reply: BULK_UPLOAD, list: "documents" },
  { ...make, path: BULK_UPLOADS, reply: BULK_UPLOAD, body: ["json"] },
  { ...read, path: `${BULK_UPLOADS}/{id}`, reply: BULK_UPLOAD },
  { ...read, path: EXPORTS, reply: DOCUMENT_EXPORT, list: "documents" },
  { ...make, path: EXPORTS, success: [202], reply: DOCUMENT_EXPORT, body: ["json"] },
  { ...read, path: `${EXPORTS}/{id}`, reply: DOCUMENT_EXPORT },
  { ...remove, path: `${EXPORTS}/{id}` },
  { ...bytes, path: `${EXPORTS}/{id}/download` },
  { ...make, path: "/api/v1/documents/imported_dates", role: "admin", success: [204], body: ["json"] },
  { ...read, path: CHUNKED_UPLOADS, reply: CHUNKED_UPLOAD, list: "pages" },
  { ...make, path: CHUNKED_UPLOADS, reply: CHUNKED_UPLOAD_ENVELOPE, body: ["json"] },
  { ...read, path: `${CHUNKED_UPLOADS}/{id}`, reply: CHUNKED_UPLOAD_ENVELOPE },
  { ...remove, path: `${CHUNKED_UPLOADS}/{id}`, success: [200], reply: CHUNKED_UPLOAD_ENVELOPE },
  { ...change, path: `${CHUNKED_UPLOADS}/{id}/chunks/{chunk_number}`, reply: RECEIVED_CHUNK_ENVELOPE, body: ["bytes"] },
  { ...make, path: `${CHUNKED_UPLOADS}/{id}/complete`, success: [200], reply: CHUNKED_UPLOAD_ENVELOPE, body: ["json"] },
  { ...read, path: `${CHUNKED_UPLOADS}/{id}/status`, reply: CHUNKED_UPLOAD_ENVELOPE },

  { ...read, path: FOLDERS, reply: FOLDER, list: "documents" },
  { ...make, path: FOLDERS, reply: FOLDER, body: ["json"] },
  { ...read, path: `${FOLDERS}/{id}`, reply: FOLDER_WITH_ITEMS },
  { ...change, path: `${FOLDERS}/{id}`, reply: FOLDER, body: ["json"] },
  { ...remove, path: `${FOLDERS}/{id}` },

  { ...read, path: "/api/v1/documents/tags", reply: TAG, list: "documents" },
  { ...read, path: "/api/v1/documents/search", reply: FOUND_DOCUMENT, list: "pages" },

  { ...read, path: WORKSPACES, reply: WORKSPACE, list: "whole" },
  { ...make, path: WORKSPACES, role: "manager", reply: WORKSPACE, body: ["json"] },
  { ...read, path: `${WORKSPACES}/{id}`, reply: WORKSPACE },
  { ...change, path: `${WORKSPACES}/{id}`, reply: WORKSPACE, body: ["json"] },
  { ...remove, path: `${WORKSPACES}/{id}`, right: "manage" },

  ...[WORKSPACES, FOLDERS, DOCUMENTS].flatMap(permissionsOn),

  ...[[WORKSPACES, WORKSPACE] as const, [FOLDERS, FOLDER] as const, [DOCUMENTS, DOCUMENT] as const].flatMap(
    ([path, reply]): readonly Delivered[] => [
      { ...make, path: `${path}/{id}/legal_hold`, role: "admin", success: [200], reply, body: ["json"] },
      { ...remove, path: `${path}/{id}/legal_hold`, role: "admin", success: [200], reply, body: ["json"] },
    ],
  ),

  { ...read, path: TRASH, reply: TRASH_ENTRY, list: "documents" },
  { ...make, path: `${TRASH}/{id}/restore`, success: [200], body: ["json"] },
  { ...remove, path: `${TRASH}/{id}`, role: "manager" },

  { ...state, path: `${FOLDERS}/{folder_id}/public_access` },
  { ...act, path: `${FOLDERS}/{folder_id}/public_access`, body: ["json"] },
  { ...end, path: `${FOLDERS}/{folder_id}/public_access` },
  { ...act, path: `${FOLDERS}/{folder_id}/public_access/propagate`, success: [200] },
  { ...act, path: `${FOLDERS}/{folder_id}/public_access/exclusion` },
  { ...end, path: `${FOLDERS}/{folder_id}/public_access/exclusion` },
  { ...act, path: `${FOLDERS}/{id}/site`, body: ["json"] },
  { ...state, path: `${DOCUMENTS}/{file_id}/public_access` },
  { ...act, path: `${DOCUMENTS}/{file_id}/public_access/exclusion` },
  { ...end, path: `${DOCUMENTS}/{file_id}/public_access/exclusion` },

  { ...open, path: "/public/v1/folders/{id}", success: [200], reply: PUBLIC_FOLDER },
  { ...open, path: "/public/v1/documents/{id}", success: [200], reply: PUBLIC_DOCUMENT },
  { ...open, path: "/public/v1/documents/{id}/content", success: [200, 206, 304] },
  { ...open, path: "/p/{folder_id}", page: true, success: [200] },

  { ...open, path: "/", success: [200] },
  { ...open, path: "/docs", success: [200] },
  { ...read, path: WORKSPACE_TYPES, reply: TYPE, list: "documents" },
  { ...make, path: WORKSPACE_TYPES, role: "admin", reply: TYPE, body: ["json"] },
  { ...read, path: `${WORKSPACE_TYPES}/{id}`, reply: TYPE },
  { ...change, path: `${WORKSPACE_TYPES}/{id}`, role: "admin", reply: TYPE, body: ["json"] },
  { ...remove, path: `${WORKSPACE_TYPES}/{id}`, role: "admin" },

  { ...read, path: DOCUMENT_TYPES, reply: TYPE, list: "documents" },
  { ...make, path: DOCUMENT_TYPES, role: "admin", reply: TYPE, body: ["json"] },
  { ...read, path: `${DOCUMENT_TYPES}/{id}`, reply: TYPE },
  { ...change, path: `${DOCUMENT_TYPES}/{id}`, role: "admin", reply: TYPE, body: ["json"] },
  { ...remove, path: `${DOCUMENT_TYPES}/{id}`, role: "admin" },

  { ...read, path: DOMAINS, reply: DOMAIN, list: "documents" },
  { ...make, path: DOMAINS, role: "admin", reply: DOMAIN, body: ["json"] },
  { ...read, path: `${DOMAINS}/{id}`, reply: DOMAIN },
  { ...change, path: `${DOMAINS}/{id}`, role: "admin", reply: DOMAIN, body: ["json"] },
  { ...remove, path: `${DOMAINS}/{id}`, role: "admin" },

  { ...read, path: CLASSIFICATION_PLANS, reply: CLASSIFICATION_PLAN, list: "documents" },
  { ...make, path: CLASSIFICATION_PLANS, role: "admin", reply: CLASSIFICATION_PLAN, body: ["json"] },
  { ...read, path: `${CLASSIFICATION_PLANS}/{id}`, reply: CLASSIFICATION_PLAN },
  { ...change, path: `${CLASSIFICATION_PLANS}/{id}`, role: "admin", reply: CLASSIFICATION_PLAN, body: ["json"] },
  { ...remove, path: `${CLASSIFICATION_PLANS}/{id}`, role: "admin" },

  { ...read, path: MANDATAIRES, reply: MANDATAIRE, list: "rental" },
  { ...make, ...administer, ...wrapped, path: MANDATAIRES, reply: MANDATAIRE },
  { ...change, ...administer, ...wrapped, path: `${MANDATAIRES}/{id}`, reply: MANDATAIRE },
  { ...remove, ...administer, path: `${MANDATAIRES}/{id}` },
  { ...read, ...administer, path: `${MANDATAIRES}/{id}/members`, reply: MANDATAIRE_MEMBER, list: "rental" },
  {
    ...make,
    ...administer,
    path: `${MANDATAIRES}/{id}/members`,
    success: [201, 200],
    reply: MANDATAIRE_MEMBER,
    body: ["json"],
  },
  { ...remove, ...administer, path: `${MANDATAIRES}/{id}/members/{user_id}` },

  { ...read, ...ours, path: ENTRIES, reply: ACCOUNTING_ENTRY, list: "rental" },
  { ...read, ...ours, path: `${ENTRIES}/{id}`, reply: ACCOUNTING_ENTRY_DETAIL },
  { ...read, ...ours, path: `${ACCOUNTING}/periods`, reply: ACCOUNTING_PERIOD },
  { ...make, ...ours, path: `${ACCOUNTING}/periods/{period}/close`, success: [200], reply: ACCOUNTING_PERIOD },
  { ...make, ...ours, path: `${ACCOUNTING}/fee_withdrawals`, reply: ACCOUNTING_ENTRY_DETAIL, body: ["json"] },
  { ...read, ...ours, path: `${ACCOUNTING}/ledger`, reply: LEDGER_ACCOUNT },
  { ...read, ...ours, path: `${ACCOUNTING}/trial_balance`, reply: TRIAL_BALANCE },
  { ...read, ...ours, path: `${ACCOUNTING}/reconciliation`, reply: RECONCILIATION },
  { ...read, ...ours, path: BANK_STATEMENTS, reply: BANK_STATEMENT, list: "rental" },
  { ...make, ...ours, path: `${RENTAL}/bank_files`, success: [200], reply: BANK_FILE_IMPORT, body: ["multipart"] },
  { ...read, ...ours, path: FEC_EXPORTS, reply: FEC_EXPORT, list: "rental" },
  { ...make, ...ours, path: FEC_EXPORTS, reply: FEC_EXPORT, body: ["json"] },
  { ...read, ...ours, path: `${FEC_EXPORTS}/{id}`, reply: FEC_EXPORT },
  { ...remove, ...ours, path: `${FEC_EXPORTS}/{id}` },
  { ...bytes, ...ours, path: `${FEC_EXPORTS}/{id}/download` },
  { ...bytes, ...ours, path: `${RENTAL}/rent_calls/{id}/document` },
  { ...bytes, ...ours, path: `${RENTAL}/rent_calls/{id}/receipt` },
  { ...bytes, ...ours, path: `${RENTAL}/security_deposits/{id}/document` },
  { ...bytes, ...ours, path: `${RENTAL}/leases/{id}/revisions/{revision_id}/document` },
  { ...bytes, ...ours, path: `${RENTAL}/charge_statements/{id}/document` },
  { ...read, ...ours, path: `${RENTAL}/owners/{id}/statement`, reply: OWNER_STATEMENT },
  { ...make, ...ours, path: `${RENT_CALLS}/mark_sent`, success: [200], reply: SENT_CALLS, body: ["json"] },
  { ...read, ...ours, path: `${RENT_CALLS}/{id}/reminders`, reply: REMINDER, list: "rental" },
  { ...make, ...ours, path: `${RENT_CALLS}/{id}/reminders`, reply: REMINDER, body: ["json"] },
  { ...bytes, ...ours, path: `${RENT_CALLS}/{id}/reminders/{reminder_id}/document` },

  { ...read, ...ours, path: LETTERS_PATH, reply: LETTERS, list: "rental" },
  { ...make, ...ours, path: LETTERS_PATH, success: [202], reply: LETTERS, body: ["json"] },
  { ...read, ...ours, path: `${LETTERS_PATH}/{id}`, reply: LETTERS },
  { ...make, ...ours, path: `${LETTERS_PATH}/{id}/cancel`, success: [200], reply: LETTERS },
  { ...bytes, ...ours, path: `${LETTERS_PATH}/{id}/download` },

  { ...read, ...ours, path: PAYOUT_EXPORTS, reply: PAYOUT_EXPORT, list: "rental" },
  { ...make, ...ours, path: PAYOUT_EXPORTS, reply: PAYOUT_EXPORT, body: ["json"] },
  { ...read, ...ours, path: `${PAYOUT_EXPORTS}/{id}`, reply: PAYOUT_EXPORT },
  { ...remove, ...ours, path: `${PAYOUT_EXPORTS}/{id}` },
  { ...bytes, ...ours, path: `${PAYOUT_EXPORTS}/{id}/download` },
  {
    ...make,
    ...ours,
    path: `${RENTAL}/owner_payouts/{id}/order_again`,
    success: [200],
    reply: fieldsOf("OwnerPayout", "detail"),
  },

  ...estate,
  {
    ...read,
    path: `${RENTAL}/snapshots`,
    reply: SNAPSHOT,
    list: "rental",
    mandataire: { unless: { collection: "mandataires" } },
  },

  { ...keyed, method: "POST", path: `${GRAPH}/ingestions`, reply: GRAPH_RESULT, body: ["json"] },
  { ...keyed, method: "GET", path: `${GRAPH}/nodes`, reply: GRAPH_NODE, list: "documents" },
  { ...keyed, method: "GET", path: `${GRAPH}/edges`, reply: GRAPH_EDGE, list: "documents" },

  { ...open, path: "/healthz", success: [200] },
  { ...open, path: "/.well-known/oauth-authorization-server", success: [200], reply: AUTHORIZATION_SERVER },
  { method: "POST", path: "/oauth/revoke", scope: "none", success: [200], reply: REVOCATION, body: ["form", "json"] },
  { method: "POST", path: "/oauth/token", scope: "none", success: [200], reply: TOKEN, body: ["form", "json"] },
  { method: "GET", path: "/oauth/authorize", page: true, scope: "session", success: [200, 302, 303] },
  { method: "POST", path: "/oauth/authorize", page: true, scope: "session", success: [303], body: ["form"] },
  {
    method: "POST",
    path: "/api/v1/cli/auth/device",
    scope: "none",
    success: [200],
    reply: DEVICE_AUTHORIZATION,
    body: ["json"],
  },
  { ...flow, path: "/api/v1/cli/auth/device/poll", body: ["json"] },
  { ...flow, path: "/api/v1/oauth/token_exchange", reply: EXCHANGED_TOKEN, body: ["form", "json"] },
  { ...read, path: PERSONAL_TOKENS, reply: PERSONAL_TOKEN, list: "documents" },
  { ...flow, path: PERSONAL_TOKENS, scope: "session", success: [201], body: ["json"] },
  { ...remove, path: `${PERSONAL_TOKENS}/{id}` },
  { method: "GET", path: "/cli/activation", page: true, scope: "session", success: [200, 302] },
  { method: "POST", path: "/cli/activation", page: true, scope: "session", success: [200, 303], body: ["form"] },
  { method: "GET", path: "/settings/tokens", page: true, scope: "session", success: [200, 302] },
  { method: "POST", path: "/settings/tokens", page: true, scope: "session", success: [200, 303], body: ["form"] },
  { ...open, path: "/login", page: true, success: [200] },
  { method: "POST", path: "/login", page: true, scope: "none", success: [303], body: ["form"] },
  { method: "POST", path: "/logout", page: true, scope: "session", success: [303], body: ["form"] },
  { ...open, path: "/openapi.json", success: [200, 304], cached: true },
  { ...open, path: "/readyz", success: [200, 503] },
];

/** The name of an operation in a test. */
export const nameOf = ({ method, path }: Pick<Delivered, "method" | "path">): string => `${method} ${path}`;

const table: readonly Operation[] = Object.values(allOperations);

/** The contract of a row. */
export function contractOf({ method, path }: Delivered): Operation {
  const found = table.find((operation) => operation.method.toUpperCase() === method && operation.path === path);
  if (!found) throw new Error(`No operation at ${method} ${path}`);
  return found;
}
