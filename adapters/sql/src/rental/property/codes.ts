import type { CodeStore, MandataireId } from "@cartulary/rental/agency";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { codeCounterRows, retiredCodeRows } from "./tables/people.ts";
import type { EstateTables } from "./tables.ts";

export function createCodeStore({ db, dialect }: SqlTransaction<EstateTables>, mandataireId: MandataireId): CodeStore {
  const counters = rowsOf(codeCounterRows, dialect);
  const retired = rowsOf(retiredCodeRows, dialect);
  const own = (kind: string) =>
    db.selectFrom("code_counters").select("last").where("mandataire_id", "=", mandataireId).where("kind", "=", kind);
  return {
    async lock(kind) {
      // Inserted first, so that two concurrent first calls wait for each other like all later ones.
      await db
        .insertInto("code_counters")
        .values(counters.encode({ mandataireId, kind, last: 0 }))
        .onConflict((conflict) => conflict.columns(["mandataire_id", "kind"]).doNothing())
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

    async findRetired(codes) {
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
