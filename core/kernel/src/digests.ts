/**
 * Port: SHA-256 of values and streams, and comparison in constant time. MD5 and CRC-32 detect accidental changes only.
 */
export interface Digests {
  /** Lower-case hexadecimal. Text is hashed as UTF-8. */
  sha256(content: Uint8Array | string): string;
  /** Starts a digest of a stream. */
  startSha256(): IncrementalDigest;
  /** Starts an MD5 digest (RFC 1321), which uploads may carry. */
  startMd5(): IncrementalDigest;
  /** Returns the CRC-32 (ISO 3309) of bytes that follow those of `previous`, 0 at first; unsigned. */
  crc32(bytes: Uint8Array, previous: number): number;
  /** Compares in a time that depends on the lengths only. */
  timingSafeEqual(left: string, right: string): boolean;
}

/** A digest of a stream. `hex()` or `base64()` ends it; call one of them, once. */
export interface IncrementalDigest {
  update(bytes: Uint8Array): void;
  /** Lower case. */
  hex(): string;
  /** As in RFC 4648 section 4, padded. */
  base64(): string;
}

/** Port: cryptographically secure random bytes. */
export interface Secrets {
  randomBytes(count: number): Uint8Array;
}
