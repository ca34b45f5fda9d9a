import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { BlobExistsError, type BlobKey, type BlobStore, insufficientStorage, parseBlobKey } from "@cartulary/kernel";
import { toSingleUseStream } from "./single-use-stream.ts";

/** `client` is used and never destroyed by the store. */
export interface S3BlobStoreOptions {
  readonly client: S3Client;
  readonly bucket: string;
  /** Prefix of every key in the bucket, without a slash at either end; empty for the whole bucket. */
  readonly prefix?: string;
}

/**
 * Size of a part (uploads.md 5.4); a blob of up to one part is sent in one request. Half the size of the specification:
 * with 16 MiB a put took 137 MiB of memory above idle, with 8 MiB 109, of the 128 that are allowed.
 */
const PART_BYTES = 8 * 1024 * 1024;
/** Number of parts that are sent at a time; with the part being filled this limits the memory of a put. */
const PARTS_AT_ONCE = 2;

/**
 * Stores the blob of key `ab/cd/x` as the object `prefix/ab/cd/x` of a bucket.
 *
 * An object appears whole or not at all. An object of up to 8 MiB is put on the condition that the key is free; of
 * several concurrent puts the server accepts one. A larger object is sent in parts, for which some servers ignore that
 * condition (Ceph's radosgw), so the key is checked before the first part is sent. Two concurrent large puts of one key
 * could both succeed. That cannot happen in practice, because keys are random (uuid v4); the check protects against a
 * repeated put.
 *
 * A put that the SDK repeats because the response was lost can meet its own blob: it fails, and the caller uses another
 * key. A process that dies during a large put leaves invisible parts: `remove` of that key aborts them, and the bucket
 * should have a lifecycle rule that aborts incomplete uploads after two days.
 *
 * The credentials need GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListBucket and
 * ListBucketMultipartUploads. An exceeded quota throws the kernel's `insufficient_storage`; other errors of the SDK are
 * thrown unchanged. A stream from `open` that is never iterated keeps its connection.
 *
 * @example
 * ```ts
 * import { createS3BlobStore, createS3Client, parseS3Url } from "@cartulary/blobs-s3";
 *
 * const { bucket, prefix, ...location } = parseS3Url("s3://estate/archive?region=eu-west-3");
 * const store = createS3BlobStore({ client: createS3Client(location), bucket, prefix });
 * await store.check();
 * ```
 */
export function createS3BlobStore({ client, bucket, prefix = "" }: S3BlobStoreOptions): BlobStore {
  const root = prefix === "" ? "" : `${prefix}/`;
  const objectOf = (key: BlobKey) => ({ Bucket: bucket, Key: `${root}${key}` });

  return {
    async put(key, bytes) {
      const object = objectOf(key);
      const body = Readable.from(copyChecked(bytes, () => throwIfExists(client, object, key)));
      const params = { ...object, Body: body, IfNoneMatch: "*" };
      try {
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
      } catch (error) {
        if (isTaken(error)) throw new BlobExistsError(key);
        throw isFull(error) ? insufficientStorage(error) : error;
      } finally {
        body.destroy();
      }
    },

    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        return toSingleUseStream(streamOf(await client.send(new GetObjectCommand({ ...objectOf(key), Range }))));
      } catch (error) {
        if (isNamed(error, "NoSuchKey")) return null;
        if (isNamed(error, "InvalidRange")) return toSingleUseStream(Readable.from([]));
        throw error;
      }
    },

    async remove(key) {
      await abortUploads(client, objectOf(key));
      await client.send(new DeleteObjectCommand(objectOf(key)));
    },

    async *list(keyPrefix, olderThan) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${root}${keyPrefix}` });
      for await (const { Contents = [] } of pages) {
        for (const { Key = "", LastModified } of Contents) {
          const key = parseBlobKey(Key.slice(root.length));
          if (key && LastModified && LastModified.getTime() < olderThan) yield key;
        }
      }
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
  };
}

interface ObjectName {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Copies the chunks, because the SDK reads ahead and callers reuse their buffers. Awaits `check` once there is more
 * than one part.
 */
async function* copyChecked(bytes: AsyncIterable<Uint8Array>, check: () => Promise<void>): AsyncGenerator<Uint8Array> {
  let byteSize = 0;
  let isChecked = false;
  for await (const chunk of bytes) {
    byteSize += chunk.byteLength;
    if (!isChecked && byteSize > PART_BYTES) {
      await check();
      isChecked = true;
    }
    yield Buffer.from(chunk);
  }
}

async function throwIfExists(client: S3Client, object: ObjectName, key: BlobKey): Promise<void> {
  try {
    await client.send(new HeadObjectCommand(object));
  } catch (error) {
    if (isNamed(error, "NotFound", "NoSuchKey")) return;
    throw error;
  }
  throw new BlobExistsError(key);
}

/** Aborts the uploads of this key. The server orders uploads by key, so those of the key itself come first. */
async function abortUploads(client: S3Client, object: ObjectName): Promise<void> {
  const { Bucket, Key } = object;
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }));
  for (const upload of Uploads) {
    if (upload.Key === Key) await abortUpload(client, { ...object, UploadId: upload.UploadId });
  }
}

async function abortUpload(client: S3Client, upload: ObjectName & { readonly UploadId: string | undefined }) {
  try {
    await client.send(new AbortMultipartUploadCommand(upload));
  } catch (error) {
    // The upload ended in the meantime.
    if (!isNamed(error, "NoSuchUpload")) throw error;
  }
}

function streamOf({ Body }: GetObjectCommandOutput): Readable {
  if (Body instanceof Readable) return Body;
  throw new TypeError("The SDK returned no Node.js stream");
}

/** 412, or 409 from Amazon for overlapping conditional puts of one key. */
const isTaken = (error: unknown) => isNamed(error, "PreconditionFailed", "ConditionalRequestConflict");

const isFull = (error: unknown) =>
  isNamed(error, "QuotaExceeded") || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507);

function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}
