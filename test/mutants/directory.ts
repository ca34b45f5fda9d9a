import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/directory/src";
const RIGHTS = "core/directory/test/user-rights";

/** Bugs of users, groups, teams and contacts. */
export const directoryMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/user-rights.ts`]: [
    [
      "an administrator touches a super administrator",
      'if (user.role === "super_admin" && user.id !== caller.userId) requireRole(caller, "super_admin");',
      "",
      RIGHTS,
    ],
    [
      "administrators are changed without the scope admin",
      'if (isAdministratorRole(user.role)) requireScope(caller, "admin");',
      "",
      RIGHTS,
      "auth-users",
    ],
    [
      "administrators are made without the scope admin",
      'requireRole(caller, "super_admin");\n  requireScope(caller, "admin");',
      'requireRole(caller, "super_admin");',
      RIGHTS,
      "auth-users",
    ],
    [
      "administrators make administrators",
      'requireRole(caller, "super_admin");\n  requireScope',
      "requireScope",
      RIGHTS,
    ],
    ["people change their own role", "altered.every((field) => OWN_FIELDS.includes(field))", "true", RIGHTS],
    [
      "people change each other",
      "if (caller.userId !== user.id) throw forbidden",
      "if (!user.id) throw forbidden",
      RIGHTS,
    ],
    [
      "the last super administrator steps down",
      'if (leavesNoSuperAdmin && altered.includes("role")) errors',
      "if (false) errors",
      RIGHTS,
      "auth-users",
    ],
    [
      "an administrator may deactivate himself",
      "if (caller.userId === user.id) errors.push",
      'if (caller.userId === "") errors.push',
      RIGHTS,
    ],
    [
      "people delete themselves",
      "if (caller.userId === user.id) return [fieldError",
      'if (caller.userId === "") return [refusal',
      RIGHTS,
    ],
  ],
  [`${CORE}/email-address.ts`]: [
    [
      "two mailboxes are one",
      "return toNfc(normalizeLine(text).toLowerCase());",
      'return toNfc(normalizeLine(text).toLowerCase()).normalize("NFKC");',
      "core/directory/test/email-address",
    ],
    [
      "an address of any length is matched",
      "text.length > EMAIL_ADDRESS_UNITS_MAX || ",
      "",
      "core/directory/test/email-address",
    ],
  ],
  [`${CORE}/group-member.ts`]: [
    [
      "a hundred and one are added at once",
      "userIds.length <= ADD_MEMBERS_MAX",
      "userIds.length <= ADD_MEMBERS_MAX + 1",
      "core/directory/test/group-member",
    ],
    [
      "one who is named twice is added twice",
      "[...new Set(userIds)]",
      "[...userIds]",
      "core/directory/test/group-member",
    ],
  ],
  [`${CORE}/groups.ts`]: [
    ["a group that goes leaves its members", "await stores.members.removeAllOfGroup(id);", "", "http/groups"],
    [
      "what was granted to a group outlives it",
      "for (const listener of groupListeners) await listener.removed?.(stores, caller, id);",
      "",
      "http/groups",
      "http/permissions",
    ],
    [
      "of those who do not exist the others are added",
      "userIds.filter((userId) => !existing.has(userId))",
      "[]",
      "http/groups",
    ],
  ],
  [`${CORE}/person-name.ts`]: [
    [
      "initials begin with quotes",
      "letters.find((letter) => !NOT_A_LETTER.test(letter)) ?? ",
      "",
      "core/directory/test/person-name",
    ],
  ],
  [`${CORE}/user.ts`]: [
    [
      "a change of nothing is one",
      "if (changedFields(user, change).length === 0) return user;",
      "",
      "core/directory/test/user",
    ],
    [
      "the display name stays unchanged",
      "displayName: displayNameOf(next)",
      "displayName: user.displayName",
      "core/directory/test/user",
    ],
  ],
  "adapters/sql/src/directory/user-store.ts": [
    [
      "an address that is taken is a bug",
      'error.message.includes("email_key")',
      'error.message.includes("no column")',
      "adapters/sqlite/test/contracts",
    ],
  ],
  "adapters/sql/src/directory/email-key-backfill.ts": [
    [
      "of two users with one address, one loses it",
      "if (other !== undefined) throw new Error(collision(other, owner));",
      "",
      "adapters/sqlite/test/open-sqlite",
    ],
  ],
});
