import type { Id, Instant, ReplayStores } from "@cartulary/kernel";
import type { Auxiliary } from "@cartulary/ledger";
import { codesBehind } from "../people/codes.ts";
import type { RentalStores } from "../ports.ts";
import type { BulkRecords } from "./bulk.ts";

/** What imports touch: one mandataire's records, as use cases do. */
export type ImportStores = RentalStores & ReplayStores;

/** Records that are written with one statement. */
const BATCH = 500;

/** Stores that the rules of one record are run on, while what they write is put by and written many at once. */
export interface BatchedStores {
  readonly stores: ImportStores;
  /** Asks about accounting codes that rows bring along, before the rows do one by one. */
  foresee(codes: readonly string[]): Promise<void>;
  /** Writes what was put by, once it is much. */
  flush(): Promise<void>;
  /** Writes what is left, and moves what shows it. */
  end(at: Instant): Promise<void>;
}

/** The order in which one may refer to another. */
const ORDER = [
  "properties",
  "owners",
  "tenants",
  "units",
  "ownerships",
] as const satisfies readonly (keyof BulkRecords)[];

/**
 * What imports run the use cases' own rules on. That somebody exists is known from `isKnown`, so nothing is asked row by
 * row; arrays of a record and whatever else is not overridden here goes the usual way, after the record.
 */
export function batchedStores(
  real: ImportStores,
  isKnown: (collection: keyof BulkRecords, id: string) => boolean,
): BatchedStores {
  const put: { [Name in keyof BulkRecords]: BulkRecords[Name][] } = {
    ...{ properties: [], owners: [], tenants: [], units: [], ownerships: [] },
  };
  const made = new Set<string>();
  const auxiliaries = new Map<string, Auxiliary>();
  const afterwards: (() => Promise<void>)[] = [];
  const shown = { properties: new Set<Id<string>>(), units: new Set<Id<string>>() };
  const codes = knownCodes(real);

  const there = <Name extends keyof BulkRecords>(collection: Name) => ({
    // Whoever asks looks whether it is there, and at nothing of it.
    lock: async (id: string) => (made.has(id) || isKnown(collection, id) ? ({ id } as BulkRecords[Name]) : null),
    insert: async (record: BulkRecords[Name]) => {
      made.add(record.id);
      (put[collection] as BulkRecords[Name][]).push(record);
    },
  });
  const array = <Parent extends string, Element>(store: {
    of(parent: Parent): Promise<readonly Element[]>;
    replace(parent: Parent, elements: readonly Element[]): Promise<void>;
  }) => ({
    of: async (parent: Parent) => (made.has(parent) ? [] : store.of(parent)),
    replace: async (parent: Parent, elements: readonly Element[]) =>
      void afterwards.push(() => store.replace(parent, elements)),
  });

  const overridden = {
    properties: there("properties"),
    owners: there("owners"),
    tenants: there("tenants"),
    units: {
      ...there("units"),
      async insert(unit: BulkRecords["units"]) {
        shown.properties.add(unit.propertyId);
        await there("units").insert(unit);
      },
    },
    ownerships: {
      ...there("ownerships"),
      async insert(ownership: BulkRecords["ownerships"]) {
        if (!made.has(ownership.unitId)) shown.units.add(ownership.unitId);
        await there("ownerships").insert(ownership);
      },
    },
    // What shows the rows of a file moves once, at its end.
    touches: { touch: async () => {} },
    entrances: array(real.entrances),
    shareKeys: array(real.shareKeys),
    ownerBankAccounts: array(real.ownerBankAccounts),
    tenantBankAccounts: array(real.tenantBankAccounts),
    allocations: array({ of: async () => [], replace: real.allocations.replace }),
    codes: codes.codes,
    accounts: {
      ...codes.accounts,
      async saveAuxiliary(auxiliary: Auxiliary) {
        codes.give(auxiliary);
        auxiliaries.set(auxiliary.code, auxiliary);
      },
    },
  };
  const stores: ImportStores = Object.create(
    real,
    Object.fromEntries(Object.entries(overridden).map(([name, value]) => [name, { value }])),
  );

  async function write(): Promise<void> {
    for (const name of ORDER) {
      const records = put[name].splice(0);
      if (records.length > 0) await real.bulk.insert(name, records as never);
    }
    if (auxiliaries.size > 0) await real.accounts.saveAuxiliaries([...auxiliaries.values()]);
    auxiliaries.clear();
    for (const work of afterwards.splice(0)) await work();
  }
  return {
    stores,
    foresee: codes.foresee,
    async flush() {
      if (ORDER.some((name) => put[name].length >= BATCH)) await write();
    },
    async end(at) {
      await write();
      await codes.keep();
      if (shown.properties.size > 0) await real.bulk.move("properties", [...shown.properties], at);
      if (shown.units.size > 0) await real.bulk.move("units", [...shown.units], at);
    },
  };
}

/** Codes that are asked about ahead, when the counter comes to them. */
const CODES_AHEAD = 1_000;

/** Counters and codes of the book, asked about many at once. */
function knownCodes({ accounts, codes }: ImportStores) {
  const known = new Map<string, Auxiliary | null>();
  const retired = new Map<string, boolean>();
  const counters = new Map<string, number>();

  async function foresee(asked: readonly string[]): Promise<void> {
    const unknown = asked.filter((code) => !known.has(code));
    if (unknown.length === 0) return;
    const found = new Map((await accounts.auxiliaries(unknown)).map((auxiliary) => [auxiliary.code, auxiliary]));
    const gone = new Set(await codes.retired(unknown));
    for (const code of unknown) {
      known.set(code, found.get(code) ?? null);
      retired.set(code, gone.has(code));
    }
  }

  const ahead = async (asked: readonly string[]) => {
    if (asked.every((code) => known.has(code))) return;
    await foresee([...asked, ...codesBehind(asked.at(-1) ?? "", CODES_AHEAD)]);
  };

  return {
    foresee,
    /** Somebody has it from now on. */
    give: (auxiliary: Auxiliary) => void known.set(auxiliary.code, auxiliary),
    accounts: {
      async auxiliaries(asked: readonly string[]) {
        await ahead(asked);
        return asked.flatMap((code) => known.get(code) ?? []);
      },
    },
    codes: {
      async lock(kind: string) {
        const last = counters.get(kind) ?? (await codes.lock(kind));
        counters.set(kind, last);
        return last;
      },
      set: async (kind: string, last: number) => void counters.set(kind, last),
      async retired(asked: readonly string[]) {
        await ahead(asked);
        return asked.filter((code) => retired.get(code));
      },
    },
    async keep() {
      for (const [kind, last] of counters) await codes.set(kind, last);
    },
  };
}
