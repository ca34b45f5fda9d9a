import { type Bucket, etagOf } from "./bucket.ts";
import { bucketOf, type FakeS3State, type Reply, uploadOf } from "./fake-s3-state.ts";
import type { S3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import type { XmlContent } from "./xml.ts";

const PAGE_KEYS_MAX = 1_000;

/** ListObjectsV2 with a prefix, in pages; keys are ordered by their UTF-8 bytes. */
export function listObjects(state: FakeS3State, request: S3Request): Reply {
  const { bucket, query } = request;
  if (query.get("list-type") !== "2") throw new S3Error(400, "InvalidArgument", "list-type is 2");
  const pageKeys = Math.min(pageKeysOf(query.get("max-keys")), state.pageKeysMax, PAGE_KEYS_MAX);
  const matching = keysAfter(bucketOf(state, request), query);
  const page = matching.slice(0, pageKeys);
  const isTruncated = pageKeys > 0 && matching.length > page.length;
  return {
    status: 200,
    xml: [
      "ListBucketResult",
      [
        ["Name", bucket],
        ["Prefix", query.get("prefix") ?? ""],
        ["KeyCount", page.length],
        ["MaxKeys", pageKeys],
        ["IsTruncated", isTruncated],
        ...(isTruncated ? [["NextContinuationToken", tokenOf(page.at(-1) ?? "")] as const] : []),
        ...page.map((key) => ["Contents", contents(bucketOf(state, request), key)] as const),
      ],
    ],
  };
}

function pageKeysOf(text = String(PAGE_KEYS_MAX)): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new S3Error(400, "InvalidArgument", "max-keys is a number of keys");
}

function keysAfter({ objects }: Bucket, query: ReadonlyMap<string, string>): readonly string[] {
  const prefix = query.get("prefix") ?? "";
  const token = query.get("continuation-token");
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(byBytes);
  return token === undefined ? keys : keys.filter((key) => byBytes(key, keyOf(token)) > 0);
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** An opaque continuation token; tokens that this server did not issue are rejected. */
const tokenOf = (key: string) => Buffer.from(`after:${key}`).toString("base64");

function keyOf(token: string): string {
  const text = Buffer.from(token, "base64").toString();
  if (text.startsWith("after:")) return text.slice("after:".length);
  throw new S3Error(400, "InvalidArgument", "The continuation token provided is incorrect");
}

function contents({ objects }: Bucket, key: string): XmlContent {
  const object = objects.get(key);
  if (!object) throw new Error(`No object at ${key}`);
  return [
    ["Key", key],
    ["LastModified", new Date(object.storedAt).toISOString()],
    ["ETag", object.etag],
    ["Size", object.byteSize],
    ["StorageClass", "STANDARD"],
  ];
}

/** ListMultipartUploads with a prefix, in one page. */
export function listUploads(state: FakeS3State, request: S3Request): Reply {
  const prefix = request.query.get("prefix") ?? "";
  const uploads = [...bucketOf(state, request).uploads.values()].filter(({ key }) => key.startsWith(prefix));
  return {
    status: 200,
    xml: [
      "ListMultipartUploadsResult",
      [
        ["Bucket", request.bucket],
        ["Prefix", prefix],
        ["IsTruncated", false],
        ...uploads
          .sort((a, b) => byBytes(a.key, b.key) || a.startedAt - b.startedAt)
          .map(({ key, id }) => ["Upload", [["Key", key] as const, ["UploadId", id] as const]] as const),
      ],
    ],
  };
}

/** ListParts, in one page. */
export function listParts(state: FakeS3State, request: S3Request): Reply {
  const { id, key, parts } = uploadOf(state, request);
  const numbers = [...parts].sort(([a], [b]) => a - b);
  return {
    status: 200,
    xml: [
      "ListPartsResult",
      [
        ["Bucket", request.bucket],
        ["Key", key],
        ["UploadId", id],
        ["IsTruncated", false],
        ...numbers.map(
          ([number, { byteSize, md5 }]) =>
            [
              "Part",
              [["PartNumber", number] as const, ["ETag", etagOf(md5)] as const, ["Size", byteSize] as const],
            ] as const,
        ),
      ],
    ],
  };
}
