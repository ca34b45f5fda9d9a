import { malformed } from "@cartulary/kernel";

/** Digests in the headers of a request; `null` if absent. */
export interface DeclaredDigests {
  /** Base64. */
  readonly md5: string | null;
  /** Lower-case hexadecimal. */
  readonly sha256: string | null;
}

/**
 * Reads Content-MD5 (RFC 1864) and Content-Digest (RFC 9530); throws 400 if they are invalid. Ignores algorithms other
 * than SHA-256.
 */
export function declaredDigests(headers: Headers): DeclaredDigests {
  return { md5: md5Of(headers.get("content-md5")), sha256: sha256Of(headers.get("content-digest")) };
}

/** Digests of 16 and 32 bytes in canonical base64. */
const MD5 = /^[A-Za-z0-9+/]{21}[AQgw]==$/;
const SHA_256 = /^:([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):$/;

function md5Of(header: string | null): string | null {
  if (header === null || MD5.test(header)) return header;
  throw malformed("Content-MD5 is not an MD5 in base64");
}

/** In a dictionary (RFC 9651) the last member of a name wins; parameters follow a semicolon. */
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
