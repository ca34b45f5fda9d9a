import * as nodeFiles from "node:fs/promises";
import { join } from "node:path";
import { createFsBlobStore, type FileOperations } from "@cartulary/blobs-fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import {
  bytesOfLength,
  CHUNKED_UPLOADS,
  type Chunking,
  chunkingBy,
  chunkOf,
  MIB,
  md5Of,
} from "../../support/chunked.ts";
import { filesIn } from "../../support/chunked-fixture.ts";
import { type TestEngine, usualDatabases } from "../../support/databases.ts";
import { folderAt, type Makers, makersFor, NOTHING, sha256, versionsOf } from "../../support/record-factories.ts";
import type { ChunkedUploadBody, CreatedDocumentBody, DocumentBody } from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Refused, type Reply, uploadForm } from "../../support/send-request.ts";

const DAY_MS = 86_400_000;
const TEXT = "application/json";

/** Also the rows of the specification's table of hostile inputs that are about chunks; by their numbers. */
describe.each(usualDatabases)("chunked uploads on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let person: Person;
  let mine: Chunking;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    person = await house.person();
    mine = chunkingBy(person);
  });
  afterAll(() => house.close());

  const refused = (reply: Reply<unknown>, status: number, code: string): Refused => {
    expect((reply.body as { success?: boolean } | undefined)?.success).toBe(false);
    return expectRefusal(reply, status, code);
  };
  const dataOf = (reply: Reply<ChunkedUploadBody>) => expectStatus(reply, 200).data;

  it("describe a new upload in full", async () => {
    const { data, success } = expectStatus(
      await mine.init({ filename: "a/b.pdf", content_type: "Application/PDF; x=y", file_size: 2 * MIB + 5 }),
      201,
    );
    const now = house.clock.now();
    expect({ success, ...data }).toEqual({
      success: true,
      upload_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: "pending",
      filename: "a/b.pdf",
      content_type: "application/pdf",
      file_size: 2 * MIB + 5,
      chunk_size: MIB,
      total_chunks: 3,
      uploaded_chunks: 0,
      uploaded_bytes: 0,
      progress: 0,
      missing_chunks: [1, 2, 3],
      expires_at: new Date(Date.parse(now) + DAY_MS).toISOString(),
      expired: false,
      object_key: null,
      document_id: null,
      created_at: now,
      completed_at: null,
    });
    expect(dataOf(await mine.status(data.upload_id))).toEqual(data);
    expect(dataOf(await person.ask("GET", `${CHUNKED_UPLOADS}/${data.upload_id}`))).toEqual(data);
  });

  it("take chunks in any order and make the file of them [U-1]", async () => {
    const bytes = bytesOfLength(2 * MIB + 5);
    const id = await mine.open(bytes.byteLength);
    const sent = [3, 1, 2].map(async (number) =>
      expectStatus(await mine.send(id, number, chunkOf(bytes, number)), 200),
    );
    const [third] = await Promise.all(sent);
    expect(third?.data).toMatchObject({
      chunk_number: 3,
      chunk_size_received: 5,
      chunk_md5: md5Of(chunkOf(bytes, 3)),
      total_chunks: 3,
    });
    expect(dataOf(await mine.status(id))).toMatchObject({ uploaded_chunks: 3, progress: 100, missing_chunks: [] });
    const completed = dataOf(await mine.complete(id, md5Of(bytes)));
    expect(completed).toMatchObject({
      status: "completed",
      uploaded_chunks: 3,
      uploaded_bytes: bytes.byteLength,
      progress: 100,
      missing_chunks: [],
      object_key: expect.stringMatching(/\S/),
      completed_at: house.clock.now(),
      expires_at: new Date(Date.parse(house.clock.now()) + DAY_MS).toISOString(),
    });
    expect(dataOf(await mine.complete(id))).toEqual(completed);
    expect(dataOf(await mine.status(id))).toEqual(completed);
  });

  it("report progress in hundredths of a percent, rounded down", async () => {
    const bytes = bytesOfLength(3 * MIB - 1);
    const id = await mine.open(bytes.byteLength);
    const { data } = expectStatus(await mine.send(id, 2, chunkOf(bytes, 2)), 200);
    expect(data).toMatchObject({ uploaded_chunks: 1, uploaded_bytes: MIB, progress: 33.33, missing_chunks: [1, 3] });
  });

  it("count a repeated chunk once, and keep its last bytes", async () => {
    const [bytes, other] = [bytesOfLength(100), bytesOfLength(100, 2)];
    const id = await mine.open(100);
    for (const each of [bytes, bytes, other]) {
      const { data } = expectStatus(await mine.send(id, 1, each), 200);
      expect(data).toMatchObject({ uploaded_chunks: 1, uploaded_bytes: 100, chunk_md5: md5Of(each) });
    }
    refused(await mine.complete(id, md5Of(bytes)), 422, "checksum_mismatch");
    expect(dataOf(await mine.complete(id, md5Of(other))).status).toBe("completed");
  });

  it("take a chunk by PUT, of no declared type or length, and in no encoding by name", async () => {
    const bytes = bytesOfLength(10);
    const id = await mine.open(10);
    const path = `${CHUNKED_UPLOADS}/${id}/chunks/1`;
    const put = {
      body: bytes,
      headers: { "content-type": "application/octet-stream", "content-encoding": "identity" },
    };
    expectStatus(await person.ask<unknown>("PUT", path, put), 200);
    expectStatus(await person.ask<unknown>("PATCH", path, { body: bytes }), 200);
    expectStatus(await person.ask<unknown>("PATCH", path, { body: new Blob([bytes]).stream() }), 200);
  });

  it("check a chunk against the digests of its request", async () => {
    const bytes = bytesOfLength(10);
    const id = await mine.open(10);
    const [md5, digest] = [md5Of(bytes), `sha-256=:${Buffer.from(sha256(bytes), "hex").toString("base64")}:`];
    const wrong = `sha-256=:${Buffer.from(sha256("x"), "hex").toString("base64")}:`;
    for (const headers of [
      { "content-md5": md5 },
      { "content-digest": digest },
      { "content-digest": `sha-512=:AAAA:, ${digest};x=1` },
      { "content-digest": "sha-512=:AAAA:, md5=x" },
      { "content-digest": `${wrong}, ${digest}` },
      { "content-md5": md5, "content-digest": digest },
    ]) {
      expectStatus(await mine.send(id, 1, bytes, headers), 200);
    }
    for (const headers of [
      { "content-md5": md5Of(bytesOfLength(10, 2)) },
      { "content-digest": wrong },
      { "content-md5": md5, "content-digest": wrong },
    ]) {
      refused(await mine.send(id, 1, bytes, headers), 422, "checksum_mismatch");
    }
    for (const headers of [
      { "content-md5": "x" },
      { "content-md5": Buffer.from(md5, "base64").toString("hex") },
      { "content-digest": "sha-256" },
      { "content-digest": "sha-256=abc" },
      { "content-digest": "sha-256=:AAAA:" },
    ]) {
      refused(await mine.send(id, 1, bytes, headers as Record<string, string>), 400, "bad_request");
    }
  });

  it("49: 422 for a file or a chunk of an impossible size, and 422 for an invalid name", async () => {
    for (const [file_size, code] of [
      [0, "greater_than_or_equal_to"],
      [-1, "greater_than_or_equal_to"],
      [5_368_709_121, "less_than_or_equal_to"],
      ["10", "not_a_number"],
      [1.5, "not_a_number"],
      [null, "blank"],
    ] as const) {
      const reply = await mine.init({ file_size });
      expect(reply.body).toMatchObject({ success: false });
      expectInvalid(reply, "file_size", code);
    }
    expectInvalid(await mine.init({ file_size: 10, chunk_size: MIB - 1 }), "chunk_size", "greater_than_or_equal_to");
    expectInvalid(await mine.init({ file_size: 10, chunk_size: 104_857_601 }), "chunk_size", "less_than_or_equal_to");
    expectInvalid(await mine.init({ file_size: 10, filename: "a\u0000b" }), "filename", "invalid");
    expectInvalid(await mine.init({ file_size: 10, filename: "a\ud800b" }), "filename", "invalid");
    expectInvalid(await mine.init({ file_size: 10, filename: "exe.\u202efdp" }), "filename", "invalid");
    expectInvalid(await mine.init({ file_size: 10, filename: " \u200b" }), "filename", "blank");
    expectInvalid(await mine.init({ file_size: 10, filename: "x".repeat(5_000) }), "filename", "too_long");
    expectInvalid(await mine.init({ file_size: 10, metadata: { a: "\u0000" } }), "metadata", "invalid");
    const { data } = expectStatus(await mine.init({ file_size: 5_368_709_120, content_type: "no type" }), 201);
    expect(data).toMatchObject({ total_chunks: 5120, content_type: "application/octet-stream" });
    expect(data.missing_chunks).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    const usual = expectStatus(await mine.init({ file_size: 5_242_881, chunk_size: undefined }), 201).data;
    expect(usual).toMatchObject({ chunk_size: 5_242_880, total_chunks: 2 });
    for (const each of [data, usual]) expectStatus(await mine.cancel(each.upload_id), 200);
  });

  it("50: 422 for a chunk of a number that there is not, 404 for none", async () => {
    const id = await mine.open(5 * MIB);
    const bytes = bytesOfLength(MIB);
    for (const number of [0, 6, -1, "99999999999999999999999"]) {
      refused(await mine.send(id, number, bytes), 422, "invalid_chunk_number");
    }
    for (const number of ["abc", "1.5", "1e1", "0x1", "+1", "%201"]) {
      refused(await mine.send(id, number, bytes), 404, "not_found");
    }
    expectStatus(await mine.cancel(id), 200);
  });

  it("51: 422 for a chunk of a wrong length, declared or not, and stores nothing of it", async () => {
    const id = await mine.open(MIB + 10);
    const full = bytesOfLength(MIB);
    for (const length of [MIB - 1, 0]) {
      refused(await mine.send(id, 1, full.subarray(0, length)), 422, "invalid_chunk_size");
      refused(await mine.send(id, 1, new Blob([full.subarray(0, length)]).stream()), 422, "invalid_chunk_size");
    }
    refused(await mine.send(id, 1, bytesOfLength(MIB + 1)), 422, "invalid_chunk_size");
    refused(await mine.send(id, 1, new Blob([bytesOfLength(MIB + 1)]).stream()), 422, "invalid_chunk_size");
    refused(await mine.send(id, 2, full), 422, "invalid_chunk_size");
    for (const length of ["5", "nonsense"]) {
      refused(await mine.send(id, 2, full.subarray(0, 11), { "content-length": length }), 422, "invalid_chunk_size");
    }
    expect(dataOf(await mine.status(id))).toMatchObject({ uploaded_chunks: 0, uploaded_bytes: 0, progress: 0 });
    expectStatus(await mine.cancel(id), 200);
  });

  it("52: 400 for a chunk of a wrong type or encoding", async () => {
    const id = await mine.open(10);
    const bytes = bytesOfLength(10);
    for (const type of [TEXT, "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]) {
      refused(await mine.send(id, 1, bytes, { "content-type": type }), 400, "bad_request");
    }
    for (const encoding of ["gzip", "identity, br"]) {
      refused(await mine.send(id, 1, bytes, { "content-encoding": encoding }), 400, "bad_request");
    }
  });

  it("54: 422 for completing an upload with missing chunks, with the first hundred of their numbers", async () => {
    const id = await mine.open(3 * MIB);
    expectStatus(await mine.send(id, 2, bytesOfLength(MIB)), 200);
    const body = refused(await mine.complete(id), 422, "chunks_missing");
    expect(body.details).toEqual({ missing_chunks: [1, 3] });
    const large = await mine.open(5_368_709_120);
    const { details } = refused(await mine.complete(large), 422, "chunks_missing");
    expect((details as unknown as { missing_chunks: number[] }).missing_chunks).toHaveLength(100);
    expect(dataOf(await mine.status(id)).status).toBe("pending");
  });

  it("55: 422 for an invalid checksum", async () => {
    const bytes = bytesOfLength(10);
    const id = await mine.sendAll(bytes);
    const hex = Buffer.from(md5Of(bytes), "base64").toString("hex");
    const fifteen = Buffer.alloc(15).toString("base64");
    for (const checksum of [
      "not base64",
      "!".repeat(24),
      `${"A".repeat(21)}B==`,
      fifteen,
      hex,
      "",
      `${md5Of(bytes)} `,
      "A".repeat(1_000),
      7,
      {},
    ]) {
      expectInvalid(await mine.complete(id, checksum), "checksum", "invalid");
    }
    expect(dataOf(await mine.complete(id, null)).status).toBe("completed");
  });

  it("56: 422 for the wrong MD5, and the right one is taken then [U-6]", async () => {
    const bytes = bytesOfLength(MIB + 3);
    const id = await mine.sendAll(bytes);
    const wrong = md5Of(bytesOfLength(3));
    refused(await mine.complete(id, wrong), 422, "checksum_mismatch");
    expect(dataOf(await mine.status(id))).toMatchObject({ status: "pending", uploaded_chunks: 2 });
    const { object_key } = dataOf(await mine.complete(id, md5Of(bytes)));
    refused(await mine.complete(id, wrong), 422, "checksum_mismatch");
    expect(dataOf(await mine.complete(id, md5Of(bytes))).object_key).toBe(object_key);
  });

  it("57: create one file under concurrent completions [U-5]", async () => {
    const id = await mine.sendAll(bytesOfLength(2 * MIB));
    const replies = await Promise.all(Array.from({ length: 10 }, () => mine.complete(id)));
    const done = replies.filter(({ status }) => status === 200);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      refused(reply, 409, "upload_processing");
      expect(reply.headers.get("retry-after")).toBe("2");
    }
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ body }) => body.data.object_key)).size).toBe(1);
    expect(dataOf(await mine.complete(id)).object_key).toBe(done[0]?.body.data.object_key);
  });

  it("58, 59: 422 for requests after a cancellation, and for cancelling a completed upload", async () => {
    const bytes = bytesOfLength(10);
    const id = await mine.sendAll(bytes);
    const cancelled = dataOf(await mine.cancel(id));
    expect(cancelled).toMatchObject({
      status: "cancelled",
      uploaded_chunks: 0,
      uploaded_bytes: 0,
      progress: 0,
      missing_chunks: [1],
    });
    expect(dataOf(await mine.cancel(id))).toEqual(cancelled);
    refused(await mine.send(id, 1, bytes), 422, "upload_not_open");
    refused(await mine.complete(id), 422, "upload_not_open");
    const completed = await mine.whole(bytes);
    refused(await mine.cancel(completed), 422, "already_completed");
    refused(await mine.send(completed, 1, bytes), 422, "upload_not_open");
  });

  it("60: 422 for requests a millisecond after the day, except cancelling and reading [U-9]", async () => {
    const bytes = bytesOfLength(10);
    const id = await mine.sendAll(bytes);
    const unused = await mine.whole(bytes);
    house.clock.pass(DAY_MS - 1);
    expectStatus(await mine.send(id, 1, bytes), 200);
    house.clock.pass(2);
    refused(await mine.send(id, 1, bytes), 422, "upload_expired");
    refused(await mine.complete(id), 422, "upload_expired");
    refused(await mine.complete(unused), 422, "upload_expired");
    const expired = dataOf(await mine.status(id));
    expect(expired).toMatchObject({ status: "expired", expired: true, uploaded_chunks: 0, progress: 0 });
    expect(dataOf(await mine.cancel(id))).toEqual(expired);
    expect(dataOf(await mine.status(unused))).toMatchObject({ status: "expired", expired: true, object_key: null });
    await house.upkeep.run();
    expect(dataOf(await mine.status(id))).toEqual(expired);
    expect(await house.findings()).toEqual([]);
  });

  it("are not there for others; administrators see and cancel them, and send nothing", async () => {
    const bytes = bytesOfLength(10);
    const id = await mine.sendAll(bytes);
    const [stranger, admin] = [chunkingBy(await house.person()), chunkingBy(house.admin)];
    for (const reply of [
      await stranger.status(id),
      await stranger.send(id, 1, bytes),
      await stranger.complete(id),
      await stranger.cancel(id),
      await mine.status(NOTHING),
      await mine.status("not-a-uuid"),
    ]) {
      expectNotFound(reply);
      expect(reply.body).toMatchObject({ success: false });
    }
    expect(dataOf(await admin.status(id))).toMatchObject({ status: "pending", uploaded_chunks: 1 });
    refused(await admin.send(id, 1, bytes), 403, "forbidden");
    refused(await admin.complete(id), 403, "forbidden");
    expect(dataOf(await admin.cancel(id)).status).toBe("cancelled");
  });

  it("are listed to their owner until they are finished, newest first", async () => {
    const owner = chunkingBy(await house.person());
    const listed = async (by: Person, query: Readonly<Record<string, string>> = {}) =>
      by.ask<ChunkedUploadBody["data"][]>("GET", CHUNKED_UPLOADS, { query });
    const person = await house.person();
    const own = chunkingBy(person);
    await owner.open(10);
    expect(expectStatus(await listed(person), 200)).toEqual([]);
    const bytes = bytesOfLength(3 * MIB);
    const [first, second] = [await own.open(bytes.byteLength, { filename: "a/b.bin" }), await own.open(10)];
    expectStatus(await own.send(first, 2, chunkOf(bytes, 2)), 200);
    expectStatus(await own.cancel(await own.open(10)), 200);
    await own.whole(bytesOfLength(10));
    const reply = await listed(person);
    expect(expectStatus(reply, 200)).toEqual([dataOf(await own.status(second)), dataOf(await own.status(first))]);
    expect(reply.body[1]).toMatchObject({ filename: "a/b.bin", uploaded_bytes: MIB, missing_chunks: [1, 3] });
    expect(reply.headers.get("x-total-count")).toBe("2");
    const paged = await listed(person, { page: "2", per_page: "1" });
    expect(expectStatus(paged, 200).map(({ upload_id }) => upload_id)).toEqual([first]);
    expect([paged.headers.get("x-total-count"), paged.headers.get("x-has-more")]).toEqual(["2", "false"]);
    refused((await listed(person, { per_page: "101" })) as Reply<unknown>, 400, "bad_request");
    refused((await house.ask("GET", CHUNKED_UPLOADS)) as Reply<unknown>, 401, "unauthorized");
    const ofAdmin = expectStatus(await listed(house.admin), 200).map(({ upload_id }) => upload_id);
    expect(ofAdmin).not.toContain(first);
    house.clock.pass(DAY_MS + 1);
    expect(expectStatus(await listed(person), 200)).toEqual([]);
  });

  it("are opened only where their owner may write", async () => {
    const folder = await makers.folder();
    const reader = await house.person();
    await house.grant(reader, "read", "folder", folder.id);
    const there = { file_size: 10, documents_folder_id: folder.id };
    expectInvalid(await mine.init(there), "documents_folder_id", "not_found");
    refused(await chunkingBy(reader).init(there), 403, "forbidden");
    expectInvalid(await mine.init({ file_size: 10, workspace_id: NOTHING }), "workspace_id", "not_found");
    expectStatus(await chunkingBy(house.admin).init(there), 201);
    expectStatus(await mine.init({ file_size: 10, documents_folder_id: null, workspace_id: null }), 201);
  });

  it("are a hundred at most in progress for one user, under concurrent requests", async () => {
    const busy = chunkingBy(await house.person());
    const replies = await Promise.all(Array.from({ length: 101 }, () => busy.init({ file_size: 10 })));
    const over = replies.filter(({ status }) => status !== 201);
    expect(over).toHaveLength(1);
    refused(over[0] as Reply<unknown>, 429, "rate_limited");
    expect(over[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
    const first = replies.find(({ status }) => status === 201)?.body.data.upload_id ?? "";
    expectStatus(await busy.cancel(first), 200);
    expectStatus(await busy.init({ file_size: 10 }), 201);
    expectStatus(await mine.init({ file_size: 10 }), 201);
  });

  describe("become", () => {
    const DOCUMENT = `${DOCUMENTS}/documents`;
    const make = (chunked_upload_id: string, fields = {}, by = person) =>
      by.ask<CreatedDocumentBody>("POST", DOCUMENT, { json: { chunked_upload_id, ...fields } });

    it("a document with their own fields by default, and with their bytes", async () => {
      const folder = await makers.folder({}, person);
      const bytes = bytesOfLength(MIB + 7);
      const id = await mine.whole(bytes, {
        filename: "C:\\scans/a\u0001 scan.txt",
        content_type: "text/plain",
        documents_folder_id: folder.id,
        metadata: { aB: { cD: 1 } },
      });
      const document = expectStatus(await make(id), 201);
      expect(document).toMatchObject({
        name: "a scan.txt",
        content_type: "text/plain",
        byte_size: MIB + 7,
        sha256: sha256(bytes),
        documents_folder_id: folder.id,
        metadata_user: { aB: { cD: 1 } },
      });
      const { data } = (await mine.status(id)).body;
      expect(data).toMatchObject({ status: "completed", document_id: document.id, uploaded_chunks: 2, expired: false });
      const content = await person.ask<unknown>("GET", `${DOCUMENT}/${document.id}/content`);
      expect(sha256(content.bytes)).toBe(sha256(bytes));

      const again = expectRefusal(await make(id), 422, "upload_already_used");
      expect(again.details).toEqual({ document_id: document.id });
      house.clock.pass(2 * DAY_MS);
      await house.upkeep.run();
      expect(await house.findings()).toEqual([]);
      expectStatus(await person.ask<unknown>("GET", `${DOCUMENT}/${document.id}/content`), 200);
      expect(dataOf(await mine.complete(id))).toMatchObject({ object_key: data.object_key, document_id: document.id });
    });

    it("a document with the fields of its request, in the requested place", async () => {
      const [theirs, other] = [await makers.folder({}, person), await makers.folder({}, person)];
      const fields = { documents_folder_id: theirs.id, metadata: { a: 1 } };
      const [one, none] = [await mine.whole(bytesOfLength(10), fields), await mine.whole(bytesOfLength(10), fields)];
      const changes = { name: "Lease", documents_folder_id: other.id, metadata_user: { b: 2 } };
      expect(expectStatus(await make(one, changes), 201)).toMatchObject(changes);
      const nowhere = { documents_folder_id: null, metadata_user: null };
      const { documents_folder_id, metadata_user } = expectStatus(await make(none, nowhere), 201);
      expect([documents_folder_id, metadata_user]).toEqual([null, {}]);
    });

    it("cannot become a document for another user, before completion, or twice", async () => {
      const bytes = bytesOfLength(10);
      const [whole, pending] = [await mine.whole(bytes), await mine.sendAll(bytes)];
      for (const id of [NOTHING, await chunkingBy(house.admin).whole(bytes)]) {
        expectInvalid(await make(id), "chunked_upload_id", "not_found");
      }
      expectInvalid(await make(whole, {}, house.admin), "chunked_upload_id", "not_found");
      expectRefusal(await make(pending), 422, "upload_not_open");
      expectStatus(await mine.cancel(pending), 200);
      expectRefusal(await make(pending), 422, "upload_not_open");
      const replies = await Promise.all(Array.from({ length: 5 }, () => make(whole)));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
      const late = await mine.whole(bytes);
      house.clock.pass(DAY_MS);
      expectRefusal(await make(late), 422, "upload_expired");
    });

    it("nothing that is refused, and are not spent by it", async () => {
      const folder = await makers.folder({}, person);
      const id = await mine.whole(bytesOfLength(10), { documents_folder_id: folder.id });
      expectInvalid(await make(id, { name: "" }), "name", "blank");
      expectInvalid(await make(id, { documents_folder_id: NOTHING }), "documents_folder_id", "not_found");
      expectInvalid(await make(id, { domain_id: NOTHING }), "domain_id", "not_found");
      expectStatus(await house.admin.ask<unknown>("DELETE", folderAt(folder.id)), 204);
      expectInvalid(await make(id), "documents_folder_id", "not_found");
      expect(dataOf(await mine.status(id)).document_id).toBeNull();
      expectStatus(await make(id, { documents_folder_id: null }), 201);
    });

    it("one document under an Idempotency-Key, for any number of requests", async () => {
      const id = await mine.whole(bytesOfLength(10));
      const asking = (name: string) => ({
        json: { chunked_upload_id: id, name },
        headers: { "idempotency-key": "from-chunks" },
      });
      const first = await person.ask<CreatedDocumentBody>("POST", DOCUMENT, asking("Lease"));
      const again = await person.ask<CreatedDocumentBody>("POST", DOCUMENT, asking("Lease"));
      expect(again.body).toEqual(expectStatus(first, 201));
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      expectRefusal(await person.ask("POST", DOCUMENT, asking("Another")), 422, "idempotency_key_reused");
    });

    it("a version, once", async () => {
      const document = await makers.upload({}, "first", person);
      const bytes = bytesOfLength(MIB + 1);
      const id = await mine.whole(bytes, { filename: "second.bin" });
      const json = { chunked_upload_id: id, comment: "larger" };
      const add = (fields = json) => person.ask<DocumentBody>("POST", versionsOf(document.id), { json: fields });
      const stale = { ...json, expected_sha256: sha256("another") };
      expectRefusal(await add(stale), 409, "version_precondition_failed");
      expectInvalid(await add({ ...json, chunked_upload_id: NOTHING }), "chunked_upload_id", "not_found");
      const both = uploadForm("x", { chunked_upload_id: id, expected_sha256: document.sha256 });
      for (const headers of [{}, { "idempotency-key": "k" }]) {
        const reply = await person.ask("POST", versionsOf(document.id), { ...both, headers });
        expectInvalid(reply, "chunked_upload_id", "invalid");
      }
      const next = expectStatus(await add(), 201);
      expect(next).toMatchObject({ id: document.id, sha256: sha256(bytes), versions_count: 1 });
      expectRefusal(await add(), 422, "upload_already_used");
      expect(dataOf(await mine.status(id)).document_id).toBe(document.id);
      expect(await house.findings()).toEqual([]);
    });
  });

  describe("leave no byte behind", () => {
    const files = () => filesIn(house.blobDirectory);
    /** Runs the periodic jobs of a host: expires uploads and collects blobs. */
    async function tidied(): Promise<number> {
      await house.upkeep.run();
      await house.upkeep.run();
      return (await files()).length;
    }

    it("when they are cancelled, completed, replaced, expired or broken off [U-4]", async () => {
      const before = await tidied();
      const bytes = bytesOfLength(MIB + 1);
      const [cancelled, completed, expired] = [
        await mine.sendAll(bytes),
        await mine.sendAll(bytes),
        await mine.sendAll(bytes),
      ];
      expectStatus(await mine.send(cancelled, 2, "x"), 200);
      expectStatus(await mine.send(expired, 2, chunkOf(bytes, 2)), 200);
      refused(await mine.complete(completed, md5Of(bytes.subarray(1))), 422, "checksum_mismatch");
      expect(await files()).toHaveLength(before + 7);
      expect(await tidied()).toBe(before + 6);
      expectStatus(await mine.cancel(cancelled), 200);
      expect(await tidied()).toBe(before + 4);
      expectStatus(await mine.complete(completed), 200);
      expect(await tidied()).toBe(before + 3);
      const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("the sender left")) });
      refused(await mine.send(expired, 1, broken), 400, "bad_request");
      expect(await tidied()).toBe(before + 3);
      house.clock.pass(DAY_MS);
      expect(await tidied()).toBe(before);
      expect((await mine.status(expired)).body.data.status).toBe("expired");
      expect(await house.findings()).toEqual([]);
      house.clock.pass(30 * DAY_MS);
      await house.upkeep.run();
      expectNotFound(await mine.status(expired));
    });
  });

  it("are opened once under an Idempotency-Key", async () => {
    const asking = (file_size: number) => ({
      json: { filename: "a", content_type: "text/plain", file_size },
      headers: { "idempotency-key": "one" },
    });
    const first = await person.ask<ChunkedUploadBody>("POST", CHUNKED_UPLOADS, asking(10));
    const again = await person.ask<ChunkedUploadBody>("POST", CHUNKED_UPLOADS, asking(10));
    expect(again.body).toEqual(expectStatus(first, 201));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    refused(await person.ask("POST", CHUNKED_UPLOADS, asking(11)), 422, "idempotency_key_reused");
  });

  it("refuse requests without a token, or with a read-only one, in their own envelope", async () => {
    const id = await mine.open(10);
    refused(await house.ask("GET", `${CHUNKED_UPLOADS}/${id}`), 401, "unauthorized");
    const reads = await person.as("read");
    refused(await reads("DELETE", `${CHUNKED_UPLOADS}/${id}`), 403, "insufficient_scope");
    refused(await person.ask("POST", `${CHUNKED_UPLOADS}/${id}`), 405, "method_not_allowed");
    expect((await person.ask<Refused>("GET", `${DOCUMENTS}/nothing`)).body).not.toHaveProperty("success");
  });
});

describe.each(usualDatabases)("chunked uploads over a store that fails, on $name", ({ open }) => {
  let house: House;
  let mine: Chunking;
  /** The error that the device returns on writes or reads; `null` where it works. */
  let failing: { write: string | null; read: string | null };
  beforeAll(async () => {
    failing = { write: null, read: null };
    const failingFiles: FileOperations = {
      ...nodeFiles,
      async open(path, flags, mode) {
        const file = await nodeFiles.open(path, flags, mode);
        const unless = async <Result>(code: string | null, work: () => Promise<Result>) => {
          if (code !== null) throw Object.assign(new Error(`${code}: the device fails`), { code });
          return work();
        };
        return {
          read: (...words) => unless(failing.read, () => file.read(...words)),
          write: (...words) => unless(failing.write, () => file.write(...words)),
          stat: () => file.stat(),
          sync: () => file.sync(),
          close: () => file.close(),
        };
      },
    };
    const quick = { wholeMs: 100, silenceMs: 100, fileBytesPerSecondMin: 1 };
    house = await openHouse(await open(), {
      bodyTimeouts: quick,
      logged: () => {},
      blobStoreIn: (directory) => createFsBlobStore({ directory, files: failingFiles }),
    });
    mine = chunkingBy(await house.person());
  });
  afterAll(() => house.close());

  const bytes = bytesOfLength(MIB + 1);
  const sentPieces = () => [chunkOf(bytes, 1), chunkOf(bytes, 2)] as const;

  it.each([
    ["full", "ENOSPC", 507, "insufficient_storage"],
    ["over its quota", "EDQUOT", 507, "insufficient_storage"],
    ["broken", "EIO", 503, "storage_unavailable"],
  ])("answer that it is %s, keep nothing half, and go on once it works", async (_what, code, status, error) => {
    const id = await mine.open(bytes.byteLength);
    const [first, second] = sentPieces();
    failing.write = code;
    const reply = await mine.send(id, 1, first);
    expect(reply.body).toMatchObject({ success: false });
    expectRefusal(reply, status, error);
    failing.write = null;
    expect((await mine.status(id)).body.data.uploaded_chunks).toBe(0);
    expectStatus(await mine.send(id, 1, first), 200);
    expectStatus(await mine.send(id, 2, second), 200);
    failing.write = code;
    expectRefusal(await mine.complete(id), status, error);
    failing.write = null;
    expect((await mine.status(id)).body.data).toMatchObject({ status: "pending", uploaded_chunks: 2 });
    expectStatus(await mine.complete(id, md5Of(bytes)), 200);
  });

  it("do not take chunks that cannot be read for chunks that are gone", async () => {
    const id = await mine.sendAll(bytes);
    failing.read = "EIO";
    expectRefusal(await mine.complete(id), 503, "storage_unavailable");
    failing.read = null;
    expectStatus(await mine.complete(id, md5Of(bytes)), 200);
  });

  it("fail for good when an acknowledged chunk is gone or cut", async () => {
    for (const damage of [(path: string) => nodeFiles.rm(path), (path: string) => nodeFiles.truncate(path, 5)]) {
      await house.upkeep.run();
      const before = new Set(await filesIn(house.blobDirectory));
      const id = await mine.sendAll(bytes);
      const added = (await filesIn(house.blobDirectory)).filter((file) => !before.has(file));
      expect(added).toHaveLength(2);
      for (const file of added) {
        const path = join(house.blobDirectory, file);
        if ((await nodeFiles.stat(path)).size === MIB) await damage(path);
      }
      const failed = await mine.complete(id);
      expect(failed.body).toMatchObject({ success: false });
      expectRefusal(failed, 500, "internal_error");
      expectRefusal(await mine.complete(id), 422, "upload_not_open");
      expectRefusal(await mine.send(id, 1, chunkOf(bytes, 1)), 422, "upload_not_open");
      const { data } = expectStatus(await mine.cancel(id), 200);
      expect(data).toMatchObject({ status: "failed", uploaded_chunks: 0, progress: 0, object_key: null });
      await house.upkeep.run();
      expect(await filesIn(house.blobDirectory)).toEqual([...before].sort());
    }
  });

  it("53: give up a chunk whose sender stalls, and stay open for it", async () => {
    const id = await mine.open(bytes.byteLength);
    const stalling = new ReadableStream({ start: (controller) => controller.enqueue(bytes.subarray(0, 10)) });
    expectRefusal(await mine.send(id, 1, stalling), 408, "request_timeout");
    expect((await mine.status(id)).body.data).toMatchObject({ status: "pending", uploaded_chunks: 0 });
    expectStatus(await mine.send(id, 1, chunkOf(bytes, 1)), 200);
  });
});

it("chunks are not counted against the limit of requests", async () => {
  const house = await openHouse(await (usualDatabases[0] as TestEngine).open(), {
    environment: { CARTULARY_RATE_LIMIT: "60" },
  });
  const mine = chunkingBy(await house.person());
  const id = await mine.open(10);
  for (let turn = 0; turn < 20; turn += 1) expectStatus(await mine.send(id, 1, bytesOfLength(10)), 200);
  const others = await Promise.all(Array.from({ length: 20 }, () => mine.status(id)));
  expect(others.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  await house.close();
});
