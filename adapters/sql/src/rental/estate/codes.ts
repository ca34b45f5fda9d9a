import type { CodeStore, MandataireId } from "@cartulary/rental";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/rows.ts";
import { codeCounterRows, retiredCodeRows } from "./tables/people.ts";
import type { EstateTables } from "./tables.ts";

/** How far one mandataire's codes have come, in SQL. */
export function createCodeStore({ db, dialect }: SqlTransaction<EstateTables>, mandataireId: MandataireId): CodeStore {
  const counters = rowsOf(codeCounterRows, dialect);
  const retired = rowsOf(retiredCodeRows, dialect);
  const own = (kind: string) =>
    db.selectFrom("code_counters").select("last").where("mandataire_id", "=", mandataireId).where("kind", "=", kind);
  return {
    async lock(kind) {
      // Begun first, so that two who are the first wait for each other as all later ones do.
      await db
        .insertInto("code_counters")
        .values(counters.encode({ mandataireId, kind, last: 0 }))
        .onConflict((begun) => begun.columns(["mandataire_id", "kind"]).doNothing())
        .execute();
      const { last } = await own(kind).modifyEnd(dialect.forUpdate).executeTakeFirstOrThrow();
      return last;
    },

    async set(kind, last) {
      await db
        .updateTable("code_counters")
        .set({ last })
        .where("mandataire_id", "=", mandataireId)
        .where("kind", "=", kind)
        .execute();
    },

    async retired(codes) {
      const found = await db
        .selectFrom("retired_codes")
        .select("code")
        .where("mandataire_id", "=", mandataireId)
        .where("code", "in", codes)
        .execute();
      return found.map(({ code }) => code);
    },

    async retire(code) {
      await db.insertInto("retired_codes").values(retired.encode({ mandataireId, code })).execute();
    },

    async removeAll() {
      for (const table of ["code_counters", "retired_codes"] as const)
        await db.deleteFrom(table).where("mandataire_id", "=", mandataireId).execute();
    },
  };
}
