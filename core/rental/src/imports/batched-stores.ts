import type { Id, Instant } from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import type { IncidentStores } from "../incidents/ports.ts";
import type { EstateCollection, ShowingCollection } from "../property/estate/collections.ts";
import type { LeaseTerm, LeaseUnitTerm } from "../property/leases/term.ts";
import type { MandateId } from "../property/mandates/mandate.ts";
import type { EstateStores } from "../property/ports.ts";
import type { PropertyId } from "../property/properties/property.ts";
import type { Allocation } from "../property/units/allocation.ts";
import type { UnitId } from "../property/units/unit.ts";
import type { BulkRecords, BulkStore, BulkTable, NamedCollection } from "./bulk.ts";
import { createCodeCache } from "./known-codes.ts";
import { createRowBuffer } from "./row-buffer.ts";

/** The stores that imports use, of one mandataire. */
export interface ImportStores extends EstateStores, IncidentStores {
  readonly bulk: BulkStore;
}

/** Stores that buffer the writes of use cases and write many rows at once. */
export interface BatchedStores {
  readonly stores: ImportStores;
  /** Loads accounting codes of rows ahead, in one query. */
  preload(codes: readonly string[]): Promise<void>;
  /** Writes the buffer if it is full. */
  flush(): Promise<void>;
  /** Empties the buffer without writing. */
  discard(): void;
  /** Writes the rest of the buffer, and updates the records that show the new ones. */
  end(at: Instant): Promise<void>;
}

/** The mandataire, and a check whether a record existed before the import. */
interface BatchContext {
  readonly mandataireId: MandataireId;
  readonly isKnown: (collection: NamedCollection, id: string) => boolean;
}

/**
 * Returns stores on which imports run the rules of use cases. Existence is answered by `isKnown` and all related rows
 * belong to new records, so nothing is queried row by row.
 */
export function createBatchedStores(real: ImportStores, { mandataireId, isKnown }: BatchContext): BatchedStores {
  const pending = createRowBuffer();
  const affected = affectedRecords();
  const codes = createCodeCache(real);
  const made = new Set<string>();
  const isThere = (collection: NamedCollection, id: string) => made.has(id) || isKnown(collection, id);

  const inserting = <Table extends BulkTable>(table: Table) => ({
    async insert(record: BulkRecords[Table] & { readonly id: string }) {
      made.add(record.id);
      pending.put(table, record, record.id);
    },
  });
  const family = <Table extends NamedCollection>(collection: Table) => ({
    ...inserting(collection),
    // Callers only check existence and use no field.
    lock: async (id: string) => (isThere(collection, id) ? { id } : null),
    lockAmong: async (ids: readonly string[]) => ids.filter((id) => isThere(collection, id)),
  });
  const array = (table: BulkTable, parent: string, order = "position") => ({
    of: async () => [],
    async replace(id: string, elements: readonly object[]) {
      for (const [place, element] of elements.entries())
        pending.put(table, { ...element, mandataireId, [parent]: id, [order]: place } as never);
    },
  });
  /** The elements of a property, read once per property, since consecutive units of a file refer to them. */
  const sharedArray = (
    table: "entrances" | "share_keys",
    store: { of(id: PropertyId): Promise<readonly { readonly id: string }[]> },
  ) => {
    const known = new Map<PropertyId, Promise<readonly { readonly id: string }[]>>();
    return {
      ...array(table, "propertyId"),
      async of(id: PropertyId) {
        if (made.has(id)) return [];
        const found = known.get(id) ?? store.of(id);
        known.set(id, found);
        return found;
      },
    };
  };

  const overridden = {
    properties: family("properties"),
    owners: { ...family("owners"), lockProfile: family("owners").lock },
    tenants: family("tenants"),
    units: family("units"),
    ownerships: {
      async insert(ownership: BulkRecords["ownerships"]) {
        pending.put("ownerships", ownership, ownership.id);
        // A new unit has its date already.
        if (made.has(ownership.unitId)) affected.skip(ownership.id);
      },
    },
    updatePropagation: { bumpUpdatedAt: affected.touch },
    entrances: sharedArray("entrances", real.entrances),
    shareKeys: sharedArray("share_keys", real.shareKeys),
    ownerBankAccounts: array("bank_accounts", "ownerId"),
    tenantBankAccounts: array("bank_accounts", "tenantId"),
    allocations: {
      async replace(unitId: UnitId, allocations: readonly Allocation[]) {
        for (const each of allocations) pending.put("unit_allocations", { ...each, mandataireId, unitId });
      },
    },
    leases: family("leases"),
    leaseUnits: {
      of: async () => [],
      async save(units: readonly Omit<BulkRecords["lease_units"], "mandataireId">[]) {
        for (const unit of units) pending.put("lease_units", { ...unit, mandataireId }, unit.id);
      },
    },
    gliPolicies: array("gli_policies", "leaseId"),
    breakDates: array("break_dates", "leaseId"),
    franchisePeriods: array("franchise_periods", "leaseId"),
    cappingRules: array("capping_rules", "leaseId"),
    supportMeasures: array("support_measures", "leaseId"),
    leaseTerms: {
      ...inserting("lease_terms"),
      of: async () => [],
      async save(terms: readonly LeaseTerm[]) {
        for (const term of terms) pending.put("lease_terms", term, term.id);
      },
      async replaceUnits(termId: LeaseTerm["id"], units: readonly LeaseUnitTerm[]) {
        for (const [position, unit] of units.entries())
          pending.put("lease_unit_terms", { ...unit, mandataireId, termId, position }, unit.id);
      },
    },
    leaseParties: { ...inserting("lease_parties"), of: async () => [] },
    mandates: inserting("mandates"),
    mandateProperties: {
      async replace(mandateId: MandateId, ids: readonly PropertyId[]) {
        for (const [position, propertyId] of ids.entries())
          pending.put("mandate_properties", { mandataireId, mandateId, propertyId, position } as never);
      },
    },
    mandateServices: array("mandate_services", "mandateId", "place"),
    codes: codes.codes,
    accounts: codes.accounts,
  };
  const stores: ImportStores = Object.create(
    real,
    Object.fromEntries(Object.entries(overridden).map(([name, value]) => [name, { value }])),
  );
  const write = async () => {
    await pending.write(real.bulk);
    await codes.save();
  };
  return {
    stores,
    preload: codes.preload,
    flush: async () => void (pending.isFull() && (await write())),
    discard: pending.clear,
    async end(at) {
      await write();
      await codes.keep();
      await affected.move(real, at);
    },
  };
}

/** Collects the records whose changes affect others, which are updated once at the end of a file. */
function affectedRecords() {
  const sources = new Map<
    EstateCollection,
    { readonly ids: Set<Id<string>>; readonly targets: readonly ShowingCollection[] }
  >();
  const skipped = new Set<string>();
  return {
    skip: (id: string) => void skipped.add(id),
    async touch(source: EstateCollection, id: string, targets: readonly ShowingCollection[]) {
      if (targets.length === 0 || skipped.delete(id)) return;
      const own = sources.get(source) ?? { ids: new Set(), targets };
      own.ids.add(id as Id<string>);
      sources.set(source, own);
    },
    async move({ updatePropagation }: ImportStores, at: Instant) {
      for (const [source, { ids, targets }] of sources) await updatePropagation.touchAll(source, [...ids], targets, at);
    },
  };
}
