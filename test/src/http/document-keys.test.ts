import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  blobFiles,
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
  permissionsOf,
} from "../../support/record-factories.ts";
import type { CreatedDocumentBody, PermissionBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Asking, type FilePart, uploadForm } from "../../support/send-request.ts";

const ALL = `${DOCUMENTS}/documents`;

/** Documents made under an Idempotency-Key (documents.md 2.4, uploads.md 5.7). */
describe.each(usualDatabases)("documents under an Idempotency-Key on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const post = (asking: Asking, key: string, by = admin) =>
    by.ask<CreatedDocumentBody>("POST", ALL, { ...asking, headers: { ...asking.headers, "idempotency-key": key } });
  const make = (file: string | FilePart, key: string, fields: Readonly<Record<string, unknown>> = {}, by = admin) =>
    post(uploadForm(file, fields), key, by);
  const isReplay = ({ headers }: { headers: Headers }) => headers.get("idempotency-replayed");

  async function countDocuments(by = admin): Promise<number> {
    return Number((await by.ask<unknown>("GET", ALL, { query: "per_page=1" })).headers.get("x-total-count"));
  }

  it("are made once, and answered as they were the first time", async () => {
    const fields = { description: "d", tag_list: ["t"], metadata_user: { a: 1 } };
    const first = await make("some text", "once", fields);
    expect([first.status, isReplay(first)]).toEqual([201, null]);
    const count = await countDocuments();
    expectStatus(await admin.ask<unknown>("PATCH", documentAt(first.body.id), { json: { name: "renamed" } }), 200);
    const reversed = Object.fromEntries(Object.entries(fields).toReversed());
    for (const same of [fields, reversed]) {
      const again = await make("some text", "once", same);
      expect([again.status, isReplay(again), again.text]).toEqual([201, "true", first.text]);
    }
    expect(await countDocuments()).toBe(count);
  });

  it("are made once of ten requests at the same time", async () => {
    const person = await house.person();
    const replies = await Promise.all(Array.from({ length: 10 }, () => make("some text", "ten", {}, person)));
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expectRefusal(reply, 409, "idempotency_in_progress");
    }
    const made = replies.filter(({ status }) => status === 201);
    expect(made.filter((reply) => isReplay(reply) === null)).toHaveLength(1);
    expect(new Set(made.map((reply) => reply.text)).size).toBe(1);
    expect(await countDocuments(person)).toBe(1);
  });

  it("are not made of another request under the key", async () => {
    const fields = { description: "d" };
    expectStatus(await make("some text", "reused", fields), 201);
    const count = await countDocuments();
    for (const other of [
      uploadForm("other text", fields),
      uploadForm("some text"),
      uploadForm("some text", { description: "e" }),
      uploadForm("some text", { ...fields, name: "n" }),
      uploadForm("some text", { ...fields, auto_classify: "true" }),
      uploadForm({ bytes: "some text", name: "other.txt" }, fields),
    ]) {
      expectRefusal(await post(other, "reused"), 422, "idempotency_key_reused");
    }
    expect(await countDocuments()).toBe(count);
    expect(isReplay(await make("some text", "reused", fields))).toBe("true");
  });

  it("need a file or an upload, and a key that is one", async () => {
    expectInvalid(await post({ form: { name: "n" } }, "k"), "uploaded_file", "blank");
    expectInvalid(await post({ form: { chunked_upload_id: NOTHING } }, "k"), "chunked_upload_id", "not_found");
    expectInvalid(await post({ json: { chunked_upload_id: NOTHING } }, "k"), "chunked_upload_id", "not_found");
    for (const key of ["", "k".repeat(256), "a b", "é"]) expectMalformed(await make("some text", key));
    expectStatus(await make("some text", "~".repeat(255)), 201);
  });

  it("are one person's own, and have nothing to do with versions", async () => {
    const other = await house.person();
    const first = await make("some text", "shared");
    const second = await make("some text", "shared", {}, other);
    const version = await admin.ask<CreatedDocumentBody>("POST", `${documentAt(first.body.id)}/versions`, {
      ...uploadForm("v1", { expected_sha256: first.body.sha256 }),
      headers: { "idempotency-key": "shared" },
    });
    expect([first, second, version].map((reply) => [reply.status, isReplay(reply)])).toEqual(
      Array(3).fill([201, null]),
    );
    expect(second.body.id).not.toBe(first.body.id);
  });

  it("leave the key free when they were refused", async () => {
    expectInvalid(await make("some text", "free", { pages: "1" }), "pages", "unsupported");
    const again = await make("some text", "free");
    expect([again.status, isReplay(again)]).toEqual([201, null]);
  });

  it("are remembered for a day", async () => {
    const first = await make("some text", "a-day");
    house.clock.pass(86_400_000 - 1);
    expect(isReplay(await make("some text", "a-day"))).toBe("true");
    house.clock.pass(1);
    const later = await make("some text", "a-day");
    expect([later.status, isReplay(later)]).toEqual([201, null]);
    expect(later.body.id).not.toBe(first.body.id);
  });

  it("are not found after they are gone, or when their maker may no longer read them", async () => {
    const first = await make("some text", "gone");
    expectStatus(await admin.ask<unknown>("DELETE", documentAt(first.body.id)), 204);
    expectNotFound(await make("some text", "gone"));

    const writer = await house.person();
    const folder = await makers.folder();
    await house.grant(writer, "write", "folder", folder.id);
    const fields = { documents_folder_id: folder.id };
    expectStatus(await make("some text", "lost", fields, writer), 201);
    expectStatus(await admin.ask<unknown>("DELETE", folderAt(folder.id)), 204);
    expect((await make("some text", "lost", fields, writer)).status).not.toBe(201);
  });

  it("are replayed as to a reader with public access alone", async () => {
    const maker = await house.person();
    const fields = { name: "plan", tag_list: ["t"], metadata_user: { a: 1 } };
    const first = await make("some text", "glimpsed", fields, maker);
    const at = documentAt(first.body.id);
    const folder = await makers.folder();
    expectStatus(await admin.ask<unknown>("PATCH", at, { json: { documents_folder_id: folder.id } }), 200);
    const grants = expectStatus(await admin.ask<PermissionBody[]>("GET", permissionsOf(at)), 200);
    const own = grants.find(({ subject_id }) => subject_id === maker.id);
    expectStatus(await admin.ask<unknown>("DELETE", `${permissionsOf(at)}/${own?.id}`), 204);
    expectNotFound(await make("some text", "glimpsed", fields, maker));

    await makers.publish(folder.id);
    const again = await make("some text", "glimpsed", fields, maker);
    expect([again.status, isReplay(again)]).toEqual([201, "true"]);
    const { id, name, tags, metadata_user, created_by } = again.body;
    expect([id, name, tags, metadata_user, created_by]).toEqual([first.body.id, "plan", [], {}, null]);
  });

  it("store no bytes of replayed requests", async () => {
    expectStatus(await make("some text", "bytes"), 201);
    house.clock.pass(1000);
    await house.upkeep.run();
    const before = await blobFiles(house);
    for (let time = 0; time < 3; time += 1) expect(isReplay(await make("some text", "bytes"))).toBe("true");
    expectRefusal(await make("other text", "bytes"), 422, "idempotency_key_reused");
    house.clock.pass(1000);
    await house.upkeep.run();
    expect(await blobFiles(house)).toEqual(before);
  });
});
