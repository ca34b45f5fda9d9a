import { type MandataireStore, mandataireListing } from "@cartulary/rental";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/rows.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { lockRow, recordStore } from "../records/record-store.ts";
import { mandataireRows, type RentalTables } from "./tables.ts";

const columns = columnsOf(mandataireListing, mandataireRows);
const mandataires = recordStore(mandataireRows, mandataireListing);

/** Mandataires, whosever they are. */
export function createMandataireStore(transaction: SqlTransaction<RentalTables>): MandataireStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(mandataireRows, dialect);
  const { list: _all, ...records } = mandataires(transaction);

  return {
    ...records,
    lockShared: (id) => lockRow(transaction, mandataireRows, id),

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
  };
}
