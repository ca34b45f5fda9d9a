import { FIRST } from "../../support/application-fixture.ts";
import { misshapenIn, specOperations } from "../../support/estate-spec.ts";
import { type Asking, uploadForm } from "../../support/send-request.ts";

/** Resources that permissions are granted on. */
export type Resource = "workspace" | "folder" | "document";

/** The ids that stand for the parameters of a path. */
export type Ids = Readonly<
  Record<
    | "workspace"
    | "folder"
    | "document"
    | "version"
    /** A folder in the trash, which was at no place. */
    | "trashed"
    | "user"
    | "workspace_type"
    | "document_type"
    | "domain"
    | "classification_plan"
    | "document_template"
    | "composed_document"
    | "part"
    | "contact"
    | "group"
    | "team"
    | `${Resource}_permission`
    | "bulk_upload"
    | "export"
    | "completed_export"
    | "mass_communication"
    /** A session whose only chunk is there. */
    | "chunked_upload"
    | "oauth_application"
    | "connector"
    | "job"
    | "personal_access_token"
    /** One that the administrator is a member of; the things below it are its own. */
    | "mandataire"
    | "accounting_entry"
    | "fec_export"
    /** Of its estate: each can be deleted. */
    | EstateNoun
    /** An owner: the person, the profile, and the owned records. */
    | "owning"
    | "owning_profile"
    | "owned"
    /** A mandate that has begun. */
    | "begun_mandate"
    /** A mandate with a service that is billed by event, that service, and an event of it. */
    | "served_mandate"
    | "mandate_service"
    | "service_event"
    /** A run that is computed, and a line of it. */
    | "billing_run"
    /** One that was found right, and what one that was applied called for. */
    | "validated_run"
    | "rent_call"
    /** A lease whose rent was revised, and the revision. */
    | "revised_lease"
    | "revision"
    /** A call that is overdue, and a reminder of it. */
    | "overdue_call"
    | "reminder"
    | "owner_payout"
    /** A file for the bank, and a payout that came back. */
    | "payout_export"
    /** Letters that wait to be printed, and others that are printed. */
    | "letters"
    | "printed_letters"
    | "failed_payout"
    /** A deposit that the agency holds, of a lease that has ended. */
    | "security_deposit"
    /** An invoice of a supplier that is still to be paid. */
    | "supplier_invoice"
    /** The draft of a statement of charges, and a lease in it. */
    | "charge_statement"
    | "charged_lease"
    /** The payment of the call, and the bank transaction. */
    | "payment"
    | "bank_transaction"
    /** A transaction in suspense, of which something is assigned. */
    | "waiting_transaction"
    | "bank_assignment"
    | "billing_run_line"
    /** A file attached to the incident. */
    | "incident_attachment"
    /** A key of a connector that is bound to the mandataire. */
    | "portal_key"
    /** A key of a connector that has a graph. */
    | "graph_key"
    /** The month that is to be closed next. */
    | "period"
    /** A mandataire without records, and a member of it. */
    | "empty_mandataire"
    | "member"
    /** A folder that all users see, and its content. */
    | "public_folder"
    | "public_document"
    /** A published folder below an excluded one: visitors do not see it. */
    | "root",
    string
  >
>;

/** Ids for the paths of the estate. */
export type EstateNoun =
  | "property"
  | "unit"
  | "ownership"
  | "owner"
  | "tenant"
  | "rental_contact"
  | "service_provider"
  | "mandate"
  | "lease"
  | "lease_term"
  | "lease_party"
  | "incident"
  | (typeof LEASE_DOORS)[keyof typeof LEASE_DOORS];

/** A lease of its own for each door, which is open. */
const LEASE_DOORS = {
  activate: "signed_lease",
  cancel: "dropped_lease",
  give_notice: "active_lease",
  withdraw_notice: "noticed_lease",
  revisions: "revisable_lease",
} as const;

/** By its collection. */
const ESTATE_NOUNS: Readonly<Record<string, EstateNoun>> = {
  properties: "property",
  units: "unit",
  ownerships: "ownership",
  owners: "owner",
  tenants: "tenant",
  contacts: "rental_contact",
  service_providers: "service_provider",
  mandates: "mandate",
  leases: "lease",
  lease_terms: "lease_term",
  lease_parties: "lease_party",
  incidents: "incident",
};

/** Ids for the paths of documents, of the directory and of sign-in. */
export type Named = (typeof NAMED)[number];

const NAMED = [
  "workspace_type",
  "document_type",
  "domain",
  "classification_plan",
  "document_template",
  "composed_document",
  "workspace",
  "folder",
  "document",
  "bulk_upload",
  "export",
  "chunked_upload",
  "mass_communication",
  "user",
  "contact",
  "group",
  "team",
  "oauth_application",
  "connector",
  "job",
  "personal_access_token",
] as const;

const NAMING = new RegExp(`/(${NAMED.join("|")})s/\\{(?:folder_|file_)?id\\}`);

/** The meaning of the first parameter of a path. */
export function namedIn(template: string): Named | undefined {
  return NAMING.exec(template)?.[1] as Named | undefined;
}

/** The path with the ids of these things in the place of its parameters. */
export function pathOf(template: string, ids: Ids): string {
  if (/^\/(rental|portal)\//.test(template)) return rentalPathOf(template, ids);
  if (template.endsWith("/exports/{id}/download")) return template.replace("{id}", ids.completed_export);
  const noun = nounOf(template, namedIn(template));
  if (template.includes("/documents/trash/")) return template.replace("{id}", ids.trashed);
  return template
    .replace(/\{(folder_|file_)?id\}/, noun ? ids[noun] : "")
    .replace("{version_id}", ids.version)
    .replace("{user_id}", ids.user)
    .replace("{chunk_number}", "1")
    .replace("{part_id}", ids.part)
    .replace("{permission_id}", ids[`${noun}_permission` as keyof Ids]);
}

/** The ids of a path, and other input that an operation requires. */
export function namedBy(template: string, asks: (ids: Ids) => unknown): readonly (keyof Ids)[] {
  const names = new Set<keyof Ids>();
  const recorder = new Proxy({} as Ids, { get: (_, name) => names.add(name as keyof Ids) && "" });
  pathOf(template, recorder);
  asks(recorder);
  return [...names];
}

/** A mandataire without records: it can be deleted. */
function rentalPathOf(template: string, ids: Ids): string {
  const [, collection = ""] = /\/(\w+)\/\{id\}/.exec(template) ?? [];
  if (template.includes("/service_events"))
    return template.replace("{id}", ids.served_mandate).replace("{event_id}", ids.service_event);
  if (/\/(extend|terminate)$/.test(template)) return template.replace("{id}", ids.begun_mandate);
  if (template.includes("/revisions/"))
    return template.replace("{id}", ids.revised_lease).replace("{revision_id}", ids.revision);
  const [, door = ""] = /\/leases\/\{id\}\/(\w+)/.exec(template) ?? [];
  if (template.includes("/reminders"))
    return template.replace("{id}", ids.overdue_call).replace("{reminder_id}", ids.reminder);
  if (collection === "rent_calls") return template.replace("{id}", ids.rent_call);
  if (template.includes("/owner_payouts/exports/")) return template.replace("{id}", ids.payout_export);
  if (template.endsWith("/letters/{id}/download")) return template.replace("{id}", ids.printed_letters);
  if (collection === "letters") return template.replace("{id}", ids.letters);
  if (template.endsWith("/order_again")) return template.replace("{id}", ids.failed_payout);
  if (collection === "security_deposits") return template.replace("{id}", ids.security_deposit);
  if (collection === "charge_statements") return template.replace("{id}", ids.charge_statement);
  if (collection === "supplier_invoices") return template.replace("{id}", ids.supplier_invoice);
  if (collection === "owner_payouts") return template.replace("{id}", ids.owner_payout);
  if (collection === "payments") return template.replace("{id}", ids.payment);
  if (template.includes("/assignments"))
    return template.replace("{id}", ids.waiting_transaction).replace("{assignment_id}", ids.bank_assignment);
  if (collection === "bank_transactions") return template.replace("{id}", ids.bank_transaction);
  if (template.endsWith("/apply")) return template.replace("{id}", ids.validated_run);
  if (collection === "billing_runs")
    return template.replace("{id}", ids.billing_run).replace("{line_id}", ids.billing_run_line);
  const estate = LEASE_DOORS[door as keyof typeof LEASE_DOORS] ?? ESTATE_NOUNS[collection];
  if (estate) return template.replace("{id}", ids[estate]).replace("{attachment_id}", ids.incident_attachment);
  const noun = /\/(accounting_entrie|fec_export|mandataire)s\/\{id\}/.exec(template)?.[1];
  const id =
    noun === "mandataire" ? ids.empty_mandataire : noun === "fec_export" ? ids.fec_export : ids.accounting_entry;
  return template.replace("{id}", id).replace("{user_id}", ids.member).replace("{period}", ids.period);
}

/** Public resources have ids of their own, as have resources that can be propagated. */
function nounOf(template: string, named: Named | undefined): keyof Ids | undefined {
  if (template.startsWith("/public/")) return `public_${named as "folder" | "document"}`;
  return template.endsWith("/propagate") ? "root" : named;
}

/** Grants a permission to a user without one on the resource. */
const permission = ({ user }: Ids): Asking => ({ json: { subject_type: "user", subject_id: user, level: "write" } });

/** Templates have keys of their own. */
let keysMade = 0;

/** Invoices have references of their own. */
let invoicesMade = 0;

/** Bank transactions have references of their own. */
let transactionsMade = 0;

/** Terms of a lease begin on days of their own. */
let termsMade = 0;

/** A request that each writing operation accepts; what the others need is in their path. */
export const SOUND: Readonly<Record<string, Asking | ((ids: Ids) => Asking)>> = {
  "POST /api/v1/directory/users": { json: { email_address: "new@example.org", password: "open sesame" } },
  "PATCH /api/v1/directory/users/{id}": { json: { first_name: "Ada" } },
  "POST /api/v1/directory/contacts": { json: { email_address: "contact@example.org" } },
  "PATCH /api/v1/directory/contacts/{id}": { json: { last_name: "Lovelace" } },
  "POST /api/v1/directory/groups": { json: { name: "a group" } },
  "PATCH /api/v1/directory/groups/{id}": { json: { description: "another" } },
  "POST /api/v1/directory/groups/{id}/members": ({ user }) => ({ json: { user_id: user } }),
  "POST /api/v1/directory/teams": { json: { name: "a team" } },
  "PATCH /api/v1/directory/teams/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/documents": uploadForm("some text"),
  "PATCH /api/v1/documents/documents/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/documents/{id}/versions": uploadForm("other text", { comment: "better" }),
  "POST /api/v1/documents/bulk_uploads": { json: { total_files: 2 } },
  "POST /api/v1/documents/imported_dates": ({ folder }) => ({
    json: {
      records: [
        { type: "folder", id: folder, created_at: "2026-01-01T00:00:00.000Z", changed_at: "2026-01-02T00:00:00.000Z" },
      ],
    },
  }),
  "POST /api/v1/documents/exports": ({ workspace }) => ({ json: { workspace_id: workspace } }),
  "POST /api/v1/documents/chunked_uploads": {
    json: { filename: "large.bin", file_size: 10, content_type: "application/octet-stream" },
  },
  "PATCH /api/v1/documents/chunked_uploads/{id}/chunks/{chunk_number}": {
    body: "ten bytes!",
    headers: { "content-type": "application/octet-stream" },
  },
  "POST /api/v1/documents/folders": { json: { name: "a folder" } },
  "PATCH /api/v1/documents/folders/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/trash/{id}/restore": { json: {} },
  ...Object.fromEntries(
    ["workspaces", "folders", "documents"].flatMap((nouns) =>
      ["POST", "DELETE"].map((method) => [
        `${method} /api/v1/documents/${nouns}/{id}/legal_hold`,
        { json: { reason: "a claim" } },
      ]),
    ),
  ),
  "POST /api/v1/documents/workspaces": { json: { label: "a workspace" } },
  "PATCH /api/v1/documents/workspaces/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/workspaces/{id}/permissions": permission,
  "PATCH /api/v1/documents/workspaces/{id}/permissions/{permission_id}": { json: { level: "manage" } },
  "POST /api/v1/documents/folders/{id}/permissions": permission,
  "PATCH /api/v1/documents/folders/{id}/permissions/{permission_id}": { json: { level: "manage" } },
  "POST /api/v1/documents/documents/{id}/permissions": permission,
  "PATCH /api/v1/documents/documents/{id}/permissions/{permission_id}": { json: { level: "manage" } },
  "POST /api/v1/documents/folders/{folder_id}/public_access": { json: { propagate: true } },
  "POST /api/v1/documents/folders/{id}/site": { json: { propagate: false } },
  "POST /api/v1/documents/workspace_types": { json: { name: "an entry" } },
  "PATCH /api/v1/documents/workspace_types/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/document_types": { json: { name: "an entry" } },
  "PATCH /api/v1/documents/document_types/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/domains": { json: { name: "an entry" } },
  "PATCH /api/v1/documents/domains/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/classification_plans": {
    json: { label: "a plan", entries: [{ code: "A", label: "an entry", parent_code: null, keywords: ["a word"] }] },
  },
  "PATCH /api/v1/documents/classification_plans/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/document_templates": () => ({
    json: { key: `key-${keysMade++}`, typst_source: "#set par(justify: true)" },
  }),
  "PATCH /api/v1/documents/document_templates/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/composed_documents": { json: { template_key: "lettre" } },
  "POST /api/v1/documents/mass_communications": ({ user }) => ({
    json: { template_key: "lettre", recipients: { user_ids: [user] } },
  }),
  "PATCH /api/v1/documents/composed_documents/{id}": { json: { description: "another" } },
  "POST /api/v1/documents/composed_documents/{id}/compile": { query: { include_draft: "true" } },
  "POST /api/v1/documents/composed_documents/{id}/parts": { json: { title: "a part" } },
  "PATCH /api/v1/documents/composed_documents/{id}/parts/reorder": { json: { parts: [] } },
  "PATCH /api/v1/documents/composed_documents/{id}/parts/{part_id}": { json: { content: "another" } },
  "GET /api/v1/documents/search": { query: { query: "text" } },
  "POST /api/v1/oauth_applications": { json: { name: "a tool", redirect_uris: ["https://example.org/back"] } },
  "POST /api/v1/connectors": { json: { name: "a portal", area: "portal" } },
  "POST /api/v1/knowledge_graph/ingestions": ({ graph_key }) => ({
    json: {
      source: "a wiki",
      nodes: [{ external_id: "a", type: "page", label: "A", properties: { words: 7 } }],
      edges: [{ from: "a", to: "a", type: "refers", properties: {} }],
      deletions: ["b"],
    },
    headers: { "x-connector-key": graph_key },
  }),
  "GET /api/v1/knowledge_graph/nodes": ({ graph_key }) => ({ headers: { "x-connector-key": graph_key } }),
  "GET /api/v1/knowledge_graph/edges": ({ graph_key }) => ({ headers: { "x-connector-key": graph_key } }),
  "POST /rental/api/v1/mandataires": { json: { mandataire: { name: "an agency" } } },
  "PATCH /rental/api/v1/mandataires/{id}": { json: { mandataire: { accounting_code: "A1" } } },
  "POST /rental/api/v1/mandataires/{id}/members": ({ user }) => ({ json: { user_id: user } }),
  "POST /portal/v1/incidents": ({ owned, portal_key }) => ({
    json: { title: "a leak", description: "in the kitchen", scope_type: "Unit", scope_id: owned },
    headers: { "x-connector-key": portal_key },
  }),
  "PATCH /portal/v1/incidents/{id}": ({ portal_key }) => ({
    json: { status: "acknowledged" },
    headers: { "x-connector-key": portal_key },
  }),
  "POST /portal/v1/incidents/{id}/attachments": ({ portal_key }) => ({
    form: { file: new File(["a photograph"], "leak.txt", { type: "text/plain" }) },
    headers: { "x-connector-key": portal_key },
  }),
  "POST /portal/v1/bank_transactions": ({ portal_key }) => ({
    json: {
      transactions: [
        { bank_reference: `B-${++transactionsMade}`, booked_on: "2026-02-27", amount_cents: 100, direction: "inbound" },
      ],
    },
    headers: { "x-connector-key": portal_key },
  }),
  "POST /rental/api/v1/bank_files": uploadForm({
    bytes: "bank_reference,booked_on,amount_cents,label,counterparty_iban\nF-1,2026-02-27,100,,\n",
    name: "bank.csv",
  }),
  "POST /rental/api/v1/bank_transactions/{id}/assignments": {
    json: { lines: [{ account_code: "627000", amount_cents: 1 }] },
  },
  "POST /rental/api/v1/properties": { json: { name: "a property", address: "1 rue du Port" } },
  "PATCH /rental/api/v1/properties/{id}": { json: { city: "Brest" } },
  "POST /rental/api/v1/units": ({ property }) => ({ json: { property_id: property, identifier: "a unit" } }),
  "PATCH /rental/api/v1/units/{id}": { json: { floor: "2" } },
  "POST /rental/api/v1/owners": { json: { first_name: "Anne" } },
  "PATCH /rental/api/v1/owners/{id}": { json: { last_name: "Aubry" } },
  "POST /rental/api/v1/tenants": { json: { last_name: "Binet" } },
  "PATCH /rental/api/v1/tenants/{id}": { json: { last_name: "Blin" } },
  "POST /rental/api/v1/contacts": { json: { contact: { last_name: "Colas" } } },
  "PATCH /rental/api/v1/contacts/{id}": { json: { contact: { activity: "notaire" } } },
  "POST /rental/api/v1/service_providers": { json: { contact: { last_name: "Dumas" } } },
  "PATCH /rental/api/v1/service_providers/{id}": { json: { contact: { activity: "plombier" } } },
  "POST /rental/api/v1/ownerships": ({ owning, owned }) => ({
    json: { ownership: { owner_id: owning, unit_id: owned, share_numerator: 1, share_denominator: 2 } },
  }),
  "PATCH /rental/api/v1/ownerships/{id}": { json: { ownership: { valid_from: "2026-01-01" } } },
  "POST /rental/api/v1/mandates": ({ owning_profile }) => ({
    json: { owner_profile_id: owning_profile, reference: "M", start_date: "2999-01-01" },
  }),
  "PATCH /rental/api/v1/mandates/{id}": { json: { notice_months: 3 } },
  "POST /rental/api/v1/mandates/{id}/extend": { json: { new_end_date: "2999-12-31" } },
  "POST /rental/api/v1/mandates/{id}/terminate": { json: {} },
  "POST /rental/api/v1/mandates/{id}/service_events": ({ mandate_service }) => ({
    json: { mandate_service_id: mandate_service, occurred_on: "2026-02-20", quantity: 2, label: "État des lieux" },
  }),
  "POST /rental/api/v1/billing_runs": ({ active_lease }) => ({
    json: { period_start: "2026-05-01", lease_ids: [active_lease] },
  }),
  "PATCH /rental/api/v1/billing_runs/{id}/lines/{line_id}": { json: { review_status: "ok" } },
  "POST /rental/api/v1/billing_runs/{id}/validate": { query: { force: "true" } },
  "POST /rental/api/v1/index_values": {
    json: { index_values: [{ index_code: "IRL", period: "2026-Q2", value: 146.68, published_on: "2026-07-15" }] },
  },
  "POST /rental/api/v1/leases": ({ owned, tenant }) => ({
    json: {
      lease: { reference: "B1", lease_type: "commercial", start_date: "2026-01-01", signature_date: "2025-12-01" },
      units: [{ id: owned, base_rent_cents: 100_000 }],
      tenant_id: tenant,
    },
  }),
  "PATCH /rental/api/v1/leases/{id}": { json: { lease: { payment_day: 5 } } },
  "POST /rental/api/v1/leases/{id}/give_notice": { json: { notice_date: "2026-03-01" } },
  "POST /rental/api/v1/leases/{id}/revisions": { json: {} },
  "POST /rental/api/v1/lease_terms": ({ active_lease }) => {
    termsMade += 1;
    const effective_from = new Date(Date.UTC(2030, 0, termsMade)).toISOString().slice(0, 10);
    return { json: { lease_term: { lease_id: active_lease, effective_from } } };
  },
  "PATCH /rental/api/v1/lease_terms/{id}": { json: { lease_term: { revision_month: 3 } } },
  "POST /rental/api/v1/lease_parties": ({ active_lease }) => ({
    json: { lease_party: { lease_id: active_lease, party_type: "occupant", household_member: { first_name: "Léo" } } },
  }),
  "PATCH /rental/api/v1/lease_parties/{id}": { json: { lease_party: { declared: true } } },
  "GET /rental/api/v1/accounting/ledger": { query: { account: "512000" } },
  "POST /rental/api/v1/owner_payouts/exports": ({ owner_payout }) => ({
    json: { format: "pain.001", ids: [owner_payout] },
  }),
  "POST /rental/api/v1/letters": ({ rent_call }) => ({ json: { kind: "notice", ids: [rent_call] } }),
  "POST /rental/api/v1/rent_calls/mark_sent": ({ rent_call }) => ({ json: { ids: [rent_call] } }),
  "POST /rental/api/v1/rent_calls/{id}/reminders": { json: { level: 1 } },
  "POST /rental/api/v1/charge_statements": ({ property }) => ({
    json: { property_id: property, period_from: "2025-01-01", period_to: "2025-12-31", lines: [{ total_cents: 1000 }] },
  }),
  "GET /rental/api/v1/charge_statements/{id}/document": ({ charged_lease }) => ({ query: { lease_id: charged_lease } }),
  "POST /rental/api/v1/supplier_invoices": ({ service_provider, unit }) => ({
    json: {
      ...{ service_provider_id: service_provider, unit_id: unit, reference: `F-${++invoicesMade}`, label: "Plombier" },
      ...{ invoice_date: "2026-02-20", total_cents: 12_000, vat_cents: 2_000 },
    },
  }),
  "POST /rental/api/v1/security_deposits/{id}/return": { json: { returned_on: "2026-02-26", in_conformity: true } },
  "GET /rental/api/v1/snapshots": { query: { collection: "units", updated_since: "2026-02-28" } },
  "POST /rental/api/v1/fec_exports": { json: { year: 2023 } },
  "POST /rental/api/v1/accounting/fee_withdrawals": { json: { amount_cents: 1, booked_on: "2023-02-06" } },
  "POST /oauth/revoke": {
    body: new URLSearchParams({ token: "x", client_id: FIRST.clientId, client_secret: FIRST.clientSecret }),
  },
  "POST /oauth/token": {
    body: new URLSearchParams({
      grant_type: "password",
      client_id: FIRST.clientId,
      client_secret: FIRST.clientSecret,
      username: FIRST.email,
      password: FIRST.password,
    }),
  },
};

/** A value of the wrong shape, and its error. */
type Misshapen = readonly [field: string, value: unknown, code: string];

const text = (field: string): readonly Misshapen[] => [
  [field, 7, "invalid"],
  [field, ["x"], "invalid"],
  [field, { x: 1 }, "invalid"],
];
const required = (field: string): readonly Misshapen[] => [...text(field), [field, null, "blank"]];
const id = (field: string): readonly Misshapen[] => [
  [field, "not-a-uuid", "invalid"],
  [field, 7, "invalid"],
  [field, ["x"], "invalid"],
];
/** Null empties it. */
const object = (field: string): readonly Misshapen[] => [
  [field, "x", "invalid"],
  [field, [1], "invalid"],
  [field, 7, "invalid"],
];
/** Null empties it. */
const tags = (field: string): readonly Misshapen[] => [
  [field, "x", "invalid"],
  [field, { x: 1 }, "invalid"],
];
const texts = (field: string): readonly Misshapen[] => [...tags(field), [field, null, "blank"]];

const USER_FIELDS: readonly Misshapen[] = [
  ...required("email_address"),
  ...required("password"),
  ...text("first_name"),
  ...text("last_name"),
  ...text("external_id"),
  ["role", "king", "inclusion"],
];

const CONTACT_FIELDS: readonly Misshapen[] = [
  ...required("email_address"),
  ...text("first_name"),
  ...text("last_name"),
  ...text("external_id"),
];

const TEAM_FIELDS: readonly Misshapen[] = [...required("name"), ...text("description")];

const GROUP_FIELDS: readonly Misshapen[] = [...TEAM_FIELDS, ...text("external_id")];

const FOLDER_FIELDS: readonly Misshapen[] = [
  ...required("name"),
  ...text("description"),
  ...text("color"),
  ...text("icon"),
  ...id("documents_folder_id"),
  ...id("workspace_id"),
  ...tags("tag_list"),
];

const DOCUMENT_FIELDS: readonly Misshapen[] = [
  ...required("name"),
  ...text("description"),
  ...id("documents_folder_id"),
  ...id("workspace_id"),
  ...id("domain_id"),
  ...id("document_type_id"),
  ...text("classification_code"),
  ...object("metadata_user"),
  ...tags("tag_list"),
  ["auto_classify", "yes", "invalid"],
];

const WORKSPACE_FIELDS: readonly Misshapen[] = [
  ...required("label"),
  ...text("description"),
  ...id("classification_plan_id"),
  ...text("classification_plan_label"),
  ...text("classification_plan_csv"),
  ...id("domain_id"),
  ...id("workspace_type_id"),
  ...object("settings"),
  ...tags("business_tag_list"),
  ...object("metadata_user"),
];

const DOMAIN_FIELDS: readonly Misshapen[] = [...required("name"), ...text("description")];

const TYPE_FIELDS: readonly Misshapen[] = [
  ...DOMAIN_FIELDS,
  ["status", "archived", "inclusion"],
  ["status", "", "inclusion"],
  ["status", null, "blank"],
];

const PLAN_FIELDS: readonly Misshapen[] = [
  ...required("label"),
  ...text("description"),
  ...texts("entries"),
  ["entries", ["x"], "invalid"],
  ["entries", [{ code: "A" }], "blank"],
  ["entries", [{ label: "A", code: 7 }], "invalid"],
  ["entries", [{ code: "A", label: "A", parent_code: 7 }], "invalid"],
  ["entries", [{ code: "A", label: "A", keywords: "x" }], "invalid"],
  ["csv", 7, "invalid"],
];

const LEVEL: readonly Misshapen[] = [
  ["level", "admin", "inclusion"],
  ["level", "", "inclusion"],
  ["level", 3, "inclusion"],
  ["level", null, "blank"],
];

const PUBLISH_FIELDS: readonly Misshapen[] = [
  ["propagate", "yes", "invalid"],
  ["propagate", 1, "invalid"],
  ["propagate", [true], "invalid"],
];

const PERMISSION_FIELDS: readonly Misshapen[] = [
  ...LEVEL,
  ["level", undefined, "blank"],
  ["subject_type", "team", "inclusion"],
  ["subject_type", null, "blank"],
  ["subject_type", undefined, "blank"],
  ...id("subject_id"),
  ["subject_id", null, "blank"],
  ["subject_id", undefined, "blank"],
];

const scopes = (field: string): readonly Misshapen[] => [
  ...texts(field),
  [field, ["root"], "inclusion"],
  [field, ["read", 7], "inclusion"],
];

const flag = (field: string): readonly Misshapen[] => [
  [field, "yes", "invalid"],
  [field, 1, "invalid"],
  [field, null, "blank"],
];

const APPLICATION_FIELDS: readonly Misshapen[] = [
  ...required("name"),
  ["name", undefined, "blank"],
  ...texts("redirect_uris"),
  ["redirect_uris", undefined, "blank"],
  ["redirect_uris", [7], "invalid"],
  ...scopes("scopes"),
  ...scopes("default_scopes"),
  ...flag("confidential"),
  ...flag("trusted"),
];

const CONNECTOR_FIELDS: readonly Misshapen[] = [
  ...required("name"),
  ["name", undefined, "blank"],
  ["area", "kitchen", "inclusion"],
  ["area", undefined, "blank"],
  ...id("mandataire_id"),
  ...texts("workspace_ids"),
  ["workspace_ids", ["not-a-uuid"], "invalid"],
];

const number = (field: string): readonly Misshapen[] => [
  [field, "2026", "not_a_number"],
  [field, 1.5, "not_a_number"],
  [field, null, "blank"],
];

const MANDATAIRE_FIELDS: readonly Misshapen[] = [
  ...required("name"),
  ...text("accounting_code"),
  ...text("siren"),
  ["billing_calendar", "lunar", "inclusion"],
  ["billing_calendar", null, "blank"],
  ...number("billing_cycle_month"),
  ["accounting_mode", "barter", "inclusion"],
  ...["iban", "bic", "address"].flatMap(text),
];

const TEMPLATE_FIELDS: readonly Misshapen[] = [
  ...required("key"),
  ...required("name"),
  ...text("description"),
  ...text("category"),
  ...required("locale"),
  ...required("typst_source"),
  ...object("variables_schema"),
  ...object("page_settings"),
  ...tags("default_parts"),
  ["default_parts", [{ part_type: "cover" }], "inclusion"],
  ...flag("active"),
];

const COMPOSED_FIELDS: readonly Misshapen[] = [
  ...required("name"),
  ...text("description"),
  ...object("variables"),
  ...object("page_settings"),
  ...text("typst_source"),
  ...required("assembly_mode"),
  ...object("metadata_user"),
];

const PART_FIELDS: readonly Misshapen[] = [
  ...text("title"),
  ...required("content"),
  ["content_format", "html", "inclusion"],
  ["content_source", "ghost", "inclusion"],
  ["part_type", "cover", "inclusion"],
  ...number("position"),
  ["status", "done", "inclusion"],
  ["alignment", "justify", "inclusion"],
  ...number("bsize"),
  ...flag("page_break"),
  ["row_group", "x", "not_a_number"],
  ...text("key"),
  ...text("instructions"),
  ...id("assignee_id"),
  ...text("assignee_type"),
  ...object("metadata"),
];

/** The estate's inputs, by what the specification says of their fields. */
const misshapenEstate = Object.fromEntries(
  specOperations.flatMap(({ method, path, request }) =>
    request === null ? [] : [[`${method} ${path}`, misshapenIn(request, method === "POST" ? "create" : "update")]],
  ),
);

/** By operation: the wrong shapes of single fields of its JSON body. */
export const MISSHAPEN: Readonly<Record<string, readonly Misshapen[]>> = {
  ...misshapenEstate,
  "POST /rental/api/v1/mandataires": [...MANDATAIRE_FIELDS, ["name", undefined, "blank"]],
  "PATCH /rental/api/v1/mandataires/{id}": MANDATAIRE_FIELDS,
  "POST /rental/api/v1/mandataires/{id}/members": [
    ...id("user_id"),
    ["user_id", null, "blank"],
    ["user_id", undefined, "blank"],
  ],
  "POST /rental/api/v1/accounting/fee_withdrawals": [
    ...number("amount_cents"),
    ["amount_cents", undefined, "blank"],
    ["amount_cents", 1e300, "invalid"],
    ["booked_on", 20230206, "invalid"],
    ["booked_on", "2023-02-30", "invalid"],
    ["booked_on", "06/02/2023", "invalid"],
    ["booked_on", null, "blank"],
    ["booked_on", undefined, "blank"],
  ],
  "POST /rental/api/v1/charge_statements": [
    ...id("property_id"),
    ["property_id", undefined, "blank"],
    ["period_from", undefined, "blank"],
    ["period_to", undefined, "blank"],
    ["lines", "x", "invalid"],
  ],
  "POST /rental/api/v1/mandates/{id}/service_events": [
    ["mandate_service_id", undefined, "blank"],
    ["occurred_on", undefined, "blank"],
    ["quantity", 1.5, "not_a_number"],
  ],
  "POST /rental/api/v1/supplier_invoices": [
    ...required("reference"),
    ...required("label"),
    ["reference", undefined, "blank"],
    ["total_cents", undefined, "blank"],
    ["total_cents", 1.5, "not_a_number"],
    ["charge_nature", "food", "inclusion"],
  ],
  "POST /rental/api/v1/letters": [
    ["kind", "postcard", "inclusion"],
    ["kind", undefined, "blank"],
    ...texts("ids"),
    ["ids", ["not-a-uuid"], "invalid"],
    ...id("billing_run_id"),
    ["from", "2026-02-30", "invalid"],
    ["year", "2026", "not_a_number"],
  ],
  "POST /rental/api/v1/rent_calls/mark_sent": [
    ...texts("ids"),
    ["ids", ["not-a-uuid"], "invalid"],
    ...id("billing_run_id"),
    ["sent_at", "yesterday", "invalid"],
    ["sent_at", 7, "invalid"],
  ],
  "POST /rental/api/v1/rent_calls/{id}/reminders": [
    ["level", 4, "inclusion"],
    ["level", "1", "inclusion"],
    ["level", undefined, "blank"],
    ["level", null, "blank"],
  ],
  "POST /rental/api/v1/fec_exports": [
    ...number("year"),
    ["year", undefined, "blank"],
    ...text("society_code"),
    ["separator", "comma", "inclusion"],
    ["separator", null, "blank"],
    ["encoding", "utf-16", "inclusion"],
  ],
  "POST /api/v1/oauth_applications": APPLICATION_FIELDS,
  "POST /api/v1/connectors": CONNECTOR_FIELDS,
  "POST /api/v1/directory/users": [...USER_FIELDS, ["email_address", undefined, "blank"]],
  "PATCH /api/v1/directory/users/{id}": [...USER_FIELDS, ["active", "yes", "invalid"], ["active", null, "blank"]],
  "POST /api/v1/directory/contacts": [...CONTACT_FIELDS, ["email_address", undefined, "blank"]],
  "PATCH /api/v1/directory/contacts/{id}": CONTACT_FIELDS,
  "POST /api/v1/directory/groups": [...GROUP_FIELDS, ["name", undefined, "blank"]],
  "PATCH /api/v1/directory/groups/{id}": GROUP_FIELDS,
  "POST /api/v1/directory/groups/{id}/members": [
    ...id("user_id"),
    ["user_id", null, "blank"],
    ["user_id", undefined, "blank"],
    ...texts("user_ids"),
    ["user_ids", ["not-a-uuid"], "invalid"],
  ],
  "POST /api/v1/directory/teams": [...TEAM_FIELDS, ["name", undefined, "blank"]],
  "PATCH /api/v1/directory/teams/{id}": TEAM_FIELDS,
  "POST /api/v1/documents/documents": [
    ...DOCUMENT_FIELDS,
    ...id("bulk_upload_id"),
    ...id("chunked_upload_id"),
    ["chunked_upload_id", undefined, "blank"],
    ...text("pages"),
    ["position", "first", "not_a_number"],
  ],
  "PATCH /api/v1/documents/documents/{id}": DOCUMENT_FIELDS,
  "POST /api/v1/documents/documents/{id}/versions": [
    ...text("comment"),
    ...text("expected_sha256"),
    ...id("chunked_upload_id"),
    ["chunked_upload_id", undefined, "blank"],
  ],
  "POST /api/v1/documents/imported_dates": [
    ...texts("records"),
    ["records", undefined, "blank"],
    ["records", ["x"], "invalid"],
  ],
  "POST /api/v1/documents/exports": [
    ...id("workspace_id"),
    ["workspace_id", undefined, "blank"],
    ...id("folder_id"),
    ...flag("versions"),
    ...flag("public"),
    ...text("name"),
    ["date", "yesterday", "invalid"],
  ],
  "POST /api/v1/documents/bulk_uploads": [
    ...number("total_files"),
    ["total_files", undefined, "blank"],
    ...id("documents_folder_id"),
    ...id("workspace_id"),
    ...flag("auto_classify"),
    ...text("source"),
    ...flag("merge_to_pdf"),
    ...text("merged_file_name"),
  ],
  "POST /api/v1/documents/chunked_uploads": [
    ...required("filename"),
    ["filename", undefined, "blank"],
    ...required("content_type"),
    ["content_type", undefined, "blank"],
    ...number("file_size"),
    ["file_size", undefined, "blank"],
    ...number("chunk_size"),
    ...id("workspace_id"),
    ...id("documents_folder_id"),
    ...object("metadata"),
  ],
  "POST /api/v1/documents/chunked_uploads/{id}/complete": text("checksum"),
  "POST /api/v1/documents/folders": FOLDER_FIELDS,
  "PATCH /api/v1/documents/folders/{id}": FOLDER_FIELDS,
  "POST /api/v1/documents/workspaces": WORKSPACE_FIELDS,
  "PATCH /api/v1/documents/workspaces/{id}": WORKSPACE_FIELDS,
  "POST /api/v1/documents/workspaces/{id}/permissions": PERMISSION_FIELDS,
  "PATCH /api/v1/documents/workspaces/{id}/permissions/{permission_id}": LEVEL,
  "POST /api/v1/documents/folders/{id}/permissions": PERMISSION_FIELDS,
  "PATCH /api/v1/documents/folders/{id}/permissions/{permission_id}": LEVEL,
  "POST /api/v1/documents/documents/{id}/permissions": PERMISSION_FIELDS,
  "PATCH /api/v1/documents/documents/{id}/permissions/{permission_id}": LEVEL,
  "POST /api/v1/documents/folders/{folder_id}/public_access": PUBLISH_FIELDS,
  "POST /api/v1/documents/folders/{id}/site": PUBLISH_FIELDS,
  "POST /api/v1/documents/workspace_types": [...TYPE_FIELDS, ["name", undefined, "blank"]],
  "PATCH /api/v1/documents/workspace_types/{id}": TYPE_FIELDS,
  "POST /api/v1/documents/document_types": [...TYPE_FIELDS, ["name", undefined, "blank"]],
  "PATCH /api/v1/documents/document_types/{id}": TYPE_FIELDS,
  "POST /api/v1/documents/domains": [...DOMAIN_FIELDS, ["name", undefined, "blank"]],
  "PATCH /api/v1/documents/domains/{id}": DOMAIN_FIELDS,
  "POST /api/v1/documents/document_templates": [
    ...TEMPLATE_FIELDS,
    ["key", undefined, "blank"],
    ["typst_source", undefined, "blank"],
  ],
  "PATCH /api/v1/documents/document_templates/{id}": TEMPLATE_FIELDS,
  "POST /api/v1/documents/composed_documents": [
    ...COMPOSED_FIELDS,
    ...required("template_key"),
    ["template_key", undefined, "blank"],
    ...id("folder_id"),
    ...id("workspace_id"),
  ],
  "POST /api/v1/documents/mass_communications": [
    ...required("template_key"),
    ["template_key", undefined, "blank"],
    ...required("name"),
    ...object("variables"),
    ["recipients", undefined, "blank"],
    ["recipients", "everybody", "invalid"],
    ["recipients", { group_ids: "x" }, "invalid"],
    ["recipients", { user_ids: ["x"] }, "invalid"],
    ...id("folder_id"),
    ...id("workspace_id"),
  ],
  "PATCH /api/v1/documents/composed_documents/{id}": COMPOSED_FIELDS,
  "POST /api/v1/documents/composed_documents/{id}/parts": PART_FIELDS,
  "PATCH /api/v1/documents/composed_documents/{id}/parts/reorder": [
    ...texts("parts"),
    ["parts", undefined, "blank"],
    ["parts", [{ position: 1 }], "blank"],
    ["parts", [{ id: "x", position: 1 }], "invalid"],
    ["parts", [{ id: "00000000-0000-7000-8000-000000000001" }], "blank"],
  ],
  "PATCH /api/v1/documents/composed_documents/{id}/parts/{part_id}": PART_FIELDS,
  "POST /api/v1/documents/classification_plans": [...PLAN_FIELDS, ["label", undefined, "blank"]],
  "PATCH /api/v1/documents/classification_plans/{id}": PLAN_FIELDS,
};
