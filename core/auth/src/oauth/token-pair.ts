import type { User } from "@cartulary/directory";
import { effectiveScopes, type Id, type Instant, millisecondsOf, type Scope, secondsAfter } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import { FAMILY_SECONDS, issue, TOKEN_SECONDS, type TokenIssuer } from "../tokens/issue-token.ts";
import { writeScopes } from "../tokens/scope.ts";
import type { Application } from "./application.ts";

/** The response with the two tokens of a grant (auth.md 1.3); their secrets are shown once. */
export interface TokenResponse {
  readonly accessToken: string;
  readonly tokenType: "Bearer";
  /** Life of the access token in seconds. */
  readonly expiresIn: number;
  readonly refreshToken: string;
  /** Space separated. */
  readonly scope: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number;
}

/** All tokens of one sign-in. */
export interface TokenFamily {
  readonly familyId: Id<"TokenFamily">;
  /** Expiry limit of its refresh tokens. */
  readonly familyEndsAt: Instant;
}

/** The owner of a new pair. The user must be locked, the application locked in share mode. */
export interface PairGrant extends TokenFamily {
  readonly user: User;
  readonly application: Pick<Application, "id">;
  /** Scopes of the family and its refresh tokens. */
  readonly scopes: readonly Scope[];
  /** Scopes of the access token, if fewer. */
  readonly accessScopes?: readonly Scope[];
}

/** Starts a family. */
export function newFamily(
  { clock, newId }: Pick<TokenIssuer, "clock" | "newId">,
  familyId: Id<"TokenFamily"> = newId<"TokenFamily">(),
): TokenFamily {
  return { familyId, familyEndsAt: secondsAfter(clock.now(), FAMILY_SECONDS) };
}

/**
 * Issues and stores an access token and its refresh token. Scopes that the user's role does not allow are left out of
 * the access token.
 */
export async function issuePair(
  { tokens }: Pick<AuthStores, "tokens">,
  issuing: TokenIssuer,
  { user, application, familyId, familyEndsAt, scopes, accessScopes = scopes }: PairGrant,
): Promise<TokenResponse> {
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
