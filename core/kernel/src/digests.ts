/**
 * Port: SHA-256 of what fits in memory or of what streams, and comparison that takes the same time whatever differs.
 * MD5 is only for those who ask for it by name: it tells of accidents, never of intent.
 */
export interface Digests {
  /** Lower-case hexadecimal. Text is hashed as UTF-8. */
  sha256(content: Uint8Array | string): string;
  /** A digest fed piece by piece. */
  startSha256(): RunningDigest;
  /** The same of MD5 (RFC 1321), by which uploads are compared. */
  startMd5(): RunningDigest;
  /** True when both are the same; the time taken tells nothing but the lengths. */
  equal(left: string, right: string): boolean;
}

/** A digest under way. Once it was told, as `hex()` or as `base64()`, it is spent. */
export interface RunningDigest {
  update(bytes: Uint8Array): void;
  /** Lower case. */
  hex(): string;
  /** As in RFC 4648 section 4, padded. */
  base64(): string;
}

/** Port: bytes that nobody can guess. */
export interface Secrets {
  randomBytes(count: number): Uint8Array;
}
