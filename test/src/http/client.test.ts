import { type Id, parseId } from "@cartulary/kernel";
import { type Listener, listen } from "@cartulary/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { type Client, ClientError, createClient } from "../../support/checked-client.ts";
import { databases } from "../../support/databases.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** The journey of a program that knows nothing but the contract. */
describe("the typed client, over a real socket", () => {
  let house: House;
  let listener: Listener;
  let client: Client;

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    const baseUrl = `http://127.0.0.1:${listener.port}`;
    const { clientId, clientSecret, email: username, password } = FIRST;
    const body = { grantType: "password", clientId, clientSecret, username, password, scope: "read write" };
    const { accessToken } = await createClient({ baseUrl }).createToken({ body });
    client = createClient({ baseUrl, token: () => accessToken });
  });

  afterAll(async () => {
    await listener.close(1);
    await house.close();
  });

  it("keeps documents", async () => {
    const workspace = await client.createWorkspace({ body: { label: "Agency", settings: { aB: { c_d: 1 } } } });
    expect(workspace.settings).toEqual({ aB: { c_d: 1 } });
    const top = await client.createFolder({ body: { name: "Top", workspaceId: workspace.id, tagList: ["a"] } });
    const below = await client.createFolder({ body: { name: "Below", documentsFolderId: top.id } });
    expect([below.parent?.name, below.workspace?.label, top.tags]).toEqual(["Top", "Agency", ["a"]]);

    async function* pieces() {
      for (const piece of ["one ", "two ", "three"]) yield encode(piece);
    }
    const document = await client.createDocument({
      body: { documentsFolderId: below.id, metadataUser: { kE: ["y"] }, tagList: ["x", "y"] },
      file: { name: "counté.txt", type: "text/plain", bytes: pieces() },
    });
    expect(document).toMatchObject({
      name: "counté.txt",
      byteSize: 13,
      tags: ["x", "y"],
      metadataUser: { kE: ["y"] },
      bulkUploadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });

    const found = await client.listDocuments({
      query: { workspaceId: workspace.id },
      list: { perPage: 1, conditions: [{ fields: ["name"], join: "or", predicate: "cont", values: ["COUNTÉ"] }] },
    });
    expect([found.total, found.items[0]?.id]).toEqual([1, document.id]);

    const range = await client.getDocumentContent({ params: { id: document.id }, headers: { range: "bytes=4-6" } });
    expect([range.status, await range.text()]).toEqual([206, "two"]);

    const file = { name: "count.txt", bytes: encode("four") };
    const expectedSha256 = document.sha256;
    const call = {
      params: { id: document.id },
      body: { comment: "more", expectedSha256 },
      file,
      headers: { "idempotency-key": "k" },
    };
    expect((await client.createVersion(call)).versionsCount).toBe(1);
    expect(await client.createVersion(call)).toEqual(await client.createVersion(call));
    const { items: versions } = await client.listVersions({
      params: { id: document.id },
      list: { page: 1, perPage: 5 },
    });
    expect(versions).toMatchObject([{ versionNumber: 1, name: "counté.txt", comment: "more", sha256: expectedSha256 }]);

    const versionId = versions[0]?.id ?? ("" as Id<"Version">);
    await client.restoreVersion({ params: { id: document.id, versionId } });
    const whole = await client.getDocumentContent({ params: { id: document.id } });
    expect(await whole.text()).toBe("one two three");

    await client.updateFolder({ params: { id: below.id }, body: { documentsFolderId: null } });
    const opened = await client.getFolder({ params: { id: below.id } });
    expect(opened.items).toMatchObject([{ type: "file", id: document.id, documentsFolderId: below.id }]);

    expect(await client.deleteFolder({ params: { id: below.id } })).toBeUndefined();
    await expect(client.getDocument({ params: { id: document.id } })).rejects.toMatchObject({ status: 404 });
  });

  it("replaces a document's file, and reports errors by field", async () => {
    const made = await client.createDocument({ file: { name: "a.txt", bytes: new Blob(["a"]) } });
    const params = { id: made.id };
    const replaced = await client.updateDocument({
      params,
      body: { description: "d" },
      file: { name: "b.txt", bytes: encode("bb") },
    });
    expect([replaced.byteSize, replaced.description, replaced.versionsCount, replaced.name]).toEqual([
      2,
      "d",
      0,
      "a.txt",
    ]);
    const refused = client.updateDocument({ params, body: { name: "" } });
    await expect(refused).rejects.toThrow(ClientError);
    await expect(refused).rejects.toMatchObject({
      status: 422,
      body: { error: "unprocessable_entity", details: [{ field: "name", code: "blank" }] },
    });
  });

  it("reads its own user, and the state of the host", async () => {
    const me = await client.getMe();
    expect([me.emailAddress, me.role, me.externaId, parseId(me.id)]).toEqual([FIRST.email, "super_admin", null, me.id]);
    expect((await client.listUsers({ list: { sort: "emailAddress", direction: "asc" } })).items[0]?.id).toBe(me.id);
    expect(await client.getHealth()).toEqual({ status: "ok" });
    expect(await client.getReadiness()).toEqual({ status: "ok", checks: { database: "ok", blobs: "ok" } });
    expect(await client.getOpenapi()).toMatchObject({ openapi: "3.1.1" });
  });
});
