import type { User } from "@cartulary/directory";
import { effectiveScopes, type Id, type Instant, millisecondsOf, type Scope, secondsAfter } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import { writeScopes } from "../tokens/scope.ts";
import { FAMILY_SECONDS, issue, TOKEN_SECONDS, type TokenIssuing } from "../tokens/tokens.ts";
import type { Application } from "./application.ts";

/** The two tokens of a grant (auth.md 1.3), answered once and never known again. */
export interface TokenReply {
  readonly accessToken: string;
  readonly tokenType: "Bearer";
  /** Seconds that the access token lives. */
  readonly expiresIn: number;
  readonly refreshToken: string;
  /** Space separated. */
  readonly scope: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number;
}

/** The tokens that descend from one sign-in. */
export interface TokenFamily {
  readonly familyId: Id<"TokenFamily">;
  /** No refresh token of it lives longer. */
  readonly familyEndsAt: Instant;
}

/** Whom a pair of tokens is for. The user must be locked, the application locked shared. */
export interface PairGrant extends TokenFamily {
  readonly user: User;
  readonly application: Pick<Application, "id">;
  /** Those of the family, which the refresh token keeps. */
  readonly scopes: readonly Scope[];
  /** Those of the access token, where fewer were asked. */
  readonly accessScopes?: readonly Scope[];
}

/** A family that begins now. */
export function newFamily(
  { clock, newId }: Pick<TokenIssuing, "clock" | "newId">,
  familyId: Id<"TokenFamily"> = newId<"TokenFamily">(),
): TokenFamily {
  return { familyId, familyEndsAt: secondsAfter(clock.now(), FAMILY_SECONDS) };
}

/** Makes an access token and the refresh token that goes with it. What the user's role does not bear is left out. */
export async function issuePair(
  { tokens }: Pick<AuthStores, "tokens">,
  issuing: TokenIssuing,
  { user, application, familyId, familyEndsAt, scopes, accessScopes = scopes }: PairGrant,
): Promise<TokenReply> {
  const pairId = issuing.newId<"TokenPair">();
  const owner = { userId: user.id, applicationId: application.id, familyId, familyEndsAt, pairId, name: null };
  const access = issue(issuing, "access", { ...owner, scopes: effectiveScopes(user.role, accessScopes) });
  const refresh = issue(issuing, "refresh", { ...owner, scopes });
  const { createdAt } = access.record;
  const scope = writeScopes(access.record.scopes);
  await tokens.insert([access.record, refresh.record]);
  return {
    accessToken: access.text,
    tokenType: "Bearer",
    expiresIn: TOKEN_SECONDS.access,
    refreshToken: refresh.text,
    scope,
    createdAt: Math.floor(millisecondsOf(createdAt) / 1000),
  };
}
