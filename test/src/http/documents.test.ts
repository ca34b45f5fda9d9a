import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  blobFiles,
  contentOf,
  documentAt,
  type Makers,
  makersFor,
  NOTHING,
  sha256,
  versionsOf,
} from "../../support/record-factories.ts";
import type { CreatedDocumentBody, DocumentBody, VersionBody } from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Asking, rawForm, uploadForm } from "../../support/send-request.ts";

const ALL = `${DOCUMENTS}/documents`;
const PNG = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex");

describe.each(usualDatabases)("documents on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const post = (asking: Asking, by = admin) => by.ask<CreatedDocumentBody>("POST", ALL, asking);
  const read = async (id: string, by = admin) => expectStatus(await by.ask<DocumentBody>("GET", documentAt(id)), 200);
  const change = (id: string, json: object, by = admin) => by.ask<DocumentBody>("PATCH", documentAt(id), { json });
  const blobs = () => blobFiles(house);

  describe("are made", () => {
    it("of a file and its fields", async () => {
      const workspace = await makers.workspace({ label: "Here" });
      const folder = await makers.folder({ name: "In", workspace_id: workspace.id });
      const made = await makers.upload(
        {
          documents_folder_id: folder.id,
          name: "  Bail  ",
          description: "d",
          metadata_user: { a: { B: 1 } },
          tag_list: ["x"],
        },
        { bytes: "text", name: "bail.txt", type: "text/plain; charset=utf-8" },
      );
      expect(made).toMatchObject({
        name: "Bail",
        description: "d",
        documents_folder_id: folder.id,
        workspace_id: workspace.id,
        folder: { id: folder.id, name: "In", documents_folder_id: null },
        workspace: { id: workspace.id, label: "Here" },
        byte_size: 4,
        sha256: sha256("text"),
        content_type: "text/plain",
        metadata_user: { a: { B: 1 } },
        tags: ["x"],
        versions_count: 0,
        created_by: { id: admin.id, display_name: "sue" },
        created_at: house.clock.now(),
        updated_at: house.clock.now(),
      });
      const { bulk_upload_id, duplicate_of, classification_reason, ...document } = made;
      expect(await read(made.id)).toEqual(document);
    });

    it("named after their file, without path and control characters, cut to fit", async () => {
      const named = async (filename: string) => {
        const parts = [{ name: "uploaded_file", filename, type: "text/plain", value: "x" }];
        return expectStatus(await post(rawForm(parts)), 201).name;
      };
      expect(await named("a/b\\\\c.pdf")).toBe("c.pdf");
      expect(await named("../../etc/passwd")).toBe("passwd");
      expect(await named("re\u0301sume\u0301.txt")).toBe("r\u00e9sum\u00e9.txt");
      expect(await named("with a\ttab.txt")).toBe("with atab.txt");
      expect(await named(`${"x".repeat(300)}.docx`)).toBe(`${"x".repeat(250)}.docx`);
      expect(await named(`${"😀".repeat(300)}.txt`)).toBe(`${"😀".repeat(251)}.txt`);
    });

    it("unless the file name has bidirectional control characters, also with a valid name field", async () => {
      const { id } = await makers.upload({}, "at first");
      const form = rawForm([
        { name: "name", value: "bail.pdf" },
        { name: "uploaded_file", filename: "fdp\u202e.exe", value: "x" },
      ]);
      expectInvalid(await post(form), "uploaded_file", "invalid");
      expectInvalid(await admin.ask("PATCH", documentAt(id), form), "uploaded_file", "invalid");
      expectInvalid(await admin.ask("POST", versionsOf(id), form), "uploaded_file", "invalid");
    });

    it("outside any folder and workspace, private to their creator", async () => {
      const [user, other] = [await house.person(), await house.person()];
      const made = await makers.upload({}, "mine", user);
      expect([made.documents_folder_id, made.workspace_id, made.folder, made.workspace]).toEqual([
        null,
        null,
        null,
        null,
      ]);
      expectNotFound(await other.ask("GET", documentAt(made.id)));
      expect((await read(made.id)).created_by?.id).toBe(user.id);
      expectStatus(await change(made.id, { description: "managed" }, user), 200);
    });

    it("and name the oldest document of the same bytes that their maker may read by permission, and no other", async () => {
      const [maker, other] = [await house.person(), await house.person()];
      const duplicateOf = async (by: Person, bytes = "twice") => (await makers.upload({}, bytes, by)).duplicate_of;
      const foreign = await makers.upload({}, "twice", other);
      house.clock.pass(1000);
      const published = await makers.folder();
      await makers.upload({ documents_folder_id: published.id }, "twice");
      await makers.publish(published.id);
      expect(await duplicateOf(maker)).toBeNull();
      expect(await duplicateOf(other)).toBe(foreign.id);
      const query = { "q[sha256_eq]": sha256("twice") };
      const own = expectStatus(await maker.ask<DocumentBody[]>("GET", `${DOCUMENTS}/documents`, { query }), 200);
      expect(own).toHaveLength(1);
      expect(await duplicateOf(maker)).toBe(own[0]?.id);
      await house.grant(maker, "read", "document", foreign.id);
      expect(await duplicateOf(maker)).toBe(foreign.id);
      expect(await duplicateOf(maker, "once")).toBeNull();
      const version = uploadForm("another content", { expected_sha256: sha256("twice") });
      expectStatus(await admin.ask("POST", versionsOf(foreign.id), version), 201);
      expect(await duplicateOf(other)).not.toBe(foreign.id);
    });

    it("of zero bytes, for an empty file", async () => {
      const made = await makers.upload({}, "");
      expect([made.byte_size, made.sha256]).toEqual([0, sha256("")]);
      const content = await admin.ask<unknown>("GET", contentOf(made.id));
      expect([content.status, content.headers.get("content-length"), content.bytes.byteLength]).toEqual([200, "0", 0]);
    });

    it("from forms whose fields come before or after the file", async () => {
      const folder = await makers.folder();
      const file = { name: "uploaded_file", filename: "f.txt", value: "x" };
      const fields = [
        { name: "documents_folder_id", value: folder.id },
        { name: "description", value: "said" },
      ];
      for (const parts of [
        [file, ...fields],
        [...fields, file],
      ]) {
        const made = expectStatus(await post(rawForm(parts)), 201);
        expect([made.documents_folder_id, made.description]).toEqual([folder.id, "said"]);
      }
      const after = rawForm([file, { name: "documents_folder_id", value: NOTHING }]);
      expectInvalid(await post(after), "documents_folder_id", "not_found");
      expectInvalid(await post(rawForm([file, { name: "name", value: "" }])), "name", "blank");
    });

    it("from forms with metadata and tags in both notations", async () => {
      for (const form of [
        { metadata_user: '{"colour":"red","n":1}' },
        { "metadata_user[colour]": "red", "metadata_user[n]": 1 },
      ]) {
        const made = await makers.upload(form);
        expect(made.metadata_user.colour).toBe("red");
      }
      expect((await makers.upload({ metadata_user: '{"deep":{"x":[1,null]}}' })).metadata_user).toEqual({
        deep: { x: [1, null] },
      });
      expect((await makers.upload({ "tag_list[]": ["a", "b"] })).tags).toEqual(["a", "b"]);
      expect((await makers.upload({ tag_list: '["a","b"]' })).tags).toEqual(["a", "b"]);
      expect((await makers.upload({})).metadata_user).toEqual({});
    });

    it("from forms whose booleans are written as people do", async () => {
      for (const auto_classify of ["true", "false", "1", "0", "t", "f"]) await makers.upload({ auto_classify });
      expectInvalid(await post(uploadForm("x", { auto_classify: "perhaps" })), "auto_classify", "invalid");
    });

    it("with empty ids in forms as null", async () => {
      const made = await makers.upload({
        documents_folder_id: "",
        workspace_id: "",
        domain_id: "",
        bulk_upload_id: "",
      });
      expect([made.documents_folder_id, made.workspace_id, made.domain_id]).toEqual([null, null, null]);
      for (const field of ["documents_folder_id", "workspace_id", "domain_id", "document_type_id", "bulk_upload_id"]) {
        expectInvalid(await post(uploadForm("x", { [field]: "not-a-uuid" })), field, "invalid");
        expectInvalid(await post(uploadForm("x", { [field]: NOTHING })), field, "not_found");
      }
      expectInvalid(await post(uploadForm("x", { classification_code: "A1" })), "classification_code", "not_found");
    });

    it("with the declared type, unless a browser would run it and the bytes contradict it", async () => {
      const typed = async (type: string, bytes: string | Uint8Array) =>
        (await makers.upload({}, { bytes, type })).content_type;
      expect(await typed("text/html", PNG)).toBe("image/png");
      expect(await typed("image/svg+xml", "%PDF-1.7\n")).toBe("application/pdf");
      expect(await typed("text/html", "<p>hello</p>")).toBe("text/html");
      expect(await typed("text/plain", PNG)).toBe("text/plain");
      expect(await typed("application/pdf", "no pdf")).toBe("application/pdf");
      expect(await typed("Application/PDF; x=y", "no pdf")).toBe("application/pdf");
    });

    it("with all errors at once", async () => {
      const wrong = {
        name: " ",
        description: "x".repeat(10_001),
        documents_folder_id: "x",
        tag_list: ["x".repeat(101)],
      };
      const reply = await post(
        uploadForm("x", { documents_folder_id: wrong.documents_folder_id, metadata_user: "[]" }),
      );
      expect(
        expectRefusal(reply, 422, "unprocessable_entity")
          .details.map(({ field }) => field)
          .sort(),
      ).toEqual(["documents_folder_id", "metadata_user"]);
      const values = await post(
        uploadForm("x", { name: wrong.name, description: wrong.description, "tag_list[]": wrong.tag_list }),
      );
      expect(
        expectRefusal(values, 422, "unprocessable_entity")
          .details.map(({ field, code }) => [field, code])
          .sort(),
      ).toEqual([
        ["description", "too_long"],
        ["name", "blank"],
        ["tag_list", "too_long"],
      ]);
    });

    it("with plain text in UTF-8, which every answer with content declares", async () => {
      const typeOf = async (method: string, path: string) =>
        (await admin.ask<unknown>(method, path)).headers.get("content-type");
      const latin = { bytes: Buffer.from("caf\u00e9", "latin1"), type: "text/plain" };
      for (const [file, type] of [
        ["Ébauche", "text/plain; charset=utf-8"],
        [latin, "text/plain"],
        [{ bytes: "", type: "text/plain; charset=latin1" }, "text/plain; charset=utf-8"],
        [{ bytes: "a;b", type: "text/csv" }, "text/csv"],
      ] as const) {
        const { id, content_type } = await makers.upload({}, file);
        expect(content_type).toBe(type.replace(/;.*/, ""));
        await makers.version(id, latin);
        const [version] = (await admin.ask<readonly VersionBody[]>("GET", versionsOf(id))).body;
        expect(await typeOf("GET", `${versionsOf(id)}/${version?.id}/content`)).toBe(type);
        expect(await typeOf("GET", contentOf(id))).toBe("text/plain");
        await admin.ask("POST", `${versionsOf(id)}/${version?.id}/restore`);
        expect([await typeOf("GET", contentOf(id)), await typeOf("HEAD", contentOf(id))]).toEqual([type, type]);
      }
    });

    it("and stores no bytes of a refused upload, even before a clean-up", async () => {
      const { id } = await makers.upload({}, "at first");
      const before = await blobs();
      const file = { name: "uploaded_file", filename: "f.txt", value: "refused in the end" };
      const form = rawForm([file, { name: "name", value: "" }, { name: "expected_sha256", value: "0".repeat(64) }]);
      expectRefusal(await post(form), 422, "unprocessable_entity");
      expectRefusal(await admin.ask("PATCH", documentAt(id), form), 422, "unprocessable_entity");
      expectRefusal(await admin.ask("POST", versionsOf(id), form), 409, "version_precondition_failed");
      expect(await blobs()).toEqual(before);
      expect(await house.findings()).toEqual([]);
    });
  });

  describe("are changed", () => {
    it("only the fields of the request", async () => {
      const made = await makers.upload({ description: "d", metadata_user: { a: 1, b: 2 }, tag_list: ["x", "y"] });
      house.clock.pass(1000);
      const changed = expectStatus(await change(made.id, { metadata_user: { c: 3 }, tag_list: ["z"] }), 200);
      const { bulk_upload_id, duplicate_of, classification_reason, ...document } = made;
      expect(changed).toEqual({ ...document, metadata_user: { c: 3 }, tags: ["z"], updated_at: house.clock.now() });
      expect(await read(made.id)).toEqual(changed);
      const cleared = expectStatus(await change(made.id, { description: null, tag_list: [], metadata_user: {} }), 200);
      expect([cleared.description, cleared.tags, cleared.metadata_user]).toEqual([null, [], {}]);
      expectStatus(await change(made.id, {}), 200);
      const filled = { tag_list: ["x"], metadata_user: { a: 1 } };
      const [full, emptied] = [filled, { tag_list: null, metadata_user: null }];
      for (const [text, tags, metadata] of [
        [full, ["x"], { a: 1 }],
        [emptied, [], {}],
      ] as const) {
        const { body } = await change(made.id, text);
        expect([body.tags, body.metadata_user]).toEqual([tags, metadata]);
      }
    });

    it("by their own answer, which changes nothing", async () => {
      const folder = await makers.folder();
      const made = await makers.upload({
        documents_folder_id: folder.id,
        tag_list: ["x"],
        metadata_user: { aB: { cD: 1 } },
      });
      const before = await read(made.id);
      const changed = expectStatus(
        await change(made.id, { ...before, id: NOTHING, byte_size: 7, sha256: "x", unknown: [1] }),
        200,
      );
      expect(changed).toEqual({ ...before, updated_at: changed.updated_at });
    });

    it("to another content, without a version of the old one", async () => {
      const made = await makers.upload({}, "old");
      house.clock.pass(1000);
      const file = { bytes: "newer", name: "new.html", type: "text/html" };
      const reply = await admin.ask<DocumentBody>(
        "PATCH",
        documentAt(made.id),
        uploadForm(file, { description: "with it" }),
      );
      expect(expectStatus(reply, 200)).toMatchObject({
        id: made.id,
        description: "with it",
        sha256: sha256("newer"),
        byte_size: 5,
        content_type: "text/html",
        versions_count: 0,
        created_at: made.created_at,
        updated_at: house.clock.now(),
      });
      expect((await admin.ask<readonly VersionBody[]>("GET", versionsOf(made.id))).body).toEqual([]);
      expect((await admin.ask("GET", contentOf(made.id))).text).toBe("newer");
    });

    it("by a form without a file as by JSON", async () => {
      const made = await makers.upload({}, "kept");
      const form = { description: "by form", "metadata_user[k]": "v" };
      const reply = await admin.ask<DocumentBody>("PATCH", documentAt(made.id), { form });
      expect(expectStatus(reply, 200)).toMatchObject({
        description: "by form",
        metadata_user: { k: "v" },
        sha256: made.sha256,
      });
    });

    it("not to nameless ones", async () => {
      const { id } = await makers.upload();
      expectInvalid(await change(id, { name: "" }), "name", "blank");
      expectInvalid(await change(id, { name: null }), "name", "blank");
    });

    it("in their place: the folder's workspace, the top of one, or none", async () => {
      const [here, there] = [await makers.workspace(), await makers.workspace()];
      const folder = await makers.folder({ workspace_id: there.id });
      const { id } = await makers.upload({ workspace_id: here.id });
      const classified = async (json: object) => {
        const { documents_folder_id, workspace_id } = expectStatus(await change(id, json), 200);
        return [documents_folder_id, workspace_id];
      };
      expect(await classified({ documents_folder_id: folder.id })).toEqual([folder.id, there.id]);
      expect(await classified({ documents_folder_id: null })).toEqual([null, there.id]);
      expect(await classified({ workspace_id: here.id })).toEqual([null, here.id]);
      expect(await classified({ documents_folder_id: folder.id, workspace_id: there.id })).toEqual([
        folder.id,
        there.id,
      ]);
      expect(await classified({ documents_folder_id: null, workspace_id: here.id })).toEqual([null, here.id]);
      expect(await classified({ workspace_id: null })).toEqual([null, null]);
    });
  });

  describe("are removed", () => {
    it("for good, with their content and versions", async () => {
      const made = await makers.upload();
      await makers.version(made.id, "other");
      const [version] = (await admin.ask<readonly VersionBody[]>("GET", versionsOf(made.id))).body;
      expectStatus(await admin.ask<unknown>("DELETE", documentAt(made.id)), 204);
      for (const path of [
        documentAt(made.id),
        contentOf(made.id),
        versionsOf(made.id),
        `${versionsOf(made.id)}/${version?.id}/content`,
      ]) {
        expectNotFound(await admin.ask("GET", path));
      }
      expectNotFound(await admin.ask("DELETE", documentAt(made.id)));
    });

    it("from the disk after the grace period, not before", async () => {
      const before = await blobs();
      const made = await makers.upload({}, "to be removed");
      await makers.version(made.id, "this too");
      const own = (await blobs()).filter((name) => !before.includes(name));
      const left = async () => {
        await house.upkeep.run();
        const present = await blobs();
        return own.filter((name) => present.includes(name)).length;
      };
      expect(await left()).toBe(2);
      expectStatus(await admin.ask<unknown>("DELETE", documentAt(made.id)), 204);
      expectStatus(await admin.ask<unknown>("DELETE", `${DOCUMENTS}/trash/${made.id}`), 204);
      house.clock.pass(7 * 86_400_000 - 1000);
      expect(await left()).toBe(2);
      house.clock.pass(2000);
      expect(await left()).toBe(0);
    });
  });

  describe("are sent", () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
    let document: CreatedDocumentBody;
    beforeAll(async () => {
      document = await makers.upload({}, { bytes, name: "relevé « 2024 ».bin", type: "application/octet-stream" });
    });
    const content = (headers: Readonly<Record<string, string>> = {}, method = "GET") =>
      admin.ask<unknown>(method, contentOf(document.id), { headers });

    it("in full, with the headers that a browser needs", async () => {
      const reply = await content();
      expectStatus(reply, 200);
      expect(Buffer.from(reply.bytes).equals(bytes)).toBe(true);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        "content-type": "application/octet-stream",
        "content-length": "1000",
        etag: `"${document.sha256}"`,
        "accept-ranges": "bytes",
        "x-content-type-options": "nosniff",
        "content-security-policy":
          "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox; default-src 'none'",
      });
      expect(reply.headers.get("cache-control")).toMatch(/\bno-cache\b/);
      const disposition = reply.headers.get("content-disposition") ?? "";
      expect(disposition).toMatch(/^attachment; filename=/);
      expect(disposition).toContain("filename*=UTF-8''relev%C3%A9%20%C2%AB%202024%20%C2%BB.bin");
    });

    it("in one range of them", async () => {
      for (const [range, from, to] of [
        ["bytes=0-3", 0, 3],
        ["bytes=990-", 990, 999],
        ["bytes=-3", 997, 999],
        ["bytes=998-5000", 998, 999],
        ["bytes=0-0", 0, 0],
        ["bytes=-5000", 0, 999],
      ] as const) {
        const reply = await content({ range });
        expect([range, reply.status, reply.headers.get("content-range"), reply.headers.get("content-length")]).toEqual([
          range,
          206,
          `bytes ${from}-${to}/1000`,
          String(to - from + 1),
        ]);
        expect(Buffer.from(reply.bytes).equals(bytes.subarray(from, to + 1))).toBe(true);
        expect(reply.headers.get("etag")).toBe(`"${document.sha256}"`);
      }
    });

    it("in a range only when the client's rest is current", async () => {
      expect((await content({ range: "bytes=0-3", "if-range": `"${document.sha256}"` })).status).toBe(206);
      for (const other of ['"other"', `W/"${document.sha256}"`, "Sun, 01 Mar 2026 09:00:00 GMT"]) {
        expect((await content({ range: "bytes=0-3", "if-range": other })).status).toBe(200);
      }
    });

    it("with 304 to a client that has them", async () => {
      const tag = `"${document.sha256}"`;
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        for (const method of ["GET", "HEAD"]) {
          const reply = await content({ "if-none-match": known, range: "bytes=0-3" }, method);
          expect([reply.status, reply.bytes.byteLength, reply.headers.get("etag")]).toEqual([304, 0, tag]);
        }
      }
      for (const unknown of ['"other"', document.sha256, '""']) {
        expect((await content({ "if-none-match": unknown })).status).toBe(200);
      }
    });

    it("inline only when a browser shows them safely", async () => {
      for (const type of ["application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp", "text/plain"]) {
        const { id } = await makers.upload({}, { bytes: "x", type });
        expect((await admin.ask("GET", contentOf(id))).headers.get("content-disposition")).toMatch(/^inline\b/);
      }
      for (const type of ["text/html", "image/svg+xml", "text/css", "application/zip", "image/tiff", "video/mp4"]) {
        const { id } = await makers.upload({}, { bytes: "x", type });
        expect((await admin.ask("GET", contentOf(id))).headers.get("content-disposition")).toMatch(/^attachment\b/);
      }
    });
  });

  it("keep their content when their author is removed", async () => {
    const author = await house.person({ first_name: "Ana", last_name: "Li" });
    const { id } = await makers.upload({}, "by Ana", author);
    expect((await read(id)).created_by).toEqual({ id: author.id, display_name: "Ana Li" });
    expectStatus(await admin.ask<unknown>("PATCH", `${USERS}/${author.id}`, { json: { last_name: "Lu" } }), 200);
    expect((await read(id)).created_by?.display_name).toBe("Ana Lu");
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${author.id}`), 204);
    expect((await read(id)).created_by).toBeNull();
    expect((await admin.ask("GET", contentOf(id))).text).toBe("by Ana");
  });
});
