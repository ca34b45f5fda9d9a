import type { PersonalTokens } from "@cartulary/auth";
import { PERSONAL_TOKENS_BASE, personalTokenOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { personalTokenHandlers } from "./operations/personal-tokens.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import { implement } from "./requests/implement.ts";

export interface PersonalTokensApiDependencies extends ApiDependencies {
  readonly personalTokens: PersonalTokens;
}

/** Personal access tokens, for any mount path such as {@link PERSONAL_TOKENS_BASE}. */
export function personalTokensApi(dependencies: PersonalTokensApiDependencies): Hono {
  return implement(personalTokenOperations, personalTokenHandlers, PERSONAL_TOKENS_BASE, dependencies);
}
