import { type Digests, type Instant, type ReplyCipher, type Scope, secondsAfter } from "@cartulary/kernel";
import type { AuthStores, RefreshReply, TokenRecord } from "../ports.ts";
import type { TokenResponse } from "./token-pair.ts";

/** Time in which a used refresh token returns the same response again (auth.md 1.4). */
export const REFRESH_GRACE_SECONDS = 30;

/** Port: encrypts texts with a key derived from a secret of which only the hash is stored. */
export type SealingUnder = (secret: string) => ReplyCipher;

/** The encrypted content: the response and the scopes of its access token. */
interface Rotated {
  readonly scopes: readonly Scope[];
  readonly reply: TokenResponse;
}

/** Stores the response of a rotation, encrypted with the old token, for clients that did not receive it. */
export async function rememberReply(
  { refreshReplies }: Pick<AuthStores, "refreshReplies">,
  sealing: ReplyCipher,
  { id, at }: { readonly id: TokenRecord["id"]; readonly at: Instant },
  rotated: Rotated,
): Promise<void> {
  const sealed = await sealing.encrypt(JSON.stringify(rotated));
  await refreshReplies.insert({ tokenId: id, sealed, expiresAt: secondsAfter(at, REFRESH_GRACE_SECONDS) });
}

/** A second use of a refresh token. */
interface SecondUse {
  /** Current state of the token. */
  readonly used: TokenRecord;
  /** The requested scopes; `null` for scopes outside the family's. */
  readonly scopes: readonly Scope[] | null;
  readonly now: Instant;
}

/**
 * Returns the response of the first use if it may be repeated: within {@link REFRESH_GRACE_SECONDS}, before its refresh
 * token is used, and for the same scopes. Otherwise returns the reason; only `reused` indicates a stolen token.
 */
export async function replyAgain(
  { tokens, refreshReplies }: Pick<AuthStores, "tokens" | "refreshReplies">,
  { digests, sealing }: { readonly digests: Digests; readonly sealing: ReplyCipher },
  { used, scopes, now }: SecondUse,
): Promise<TokenResponse | "reused" | "ended" | "other_scope"> {
  const rotated = await decryptRotation(await refreshReplies.find(used.id), sealing, now);
  const next = rotated && (await tokens.find(digests.sha256(rotated.reply.refreshToken)));
  if (!rotated || !next || next.usedAt !== null) return "reused";
  if (next.revokedAt !== null || used.revokedAt !== null) return "ended";
  return scopes && isSameSet(scopes, rotated.scopes) ? rotated.reply : "other_scope";
}

async function decryptRotation(
  stored: RefreshReply | null,
  sealing: ReplyCipher,
  now: Instant,
): Promise<Rotated | null> {
  if (!stored || now >= stored.expiresAt) return null;
  const text = await sealing.decrypt(stored.sealed);
  return text === null ? null : (JSON.parse(text) as Rotated);
}

function isSameSet(some: readonly Scope[], other: readonly Scope[]): boolean {
  return some.every((scope) => other.includes(scope)) && other.every((scope) => some.includes(scope));
}
