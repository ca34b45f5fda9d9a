import { type GroupStore, groupListing } from "@cartulary/directory";
import { LockMode } from "@mikro-orm/core";
import { columnsOf, pageOf } from "../listing.ts";
import type { SqlTransaction } from "../module.ts";
import { entryOf, foldedTwins, rowsOf } from "../rows.ts";
import { type DirectoryTables, groupRows, memberRows } from "./tables.ts";

const columns = columnsOf(groupListing, groupRows);

/** Records through the entity manager, lists in SQL. Members are counted when they are asked for. */
export function createGroupStore({ em, db, dialect }: SqlTransaction<DirectoryTables>): GroupStore {
  const rows = rowsOf(groupRows, dialect);

  return {
    async find(id) {
      const row = await em.findOne(groupRows, { id });
      return row && { ...entryOf(groupRows, row), membersCount: await em.count(memberRows, { groupId: id }) };
    },

    async lock(id) {
      const row = await em.findOne(groupRows, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      return row && entryOf(groupRows, row);
    },

    async hold(id) {
      const held = db.selectFrom("groups").select("id").where("id", "=", id).modifyEnd(dialect.forShare);
      return (await held.executeTakeFirst()) !== undefined;
    },

    list: (query) =>
      pageOf(
        db.selectFrom("groups"),
        { listing: groupListing, query, columns, dialect },
        (matching) =>
          matching
            .select(rows.columns("groups"))
            .select(({ selectFrom, fn }) =>
              selectFrom("group_members")
                .select(fn.countAll<number>().as("count"))
                .whereRef("group_members.group_id", "=", "groups.id")
                .as("members_count"),
            ),
        (row) => ({ ...rows.decode(row), membersCount: Number(row.members_count) }),
      ),

    async insert(group) {
      em.create(groupRows, { ...group, ...foldedTwins(groupRows, group) });
      await em.flush();
    },

    async update(group) {
      const row = await em.findOneOrFail(groupRows, { id: group.id });
      em.assign(row, { ...group, ...foldedTwins(groupRows, group) });
      await em.flush();
    },

    async remove(id) {
      const row = await em.findOne(groupRows, { id });
      if (row) await em.remove(row).flush();
    },
  };
}
