import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { documentAt, folderAt, type Makers, makersFor, publicAccessOf } from "../../support/record-factories.ts";
import {
  PUBLIC_ACCESS_DRY_RUN,
  PUBLIC_ACCESS_STATE,
  type PublicAccessDryRunBody,
  type PublicAccessStateBody,
  recordProblems,
} from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";

describe.each(usualDatabases)("public access on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  beforeAll(async () => {
    house = await openHouse(await open(), { environment: { PUBLIC_URL: "https://documents.example.org/archive" } });
    makers = makersFor(house);
  });
  afterAll(() => house.close());

  const ask = <Body>(method: string, path: string, asking = {}) => house.admin.ask<Body>(method, path, asking);
  const state = async (at: string, query = "") =>
    expectStatus(await ask<PublicAccessStateBody>("GET", publicAccessOf(at), { query }), 200);
  const act = async (method: string, path: string, status: number) => {
    const body = expectStatus(await ask<PublicAccessStateBody>(method, path), status);
    expect(recordProblems(PUBLIC_ACCESS_STATE, body)).toEqual([]);
    return body;
  };
  const propagate = (at: string, status = 200) => act("POST", `${publicAccessOf(at)}/propagate`, status);
  const exclude = (at: string, status = 201) => act("POST", `${publicAccessOf(at)}/exclusion`, status);
  const lift = (at: string) => act("DELETE", `${publicAccessOf(at)}/exclusion`, 200);
  const rehearse = async (path: string, json?: object) => {
    const body = expectStatus(
      await ask<PublicAccessDryRunBody>("POST", path, { query: "dry_run=true", ...(json && { json }) }),
      200,
    );
    expect(recordProblems(PUBLIC_ACCESS_DRY_RUN, body)).toEqual([]);
    return body;
  };

  /** The public state of a resource, and the answers to an anonymous visitor. */
  async function standing(at: string): Promise<string> {
    const { public: isPublic, reason, url } = await state(at);
    const path = at.replace("/api/v1/documents/", "/public/v1/");
    const page = at.includes("/folders/") ? at.replace(/^.*\/folders\//, "/p/") : `${path}/content`;
    const found = [(await house.ask("GET", path)).status, (await house.ask("GET", page)).status];
    expect(found).toEqual(isPublic ? [200, 200] : [404, 404]);
    expect(reason === null).toBe(isPublic);
    expect(url).toBe(isPublic ? `https://documents.example.org/archive${page}` : null);
    return reason ?? "public";
  }

  /** A folder in a folder with a document. */
  async function estate() {
    const top = await makers.folder({ name: "Estate" });
    const inner = await makers.folder({ name: "Plans", documents_folder_id: top.id });
    const document = await makers.upload({ documents_folder_id: inner.id });
    const at = { top: folderAt(top.id), inner: folderAt(inner.id), document: documentAt(document.id) };
    return { top, inner, document, at };
  }

  it("follows a published estate, with the reason at every step", async () => {
    const { top, inner, at } = await estate();
    const otherFolder = await makers.folder();
    const all = async () => [await standing(at.top), await standing(at.inner), await standing(at.document)];
    expect(await all()).toEqual(["not_published", "not_published", "not_published"]);
    expect((await makers.publish(top.id)).granted_count).toBe(3);
    expect(await all()).toEqual(["public", "public", "public"]);
    const late = documentAt((await makers.upload({ documents_folder_id: inner.id })).id);
    expect(await standing(late)).toBe("not_stamped");
    expect((await propagate(at.top)).granted_count).toBe(4);
    expect(await standing(late)).toBe("public");

    await exclude(at.inner);
    expect(await all()).toEqual(["public", "excluded", "excluded"]);
    expect((await state(at.document)).exclusion).toMatchObject({ resource_id: inner.id, inherited: true });
    await exclude(at.inner, 200);
    expect((await propagate(at.top)).granted_count).toBe(1);
    await lift(at.inner);
    await lift(at.inner);
    expect(await all()).toEqual(["public", "stale", "stale"]);
    expect((await propagate(at.top)).granted_count).toBe(4);

    await makers.changeFolder(inner.id, { documents_folder_id: otherFolder.id });
    expect(await all()).toEqual(["public", "stale", "stale"]);
    await makers.changeFolder(inner.id, { documents_folder_id: top.id });
    expect(await all()).toEqual(["public", "stale", "stale"]);
    await propagate(at.top);

    await makers.publish(inner.id);
    expect((await state(at.document)).root?.id).toBe(inner.id);
    await act("DELETE", publicAccessOf(at.inner), 200);
    expect((await state(at.document)).root?.id).toBe(top.id);
    await act("DELETE", publicAccessOf(at.top), 200);
    await act("DELETE", publicAccessOf(at.top), 200);
    expect(await all()).toEqual(["stale", "stale", "stale"]);
    expect((await makers.publish(top.id, false)).granted_count).toBe(1);
    expect(await all()).toEqual(["public", "stale", "stale"]);
  });

  it("names the users who published and excluded, and counts and samples the resources below [I-11]", async () => {
    const { top, inner, document, at } = await estate();
    await makers.publish(top.id, false);
    const person = { id: house.admin.id, display_name: expect.any(String) };
    const root = { id: top.id, name: "Estate", published_at: house.clock.now(), published_by: person };
    expect(await state(at.top)).toMatchObject({
      is_root: true,
      root,
      subtree: { total: 2, folders: 1, documents: 1, public: 0, unstamped: 2, excluded: 0 },
      granted_count: null,
    });
    const samples = (await state(at.top)).unstamped_sample;
    expect([...samples].sort((one, other) => (one.type < other.type ? 1 : -1))).toEqual([
      { type: "folder", id: inner.id, name: "Plans" },
      { type: "document", id: document.id, name: document.name },
    ]);
    expect((await state(at.top, "limit=1")).unstamped_sample).toHaveLength(1);
    await exclude(at.document);
    const exclusion = {
      resource_type: "document",
      resource_id: document.id,
      name: document.name,
      excluded_at: house.clock.now(),
      excluded_by: person,
    };
    const found = await state(at.top);
    expect([found.exclusions, found.exclusions_count]).toEqual([[{ ...exclusion, inherited: false }], 1]);
    expect(found.subtree).toEqual({ total: 2, folders: 1, documents: 1, public: 0, unstamped: 1, excluded: 1 });
    expect(await state(at.document)).toMatchObject({
      excluded: true,
      exclusion: { ...exclusion, inherited: false },
      exclusions: [],
      subtree: null,
      unstamped_sample: [],
    });
  });

  it("announces the extent of an act in a dry run, and changes nothing", async () => {
    const { top, at } = await estate();
    const before = await state(at.top);
    const publishing = await rehearse(publicAccessOf(at.top));
    expect(publishing).toEqual({
      ...before,
      scope: { folders: 2, documents: 1, already_public: 0, excluded: 0 },
    });
    expect((await rehearse(publicAccessOf(at.top), { propagate: false })).scope).toEqual({
      folders: 1,
      documents: 0,
      already_public: 0,
      excluded: 0,
    });
    expect((await rehearse(`${publicAccessOf(at.document)}/exclusion`)).scope).toEqual({
      folders: 0,
      documents: 1,
      already_public: 0,
      excluded: 0,
    });
    expect(await state(at.top)).toEqual(before);
    await makers.publish(top.id);
    await exclude(at.document);
    expect((await rehearse(`${publicAccessOf(at.top)}/propagate`)).scope).toEqual({
      folders: 2,
      documents: 0,
      already_public: 2,
      excluded: 1,
    });
    expect((await rehearse(`${publicAccessOf(at.top)}/exclusion`)).scope).toEqual({
      folders: 2,
      documents: 0,
      already_public: 2,
      excluded: 1,
    });
    expect(await standing(at.inner)).toBe("public");
  });

  it("announces what a publication of an excluded folder makes public, and what it leaves excluded", async () => {
    const { inner, at } = await estate();
    const scope = async (json: object) => (await rehearse(publicAccessOf(at.top), json)).scope;
    await exclude(at.document);
    await exclude(at.top);
    await makers.publish(inner.id);
    expect(await scope({ propagate: true })).toEqual({ folders: 2, documents: 0, already_public: 0, excluded: 1 });
    expect(await scope({ propagate: false })).toEqual({ folders: 1, documents: 0, already_public: 0, excluded: 0 });
  });

  it("announces that a publication adds nothing to a root, and little to what another root makes public", async () => {
    const { top, at } = await estate();
    await makers.publish(top.id);
    for (const propagate of [true, false]) {
      expect((await rehearse(publicAccessOf(at.top), { propagate })).scope).toEqual({
        ...{ folders: 0, documents: 0, already_public: 0, excluded: 0 },
      });
    }
    expect((await rehearse(publicAccessOf(at.inner))).scope).toEqual({
      ...{ folders: 1, documents: 1, already_public: 2, excluded: 0 },
    });
    expect((await rehearse(publicAccessOf(at.inner), { propagate: false })).scope).toEqual({
      ...{ folders: 1, documents: 0, already_public: 1, excluded: 0 },
    });
  });

  it("announces that an exclusion removes no resource that is already excluded", async () => {
    const { at } = await estate();
    const scope = async (where: string) => (await rehearse(`${publicAccessOf(where)}/exclusion`)).scope;
    const leftOut = (excluded: number) => ({ folders: 0, documents: 0, already_public: 0, excluded });
    await exclude(at.inner);
    expect(await scope(at.inner)).toEqual(leftOut(2));
    expect(await scope(at.document)).toEqual(leftOut(1));
    expect(await scope(at.top)).toEqual({ ...leftOut(2), folders: 1 });
    await exclude(at.document);
    expect(await scope(at.document)).toEqual(leftOut(1));
  });

  it("refuses in a dry run the same requests, and a value that is neither true nor false", async () => {
    const { at } = await estate();
    const path = `${publicAccessOf(at.top)}/propagate`;
    expectRefusal(await ask("POST", path, { query: "dry_run=1" }), 422, "not_a_public_root");
    expectMalformed(await ask("POST", path, { query: "dry_run=maybe" }));
    expectMalformed(await ask("POST", path, { query: "dry_run=" }));
  });

  it("propagates no unknown folder, and nothing below an exclusion (row 69)", async () => {
    const { top, inner, at } = await estate();
    expectRefusal(await ask("POST", `${publicAccessOf(at.top)}/propagate`), 422, "not_a_public_root");
    await makers.publish(inner.id);
    await exclude(at.top);
    expect((await propagate(at.inner)).granted_count).toBe(0);
    expect((await state(at.inner)).is_root).toBe(true);
    await exclude(at.inner);
    expectRefusal(await ask("POST", `${publicAccessOf(at.inner)}/propagate`), 422, "not_a_public_root");
    expect((await makers.publish(top.id)).public).toBe(true);
    expect(await standing(at.inner)).toBe("excluded");
  });

  it("publishes without a body, with null and with true, not with another value (row 70)", async () => {
    for (const asking of [{}, { json: {} }, { json: { propagate: null } }, { json: { propagate: true } }]) {
      const { at } = await estate();
      expect((await ask<PublicAccessStateBody>("POST", publicAccessOf(at.top), asking)).body.granted_count).toBe(3);
    }
    const { at } = await estate();
    const path = publicAccessOf(at.top);
    expectInvalid(await ask("POST", path, { json: { propagate: "yes" } }), "propagate", "invalid");
    expectMalformed(await ask("POST", path, { json: [] }));
    expectMalformed(await ask("POST", path, { body: "{", headers: { "content-type": "application/json" } }));
    expect(await standing(at.top)).toBe("not_published");
  });

  it("answers a repeated publication with the unchanged state, and revives nothing", async () => {
    const { top, inner, at } = await estate();
    await makers.publish(top.id);
    await exclude(at.inner);
    await lift(at.inner);
    const again = expectStatus(await ask<PublicAccessStateBody>("POST", publicAccessOf(at.top)), 200);
    expect([again.granted_count, again.subtree?.public]).toEqual([0, 0]);
    expect(await standing(folderAt(inner.id))).toBe("stale");
  });

  it("distinguishes a document from a folder, and the other way round (row 71) [I-26]", async () => {
    const { top, document } = await estate();
    for (const at of [folderAt(document.id), documentAt(top.id)]) {
      expectNotFound(await ask("GET", publicAccessOf(at)));
      expectNotFound(await ask("POST", `${publicAccessOf(at)}/exclusion`));
    }
    expectNotFound(await ask("POST", publicAccessOf(folderAt(document.id))));
    expectRefusal(await ask("POST", publicAccessOf(documentAt(document.id))), 405, "method_not_allowed");
  });

  it("lists one to a hundred, and refuses any other number (row 74)", async () => {
    const { at } = await estate();
    for (const limit of ["0", "101", "x", "", "1.5", "-1", "1e1"]) {
      expectMalformed(await ask("GET", publicAccessOf(at.top), { query: `limit=${limit}` }));
      expectMalformed(await ask("GET", publicAccessOf(at.document), { query: `limit=${limit}` }));
    }
    for (const limit of ["1", "100"]) await state(at.top, `limit=${limit}`);
  });

  it("still publishes under its old name, and names the new one", async () => {
    const { top, at } = await estate();
    const publish = () => ask<PublicAccessStateBody>("POST", `${at.top}/site`, { json: { propagate: false } });
    const replies = [await publish(), await publish()];
    expect(replies.map(({ status, body }) => [status, body.public, body.granted_count])).toEqual([
      [201, true, 1],
      [200, true, 0],
    ]);
    for (const { headers } of replies) {
      expect(headers.get("deprecation")).toMatch(/^@\d{10}$/);
      const deprecated = Number(headers.get("deprecation")?.slice(1)) * 1000;
      const sunset = Date.parse(headers.get("sunset") ?? "");
      expect(new Date(sunset).toUTCString()).toBe(headers.get("sunset"));
      expect(sunset - deprecated).toBeGreaterThan(180 * 86_400_000);
      const successor = `https://documents.example.org/archive/api/v1/documents/folders/${top.id}/public_access`;
      expect(headers.get("link")).toBe(`<${successor}>; rel="successor-version"`);
    }
    expect((await ask<unknown>("POST", publicAccessOf(at.top))).headers.get("deprecation")).toBeNull();
  });
});
