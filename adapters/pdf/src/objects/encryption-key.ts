import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { rc4 } from "./rc4.ts";
import { integerOf, type PdfDictionary, PdfString, resolved } from "./values.ts";

/** The padding of an empty password (ISO 32000-2, 7.6.4.3.2). */
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

const md5 = (...pieces: readonly Uint8Array[]) => digest("md5", ...pieces);

function digest(algorithm: string, ...pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** Returns the key of a file with an empty password; `null` for any other password. */
export function emptyPasswordKey(encrypt: PdfDictionary, identifier: string): Buffer | null {
  const revision = integerOf(encrypt.get("R")) ?? 0;
  if (revision === 2 || revision === 3 || revision === 4) return oldKey(encrypt, identifier, revision);
  return revision === 5 || revision === 6 ? newKey(encrypt, revision) : null;
}

function oldKey(encrypt: PdfDictionary, identifier: string, revision: 2 | 3 | 4): Buffer | null {
  const [owner, user] = [bytesOf(encrypt, "O"), bytesOf(encrypt, "U")];
  const length = revision === 2 ? 5 : keyLength(encrypt);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE((integerOf(encrypt.get("P")) ?? 0) | 0);
  const id = Buffer.from(identifier, "latin1");
  const isMetadataPlain = revision === 4 && resolved(encrypt.get("EncryptMetadata")) === false;
  const mark = isMetadataPlain ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key = md5(PADDING, owner.subarray(0, 32), permissions, id, mark).subarray(0, length);
  for (let round = 0; revision > 2 && round < 50; round += 1) key = md5(key).subarray(0, length);
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32)) ? key : null;
  let proof: Buffer = md5(PADDING, id);
  for (let round = 0; round < 20; round += 1) {
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    );
  }
  return proof.equals(user.subarray(0, 16)) ? key : null;
}

/** Key length in bytes: 40 to 128 bits. */
function keyLength(encrypt: PdfDictionary): number {
  if (integerOf(encrypt.get("V")) === 4) return 16;
  const bits = integerOf(encrypt.get("Length")) ?? 40;
  return Math.min(16, Math.max(5, Math.floor(bits / 8)));
}

function newKey(encrypt: PdfDictionary, revision: 5 | 6): Buffer | null {
  const user = bytesOf(encrypt, "U");
  const locked = bytesOf(encrypt, "UE").subarray(0, 32);
  if (user.byteLength < 48 || locked.byteLength < 32) return null;
  const hash = revision === 5 ? (salt: Buffer) => digest("sha256", salt) : hardHash;
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return null;
  const cipher = createDecipheriv("aes-256-cbc", hash(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(locked), cipher.final()]);
}

/** Algorithm 2.B for an empty password (ISO 32000-2, 7.6.4.3.4). */
function hardHash(salt: Buffer): Buffer {
  let key = digest("sha256", salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const mixed = Buffer.concat([cipher.update(repeated), cipher.final()]);
    const kind = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = digest(["sha256", "sha384", "sha512"][kind] as string, mixed);
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function bytesOf(encrypt: PdfDictionary, key: string): Buffer {
  const found = resolved(encrypt.get(key));
  return found instanceof PdfString ? Buffer.from(found.bytes, "latin1") : Buffer.alloc(0);
}
