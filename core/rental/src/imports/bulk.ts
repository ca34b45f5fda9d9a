import type { Id } from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import type { Lease } from "../property/leases/lease.ts";
import type { LeaseUnit } from "../property/leases/lease-unit.ts";
import type { LeaseParty } from "../property/leases/party.ts";
import type { LeaseTerm, LeaseUnitTerm } from "../property/leases/term.ts";
import type { Mandate } from "../property/mandates/mandate.ts";
import type { Ownership } from "../property/ownerships/ownership.ts";
import type { Owner } from "../property/people/owner.ts";
import type { Tenant } from "../property/people/tenant.ts";
import type { Property } from "../property/properties/property.ts";
import type { Allocation } from "../property/units/allocation.ts";
import type { Unit } from "../property/units/unit.ts";

/** A row of a record's array, with its mandataire; parent id and position are added on insertion. */
type RelatedRow<Own = object> = Own & { readonly mandataireId: MandataireId };

/** The records written in bulk, by table. */
export interface BulkRecords {
  readonly properties: Property;
  readonly entrances: RelatedRow;
  readonly share_keys: RelatedRow;
  readonly owners: Owner;
  readonly tenants: Tenant;
  readonly bank_accounts: RelatedRow;
  readonly units: Unit;
  readonly unit_allocations: RelatedRow<Allocation & { readonly unitId: Unit["id"] }>;
  readonly ownerships: Ownership;
  readonly leases: Lease;
  readonly lease_units: RelatedRow<LeaseUnit>;
  readonly gli_policies: RelatedRow;
  readonly break_dates: RelatedRow;
  readonly franchise_periods: RelatedRow;
  readonly capping_rules: RelatedRow;
  readonly support_measures: RelatedRow;
  readonly lease_terms: LeaseTerm;
  readonly lease_unit_terms: RelatedRow<
    LeaseUnitTerm & { readonly termId: LeaseTerm["id"]; readonly position: number }
  >;
  readonly lease_parties: LeaseParty;
  readonly mandates: Mandate;
  readonly mandate_properties: RelatedRow<{ readonly mandateId: Mandate["id"]; readonly propertyId: Property["id"] }>;
  readonly mandate_services: RelatedRow;
}

/** A table written in bulk. */
export type BulkTable = keyof BulkRecords;

/** The tables in an order that satisfies references. */
export const BULK_TABLES = [
  ...["properties", "entrances", "share_keys", "owners", "tenants", "bank_accounts"],
  ...["units", "unit_allocations", "ownerships"],
  ...["leases", "lease_units", "gli_policies", "break_dates", "franchise_periods", "capping_rules"],
  ...["support_measures", "lease_terms", "lease_unit_terms", "lease_parties"],
  ...["mandates", "mandate_properties", "mandate_services"],
] as readonly BulkTable[];

/** The collections that files refer to: by external id, people by accounting code. */
export type NamedCollection = "properties" | "owners" | "tenants" | "units" | "leases";

/** Port: bulk reads and writes of one mandataire, hundreds of records per statement. */
export interface BulkStore {
  /** Returns the existing records with the names that files use. */
  names(collection: NamedCollection): Promise<readonly { readonly id: Id<string>; readonly name: string | null }[]>;
  /** Inserts new records in one statement. */
  insert<Table extends BulkTable>(table: Table, records: readonly BulkRecords[Table][]): Promise<void>;
}

/** Finds the record that a row refers to, by id or by name. */
export type ReferenceLookup = <Noun extends string>(collection: NamedCollection, named: string) => Id<Noun> | null;
