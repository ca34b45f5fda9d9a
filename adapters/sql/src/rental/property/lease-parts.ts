import { instantOf } from "@cartulary/kernel";
import type { BillingCalendar } from "@cartulary/rental/agency";
import {
  type HouseholdMember,
  type LeaseDetailParty,
  type LeaseParts,
  type LeaseUnitRecord,
  type LeaseUnitTerm,
  type NamedRevision,
  type Partyable,
  partyableOf,
} from "@cartulary/rental/property";
import { type RawBuilder, sql } from "kysely";
import { type Row, snake, type Table } from "../../engine/columns.ts";
import { type Dialect, jsonFrom, type StoredBoolean, type StoredJson } from "../../engine/dialect.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { type JsonFields, jsonArray } from "./json.ts";
import { unitRecordsOf } from "./lease-views.ts";
import { revisionLinesOf } from "./revision-store.ts";
import {
  breakDateRows,
  cappingRuleRows,
  franchisePeriodRows,
  gliPolicyRows,
  leaseRows,
  supportMeasureRows,
} from "./tables/leases.ts";

const ref = sql.ref;

/** The table of each array of a lease. */
const ARRAYS = {
  gliPolicies: gliPolicyRows,
  breakDates: breakDateRows,
  franchisePeriods: franchisePeriodRows,
  cappingRules: cappingRuleRows,
  supportMeasures: supportMeasureRows,
} as const;

/** The parent and position of an element. */
const ENTRY_POSITION = ["mandataireId", "leaseId", "position"];

/** The elements of an array of each row of `leases`. */
function elementsOf(dialect: Dialect, table: Table): RawBuilder<StoredJson<readonly never[]>> {
  const name: string = table.tableName;
  const own = Object.keys(table.properties).filter((property) => !ENTRY_POSITION.includes(property));
  const fields = Object.fromEntries(own.map((property) => [property, ref(`${name}.${snake(property)}`)]));
  return jsonArray(dialect, fields, { from: ofLease(name), order: ref(`${name}.position`) });
}

const ofLease = (table: string) => sql`from ${sql.table(table)}
  where ${ref(`${table}.mandataire_id`)} = leases.mandataire_id and ${ref(`${table}.lease_id`)} = leases.id`;

const termOf = (dialect: Dialect): JsonFields => ({
  id: ref("lease_terms.id"),
  effectiveFrom: ref("lease_terms.effective_from"),
  effectiveTo: ref("lease_terms.effective_to"),
  revisionMonth: ref("lease_terms.revision_month"),
  revisionFrequencyYears: ref("lease_terms.revision_frequency_years"),
  reachesBack: ref("lease_terms.reaches_back"),
  updatedAt: dialect.jsonInstant(sql.ref("lease_terms.updated_at")),
});

const UNIT_TERM: JsonFields = {
  termId: ref("lease_unit_terms.term_id"),
  id: ref("lease_unit_terms.id"),
  leaseUnitId: ref("lease_unit_terms.lease_unit_id"),
  annualAmountCents: ref("lease_unit_terms.annual_amount_cents"),
  rentPeriod: ref("lease_unit_terms.rent_period"),
  chargeProvisionCents: ref("lease_unit_terms.charge_provision_cents"),
  chargeProvisionVatApplicable: ref("lease_unit_terms.charge_provision_vat_applicable"),
  vatApplicable: ref("lease_unit_terms.vat_applicable"),
  vatRate: ref("lease_unit_terms.vat_rate"),
};

const PARTY: JsonFields = {
  id: ref("lease_parties.id"),
  partyType: ref("lease_parties.party_type"),
  role: ref("lease_parties.role"),
  tenantId: ref("lease_parties.tenant_id"),
  contactId: ref("lease_parties.contact_id"),
  householdMemberId: ref("lease_parties.household_member_id"),
  tenantProfileId: ref("profiles.profile_id"),
  name: sql`coalesce(tenants.display_name, rental_contacts.display_name)`,
  email: sql`coalesce(tenants.email, rental_contacts.email)`,
  shareNumerator: ref("lease_parties.share_numerator"),
  shareDenominator: ref("lease_parties.share_denominator"),
  validFrom: ref("lease_parties.valid_from"),
  validTo: ref("lease_parties.valid_to"),
  contributesToRent: ref("lease_parties.contributes_to_rent"),
  rentContributionCents: ref("lease_parties.rent_contribution_cents"),
  declared: ref("lease_parties.declared"),
  firstName: ref("household_members.first_name"),
  lastName: ref("household_members.last_name"),
  birthDate: ref("household_members.birth_date"),
  relationship: ref("household_members.relationship"),
};

const INDEX_VALUE: JsonFields = {
  indexCode: ref("index_values.index_code"),
  period: ref("index_values.period"),
  value: ref("index_values.value"),
  publishedOn: ref("index_values.published_on"),
};

/** The revisions of each row of `leases`, with their lines. */
const revisionsOf = (dialect: Dialect) =>
  jsonArray(
    dialect,
    {
      id: ref("lease_revisions.id"),
      revisionDate: ref("lease_revisions.revision_date"),
      createdAt: dialect.jsonInstant(sql.ref("lease_revisions.created_at")),
      lines: dialect.jsonInside(revisionLinesOf(dialect)),
    },
    { from: ofLease("lease_revisions"), order: sql`lease_revisions.revision_date, lease_revisions.id` },
  );

/** Parties with their tenant, contact or household member. */
const KNOWN_PARTIES = sql`from lease_parties ${sql.join(
  [
    ["tenants", "tenants", "tenant_id"],
    ["tenants", "profiles", "profile_tenant_id"],
    ["rental_contacts", "rental_contacts", "contact_id"],
    ["household_members", "household_members", "household_member_id"],
  ].map(
    ([table = "", name = "", column = ""]) => sql`left join ${sql.table(table)} as ${ref(name)}
      on ${ref(`${name}.mandataire_id`)} = lease_parties.mandataire_id
      and ${ref(`${name}.id`)} = ${ref(`lease_parties.${column}`)}`,
  ),
  sql` `,
)} where lease_parties.mandataire_id = leases.mandataire_id and lease_parties.lease_id = leases.id`;

const ofMandataire = (column: string) =>
  sql`(select ${ref(`mandataires.${column}`)} from mandataires where mandataires.id = leases.mandataire_id)`;

/** All parts of a row of `leases`, so that the detail takes one statement. */
export function leaseParts(dialect: Dialect) {
  return [
    ...partsOfLeases(dialect),
    jsonArray(dialect, INDEX_VALUE, {
      from: sql`from index_values where index_values.index_code in (select lease_units.index_type ${ofLease("lease_units")})`,
      order: sql`index_values.index_code, index_values.period`,
    }).as("index_values"),
  ] as const;
}

/** The parts without index values: a query of many leases reads those once. */
export function partsOfLeases(dialect: Dialect) {
  const arrays = Object.entries(ARRAYS).map(([name, table]) => elementsOf(dialect, table).as(snake(name)));
  return [
    ...rowsOf(leaseRows, dialect).columns("leases"),
    ...arrays,
    unitRecordsOf(dialect).as("units"),
    jsonArray(dialect, termOf(dialect), { from: ofLease("lease_terms"), order: sql`lease_terms.effective_from` }).as(
      "terms",
    ),
    jsonArray(dialect, UNIT_TERM, {
      // A cross join fixes the join order: SQLite would begin with the prices of all leases.
      from: sql`from lease_terms cross join lease_unit_terms
        where lease_unit_terms.mandataire_id = lease_terms.mandataire_id
        and lease_unit_terms.term_id = lease_terms.id
        and lease_terms.mandataire_id = leases.mandataire_id and lease_terms.lease_id = leases.id`,
    }).as("unit_terms"),
    jsonArray(dialect, PARTY, {
      from: KNOWN_PARTIES,
      order: sql`lease_parties.valid_from is not null, lease_parties.valid_from, lease_parties.id`,
    }).as("parties"),
    revisionsOf(dialect).as("revisions"),
    ofMandataire("billing_calendar").as("default_billing_calendar"),
    ofMandataire("billing_cycle_month").as("default_billing_cycle_month"),
  ] as const;
}

export interface LeasePartsRow extends LeasesPartsRow {
  readonly index_values: StoredJson<LeaseParts["indexValues"]>;
}

export interface LeasesPartsRow extends Row<typeof leaseRows>, Arrays {
  readonly units: StoredJson<readonly LeaseUnitRecord[]>;
  readonly terms: StoredJson<readonly StoredTerm[]>;
  readonly unit_terms: StoredJson<readonly NamedUnitTerm[]>;
  readonly parties: StoredJson<readonly KnownParty[]>;
  readonly revisions: StoredJson<readonly StoredRevision[]>;
  readonly default_billing_calendar: BillingCalendar;
  readonly default_billing_cycle_month: number;
}

/** Inside JSON, an instant is in milliseconds, and SQLite has no booleans. */
type StoredTerm = Omit<LeaseParts["terms"][number], "units" | "reachesBack" | "updatedAt"> & {
  readonly reachesBack: StoredBoolean;
  readonly updatedAt: number;
};
type StoredRevision = Omit<NamedRevision, "createdAt"> & { readonly createdAt: number };

interface Arrays {
  readonly gli_policies: StoredJson<LeaseParts["arrays"]["gliPolicies"]>;
  readonly break_dates: StoredJson<LeaseParts["arrays"]["breakDates"]>;
  readonly franchise_periods: StoredJson<LeaseParts["arrays"]["franchisePeriods"]>;
  readonly capping_rules: StoredJson<LeaseParts["arrays"]["cappingRules"]>;
  readonly support_measures: StoredJson<LeaseParts["arrays"]["supportMeasures"]>;
}

type NamedUnitTerm = LeaseUnitTerm & { readonly termId: string };

type KnownParty = Partyable &
  Omit<LeaseDetailParty, "partyableType" | "partyableId" | "householdMember"> &
  Omit<HouseholdMember, "mandataireId" | "id">;

export function leasePartsFrom(dialect: Dialect, row: LeasePartsRow): LeaseParts {
  return { ...leasesPartsFrom(dialect, row), indexValues: jsonFrom(row.index_values) };
}

export function leasesPartsFrom(dialect: Dialect, row: LeasesPartsRow): Omit<LeaseParts, "indexValues"> {
  return {
    lease: rowsOf(leaseRows, dialect).decode(row),
    units: jsonFrom(row.units),
    terms: termsFrom(row),
    parties: jsonFrom(row.parties).map(partyFrom),
    arrays: {
      gliPolicies: jsonFrom(row.gli_policies),
      breakDates: jsonFrom(row.break_dates),
      franchisePeriods: jsonFrom(row.franchise_periods),
      cappingRules: jsonFrom(row.capping_rules),
      supportMeasures: jsonFrom(row.support_measures),
    },
    revisions: jsonFrom(row.revisions).map((each) => ({ ...each, createdAt: instantOf(each.createdAt) })),
    defaults: {
      billingCalendar: row.default_billing_calendar,
      billingCycleMonth: row.default_billing_cycle_month,
    },
  };
}

/** SQLite has no booleans inside JSON. */
function termsFrom({ terms, unit_terms }: LeasesPartsRow): LeaseParts["terms"] {
  const byTerm = new Map<string, LeaseUnitTerm[]>();
  for (const { termId, ...unit } of jsonFrom(unit_terms)) {
    const { chargeProvisionVatApplicable: ofCharges } = unit;
    const named = byTerm.get(termId) ?? [];
    named.push({
      ...unit,
      vatApplicable: Boolean(unit.vatApplicable),
      chargeProvisionVatApplicable: ofCharges === null ? null : Boolean(ofCharges),
    });
    byTerm.set(termId, named);
  }
  return jsonFrom(terms).map((term) => ({
    ...term,
    reachesBack: Boolean(term.reachesBack),
    updatedAt: instantOf(term.updatedAt),
    units: byTerm.get(term.id) ?? [],
  }));
}

function partyFrom(party: KnownParty): LeaseDetailParty {
  const { tenantId, contactId, householdMemberId, firstName, lastName, birthDate, relationship, ...own } = party;
  const [partyableType, partyableId] = partyableOf({ tenantId, contactId, householdMemberId });
  const householdMember =
    householdMemberId === null ? null : { id: householdMemberId, firstName, lastName, birthDate, relationship };
  return {
    ...own,
    partyableType,
    partyableId,
    name: householdMember ? [firstName, lastName].filter((part) => part).join(" ") || null : own.name,
    contributesToRent: Boolean(own.contributesToRent),
    declared: Boolean(own.declared),
    householdMember,
  };
}
