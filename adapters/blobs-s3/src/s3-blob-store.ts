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
import { singleRead } from "./reading.ts";

/** A client of the bucket's server, which the store uses and does not destroy. */
export interface S3BlobStoreOptions {
  readonly client: S3Client;
  readonly bucket: string;
  /** What every key begins with in the bucket, without a slash at either end; empty for the whole bucket. */
  readonly prefix?: string;
}

/**
 * Equal parts (uploads.md 5.4); a blob of up to one part is sent in one request. Half the size that is written there:
 * with 16 MiB a put took the host to 137 MiB above idle, with 8 to 109, of the 128 that it may take.
 */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts on their way at once; with the one being filled this bounds a put's memory. */
const PARTS_AT_ONCE = 2;

/**
 * Blobs as objects of a bucket: the blob of key `ab/cd/x` is the object `prefix/ab/cd/x`.
 *
 * An object appears whole or not at all. One of up to 8 MiB is put on the condition that the key is free, and of several
 * puts at once the server lets one win. A larger one is sent in parts, and there not every server heeds that condition
 * (Ceph's radosgw does not), so the key is looked at before the first part goes out. Two large puts of one key that run
 * at the same moment could then both succeed, the later one replacing the earlier. That is enough here, since keys are
 * random (uuid v4) and no two puts ever choose the same one: the look finds what a repeated put would destroy.
 *
 * A put whose answer was lost and which the SDK repeated can meet its own blob: it is refused, and the caller takes
 * another key. A process that dies in the middle of a large put leaves parts that nobody sees: `remove` of that key
 * aborts them, and the bucket should have a lifecycle rule that aborts incomplete uploads after two days.
 *
 * The credentials need GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListBucket and
 * ListBucketMultipartUploads. An exceeded quota is the `insufficient_storage` of the kernel; every other failure is
 * thrown as the SDK made it. A stream that `open` answered and that nobody iterates holds its connection.
 */
export function createS3BlobStore({ client, bucket, prefix = "" }: S3BlobStoreOptions): BlobStore {
  const root = prefix === "" ? "" : `${prefix}/`;
  const objectOf = (key: BlobKey) => ({ Bucket: bucket, Key: `${root}${key}` });

  return {
    async put(key, bytes) {
      const object = objectOf(key);
      const body = Readable.from(lookedAt(bytes, () => refuseExisting(client, object, key)));
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
        return singleRead(streamOf(await client.send(new GetObjectCommand({ ...objectOf(key), Range }))));
      } catch (error) {
        if (isNamed(error, "NoSuchKey")) return null;
        if (isNamed(error, "InvalidRange")) return singleRead(Readable.from([]));
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
 * The same bytes, copied: the SDK asks for more before it has sent what it has. As soon as they are more than one part,
 * `look` is waited for.
 */
async function* lookedAt(bytes: AsyncIterable<Uint8Array>, look: () => Promise<void>): AsyncGenerator<Uint8Array> {
  let byteSize = 0;
  let looked = false;
  for await (const chunk of bytes) {
    byteSize += chunk.byteLength;
    if (!looked && byteSize > PART_BYTES) {
      await look();
      looked = true;
    }
    yield Buffer.from(chunk);
  }
}

async function refuseExisting(client: S3Client, object: ObjectName, key: BlobKey): Promise<void> {
  try {
    await client.send(new HeadObjectCommand(object));
  } catch (error) {
    if (isNamed(error, "NotFound", "NoSuchKey")) return;
    throw error;
  }
  throw new BlobExistsError(key);
}

/** The server lists uploads in the order of their keys: those of this very key, never many, come first. */
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
    // It ended meanwhile.
    if (!isNamed(error, "NoSuchUpload")) throw error;
  }
}

function streamOf({ Body }: GetObjectCommandOutput): Readable {
  if (Body instanceof Readable) return Body;
  throw new TypeError("The SDK answered no Node.js stream");
}

/** 412; and 409, by which Amazon answers a conditional put that another one of the same key overlaps. */
const isTaken = (error: unknown) => isNamed(error, "PreconditionFailed", "ConditionalRequestConflict");

const isFull = (error: unknown) =>
  isNamed(error, "QuotaExceeded") || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507);

function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}
