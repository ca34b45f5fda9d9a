import { postgres, type SqlTransaction, TENANT_SETTING } from "@cartulary/sql";
import { Kysely, PostgresDialect } from "kysely";
import { createPool } from "../src/pool.ts";

/** A statement that was run, and how many rows its plan went through. */
export interface Touched {
  readonly text: string;
  readonly rows: number;
  readonly answered: number;
}

/**
 * Does `work`, as a tenant where one is named, takes it back, and answers what each statement went through: the rows that scans read, those
 * that they left out, and those that a join compared in vain, each as often as it happened.
 */
export async function touchedBy(
  url: string,
  tenant: string | null,
  work: (transaction: SqlTransaction<never>) => Promise<unknown>,
): Promise<readonly Touched[]> {
  const pool = createPool({ url, pool: 1 });
  const client = await pool.connect();
  const touched: Touched[] = [];
  const explained = {
    async query(text: string, values: readonly unknown[]) {
      if (/^\s*(select|insert|update|delete|with)\b/.test(text)) {
        await client.query("savepoint explained");
        const { rows } = await client.query<Record<string, string>>(`explain (analyze, buffers, format json) ${text}`, [
          ...values,
        ]);
        await client.query("rollback to explained");
        const [{ Plan: plan }] = JSON.parse(rows[0]?.["QUERY PLAN"] ?? "") as readonly [{ readonly Plan: Plan }];
        touched.push({ text, rows: rowsIn(plan), answered: plan["Actual Rows"] });
      }
      return client.query(text, [...values]);
    },
    release: () => {},
  };
  const db = new Kysely<never>({
    dialect: new PostgresDialect({
      pool: { connect: async () => explained as never, end: async () => {}, options: {} },
    }),
  });
  try {
    await client.query("begin");
    // What goes through a book time and again is to fail, not to be waited for.
    await client.query("set local statement_timeout = '5s'");
    if (tenant !== null) {
      await client.query("set local role cartulary_app");
      await client.query("select set_config($1, $2, true)", [TENANT_SETTING, tenant]);
    }
    await work({ db, dialect: postgres } as unknown as SqlTransaction<never>);
  } finally {
    await client.query("rollback");
    client.release();
    await pool.end();
  }
  return touched;
}

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Plan[];
}

function rowsIn(plan: Plan): number {
  const removed =
    (plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Join Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0);
  const own = / Scan$|Materialize|Memoize/.test(plan["Node Type"]) ? plan["Actual Rows"] + removed : removed;
  return own * plan["Actual Loops"] + (plan.Plans ?? []).reduce((all, each) => all + rowsIn(each), 0);
}
