import type { Digests } from "@cartulary/kernel";

/** Clients that must use PKCE: public ones, or all. */
export type PkcePolicy = "public" | "all";

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** True for a valid S256 challenge, the only supported method (RFC 7636 section 4.2). */
export function isCodeChallenge(text: string): boolean {
  return CHALLENGE.test(text);
}

/** True when `challenge` is the S256 challenge of a valid `verifier`. */
export function provesChallenge(verifier: string, challenge: string, digests: Digests): boolean {
  return VERIFIER.test(verifier) && digests.timingSafeEqual(base64UrlOf(digests.sha256(verifier)), challenge);
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Converts a hexadecimal SHA-256 to base64url: 43 letters, padded with two zero bits. */
function base64UrlOf(digest: string): string {
  let text = "";
  for (let rest = BigInt(`0x${digest}`) << 2n; text.length < 43; rest >>= 6n) {
    text = LETTERS.charAt(Number(rest & 63n)) + text;
  }
  return text;
}
