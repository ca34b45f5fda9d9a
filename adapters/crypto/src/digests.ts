import { createHash, hash, timingSafeEqual } from "node:crypto";
import type { Digests, RunningDigest, Secrets } from "@cartulary/kernel";
import { drawn } from "./random.ts";

/** SHA-256, MD5 and constant-time comparison of Node.js. */
export function createDigests(): Digests {
  return {
    sha256: (content) => hash("sha256", content),
    startSha256: () => running("sha256"),
    startMd5: () => running("md5"),
    equal(left, right) {
      const [one, other] = [Buffer.from(left), Buffer.from(right)];
      return one.byteLength === other.byteLength && timingSafeEqual(one, other);
    },
  };
}

function running(algorithm: "sha256" | "md5"): RunningDigest {
  const hash = createHash(algorithm);
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest("hex"),
    base64: () => hash.digest("base64"),
  };
}

/** Random bytes of the operating system. */
export function createSecrets(): Secrets {
  return { randomBytes: drawn };
}
