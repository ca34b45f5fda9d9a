import { createDecipheriv, createHash } from "node:crypto";
import { EncryptedPdf } from "./damaged-pdf.ts";
import { emptyPasswordKey } from "./encryption-key.ts";
import { rc4 } from "./rc4.ts";
import {
  dictionaryOf,
  elementsOf,
  integerOf,
  isNamed,
  type PdfDictionary,
  PdfName,
  type PdfValue,
  resolved,
} from "./values.ts";

/** Decrypts the strings and streams of one object. */
export interface Decryption {
  string(bytes: string): string;
  stream(dictionary: PdfDictionary, bytes: Uint8Array): Uint8Array;
}

/** For files without encryption and for objects from an object stream. */
export const NO_DECRYPTION: Decryption = { string: (bytes) => bytes, stream: (_, bytes) => bytes };

type Method = "none" | "rc4" | "aes128" | "aes256";

/**
 * Returns the decryption of a file with an empty password (ISO 32000-2, 7.6). Throws `EncryptedPdf` for other files.
 */
export function decryptionOf(
  encrypt: PdfDictionary,
  identifier: string,
): (number: number, generation: number) => Decryption {
  if (!isNamed(encrypt.get("Filter"), "Standard")) throw new EncryptedPdf("Unknown security handler");
  const key = emptyPasswordKey(encrypt, identifier);
  if (!key) throw new EncryptedPdf("The file requires a password");
  const isMetadataPlain = resolved(encrypt.get("EncryptMetadata")) === false;
  const [streams, strings] = [methodOf(encrypt, "StmF"), methodOf(encrypt, "StrF")];
  const files = encrypt.has("EFF") ? methodOf(encrypt, "EFF") : streams;

  return (number, generation) => ({
    string(bytes) {
      return decrypt(strings, Buffer.from(bytes, "latin1"), key, number, generation).toString("latin1");
    },
    stream(dictionary, bytes) {
      const type = dictionary.get("Type");
      if (isNamed(type, "XRef") || (isMetadataPlain && isNamed(type, "Metadata"))) return bytes;
      const own = takeCryptFilter(dictionary);
      const method = own === null ? (isNamed(type, "EmbeddedFile") ? files : streams) : methodNamed(encrypt, own);
      return decrypt(method, bytes, key, number, generation);
    },
  });
}

function methodOf(encrypt: PdfDictionary, use: "StmF" | "StrF" | "EFF"): Method {
  if ((integerOf(encrypt.get("V")) ?? 0) < 4) return "rc4";
  const name = resolved(encrypt.get(use));
  return name instanceof PdfName ? methodNamed(encrypt, name.text) : "none";
}

function methodNamed(encrypt: PdfDictionary, name: string): Method {
  if (name === "Identity") return "none";
  const method = dictionaryOf(dictionaryOf(encrypt.get("CF"))?.get(name))?.get("CFM");
  if (isNamed(method, "V2")) return "rc4";
  if (isNamed(method, "AESV2")) return "aes128";
  if (isNamed(method, "AESV3")) return "aes256";
  if (method === undefined || isNamed(method, "None")) return "none";
  throw new EncryptedPdf("Unknown encryption method");
}

/** Removes and returns the crypt filter of a stream. It is its first filter and must not remain after decryption. */
function takeCryptFilter(dictionary: PdfDictionary): string | null {
  const filters = listOf(dictionary.get("Filter"));
  if (!isNamed(filters[0], "Crypt")) return null;
  const parameters = listOf(dictionary.get("DecodeParms"));
  dictionary.set("Filter", filters.slice(1));
  if (parameters.length > 0) dictionary.set("DecodeParms", parameters.slice(1));
  const name = resolved(dictionaryOf(parameters[0])?.get("Name"));
  return name instanceof PdfName ? name.text : "Identity";
}

function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  const found = resolved(value);
  return Array.isArray(found) ? elementsOf(found) : found === null ? [] : [found];
}

function decrypt(method: Method, bytes: Uint8Array, key: Buffer, number: number, generation: number): Buffer {
  if (method === "rc4") return rc4(objectKey(key, number, generation, ""), bytes);
  if (method === "aes128") return aes("aes-128-cbc", objectKey(key, number, generation, "sAlT"), bytes);
  if (method === "aes256") return aes("aes-256-cbc", key, bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function objectKey(key: Buffer, number: number, generation: number, salt: string): Buffer {
  const place = Buffer.alloc(5);
  place.writeUIntLE(number & 0xffffff, 0, 3);
  place.writeUIntLE(generation & 0xffff, 3, 2);
  const digest = createHash("md5").update(key).update(place).update(salt, "latin1").digest();
  return digest.subarray(0, Math.min(key.byteLength + 5, 16));
}

/** The first block is the initialization vector; the last byte is the length of the padding. */
function aes(algorithm: "aes-128-cbc" | "aes-256-cbc", key: Buffer, bytes: Uint8Array): Buffer {
  const whole = bytes.byteLength - (bytes.byteLength % 16);
  if (whole < 32) return Buffer.alloc(0);
  const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, 16)).setAutoPadding(false);
  const plain = Buffer.concat([cipher.update(bytes.subarray(16, whole)), cipher.final()]);
  const added = plain.at(-1) ?? 0;
  return added >= 1 && added <= 16 ? plain.subarray(0, plain.byteLength - added) : plain;
}
