import type { Digests } from "@cartulary/kernel";

/** Who must prove by PKCE that a code was made for them: public applications, which have nothing else, or all of them. */
export type PkcePolicy = "public" | "all";

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** True for what can be a challenge by S256, the only method that is served (RFC 7636 section 4.2). */
export function isCodeChallenge(text: string): boolean {
  return CHALLENGE.test(text);
}

/** True when `verifier` is what `challenge` was made from; one of the wrong length or letters proves nothing. */
export function provesChallenge(verifier: string, challenge: string, digests: Digests): boolean {
  return VERIFIER.test(verifier) && digests.equal(base64UrlOf(digests.sha256(verifier)), challenge);
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A digest of 256 bits, given in hexadecimal, as 43 letters: two bits are added to fill the last one. */
function base64UrlOf(digest: string): string {
  let text = "";
  for (let rest = BigInt(`0x${digest}`) << 2n; text.length < 43; rest >>= 6n) {
    text = LETTERS.charAt(Number(rest & 63n)) + text;
  }
  return text;
}
