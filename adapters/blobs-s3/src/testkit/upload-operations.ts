import { readBody } from "./body.ts";
import { assemble, etagOf, type PartReference } from "./bucket.ts";
import { bucketOf, contentTypeOf, type FakeS3State, type Reply, requireRoom, uploadOf } from "./fake-s3-state.ts";
import type { S3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import { elementsOf, textOf } from "./xml.ts";

export async function createUpload(state: FakeS3State, request: S3Request): Promise<Reply> {
  await readBody(request);
  const { uploads } = bucketOf(state, request);
  const { bucket, key } = request;
  const id = state.newUploadId();
  uploads.set(id, { id, key, contentType: contentTypeOf(request), startedAt: state.now(), parts: new Map() });
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

export async function uploadPart(state: FakeS3State, request: S3Request): Promise<Reply> {
  const number = Number(request.query.get("partNumber"));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error(400, "InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
  }
  uploadOf(state, request);
  const body = await readBody(request);
  requireRoom(state, bucketOf(state, request), body.byteSize);
  // Looks the upload up again: it may have ended during the body.
  uploadOf(state, request).parts.set(number, body);
  return { status: 200, headers: { etag: etagOf(body.md5) } };
}

/** Ignores If-None-Match, as Ceph's radosgw does, so that the adapter cannot rely on it here. */
export async function completeUpload(state: FakeS3State, request: S3Request): Promise<Reply> {
  const body = await readBody(request);
  const upload = uploadOf(state, request);
  const { objects, uploads } = bucketOf(state, request);
  const object = assemble(upload, referencesIn(Buffer.concat(body.chunks).toString()), state.now());
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
    throw new S3Error(400, "MalformedXML", "The XML you provided was not well-formed");
  });
}

export function abortUpload(state: FakeS3State, request: S3Request): Reply {
  bucketOf(state, request).uploads.delete(uploadOf(state, request).id);
  return { status: 204 };
}
