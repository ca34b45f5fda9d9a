import { createHash } from "node:crypto";
import type { BagSource } from "@cartulary/bags";

/** A bag that is open until its disposal. */
export interface OpenBag extends BagSource, AsyncDisposable {
  /** The folder of its files; `null` for an archive. */
  readonly folder: string | null;
}

/** The common part of folders and archives. */
export const bagBasics: Pick<BagSource, "startDigest" | "decode"> = {
  startDigest(algorithm) {
    const hash = createHash(algorithm);
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest("hex") };
  },
  decode(bytes, encoding) {
    try {
      // Byte order marks of UTF-16 and UTF-32 tell the order of bytes; that of UTF-8 is a fault of a bag.
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: /^utf-?8$/i.test(encoding) }).decode(bytes);
    } catch {
      return null;
    }
  },
};
