import { datedIndexes, type MandataireTable } from "./mandataire-table.ts";

/** A table for an array of a lease. */
function elements(name: string, columns: MandataireTable["columns"]): MandataireTable {
  return { name, columns: { lease_id: "id", position: "integer", ...columns }, references: { lease_id: "leases" } };
}

/** The tables of the first migration of leases. */
export const leaseTables: readonly MandataireTable[] = [
  elements("gli_policies", {
    insurer_name: "text?",
    policy_number: "text?",
    premium_cents: "integer?",
    premium_frequency: "text?",
    coverage_rate: "integer?",
    start_date: "text?",
    end_date: "text?",
  }),
  elements("break_dates", {
    break_date: "text",
    break_type: "text",
    notice_deadline: "text?",
    status: "text?",
  }),
  elements("franchise_periods", {
    start_date: "text",
    end_date: "text",
    franchise_type: "text",
    reduction_percent: "integer",
    reason: "text?",
    scope_type: "text",
  }),
  elements("capping_rules", {
    capping_type: "text",
    reference_amount_cents: "integer?",
    max_increase_percent: "integer?",
    start_date: "text?",
    zone: "text?",
  }),
  elements("support_measures", {
    modifier_type: "text",
    category: "text?",
    status: "text",
    label: "text?",
    valid_from: "text?",
    valid_to: "text?",
    priority: "integer?",
    impact_label: "text?",
    source_type: "text?",
    source_id: "id?",
  }),
  {
    name: "lease_terms",
    columns: {
      lease_id: "id",
      effective_from: "text",
      effective_to: "text?",
      effective_to_given: "text?",
      revision_month: "integer?",
      revision_frequency_years: "integer?",
      payment_tolerance_type: "text?",
      payment_tolerance_value: "integer?",
      created_at: "instant",
      updated_at: "instant",
    },
    references: { lease_id: "leases" },
    indexes: datedIndexes("lease_terms"),
  },
  {
    name: "lease_unit_terms",
    columns: {
      term_id: "id",
      lease_unit_id: "id",
      position: "integer",
      annual_amount_cents: "integer",
      rent_period: "text",
      charge_provision_cents: "integer?",
      charge_provision_vat_applicable: "boolean?",
      vat_applicable: "boolean",
      vat_rate: "integer?",
    },
    references: { term_id: "lease_terms", lease_unit_id: "lease_units" },
  },
  {
    name: "household_members",
    columns: { first_name: "text?", last_name: "text?", birth_date: "text?", relationship: "text?" },
  },
  {
    name: "lease_parties",
    columns: {
      lease_id: "id",
      party_type: "text",
      tenant_id: "id?",
      contact_id: "id?",
      household_member_id: "id?",
      profile_tenant_id: "id?",
      role: "text?",
      share_numerator: "integer?",
      share_denominator: "integer?",
      valid_from: "text?",
      valid_to: "text?",
      contributes_to_rent: "boolean",
      rent_contribution_cents: "integer?",
      declared: "boolean",
      created_at: "instant",
      updated_at: "instant",
    },
    references: {
      lease_id: "leases",
      tenant_id: "tenants",
      contact_id: "rental_contacts",
      household_member_id: "household_members",
      profile_tenant_id: "tenants",
    },
    indexes: datedIndexes("lease_parties"),
  },
];
