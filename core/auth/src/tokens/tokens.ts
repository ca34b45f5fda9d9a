import { type Clock, type Digests, type Instant, type NewId, type Secrets, secondsAfter } from "@cartulary/kernel";
import type { TokenKind, TokenRecord } from "../ports.ts";
import { newToken } from "./token.ts";

/** A day of twenty-four hours. */
export const DAY_SECONDS = 86_400;

/** How long the tokens of one sign-in can be refreshed at most (auth.md 1.3). */
export const FAMILY_SECONDS: number = 90 * DAY_SECONDS;

/** How long a token lives from when it is made (auth.md 1.3 and 1.8). A refresh token's time starts again at each use. */
export const TOKEN_SECONDS: Readonly<Record<TokenKind, number>> = {
  access: 7200,
  refresh: 30 * DAY_SECONDS,
  personal: 90 * DAY_SECONDS,
};

/** What issuing a token needs of the world. */
export interface TokenIssuing {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly secrets: Secrets;
  readonly digests: Digests;
}

/** A token at the only moment when its text is known, and what is stored of it. */
export interface IssuedToken {
  readonly text: string;
  readonly record: TokenRecord;
}

type TokenOwner = Pick<TokenRecord, "userId" | "applicationId" | "familyId" | "scopes" | "name"> &
  Partial<Pick<TokenRecord, "familyEndsAt" | "pairId">>;

/** A token of the usual life, or of some seconds, for this holder; nothing is stored yet. */
export function issue(
  { clock, newId, secrets, digests }: TokenIssuing,
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

/** A refresh token does not outlive its family. */
function expiryOf(kind: TokenKind, expiresAt: Instant, familyEndsAt: Instant | null): Instant {
  return kind === "refresh" && familyEndsAt !== null && familyEndsAt < expiresAt ? familyEndsAt : expiresAt;
}
