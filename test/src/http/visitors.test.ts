import type { FolderId } from "@cartulary/documents";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { seededIds } from "../../support/fixed-clock.ts";
import {
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
  publicAccessOf,
  sha256,
} from "../../support/record-factories.ts";
import {
  type FolderWithItemsBody,
  PUBLIC_DOCUMENT,
  PUBLIC_FOLDER,
  PUBLIC_ITEM,
  type PublicDocumentBody,
  type PublicFolderBody,
  recordProblems,
} from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectStatus, withoutRequestId } from "../../support/refusals.ts";
import type { Asking } from "../../support/send-request.ts";

const PUBLIC = "/public/v1";
const HEADERS = {
  "cache-control": "no-cache",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox; default-src 'none'",
};

describe.each(usualDatabases)("visitors on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let makers: Makers;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    makers = makersFor(house);
  });
  afterAll(() => house.close());

  const get = <Body>(path: string, asking: Asking = {}) => house.ask<Body>("GET", `${PUBLIC}${path}`, asking);
  const folder = async (id: string) => expectStatus(await get<PublicFolderBody>(`/folders/${id}`), 200);
  const document = async (id: string) => expectStatus(await get<PublicDocumentBody>(`/documents/${id}`), 200);
  const contentAt = (id: string) => `/documents/${id}/content`;
  const admin = async (method: string, path: string, asking: Asking = {}) => {
    const { status, text } = await house.admin.ask<unknown>(method, path, asking);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  };

  /** A private folder with a public folder with a folder, a document and one that came too late. */
  async function estate() {
    const hidden = await makers.folder({ name: "Private" });
    const top = await makers.folder({
      name: "Résidence",
      description: "Plans and deeds",
      color: "#00aaff",
      icon: "home",
      tag_list: ["secret tag"],
      documents_folder_id: hidden.id,
    });
    const inner = await makers.folder({ name: "zulu", documents_folder_id: top.id });
    const deed = await makers.upload(
      { documents_folder_id: top.id, metadata_user: { secret: "metadata" }, description: "Signed" },
      { bytes: "the deed", name: "Acte.txt" },
    );
    const plan = await makers.upload({ documents_folder_id: inner.id }, "a plan");
    await makers.publish(top.id);
    const late = await makers.upload({ documents_folder_id: top.id }, "too late");
    return { hidden, top, inner, deed, plan, late };
  }

  it("see a public folder and its public content, and nothing else [I-12]", async () => {
    const { top, inner, deed } = await estate();
    const seen = await folder(top.id);
    expect(recordProblems(PUBLIC_FOLDER, seen)).toEqual([]);
    expect(seen).toEqual({
      id: top.id,
      name: "Résidence",
      description: "Plans and deeds",
      color: "#00aaff",
      icon: "home",
      parent: null,
      items: [
        { type: "folder", id: inner.id, name: "zulu", updated_at: inner.updated_at, color: null, icon: null },
        {
          type: "file",
          id: deed.id,
          name: "Acte.txt",
          updated_at: deed.updated_at,
          content_type: "text/plain",
          byte_size: 8,
        },
      ],
      items_truncated: false,
      updated_at: top.updated_at,
    });
    for (const item of seen.items) {
      const { type } = item as { type: "folder" | "file" };
      expect(recordProblems(PUBLIC_ITEM[type], item)).toEqual([]);
    }
    expect((await folder(inner.id)).parent).toEqual({ id: top.id, name: "Résidence" });
  });

  it("see a public document, and its folder where that is public", async () => {
    const { top, inner, deed, plan } = await estate();
    const seen = await document(deed.id);
    expect(recordProblems(PUBLIC_DOCUMENT, seen)).toEqual([]);
    expect(seen).toEqual({
      id: deed.id,
      name: "Acte.txt",
      description: "Signed",
      content_type: "text/plain",
      byte_size: 8,
      folder: { id: top.id, name: "Résidence" },
      updated_at: deed.updated_at,
    });
    expect((await document(plan.id)).folder).toEqual({ id: inner.id, name: "zulu" });
  });

  it("read the same with any token, also with a wrong one", async () => {
    const { top } = await estate();
    const stranger = await house.person();
    const plain = withHeaders(await get(`/folders/${top.id}`));
    for (const token of ["wrong", await house.admin.token(), await stranger.token()]) {
      expect(withHeaders(await get(`/folders/${top.id}`, { token }))).toEqual(plain);
    }
    const query = { access_token: "wrong" };
    expect(withHeaders(await get(`/folders/${top.id}`, { query }))).toEqual(plain);
  });

  it("get the bytes, a range of them, or nothing where they have them", async () => {
    const { deed } = await estate();
    const etag = `"${sha256("the deed")}"`;
    const whole = await get<undefined>(contentAt(deed.id));
    expect([whole.status, whole.text, whole.headers.get("etag")]).toEqual([200, "the deed", etag]);
    expect(whole.headers.get("content-length")).toBe("8");
    expect(whole.headers.get("content-disposition")).toBe("inline; filename=Acte.txt");
    const part = await get<undefined>(contentAt(deed.id), { headers: { range: "bytes=4-" } });
    expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "deed", "bytes 4-7/8"]);
    const known = await get<undefined>(contentAt(deed.id), { headers: { "if-none-match": etag } });
    expect([known.status, known.bytes.byteLength, known.headers.get("etag")]).toEqual([304, 0, etag]);
    const outside = await get(contentAt(deed.id), { headers: { range: "bytes=9-" } });
    expectRefusal(outside, 416, "range_not_satisfiable");
    expect(outside.headers.get("content-range")).toBe("bytes */8");
    const head = await house.ask<undefined>("HEAD", `${PUBLIC}${contentAt(deed.id)}`);
    expect([head.status, head.bytes.byteLength, head.headers.get("content-length")]).toEqual([200, 0, "8"]);
    for (const { headers } of [whole, part, known, outside, head]) expect(headersOf(headers)).toEqual(HEADERS);
  });

  it("get files that a browser could run as attachments (row 68)", async () => {
    const { top } = await estate();
    const page = { bytes: "<!doctype html><script>alert(1)</script>", name: "page.html", type: "text/html" };
    const html = await makers.upload({ documents_folder_id: top.id }, page);
    await admin("POST", `${publicAccessOf(folderAt(top.id))}/propagate`);
    const { headers } = await get(contentAt(html.id));
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
    expect(headersOf(headers)).toEqual(HEADERS);
  });

  it("get the same answer for private, excluded, stale, late, deleted, foreign and unknown ids (row 72)", async () => {
    const { hidden, top, inner, deed, plan, late } = await estate();
    const excluded = await makers.upload({ documents_folder_id: top.id });
    const deleted = await makers.upload({ documents_folder_id: top.id });
    await admin("POST", `${publicAccessOf(folderAt(top.id))}/propagate`);
    await makers.exclude(documentAt(excluded.id));
    await admin("DELETE", documentAt(deleted.id));
    const moved = await makers.folder({ name: "moved", documents_folder_id: top.id });
    await admin("POST", `${publicAccessOf(folderAt(top.id))}/propagate`);
    await makers.changeFolder(moved.id, { documents_folder_id: hidden.id });
    const private_ = await makers.upload({ documents_folder_id: hidden.id });
    const after = await makers.upload({ documents_folder_id: top.id });

    const missing = withoutRequestId(await get(`/folders/${NOTHING}`));
    expect(missing.status).toBe(404);
    const folders = [hidden.id, moved.id, deed.id, "not-a-uuid", "%00", `${top.id}x`];
    const documents = [private_.id, excluded.id, deleted.id, after.id, top.id, inner.id, NOTHING, "x"];
    const paths = [
      ...folders.map((id) => `/folders/${id}`),
      ...documents.flatMap((id) => [`/documents/${id}`, contentAt(id)]),
      "/documents",
      "/roots",
      `/documents/${deed.id}/versions`,
      "",
    ];
    for (const path of paths) {
      const reply = await get(path);
      expectNotFound(reply);
      expect({ path, ...withoutRequestId(reply) }).toEqual({ path, ...missing });
      expect(headersOf(reply.headers)).toEqual(HEADERS);
    }
    for (const id of [deed.id, plan.id, late.id]) expect((await get(`/documents/${id}`)).status).toBe(200);
  });

  it("get 404, not 304, once it is cut", async () => {
    const cuts: Readonly<Record<string, (ids: Awaited<ReturnType<typeof estate>>) => Promise<unknown>>> = {
      unpublished: ({ top }) => admin("DELETE", publicAccessOf(folderAt(top.id))),
      excluded: ({ top }) => makers.exclude(folderAt(top.id)),
      moved: ({ deed, hidden }) => admin("PATCH", documentAt(deed.id), { json: { documents_folder_id: hidden.id } }),
      deleted: ({ deed }) => admin("DELETE", documentAt(deed.id)),
    };
    for (const [name, cut] of Object.entries(cuts)) {
      const ids = await estate();
      const { headers } = await get(contentAt(ids.deed.id));
      await cut(ids);
      for (const tag of [headers.get("etag") ?? "", "*"]) {
        const reply = await get(contentAt(ids.deed.id), { headers: { "if-none-match": tag } });
        expect({ name, status: reply.status, etag: reply.headers.get("etag") }).toEqual({
          name,
          status: 404,
          etag: null,
        });
      }
    }
  });

  it("may only read (row 73)", async () => {
    const { top, deed } = await estate();
    for (const path of [`/folders/${top.id}`, `/documents/${deed.id}`, contentAt(deed.id), `/folders/${NOTHING}`]) {
      for (const method of ["POST", "PATCH", "PUT", "DELETE", "OPTIONS", "PROPFIND"]) {
        const reply = await house.ask(method, `${PUBLIC}${path}`, { token: await house.admin.token() });
        expectRefusal(reply, 405, "method_not_allowed");
        expect(reply.headers.get("allow")).toBe("GET, HEAD");
        expect(headersOf(reply.headers)).toEqual(HEADERS);
      }
    }
  });

  it("get no CORS headers, and no cookies", async () => {
    const { top } = await estate();
    const { headers } = await get(`/folders/${top.id}`, { headers: { origin: "https://elsewhere.example.org" } });
    expect([...headers.keys()].filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([]);
  });

  it("see the present content and no older one", async () => {
    const { deed } = await estate();
    const old = sha256("the deed");
    await makers.version(deed.id, { bytes: "another deed", name: "Acte.txt" });
    const { text, headers } = await get(contentAt(deed.id), { headers: { "if-none-match": `"${old}"` } });
    expect([text, headers.get("etag")]).toEqual(["another deed", `"${sha256("another deed")}"`]);
    expect((await document(deed.id)).byte_size).toBe(12);
  });

  it("see the first thousand public items, and that there are more", async () => {
    const top = await makers.folder();
    const stranger = await house.person();
    const model = await makers.folder({ name: "1001", documents_folder_id: top.id });
    const newId = seededIds(`in ${top.id}`);
    await database.transact.write(async ({ folders }) => {
      const stored = await folders.lock(model.id as FolderId);
      if (!stored) throw new Error("The model is not there");
      for (let count = 1000; count > 0; count -= 1) {
        await folders.insert({ ...stored, id: newId<"Folder">(), name: String(count).padStart(4, "0") });
      }
    });
    const last = await makers.upload({ documents_folder_id: top.id });
    await makers.publish(top.id);
    const names = Array.from({ length: 1000 }, (_, index) => String(index + 1).padStart(4, "0"));
    const outsiderView = expectStatus(await stranger.ask<FolderWithItemsBody>("GET", folderAt(top.id)), 200);
    for (const { items, items_truncated } of [await folder(top.id), outsiderView]) {
      expect(items.map((item) => item.name)).toEqual(names);
      expect(items_truncated).toBe(true);
    }
    const { text } = await house.ask("GET", `/p/${top.id}`, { headers: { "accept-language": "fr" } });
    expect(text).toMatch(/Seuls les 1\s000 premiers éléments sont montrés/);
    await makers.exclude(folderAt(model.id));
    expect((await folder(top.id)).items_truncated).toBe(true);
    await makers.exclude(documentAt(last.id));
    expect((await folder(top.id)).items_truncated).toBe(false);
  });

  it("find public resources by an id in capitals", async () => {
    const { top } = await estate();
    expect((await folder(top.id.toUpperCase())).id).toBe(top.id);
  });

  it("have no list, and lists of signed-in users omit public resources without a permission", async () => {
    const { top } = await estate();
    const stranger = await house.person();
    expectNotFound(await get("/folders"));
    const { body } = await stranger.ask<readonly unknown[]>("GET", `${DOCUMENTS}/folders`, {
      query: { "q[id_eq]": top.id },
    });
    expect(body).toEqual([]);
  });
});

const headersOf = (headers: Headers) =>
  Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers.get(name)] as const));

const withHeaders = ({ status, text, headers }: { status: number; text: string; headers: Headers }) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== "x-request-id"),
});
