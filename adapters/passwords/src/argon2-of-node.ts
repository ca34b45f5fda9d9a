import * as crypto from "node:crypto";
import { promisify } from "node:util";

const ALGORITHMS: readonly ("argon2d" | "argon2i" | "argon2id")[] = ["argon2d", "argon2i", "argon2id"];
const PHC = /^\$(argon2(?:d|i|id))\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/** The parameters of a hash. */
interface Argon2Options {
  /** 0 is Argon2d, 1 is Argon2i, 2 is Argon2id. */
  readonly algorithm: number;
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2 hashes as PHC strings. Invalid strings throw or reject. */
export interface Argon2 {
  hash(password: string, options: Argon2Options): Promise<string>;
  verify(phc: string, password: string): Promise<boolean>;
  parseOptions(phc: string): Partial<Argon2Options>;
}

/** The Argon2 implementation of Node.js 24.7 and later; `null` on other runtimes. */
export const argon2OfNode: Argon2 | null =
  typeof crypto.argon2 === "function"
    ? {
        async hash(password, options) {
          const salt = crypto.randomBytes(SALT_BYTES);
          const digest = await digestOf(password, options, salt, DIGEST_BYTES);
          const { algorithm, memoryCost, timeCost, parallelism } = options;
          const costs = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
          return [`$${ALGORITHMS[algorithm]}$v=19`, costs, unpadded(salt), unpadded(digest)].join("$");
        },
        async verify(phc, password) {
          const { options, salt, digest } = parsePhc(phc);
          return crypto.timingSafeEqual(await digestOf(password, options, salt, digest.length), digest);
        },
        parseOptions: (phc) => parsePhc(phc).options,
      }
    : null;

function digestOf(password: string, options: Argon2Options, salt: Uint8Array, bytes: number): Promise<Buffer> {
  const { algorithm, memoryCost: memory, timeCost: passes, parallelism } = options;
  const parameters = { message: Buffer.from(password), nonce: salt, parallelism, tagLength: bytes, memory, passes };
  return promisify(crypto.argon2)(ALGORITHMS[algorithm] ?? "argon2id", parameters);
}

interface ParsedPhc {
  readonly options: Argon2Options;
  readonly salt: Uint8Array;
  readonly digest: Uint8Array;
}

function parsePhc(phc: string): ParsedPhc {
  const [, name, memory, passes, lanes, salt = "", digest = ""] = PHC.exec(phc) ?? [];
  const algorithm = (ALGORITHMS as readonly (string | undefined)[]).indexOf(name);
  if (algorithm < 0) throw new Error("Not a hash of Argon2");
  const options = { algorithm, memoryCost: Number(memory), timeCost: Number(passes), parallelism: Number(lanes) };
  return { options, salt: Buffer.from(salt, "base64"), digest: Buffer.from(digest, "base64") };
}

/** Base64 without padding, as in PHC strings. */
function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
