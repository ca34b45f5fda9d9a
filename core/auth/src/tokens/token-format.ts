import type { Secrets } from "@cartulary/kernel";
import { base62, DIGITS } from "./base62.ts";

/** Prefixes of issued secrets (auth.md 1.0), which let people and scanners recognize leaks. */
export const TOKEN_PREFIXES = {
  access: "ctat",
  refresh: "ctrt",
  personal: "ctpt",
  authorizationCode: "ctac",
  deviceCode: "ctdc",
  clientSecret: "ctcs",
  connectorKey: "ctck",
} as const;
/** The purpose of an issued secret. */
export type TokenPurpose = keyof typeof TOKEN_PREFIXES;

/** Maximum length in characters; longer secrets are rejected without hashing (auth.md section 8, row 7). */
export const SECRET_LENGTH_MAX = 256;

const RANDOM_BYTES = 32;
const BODY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^ct(?:at|rt|pt|ac|dc|cs|ck)_[0-9A-Za-z]{49}$/;
const LENGTH = "ctat_".length + BODY_LENGTH + CHECKSUM_LENGTH;

/** Creates a secret: prefix, 256 random bits in base 62, and the CRC-32 of both in base 62. */
export function newToken(purpose: TokenPurpose, secrets: Secrets): string {
  const head = `${TOKEN_PREFIXES[purpose]}_${base62(secrets.randomBytes(RANDOM_BYTES), BODY_LENGTH)}`;
  return head + checksumOf(head);
}

/** Returns the purpose of a secret; `null` for one that we cannot have issued, which needs no query. */
export function purposeOf(text: string): TokenPurpose | null {
  if (text.length !== LENGTH || !SHAPE.test(text)) return null;
  const head = text.slice(0, -CHECKSUM_LENGTH);
  if (text !== head + checksumOf(head)) return null;
  return PURPOSES.get(text.slice(0, PREFIX_LENGTH)) ?? null;
}

/** Classifies a secret: `issued` by us, `mistyped` (our format with a wrong checksum), or `chosen` by a user. */
export function formOf(text: string): "issued" | "mistyped" | "chosen" {
  if (purposeOf(text) !== null) return "issued";
  return text.length === LENGTH && SHAPE.test(text) ? "mistyped" : "chosen";
}

const PREFIX_LENGTH = TOKEN_PREFIXES.access.length;
const PURPOSES: ReadonlyMap<string, TokenPurpose> = new Map(
  Object.entries(TOKEN_PREFIXES).map(([purpose, prefix]) => [prefix, purpose as TokenPurpose]),
);

function checksumOf(head: string): string {
  let checksum = "";
  // Plain numbers suffice for 32 bits; every request computes this.
  for (let rest = crc32(head); checksum.length < CHECKSUM_LENGTH; rest = Math.floor(rest / DIGITS.length)) {
    checksum = DIGITS.charAt(rest % DIGITS.length) + checksum;
  }
  return checksum;
}

/** Reversed polynomial of zlib, PNG and Ethernet. */
const POLYNOMIAL = 0xed_b8_83_20;

/** CRC-32 (ISO-HDLC) of ASCII text, as an unsigned integer. It detects typing errors; it is no protection. */
export function crc32(text: string): number {
  let remainder = 0xff_ff_ff_ff;
  for (let index = 0; index < text.length; index += 1) {
    remainder = (remainder >>> 8) ^ (REMAINDERS[(remainder ^ text.charCodeAt(index)) & 0xff] ?? 0);
  }
  return ~remainder >>> 0;
}

/** Remainder of each byte. */
const REMAINDERS = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? POLYNOMIAL : 0);
  return remainder;
});
