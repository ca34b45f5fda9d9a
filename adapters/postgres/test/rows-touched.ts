import {
  type DirectOf,
  entitiesOf,
  type SqlModule,
  type SqlTransaction,
  type StoresOf,
  storesOnDemand,
  type TenantStoresOf,
} from "@cartulary/sql";
import { MikroORM } from "@mikro-orm/postgresql";
import type { Kysely, Transaction } from "kysely";
import { postgres } from "../src/dialect.ts";
import { enterTenant } from "../src/enter-tenant.ts";
import { type Connections, createPool } from "../src/pool.ts";
import type { Session } from "../src/session.ts";
import { StrictPostgresDialect } from "../src/strict-dialect.ts";
import { TENANT_ROLE } from "../src/tenant-role.ts";

/** A statement that was run, and how many rows the database went through for it. */
interface Touched {
  readonly text: string;
  readonly rows: number;
  /** The parts of the plan that read most rows, for the message of a failure. */
  readonly most: readonly string[];
}

/** All that modules answer of one tenant, inside and outside transactions. */
export type AllOf<Modules extends readonly SqlModule[]> = StoresOf<Modules> &
  TenantStoresOf<Modules> &
  DirectOf<Modules>;

/** A database whose statements are counted. */
export interface Counted<Modules extends readonly SqlModule[]> {
  /**
   * Does `work` as a tenant, takes it back, and answers what each statement went through: the rows that scans read, those
   * that they left out, and those that a join compared in vain, each as often as it happened; or the rows that were read in
   * tables, where triggers and foreign keys make these more.
   */
  touchedBy(tenant: string, work: (stores: AllOf<Modules>) => Promise<unknown>): Promise<readonly Touched[]>;
  close(): Promise<void>;
}

/** Opens a database with the present schema, on a single connection. */
export async function openCounted<const Modules extends readonly SqlModule[]>(
  url: string,
  modules: Modules,
): Promise<Counted<Modules>> {
  const pool = createPool({ url, pool: 1 });
  let touched: Touched[] = [];
  const orm = new MikroORM({
    contextName: `counted:${url}`,
    dbName: "cartulary",
    discovery: { warnWhenNoEntities: false },
    driverOptions: new StrictPostgresDialect({ pool: explaining(pool, (each) => touched.push(each)) }),
    ensureDatabase: false,
    entities: entitiesOf(modules),
  });
  await orm.connect();
  const onDemand = storesOnDemand(modules);

  function storesIn(begun: Transaction<unknown>, tenant: string): AllOf<Modules> {
    const em = orm.em.fork({ disableContextResolution: true });
    em.setTransactionContext(begun);
    const db = begun as unknown as Kysely<never>;
    const transaction = { db, em, dialect: postgres } as unknown as SqlTransaction<never>;
    const direct = modules.map((module) =>
      module.direct({ dialect: postgres, ask: (statement) => statement(transaction) }),
    );
    return Object.assign(onDemand.ofTenant(transaction, tenant as never) as object, ...direct);
  }

  return {
    async touchedBy(tenant, work) {
      touched = [];
      const undone = new Error("The work is done and to be undone");
      const run = orm.em.getKysely<unknown>().transaction();
      try {
        await run.execute(async (begun) => {
          await enterTenant(begun, tenant, { role: TENANT_ROLE, searchPath: "public" });
          await work(storesIn(begun, tenant));
          throw undone;
        });
      } catch (error) {
        if (error !== undone) throw error;
      }
      return touched;
    },
    close: () => orm.close(true),
  };
}

const COUNTED = /^\s*(select|insert|update|delete|with)\b/;

/** The connections of `pool`, on which each statement is explained before it is run. */
function explaining(pool: Connections, found: (touched: Touched) => void) {
  const connect = async () => {
    const session = await pool.connect();
    const query = async (text: string, values: readonly unknown[] = []) => {
      if (COUNTED.test(text)) found({ text, ...(await countedIn(session, text, values)) });
      return session.query(text, values);
    };
    return { ...session, query } as Session;
  };
  return { ...pool, connect };
}

async function countedIn(
  session: Session,
  text: string,
  values: readonly unknown[],
): Promise<Pick<Touched, "rows" | "most">> {
  const before = await rowsRead(session, "savepoint explained");
  const explained = await session.query<Record<string, string>>(`explain (analyze, timing off, format json) ${text}`, [
    ...values,
  ]);
  const [{ Plan: plan }] = JSON.parse(explained.rows[0]?.["QUERY PLAN"] ?? "") as readonly [{ readonly Plan: Plan }];
  const read = (await rowsRead(session, "rollback to explained")) - before;
  const parts = partsOf(plan).toSorted((one, other) => other.rows - one.rows);
  const planned = parts.reduce((all, { rows }) => all + rows, 0);
  return {
    rows: Math.ceil(Math.max(planned, read)),
    most: parts.slice(0, 5).map(({ name, rows }) => `${name}: ${rows}`),
  };
}

/** The rows that the transaction has read in tables so far, rolled back or not. */
async function rowsRead(session: Session, first: string): Promise<number> {
  const replies = await session.query<never>(`${first};
    select sum(pg_stat_get_xact_tuples_fetched(oid) +
      case relkind when 'r' then pg_stat_get_xact_tuples_returned(oid) else 0 end)::bigint as read
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`);
  return (
    (replies as unknown as readonly { readonly rows: readonly { readonly read: number }[] }[])[1]?.rows[0]?.read ?? 0
  );
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Plan[];
}

/** A plan and all below it, each with the rows that it went through itself. */
function partsOf(plan: Plan): readonly { readonly name: string; readonly rows: number }[] {
  const removed =
    (plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Join Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0);
  const own = / Scan$|Materialize|Memoize/.test(plan["Node Type"]) ? plan["Actual Rows"] + removed : removed;
  const name = [plan["Node Type"], plan["Relation Name"], plan["Index Name"]].filter((each) => each).join(" ");
  return [{ name, rows: own * plan["Actual Loops"] }, ...(plan.Plans ?? []).flatMap(partsOf)];
}
