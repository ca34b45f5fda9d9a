import type { GroupMemberView, MemberStore } from "@cartulary/directory";
import type { GroupId, Role, UserId } from "@cartulary/kernel";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type DirectoryTables, memberRows } from "./tables.ts";

export function createMemberStore({ db, dialect }: SqlTransaction<DirectoryTables>): MemberStore {
  const rows = rowsOf(memberRows, dialect);
  const shown = (groupId: GroupId) =>
    db
      .selectFrom("group_members")
      .innerJoin("users", "users.id", "group_members.user_id")
      .where("group_members.group_id", "=", groupId)
      .select(rows.columns("group_members"))
      .select(["users.email_address", "users.display_name", "users.role"]);
  const view = (row: Parameters<typeof rows.decode>[0] & UserColumns): GroupMemberView => {
    const { id, userId, createdAt } = rows.decode(row);
    const user = { id: userId, emailAddress: row.email_address, displayName: row.display_name, role: row.role };
    return { id, userId, user, createdAt };
  };

  return {
    async list(groupId, { page, perPage }) {
      const { total } = await db
        .selectFrom("group_members")
        .where("group_id", "=", groupId)
        .select(sql<number>`count(*)`.as("total"))
        .executeTakeFirstOrThrow();
      const found = await shown(groupId)
        .orderBy("group_members.created_at", "desc")
        .orderBy("group_members.id", "desc")
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute();
      return { items: found.map(view), total, page, perPage };
    },

    async findAll(groupId, userIds) {
      if (userIds.length === 0) return [];
      const found = await shown(groupId).where("group_members.user_id", "in", userIds).execute();
      const byUser = new Map<UserId, GroupMemberView>(found.map((row) => [row.user_id, view(row)]));
      return userIds.map((userId) => byUser.get(userId)).filter((member) => member !== undefined);
    },

    async insert(members) {
      if (members.length === 0) return [];
      const added = await db
        .insertInto("group_members")
        .values(members.map(rows.encode))
        .onConflict((member) => member.columns(["user_id", "group_id"]).doNothing())
        .returning("user_id")
        .execute();
      return added.map(({ user_id }) => user_id);
    },

    async remove(groupId, userId) {
      const { numDeletedRows } = await db
        .deleteFrom("group_members")
        .where("group_id", "=", groupId)
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async removeAllOfGroup(groupId) {
      await db.deleteFrom("group_members").where("group_id", "=", groupId).execute();
    },

    async removeAllOfUser(userId) {
      await db.deleteFrom("group_members").where("user_id", "=", userId).execute();
    },
  };
}

/** The user's columns in a row of a membership. */
interface UserColumns {
  readonly email_address: string;
  readonly display_name: string;
  readonly role: Role;
}
