import type { Algorithm } from "../files/manifest.ts";

/** Maximum files of a bag that is read. */
export const BAG_FILES_MAX = 1_000_000;
/** Maximum bytes of one tag file; a manifest of a million long paths has less. */
export const TAG_FILE_BYTES_MAX = 536_870_912;

/** Something in a bag. Links and devices are `other`. */
export interface BagItem {
  /** From the bag's folder, with `/` between steps. */
  readonly path: string;
  readonly kind: "file" | "folder" | "other";
  readonly byteSize: number;
}

/** A digest of bytes that are read piece by piece. */
export interface BagDigest {
  update(bytes: Uint8Array): void;
  /** Lower-case hexadecimal; ends the digest. */
  hex(): string;
}

/** Port: a bag in a folder or an archive. */
export interface BagSource {
  /** Lists everything below the bag's folder, in any order, without following links. */
  items(): AsyncIterable<BagItem>;
  /** Returns the bytes of a file. Rejects when they cannot be read or are damaged. */
  open(path: string): AsyncIterable<Uint8Array>;
  startDigest(algorithm: Algorithm): BagDigest;
  /** Decodes text; `null` for an unknown encoding, or bytes that are invalid in it. Keeps a byte order mark of UTF-8. */
  decode(bytes: Uint8Array, encoding: string): string | null;
}

/** A fault of a bag. Warnings leave it valid. */
export interface BagFinding {
  readonly severity: "error" | "warning";
  /** The file with the fault; `null` for the bag as a whole. */
  readonly path: string | null;
  readonly message: string;
}
