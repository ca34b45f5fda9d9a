import { auditEvent } from "@cartulary/audit";
import type { DomainError, Transact } from "@cartulary/kernel";
import { commitThenThrow } from "../commit-then-throw.ts";
import { emptyToNull } from "../empty-to-null.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { AuthStores, TokenGroup, TokenRecord } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import type { TokenIssuer } from "../tokens/issue-token.ts";
import { purposeOf, type TokenPurpose } from "../tokens/token-format.ts";
import type { Application } from "./application.ts";
import { authenticateClient } from "./client.ts";
import { oauthError } from "./oauth-error.ts";

/** The request of POST /oauth/revoke. Empty and absent parameters are equivalent. */
export interface RevocationRequest {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly token?: string;
  /** Ignored: one query finds tokens of every kind. */
  readonly tokenTypeHint?: string;
}

/** Revokes tokens (RFC 7009, auth.md 1.5). */
export interface Revocation {
  /**
   * Ends a refresh token with its family, an access token with the refresh token of its pair, or a personal token
   * alone. Succeeds for unknown and ended tokens. Throws an `oauthError` for a client that fails to authenticate, for a
   * missing token, and for another client's valid token, which stays valid.
   */
  revoke(request: RevocationRequest, requestSource: RequestSource): Promise<void>;
}

interface Dependencies extends TokenIssuer {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
}

export function createRevocation(dependencies: Dependencies): Revocation {
  return {
    async revoke({ clientId, clientSecret, token: sent }, requestSource) {
      const credentials = { clientId: emptyToNull(clientId), clientSecret: emptyToNull(clientSecret) };
      const application = await authenticateClient(dependencies, credentials, requestSource);
      const token = emptyToNull(sent);
      if (token === null) throw oauthError("invalid_request", "The token is missing");
      if (!REVOCABLE.includes(purposeOf(token))) return;
      const hash = dependencies.digests.sha256(token);
      await commitThenThrow(dependencies.transact, async (stores) => {
        const found = await stores.tokens.find(hash);
        return found ? end(stores, dependencies, { found, application, requestSource }) : undefined;
      });
    },
  };
}

const REVOCABLE: readonly (TokenPurpose | null)[] = ["access", "refresh", "personal"];

interface Ending {
  readonly found: TokenRecord;
  readonly application: Application;
  readonly requestSource: RequestSource;
}

async function end(
  { tokens, users, audit }: AuthStores,
  issuing: TokenIssuer,
  { found, application, requestSource }: Ending,
): Promise<DomainError | undefined> {
  const now = issuing.clock.now();
  if (found.revokedAt !== null || now >= found.expiresAt) return undefined;
  if (found.applicationId !== null && found.applicationId !== application.id) {
    return oauthError("unauthorized_client", "The token is another client's");
  }
  // Locks the user first, as all code that creates or ends tokens of a user.
  await users.lock(found.userId);
  await tokens.revoke(groupOf(found), now);
  await audit.record(
    auditEvent(
      issuing,
      { userId: found.userId, tokenId: found.id, ...requestSource },
      {
        action: "token.revoked",
        resourceType: "oauth_application",
        resourceId: application.id,
        detail: { kind: found.kind },
      },
    ),
  );
  return undefined;
}

/** Tokens from before pairs were stored have no pair: they are single, or the first of their family. */
function groupOf({ id, kind, pairId, familyId }: TokenRecord): TokenGroup {
  if (familyId !== null && (kind === "refresh" || pairId === null)) return { familyId };
  return pairId === null ? { id } : { pairId };
}
