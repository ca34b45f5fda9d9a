import type { SqlEntityManager } from "@mikro-orm/sql";
import type { Dialect } from "kysely";
import type { Table } from "./columns.ts";
import type { SqlModule } from "./module.ts";
import { entitiesOf } from "./open.ts";
import { DISCONNECTED_DIALECT } from "./single-statement.ts";

export interface EntityManagerOptions {
  readonly contextName: string;
  readonly dbName: string;
  readonly discovery: { readonly warnWhenNoEntities: false };
  readonly driverOptions: Dialect;
  readonly ensureDatabase: false;
  readonly entities: Table[];
}

/** Returns the entity manager of some modules, which an {@link Engine} forks for its transactions. */
export type EntityManagers = (modules: readonly SqlModule[]) => SqlEntityManager;

/**
 * Returns a cache of the entity managers of one engine. Reading the declarations of all tables takes as long as a
 * migration, so the same tables share one entity manager, for any number of databases. It has no connection of its own:
 * a fork uses the connection of its transaction.
 */
export function entityManagers(create: (options: EntityManagerOptions) => SqlEntityManager): EntityManagers {
  const cached: { readonly entities: ReadonlySet<Table>; readonly em: SqlEntityManager }[] = [];
  return (modules) => {
    const entities = new Set(entitiesOf(modules));
    const found = cached.find((each) => isSame(each.entities, entities));
    if (found) return found.em;
    const em = create(optionsFor([...entities], `cartulary:${cached.length}`));
    cached.push({ entities, em });
    return em;
  };
}

const isSame = (one: ReadonlySet<Table>, other: ReadonlySet<Table>): boolean =>
  one.size === other.size && [...one].every((table) => other.has(table));

/** Each ORM has its own context name; otherwise two in one process would find each other's. */
function optionsFor(entities: Table[], contextName: string): EntityManagerOptions {
  return {
    contextName,
    // Required by MikroORM and unused.
    dbName: "cartulary",
    discovery: { warnWhenNoEntities: false },
    driverOptions: DISCONNECTED_DIALECT,
    ensureDatabase: false,
    entities,
  };
}
