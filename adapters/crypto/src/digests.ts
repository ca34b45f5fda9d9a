import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Digests, Secrets } from "@cartulary/kernel";

/** SHA-256 and constant-time comparison of Node.js. */
export function createDigests(): Digests {
  return {
    sha256: (content) => createHash("sha256").update(content).digest("hex"),
    startSha256() {
      const hash = createHash("sha256");
      return {
        update: (bytes) => void hash.update(bytes),
        hex: () => hash.digest("hex"),
      };
    },
    equal(left, right) {
      const [one, other] = [Buffer.from(left), Buffer.from(right)];
      return one.byteLength === other.byteLength && timingSafeEqual(one, other);
    },
  };
}

/** Random bytes of the operating system. */
export function createSecrets(): Secrets {
  return { randomBytes: (count) => randomBytes(count) };
}
