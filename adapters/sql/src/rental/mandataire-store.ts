import { type MandataireStore, mandataireListing } from "@cartulary/rental";
import { LockMode } from "@mikro-orm/core";
import { columnsOf, pageOf } from "../listing.ts";
import type { SqlTransaction } from "../module.ts";
import { entryOf, foldedTwins, rowsOf } from "../rows.ts";
import { mandataireRows, type RentalTables } from "./tables.ts";

const columns = columnsOf(mandataireListing, mandataireRows);

/** Records through the entity manager, lists in SQL. */
export function createMandataireStore({ em, db, dialect }: SqlTransaction<RentalTables>): MandataireStore {
  const rows = rowsOf(mandataireRows, dialect);

  return {
    async find(id) {
      const row = await em.findOne(mandataireRows, { id });
      return row && entryOf(mandataireRows, row);
    },

    async lock(id) {
      const row = await em.findOne(mandataireRows, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      return row && entryOf(mandataireRows, row);
    },

    async hold(id) {
      const held = db.selectFrom("mandataires").select("id").where("id", "=", id).modifyEnd(dialect.forShare);
      return (await held.executeTakeFirst()) !== undefined;
    },

    listOf: (userId, query) =>
      pageOf(
        db
          .selectFrom("mandataires")
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom("mandataire_members")
                .select("mandataire_members.user_id")
                .where("mandataire_members.user_id", "=", userId)
                .whereRef("mandataire_members.mandataire_id", "=", "mandataires.id"),
            ),
          ),
        { listing: mandataireListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("mandataires")),
        rows.decode,
      ),

    async ids(after, limit) {
      const all = db.selectFrom("mandataires").select("id").orderBy("id").limit(limit);
      const found = await (after === null ? all : all.where("id", ">", after)).execute();
      return found.map(({ id }) => id);
    },

    async insert(mandataire) {
      em.create(mandataireRows, { ...mandataire, ...foldedTwins(mandataireRows, mandataire) });
      await em.flush();
    },

    async update(mandataire) {
      const row = await em.findOneOrFail(mandataireRows, { id: mandataire.id });
      em.assign(row, { ...mandataire, ...foldedTwins(mandataireRows, mandataire) });
      await em.flush();
    },

    async remove(id) {
      const row = await em.findOne(mandataireRows, { id });
      if (row) await em.remove(row).flush();
    },
  };
}
