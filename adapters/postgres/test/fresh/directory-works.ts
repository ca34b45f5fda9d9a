import { contactListing, groupListing, teamListing, userListing } from "@cartulary/directory";
import { idOf, ROWS, someOf, textOf } from "./fixtures.ts";
import { BY_KEY, everybodys, listed, newId, required, type Works } from "./works.ts";

const user = idOf<"User">("users", 7);
/** In no group. */
const alone = idOf<"User">("users", 999);
const contact = idOf<"Contact">("contacts", 7);
const group = idOf<"Group">("groups", 1);
const team = idOf<"Team">("teams", 7);
/** Half a thousand people each. */
const MEMBERS = ROWS.group_members / 8;

/** The works of the directory. */
export const directoryWorks: Works<"users" | "contacts" | "groups" | "members" | "teams"> = {
  users: {
    find: [BY_KEY, ({ users }) => users.find(user)],
    lock: [BY_KEY, ({ users }) => users.lock(user)],
    lockShared: [BY_KEY, ({ users }) => users.lockShared(someOf("users"))],
    findByEmail: [BY_KEY, ({ users }) => users.findByEmail(textOf(7))],
    list: [everybodys("users"), listed(userListing, ({ users }, query) => users.list(query))],
    insert: [
      BY_KEY,
      async ({ users }) =>
        users.insert({ ...required(await users.find(user)), id: newId(), emailAddress: "new@example.org" }),
    ],
    update: [BY_KEY, async ({ users }) => users.update({ ...required(await users.lock(user)), displayName: "New" })],
    remove: [BY_KEY, ({ users }) => users.remove(alone)],
    lockSuperAdmins: [BY_KEY, ({ users }) => users.lockSuperAdmins()],
    isEmpty: [BY_KEY, ({ users }) => users.isEmpty()],
  },
  contacts: {
    find: [BY_KEY, ({ contacts }) => contacts.find(contact)],
    lock: [BY_KEY, ({ contacts }) => contacts.lock(contact)],
    list: [everybodys("contacts"), listed(contactListing, ({ contacts }, query) => contacts.list(query))],
    insert: [
      BY_KEY,
      async ({ contacts }) => contacts.insert({ ...required(await contacts.find(contact)), id: newId() }),
    ],
    update: [
      BY_KEY,
      async ({ contacts }) => contacts.update({ ...required(await contacts.lock(contact)), displayName: "New" }),
    ],
    remove: [BY_KEY, ({ contacts }) => contacts.remove(contact)],
  },
  groups: {
    find: [2 * MEMBERS, ({ groups }) => groups.find(group)],
    lock: [BY_KEY, ({ groups }) => groups.lock(group)],
    lockShared: [BY_KEY, ({ groups }) => groups.lockShared(group)],
    list: [everybodys("group_members"), listed(groupListing, ({ groups }, query) => groups.list(query))],
    insert: [BY_KEY, async ({ groups }) => groups.insert({ ...required(await groups.lock(group)), id: newId() })],
    update: [BY_KEY, async ({ groups }) => groups.update({ ...required(await groups.lock(group)), name: "New" })],
    remove: [BY_KEY, ({ groups }) => groups.remove(idOf("groups", 9))],
  },
  members: {
    list: [2 * MEMBERS, ({ members }) => members.list(group, { page: 2, perPage: 20 })],
    findAll: [2 * MEMBERS, ({ members }) => members.findAll(group, someOf("users"))],
    insert: [
      2 * BY_KEY,
      ({ members }) =>
        members.insert(
          someOf<"User">("users").map((userId, count) => ({
            id: idOf("group_members", 100_000 + count),
            groupId: idOf("groups", 20),
            userId,
            createdAt: "2026-01-01T00:00:00.000Z" as never,
          })),
        ),
    ],
    remove: [BY_KEY, ({ members }) => members.remove(group, user)],
    removeAllOfGroup: [2 * MEMBERS, ({ members }) => members.removeAllOfGroup(group)],
    removeAllOfUser: [BY_KEY, ({ members }) => members.removeAllOfUser(user)],
  },
  teams: {
    find: [BY_KEY, ({ teams }) => teams.find(team)],
    lock: [BY_KEY, ({ teams }) => teams.lock(team)],
    list: [everybodys("teams"), listed(teamListing, ({ teams }, query) => teams.list(query))],
    insert: [BY_KEY, async ({ teams }) => teams.insert({ ...required(await teams.find(team)), id: newId() })],
    update: [BY_KEY, async ({ teams }) => teams.update({ ...required(await teams.lock(team)), name: "New" })],
    remove: [BY_KEY, ({ teams }) => teams.remove(team)],
  },
};
