import { createHash } from "node:crypto";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { S3Server } from "@cartulary/blobs-s3/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { clientOf } from "./servers.ts";

const MIB = 1024 * 1024;

/**
 * The server behaviour that the adapter and its tests rely on. The fake server and real servers pass the same tests, so
 * that the fake cannot drift.
 */
export function s3ServerRules(name: string, server: S3Server): void {
  const client = clientOf(server);
  const Bucket = server.bucket;
  const at = (Key: string) => ({ Bucket, Key: `rules/${Key}` });
  const text = async (Key: string, Range?: string) =>
    (await client.send(new GetObjectCommand({ ...at(Key), ...(Range && { Range }) }))).Body?.transformToString();

  describe(`${name} keeps the rules of S3`, () => {
    it("gives back an object with its size, its MD5 as entity tag and its time", async () => {
      const etag = `"${createHash("md5").update("hello").digest("hex")}"`;
      const put = await client.send(new PutObjectCommand({ ...at("plain"), Body: "hello", ContentType: "text/plain" }));
      expect(put.ETag).toBe(etag);
      expect(await text("plain")).toBe("hello");
      const head = await client.send(new HeadObjectCommand(at("plain")));
      expect(head).toMatchObject({ ETag: etag, ContentLength: 5, ContentType: "text/plain" });
      expect(head.LastModified).toBeInstanceOf(Date);
    });

    it("serves ranges, and 416 for an unsatisfiable one", async () => {
      await client.send(new PutObjectCommand({ ...at("digits"), Body: "0123456789" }));
      const part = await client.send(new GetObjectCommand({ ...at("digits"), Range: "bytes=2-4" }));
      expect(part).toMatchObject({
        ContentLength: 3,
        ContentRange: "bytes 2-4/10",
        $metadata: { httpStatusCode: 206 },
      });
      expect(await part.Body?.transformToString()).toBe("234");
      expect(await text("digits", "bytes=8-20")).toBe("89");
      expect(await text("digits", "bytes=7-")).toBe("789");
      expect(await text("digits", "bytes=-2")).toBe("89");
      await expect(text("digits", "bytes=10-11")).rejects.toMatchObject({
        name: "InvalidRange",
        $metadata: { httpStatusCode: 416 },
      });
    });

    it("answers NoSuchKey for a key that does not exist, and deletes one without an error", async () => {
      await expect(text("never")).rejects.toMatchObject({ name: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
      await expect(client.send(new HeadObjectCommand(at("never")))).rejects.toMatchObject({ name: "NotFound" });
      const deleted = await client.send(new DeleteObjectCommand(at("never")));
      expect(deleted.$metadata.httpStatusCode).toBe(204);
    });

    it("takes keys with accents, spaces, plus and percent signs", async () => {
      const Key = "dépôt légal/1+1 = 2/100 %/a&b'(c)!*.pdf";
      await client.send(new PutObjectCommand({ ...at(Key), Body: "odd" }));
      expect(await text(Key)).toBe("odd");
      const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "rules/dépôt légal/1+1 = 2/" }));
      expect(listed.Contents?.map((each) => each.Key)).toEqual([`rules/${Key}`]);
      await client.send(new DeleteObjectCommand(at(Key)));
      await expect(text(Key)).rejects.toMatchObject({ name: "NoSuchKey" });
    });

    it("lists by prefix, in the order of keys, page after page", async () => {
      const keys = ["pages/B", "pages/a", "pages/a/1", "pages/b", "pages/é"];
      for (const key of [...keys].reverse()) await client.send(new PutObjectCommand({ ...at(key), Body: "x" }));
      await client.send(new PutObjectCommand({ ...at("pages-not/x"), Body: "x" }));
      const found: (string | undefined)[] = [];
      let ContinuationToken: string | undefined;
      do {
        const request = { Bucket, Prefix: "rules/pages/", MaxKeys: 2, ContinuationToken };
        const page = await client.send(new ListObjectsV2Command(request));
        expect(page.Contents?.length).toBeLessThanOrEqual(2);
        found.push(...(page.Contents ?? []).map(({ Key }) => Key));
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
      expect(found).toEqual(keys.map((key) => `rules/${key}`));
      expect(
        (await client.send(new ListObjectsV2Command({ Bucket, Prefix: "rules/pages//" }))).Contents,
      ).toBeUndefined();
    });

    it("puts on the condition that the key is free, for one of eight at once", async () => {
      const put = (Body: string) => client.send(new PutObjectCommand({ ...at("once"), Body, IfNoneMatch: "*" }));
      const outcomes = await Promise.allSettled(["a", "b", "c", "d", "e", "f", "g", "h"].map(put));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const winner = await text("once");
      await expect(put("later")).rejects.toMatchObject({
        name: "PreconditionFailed",
        $metadata: { httpStatusCode: 412 },
      });
      expect(await text("once")).toBe(winner);
    });

    it("stores nothing whose MD5 differs from the one that was declared", async () => {
      const ContentMD5 = createHash("md5").update("other").digest("base64");
      const put = client.send(new PutObjectCommand({ ...at("digest"), Body: "hello", ContentMD5 }));
      await expect(put).rejects.toMatchObject({ name: "BadDigest", $metadata: { httpStatusCode: 400 } });
      await expect(text("digest")).rejects.toMatchObject({ name: "NoSuchKey" });
      const right = createHash("md5").update("hello").digest("base64");
      await client.send(new PutObjectCommand({ ...at("digest"), Body: "hello", ContentMD5: right }));
    });

    it("accepts the SDK's default checksums", async () => {
      const { accessKeyId, secretAccessKey, endpoint, region } = server;
      const credentials = { accessKeyId, secretAccessKey };
      const plain = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
      await plain.send(new PutObjectCommand({ ...at("checksum"), Body: "hello" }));
      expect(await (await plain.send(new GetObjectCommand(at("checksum")))).Body?.transformToString()).toBe("hello");
      plain.destroy();
    });

    it("assembles parts by number and uses the last version of each", async () => {
      const upload = await begin("parts");
      const second = await sendPart(upload, 2, Buffer.from("end"));
      await sendPart(upload, 1, Buffer.alloc(5 * MIB, "x"));
      const first = await sendPart(upload, 1, Buffer.alloc(5 * MIB, "y"));
      const listed = await client.send(new ListPartsCommand(upload));
      expect(listed.Parts?.map(({ PartNumber, Size, ETag }) => [PartNumber, Size, ETag])).toEqual([
        [1, 5 * MIB, first.ETag],
        [2, 3, second.ETag],
      ]);
      await expect(text("parts")).rejects.toMatchObject({ name: "NoSuchKey" });
      await complete(upload, [first, second]);
      expect((await client.send(new HeadObjectCommand(at("parts")))).ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
      expect(await text("parts", `bytes=${5 * MIB - 2}-${5 * MIB + 9}`)).toBe("yyend");
      await expect(client.send(new UploadPartCommand({ ...upload, PartNumber: 3, Body: "x" }))).rejects.toMatchObject({
        name: "NoSuchUpload",
      });
    });

    it("refuses a part too small that is not the last", async () => {
      const upload = await begin("small");
      const parts = [await sendPart(upload, 1, Buffer.alloc(MIB)), await sendPart(upload, 2, Buffer.alloc(MIB))];
      await expect(complete(upload, parts)).rejects.toMatchObject({ name: "EntityTooSmall" });
      await expect(text("small")).rejects.toMatchObject({ name: "NoSuchKey" });
      await client.send(new AbortMultipartUploadCommand(upload));
    });

    it("refuses to complete with a part that was not sent, or with the ETag of another", async () => {
      const upload = await begin("unknown");
      const part = await sendPart(upload, 1, Buffer.from("x"));
      await expect(complete(upload, [{ ...part, PartNumber: 2 }])).rejects.toMatchObject({ name: "InvalidPart" });
      const ETag = `"${"0".repeat(32)}"`;
      await expect(complete(upload, [{ ...part, ETag }])).rejects.toMatchObject({ name: "InvalidPart" });
      await complete(upload, [part]);
      expect(await text("unknown")).toBe("x");
    });

    it("lists uploads until they are aborted, and knows none afterwards", async () => {
      const upload = await begin("aborted");
      await sendPart(upload, 1, Buffer.from("x"));
      const uploads = async () =>
        (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: "rules/aborted" }))).Uploads ?? [];
      expect((await uploads()).map(({ Key, UploadId }) => [Key, UploadId])).toEqual([[upload.Key, upload.UploadId]]);
      await client.send(new AbortMultipartUploadCommand(upload));
      expect(await uploads()).toEqual([]);
      await expect(client.send(new AbortMultipartUploadCommand(upload))).rejects.toMatchObject({
        name: "NoSuchUpload",
      });
    });

    it("has no other bucket", async () => {
      await client.send(new HeadBucketCommand({ Bucket }));
      const missing = new HeadBucketCommand({ Bucket: "no-such-bucket-of-ours" });
      await expect(client.send(missing)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
      await expect(
        client.send(new PutObjectCommand({ Bucket: "no-such-bucket-of-ours", Key: "k", Body: "x" })),
      ).rejects.toMatchObject({
        name: "NoSuchBucket",
      });
    });

    it("makes buckets", async () => {
      await client.send(new CreateBucketCommand({ Bucket: "rules-of-a-bucket" }));
      await client.send(new HeadBucketCommand({ Bucket: "rules-of-a-bucket" }));
    });

    it("refuses a wrong secret and an unknown access key", async () => {
      const wrong = clientOf(server, "not-the-secret");
      const stranger = clientOf({ ...server, accessKeyId: "unknown" });
      const get = new GetObjectCommand(at("plain"));
      const forbidden = { $metadata: { httpStatusCode: 403 } };
      await expect(wrong.send(get)).rejects.toMatchObject({ name: "SignatureDoesNotMatch", ...forbidden });
      await expect(stranger.send(get)).rejects.toMatchObject({ name: "InvalidAccessKeyId", ...forbidden });
      wrong.destroy();
      stranger.destroy();
    });

    afterAll(() => client.destroy());
  });

  async function begin(Key: string) {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(Key)));
    return { ...at(Key), UploadId };
  }

  async function sendPart(upload: Awaited<ReturnType<typeof begin>>, PartNumber: number, Body: Buffer) {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    return { PartNumber, ETag };
  }

  function complete(
    upload: Awaited<ReturnType<typeof begin>>,
    Parts: { PartNumber: number; ETag: string | undefined }[],
  ) {
    return client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  }
}
