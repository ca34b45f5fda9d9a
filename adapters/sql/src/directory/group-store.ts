import { type GroupStore, groupListing } from "@cartulary/directory";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { columnsOf } from "../records/listing.ts";
import { pageOf } from "../records/pages.ts";
import { lockRow, recordStore } from "../records/record-store.ts";
import { type DirectoryTables, groupRows, memberRows } from "./tables.ts";

const columns = columnsOf(groupListing, groupRows);
const records = recordStore(groupRows, groupListing);

/** Groups. Members are counted when a group is read. */
export function createGroupStore(transaction: SqlTransaction<DirectoryTables>): GroupStore {
  const { db, dialect } = transaction;
  const rows = rowsOf(groupRows, dialect);
  const own = records(transaction);

  return {
    ...own,

    async find(id) {
      const group = await own.find(id);
      return group && { ...group, membersCount: await transaction.em.count(memberRows, { groupId: id }) };
    },

    lockShared: (id) => lockRow(transaction, groupRows, id),

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
  };
}
