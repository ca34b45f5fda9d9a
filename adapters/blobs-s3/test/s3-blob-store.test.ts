import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { createS3BlobStore, createS3Client } from "@cartulary/blobs-s3";
import { type S3Server, startFakeS3 } from "@cartulary/blobs-s3/testkit";
import { BlobExistsError, type BlobKey, type BlobStore, blobKey } from "@cartulary/kernel";
import { blobStoreContract } from "@cartulary/ports/kernel";
import { afterAll, describe, expect, it } from "vitest";
import { clientOf, frugalClientOf, realServers } from "./servers.ts";

const MIB = 1024 * 1024;

// Pages of seven keys, so that listings span several pages.
const PAGE_KEYS = 7;
const standIn = await startFakeS3({ pageKeysMax: PAGE_KEYS });
const servers = [{ name: "The strict stand-in", server: standIn, isPermanent: false }, ...(await realServers())];

afterAll(async () => {
  for (const { server } of servers) await server.stop();
});

for (const { name, server, isPermanent } of servers) {
  const { client, connections } = frugalClientOf(server);
  const stores: BlobStore[] = [];
  const prefixes = new WeakMap<BlobStore, string>();

  blobStoreContract(`The S3 adapter on ${name}`, {
    async create() {
      const prefix = `contract/${randomUUID()}`;
      const store = createS3BlobStore({ client, bucket: server.bucket, prefix });
      stores.push(store);
      prefixes.set(store, prefix);
      return store;
    },
    openHandles: connections,
    ...(!isPermanent && { pageKeys: PAGE_KEYS }),
    async storedAt(store, key) {
      const Key = `${prefixes.get(store)}/${key}`;
      const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: server.bucket, Prefix: Key }));
      return Contents?.[0]?.LastModified?.getTime() ?? Number.NaN;
    },
  });

  describe(`The S3 adapter on ${name}`, () => {
    it("removal aborts incomplete uploads of the same key only", async () => {
      const prefix = `broken-${randomUUID()}`;
      const blobs = createS3BlobStore({ client, bucket: server.bucket, prefix });
      stores.push(blobs);
      const [left, other] = [
        await beginUpload(client, server, `${prefix}/k`),
        await beginUpload(client, server, `${prefix}/k2`),
      ];
      await blobs.remove(blobKey("k"));
      await expect(client.send(new ListPartsCommand(left))).rejects.toMatchObject({
        $metadata: { httpStatusCode: 404 },
      });
      await client.send(new ListPartsCommand(other));
      await blobs.remove(blobKey("k2"));
    });

    it("leaves no parts of a large blob if its source fails", async () => {
      const prefix = `parts-${randomUUID()}`;
      const blobs = createS3BlobStore({ client, bucket: server.bucket, prefix });
      await expect(blobs.put(blobKey("k"), zeros(40 * MIB, "break"))).rejects.toThrow("the source broke");
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: server.bucket, Prefix: prefix }),
      );
      expect(Uploads).toEqual([]);
    });

    it("rejects a large blob early if its key exists", async () => {
      const blobs = createS3BlobStore({ client, bucket: server.bucket, prefix: `taken-${randomUUID()}` });
      stores.push(blobs);
      await blobs.put(blobKey("k"), zeros(3));
      const source = counted(zeros(64 * MIB));
      await expect(blobs.put(blobKey("k"), source.bytes)).rejects.toBeInstanceOf(BlobExistsError);
      expect(source.taken()).toBeLessThanOrEqual(18 * MIB);
      expect(source.isEnded()).toBe(true);
    });

    it("is refused with a wrong secret", async () => {
      const stranger = clientOf(server, "not-the-secret");
      const blobs = createS3BlobStore({ client: stranger, bucket: server.bucket });
      const refused = expect.objectContaining({ name: "SignatureDoesNotMatch" });
      await expect(blobs.put(blobKey("k"), zeros(1))).rejects.toThrow(refused);
      await expect(blobs.open(blobKey("k"))).rejects.toThrow(refused);
      await expect(blobs.check()).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
      stranger.destroy();
    });

    it("fails without its bucket", async () => {
      const blobs = createS3BlobStore({ client, bucket: "no-such-bucket-of-ours" });
      const missing = expect.objectContaining({ name: "NoSuchBucket" });
      await expect(blobs.check()).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
      await expect(blobs.put(blobKey("k"), zeros(1))).rejects.toThrow(missing);
      await expect(blobs.open(blobKey("k"))).rejects.toThrow(missing);
    });

    afterAll(async () => {
      for (const store of isPermanent ? stores : []) {
        for (const key of await keysOf(store)) await store.remove(key);
      }
      client.destroy();
    });
  });
}

describe("The S3 adapter", () => {
  it("ignores objects outside its prefix", async () => {
    const client = clientOf(standIn);
    const { bucket: Bucket } = standIn;
    for (const Key of ["shared/README", "shared/lost+found/x", "shared-not/k", "k"]) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
    }
    const blobs = createS3BlobStore({ client, bucket: Bucket, prefix: "shared" });
    await blobs.put(blobKey("k"), zeros(1));
    expect(await keysOf(blobs)).toEqual(["k"]);
    expect(await keysOf(createS3BlobStore({ client, bucket: Bucket }))).toContain("shared/k");
    client.destroy();
  });

  it("takes the time of a blob from the server", async () => {
    let now = 1_000_000;
    const server = await startFakeS3({ now: () => now });
    const client = clientOf(server);
    const blobs = createS3BlobStore({ client, bucket: server.bucket });
    await blobs.put(blobKey("old"), zeros(1));
    now = 2_000_000;
    await blobs.put(blobKey("new"), zeros(1));
    expect(await keysOf(blobs, 1_000_000)).toEqual([]);
    expect(await keysOf(blobs, 2_000_000)).toEqual(["old"]);
    client.destroy();
    await server.stop();
  });

  it("throws insufficient_storage, keeps nothing and stops reading the source", async () => {
    const server = await startFakeS3({ quotaBytes: 40 * MIB });
    const client = clientOf(server);
    const blobs = createS3BlobStore({ client, bucket: server.bucket });
    const full = { kind: "insufficient_storage", cause: { name: "QuotaExceeded" } };
    const source = counted(zeros(160 * MIB));
    await expect(blobs.put(blobKey("large"), source.bytes)).rejects.toMatchObject(full);
    expect(source.taken()).toBeLessThan(160 * MIB);
    expect(source.isEnded()).toBe(true);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: server.bucket }));
    expect(Uploads).toEqual([]);

    await blobs.put(blobKey("most"), zeros(40 * MIB));
    await expect(blobs.put(blobKey("small"), zeros(1))).rejects.toMatchObject(full);
    expect(await keysOf(blobs)).toEqual(["most"]);
    client.destroy();
    await server.stop();
  });

  it("fails a read of a broken connection", async () => {
    const broken = await serverThat((socket) => socket.write("half"));
    const bytes = await broken.blobs.open(blobKey("k"));
    await expect(textOf(bytes)).rejects.toThrow("aborted");
    await broken.stop();
  });

  it("reports a connection failure to a later read", async () => {
    const broken = await serverThat(() => {});
    const bytes = await broken.blobs.open(blobKey("k"));
    await broken.disconnected;
    await expect(textOf(bytes)).rejects.toMatchObject({ code: "ECONNRESET" });
    await broken.stop();
  });
});

async function* zeros(byteSize: number, end: "end" | "break" = "end"): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < byteSize; sent += MIB) yield Buffer.alloc(Math.min(MIB, byteSize - sent));
  if (end === "break") throw new Error("the source broke");
}

/** A source that counts the bytes taken and records whether it was closed. */
function counted(source: AsyncIterable<Uint8Array>) {
  let taken = 0;
  let isEnded = false;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        taken += chunk.byteLength;
        yield chunk;
      }
    } finally {
      isEnded = true;
    }
  }
  return { bytes: bytes(), taken: () => taken, isEnded: () => isEnded };
}

async function beginUpload(client: S3Client, { bucket: Bucket }: S3Server, Key: string) {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  return { Bucket, Key, UploadId };
}

async function keysOf(blobs: BlobStore, olderThan = Number.MAX_SAFE_INTEGER): Promise<readonly BlobKey[]> {
  const keys: BlobKey[] = [];
  for await (const key of blobs.list("", olderThan)) keys.push(key);
  return keys.sort();
}

async function textOf(bytes: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A server that announces a hundred bytes, runs `act` and cuts the connection. */
async function serverThat(act: (response: { write(text: string): unknown }) => unknown) {
  const disconnected = Promise.withResolvers<void>();
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.flushHeaders();
    act(response);
    // Only after the headers have arrived: the adapter then has its stream.
    response.socket?.once("close", disconnected.resolve);
    setImmediate(() => response.socket?.end());
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  const client = createS3Client(
    { endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", forcePathStyle: true },
    { credentials: { accessKeyId: "any", secretAccessKey: "any" } },
  );
  return {
    blobs: createS3BlobStore({ client, bucket: "any" }),
    disconnected: disconnected.promise,
    async stop() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
