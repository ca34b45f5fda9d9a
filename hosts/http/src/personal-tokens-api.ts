import type { PersonalTokens } from "@cartulary/auth";
import { PERSONAL_TOKENS_BASE, personalTokenOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { personalTokenHandlers } from "./operations/personal-tokens.ts";

/** What personal access tokens need. */
export interface PersonalTokensApiDependencies extends ApiDependencies {
  readonly personalTokens: PersonalTokens;
}

/** Personal access tokens, to be mounted at {@link PERSONAL_TOKENS_BASE} or anywhere else. */
export function personalTokensApi(dependencies: PersonalTokensApiDependencies): Hono {
  const handlers = personalTokenHandlers(dependencies.personalTokens);
  return implement(personalTokenOperations, handlers, PERSONAL_TOKENS_BASE, dependencies);
}
