import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { chunkedBody } from "./aws-chunked.ts";
import type { S3Request } from "./request.ts";
import { notImplemented, S3Error } from "./s3-error.ts";

/** A body that matches its headers. */
export interface VerifiedBody {
  readonly chunks: readonly Uint8Array[];
  readonly byteSize: number;
  /** The MD5 of the bytes. */
  readonly md5: Buffer;
}

/**
 * Reads a whole body and verifies it against every header about it: length, signed SHA-256, Content-MD5 and
 * x-amz-checksum-*. Supports the forms that the SDK sends: a signed digest (for bytes), UNSIGNED-PAYLOAD (for streams
 * without a checksum) and STREAMING-UNSIGNED-PAYLOAD-TRAILER (for streams with one).
 */
export async function readBody(request: S3Request): Promise<VerifiedBody> {
  const { headers } = request;
  const payload = headers.get("x-amz-content-sha256") ?? "";
  const isChunked = payload === "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
  if (!isChunked && payload !== "UNSIGNED-PAYLOAD" && !/^[0-9a-f]{64}$/.test(payload)) {
    throw notImplemented(`x-amz-content-sha256: ${payload}`);
  }
  const byteSize = declaredSize(headers, isChunked);
  const { chunks, trailers } = isChunked
    ? await chunkedBody(request.body)
    : { chunks: await readAll(request.body), trailers: new Map() };
  if (chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0) !== byteSize) {
    throw new S3Error(400, "IncompleteBody", `The body does not have the ${byteSize} bytes of its headers`);
  }
  const trailed = trailersOf(headers, trailers);
  if (/^[0-9a-f]{64}$/.test(payload) && digestOf("sha256", chunks).toString("hex") !== payload) {
    throw new S3Error(400, "XAmzContentSHA256Mismatch", "The SHA-256 of the body differs from the signed one");
  }
  const md5 = digestOf("md5", chunks);
  verifyMd5(headers.get("content-md5"), md5);
  verifyChecksums(new Map([...headers, ...trailed]), chunks);
  return { chunks, byteSize, md5 };
}

function declaredSize(headers: ReadonlyMap<string, string>, isChunked: boolean): number {
  const size = headers.get(isChunked ? "x-amz-decoded-content-length" : "content-length");
  if (size !== undefined && /^\d+$/.test(size)) return Number(size);
  throw new S3Error(411, "MissingContentLength", "You must provide the Content-Length HTTP header");
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks;
}

/** Returns the trailers; throws unless they are exactly those that the signed header x-amz-trailer announces. */
function trailersOf(headers: ReadonlyMap<string, string>, trailers: ReadonlyMap<string, string>) {
  const announced = (headers.get("x-amz-trailer") ?? "").split(",").filter(Boolean);
  const isAsAnnounced = announced.length === trailers.size && announced.every((name) => trailers.has(name));
  if (!isAsAnnounced) throw new S3Error(400, "MalformedTrailerError", "The trailers are not those of x-amz-trailer");
  return trailers;
}

function verifyMd5(expected: string | undefined, md5: Buffer): void {
  if (expected === undefined) return;
  if (Buffer.from(expected, "base64").byteLength !== 16) {
    throw new S3Error(400, "InvalidDigest", "The Content-MD5 you specified is not valid");
  }
  if (expected !== md5.toString("base64")) throw badDigest("Content-MD5");
}

function verifyChecksums(headers: ReadonlyMap<string, string>, chunks: readonly Uint8Array[]): void {
  for (const [name, expected] of headers) {
    const algorithm = /^x-amz-checksum-(.+)$/.exec(name)?.[1];
    if (algorithm === undefined || algorithm === "mode") continue;
    if (checksumOf(algorithm, chunks).toString("base64") !== expected) throw badDigest(name);
  }
}

function checksumOf(algorithm: string, chunks: readonly Uint8Array[]): Buffer {
  if (algorithm === "sha256") return digestOf("sha256", chunks);
  if (algorithm !== "crc32") throw notImplemented(`the checksum ${algorithm}`);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(chunks.reduce((sum, chunk) => crc32(chunk, sum), 0));
  return checksum;
}

function digestOf(algorithm: "md5" | "sha256", chunks: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest();
}

const badDigest = (header: string) =>
  new S3Error(400, "BadDigest", `The ${header} you specified did not match what we received`);
