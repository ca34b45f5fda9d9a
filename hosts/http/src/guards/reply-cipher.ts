import type { ReplyCipher } from "@cartulary/kernel";

/** Length of the nonce that AES-GCM requires to be unique for each text (NIST SP 800-38D, 8.2.2). */
const NONCE_BYTES = 12;

/**
 * Encrypts replies with AES-256-GCM under a key that HKDF derives from a secret (RFC 5869), of which only a hash is
 * stored. The secret has 256 random bits, so a slow key derivation is not needed.
 */
export function createReplyCipher(secret: string): ReplyCipher {
  return {
    async encrypt(text) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv: nonce }, await keyOf(secret), bytesOf(text));
      return Buffer.concat([nonce, new Uint8Array(sealed)]).toString("base64");
    },
    async decrypt(sealed) {
      const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
      const nonce = bytes.subarray(0, NONCE_BYTES);
      try {
        const cipher = { name: CIPHER, iv: nonce };
        const text = await crypto.subtle.decrypt(cipher, await keyOf(secret), bytes.subarray(NONCE_BYTES));
        return new TextDecoder().decode(text);
      } catch {
        // The authentication tag does not match: another secret encrypted the text.
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
