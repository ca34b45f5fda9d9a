import type { SqlEntityManager } from "@mikro-orm/sql";
import type { Dialect } from "kysely";
import type { Table } from "./columns.ts";
import type { SqlModule } from "./module.ts";
import { UNCONNECTED } from "./one-statement.ts";
import { entitiesOf } from "./open.ts";

/** What an engine's MikroORM is made with. */
export interface EntityManagerOptions {
  readonly contextName: string;
  readonly dbName: string;
  readonly discovery: { readonly warnWhenNoEntities: false };
  readonly driverOptions: Dialect;
  readonly ensureDatabase: false;
  readonly entities: Table[];
}

/** What an {@link Engine} forks for its transactions, by the modules that it serves. */
export type EntityManagers = (modules: readonly SqlModule[]) => SqlEntityManager;

/**
 * The entity managers of one kind of engine. Reading the declarations of all tables takes as long as a migration, so it
 * is done once for the same tables, however many databases are opened. Nothing of a database is in it: a fork is bound to
 * a transaction, and has no other connection.
 */
export function entityManagers(create: (options: EntityManagerOptions) => SqlEntityManager): EntityManagers {
  const known: { readonly entities: ReadonlySet<Table>; readonly em: SqlEntityManager }[] = [];
  return (modules) => {
    const entities = new Set(entitiesOf(modules));
    const same = known.find((each) => isSame(each.entities, entities));
    if (same) return same.em;
    const em = create(optionsFor([...entities], `cartulary:${known.length}`));
    known.push({ entities, em });
    return em;
  };
}

const isSame = (one: ReadonlySet<Table>, other: ReadonlySet<Table>): boolean =>
  one.size === other.size && [...one].every((table) => other.has(table));

/** Every ORM has a context of its own, or two in one process would find each other's. */
function optionsFor(entities: Table[], contextName: string): EntityManagerOptions {
  return {
    contextName,
    // Asked for, and used by nothing.
    dbName: "cartulary",
    discovery: { warnWhenNoEntities: false },
    driverOptions: UNCONNECTED,
    ensureDatabase: false,
    entities,
  };
}
