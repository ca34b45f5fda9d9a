import type { Sealing } from "@cartulary/kernel";

/** Bytes of the number that AES-GCM wants anew for each text (NIST SP 800-38D, 8.2.2). */
const NONCE_BYTES = 12;

/**
 * Texts that can be read again only with the same secret, which is stored nowhere but as its hash: AES-256-GCM under a key
 * that HKDF makes of it (RFC 5869). The secret has 256 random bits, so nothing slow has to stand before.
 */
export function sealingUnder(secret: string): Sealing {
  return {
    async seal(text) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv: nonce }, await keyOf(secret), bytesOf(text));
      return Buffer.concat([nonce, new Uint8Array(sealed)]).toString("base64");
    },
    async unseal(sealed) {
      const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
      const nonce = bytes.subarray(0, NONCE_BYTES);
      try {
        const cipher = { name: CIPHER, iv: nonce };
        const text = await crypto.subtle.decrypt(cipher, await keyOf(secret), bytes.subarray(NONCE_BYTES));
        return new TextDecoder().decode(text);
      } catch {
        // Another secret made it: GCM says no more than that it does not fit.
        return null;
      }
    },
  };
}

const CIPHER = "AES-GCM";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function keyOf(secret: string) {
  const material = await crypto.subtle.importKey("raw", bytesOf(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf("cartulary replay") };
  return crypto.subtle.deriveKey(derivation, material, { name: CIPHER, length: 256 }, false, ["encrypt", "decrypt"]);
}
