import { createHash } from "node:crypto";
import { once } from "node:events";
import * as nodeFiles from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { createFsBlobStore, type FileOperations } from "@cartulary/blobs-fs";
import type { BlobStore } from "@cartulary/kernel";
import { type Listener, listen } from "@cartulary/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { until } from "../../support/cartulary-process.ts";
import { type Client, createClient } from "../../support/checked-client.ts";
import { databases } from "../../support/databases.ts";
import { slowUpload } from "../../support/slow-upload.ts";

const MIB = 1_048_576;
/** More than the system's own buffers on the way between two sockets hold, several times over. */
const LARGE_BYTES = 64 * MIB;
const AHEAD_BYTES_MAX = LARGE_BYTES / 2;
const UPLOAD_BYTES_MAX = LARGE_BYTES;
const PIECE = Buffer.alloc(65_536, "a piece of a large file");

/** Counts the calls of the blob store, with a gate before each write. */
interface Watched {
  readonly files: FileOperations;
  open: number;
  read: number;
  written: number;
  /** Writing waits for it. */
  gate: Promise<void>;
}

describe("Over a real socket", () => {
  let watched: Watched;
  let house: House;
  let listener: Listener;
  let url: string;
  let token: string;
  let client: Client;

  beforeEach(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    watched = watch();
    const blobStoreIn = (directory: string): BlobStore => createFsBlobStore({ directory, files: watched.files });
    house = await openHouse(await sqlite.open(), { maxDirectUploadBytes: UPLOAD_BYTES_MAX, blobStoreIn });
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    url = `http://127.0.0.1:${listener.port}`;
    token = await house.admin.token();
    client = createClient({ baseUrl: url, token });
  });
  afterEach(async () => {
    await listener.close(0);
    await house.close();
  });

  const storedLarge = async () => client.createDocument({ file: { name: "large.bin", bytes: pieces(LARGE_BYTES) } });
  const blobFiles = async () => (await entriesOf(house.blobDirectory)).filter((entry) => entry.isFile());

  async function expectNothingStored(): Promise<void> {
    expect((await client.listDocuments()).total).toBe(0);
    await until("the bytes are collected", async () => {
      await house.upkeep.run();
      return (await blobFiles()).length === 0;
    });
    expect(watched.open).toBe(0);
  }

  it("a slow reader limits the reading of a file, and gets all of it in the end", async () => {
    const { id, sha256 } = await storedLarge();
    watched.read = 0;
    const response = await begun(id);
    for (let turn = 0; turn < 50; turn += 1) await fetch(`${url}/readyz`);
    expect(watched.read).toBeGreaterThan(0);
    expect(watched.read).toBeLessThan(AHEAD_BYTES_MAX);
    expect(await digestOf(response)).toBe(sha256);
    expect(watched.read).toBe(LARGE_BYTES);
  });

  it("a slow store limits the reading of an upload, and gets all of it in the end [U-8]", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    watched.gate = promise;
    const upload = slowUpload({ url, token });
    let taken = 0;
    const sending = (async () => {
      for await (const piece of pieces(LARGE_BYTES)) {
        await upload.write(piece);
        taken += piece.byteLength;
      }
    })();
    await until("the store begins to write", () => watched.written > 0 || watched.open > 0);
    for (let turn = 0; turn < 50; turn += 1) await fetch(`${url}/readyz`);
    expect(taken).toBeLessThan(AHEAD_BYTES_MAX);

    resolve();
    await sending;
    const { status, text } = await upload.finish();
    expect(status).toBe(201);
    expect(JSON.parse(text)).toMatchObject({ byte_size: LARGE_BYTES, sha256: digestOfPieces(LARGE_BYTES) });
  });

  it("a client that leaves in the middle of an upload leaves neither document nor bytes", async () => {
    const upload = slowUpload({ url, token });
    for await (const piece of pieces(2 * MIB)) await upload.write(piece);
    await until("the store writes", () => watched.written > 0);
    upload.leave();
    await until("the store lets go of the file", () => watched.open === 0);
    await expectNothingStored();
  });

  it("a client that leaves in the middle of a replacement or a version leaves the document as it was", async () => {
    const { id } = await client.createDocument({ file: { name: "a.txt", bytes: Buffer.from("as it was") } });
    const before = await client.getDocument({ params: { id } });
    for (const send of [
      (signal: AbortSignal) => client.updateDocument({ params: { id }, file: endless(), signal }),
      (signal: AbortSignal) => client.createVersion({ params: { id }, file: endless(), signal }),
    ]) {
      watched.written = 0;
      const leaving = new AbortController();
      const sent = expect(send(leaving.signal)).rejects.toThrow(/abort/);
      await until("the store writes", () => watched.written > MIB);
      leaving.abort();
      await sent;
      await until("the store lets go of the file", () => watched.open === 0);
    }
    expect(await client.getDocument({ params: { id } })).toEqual(before);
    expect((await client.listVersions({ params: { id } })).total).toBe(0);
    await until("the bytes are collected", async () => {
      await house.upkeep.run();
      return (await blobFiles()).length === 1;
    });
  });

  it.each([
    ["in the middle of", (response: IncomingMessage) => once(response, "data")],
    ["at the first byte of", async () => {}],
  ])("a client that leaves %s a download lets the store close its file", async (_, look) => {
    const { id } = await storedLarge();
    const response = await begun(id);
    expect(watched.open).toBe(1);
    await look(response);
    response.destroy();
    await until("the store lets go of the file", () => watched.open === 0);
    expect(watched.read).toBeLessThan(LARGE_BYTES);
  });

  it("HEAD opens the file once and closes it; an answer without bytes opens none", async () => {
    const { id, sha256 } = await client.createDocument({ file: { name: "a.txt", bytes: Buffer.from("short") } });
    const path = `${url}${DOCUMENTS}/documents/${id}/content`;
    const authorization = `Bearer ${token}`;
    let opened = 0;
    const { open } = watched.files;
    Object.assign(watched.files, {
      open: (...words: Parameters<typeof open>) => open(...words).finally(() => opened++),
    });
    const known = await fetch(path, { headers: { authorization, "if-none-match": `"${sha256}"` } });
    const outside = await fetch(path, { headers: { authorization, range: "bytes=5-" } });
    expect([known.status, outside.status, opened]).toEqual([304, 416, 0]);
    const head = await fetch(path, { method: "HEAD", headers: { authorization } });
    expect([head.status, opened]).toEqual([200, 1]);
    await until("the store lets go of the file", () => watched.open === 0);
  });

  it.each([
    ["says it is", UPLOAD_BYTES_MAX + 5 * MIB],
    ["turns out to be", undefined],
  ])(
    "answers a file that is %s too large with 413, which reaches its sender, and stores nothing of it",
    async (_, byteSize) => {
      const upload = slowUpload({ url, token, ...(byteSize !== undefined && { byteSize }) });
      let sent = 0;
      let answered = false;
      void upload.reply.then(() => {
        answered = true;
      });
      for await (const piece of pieces(UPLOAD_BYTES_MAX + 5 * MIB)) {
        if (answered) break;
        await upload.write(piece).catch(() => {});
        sent += piece.byteLength;
      }
      const { status, text } = await upload.reply;
      expect([status, JSON.parse(text).error]).toEqual([413, "payload_too_large"]);
      if (byteSize !== undefined) expect(sent).toBeLessThan(AHEAD_BYTES_MAX);
      await expectNothingStored();
    },
  );

  it.each([
    ["shorter than it should be", (file: string) => nodeFiles.truncate(file, MIB - 10)],
    ["gone", (file: string) => nodeFiles.rm(file)],
  ])("a stored file that is %s is never answered as a whole content", async (_, harm) => {
    const { id } = await client.createDocument({ file: { name: "a.bin", bytes: pieces(MIB) } });
    const [file] = await blobFiles();
    if (!file) throw new Error("There is no file");
    await harm(join(file.parentPath, file.name));
    const outcome = await client
      .getDocumentContent({ params: { id } })
      .then(
        (response) => response.arrayBuffer().then(() => "whole"),
        (error: { readonly status?: number }) => error.status,
      )
      .catch(() => "broken off");
    expect(["broken off", 500]).toContain(outcome);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  /** A download whose body is not read yet. */
  async function begun(id: string): Promise<IncomingMessage> {
    const headers = { authorization: `Bearer ${token}` };
    const request = get(`${url}${DOCUMENTS}/documents/${id}/content`, { headers, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return response;
  }
});

function watch(): Watched {
  const files: FileOperations = {
    ...nodeFiles,
    async open(path, flags) {
      const file = await nodeFiles.open(path, flags);
      watched.open += 1;
      return {
        async read(...words) {
          const found = await file.read(...words);
          watched.read += found.bytesRead;
          return found;
        },
        async write(...words) {
          await watched.gate;
          const done = await file.write(...words);
          watched.written += done.bytesWritten;
          return done;
        },
        stat: () => file.stat(),
        sync: () => file.sync(),
        async close() {
          await file.close();
          watched.open -= 1;
        },
      };
    },
  };
  const watched: Watched = { files, open: 0, read: 0, written: 0, gate: Promise.resolve() };
  return watched;
}

async function* pieces(byteSize: number): AsyncGenerator<Uint8Array> {
  for (let left = byteSize; left > 0; left -= PIECE.byteLength) yield PIECE.subarray(0, left);
}

function endless() {
  return { name: "endless.bin", bytes: pieces(UPLOAD_BYTES_MAX) };
}

function digestOfPieces(byteSize: number): string {
  const hash = createHash("sha256");
  for (let left = byteSize; left > 0; left -= PIECE.byteLength) hash.update(PIECE.subarray(0, left));
  return hash.digest("hex");
}

async function digestOf(response: IncomingMessage): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of response) hash.update(chunk);
  return hash.digest("hex");
}

/** None, as long as the store has not made its directory. */
function entriesOf(directory: string) {
  return nodeFiles.readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
}
