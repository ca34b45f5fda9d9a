import { type Bucket, type MultipartUpload, storedBytes } from "./bucket.ts";
import type { S3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import type { XmlContent } from "./xml.ts";

/** The state that operations change. */
export interface FakeS3State {
  readonly buckets: Map<string, Bucket>;
  readonly now: () => number;
  readonly newUploadId: () => string;
  /** Maximum number of keys in a page of a listing. */
  readonly pageKeysMax: number;
  readonly quotaBytes: number;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly xml?: readonly [string, XmlContent];
  readonly bytes?: Iterable<Uint8Array>;
}

export type Operation = (state: FakeS3State, request: S3Request) => Reply | Promise<Reply>;

export function bucketOf({ buckets }: FakeS3State, { bucket }: S3Request): Bucket {
  const found = buckets.get(bucket);
  if (!found) throw new S3Error(404, "NoSuchBucket", `The bucket ${bucket} does not exist`);
  return found;
}

export function uploadOf(state: FakeS3State, request: S3Request): MultipartUpload {
  const upload = bucketOf(state, request).uploads.get(request.query.get("uploadId") ?? "");
  if (upload?.key === request.key) return upload;
  throw new S3Error(404, "NoSuchUpload", "The specified multipart upload does not exist");
}

/** Throws if the bucket would exceed its quota. */
export function requireRoom({ quotaBytes }: FakeS3State, bucket: Bucket, byteSize: number): void {
  if (storedBytes(bucket) + byteSize > quotaBytes) throw new S3Error(403, "QuotaExceeded", "The bucket is full");
}

export function contentTypeOf({ headers }: S3Request): string {
  return headers.get("content-type") ?? "binary/octet-stream";
}
