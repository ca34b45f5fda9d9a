import { Readable } from "node:stream";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { startFakeS3, startRadosgw } from "@cartulary/blobs-s3/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { s3ServerRules } from "./s3-server-rules.ts";

const MIB = 1024 * 1024;

const standIn = await startFakeS3();
const radosgw = await startRadosgw();

afterAll(async () => {
  await standIn.stop();
  await radosgw?.stop();
});

s3ServerRules("The fake server", standIn);
if (radosgw) s3ServerRules("Ceph's radosgw", radosgw);

const at = (Key: string) => ({ Bucket: standIn.bucket, Key });

describe("The fake server verifies signatures", () => {
  it("refuses a request without one", async () => {
    const answer = await fetch(`${standIn.endpoint}/${standIn.bucket}/k`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("<Code>AccessDenied</Code>");
  });

  it.each<[string, Tamper]>([
    ["method", (request) => ({ ...request, method: "DELETE" })],
    ["path", (request) => ({ ...request, path: `${request.path}x` })],
    ["query", (request) => ({ ...request, query: { ...request.query, "x-id": "Other" } })],
    ["signed header", (request) => ({ ...request, headers: { ...request.headers, "content-type": "text/html" } })],
    ["lost header", ({ headers: { "x-amz-user-agent": _, ...headers }, ...request }) => ({ ...request, headers })],
  ])("refuses another %s than the signed one", async (_, tamper) => {
    const put = tamperedClient(tamper).send(new PutObjectCommand({ ...at("tampered"), Body: "hello" }));
    await expect(put).rejects.toMatchObject({ name: "SignatureDoesNotMatch", $metadata: { httpStatusCode: 403 } });
    expect(await isThere("tampered")).toBe(false);
  });

  it("refuses another body than the signed one", async () => {
    const client = tamperedClient((request) => ({ ...request, body: Buffer.from("jello") }));
    const put = client.send(new PutObjectCommand({ ...at("tampered"), Body: "hello" }));
    await expect(put).rejects.toMatchObject({ name: "XAmzContentSHA256Mismatch" });
    expect(await isThere("tampered")).toBe(false);
  });

  it("rejects an unsigned significant header", async () => {
    const client = tamperedClient((request) => ({
      ...request,
      headers: { ...request.headers, "x-amz-checksum-crc32": "NhCmhg==" },
    }));
    const put = client.send(new PutObjectCommand({ ...at("tampered"), Body: "hello" }));
    await expect(put).rejects.toMatchObject({ name: "AccessDenied" });
  });

  it("refuses a time that is an hour off", async () => {
    const client = tamperedClient((request) => request, { systemClockOffset: 3_600_000 });
    await expect(client.send(new GetObjectCommand(at("k")))).rejects.toMatchObject({ name: "RequestTimeTooSkewed" });
  });

  it("refuses a signature for another region", async () => {
    const client = tamperedClient((request) => request, { region: "eu-west-3" });
    await expect(client.send(new GetObjectCommand(at("k")))).rejects.toMatchObject({
      name: "AuthorizationHeaderMalformed",
    });
  });
});

describe("The fake server verifies bodies", () => {
  it("takes a stream without a checksum", async () => {
    const client = plainClient({ requestChecksumCalculation: "WHEN_REQUIRED" });
    await client.send(new PutObjectCommand({ ...at("stream"), Body: stream("hel", "lo"), ContentLength: 5 }));
    expect(await textAt("stream")).toBe("hello");
  });

  it("takes a stream with its checksum in the trailer", async () => {
    const body = { Body: stream("x".repeat(200_000), "y"), ContentLength: 200_001 };
    await plainClient().send(new PutObjectCommand({ ...at("trailer"), ...body }));
    expect(await textAt("trailer")).toBe(`${"x".repeat(200_000)}y`);
  });

  it("rejects a stream that differs from its trailer", async () => {
    const client = tamperedClient((request) => ({ ...request, body: Readable.from(alteredChunks(request.body)) }), {
      requestChecksumCalculation: "WHEN_SUPPORTED",
    });
    const put = client.send(new PutObjectCommand({ ...at("altered"), Body: stream("hello"), ContentLength: 5 }));
    await expect(put).rejects.toMatchObject({ name: "BadDigest" });
    expect(await isThere("altered")).toBe(false);
  });

  it("rejects a stream without a length", async () => {
    const client = plainClient({ requestChecksumCalculation: "WHEN_REQUIRED" });
    const put = client.send(new PutObjectCommand({ ...at("endless"), Body: stream("hello") }));
    await expect(put).rejects.toMatchObject({ name: "MissingContentLength", $metadata: { httpStatusCode: 411 } });
  });

  it("stores nothing of a body that its sender cuts off", async () => {
    const client = plainClient({ requestChecksumCalculation: "WHEN_REQUIRED" });
    const leaving = new AbortController();
    const Body = Readable.from(halfAndThen(() => leaving.abort()));
    const put = new PutObjectCommand({ ...at("left"), Body, ContentLength: 10 });
    await expect(client.send(put, { abortSignal: leaving.signal })).rejects.toMatchObject({ name: "AbortError" });
    expect(await isThere("left")).toBe(false);
  });

  it.each([{ ChecksumCRC32: "AAAAAA==" }, { ChecksumSHA256: Buffer.alloc(32).toString("base64") }])(
    "refuses the wrong checksum %o",
    async (checksum) => {
      const put = plainClient().send(new PutObjectCommand({ ...at("checksum"), Body: "hello", ...checksum }));
      await expect(put).rejects.toMatchObject({ name: "BadDigest" });
    },
  );

  it("rejects an invalid Content-MD5", async () => {
    const put = plainClient().send(new PutObjectCommand({ ...at("md5"), Body: "hello", ContentMD5: "bm9uZQ==" }));
    await expect(put).rejects.toMatchObject({ name: "InvalidDigest" });
  });
});

describe("The fake server", () => {
  it("takes the parts of an upload in ascending order only, and at least one", async () => {
    const client = plainClient();
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at("order")));
    const part = async (PartNumber: number) => {
      const Body = Buffer.alloc(5 * MIB);
      const { ETag } = await client.send(new UploadPartCommand({ ...at("order"), UploadId, PartNumber, Body }));
      return { PartNumber, ETag };
    };
    const [first, second] = [await part(1), await part(2)];
    const complete = (...Parts: (typeof first)[]) =>
      client.send(new CompleteMultipartUploadCommand({ ...at("order"), UploadId, MultipartUpload: { Parts } }));
    await expect(complete(second, first)).rejects.toMatchObject({ name: "InvalidPartOrder" });
    await expect(complete(first, first)).rejects.toMatchObject({ name: "InvalidPartOrder" });
    await expect(complete()).rejects.toMatchObject({ name: "MalformedXML" });
    await complete(first, second);
  });

  it("numbers parts from 1 to 10000", async () => {
    const client = plainClient();
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at("numbers")));
    for (const PartNumber of [0, 10_001]) {
      const sent = client.send(new UploadPartCommand({ ...at("numbers"), UploadId, PartNumber, Body: "x" }));
      await expect(sent).rejects.toMatchObject({ name: "InvalidArgument" });
    }
  });

  it("completes an upload over an existing object in spite of If-None-Match, as some servers do", async () => {
    const client = plainClient();
    await client.send(new PutObjectCommand({ ...at("over"), Body: "old" }));
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at("over")));
    const { ETag } = await client.send(new UploadPartCommand({ ...at("over"), UploadId, PartNumber: 1, Body: "new" }));
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await client.send(
      new CompleteMultipartUploadCommand({ ...at("over"), UploadId, MultipartUpload, IfNoneMatch: "*" }),
    );
    expect(await textAt("over")).toBe("new");
  });

  it("refuses to make a bucket twice, or one of a bad name", async () => {
    const client = plainClient();
    await expect(client.send(new CreateBucketCommand({ Bucket: standIn.bucket }))).rejects.toMatchObject({
      name: "BucketAlreadyOwnedByYou",
    });
    await expect(client.send(new CreateBucketCommand({ Bucket: "Not_a_bucket" }))).rejects.toMatchObject({
      name: "InvalidBucketName",
    });
  });

  it("answers pages no longer than its own limit", async () => {
    const server = await startFakeS3({ pageKeysMax: 1 });
    const client = plainClient({ endpoint: server.endpoint });
    for (const Key of ["a", "b"]) await client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body: "x" }));
    const page = await client.send(new ListObjectsV2Command({ Bucket: server.bucket, MaxKeys: 10 }));
    expect(page).toMatchObject({ KeyCount: 1, IsTruncated: true });
    client.destroy();
    await server.stop();
  });

  it("refuses a continuation token that it did not issue", async () => {
    const list = new ListObjectsV2Command({ Bucket: standIn.bucket, ContinuationToken: "bm9uZQ==" });
    await expect(plainClient().send(list)).rejects.toMatchObject({ name: "InvalidArgument" });
  });

  it("answers that it does not implement a request, instead of ignoring it", async () => {
    const client = plainClient({ maxAttempts: 1 });
    const missing = { name: "NotImplemented", $metadata: { httpStatusCode: 501 } };
    const put = { ...at("k"), Body: "x" };
    await expect(client.send(new PutObjectCommand({ ...put, ACL: "private" }))).rejects.toMatchObject(missing);
    await expect(client.send(new PutObjectCommand({ ...put, IfMatch: "x" }))).rejects.toMatchObject(missing);
    await expect(client.send(new GetObjectCommand({ ...at("k"), IfNoneMatch: "x" }))).rejects.toMatchObject(missing);
    await expect(client.send(new GetObjectCommand({ ...at("k"), VersionId: "x" }))).rejects.toMatchObject(missing);
    await expect(client.send(new CopyObjectCommand({ ...at("k"), CopySource: "a/b" }))).rejects.toMatchObject(missing);
    const list = new ListObjectsV2Command({ Bucket: standIn.bucket, Delimiter: "/" });
    await expect(client.send(list)).rejects.toMatchObject(missing);
  });

  it("refuses a key longer than 1024 bytes", async () => {
    const put = plainClient().send(new PutObjectCommand({ ...at("é".repeat(513)), Body: "x" }));
    await expect(put).rejects.toMatchObject({ name: "KeyTooLongError" });
  });
});

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

type Tamper = (request: SentRequest) => object;

/** The SDK with its defaults instead of the adapter's. */
function plainClient(config: S3ClientConfig = {}): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = standIn;
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // The SDK warns about this test's deliberate errors.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    ...config,
  });
}

/** A client whose requests are modified after signing and sent once. */
function tamperedClient(tamper: Tamper, config: S3ClientConfig = {}): S3Client {
  const client = plainClient({ maxAttempts: 1, requestChecksumCalculation: "WHEN_REQUIRED", ...config });
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as SentRequest;
      Object.assign(request, tamper(request));
      return next(args);
    },
    { step: "deserialize", priority: "low" },
  );
  return client;
}

async function* alteredChunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body)
    yield Buffer.from(Buffer.from(chunk).toString("latin1").replace("hello", "jello"), "latin1");
}

function stream(...parts: readonly string[]): Readable {
  return Readable.from(parts.map((part) => Buffer.from(part)));
}

async function* halfAndThen(act: () => void): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half");
  act();
}

async function textAt(key: string): Promise<string | undefined> {
  return await (await plainClient().send(new GetObjectCommand(at(key)))).Body?.transformToString();
}

async function isThere(key: string): Promise<boolean> {
  try {
    await textAt(key);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: "NoSuchKey" });
    return false;
  }
}
