import type { Operation } from "../operation.ts";
import { fieldText } from "./describe.ts";
import type { FieldText } from "./field-text.ts";

/** Texts of parameters in paths and queries, by their name on the wire; those of one operation as `operation.name`. */
const PARAMETER_TEXTS: Readonly<Record<string, FieldText>> = {
  folder_id: "The folder, by identifier",
  "listComposedDocuments.folder_id": "Only composed documents in this folder",
  file_id: "The document, by identifier",
  permission_id: "The permission, by identifier",
  version_id: "The previous content, by identifier",
  part_id: "The part, by identifier",
  user_id: "The member, by the user's identifier",
  assignment_id: "The assignment, by identifier",
  line_id: "The line of the run, by identifier",
  attachment_id: "The attachment, by identifier",
  chunk_number: "Number of the chunk, from 1 to the number of chunks",
  reminder_id: "The reminder, by identifier",
  event_id: "The event of a service, by identifier",
  revision_id: "The revision of the lease's rents, by identifier",
  period: "The month to close, as YYYY-MM",
  dry_run: "True to answer what would change without changing it; false by default",
  workspace_id: "Only what belongs to this workspace",
  documents_folder_id: "Only the direct content of this folder",
  limit: {
    description: "Greatest number of exclusions and of samples to list, from 1 to 100; 20 by default",
    pattern: "^(?:0{0,2}[1-9]|0?[1-9]\\d|100)$",
  },
  from: "First day, inclusive; the beginning of the books by default",
  to: "Last day, inclusive; the end of the books by default",
  query: { description: "Words to look for, of 1 to 200 characters", minLength: 1, maxLength: 200 },
  force: "True to delete the template although documents were made from it; false by default",
  "validateBillingRun.force": "With any value, validates although anomalies are not acknowledged; absent by default",
  "listComposedDocuments.status": "Only composed documents with this status",
  "listJobs.status": "Only jobs with this status; failed by default",
  "getOwnerStatement.year": "A civil year in place of from and to, 1900 to 9999; the answer then has taxHelp",
  include: "content to return the contents of the parts as well, which are left out by default",
  include_draft: "False to leave out parts that are drafts; true by default",
  include_system: "True to list the fonts of the machine as well; false by default",
  with_variants: "True to list the variants of each family; false by default",
  return_to: "Path on this server to which the browser goes after signing in",
  user_code: "The code that the program shows, such as BCDF-GHJK",
  journal: "Only entries of this journal: LOYERS, CHARGES, BANQUE, PROPRIO or OD",
  account: "The general account, such as 411000",
  auxiliary: "Only lines of this auxiliary account, such as LOC0001; all by default",
  part: "description for the file that describes the columns; the accounting file itself by default",
  offset: "In place of page: how many rows come before the first, from 0",
  on: "The day to compare; today by default",
  collection: "The collection whose changes are listed, as its path names it",
  updated_since: "Changes at this moment or later, in UTC; at most 7 days ago, else 410",
  after_id: "With updated_since: of the changes at that very moment, only those of a later identifier",
  type: "Only lines that concern tenants, or owners",
};

/** Texts of request headers. */
export const HEADER_TEXTS: Readonly<Record<string, string>> = {
  "Idempotency-Key":
    "A key of yours, of 1 to 255 visible ASCII characters: the same request with the same key within 24 hours gets the first answer again, and nothing is made twice",
  Range: "The bytes to return, such as bytes=0-1023 (RFC 9110)",
  "If-Range": "ETag that the content must still have for the range, else the whole content is returned",
  "If-None-Match": "ETag of a copy you have: 304 when it is still the content",
  "Accept-Language": "Preferred languages of the page: French or English",
  "Content-MD5": "MD5 that the chunk must have, in base64; not checked when absent",
  "Content-Digest": "SHA-256 that the chunk must have, as sha-256=:base64: (RFC 9530); not checked when absent",
  "X-CSRF-Token": "CSRF token of the browser session, because a cookie authenticates the request",
};

/** The noun of a path's identifier, by the segment before it. */
const SEGMENT_NOUNS: Readonly<Record<string, string>> = {
  accounting_entries: "accounting entry",
  bank_transactions: "bank transaction",
  billing_runs: "billing run",
  bulk_uploads: "bulk upload",
  chunked_uploads: "chunked upload",
  classification_plans: "classification plan",
  composed_documents: "composed document",
  connectors: "connector",
  contacts: "contact",
  document_templates: "document template",
  document_types: "document type",
  documents: "document",
  domains: "business domain",
  exports: "export",
  fec_exports: "accounting file",
  folders: "folder",
  groups: "group",
  incidents: "incident",
  jobs: "job",
  lease_parties: "lease party",
  lease_terms: "lease term",
  leases: "lease",
  letters: "request for letters",
  mandataires: "managing agent",
  mandates: "mandate",
  mass_communications: "mass communication",
  oauth_applications: "application",
  owner_payouts: "payout",
  owners: "owner",
  ownerships: "ownership",
  payments: "payment",
  personal_access_tokens: "token",
  properties: "property",
  rent_calls: "rent call",
  service_providers: "service provider",
  supplier_invoices: "invoice",
  charge_statements: "statement",
  teams: "team",
  tenants: "tenant",
  units: "unit",
  users: "user",
  workspace_types: "workspace type",
  workspaces: "workspace",
};

/** Returns the text of a parameter in the path or the query of an operation. */
export function parameterText({ id, path }: Pick<Operation, "id" | "path">, name: string): FieldText | undefined {
  const [, segment = ""] = /([a-z_]+)\/\{id\}/.exec(path) ?? [];
  if (name === "id") return `The ${SEGMENT_NOUNS[segment] ?? "record"}, by identifier: a UUID`;
  return PARAMETER_TEXTS[`${id}.${name}`] ?? PARAMETER_TEXTS[name] ?? fieldText(id, name);
}
