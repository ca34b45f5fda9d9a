import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  blobFiles,
  contentOf,
  documentAt,
  type Makers,
  makersFor,
  sha256,
  versionsOf,
} from "../../support/record-factories.ts";
import type { DocumentBody, VersionBody } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type FilePart, uploadForm } from "../../support/send-request.ts";

type Fields = Readonly<Record<string, unknown>>;

describe.each(usualDatabases)("versions on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const list = (id: string, query: Readonly<Record<string, string>> = {}, by = admin) =>
    by.ask<readonly VersionBody[]>("GET", versionsOf(id), { query });
  const versions = async (id: string) => expectStatus(await list(id), 200);
  const text = async (id: string) => (await admin.ask("GET", contentOf(id))).text;
  const add = (id: string, file: string | FilePart, fields: Fields = {}, key?: string, by = admin) => {
    const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
    return by.ask<DocumentBody>("POST", versionsOf(id), { ...uploadForm(file, fields), headers });
  };
  const restore = (id: string, version: string, by = admin) =>
    by.ask<DocumentBody>("POST", `${versionsOf(id)}/${version}/restore`);
  const isReplay = ({ headers }: { headers: Headers }) => headers.get("idempotency-replayed");

  describe("are", () => {
    it("the contents that a document had, newest first", async () => {
      const author = await house.person({ first_name: "Ana" });
      const document = await makers.upload({}, { bytes: "v0", name: "first.txt" });
      expect(await versions(document.id)).toEqual([]);
      await house.grant(author, "write", "document", document.id);
      const begun = house.clock.now();
      house.clock.pass(1000);
      const added = expectStatus(
        await add(
          document.id,
          { bytes: "v1!", name: "second.md", type: "text/markdown" },
          { comment: "because" },
          undefined,
          author,
        ),
        201,
      );
      const { bulk_upload_id, duplicate_of, classification_reason, ...before } = document;
      expect(added).toEqual({
        ...before,
        byte_size: 3,
        sha256: sha256("v1!"),
        content_type: "text/markdown",
        versions_count: 1,
        updated_at: house.clock.now(),
      });
      const second = house.clock.now();
      house.clock.pass(1000);
      await makers.version(document.id, "v2");
      const [newest, oldest] = await versions(document.id);
      expect(oldest).toEqual({
        id: oldest?.id,
        document_id: document.id,
        version_number: 1,
        name: "first.txt",
        byte_size: 2,
        content_type: "text/plain",
        sha256: sha256("v0"),
        comment: "because",
        created_by: { id: author.id, display_name: "Ana" },
        content_created_at: begun,
        created_at: second,
      });
      expect(newest).toMatchObject({
        version_number: 2,
        name: "second.md",
        sha256: sha256("v1!"),
        comment: null,
        content_created_at: second,
        created_at: house.clock.now(),
      });
      expect(await text(document.id)).toBe("v2");
    });

    it("answered in pages", async () => {
      const { id } = await makers.upload({}, "v0");
      for (let number = 1; number <= 5; number += 1) await makers.version(id, `v${number}`);
      const numbers = async (query: Readonly<Record<string, string>>) =>
        (await list(id, query)).body.map(({ version_number }) => version_number);
      expect(await numbers({})).toEqual([5, 4, 3, 2, 1]);
      expect(await numbers({ per_page: "2" })).toEqual([5, 4]);
      expect(await numbers({ per_page: "2", page: "3" })).toEqual([1]);
      const past = await list(id, { per_page: "2", page: "4" });
      expect(past.body).toEqual([]);
      expect(Object.fromEntries(past.headers)).toMatchObject({
        "x-total-count": "5",
        "x-total-pages": "3",
        "x-page": "4",
        "x-per-page": "2",
        "x-has-more": "false",
      });
    });

    it("sent as documents are", async () => {
      const { id } = await makers.upload({}, { bytes: "0123456789", name: "old.txt" });
      await makers.version(id, { bytes: "new", name: "new.txt" });
      const [version] = await versions(id);
      const path = `${versionsOf(id)}/${version?.id}/content`;
      const whole = await admin.ask("GET", path);
      expect([whole.status, whole.text, whole.headers.get("etag"), whole.headers.get("content-length")]).toEqual([
        200,
        "0123456789",
        `"${version?.sha256}"`,
        "10",
      ]);
      expect(whole.headers.get("content-disposition")).toMatch(/^inline; filename="?old\.txt"?$/);
      const part = await admin.ask("GET", path, { headers: { range: "bytes=2-4" } });
      expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
      const head = await admin.ask("HEAD", path);
      expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", "10"]);
      const known = await admin.ask("GET", path, { headers: { "if-none-match": `"${version?.sha256}"` } });
      expect([known.status, known.text]).toEqual([304, ""]);
    });

    it("read with read, made with write", async () => {
      const [reader, writer] = [await house.person(), await house.person()];
      const { id } = await makers.upload({}, "v0");
      await makers.version(id, "v1");
      const [version] = await versions(id);
      await house.grant(reader, "read", "document", id);
      await house.grant(writer, "write", "document", id);
      expectStatus(await list(id, {}, reader), 200);
      expect((await reader.ask("GET", `${versionsOf(id)}/${version?.id}/content`)).text).toBe("v0");
      expectRefusal(await add(id, "v2", {}, undefined, reader), 403, "forbidden");
      expectRefusal(await restore(id, version?.id ?? "", reader), 403, "forbidden");
      expectStatus(await add(id, "v2", {}, undefined, writer), 201);
      expectStatus(await restore(id, version?.id ?? "", writer), 201);
    });

    it("stored apart from the content that PATCH replaces", async () => {
      const { id } = await makers.upload({}, "v0");
      await makers.version(id, "v1");
      expectStatus(await admin.ask<unknown>("PATCH", documentAt(id), uploadForm("patched")), 200);
      await makers.version(id, "v2");
      expect((await versions(id)).map((version) => version.sha256)).toEqual([sha256("patched"), sha256("v0")]);
    });
  });

  describe("are restored", () => {
    it("as one more version, so that nothing is lost", async () => {
      const { id } = await makers.upload({}, { bytes: "v0", name: "zero.txt", type: "text/plain" });
      await makers.version(id, { bytes: "v1", name: "one.html", type: "text/html" });
      const [first] = await versions(id);
      house.clock.pass(1000);
      const restored = expectStatus(await restore(id, first?.id ?? ""), 201);
      expect(restored).toMatchObject({
        id,
        sha256: sha256("v0"),
        content_type: "text/plain",
        versions_count: 2,
        updated_at: house.clock.now(),
      });
      expect(await text(id)).toBe("v0");
      expect((await versions(id)).map(({ version_number, sha256: digest }) => [version_number, digest])).toEqual([
        [2, sha256("v1")],
        [1, sha256("v0")],
      ]);
      expectStatus(await restore(id, (await versions(id))[0]?.id ?? ""), 201);
      expect(await text(id)).toBe("v1");
    });

    it("and their bytes go with the last that refers to them", async () => {
      const { id } = await makers.upload({}, "shared by two");
      await makers.version(id, "between");
      await restore(id, (await versions(id))[0]?.id ?? "");
      await admin.ask("PATCH", documentAt(id), uploadForm("in its place"));
      house.clock.pass(8 * 86_400_000);
      await house.upkeep.run();
      const [, oldest] = await versions(id);
      expect((await admin.ask("GET", `${versionsOf(id)}/${oldest?.id}/content`)).text).toBe("shared by two");
    });
  });

  describe("under an Idempotency-Key", () => {
    it("are made once, and answered as they were the first time", async () => {
      const { id, sha256: expected_sha256 } = await makers.upload({}, "v0");
      const fields = { expected_sha256, comment: "c" };
      const first = await add(id, "v1", fields, "once");
      expect([first.status, isReplay(first)]).toEqual([201, null]);
      await makers.version(id, "v2");
      expectStatus(await admin.ask<unknown>("PATCH", documentAt(id), { json: { name: "renamed" } }), 200);
      for (let time = 0; time < 2; time += 1) {
        const again = await add(id, "v1", fields, "once");
        expect([again.status, isReplay(again), again.text]).toEqual([201, "true", first.text]);
      }
      expect(await text(id)).toBe("v2");
      expect(await versions(id)).toHaveLength(2);
    });

    it("are made once of fifty requests at the same time", async () => {
      const { id, sha256: expected_sha256 } = await makers.upload({}, "v0");
      const replies = await Promise.all(Array.from({ length: 50 }, () => add(id, "v1", { expected_sha256 }, "fifty")));
      for (const reply of replies.filter(({ status }) => status !== 201)) {
        expectRefusal(reply, 409, "idempotency_in_progress");
      }
      const made = replies.filter(({ status }) => status === 201);
      expect(made.filter((reply) => isReplay(reply) === null)).toHaveLength(1);
      expect(new Set(made.map((reply) => reply.text)).size).toBe(1);
      expect((await versions(id)).map((version) => version.sha256)).toEqual([expected_sha256]);
      expect(await text(id)).toBe("v1");
    });

    it("are one user's own, and one document's", async () => {
      const other = await house.person();
      const [one, two] = [await makers.upload({}, "v0"), await makers.upload({}, "v0")];
      await house.grant(other, "write", "document", one.id);
      const first = await add(one.id, "v1", { expected_sha256: sha256("v0") }, "shared");
      const second = await add(one.id, "v2", { expected_sha256: sha256("v1") }, "shared", other);
      const third = await add(two.id, "v3", { expected_sha256: sha256("v0") }, "shared");
      expect([first, second, third].map((reply) => [reply.status, isReplay(reply)])).toEqual(
        Array(3).fill([201, null]),
      );
    });

    it("leave the key free when they were refused", async () => {
      const { id } = await makers.upload({}, "v0");
      expectRefusal(
        await add(id, "v1", { expected_sha256: sha256("else") }, "free"),
        409,
        "version_precondition_failed",
      );
      const again = await add(id, "v1", { expected_sha256: sha256("v0") }, "free");
      expect([again.status, isReplay(again)]).toEqual([201, null]);
    });

    it("are remembered for a day", async () => {
      const { id, sha256: expected_sha256 } = await makers.upload({}, "v0");
      expectStatus(await add(id, "v1", { expected_sha256 }, "a-day"), 201);
      house.clock.pass(86_400_000 - 1);
      expect(isReplay(await add(id, "v1", { expected_sha256 }, "a-day"))).toBe("true");
      house.clock.pass(1);
      expectRefusal(await add(id, "v1", { expected_sha256 }, "a-day"), 409, "version_precondition_failed");
      const later = await add(id, "v2", { expected_sha256: sha256("v1") }, "a-day");
      expect([later.status, isReplay(later)]).toEqual([201, null]);
    });

    it("are deleted with their document, and hidden from a user who lost the right", async () => {
      const writer = await house.person();
      const { id, sha256: expected_sha256 } = await makers.upload({}, "v0");
      await house.grant(writer, "write", "document", id);
      expectStatus(await add(id, "v1", { expected_sha256 }, "gone", writer), 201);
      expectStatus(await admin.ask<unknown>("DELETE", documentAt(id)), 204);
      expectNotFound(await add(id, "v1", { expected_sha256 }, "gone", writer));
    });

    it("store no bytes of replayed requests", async () => {
      const { id, sha256: expected_sha256 } = await makers.upload({}, "v0");
      expectStatus(await add(id, "v1", { expected_sha256 }, "bytes"), 201);
      house.clock.pass(1000);
      await house.upkeep.run();
      const before = await blobFiles(house);
      for (let time = 0; time < 3; time += 1) await add(id, "v1", { expected_sha256 }, "bytes");
      expectRefusal(await add(id, "v2", { expected_sha256 }), 409, "version_precondition_failed");
      house.clock.pass(1000);
      await house.upkeep.run();
      expect(await blobFiles(house)).toEqual(before);
    });
  });

  describe("made at the same time", () => {
    it("without conditions all stay, each content once", async () => {
      const { id } = await makers.upload({}, "v0");
      const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => add(id, `v${index + 1}`)));
      expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201));
      const history = await versions(id);
      expect(history.map(({ version_number }) => version_number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      const present = (await admin.ask<DocumentBody>("GET", documentAt(id))).body;
      expect(present.versions_count).toBe(12);
      expect(new Set([...history.map((version) => version.sha256), present.sha256]).size).toBe(13);
    });

    it("lose none of them under concurrent changes of other fields", async () => {
      const { id } = await makers.upload({}, "v0");
      const folder = await makers.folder();
      const replies = await Promise.all([
        add(id, "v1"),
        admin.ask("PATCH", documentAt(id), { json: { description: "described" } }),
        admin.ask("PATCH", documentAt(id), { json: { documents_folder_id: folder.id } }),
        admin.ask("PATCH", documentAt(id), { json: { tag_list: ["tagged"] } }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
      expect((await admin.ask<DocumentBody>("GET", documentAt(id))).body).toMatchObject({
        sha256: sha256("v1"),
        description: "described",
        documents_folder_id: folder.id,
        tags: ["tagged"],
        versions_count: 1,
      });
    });
  });
});
