import { readBody } from "./body.ts";
import { etagOf, type StoredObject, slices } from "./bucket.ts";
import { bucketOf, contentTypeOf, type FakeS3State, type Reply, requireRoom } from "./fake-s3-state.ts";
import type { S3Request } from "./request.ts";
import { notImplemented, S3Error } from "./s3-error.ts";

export async function createBucket({ buckets }: FakeS3State, request: S3Request): Promise<Reply> {
  await readBody(request);
  if (buckets.has(request.bucket)) throw new S3Error(409, "BucketAlreadyOwnedByYou", "You own it already");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(request.bucket)) {
    throw new S3Error(400, "InvalidBucketName", "The specified bucket is not valid");
  }
  buckets.set(request.bucket, { objects: new Map(), uploads: new Map() });
  return { status: 200, headers: { location: `/${request.bucket}` } };
}

export function headBucket(state: FakeS3State, request: S3Request): Reply {
  bucketOf(state, request);
  return { status: 200 };
}

/** Decides after the last byte without awaiting: one of several concurrent conditional puts succeeds. */
export async function putObject(state: FakeS3State, request: S3Request): Promise<Reply> {
  const condition = request.headers.get("if-none-match");
  if (condition !== undefined && condition !== "*") throw notImplemented(`If-None-Match: ${condition}`);
  const bucket = bucketOf(state, request);
  const { md5, ...body } = await readBody(request);
  if (condition === "*" && bucket.objects.has(request.key)) {
    throw new S3Error(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
  }
  requireRoom(state, bucket, body.byteSize);
  bucket.objects.set(request.key, {
    ...body,
    etag: etagOf(md5),
    contentType: contentTypeOf(request),
    storedAt: state.now(),
  });
  return { status: 200, headers: { etag: etagOf(md5) } };
}

export function getObject(state: FakeS3State, request: S3Request): Reply {
  const object = bucketOf(state, request).objects.get(request.key);
  if (!object) throw new S3Error(404, "NoSuchKey", "The specified key does not exist");
  const range = rangeOf(request.headers.get("range"), object.byteSize);
  const { start, end } = range ?? { start: 0, end: object.byteSize - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...headersOf(object),
      "content-length": end - start + 1,
      ...(range && { "content-range": `bytes ${start}-${end}/${object.byteSize}` }),
    },
    bytes: slices(object.chunks, start, end),
  };
}

function headersOf({ etag, contentType, storedAt }: StoredObject) {
  return {
    etag,
    "content-type": contentType,
    "last-modified": new Date(storedAt).toUTCString(),
    "accept-ranges": "bytes",
  };
}

/** Parses a single byte range (RFC 9110); ignores any other Range header. */
function rangeOf(header: string | undefined, byteSize: number) {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(byteSize - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  if (first !== "" && last !== "" && Number(last) < start) return null;
  if (start < byteSize) return { start, end };
  throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable", {
    "content-range": `bytes */${byteSize}`,
  });
}

export function deleteObject(state: FakeS3State, request: S3Request): Reply {
  bucketOf(state, request).objects.delete(request.key);
  return { status: 204 };
}
