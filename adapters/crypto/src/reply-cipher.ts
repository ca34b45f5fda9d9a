import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { ReplyCipher } from "@cartulary/kernel";
import { drawRandomBytes } from "./random.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** Length of the nonce that AES-GCM requires to be unique for each text (NIST SP 800-38D, 8.2.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts texts with AES-256-GCM, in base64. HKDF derives the key from `secret` (RFC 5869), which has 256 random bits,
 * so a slow key derivation is not needed. `decrypt` returns `null` for another secret.
 */
export function sealingUnder(secret: string): ReplyCipher {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "cartulary refresh", KEY_BYTES));
  return {
    async encrypt(text) {
      const nonce = drawRandomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString("base64");
    },
    async decrypt(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(text).toString("utf8");
      } catch {
        // The authentication tag does not match: another secret encrypted the text.
        return null;
      }
    },
  };
}
