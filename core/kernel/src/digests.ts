/** Port: SHA-256 of what fits in memory or of what streams, and comparison that takes the same time whatever differs. */
export interface Digests {
  /** Lower-case hexadecimal. Text is hashed as UTF-8. */
  sha256(content: Uint8Array | string): string;
  /** A digest fed piece by piece. */
  startSha256(): RunningDigest;
  /** True when both are the same; the time taken tells nothing but the lengths. */
  equal(left: string, right: string): boolean;
}

/** A digest under way. After `hex()` it is spent. */
export interface RunningDigest {
  update(bytes: Uint8Array): void;
  hex(): string;
}

/** Port: bytes that nobody can guess. */
export interface Secrets {
  randomBytes(count: number): Uint8Array;
}
