import type { Id } from "@cartulary/kernel";
import type { Lease } from "../leases/lease.ts";
import type { LeaseUnit } from "../leases/lease-unit.ts";
import type { LeaseParty } from "../leases/party.ts";
import type { LeaseTerm, LeaseUnitTerm } from "../leases/term.ts";
import type { MandataireId } from "../mandataire.ts";
import type { Mandate } from "../mandates/mandate.ts";
import type { Ownership } from "../ownerships/ownership.ts";
import type { Owner } from "../people/owner.ts";
import type { Tenant } from "../people/tenant.ts";
import type { Property } from "../properties/property.ts";
import type { Allocation } from "../units/allocation.ts";
import type { Unit } from "../units/unit.ts";

/** What stands beside a record, in an array of it: with what says whose it is and which place it has. */
type Beside<Own = object> = Own & { readonly mandataireId: MandataireId };

/** What is written many at once, by table. */
export interface BulkRecords {
  readonly properties: Property;
  readonly entrances: Beside;
  readonly share_keys: Beside;
  readonly owners: Owner;
  readonly tenants: Tenant;
  readonly bank_accounts: Beside;
  readonly units: Unit;
  readonly unit_allocations: Beside<Allocation & { readonly unitId: Unit["id"] }>;
  readonly ownerships: Ownership;
  readonly leases: Lease;
  readonly lease_units: Beside<LeaseUnit>;
  readonly gli_policies: Beside;
  readonly break_dates: Beside;
  readonly franchise_periods: Beside;
  readonly capping_rules: Beside;
  readonly support_measures: Beside;
  readonly lease_terms: LeaseTerm;
  readonly lease_unit_terms: Beside<LeaseUnitTerm & { readonly termId: LeaseTerm["id"]; readonly position: number }>;
  readonly lease_parties: LeaseParty;
  readonly mandates: Mandate;
  readonly mandate_properties: Beside<{ readonly mandateId: Mandate["id"]; readonly propertyId: Property["id"] }>;
  readonly mandate_services: Beside;
}

/** A table that is written many rows at once. */
export type BulkTable = keyof BulkRecords;

/** The order in which one may refer to another. */
export const BULK_TABLES = [
  ...["properties", "entrances", "share_keys", "owners", "tenants", "bank_accounts"],
  ...["units", "unit_allocations", "ownerships"],
  ...["leases", "lease_units", "gli_policies", "break_dates", "franchise_periods", "capping_rules"],
  ...["support_measures", "lease_terms", "lease_unit_terms", "lease_parties"],
  ...["mandates", "mandate_properties", "mandate_services"],
] as readonly BulkTable[];

/** What files name records of: by external ids, people by accounting codes. */
export type NamedCollection = "properties" | "owners" | "tenants" | "units" | "leases";

/** Port: many records of one mandataire at once, each a statement for some hundreds. */
export interface BulkStore {
  /** The records that are there, and what files call them. */
  names(collection: NamedCollection): Promise<readonly { readonly id: Id<string>; readonly name: string | null }[]>;
  /** Adds records that are not there yet, with one statement. */
  insert<Table extends BulkTable>(table: Table, records: readonly BulkRecords[Table][]): Promise<void>;
}

/** Finds what a row names, by its id or by the name that files have for it. */
export type Find = <Noun extends string>(collection: NamedCollection, named: string) => Id<Noun> | null;
