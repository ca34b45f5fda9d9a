import type { Id, Instant } from "@cartulary/kernel";
import type { Ownership } from "../ownerships/ownership.ts";
import type { Owner } from "../people/owner.ts";
import type { Tenant } from "../people/tenant.ts";
import type { Property } from "../properties/property.ts";
import type { Unit } from "../units/unit.ts";

/** What is written many at once, in the order in which one may refer to another. */
export interface BulkRecords {
  readonly properties: Property;
  readonly owners: Owner;
  readonly tenants: Tenant;
  readonly units: Unit;
  readonly ownerships: Ownership;
}

/** What files name records of: by external ids, people by accounting codes. */
export type NamedCollection = Exclude<keyof BulkRecords, "ownerships"> | "leases";

/** Port: many records of one mandataire at once, each a statement for some hundreds. */
export interface BulkStore {
  /** The records that are there, and what files call them. */
  names(collection: NamedCollection): Promise<readonly { readonly id: Id<string>; readonly name: string | null }[]>;
  insert<Name extends keyof BulkRecords>(collection: Name, records: readonly BulkRecords[Name][]): Promise<void>;
  /** Moves `updatedAt` of these records. */
  move(collection: "properties" | "units", ids: readonly Id<string>[], at: Instant): Promise<void>;
}

/** Finds what a row names, by its id or by the name that files have for it. */
export type Find = <Noun extends string>(collection: NamedCollection, named: string) => Id<Noun> | null;
