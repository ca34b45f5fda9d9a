import type { MandataireId } from "@cartulary/rental/agency";
import type { Computation, RunInput, RunInputStore } from "@cartulary/rental/billing";
import { sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { insertInChunks, lookupEach } from "../../../engine/row-set.ts";
import { type BillingTables, billingRunInputRows } from "./tables.ts";

/** The inputs of the computations of one mandataire's runs, in SQL. */
export function createRunInputStore(
  { db, dialect }: SqlTransaction<BillingTables>,
  mandataireId: MandataireId,
): RunInputStore {
  const rows = rowsOf(billingRunInputRows, dialect);
  const written = ({ runId, computation }: Computation) =>
    db
      .selectFrom("billing_run_inputs")
      .select(["part", "digest", "content"])
      .where("mandataire_id", "=", mandataireId)
      .where("billing_run_id", "=", runId)
      .where("computation", "=", computation);
  const decoded = (row: Parameters<typeof rows.decode>[0]): RunInput => {
    const { part, digest, content } = rows.decode(row);
    return { part, digest, content };
  };
  return {
    async insert({ runId: billingRunId, computation }, inputs) {
      const encoded = inputs.map((input) => rows.encode({ ...input, mandataireId, billingRunId, computation }));
      await insertInChunks(billingRunInputRows, encoded, { db, dialect });
    },

    async page(computation, after, limit) {
      const all = written(computation);
      const found = await (after === null ? all : all.where("part", ">", after)).orderBy("part").limit(limit).execute();
      return found.map(decoded);
    },

    async of({ runId, computation }, values) {
      if (values.length === 0) return [];
      const where = sql`mandataire_id = ${mandataireId} and billing_run_id = ${runId} and computation = ${computation}`;
      const wanted = { column: "part", values, where } as const;
      const found = await sql`${lookupEach(billingRunInputRows, wanted, dialect)} order by part`.execute(db);
      return found.rows.map((row) => decoded(row as Row<typeof billingRunInputRows>));
    },
  };
}
