import type { AccountUsers } from "@cartulary/auth";
import type { User } from "@cartulary/directory";
import type { userOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Users over HTTP. */
export const userHandlers = (users: AccountUsers): Handlers<typeof userOperations> => ({
  listUsers: async ({ list, caller }) => {
    const { items, ...page } = await users.list(caller, list);
    return listed({ ...page, items: items.map(shown) });
  },
  createUser: async ({ body, caller }) => created(shown(await users.create(caller, body))),
  getMe: async ({ caller }) => ok(shown(await users.me(caller))),
  getUser: async ({ params, caller }) => ok(shown(await users.get(caller, params.id))),
  updateUser: async ({ params, body, caller, visitor }) =>
    ok(shown(await users.update(caller, { ...body, ...params, visitor }))),
  deleteUser: async ({ params, caller }) => {
    await users.remove(caller, params.id);
    return noContent();
  },
});

/** The external id goes out under both of its spellings. */
const shown = (user: User) => ({ ...user, externaId: user.externalId });
