import { type TeamStore, teamListing } from "@cartulary/directory";
import { LockMode } from "@mikro-orm/core";
import type { Database } from "../columns.ts";
import { columnsOf, pageOf } from "../listing.ts";
import type { SqlTransaction } from "../module.ts";
import { entryOf, foldedTwins, rowsOf } from "../rows.ts";
import { teamRows } from "./tables.ts";

const columns = columnsOf(teamListing, teamRows);

/** Records through the entity manager, lists in SQL. */
export function createTeamStore({ em, db, dialect }: SqlTransaction<Database<typeof teamRows>>): TeamStore {
  const rows = rowsOf(teamRows, dialect);

  return {
    async find(id) {
      const row = await em.findOne(teamRows, { id });
      return row && entryOf(teamRows, row);
    },

    async lock(id) {
      const row = await em.findOne(teamRows, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      return row && entryOf(teamRows, row);
    },

    list: (query) =>
      pageOf(
        db.selectFrom("teams"),
        { listing: teamListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("teams")),
        rows.decode,
      ),

    async insert(team) {
      em.create(teamRows, { ...team, ...foldedTwins(teamRows, team) });
      await em.flush();
    },

    async update(team) {
      const row = await em.findOneOrFail(teamRows, { id: team.id });
      em.assign(row, { ...team, ...foldedTwins(teamRows, team) });
      await em.flush();
    },

    async remove(id) {
      const row = await em.findOne(teamRows, { id });
      if (row) await em.remove(row).flush();
    },
  };
}
