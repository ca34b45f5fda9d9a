import { createHash } from "node:crypto";
import { S3Error } from "./s3-error.ts";

/** The bytes of an object or a part. */
interface StoredBytes {
  readonly chunks: readonly Uint8Array[];
  readonly byteSize: number;
  readonly md5: Buffer;
}

export interface StoredObject extends Omit<StoredBytes, "md5"> {
  /** With quotation marks, as in the header. */
  readonly etag: string;
  readonly contentType: string;
  readonly storedAt: number;
}

export interface MultipartUpload {
  readonly id: string;
  readonly key: string;
  readonly contentType: string;
  readonly startedAt: number;
  /** By part number; sending a part again replaces it. */
  readonly parts: Map<number, StoredBytes>;
}

export interface Bucket {
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, MultipartUpload>;
}

/** A part in the request that completes an upload. */
export interface PartReference {
  readonly number: number;
  readonly etag: string;
}

/** Minimum size of every part but the last. */
const PART_BYTES_MIN = 5 * 1024 * 1024;

export function etagOf(md5: Buffer): string {
  return `"${md5.toString("hex")}"`;
}

/** Combines the listed parts. Throws S3's errors, after which the upload continues. */
export function assemble(
  upload: MultipartUpload,
  references: readonly PartReference[],
  storedAt: number,
): StoredObject {
  if (references.length === 0) throw new S3Error(400, "MalformedXML", "An upload is completed with one part or more");
  if (references.some(({ number }, index) => number <= (references[index - 1]?.number ?? 0))) {
    throw new S3Error(400, "InvalidPartOrder", "The list of parts was not in ascending order");
  }
  const parts = references.map((reference) => partOf(upload, reference));
  if (parts.slice(0, -1).some(({ byteSize }) => byteSize < PART_BYTES_MIN)) {
    throw new S3Error(400, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed object size");
  }
  const digest = createHash("md5")
    .update(Buffer.concat(parts.map(({ md5 }) => md5)))
    .digest("hex");
  return {
    chunks: parts.flatMap(({ chunks }) => chunks),
    byteSize: parts.reduce((sum, { byteSize }) => sum + byteSize, 0),
    etag: `"${digest}-${parts.length}"`,
    contentType: upload.contentType,
    storedAt,
  };
}

function partOf({ parts }: MultipartUpload, { number, etag }: PartReference): StoredBytes {
  const part = parts.get(number);
  if (part && etagOf(part.md5) === `"${etag.replaceAll('"', "")}"`) return part;
  throw new S3Error(400, "InvalidPart", `Part ${number} could not be found, or its entity tag is another`);
}

/** Returns the size of all objects and all parts of unfinished uploads. */
export function storedBytes({ objects, uploads }: Bucket): number {
  const parts = [...uploads.values()].flatMap((upload) => [...upload.parts.values()]);
  return [...objects.values(), ...parts].reduce((sum, { byteSize }) => sum + byteSize, 0);
}

/** Yields the bytes from `start` to `end`, both included, in small chunks for readers that stop early. */
export function* slices(chunks: readonly Uint8Array[], start: number, end: number): Generator<Uint8Array> {
  let position = 0;
  for (const chunk of chunks) {
    const from = Math.max(start - position, 0);
    const to = Math.min(end + 1 - position, chunk.byteLength);
    if (from < to) yield chunk.subarray(from, to);
    position += chunk.byteLength;
  }
}
