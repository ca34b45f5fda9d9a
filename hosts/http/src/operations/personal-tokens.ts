import type { PersonalTokens } from "@cartulary/auth";
import type { personalTokenOperations } from "@cartulary/wire";
import { created, type Handlers, noContent } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** One's own personal access tokens over HTTP. */
export const personalTokenHandlers = (personalTokens: PersonalTokens): Handlers<typeof personalTokenOperations> => ({
  listPersonalAccessTokens: async ({ list, caller }) => listed(await personalTokens.list(caller, list)),
  createPersonalAccessToken: async ({ session, body }) =>
    created(await personalTokens.create(session, body), { "Cache-Control": "no-store" }),
  deletePersonalAccessToken: async ({ params, caller }) => {
    await personalTokens.revoke(caller, params.id);
    return noContent();
  },
});
