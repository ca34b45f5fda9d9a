import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { Sealing } from "@cartulary/kernel";
import { drawn } from "./random.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** Bytes of the number that AES-GCM wants anew for each text (NIST SP 800-38D, 8.2.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Texts that can be read again only with the same secret: AES-256-GCM under a key that HKDF makes of it (RFC 5869), in
 * base64. The secret has 256 random bits, so nothing slow has to stand before.
 */
export function sealingUnder(secret: string): Sealing {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "cartulary refresh", KEY_BYTES));
  return {
    async seal(text) {
      const nonce = drawn(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString("base64");
    },
    async unseal(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(text).toString("utf8");
      } catch {
        // Another secret made it: GCM says no more than that it does not fit.
        return null;
      }
    },
  };
}
