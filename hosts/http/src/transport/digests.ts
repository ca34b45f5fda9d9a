import { malformed } from "@cartulary/kernel";

/** Digests that a request announces of its body; `null` where it announces none of that kind. */
export interface AnnouncedDigests {
  /** Base64. */
  readonly md5: string | null;
  /** Lower-case hexadecimal. */
  readonly sha256: string | null;
}

/**
 * What Content-MD5 (RFC 1864) and Content-Digest (RFC 9530) say of the body; refused with 400 where they cannot be read.
 * Algorithms other than SHA-256 are ignored.
 */
export function announcedDigests(headers: Headers): AnnouncedDigests {
  return { md5: md5Of(headers.get("content-md5")), sha256: sha256Of(headers.get("content-digest")) };
}

/** Digests of 16 and of 32 bytes, written as base64 writes them and no other way. */
const MD5 = /^[A-Za-z0-9+/]{21}[AQgw]==$/;
const SHA_256 = /^:([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):$/;

function md5Of(header: string | null): string | null {
  if (header === null || MD5.test(header)) return header;
  throw malformed("Content-MD5 is not an MD5 in base64");
}

/** Of a dictionary (RFC 9651) the last member of a name counts; parameters stand behind a semicolon. */
function sha256Of(header: string | null): string | null {
  const member = header
    ?.split(",")
    .map((each) => each.trim())
    .findLast((each) => /^sha-256(?:[=;]|$)/i.test(each));
  if (member === undefined) return null;
  const [, value = ""] = /^sha-256=([^;]*)/i.exec(member) ?? [];
  const [, digest] = SHA_256.exec(value.trim()) ?? [];
  if (digest === undefined) throw malformed("The sha-256 of Content-Digest is not :base64: of 32 bytes");
  return Buffer.from(digest, "base64").toString("hex");
}
