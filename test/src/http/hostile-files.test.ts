import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  contentOf,
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
  sha256,
  versionsOf,
} from "../../support/record-factories.ts";
import type { CreatedDocumentBody, DocumentBody, VersionBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Asking, type RawPart, rawForm, uploadForm } from "../../support/send-request.ts";

const MAX = 100_000;

/** Rows of the specification's table of hostile inputs that are about files; by their numbers. */
describe.each(usualDatabases)("hostile files on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open(), { maxDirectUploadBytes: MAX });
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const ALL = `${DOCUMENTS}/documents`;
  const post = (asking: Asking) => admin.ask<CreatedDocumentBody>("POST", ALL, asking);
  const add = (id: string, asking: Asking, key?: string) =>
    admin.ask<DocumentBody>("POST", versionsOf(id), {
      ...asking,
      ...(key !== undefined && { headers: { ...asking.headers, "idempotency-key": key } }),
    });
  const FILE: RawPart = { name: "uploaded_file", filename: "a.txt", type: "text/plain", value: "some text" };

  async function countDocuments(): Promise<number> {
    const { headers } = await admin.ask<unknown>("GET", ALL, { query: "per_page=1" });
    return Number(headers.get("x-total-count"));
  }
  async function expectNothingMade(work: () => Promise<void>): Promise<void> {
    const before = await countDocuments();
    await work();
    expect(await countDocuments()).toBe(before);
  }

  it("36: 422 for an empty document", async () => {
    await expectNothingMade(async () => {
      expectInvalid(await post({ form: { name: "no file" } }), "uploaded_file", "blank");
      expectInvalid(await post(rawForm([])), "uploaded_file", "blank");
      expectInvalid(await post({ form: { uploaded_file: "text in the place of a file" } }), "uploaded_file", "blank");
      const unnamed: RawPart = { ...FILE, filename: "" };
      expectInvalid(await post(rawForm([unnamed])), "uploaded_file", "blank");
    });
  });

  it("37: 422 for a document of two things", async () => {
    await expectNothingMade(async () => {
      expectInvalid(await post(uploadForm("x", { chunked_upload_id: NOTHING })), "chunked_upload_id", "invalid");
    });
  });

  it("38: 422 for a JSON document that names no upload", async () => {
    await expectNothingMade(async () => {
      for (const json of [{}, { name: "x" }, { chunked_upload_id: null }]) {
        expectInvalid(await post({ json }), "chunked_upload_id", "blank");
      }
      expectInvalid(await post({ json: { chunked_upload_id: NOTHING } }), "chunked_upload_id", "not_found");
    });
  });

  it("39: 400 for a form without boundary, cut off, or of ten thousand parts; 422 for two files", async () => {
    await expectNothingMade(async () => {
      expectMalformed(await post({ ...rawForm([FILE]), headers: { "content-type": "multipart/form-data" } }));
      const whole = rawForm([{ name: "name", value: "cut" }, FILE]).body as Buffer;
      const { headers = {} } = rawForm([FILE]);
      for (const length of [whole.length - 4, whole.length - 30, whole.length - 60, 40, 5]) {
        expectMalformed(await post({ headers, body: whole.subarray(0, length) as Uint8Array<ArrayBuffer> }));
      }
      const parts = Array.from({ length: 10_000 }, (_, index): RawPart => ({ name: `p${index}`, value: "" }));
      expectMalformed(await post(rawForm([...parts, FILE])));
      expectMalformed(await post(rawForm([FILE, ...parts])));
      expectRefusal(await post(rawForm([FILE, FILE])), 422, "unprocessable_entity");
    });
  });

  it("40: 413 for a file of one byte too much, whatever length is declared", async () => {
    const fits = "x".repeat(MAX);
    expect(expectStatus(await post(uploadForm(fits)), 201).byte_size).toBe(MAX);
    await expectNothingMade(async () => {
      expectRefusal(await post(uploadForm(`${fits}x`)), 413, "payload_too_large");
      const { headers, body } = rawForm([{ ...FILE, value: `${fits}x` }]);
      for (const length of ["10", String(10 * MAX * MAX), "nonsense"]) {
        const lying = { ...headers, "content-length": length };
        expectRefusal(await post({ headers: lying, body: body as Buffer<ArrayBuffer> }), 413, "payload_too_large");
      }
      const document = await makers.upload();
      expectRefusal(await add(document.id, uploadForm(`${fits}x`)), 413, "payload_too_large");
      expectRefusal(
        await admin.ask("PATCH", documentAt(document.id), uploadForm(`${fits}x`)),
        413,
        "payload_too_large",
      );
      expect((await admin.ask<DocumentBody>("GET", documentAt(document.id))).body.sha256).toBe(document.sha256);
      expectStatus(await admin.ask<unknown>("DELETE", documentAt(document.id)), 204);
    });
  });

  it("41: 422 for metadata that is no object or too large", async () => {
    await expectNothingMade(async () => {
      for (const metadata_user of ["notjson", "[1]", "7", "null", '"x"']) {
        expectRefusal(await post(uploadForm("x", { metadata_user })), 422, "unprocessable_entity");
      }
      const large = { a: "x".repeat(65 * 1024) };
      expectInvalid(await post(uploadForm("x", { metadata_user: large })), "metadata_user", "too_long");
      const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) });
      expectInvalid(await post(uploadForm("x", { metadata_user: deep(11) })), "metadata_user", "invalid");
      const json = { metadata_user: deep(11) };
      expectInvalid(await admin.ask("POST", `${DOCUMENTS}/workspaces`, { json }), "metadata_user", "invalid");
      const settings = { settings: large };
      expectInvalid(await admin.ask("POST", `${DOCUMENTS}/workspaces`, { json: settings }), "settings", "too_long");
    });
    const tenDeep = `${'{"a":'.repeat(9)}{}${"}".repeat(9)}`;
    expectStatus(await post(uploadForm("x", { metadata_user: tenDeep })), 201);
    const just = { a: "x".repeat(65_536 - '{"a":""}'.length) };
    expectStatus(await post(uploadForm("x", { metadata_user: just })), 201);
  });

  it("42: 422 for pages, which are reserved", async () => {
    await expectNothingMade(async () => {
      expectInvalid(await post(uploadForm("x", { pages: "1-3" })), "pages", "unsupported");
    });
    expectStatus(await post(uploadForm("x", { pages: "" })), 201);
  });

  it("62: 422 for an Idempotency-Key without file, without expectation, or in JSON", async () => {
    const document = await makers.upload({}, "v0");
    const expected_sha256 = document.sha256;
    expectInvalid(await add(document.id, uploadForm("v1"), "k"), "expected_sha256", "blank");
    expectInvalid(await add(document.id, { form: { expected_sha256 } }, "k"), "uploaded_file", "blank");
    const json = { chunked_upload_id: NOTHING, expected_sha256 };
    expectRefusal(await add(document.id, { json }, "k"), 422, "unprocessable_entity");
    expect((await admin.ask<readonly VersionBody[]>("GET", versionsOf(document.id))).body).toEqual([]);
  });

  it("63: 422 for a key that was used for something else", async () => {
    const document = await makers.upload({}, "v0");
    const expected_sha256 = document.sha256;
    const same = { comment: "c", expected_sha256 };
    expectStatus(await add(document.id, uploadForm("v1", same), "k"), 201);
    for (const other of [
      uploadForm("v2", same),
      uploadForm("v1", { ...same, comment: "d" }),
      uploadForm("v1", { expected_sha256 }),
      uploadForm("v1", { ...same, expected_sha256: sha256("v1") }),
      uploadForm({ bytes: "v1", name: "other.txt" }, same),
    ]) {
      expectRefusal(await add(document.id, other, "k"), 422, "idempotency_key_reused");
    }
    const replay = await add(document.id, uploadForm("v1", same), "k");
    expect([replay.status, replay.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
  });

  it("64: 409 for a stale expectation, 422 for an invalid one; capitals are accepted", async () => {
    const document = await makers.upload({}, "v0");
    const stale = uploadForm("v1", { expected_sha256: sha256("else") });
    expectRefusal(await add(document.id, stale), 409, "version_precondition_failed");
    expectRefusal(await add(document.id, stale, "k"), 409, "version_precondition_failed");
    for (const expected_sha256 of [document.sha256.slice(1), `${document.sha256}0`, "g".repeat(64), "x"]) {
      expectInvalid(await add(document.id, uploadForm("v1", { expected_sha256 })), "expected_sha256", "invalid");
      expectInvalid(await add(document.id, uploadForm("v1", { expected_sha256 }), "k"), "expected_sha256", "invalid");
    }
    const capitals = uploadForm("v1", { expected_sha256: document.sha256.toUpperCase() });
    expectStatus(await add(document.id, capitals, "k"), 201);
  });

  it("65: 400 for a key that is too long, empty, or not visible ASCII", async () => {
    const document = await makers.upload({}, "v0");
    const sound = uploadForm("v1", { expected_sha256: document.sha256 });
    for (const key of ["k".repeat(256), "", "a b", "a\tb", "clé"]) expectMalformed(await add(document.id, sound, key));
    expectStatus(await add(document.id, sound, "k".repeat(255)), 201);
  });

  it("66: 503 and nothing changed while the store is down", async () => {
    const document = await makers.upload({}, "v0");
    const sound = uploadForm("v1", { expected_sha256: document.sha256 });
    await rename(house.blobDirectory, `${house.blobDirectory}-away`);
    await writeFile(house.blobDirectory, "no directory");
    try {
      for (const reply of [
        await add(document.id, sound, "k"),
        await add(document.id, sound),
        await post(uploadForm("x")),
        await admin.ask("PATCH", documentAt(document.id), uploadForm("x")),
      ]) {
        expectRefusal(reply, 503, "storage_unavailable");
        expect(reply.headers.get("retry-after")).toBe("5");
      }
      const ready = await house.ask<unknown>("GET", "/readyz");
      expect([ready.status, ready.body]).toEqual([
        503,
        { status: "unavailable", checks: { database: "ok", blobs: "down" } },
      ]);
    } finally {
      await rm(house.blobDirectory);
      await rename(`${house.blobDirectory}-away`, house.blobDirectory);
    }
    expect((await admin.ask<DocumentBody>("GET", documentAt(document.id))).body).toMatchObject({
      sha256: document.sha256,
      updated_at: document.updated_at,
      versions_count: 0,
    });
    const again = await add(document.id, sound, "k");
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, null]);
    const ready = await house.ask<unknown>("GET", "/readyz");
    expect([ready.status, ready.body]).toEqual([200, { status: "ok", checks: { database: "ok", blobs: "ok" } }]);
  });

  it("HEAD of bytes that are gone answers as GET does, to visitors too", async () => {
    const lines: string[] = [];
    const other = await openHouse(await open(), { logged: (line) => lines.push(line) });
    try {
      const made = makersFor(other);
      const folder = await made.folder();
      const { id } = await made.upload({ documents_folder_id: folder.id }, "0123456789");
      await made.version(id, "abc", { expected_sha256: sha256("0123456789") });
      await made.publish(folder.id);
      const [version] = (await other.admin.ask<readonly VersionBody[]>("GET", versionsOf(id))).body;
      const ask = (method: string, path: string, headers = {}) => other.admin.ask<undefined>(method, path, { headers });
      const paths = [contentOf(id), `${versionsOf(id)}/${version?.id}/content`, `/public/v1/documents/${id}/content`];
      for (const path of paths) expectStatus(await ask("HEAD", path), 200);
      await rm(other.blobDirectory, { recursive: true });
      await mkdir(other.blobDirectory);
      for (const path of paths) {
        for (const headers of [{}, { range: "bytes=0-1" }]) {
          const [got, headed] = [await ask("GET", path, headers), await ask("HEAD", path, headers)];
          const entityHeaders = ({ status, headers: all }: typeof got) => {
            const { "x-request-id": _, "content-length": __, ...rest } = Object.fromEntries(all);
            return { status, ...rest };
          };
          expect(got.status).toBeGreaterThanOrEqual(500);
          expect(entityHeaders(headed)).toEqual(entityHeaders(got));
          expect(headed.text).toBe("");
        }
      }
    } finally {
      await other.close();
    }
  });

  it("67: 416 for a range outside the file, and the whole file for anything but a single range", async () => {
    const document = await makers.upload({}, "0123456789");
    const range = (value: string) => admin.ask("GET", contentOf(document.id), { headers: { range: value } });
    for (const outside of ["bytes=999999999-", "bytes=10-", "bytes=10-20", "bytes=-0"]) {
      const reply = await range(outside);
      expectRefusal(reply, 416, "range_not_satisfiable");
      expect(reply.headers.get("content-range")).toBe("bytes */10");
    }
    for (const ignored of ["bytes=0-0,5-6", "bytes=abc", "bytes=", "bytes=-", "items=0-1", "bytes=5-2", "0-1"]) {
      const reply = await range(ignored);
      expect([reply.status, reply.text, reply.headers.get("content-range")]).toEqual([200, "0123456789", null]);
    }
  });

  it("68: sends a file that a browser would run as an attachment", async () => {
    const script = "<script>alert(1)</script>";
    for (const [name, type, bytes] of [
      ["a.html", "text/html", `<!doctype html>${script}`],
      ["a.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
      ["a.xml", "application/xml", `<?xml version="1.0"?>${script}`],
      ["a.js", "text/javascript", "alert(1)"],
      ["a.xhtml", "application/xhtml+xml", script],
      ["a.bin", "application/octet-stream", script],
    ] as const) {
      const document = await makers.upload({}, { name, type, bytes });
      for (const method of ["GET", "HEAD"]) {
        const { headers } = await admin.ask<unknown>(method, contentOf(document.id));
        expect(headers.get("content-disposition")).toMatch(/^attachment\b/);
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("content-security-policy")).toBe(
          "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox; default-src 'none'",
        );
      }
    }
  });

  it("91: of fifty versions of one expectation under keys of their own, one is made", async () => {
    const document = await makers.upload({}, "v0");
    const expected_sha256 = document.sha256;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        add(document.id, uploadForm(`v${index + 1}`, { expected_sha256 }), `key-${index}`),
      ),
    );
    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expectRefusal(reply, 409, "version_precondition_failed");
    }
    const versions = await admin.ask<readonly VersionBody[]>("GET", versionsOf(document.id));
    expect(versions.body.map((version) => version.sha256)).toEqual([expected_sha256]);
    expect((await admin.ask<DocumentBody>("GET", documentAt(document.id))).body.sha256).toBe(made[0]?.body.sha256);
  });

  it("92: refuses a document in a folder that was removed meanwhile", async () => {
    const folder = await makers.folder();
    const inside = await makers.upload({ documents_folder_id: folder.id }, "v0");
    const before = await countDocuments();
    const one = pausedForm([{ name: "documents_folder_id", value: folder.id }, FILE]);
    const other = pausedForm([FILE]);
    const [creating, versioning] = [post(one.asking), add(inside.id, other.asking)];
    await Promise.all([one.paused, other.paused]);
    expectStatus(await admin.ask<unknown>("DELETE", folderAt(folder.id)), 204);
    one.goOn();
    other.goOn();
    expectInvalid(await creating, "documents_folder_id", "not_found");
    expectNotFound(await versioning);
    expect(await countDocuments()).toBe(before - 1);
  });

  /** A form whose last bytes are sent only on a signal. */
  function pausedForm(parts: readonly RawPart[]): { asking: Asking; paused: Promise<void>; goOn: () => void } {
    const { headers = {}, body } = rawForm(parts);
    const whole = body as Buffer;
    const [paused, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const chunks = [whole.subarray(0, whole.length - 30), whole.subarray(whole.length - 30)];
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const chunk = chunks.shift();
          if (chunks.length === 0) {
            paused.resolve();
            await rest.promise;
          }
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return { asking: { headers, body: stream }, paused: paused.promise, goOn: rest.resolve };
  }
});
