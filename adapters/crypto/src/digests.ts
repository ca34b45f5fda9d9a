import { createHash, hash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Digests, IncrementalDigest, Secrets } from "@cartulary/kernel";
import { drawRandomBytes } from "./random.ts";

/**
 * SHA-256, MD5 and constant-time comparison of Node.js.
 *
 * @example
 * ```ts
 * import { createDigests } from "@cartulary/crypto";
 *
 * createDigests().sha256(new TextEncoder().encode("The mill")); // 64 hexadecimal digits
 * ```
 */
export function createDigests(): Digests {
  return {
    sha256: (content) => hash("sha256", content),
    startSha256: () => running("sha256"),
    startMd5: () => running("md5"),
    crc32: (bytes, previous) => crc32(bytes, previous),
    timingSafeEqual(left, right) {
      const [one, other] = [Buffer.from(left), Buffer.from(right)];
      return one.byteLength === other.byteLength && timingSafeEqual(one, other);
    },
  };
}

function running(algorithm: "sha256" | "md5"): IncrementalDigest {
  const hash = createHash(algorithm);
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest("hex"),
    base64: () => hash.digest("base64"),
  };
}

/** Random bytes of the operating system. */
export function createSecrets(): Secrets {
  return { randomBytes: drawRandomBytes };
}
