import type { EstateInspection, EstateViolation } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import type { EstateTables } from "../property/tables.ts";

/** Selects the ids of one mandataire's rows with a violation, as the column `id`. */
type Faulty = (mandataireId: MandataireId) => RawBuilder<unknown>;

/** The foreign keys to check; `idColumn` is the reported column of a table without id. */
const REFERENCES: readonly (readonly [table: string, column: string, target: string, idColumn?: string])[] = [
  ["entrances", "property_id", "properties"],
  ["share_keys", "property_id", "properties"],
  ["units", "property_id", "properties"],
  ["units", "entrance_id", "entrances"],
  ["unit_allocations", "unit_id", "units", "unit_id"],
  ["unit_allocations", "share_key_id", "share_keys", "unit_id"],
  ["ownerships", "owner_id", "owners"],
  ["ownerships", "unit_id", "units"],
  ["bank_accounts", "owner_id", "owners"],
  ["bank_accounts", "tenant_id", "tenants"],
  ["bank_accounts", "contact_id", "rental_contacts"],
  ["supplier_invoices", "service_provider_id", "rental_contacts"],
  ["supplier_invoices", "property_id", "properties"],
  ["supplier_invoices", "unit_id", "units"],
  ["supplier_invoice_parts", "owner_id", "owners", "invoice_id"],
  ["lease_units", "lease_id", "leases"],
  ["lease_units", "unit_id", "units"],
  ["lease_terms", "lease_id", "leases"],
  ["lease_unit_terms", "term_id", "lease_terms"],
  ["lease_unit_terms", "lease_unit_id", "lease_units"],
  ["lease_parties", "lease_id", "leases"],
  ["lease_parties", "tenant_id", "tenants"],
  ["lease_parties", "contact_id", "rental_contacts"],
  ["lease_parties", "household_member_id", "household_members"],
  ["lease_parties", "profile_tenant_id", "tenants"],
  ["lease_revisions", "lease_id", "leases"],
  ["lease_revision_lines", "revision_id", "lease_revisions"],
  ["lease_revision_lines", "lease_unit_id", "lease_units"],
  ["gli_policies", "lease_id", "leases"],
  ["break_dates", "lease_id", "leases"],
  ["franchise_periods", "lease_id", "leases"],
  ["capping_rules", "lease_id", "leases"],
  ["support_measures", "lease_id", "leases"],
  ["mandates", "owner_id", "owners"],
  ["mandates", "property_id", "properties"],
  ["mandate_properties", "mandate_id", "mandates", "mandate_id"],
  ["mandate_properties", "property_id", "properties", "mandate_id"],
  ["mandate_services", "mandate_id", "mandates"],
  ["incidents", "property_id", "properties"],
  ["incidents", "unit_id", "units"],
  ["incidents", "scope_lease_id", "leases"],
  ["incidents", "entrance_id", "entrances"],
  ["incidents", "lease_id", "leases"],
  ["incident_attachments", "incident_id", "incidents"],
];

/** The tables of collections with tombstones. */
const TABLES: Readonly<Record<string, string>> = {
  properties: "properties",
  units: "units",
  ownerships: "ownerships",
  owners: "owners",
  tenants: "tenants",
  contacts: "rental_contacts",
  service_providers: "rental_contacts",
  leases: "leases",
  lease_parties: "lease_parties",
  lease_terms: "lease_terms",
  mandates: "mandates",
};

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union `);
const isPresent = (column: string) => sql`case when ${sql.ref(column)} is null then 0 else 1 end`;

/** People without an account of their own in the book. */
const withoutAccount =
  (table: "owners" | "tenants", entityType: string): Faulty =>
  (id) =>
    sql`select id from ${sql.table(table)} as person where mandataire_id = ${id} and not exists (
    select 1 from ledger_auxiliaries where book_id = ${id} and code = person.accounting_code
      and entity_type = ${entityType} and entity_id = cast(person.id as text))`;

const FAULTY: Readonly<Record<EstateViolation, Faulty>> = {
  shareBeyondWhole: (id) => sql`select id from ownerships where mandataire_id = ${id}
    and not (0 < share_numerator and share_numerator <= share_denominator and share_denominator <= 1000000000)`,

  ownershipBackwards: (id) => sql`select id from ownerships where mandataire_id = ${id} and valid_to < valid_from`,

  termBackwards: (id) => sql`select id from lease_terms where mandataire_id = ${id} and effective_to < effective_from`,

  termsOverlap: (id) => sql`select id from (select id, effective_to,
      lead(effective_from) over (partition by lease_id order by effective_from, id) as next_from
    from lease_terms where mandataire_id = ${id}) as terms
    where next_from is not null and (effective_to is null or effective_to >= next_from)`,

  termOfOtherLease: (id) => sql`select lease_terms.id from lease_terms
    join lease_unit_terms on lease_unit_terms.mandataire_id = lease_terms.mandataire_id
      and lease_unit_terms.term_id = lease_terms.id
    join lease_units on lease_units.mandataire_id = lease_terms.mandataire_id
      and lease_units.id = lease_unit_terms.lease_unit_id
    where lease_terms.mandataire_id = ${id} and lease_units.lease_id <> lease_terms.lease_id`,

  leaseWithoutTerm: (id) => sql`select id from leases where mandataire_id = ${id} and status in ('active', 'notice')
    and not exists (select 1 from lease_terms where lease_terms.mandataire_id = leases.mandataire_id
      and lease_terms.lease_id = leases.id)`,

  partyOfNobody: (id) => sql`select id from lease_parties where mandataire_id = ${id}
    and ${isPresent("tenant_id")} + ${isPresent("contact_id")} + ${isPresent("household_member_id")} <> 1`,

  accountOfNobody: (id) => sql`select id from bank_accounts where mandataire_id = ${id}
    and ${isPresent("owner_id")} + ${isPresent("tenant_id")} + ${isPresent("contact_id")} <> 1`,

  entranceElsewhere: (id) => sql`select units.id from units
    join entrances on entrances.mandataire_id = units.mandataire_id and entrances.id = units.entrance_id
    where units.mandataire_id = ${id} and entrances.property_id <> units.property_id`,

  shareKeyElsewhere: (id) => sql`select units.id from units
    join unit_allocations on unit_allocations.mandataire_id = units.mandataire_id
      and unit_allocations.unit_id = units.id
    join share_keys on share_keys.mandataire_id = units.mandataire_id and share_keys.id = unit_allocations.share_key_id
    where units.mandataire_id = ${id} and share_keys.property_id <> units.property_id`,

  firstProperty: (id) => sql`select id from mandates where mandataire_id = ${id} and property_id is distinct from (
    select property_id from mandate_properties where mandate_properties.mandataire_id = mandates.mandataire_id
      and mandate_properties.mandate_id = mandates.id order by position limit 1)`,

  danglingReference: (id) =>
    union(
      REFERENCES.map(
        ([table, column, target, idColumn = "id"]) => sql`select ${sql.ref(`source.${idColumn}`)} as id
          from ${sql.table(table)} as source where source.mandataire_id = ${id}
            and ${sql.ref(`source.${column}`)} is not null and not exists (
              select 1 from ${sql.table(target)} as target where target.mandataire_id = ${id}
                and target.id = ${sql.ref(`source.${column}`)})`,
      ),
    ),

  ownerAccount: withoutAccount("owners", "OwnerActor"),
  tenantAccount: withoutAccount("tenants", "TenantActor"),

  codeTwice: (id) => sql`select id from (
      select id, accounting_code from owners where mandataire_id = ${id}
      union all select id, accounting_code from tenants where mandataire_id = ${id}) as person
    where accounting_code in (select code from retired_codes where mandataire_id = ${id})
      or accounting_code in (select accounting_code from (
        select accounting_code from owners where mandataire_id = ${id}
        union all select accounting_code from tenants where mandataire_id = ${id}) as everybody
        group by accounting_code having count(*) > 1)`,

  unnumbered: (id) => sql`select id from mandates where mandataire_id = ${id} and number is null
    and start_date <= (select day from decided_days where mandataire_id = ${id})`,

  draftNumbered: (id) => sql`select id from mandates where mandataire_id = ${id} and number is not null
    and status = 'draft'`,

  registerGap: (id) => sql`select id from (select id, number, row_number() over (order by number) as place
      from mandates where mandataire_id = ${id} and number is not null) as numbered
    where number <> place or number > coalesce((select last from code_counters
      where mandataire_id = ${id} and kind = 'mandate'), 0)`,

  incidentOfNothing: (id) => sql`select id from incidents where mandataire_id = ${id}
    and ${isPresent("property_id")} + ${isPresent("unit_id")} + ${isPresent("scope_lease_id")}
      + ${isPresent("entrance_id")} <> 1`,

  incidentGap: (id) => sql`select id from (select id, year, number,
      row_number() over (partition by year order by number) as place
      from incidents where mandataire_id = ${id}) as numbered
    where number <> place or number > coalesce((select last from code_counters
      where mandataire_id = ${id} and kind = 'IN-' || numbered.year), 0)`,

  tombstoneOfPresent: (id) =>
    union(
      Object.entries(TABLES).map(
        ([collection, table]) => sql`select tombstones.id from tombstones
          join ${sql.table(table)} as present on present.mandataire_id = tombstones.mandataire_id
            and present.id = tombstones.id
          where tombstones.mandataire_id = ${id} and tombstones.collection = ${collection}`,
      ),
    ),
};

export function createEstateInspection(
  { db }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): EstateInspection {
  return {
    async find(fault, limit) {
      const faulty = sql<{ readonly id: string }>`select distinct id from (${FAULTY[fault](mandataireId)}) as faulty
        order by id limit ${limit}`;
      return (await faulty.execute(db)).rows.map(({ id }) => id);
    },
  };
}
