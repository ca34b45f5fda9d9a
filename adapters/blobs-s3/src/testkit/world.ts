import { type Bucket, type MultipartUpload, storedBytes } from "./bucket.ts";
import { S3Refusal } from "./refusal.ts";
import type { S3Request } from "./request.ts";
import type { XmlContent } from "./xml.ts";

/** What the operations work on. */
export interface World {
  readonly buckets: Map<string, Bucket>;
  readonly now: () => number;
  readonly newUploadId: () => string;
  /** Keys in one page of a listing, even when more are asked for. */
  readonly pageKeysMax: number;
  readonly quotaBytes: number;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly xml?: readonly [string, XmlContent];
  readonly bytes?: Iterable<Uint8Array>;
}

export type Operation = (world: World, request: S3Request) => Reply | Promise<Reply>;

export function bucketOf({ buckets }: World, { bucket }: S3Request): Bucket {
  const found = buckets.get(bucket);
  if (!found) throw new S3Refusal(404, "NoSuchBucket", `The bucket ${bucket} does not exist`);
  return found;
}

export function uploadOf(world: World, request: S3Request): MultipartUpload {
  const upload = bucketOf(world, request).uploads.get(request.query.get("uploadId") ?? "");
  if (upload?.key === request.key) return upload;
  throw new S3Refusal(404, "NoSuchUpload", "The specified multipart upload does not exist");
}

/** Refuses what does not fit any more. */
export function requireRoom({ quotaBytes }: World, bucket: Bucket, byteSize: number): void {
  if (storedBytes(bucket) + byteSize > quotaBytes) throw new S3Refusal(403, "QuotaExceeded", "The bucket is full");
}

export function contentTypeOf({ headers }: S3Request): string {
  return headers.get("content-type") ?? "binary/octet-stream";
}
