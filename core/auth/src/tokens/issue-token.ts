import { type Clock, type Digests, type Instant, type NewId, type Secrets, secondsAfter } from "@cartulary/kernel";
import type { TokenKind, TokenRecord } from "../ports.ts";
import { newToken } from "./token-format.ts";

export const DAY_SECONDS = 86_400;

/** Maximum time for which the tokens of one sign-in can be refreshed (auth.md 1.3). */
export const FAMILY_SECONDS: number = 90 * DAY_SECONDS;

/** Life of tokens (auth.md 1.3 and 1.8). Each use of a refresh token issues one with a full life. */
export const TOKEN_SECONDS: Readonly<Record<TokenKind, number>> = {
  access: 7200,
  refresh: 30 * DAY_SECONDS,
  personal: 90 * DAY_SECONDS,
};

/** Ports for issuing tokens. */
export interface TokenIssuer {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly secrets: Secrets;
  readonly digests: Digests;
}

/** A new token: its secret, which is known only now, and the record to store. */
export interface IssuedToken {
  readonly text: string;
  readonly record: TokenRecord;
}

type TokenOwner = Pick<TokenRecord, "userId" | "applicationId" | "familyId" | "scopes" | "name"> &
  Partial<Pick<TokenRecord, "familyEndsAt" | "pairId">>;

/** Creates a token with the default life or `seconds`; does not store it. */
export function issue(
  { clock, newId, secrets, digests }: TokenIssuer,
  kind: TokenKind,
  { seconds = TOKEN_SECONDS[kind], ...owner }: TokenOwner & { readonly seconds?: number },
): IssuedToken {
  const text = newToken(kind, secrets);
  const createdAt = clock.now();
  const record: TokenRecord = {
    familyEndsAt: null,
    pairId: null,
    ...owner,
    id: newId<"Token">(),
    kind,
    hash: digests.sha256(text),
    createdAt,
    expiresAt: expiryOf(kind, secondsAfter(createdAt, seconds), owner.familyEndsAt ?? null),
    revokedAt: null,
    usedAt: null,
  };
  return { text, record };
}

/** A refresh token expires with its family at the latest. */
function expiryOf(kind: TokenKind, expiresAt: Instant, familyEndsAt: Instant | null): Instant {
  return kind === "refresh" && familyEndsAt !== null && familyEndsAt < expiresAt ? familyEndsAt : expiresAt;
}
