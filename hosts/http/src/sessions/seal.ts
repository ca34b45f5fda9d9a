/** What a seal is for: one made for one purpose says nothing for another. */
export type SealPurpose = "csrf" | "return_to";

/** HMAC-SHA-256 of a text under a secret of the browser's, in base64url: nobody without the cookie can make it. */
export async function seal(secret: string, purpose: SealPurpose, text = ""): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", await keyOf(secret), bytesOf(purpose, text));
  return Buffer.from(signature).toString("base64url");
}

/** Whether {@link seal} made it; the time taken tells nothing. */
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
