import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { documentAt, folderAt, type Makers, makersFor, NOTHING, workspaceAt } from "../../support/record-factories.ts";
import type { DocumentBody, FolderBody, UserBody, WorkspaceBody } from "../../support/records.ts";
import {
  expectInvalid,
  expectMalformed,
  expectNotFound,
  expectRefusal,
  expectStatus,
  withoutRequestId,
} from "../../support/refusals.ts";
import { type Asking, uploadForm } from "../../support/send-request.ts";

/** Rows of the specification's table of hostile inputs that are about requests, text and people; by their numbers. */
describe.each(usualDatabases)("hostile requests on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const FOLDERS = `${DOCUMENTS}/folders`;
  const postFolder = (json: unknown) => admin.ask<FolderBody>("POST", FOLDERS, { json });
  const jsonText = (body: NonNullable<Asking["body"]>): Asking => ({
    body,
    headers: { "content-type": "application/json" },
  });

  it("1: refuses a missing, foreign, empty or doubled Authorization", async () => {
    const token = await admin.token();
    const missing = await house.ask("GET", FOLDERS);
    expectRefusal(missing, 401, "unauthorized");
    expect(missing.headers.get("www-authenticate")).toMatch(/^Bearer/);
    for (const authorization of [
      "Basic x",
      "Bearer ",
      "Bearer",
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token} ${token}`,
    ]) {
      const reply = await house.ask("GET", FOLDERS, { headers: { authorization } });
      expectRefusal(reply, 401, "unauthorized");
      expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
  });

  it("2: looks at the scope before the body", async () => {
    const folder = await makers.folder();
    const reading = await admin.as("read");
    for (const [method, path] of [
      ["POST", FOLDERS],
      ["PATCH", folderAt(folder.id)],
      ["DELETE", folderAt(folder.id)],
    ] as const) {
      expectRefusal(await reading(method, path, jsonText("{broken")), 403, "insufficient_scope");
    }
    expectStatus(await admin.ask<unknown>("GET", folderAt(folder.id)), 200);
  });

  it("3: takes no token from the query string", async () => {
    const query = { access_token: await admin.token() };
    expectRefusal(await house.ask("GET", FOLDERS, { query }), 401, "unauthorized");
  });

  it("4: answers 404 for an id that is no UUID", async () => {
    for (const id of ["not-a-uuid", "1", `${NOTHING}0`, NOTHING.slice(1), "%00", "..%2Fworkspaces", `{${NOTHING}}`]) {
      expectNotFound(await admin.ask("GET", `${FOLDERS}/${id}`));
    }
  });

  it("5: answers the same for a hidden folder and for none", async () => {
    const stranger = await house.person();
    const folder = await makers.folder();
    for (const [method, asking] of [
      ["GET", {}],
      ["PATCH", { json: { name: "mine" } }],
      ["DELETE", {}],
    ] as const) {
      const there = await stranger.ask(method, folderAt(folder.id), asking);
      const missing = await stranger.ask(method, folderAt(NOTHING), asking);
      expectNotFound(there);
      expect(withoutRequestId(there)).toEqual(withoutRequestId(missing));
    }
    expect((await admin.ask<FolderBody>("GET", folderAt(folder.id))).body.name).toBe(folder.name);
  });

  it("7: 400 for JSON that is broken, cut off or garbage behind a byte order mark", async () => {
    for (const text of ["{", '{"name":"x', '{"name":}', "\ufeffgarbage", "undefined", '{"name":"x"}}']) {
      expectMalformed(await admin.ask("POST", FOLDERS, jsonText(text)));
    }
    expectMalformed(
      await admin.ask("POST", FOLDERS, jsonText(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))),
    );
  });

  it("8: 400 for JSON that is no object", async () => {
    for (const text of ["[]", '"x"', "null", "7", "true"])
      expectMalformed(await admin.ask("POST", FOLDERS, jsonText(text)));
  });

  it("9: 400 for JSON that is not called so; no body at all needs no type", async () => {
    const bytes = new TextEncoder().encode('{"name":"x"}');
    expectMalformed(await admin.ask("POST", FOLDERS, { body: bytes }));
    expectMalformed(await admin.ask("POST", FOLDERS, { body: bytes, headers: { "content-type": "text/plain" } }));
    expect(expectStatus(await admin.ask<FolderBody>("POST", FOLDERS), 201).name).toBe("Untitled");
    const charset = { "content-type": "Application/JSON; charset=utf-8" };
    expectStatus(await admin.ask<unknown>("POST", FOLDERS, { body: bytes, headers: charset }), 201);
  });

  it("10: 413 for a JSON body of two mebibytes, declared or not", async () => {
    const text = JSON.stringify({ name: "x", description: "y".repeat(2 * 1_048_576) });
    expectRefusal(await admin.ask("POST", FOLDERS, jsonText(text)), 413, "payload_too_large");
    const declared = { "content-type": "application/json", "content-length": String(text.length) };
    expectRefusal(await admin.ask("POST", FOLDERS, { body: text, headers: declared }), 413, "payload_too_large");
    const just = JSON.stringify({ name: "x" }).padEnd(1_048_576);
    expectStatus(await admin.ask<unknown>("POST", FOLDERS, jsonText(just)), 201);
    expectRefusal(await admin.ask("POST", FOLDERS, jsonText(`${just} `)), 413, "payload_too_large");
  });

  it("11: handles ten thousand nested levels", async () => {
    for (const [opening, closing] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const deep = `${opening.repeat(10_000)}1${closing.repeat(10_000)}`;
      for (const text of [deep, `{"metadata_user":{"a":${deep}}}`, `{"name":${deep}}`, `{"unknown":${deep}}`]) {
        const { status } = await admin.ask("POST", `${DOCUMENTS}/workspaces`, jsonText(text));
        expect([400, 422]).toContain(status);
      }
    }
  });

  it("12: keeps keys that look like inheritance as plain data", async () => {
    const text =
      '{"metadata_user":{"__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}},"own":1},"__proto__":{"label":"x"}}';
    const made = expectStatus(await admin.ask<WorkspaceBody>("POST", `${DOCUMENTS}/workspaces`, jsonText(text)), 201);
    const read = await admin.ask<WorkspaceBody>("GET", workspaceAt(made.id));
    for (const { metadata_user: stored, label } of [made, read.body]) {
      expect(Object.hasOwn(stored, "own")).toBe(true);
      expect(stored.role).toBeUndefined();
      expect(label).toBe("Untitled");
    }
    const { body } = await admin.ask<DocumentBody>("POST", `${DOCUMENTS}/documents`, {
      ...uploadForm("x", { "metadata_user[__proto__]": "polluted", "metadata_user[own]": "1" }),
    });
    expect(body.metadata_user.own).toBe("1");
    expect(({} as Record<string, unknown>).role).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it("13 and 14: 422 for U+0000 and half a character in text", async () => {
    expectInvalid(await postFolder({ name: "a\u0000b" }), "name", "invalid");
    expectInvalid(await admin.ask("POST", FOLDERS, jsonText('{"name":"\\ud800"}')), "name", "invalid");
    expectInvalid(await admin.ask("POST", FOLDERS, jsonText('{"name":"x\\udc00y"}')), "name", "invalid");
    expectInvalid(await postFolder({ description: "a\u0000b" }), "description", "invalid");
    expectInvalid(await postFolder({ icon: "a\u0000b" }), "icon", "invalid");
    expectInvalid(await postFolder({ tag_list: ["a\u0000b"] }), "tag_list", "invalid");
    const json = { metadata_user: { a: ["b\u0000"] } };
    expectInvalid(await admin.ask("POST", `${DOCUMENTS}/workspaces`, { json }), "metadata_user", "invalid");
    const halfKey = jsonText('{"metadata_user":{"\\ud800":1}}');
    expectInvalid(await admin.ask("POST", `${DOCUMENTS}/workspaces`, halfKey), "metadata_user", "invalid");
  });

  it("15: 422 for an empty or too long name", async () => {
    for (const name of ["", "   ", "\u3000\t", "\u200b\u200d\ufeff"])
      expectInvalid(await postFolder({ name }), "name", "blank");
    expectInvalid(await postFolder({ name: "x".repeat(256) }), "name", "too_long");
    expectStatus(await postFolder({ name: ` ${"😀".repeat(255)} ` }), 201);
    expectInvalid(await postFolder({ name: "😀".repeat(256) }), "name", "too_long");
    expectStatus(await postFolder({ name: "e\u0301".repeat(255) }), 201);
    expectInvalid(await postFolder({ description: "x".repeat(10_001) }), "description", "too_long");
    expectStatus(await postFolder({ description: "x".repeat(10_000) }), 201);
  });

  it("16: keeps a name that looks like a path as text", async () => {
    for (const name of ["../../etc/passwd", "CON", "a/b", "..", "C:\\x"]) {
      expect(expectStatus(await postFolder({ name }), 201).name).toBe(name);
      const made = await makers.upload({ name }, "text");
      expect(made.name).toBe(name);
      const { headers } = await admin.ask<unknown>("GET", `${documentAt(made.id)}/content`);
      expect(headers.get("content-disposition")).not.toMatch(/[/\\]|%2F|%5C|filename="?\.\.?"?(;|$)/i);
    }
  });

  it("17: lets no name into the headers", async () => {
    const hostile = "x\"; filename*=UTF-8''evil\r\nSet-Cookie: a=b";
    expectInvalid(
      await admin.ask("POST", `${DOCUMENTS}/documents`, uploadForm("x", { name: hostile })),
      "name",
      "invalid",
    );
    const name = "x\"; filename*=UTF-8''evil; Set-Cookie: a=b";
    const made = await makers.upload({ name });
    const { headers } = await admin.ask<unknown>("GET", `${documentAt(made.id)}/content`);
    expect(headers.get("set-cookie")).toBeNull();
    const disposition = headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^inline; filename="(?:[^"\\]|\\.)*"(?:; filename\*=UTF-8''[\w%!#$&+.^`|~-]+)?$/);
  });

  it("18: 422 for an invalid colour", async () => {
    for (const color of ["red", "#12", "#GGGGGG", "javascript:", "#1234567", "#123456\n", "#１２３４５６"]) {
      expectInvalid(await postFolder({ color }), "color", "invalid");
    }
    expect(expectStatus(await postFolder({ color: "#aB01cF" }), 201).color).toBe("#aB01cF");
  });

  it("83: 422 for a person with a short password, a bad or taken address, or a long name", async () => {
    const create = (json: object) => admin.ask<UserBody>("POST", USERS, { json });
    expectInvalid(await create({ email_address: "five@example.org", password: "12345" }), "password", "too_short");
    expectInvalid(await create({ email_address: "five@example.org", password: "👍👍👍👍👍" }), "password", "too_short");
    expectInvalid(
      await create({ email_address: "five@example.org", password: "é".repeat(513) }),
      "password",
      "too_long",
    );
    for (const email_address of ["a@", "@b", "a b@c.org", "a@b@c", "a"]) {
      expectInvalid(await create({ email_address }), "email_address", "invalid");
    }
    for (const json of [{}, { email_address: null }, { email_address: "" }, { email_address: "  " }]) {
      expectInvalid(await create(json), "email_address", "blank");
    }
    expectStatus(await create({ email_address: "a@b.c" }), 201);
    expectInvalid(await create({ email_address: "A@B.c" }), "email_address", "taken");
    expectInvalid(
      await create({ email_address: "n@example.org", first_name: "x".repeat(51) }),
      "first_name",
      "too_long",
    );
    expectInvalid(await create({ email_address: "n@example.org", last_name: "x".repeat(51) }), "last_name", "too_long");
    const fifty = "😀".repeat(50);
    expect(expectStatus(await create({ email_address: "n@example.org", first_name: fifty }), 201).first_name).toBe(
      fifty,
    );
    const { details } = expectInvalid(
      await create({ email_address: "a@", password: "x", first_name: "x".repeat(51) }),
      "email_address",
      "invalid",
    );
    expect(details.map(({ field }) => field).sort()).toEqual(["email_address", "first_name", "password"]);
  });

  it("84: lets no user become an administrator", async () => {
    const user = await house.person();
    for (const role of ["super_admin", "admin", "manager"]) {
      expectRefusal(await user.ask("PATCH", `${USERS}/${user.id}`, { json: { role } }), 403, "forbidden");
    }
    expect((await user.ask<UserBody>("GET", `${USERS}/me`)).body.role).toBe("user");
  });

  it("85: the last super administrator and oneself stay", async () => {
    const other = await house.person({ role: "super_admin" });
    expectRefusal(await other.ask("DELETE", `${USERS}/${other.id}`), 422, "unprocessable_entity");
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${other.id}`), 204);
    expectRefusal(await admin.ask("DELETE", `${USERS}/${admin.id}`), 422, "unprocessable_entity");
    const lesser = await house.person({ role: "admin" });
    expectRefusal(await lesser.ask("DELETE", `${USERS}/${admin.id}`), 422, "unprocessable_entity");
    expectStatus(await admin.ask<unknown>("GET", `${USERS}/me`), 200);
  });

  it("87: counts and cleans tags", async () => {
    const many = Array.from({ length: 51 }, (_, index) => `tag ${index}`);
    expectInvalid(await postFolder({ tag_list: many }), "tag_list", "too_long");
    expectStatus(await postFolder({ tag_list: many.slice(1) }), 201);
    expectInvalid(await postFolder({ tag_list: ["x".repeat(101)] }), "tag_list", "too_long");
    const messy = ["Bail", " ", "bail", "", "  loyer ", "BAIL", "😀".repeat(100)];
    expect(expectStatus(await postFolder({ tag_list: messy }), 201).tags).toEqual(["Bail", "loyer", "😀".repeat(100)]);
    const json = { business_tag_list: messy };
    const made = expectStatus(await admin.ask<WorkspaceBody>("POST", `${DOCUMENTS}/workspaces`, { json }), 201);
    expect(made.business_tags).toEqual(["Bail", "loyer", "😀".repeat(100)]);
    expectInvalid(
      await admin.ask("POST", `${DOCUMENTS}/workspaces`, { json: { business_tag_list: many } }),
      "business_tag_list",
      "too_long",
    );
  });

  it("89: PUT is PATCH, an unknown method is 405, a doubled slash is 404, a final one is ignored", async () => {
    const folder = await makers.folder();
    expect(
      expectStatus(await admin.ask<FolderBody>("PUT", folderAt(folder.id), { json: { description: "put" } }), 200),
    ).toMatchObject({
      name: folder.name,
      description: "put",
    });
    const unknown = await admin.ask("PROPFIND", folderAt(folder.id));
    expectRefusal(unknown, 405, "method_not_allowed");
    expect(unknown.headers.get("allow")?.split(", ").sort()).toEqual(["DELETE", "GET", "HEAD", "PATCH", "PUT"]);
    for (const path of [`${FOLDERS}//x`, `${FOLDERS}//${folder.id}`, `/api/v1//documents/folders`]) {
      expectNotFound(await admin.ask("GET", path));
    }
    const [with_, without] = [
      await admin.ask("GET", `${folderAt(folder.id)}/`),
      await admin.ask("GET", folderAt(folder.id)),
    ];
    expect([with_.status, with_.text]).toEqual([200, without.text]);
  });

  it("90: HEAD is GET without a body, OPTIONS changes nothing, an override is ignored", async () => {
    const folder = await makers.folder();
    const head = await admin.ask("HEAD", folderAt(folder.id));
    expect([head.status, head.bytes.byteLength]).toEqual([200, 0]);
    expect((await admin.ask("OPTIONS", folderAt(folder.id))).status).toBeLessThan(500);
    for (const header of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const reading = await admin.as("read");
      expectStatus(await reading<unknown>("GET", folderAt(folder.id), { headers: { [header]: "DELETE" } }), 200);
      expectMalformed(
        await admin.ask("POST", FOLDERS, {
          ...jsonText("{"),
          headers: { [header]: "GET", "content-type": "application/json" },
        }),
      );
    }
    expectStatus(await admin.ask<unknown>("GET", `${folderAt(folder.id)}?_method=DELETE`), 200);
    expectStatus(await admin.ask<unknown>("GET", folderAt(folder.id)), 200);
  });

  it("93: 400 for a query that is no UTF-8", async () => {
    for (const query of [
      "q[name_eq]=%ff",
      "q[name_cont]=%C3",
      "workspace_id=%ff",
      "%ff=1",
      "q[name_eq]=%zz",
      "q[name_eq]=%ED%A0%80",
    ]) {
      expectMalformed(await admin.ask("GET", FOLDERS, { query }));
    }
  });

  it("94: answers JSON whatever is accepted", async () => {
    for (const accept of ["text/html", "application/xml", "image/*;q=0.1", ""]) {
      const reply = await admin.ask<unknown>("GET", FOLDERS, { headers: { accept } });
      expectStatus(reply, 200);
      expect(reply.headers.get("content-type")).toMatch(/^application\/json\b/);
    }
  });

  it("95: accepts an id in capitals", async () => {
    const folder = await makers.folder();
    const read = await admin.ask<FolderBody>("GET", folderAt(folder.id.toUpperCase()));
    expect(expectStatus(read, 200).id).toBe(folder.id);
    const inside = await makers.folder({ documents_folder_id: folder.id.toUpperCase() });
    expect(inside.documents_folder_id).toBe(folder.id);
    const query = { documents_folder_id: folder.id.toUpperCase() };
    const listed = await admin.ask<readonly FolderBody[]>("GET", FOLDERS, { query });
    expect(listed.body.map(({ id }) => id)).toEqual([inside.id]);
  });

  it("414 for a query of more than eight kibibytes", async () => {
    const query = `q[name_eq]=${"x".repeat(8200)}`;
    expectRefusal(await admin.ask("GET", FOLDERS, { query }), 414, "uri_too_long");
  });
});
