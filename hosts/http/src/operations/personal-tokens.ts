import type { PersonalTokens } from "@cartulary/auth";
import type { personalTokenOperations } from "@cartulary/wire";
import { created, type Handlers, noContent } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const personalTokenHandlers: Handlers<
  typeof personalTokenOperations,
  { readonly personalTokens: PersonalTokens }
> = {
  listPersonalAccessTokens: async ({ list, caller }, { personalTokens }) =>
    listReply(await personalTokens.list(caller, list)),
  createPersonalAccessToken: async ({ session, body }, { personalTokens }) =>
    created(await personalTokens.create(session, body), { "Cache-Control": "no-store" }),
  deletePersonalAccessToken: async ({ params, caller }, { personalTokens }) =>
    noContent(await personalTokens.revoke(caller, params.id)),
};
