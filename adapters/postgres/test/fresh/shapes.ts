import { idIn, type TableName, type World } from "./worlds.ts";

/** Folders have up to eight others inside: the eighth has eight, and those have sixty-four. */
const FANOUT = 8;

/** A set of a whole segment, as it is stored. */
const ALL = "rpad('', 85, '/') || 'w=='";

/** What rows refer to, and what else is not any value of its type. A few people, folders and owners have much. */
export function shapesIn(world: World): Partial<Record<TableName, Readonly<Record<string, string>>>> {
  const id = (table: TableName, row: string) => idIn(world, table, row);
  const own = `'${world}-' || n`;
  const user = { user_id: id("users", "n % 4") };
  const application = { application_id: id("applications", "n % 4") };
  const book = { book_id: id("mandataires", "0") };
  const place = { workspace_id: id("workspaces", "n % 20"), created_by: id("users", "n % 4") };
  const day = "'2026-' || lpad((1 + n % 12)::text, 2, '0') || '-05'";
  const entry = {
    ...book,
    society_code: "'1'",
    society_code_fold: "'1'",
    journal: "'OD'",
    accounting_date: day,
    document_date: "'2026-01-05'",
  };
  const line = {
    ...book,
    line_number: "1 + n % 4",
    account_code: "(array['411000', '467000', '512000', '706100'])[1 + n % 4]",
    auxiliary_code: "case when n % 4 < 2 then 'PRO' || n / 4 % 500 end",
    debit_cents: "case when n % 2 = 0 then 100 else 0 end",
    credit_cents: "case when n % 2 = 1 then 100 else 0 end",
  };
  const tenant = { mandataire_id: id("mandataires", "0") };
  const third = { share_numerator: "1", share_denominator: "3" };
  const lettered = "n / 4 % 2 = 0 and n % 4 < 2";
  return {
    users: { email_key: own, role: "'user'", active: "true" },
    group_members: { group_id: id("groups", "n % 8"), user_id: id("users", "n / 8") },
    classification_plans: {
      created_by: id("users", "n % 4"),
      workspace_id: `case when n >= 25 then ${id("workspaces", "n - 20")} end`,
    },
    classification_codes: { plan_id: id("classification_plans", "n % 20"), code: "'c' || n / 20", leaf: "true" },
    workspaces: {
      classification_plan_id: id("classification_plans", "n % 20"),
      domain_id: id("domains", "n % 4"),
      workspace_type_id: id("workspace_types", "n % 4"),
      created_by: id("users", "n % 4"),
    },
    folders: { ...place, documents_folder_id: `case when n >= ${FANOUT} then ${id("folders", `n / ${FANOUT}`)} end` },
    documents: {
      ...place,
      documents_folder_id: id("folders", "n % 1000"),
      domain_id: id("domains", "n % 4"),
      document_type_id: id("document_types", "n % 4"),
      classification_code: "'c' || n / 20 % 40",
      classification_code_fold: "'c' || n / 20 % 40",
    },
    search_numbers: {
      number: `${world} * 10000 + n`,
      document_id: id("documents", "n"),
      slot: `(${world} * 8 + n / 500) * 512 + n % 500`,
    },
    search_segments: { segment: `${world} * 8 + n`, live: ALL },
    search_common_words: { word: own },
    search_postings: { word: `'${world}-0'`, segment: `${world} * 8 + n`, bits: ALL },
    search_vacated: { slot: `(${world} * 8 + n / 10) * 512 + 500 + n % 10` },
    search_entries: {
      document_id: id("documents", "n"),
      name_words: "' name '",
      description_words: "''",
      text_words: "' common rare' || n % 100 || ' '",
      text: "'common rare' || n % 100",
    },
    versions: {
      document_id: id("documents", "n % 20"),
      version_number: "n / 20",
      created_by: id("users", "n % 4"),
    },
    // The first person has a folder, the second a workspace, the first group a document; others have the other folders.
    grants: {
      subject_type: "case when n = 2 then 'group' else 'user' end",
      subject_id: `case n when 0 then ${id("users", "0")} when 1 then ${id("users", "1")} when 2 then ${id("groups", "0")}
        else ${id("users", "10 + n % 50")} end`,
      resource_type: "case n when 1 then 'workspace' when 2 then 'document' else 'folder' end",
      resource_id: `case n when 0 then ${id("folders", "8")} when 1 then ${id("workspaces", "0")}
        when 2 then ${id("documents", "2")} else ${id("folders", "n / 2")} end`,
      level: "'read'",
    },
    blobs: {
      key: `'blobs/${world}-' || n`,
      state: "case when n % 100 = 0 then 'garbage' else 'live' end",
      holders: "case when n % 100 = 0 then 0 else 1 end",
      byte_size: "1",
      sha256: "'s'",
      collect_after: "case when n % 100 = 0 then '2026-01-01'::timestamptz end",
    },
    replays: user,
    public_access_nodes: {
      resource_id: id("folders", "2 * n + 1"),
      excluded_seq: "1",
      excluded_at: "'2026-01-01'::timestamptz",
    },
    public_roots: { folder_id: id("folders", "5 * n"), published_seq: "1" },
    public_stamps: {
      resource_id: `case when n < 1000 then ${id("folders", "n")} else ${id("documents", "n")} end`,
      root_id: id("folders", "5 * (n % 4)"),
      seq: "1",
    },
    tokens: {
      ...user,
      ...application,
      kind: "(array['access', 'refresh', 'personal'])[1 + n % 3]",
      family_id: id("tokens", "n / 10"),
      pair_id: id("tokens", "n / 2"),
      name: own,
      name_fold: own,
      expires_at: "'2027-01-01'::timestamptz + n * interval '1 second'",
    },
    authorization_codes: { ...user, ...application },
    credentials: { user_id: id("users", "n") },
    connectors: { workspace_ids: "'[]'" },
    connector_keys: { connector_id: id("connectors", "n % 100") },
    sessions: { ...user, expires_at: "'2027-01-01'::timestamptz + n * interval '1 second'" },
    device_grants: { ...user, state: "'approved'" },
    identities: { user_id: id("users", "n"), issuer: "'https://example.org'" },
    known_networks: user,
    audit_events: {
      actor_id: id("users", "n % 4"),
      resource_id: id("documents", "n % 4"),
      resource_type: "'Document'",
    },
    mandataires: { billing_calendar: "'civil'", accounting_mode: "'standard'" },
    mandataire_members: { mandataire_id: id("mandataires", "n % 4"), user_id: id("users", "n / 4") },
    fec_exports: { mandataire_id: id("mandataires", "0"), status: "'ready'" },
    fec_files: { mandataire_id: id("mandataires", "0"), export_id: id("fec_exports", "n") },
    properties: { ...tenant, property_type: "'mixed'" },
    entrances: { ...tenant, property_id: id("properties", "n") },
    share_keys: { ...tenant, property_id: id("properties", "n") },
    units: { ...tenant, property_id: id("properties", "n % 500") },
    unit_allocations: { ...tenant, unit_id: id("units", "n"), share_key_id: id("share_keys", "n % 500") },
    owners: tenant,
    ownerships: { ...tenant, owner_id: id("owners", "n % 500"), unit_id: id("units", "n"), ...third },
    leases: { ...tenant, status: "'active'", start_date: day },
    lease_units: { ...tenant, lease_id: id("leases", "n / 2"), unit_id: id("units", "n") },
    lease_terms: { ...tenant, lease_id: id("leases", "n / 2"), effective_from: day },
    lease_unit_terms: { ...tenant, term_id: id("lease_terms", "n / 2"), lease_unit_id: id("lease_units", "n / 2") },
    household_members: tenant,
    lease_revisions: { ...tenant, lease_id: id("leases", "n / 2"), revision_date: day },
    lease_revision_lines: {
      ...tenant,
      revision_id: id("lease_revisions", "n / 2"),
      lease_unit_id: id("lease_units", "n"),
      revision_date: day,
    },
    lease_parties: { ...tenant, lease_id: id("leases", "n / 2"), tenant_id: id("tenants", "n % 500") },
    tenants: tenant,
    rental_contacts: { ...tenant, collection: "case n % 2 when 0 then 'contacts' else 'service_providers' end" },
    bank_accounts: { ...tenant, owner_id: id("owners", "n") },
    code_counters: { ...tenant, kind: "'PRO'" },
    retired_codes: tenant,
    decided_days: { ...tenant, day },
    incidents: { ...tenant, unit_id: id("units", "n"), year: "'2026'", number: "n" },
    incident_attachments: { ...tenant, incident_id: id("incidents", "n") },
    incident_files: { ...tenant, attachment_id: id("incident_attachments", "n") },
    index_values: { index_code: "'IRL'", period: own },
    mandates: {
      ...tenant,
      owner_id: id("owners", "n"),
      property_id: id("properties", "n"),
      status: "'active'",
      number: "n + 1",
      start_date: day,
    },
    mandate_properties: { ...tenant, mandate_id: id("mandates", "n"), property_id: id("properties", "n") },
    mandate_services: { ...tenant, mandate_id: id("mandates", "n") },
    billing_runs: {
      ...tenant,
      reference: own,
      status: "'computed'",
      computation: "1",
      period_start: "'2026-06-01'",
      period_end: "'2026-06-30'",
    },
    billing_run_lines: {
      ...tenant,
      billing_run_id: id("billing_runs", "n % 4"),
      computation: "1",
      line_type: "case when n / 4 % 2 = 0 then 'owner' else 'tenant' end",
      line_key: own,
      call_key: "'lease:' || n || ':2026-06-01'",
      lease_reference: own,
      status: "'active'",
      owner_id: `case when n / 4 % 2 = 0 then ${id("owners", "n / 8 % 500")} end`,
      tenant_id: `case when n / 4 % 2 = 1 then ${id("tenants", "n / 8 % 500")} end`,
      lease_unit_id: `case when n / 4 % 2 = 1 then ${id("lease_units", "n % 1000")} end`,
      period_start: "'2026-06-01'",
      period_end: "'2026-06-30'",
    },
    billing_run_parts: {
      ...tenant,
      billing_run_id: id("billing_runs", "n % 4"),
      computation: "1",
      line_id: id("billing_run_lines", "n"),
      owner_id: id("owners", "n / 4 % 500"),
    },
    billing_run_inputs: {
      ...tenant,
      billing_run_id: id("billing_runs", "n % 4"),
      computation: "1",
      part: own,
    },
    tombstones: { ...tenant, collection: "'units'", id: id("units", "n") },
    ledger_books: { id: id("mandataires", "0") },
    ledger_accounts: {
      ...book,
      code: "(array['411000', '467000', '512000', '706100'])[n + 1]",
      id: id("ledger_accounts", "n"),
    },
    ledger_auxiliaries: { ...book, code: "'PRO' || n", kind: "'PRO'" },
    ledger_lines: {
      ...line,
      entry_id: id("ledger_entries", "n / 4"),
      accounting_date: "'2026-' || lpad((1 + n / 4 % 12)::text, 2, '0') || '-05'",
      lettering_status: `case when ${lettered} then 'full' else 'none' end`,
      lettering_group_id: `case when ${lettered} then ${id("ledger_lines", "n / 16 * 16 + n % 4")} end`,
      lettering_code: `case when ${lettered} then 'AAA' end`,
      lettering_day: `case when ${lettered} then '2026-01-05' end`,
      lettering_in_one_file: lettered,
    },
    ledger_entries: {
      ...entry,
      source_type: "'Run'",
      source_id: id("ledger_entries", "n"),
      lines_count: "4",
      year: "2026",
      number: "n + 1",
      status: "'validated'",
      total_cents: "200",
      validated_by: id("users", "0"),
    },
    ledger_drafts: entry,
    ledger_draft_lines: { ...line, entry_id: id("ledger_drafts", "n / 4") },
    ledger_sources: {
      ...book,
      source_type: "'Run'",
      source_id: id("ledger_entries", "n"),
      entry_id: id("ledger_entries", "n"),
    },
    ledger_series: {
      ...book,
      society_code: "'1'",
      journal: "(array['OD', 'LOYERS', 'BANQUE'])[1 + n % 3]",
      year: "2026 - n / 3",
      number: "1000",
      hash: "'h'",
    },
    ledger_letter_series: {
      ...book,
      account_code: "(array['411000', '467000'])[1 + n % 2]",
      auxiliary_code: "'PRO' || n / 2",
      last: "'AAA'",
    },
    ledger_periods: { ...book, period: "(1900 + n / 12) || '-' || lpad((1 + n % 12)::text, 2, '0')" },
    ledger_closing_heads: {
      ...book,
      period: "(1900 + n / 12) || '-' || lpad((1 + n % 12)::text, 2, '0')",
      society_code: "'1'",
      journal: "'OD'",
    },
    // One in ten is still to be waited for; the others are long past.
    chunked_uploads: {
      ...user,
      status: "(array['pending', 'processing', 'completed', 'cancelled'])[1 + n / 4 % 4]",
      claim_id: id("chunked_uploads", "n"),
      blob_key: `'blobs/${world}-' || n`,
      due_at:
        "case when n % 10 = 0 then '2026-01-01'::timestamptz else '2027-01-01'::timestamptz end + n * interval '1 second'",
    },
    document_templates: { active: "n % 10 = 0" },
    composed_documents: {
      ...place,
      folder_id: id("folders", "n % 1000"),
      template_id: id("document_templates", "n % 100"),
      pdf_file_id: id("documents", "n"),
    },
    composed_parts: { composed_document_id: id("composed_documents", "n % 100") },
    compile_claims: { composed_document_id: id("composed_documents", "n"), token: id("compile_claims", "n") },
    mass_communications: {
      ...user,
      status: "'in_progress'",
      recipients: `'{"contactIds":[],"userIds":[],"groupIds":[]}'`,
      failures: "'[]'",
    },
    mass_communication_templates: { mass_communication_id: id("mass_communications", "n") },
    mass_communication_recipients: {
      mass_communication_id: id("mass_communications", "n % 40"),
      position: "n / 40",
    },
    // One in ten is still to be waited for, and one in two was made for one document.
    bulk_uploads: {
      ...user,
      status: "'in_progress'",
      successful_files: "0",
      failed_files: "0",
      processed_files: "0",
      received_files: "0",
      total_files: "1",
      is_lone: "n % 2 = 0",
      abandoned_at: "case when n % 10 = 0 then '2026-01-01'::timestamptz else null end + n * interval '1 second'",
    },
    staged_sources: {
      bulk_upload_id: id("bulk_uploads", "n % 40"),
      position: "n / 40",
      blob_key: `'blobs/${world}-' || n`,
    },
    upload_chunks: { upload_id: id("chunked_uploads", "n % 40"), number: "1 + n / 40" },
  };
}
