import { createHash } from "node:crypto";
import { type Client, createClient, type Tokens, type UploadProgress } from "@cartulary/client";
import { type Listener, listen } from "@cartulary/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { type FaultyProxy, startFaultyProxy } from "../../support/faulty-proxy.ts";

const MIB = 1_048_576;
const HOURS_MS = 3_600_000;
const { email: username, password, clientId, clientSecret } = FIRST;

/** Bytes that differ everywhere. */
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 11)) & 255;
  return bytes;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("the client, over a socket that faults", () => {
  const file = bytesOf(11 * MIB);
  let house: House;
  let listener: Listener;
  let proxy: FaultyProxy;
  let tokens: Tokens;
  let client: Client;
  const reported: Tokens[] = [];

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    proxy = await startFaultyProxy(`http://127.0.0.1:${listener.port}`);
    const application = { client_id: clientId, client_secret: clientSecret };
    const grant = { grant_type: "password" as const, username, password, scope: "read write admin", ...application };
    const granted = await createClient({ baseUrl: proxy.url }).createToken(grant);
    tokens = { accessToken: granted.access_token, refreshToken: granted.refresh_token, clientId, clientSecret };
    client = createClient({ baseUrl: `${proxy.url}/`, tokens, onTokens: (each) => void reported.push(each) });
  });

  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await listener.close(1);
    await house.close();
  });

  it("uploads in chunks with progress, through a lost connection and a token that expires, and reads it back", async () => {
    const progress: UploadProgress[] = [];
    proxy.faults = {
      instead: ({ path, before }) => (path.endsWith("/chunks/2") && before === 0 ? "cut" : undefined),
    };
    const document = await client.createDocument(
      { uploaded_file: new File([file], "long.bin"), name: "Long", tag_list: ["a"] },
      {
        onProgress(each) {
          progress.push(each);
          if (progress.length === 2) house.clock.pass(3 * HOURS_MS);
        },
      },
    );
    expect(document).toMatchObject({ name: "Long", byte_size: file.length, sha256: sha256(file), tags: ["a"] });
    expect(progress.map(({ loaded, total }) => [loaded / MIB, total / MIB])).toEqual(
      [0, 5, 10, 11].map((at) => [at, 11]),
    );
    expect(progress[0]?.uploadId).toMatch(/^[0-9a-f-]{36}$/);
    expect(reported).toHaveLength(1);

    proxy.faults = {
      change: ({ path, before }) => (path.endsWith("/content") && before < 2 ? { cutAfter: 3 * MIB } : undefined),
    };
    const content = await client.getDocumentContent({ id: document.id });
    expect(content.headers.get("content-type")).toBe("application/octet-stream");
    expect(sha256(await content.bytes())).toBe(document.sha256);
    const parts = proxy.requests.filter(({ path }) => path.endsWith("/content"));
    expect(parts.map(({ headers }) => headers.range)).toEqual([undefined, "bytes=3145728-", "bytes=6291456-"]);
  });

  it("resumes an earlier upload, and sends only the missing chunks", async () => {
    let uploadId: string | null = null;
    const stopped = new AbortController();
    const uploading = client.createDocument(
      { uploaded_file: file, name: "resumed" },
      {
        signal: stopped.signal,
        onProgress(progress) {
          uploadId = progress.uploadId;
          if (progress.loaded > 0) stopped.abort(new Error("the page is closed"));
        },
      },
    );
    await expect(uploading).rejects.toThrow("the page is closed");
    const before = proxy.requests.length;
    const input = { uploaded_file: new Blob([file]).stream(), name: "resumed", chunked_upload_id: uploadId };
    const document = await client.createDocument(input, { size: file.length });
    expect(document.sha256).toBe(sha256(file));
    const chunks = proxy.requests.slice(before).filter(({ path }) => path.includes("/chunks/"));
    expect(chunks.map(({ path }) => path.at(-1))).toEqual(["2", "3"]);
  });

  it("uploads blobs, bytes and streams, and whole files where they are small", async () => {
    const small = bytesOf(1000);
    const before = proxy.requests.length;
    const progress: UploadProgress[] = [];
    const uploads = [new File([small], "a.bin"), new Blob([small]), small, new Blob([small]).stream()];
    for (const uploaded_file of uploads) {
      const made = await client.createDocument({ uploaded_file }, { onProgress: (each) => void progress.push(each) });
      expect([made.sha256, made.name]).toEqual([sha256(small), uploaded_file instanceof File ? "a.bin" : "file"]);
      const second = { id: made.id, uploaded_file: new Blob(["b"]), comment: "second" };
      expect((await client.createVersion(second)).versions_count).toBe(1);
      const third = { ...second, expected_sha256: sha256(new TextEncoder().encode("b")) };
      expect((await client.createVersion(third)).versions_count).toBe(2);
    }
    expect(proxy.requests.slice(before).some(({ path }) => path.includes("chunked"))).toBe(false);
    expect(progress).toEqual(uploads.map(() => ({ loaded: 1000, total: 1000, uploadId: null })));
  });

  it("creates once, though the answer is lost", async () => {
    proxy.faults = {
      change: ({ method, before }) => (method === "POST" && before === 0 ? { cutAfter: 5 } : undefined),
    };
    const { id } = await client.createWorkspace({ label: "once" });
    proxy.faults = {};
    const found: string[] = [];
    for await (const workspace of client.listWorkspaces.all({ q: { label_eq: "once" } })) found.push(workspace.id);
    expect(found).toEqual([id]);
  });

  it("iterates every page once", async () => {
    const names = Array.from({ length: 5 }, (_, at) => `page ${at}`);
    for (const name of names) await client.createFolder({ name });
    const input = { q: { name_start: "page " }, sort: "name", direction: "asc", per_page: 2 } as const;
    const page = await client.listFolders.page({ ...input, page: 2 });
    expect([page.total, page.page, page.perPage, page.hasMore]).toEqual([5, 2, 2, true]);
    const found: string[] = [];
    for await (const folder of client.listFolders.all(input)) found.push(folder.name);
    expect(found).toEqual(names);
  });
});
