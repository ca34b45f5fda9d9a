import { auditEvent } from "@cartulary/audit";
import type { DomainError, Transact } from "@cartulary/kernel";
import { decide } from "../decide.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { AuthStores, TokenGroup, TokenRecord } from "../ports.ts";
import { purposeOf, type TokenPurpose } from "../tokens/token.ts";
import type { TokenIssuing } from "../tokens/tokens.ts";
import { trimmedOrNull } from "../trimmed.ts";
import type { Visitor } from "../visitor.ts";
import type { Application } from "./application.ts";
import { authenticateClient } from "./client.ts";
import { oauthError } from "./oauth-error.ts";

/** What POST /oauth/revoke is asked. An empty text says as much as an absent one. */
export interface RevocationRequest {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly token?: string;
  /** Of no use: one look finds a token of whatever kind. */
  readonly tokenTypeHint?: string;
}

/** Ends tokens that somebody wants no more (RFC 7009, auth.md 1.5). */
export interface Revocation {
  /**
   * Ends a refresh token with its whole family, an access token with the refresh token of its pair, a personal one
   * alone. Resolves as well for what never was a token, and for one that had ended. Throws an `oauthError`: for a client
   * that does not prove itself, without a token, and for the living token of another client, which stays.
   */
  revoke(request: RevocationRequest, visitor: Visitor): Promise<void>;
}

interface Dependencies extends TokenIssuing {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
}

/** Revocation over a database. */
export function createRevocation(dependencies: Dependencies): Revocation {
  return {
    async revoke({ clientId, clientSecret, token: sent }, visitor) {
      const credentials = { clientId: trimmedOrNull(clientId), clientSecret: trimmedOrNull(clientSecret) };
      const application = await authenticateClient(dependencies, credentials, visitor);
      const token = trimmedOrNull(sent);
      if (token === null) throw oauthError("invalid_request", "The token is missing");
      if (!REVOCABLE.includes(purposeOf(token))) return;
      const hash = dependencies.digests.sha256(token);
      await decide(dependencies.transact, async (stores) => {
        const found = await stores.tokens.find(hash);
        return found ? end(stores, dependencies, { found, application, visitor }) : undefined;
      });
    },
  };
}

const REVOCABLE: readonly (TokenPurpose | null)[] = ["access", "refresh", "personal"];

interface Ending {
  readonly found: TokenRecord;
  readonly application: Application;
  readonly visitor: Visitor;
}

async function end(
  { tokens, users, audit }: AuthStores,
  issuing: TokenIssuing,
  { found, application, visitor }: Ending,
): Promise<DomainError | undefined> {
  const now = issuing.clock.now();
  if (found.revokedAt !== null || now >= found.expiresAt) return undefined;
  if (found.applicationId !== null && found.applicationId !== application.id) {
    return oauthError("unauthorized_client", "The token is another client's");
  }
  // Whatever makes or ends tokens of a user locks the user first, so that nothing is made behind the back of an ending.
  await users.lock(found.userId);
  await tokens.revoke(groupOf(found), now);
  await audit.record(
    auditEvent(
      issuing,
      { userId: found.userId, tokenId: found.id, ...visitor },
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

/** Pairs were not told of until they could be revoked: what is without one is alone, or the first of its family. */
function groupOf({ id, kind, pairId, familyId }: TokenRecord): TokenGroup {
  if (familyId !== null && (kind === "refresh" || pairId === null)) return { familyId };
  return pairId === null ? { id } : { pairId };
}
