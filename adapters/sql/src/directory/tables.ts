import type { ContactId, GroupMember, TeamId } from "@cartulary/directory";
import type { GroupId, Role, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, folded, id, instant, text, version } from "../engine/columns.ts";

/** Names may be missing: an index for each direction, since null comes last in both. */
const nullsLast = (table: string, column: string) =>
  (["asc", "desc"] as const).map((direction) => {
    const name = `${table}_${column}_${direction}_index`;
    const keys = `(${column}_fold is null), ${column}_fold ${direction}, id ${direction}`;
    return { name, expression: `create index ${name} on ${table} (${keys})` };
  });

/** People who sign in. */
export const userRows = defineEntity({
  name: "User",
  tableName: "users",
  properties: {
    id: id<UserId>().primary(),
    emailAddress: text(),
    emailAddressFold: folded(),
    /** What the address is unique by. */
    emailKey: text().hidden().default(""),
    firstName: text().nullable(),
    firstNameFold: folded().nullable(),
    lastName: text().nullable(),
    lastNameFold: folded().nullable(),
    displayName: text(),
    displayNameFold: folded(),
    initials: text(),
    initialsFold: folded(),
    role: text<Role>(),
    active: boolean(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  uniques: [{ name: "users_email_key_unique", properties: ["emailKey"] }],
  indexes: [
    { name: "users_email_address_index", properties: ["emailAddressFold", "id"] },
    ...nullsLast("users", "first_name"),
    ...nullsLast("users", "last_name"),
    { name: "users_role_index", properties: ["role", "id"] },
    { name: "users_created_at_index", properties: ["createdAt", "id"] },
    { name: "users_updated_at_index", properties: ["updatedAt", "id"] },
  ],
});

/** People who are written to. */
export const contactRows = defineEntity({
  name: "Contact",
  tableName: "contacts",
  properties: {
    id: id<ContactId>().primary(),
    emailAddress: text(),
    emailAddressFold: folded(),
    firstName: text().nullable(),
    firstNameFold: folded().nullable(),
    lastName: text().nullable(),
    lastNameFold: folded().nullable(),
    fullName: text(),
    fullNameFold: folded(),
    displayName: text(),
    displayNameFold: folded(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  indexes: [
    { name: "contacts_email_address_index", properties: ["emailAddressFold", "id"] },
    ...nullsLast("contacts", "first_name"),
    ...nullsLast("contacts", "last_name"),
    { name: "contacts_created_at_index", properties: ["createdAt", "id"] },
    { name: "contacts_updated_at_index", properties: ["updatedAt", "id"] },
  ],
});

/** Access groups. */
export const groupRows = defineEntity({
  name: "Group",
  tableName: "groups",
  properties: {
    id: id<GroupId>().primary(),
    name: text(),
    nameFold: folded(),
    description: text().nullable(),
    descriptionFold: folded().nullable(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  indexes: [{ name: "groups_name_index", properties: ["nameFold", "id"] }],
});

/** Who belongs to which group: one row for a user in a group. */
export const memberRows = defineEntity({
  name: "GroupMember",
  tableName: "group_members",
  properties: {
    id: id<GroupMember["id"]>().primary(),
    groupId: id<GroupId>(),
    userId: id<UserId>(),
    createdAt: instant(),
  },
  uniques: [{ name: "group_members_user_unique", properties: ["userId", "groupId"] }],
  indexes: [{ name: "group_members_created_at_index", properties: ["groupId", "createdAt", "id"] }],
});

/** Teams. */
export const teamRows = defineEntity({
  name: "Team",
  tableName: "teams",
  properties: {
    id: id<TeamId>().primary(),
    name: text(),
    nameFold: folded(),
    description: text().nullable(),
    descriptionFold: folded().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  indexes: [
    { name: "teams_name_index", properties: ["nameFold", "id"] },
    { name: "teams_created_at_index", properties: ["createdAt", "id"] },
    { name: "teams_updated_at_index", properties: ["updatedAt", "id"] },
  ],
});

/** What the stores of this module see. */
export type DirectoryTables = Database<
  typeof userRows | typeof contactRows | typeof groupRows | typeof memberRows | typeof teamRows
>;
