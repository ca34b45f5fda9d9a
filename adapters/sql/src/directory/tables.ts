import type { ContactId, GroupMember, TeamId } from "@cartulary/directory";
import type { GroupId, Role, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, foldedText, id, instant, text, version } from "../engine/columns.ts";

/** The column may be null: one index for each direction, since nulls are last in both. */
const nullsLast = (table: string, column: string) =>
  (["asc", "desc"] as const).map((direction) => {
    const name = `${table}_${column}_${direction}_index`;
    const keys = `(${column}_fold is null), ${column}_fold ${direction}, id ${direction}`;
    return { name, expression: `create index ${name} on ${table} (${keys})` };
  });

/** Users, who sign in. */
export const userRows = defineEntity({
  name: "User",
  tableName: "users",
  properties: {
    id: id<UserId>().primary(),
    emailAddress: text(),
    emailAddressFold: foldedText(),
    /** Unique. */
    emailKey: text().hidden().default(""),
    firstName: text().nullable(),
    firstNameFold: foldedText().nullable(),
    lastName: text().nullable(),
    lastNameFold: foldedText().nullable(),
    displayName: text(),
    displayNameFold: foldedText(),
    initials: text(),
    initialsFold: foldedText(),
    role: text<Role>(),
    active: boolean(),
    externalId: text().nullable(),
    externalIdFold: foldedText().nullable(),
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

/** Contacts, who receive messages. */
export const contactRows = defineEntity({
  name: "Contact",
  tableName: "contacts",
  properties: {
    id: id<ContactId>().primary(),
    emailAddress: text(),
    emailAddressFold: foldedText(),
    firstName: text().nullable(),
    firstNameFold: foldedText().nullable(),
    lastName: text().nullable(),
    lastNameFold: foldedText().nullable(),
    fullName: text(),
    fullNameFold: foldedText(),
    displayName: text(),
    displayNameFold: foldedText(),
    externalId: text().nullable(),
    externalIdFold: foldedText().nullable(),
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

export const groupRows = defineEntity({
  name: "Group",
  tableName: "groups",
  properties: {
    id: id<GroupId>().primary(),
    name: text(),
    nameFold: foldedText(),
    description: text().nullable(),
    descriptionFold: foldedText().nullable(),
    externalId: text().nullable(),
    externalIdFold: foldedText().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  indexes: [{ name: "groups_name_index", properties: ["nameFold", "id"] }],
});

/** Memberships of users in groups. */
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

export const teamRows = defineEntity({
  name: "Team",
  tableName: "teams",
  properties: {
    id: id<TeamId>().primary(),
    name: text(),
    nameFold: foldedText(),
    description: text().nullable(),
    descriptionFold: foldedText().nullable(),
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

export type DirectoryTables = Database<
  typeof userRows | typeof contactRows | typeof groupRows | typeof memberRows | typeof teamRows
>;
