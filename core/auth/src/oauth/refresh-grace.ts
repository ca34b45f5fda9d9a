import { type Digests, type Instant, type Scope, type Sealing, secondsAfter } from "@cartulary/kernel";
import type { AuthStores, RefreshReply, TokenRecord } from "../ports.ts";
import type { TokenReply } from "./token-pair.ts";

/** How long after its rotation a refresh token brings the same answer once more (auth.md 1.4). */
export const REFRESH_GRACE_SECONDS = 30;

/** Port: seals a text under a secret that is stored nowhere but as its hash; nothing else opens it again. */
export type SealingUnder = (secret: string) => Sealing;

/** What is sealed: the answer, and what the access token in it may do. */
interface Rotated {
  readonly scopes: readonly Scope[];
  readonly reply: TokenReply;
}

/** Keeps the answer to a rotation for a client that lost it, sealed under the old token. */
export async function rememberReply(
  { refreshReplies }: Pick<AuthStores, "refreshReplies">,
  sealing: Sealing,
  { id, at }: { readonly id: TokenRecord["id"]; readonly at: Instant },
  rotated: Rotated,
): Promise<void> {
  const sealed = await sealing.seal(JSON.stringify(rotated));
  await refreshReplies.insert({ tokenId: id, sealed, expiresAt: secondsAfter(at, REFRESH_GRACE_SECONDS) });
}

/** A refresh token that was used before and is sent again. */
interface SecondUse {
  /** As it is now. */
  readonly used: TokenRecord;
  /** The scopes of the access token that is requested; `null` for such as the family has not. */
  readonly scopes: readonly Scope[] | null;
  readonly now: Instant;
}

/**
 * The answer that the first use brought, where it may be given again: for a little while, until the refresh token in it is
 * used, and to the same request. Else why it is refused; only `reused` says that two people have the token.
 */
export async function replyAgain(
  { tokens, refreshReplies }: Pick<AuthStores, "tokens" | "refreshReplies">,
  { digests, sealing }: { readonly digests: Digests; readonly sealing: Sealing },
  { used, scopes, now }: SecondUse,
): Promise<TokenReply | "reused" | "ended" | "other_scope"> {
  const rotated = await opened(await refreshReplies.find(used.id), sealing, now);
  const next = rotated && (await tokens.find(digests.sha256(rotated.reply.refreshToken)));
  if (!rotated || !next || next.usedAt !== null) return "reused";
  if (next.revokedAt !== null || used.revokedAt !== null) return "ended";
  return scopes && isSameSet(scopes, rotated.scopes) ? rotated.reply : "other_scope";
}

async function opened(stored: RefreshReply | null, sealing: Sealing, now: Instant): Promise<Rotated | null> {
  if (!stored || now >= stored.expiresAt) return null;
  const text = await sealing.unseal(stored.sealed);
  return text === null ? null : (JSON.parse(text) as Rotated);
}

function isSameSet(some: readonly Scope[], others: readonly Scope[]): boolean {
  return some.every((scope) => others.includes(scope)) && others.every((scope) => some.includes(scope));
}
