import type { AccountUsers } from "@cartulary/auth";
import type { User } from "@cartulary/directory";
import type { userOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const userHandlers: Handlers<typeof userOperations, { readonly users: AccountUsers }> = {
  listUsers: async ({ list, caller }, { users }) => {
    const { items, ...page } = await users.list(caller, list);
    return listReply({ ...page, items: items.map(shown) });
  },
  createUser: async ({ body, caller }, { users }) => created(shown(await users.create(caller, body))),
  getMe: async ({ caller }, { users }) => ok(shown(await users.me(caller))),
  getUser: async ({ params, caller }, { users }) => ok(shown(await users.get(caller, params.id))),
  updateUser: async ({ params, body, caller, requestSource }, { users }) =>
    ok(shown(await users.update(caller, { ...body, ...params, requestSource }))),
  deleteUser: async ({ params, caller }, { users }) => noContent(await users.remove(caller, params.id)),
};

/** Returns the external id in both of its spellings. */
const shown = (user: User) => ({ ...user, externaId: user.externalId });
