import { readBody } from "./body.ts";
import { assemble, etagOf, type PartReference } from "./bucket.ts";
import { S3Refusal } from "./refusal.ts";
import type { S3Request } from "./request.ts";
import { bucketOf, contentTypeOf, type Reply, requireRoom, uploadOf, type World } from "./world.ts";
import { elementsOf, textOf } from "./xml.ts";

export async function createUpload(world: World, request: S3Request): Promise<Reply> {
  await readBody(request);
  const { uploads } = bucketOf(world, request);
  const { bucket, key } = request;
  const id = world.newUploadId();
  uploads.set(id, { id, key, contentType: contentTypeOf(request), startedAt: world.now(), parts: new Map() });
  return {
    status: 200,
    xml: [
      "InitiateMultipartUploadResult",
      [
        ["Bucket", bucket],
        ["Key", key],
        ["UploadId", id],
      ],
    ],
  };
}

export async function uploadPart(world: World, request: S3Request): Promise<Reply> {
  const number = Number(request.query.get("partNumber"));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Refusal(400, "InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
  }
  uploadOf(world, request);
  const body = await readBody(request);
  requireRoom(world, bucketOf(world, request), body.byteSize);
  // Asked again: the upload may have ended while the bytes came.
  uploadOf(world, request).parts.set(number, body);
  return { status: 200, headers: { etag: etagOf(body.md5) } };
}

/** Does not heed If-None-Match, as Ceph's radosgw does not: nothing of ours may rely on it here. */
export async function completeUpload(world: World, request: S3Request): Promise<Reply> {
  const body = await readBody(request);
  const upload = uploadOf(world, request);
  const { objects, uploads } = bucketOf(world, request);
  const object = assemble(upload, referencesIn(Buffer.concat(body.chunks).toString()), world.now());
  objects.set(request.key, object);
  uploads.delete(upload.id);
  const { bucket, key } = request;
  return {
    status: 200,
    xml: [
      "CompleteMultipartUploadResult",
      [
        ["Bucket", bucket],
        ["Key", key],
        ["ETag", object.etag],
      ],
    ],
  };
}

function referencesIn(document: string): readonly PartReference[] {
  return elementsOf(document, "Part").map((part) => {
    const number = Number(elementsOf(part, "PartNumber")[0]);
    const etag = elementsOf(part, "ETag")[0];
    if (Number.isInteger(number) && etag !== undefined) return { number, etag: textOf(etag) };
    throw new S3Refusal(400, "MalformedXML", "The XML you provided was not well-formed");
  });
}

export function abortUpload(world: World, request: S3Request): Reply {
  bucketOf(world, request).uploads.delete(uploadOf(world, request).id);
  return { status: 204 };
}
