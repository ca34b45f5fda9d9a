import { createHash, randomUUID } from "node:crypto";
import { link, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes bytes to a new file, which appears complete and verified, or not at all. */
export async function saveZip(bytes: AsyncIterable<Uint8Array>, path: string, sha256: string): Promise<void> {
  const part = join(dirname(path), `.cartulary-${randomUUID()}.part`);
  try {
    const hash = createHash("sha256");
    await using handle = await open(part, "wx");
    for await (const piece of bytes) {
      hash.update(piece);
      await handle.appendFile(piece);
    }
    await handle.sync();
    requireDigest(hash.digest("hex"), sha256);
    await link(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

/** Throws unless the digests are equal. */
export function requireDigest(found: string, expected: string): void {
  if (found !== expected)
    throw new Error(`checksum mismatch (expected ${expected}, got ${found}); run the command again`);
}
