import type { Role, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import { boolean, folded, id, instant, text, version } from "../columns.ts";

/** Names may be missing: an index for each direction, since null comes last in both. */
const nullsLast = (column: string) =>
  (["asc", "desc"] as const).map((direction) => {
    const name = `users_${column}_${direction}_index`;
    const keys = `(${column}_fold is null), ${column}_fold ${direction}, id ${direction}`;
    return { name, expression: `create index ${name} on users (${keys})` };
  });

/** People who sign in. */
export const userRows = defineEntity({
  name: "User",
  tableName: "users",
  properties: {
    id: id<UserId>().primary(),
    emailAddress: text(),
    emailAddressFold: folded(),
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
  uniques: [{ name: "users_email_address_fold_unique", properties: ["emailAddressFold"] }],
  indexes: [
    ...nullsLast("first_name"),
    ...nullsLast("last_name"),
    { name: "users_role_index", properties: ["role", "id"] },
    { name: "users_created_at_index", properties: ["createdAt", "id"] },
    { name: "users_updated_at_index", properties: ["updatedAt", "id"] },
  ],
});
