import { readBody } from "./body.ts";
import { etagOf, type StoredObject, slices } from "./bucket.ts";
import { notImplemented, S3Refusal } from "./refusal.ts";
import type { S3Request } from "./request.ts";
import { bucketOf, contentTypeOf, type Reply, requireRoom, type World } from "./world.ts";

export async function createBucket({ buckets }: World, request: S3Request): Promise<Reply> {
  await readBody(request);
  if (buckets.has(request.bucket)) throw new S3Refusal(409, "BucketAlreadyOwnedByYou", "You own it already");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(request.bucket)) {
    throw new S3Refusal(400, "InvalidBucketName", "The specified bucket is not valid");
  }
  buckets.set(request.bucket, { objects: new Map(), uploads: new Map() });
  return { status: 200, headers: { location: `/${request.bucket}` } };
}

export function headBucket(world: World, request: S3Request): Reply {
  bucketOf(world, request);
  return { status: 200 };
}

/** Decided after the last byte and in one go: of several conditional puts at once exactly one wins. */
export async function putObject(world: World, request: S3Request): Promise<Reply> {
  const condition = request.headers.get("if-none-match");
  if (condition !== undefined && condition !== "*") throw notImplemented(`If-None-Match: ${condition}`);
  const bucket = bucketOf(world, request);
  const { md5, ...body } = await readBody(request);
  if (condition === "*" && bucket.objects.has(request.key)) {
    throw new S3Refusal(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
  }
  requireRoom(world, bucket, body.byteSize);
  bucket.objects.set(request.key, {
    ...body,
    etag: etagOf(md5),
    contentType: contentTypeOf(request),
    storedAt: world.now(),
  });
  return { status: 200, headers: { etag: etagOf(md5) } };
}

export function getObject(world: World, request: S3Request): Reply {
  const object = bucketOf(world, request).objects.get(request.key);
  if (!object) throw new S3Refusal(404, "NoSuchKey", "The specified key does not exist");
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

/** One range of bytes as RFC 9110 has it; anything else is as good as no Range header. */
function rangeOf(header: string | undefined, byteSize: number) {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(byteSize - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  if (first !== "" && last !== "" && Number(last) < start) return null;
  if (start < byteSize) return { start, end };
  throw new S3Refusal(416, "InvalidRange", "The requested range is not satisfiable", {
    "content-range": `bytes */${byteSize}`,
  });
}

export function deleteObject(world: World, request: S3Request): Reply {
  bucketOf(world, request).objects.delete(request.key);
  return { status: 204 };
}
