import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { S3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const SKEW_MILLISECONDS_MAX = 15 * 60 * 1000;
const AUTHORIZATION = new RegExp(
  `^${ALGORITHM} Credential=([^/,]+)/(\\d{8})/([^/,]+)/([^/,]+)/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$`,
);

/**
 * Verifies an Authorization header of Signature Version 4 as specified in "Authenticating Requests (AWS Signature
 * Version 4)" of the S3 API reference: access key, signed content, scope and time. Throws S3's own errors.
 */
export function verifySignature(request: S3Request, credentials: Credentials, now: number): void {
  const authorization = request.headers.get("authorization");
  if (authorization === undefined) throw new S3Error(403, "AccessDenied", "Requests must be signed");
  const [, accessKeyId, day = "", region, service, names = "", signature = ""] =
    AUTHORIZATION.exec(authorization) ?? [];
  if (accessKeyId === undefined || region !== credentials.region || service !== "s3") {
    throw new S3Error(400, "AuthorizationHeaderMalformed", `Expected ${ALGORITHM} for s3 in ${credentials.region}`);
  }
  if (accessKeyId !== credentials.accessKeyId) {
    throw new S3Error(403, "InvalidAccessKeyId", "The access key does not exist in our records");
  }
  const time = timeOf(request, day, now);
  const signedHeaders = names.split(";");
  requireSigned(request, signedHeaders);

  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = [ALGORITHM, time, scope, sha256(canonicalRequest(request, signedHeaders))].join("\n");
  const expected = hmac(signingKey(credentials.secretAccessKey, day, region, service), toSign);
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) {
    throw new S3Error(403, "SignatureDoesNotMatch", "The signature does not match the one calculated here");
  }
}

/** Returns the request's time (`20261121T134431Z`). Throws if it is too far from ours or on another day. */
function timeOf({ headers }: S3Request, day: string, now: number): string {
  const time = headers.get("x-amz-date") ?? "";
  const [, year, month, date, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const at = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at) || !time.startsWith(day)) {
    throw new S3Error(403, "AccessDenied", "AWS authentication requires a valid x-amz-date of the credential's day");
  }
  if (Math.abs(now - at) > SKEW_MILLISECONDS_MAX) {
    throw new S3Error(403, "RequestTimeTooSkewed", "The request's time and the server's differ by too much");
  }
  return time;
}

/** Throws unless the signature covers Host and every header that changes the meaning of the request. */
function requireSigned({ headers }: S3Request, signedHeaders: readonly string[]): void {
  const meaningful = [...headers.keys()].filter((name) => name.startsWith("x-amz-") || name === "content-md5");
  for (const name of ["host", ...meaningful]) {
    if (!signedHeaders.includes(name)) throw new S3Error(403, "AccessDenied", `The header ${name} was not signed`);
  }
  for (const name of signedHeaders) {
    if (!headers.has(name)) throw new S3Error(403, "SignatureDoesNotMatch", `The signed header ${name} is missing`);
  }
}

function canonicalRequest({ method, path, query, headers }: S3Request, signedHeaders: readonly string[]): string {
  const pairs = [...query].map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  return [
    method,
    path.split("/").map(percentEncode).join("/"),
    pairs
      .sort(byName)
      .map(([name, value]) => `${name}=${value}`)
      .join("&"),
    ...signedHeaders.map((name) => `${name}:${(headers.get(name) ?? "").trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders.join(";"),
    headers.get("x-amz-content-sha256") ?? "",
  ].join("\n");
}

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);

/** RFC 3986: everything but letters, digits and -._~ becomes a percent sign and two uppercase digits. */
function percentEncode(text: string): string {
  const toHex = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, toHex);
}

function signingKey(secret: string, ...scope: readonly string[]): Buffer {
  return [...scope, "aws4_request"].reduce((key, part) => hmac(key, part), Buffer.from(`AWS4${secret}`));
}

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
