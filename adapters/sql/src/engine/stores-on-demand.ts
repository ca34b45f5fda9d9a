import type { Id } from "@cartulary/kernel";
import type { SqlModule, SqlTransaction, StoresOf, TenantStoresOf } from "./module.ts";

/** Creates the stores of some modules for each transaction, each store at its first use. */
export interface StoresOnDemand<Stores, TenantStores> {
  ofTransaction(transaction: SqlTransaction<never>): Stores;
  /** Returns the common stores and those of the tenant. */
  ofTenant(transaction: SqlTransaction<never>, tenant: Id<string>): Stores & TenantStores;
}

/**
 * Prepares the stores of `modules`, so that a transaction creates only the stores that it uses.
 *
 * The stores of a transaction are getters on a prototype. A spread copies none of them; to replace one in a test, use
 * `Object.create(stores, { tokens: { value } })`.
 */
export function storesOnDemand<const Modules extends readonly SqlModule[]>(
  modules: Modules,
): StoresOnDemand<StoresOf<Modules>, TenantStoresOf<Modules>> {
  const common = withGetters(
    {},
    modules.flatMap(({ stores }) => factoriesIn(stores, (make, { transaction }) => make(transaction))),
  );
  const own = withGetters(
    Object.create(common),
    modules.flatMap(({ tenantStores }) =>
      factoriesIn(tenantStores, (make, { transaction, tenant }) => make(transaction, tenant)),
    ),
  );
  return {
    ofTransaction: (transaction) => bundle(common, { transaction, made: {} }),
    ofTenant: (transaction, tenant) => bundle(own, { transaction, tenant, made: {} }),
  };
}

/** The arguments of the stores of one transaction, and the stores created so far. */
interface Source {
  readonly transaction: unknown;
  readonly tenant?: Id<string>;
  readonly made: Record<string, unknown>;
}

/** The property of a bundle with its source; cannot collide with the name of a store. */
const SOURCE = Symbol("source");

type Factory = readonly [name: string, make: (source: Source) => unknown];

function factoriesIn(
  stores: object,
  call: (make: (...from: unknown[]) => unknown, source: Source) => unknown,
): readonly Factory[] {
  return Object.entries(stores).map(([name, make]) => [name, (source) => call(make, source)]);
}

function withGetters(prototype: object, factories: readonly Factory[]): object {
  for (const [name, make] of factories) {
    Object.defineProperty(prototype, name, {
      // If two modules have a store of the same name, the later module's store is used.
      configurable: true,
      get(this: { readonly [SOURCE]: Source }) {
        const source = this[SOURCE];
        source.made[name] ??= make(source);
        return source.made[name];
      },
    });
  }
  return prototype;
}

function bundle<Stores>(prototype: object, source: Source): Stores {
  return Object.assign(Object.create(prototype), { [SOURCE]: source });
}
