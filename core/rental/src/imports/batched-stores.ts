import type { Id, Instant, ReplayStores } from "@cartulary/kernel";
import type { Collection } from "../estate/collections.ts";
import type { LeaseTerm, LeaseUnitTerm } from "../leases/term.ts";
import type { MandataireId } from "../mandataire.ts";
import type { MandateId } from "../mandates/mandate.ts";
import type { RentalStores } from "../ports.ts";
import type { PropertyId } from "../properties/property.ts";
import type { Allocation } from "../units/allocation.ts";
import type { UnitId } from "../units/unit.ts";
import type { BulkRecords, BulkTable, NamedCollection } from "./bulk.ts";
import { knownCodes } from "./known-codes.ts";
import { pendingRows } from "./pending-rows.ts";

/** What imports touch: one mandataire's records, as use cases do. */
export type ImportStores = RentalStores & ReplayStores;

/** Stores that the rules of one record are run on, while what they write is put by and written many at once. */
export interface BatchedStores {
  readonly stores: ImportStores;
  /** Asks about accounting codes that rows bring along, before the rows do one by one. */
  foresee(codes: readonly string[]): Promise<void>;
  /** Writes what was put by, once it is much. */
  flush(): Promise<void>;
  /** Forgets what was put by: nothing of the file is to be written. */
  discard(): void;
  /** Writes what is left, and moves what shows it. */
  end(at: Instant): Promise<void>;
}

/** Whose rows they are, and whether a record is there that was not made by them. */
interface Ground {
  readonly mandataireId: MandataireId;
  readonly isKnown: (collection: NamedCollection, id: string) => boolean;
}

/**
 * What imports run the use cases' own rules on. That somebody exists is known from `isKnown`, so nothing is asked row by
 * row, and all that is written stands beside a record that is new: what would be read of it is what was put by.
 */
export function batchedStores(real: ImportStores, { mandataireId, isKnown }: Ground): BatchedStores {
  const pending = pendingRows();
  const shown = shownRows();
  const codes = knownCodes(real);
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
    // Whoever asks looks whether it is there, and at nothing of it.
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
  /** Elements of a property that rows refer to; one property after another has many units in a file. */
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
        // A unit that is new has its date.
        if (made.has(ownership.unitId)) shown.skip(ownership.id);
      },
    },
    touches: { touch: shown.touch },
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
    foresee: codes.foresee,
    flush: async () => void (pending.isFull() && (await write())),
    discard: pending.clear,
    async end(at) {
      await write();
      await codes.keep();
      await shown.move(real, at);
    },
  };
}

/** Records by which others moved: those move once, at the end of a file. */
function shownRows() {
  const sources = new Map<Collection, { readonly ids: Set<Id<string>>; readonly targets: readonly Collection[] }>();
  const skipped = new Set<string>();
  return {
    skip: (id: string) => void skipped.add(id),
    async touch(source: Collection, id: string, targets: readonly Collection[]) {
      if (targets.length === 0 || skipped.delete(id)) return;
      const own = sources.get(source) ?? { ids: new Set(), targets };
      own.ids.add(id as Id<string>);
      sources.set(source, own);
    },
    async move({ touches }: ImportStores, at: Instant) {
      for (const [source, { ids, targets }] of sources) await touches.touchAll(source, [...ids], targets, at);
    },
  };
}
