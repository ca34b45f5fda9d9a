/** The purpose of a signature, which is valid for no other. */
export type SealPurpose = "csrf" | "return_to" | "reference";

/** Signs a text with the browser's secret (HMAC-SHA-256, base64url); requires the cookie. */
export async function seal(secret: string, purpose: SealPurpose, text = ""): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", await keyOf(secret), bytesOf(purpose, text));
  return Buffer.from(signature).toString("base64url");
}

/** The number of sessions whose form tokens are cached. */
const TOKENS_MAX = 1_000;
const TOKENS = new Map<string, Promise<string>>();

/** Returns the CSRF token of the forms of a browser's secret; that of a recent one is not signed again for each page. */
export function csrfTokenOf(secret: string): Promise<string> {
  const known = TOKENS.get(secret);
  if (known) return known;
  const [oldest] = TOKENS.keys();
  if (oldest !== undefined && TOKENS.size >= TOKENS_MAX) TOKENS.delete(oldest);
  const token = seal(secret, "csrf");
  TOKENS.set(secret, token);
  return token;
}

/** True for a signature by {@link seal}; takes constant time. */
export async function isSeal(sealed: string, secret: string, purpose: SealPurpose, text = ""): Promise<boolean> {
  if (!/^[\w-]{43}$/.test(sealed)) return false;
  const binary = atob(sealed.replaceAll("-", "+").replaceAll("_", "/"));
  const signature = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return crypto.subtle.verify("HMAC", await keyOf(secret), signature, bytesOf(purpose, text));
}

const bytesOf = (purpose: SealPurpose, text: string) => new TextEncoder().encode(`${purpose}\n${text}`);

const keyOf = (secret: string) =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
