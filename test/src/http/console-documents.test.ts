import { CHUNK_BYTES_DEFAULT } from "@cartulary/uploads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { bytesOfLength, chunkingBy, chunkOf, MIB } from "../../support/chunked.ts";
import { databases } from "../../support/databases.ts";
import { type Makers, makersFor, NOTHING } from "../../support/record-factories.ts";
import { type SignedIn, signedInAs } from "../../support/session.ts";
import { hiddenFields, pageVisitor } from "../../support/visitor.ts";

const h1 = (html: string) => /<h1>([^<]*)</.exec(html)?.[1];
const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "";
const linksIn = (html: string) => [...main(html).matchAll(/<a[^>]* href="([^"]*)"/g)].map(([, href]) => href);
/** The first of three chunks of a mebibyte. */
const ARRIVED = /1\sMB of 3\.1\sMB/;
const rowsIn = (html: string) => [...html.matchAll(/<th scope="row">(?:<a[^>]*>)?([^<]*)/g)].map(([, name]) => name);

describe("pages of documents", () => {
  let house: House;
  let makers: Makers;
  let callers: Readonly<Record<"stranger" | "reader" | "writer" | "manager" | "admin", SignedIn>>;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    makers = makersFor(house);
    callers = {
      stranger: await signedInAs(house),
      reader: await signedInAs(house),
      writer: await signedInAs(house),
      manager: await signedInAs(house),
      admin: await signedInAs(house, { role: "admin" }),
    };
  });
  afterAll(() => house.close());

  /** A workspace with folders and documents, on which each caller has a level. */
  async function estate() {
    const workspace = await makers.workspace({ label: "Archive" });
    for (const [name, level] of [
      ["reader", "read"],
      ["writer", "write"],
      ["manager", "manage"],
    ] as const)
      await house.grant(callers[name].person, level, "workspace", workspace.id);
    const folder = await makers.folder({ name: "Baux", workspace_id: workspace.id });
    const inner = await makers.folder({ name: "Anciens", documents_folder_id: folder.id });
    const document = await makers.upload(
      { name: "Bail <b>", documents_folder_id: folder.id },
      { bytes: "clause", name: "bail.txt" },
    );
    return { workspace, folder, inner, document };
  }

  it("redirect a signed-out user to /login and back to path and query", async () => {
    const { folder } = await estate();
    const visitor = pageVisitor(house);
    const reply = await visitor.get(`/folders/${folder.id}?page=1`);
    expect(reply.status).toBe(303);
    expect(reply.headers.get("location")).toMatch(/^\/login\?return_to=/);
    const { email } = callers.reader.person;
    const login = await visitor.get(reply.headers.get("location") ?? "");
    const signed = await visitor.post("/login", { ...hiddenFields(login.text), email, password: "open sesame" });
    expect([signed.status, signed.headers.get("location")]).toEqual([303, `/folders/${folder.id}?page=1`]);
  });

  it("lead back to the page of a form that is sent after the session ended", async () => {
    const { folder, workspace } = await estate();
    const { email } = callers.manager.person;
    for (const path of [`/folders/${folder.id}/upload`, `/folders/${folder.id}/rename?page=2`, "/workspaces/create"]) {
      const visitor = pageVisitor(house);
      const reply = await visitor.post(path, { name: workspace.id });
      const login = await visitor.get(reply.headers.get("location") ?? "");
      const signed = await visitor.post("/login", { ...hiddenFields(login.text), email, password: "open sesame" });
      expect([reply.status, signed.status, signed.headers.get("location")]).toEqual([303, 303, path]);
    }
  });

  it("preview CSV, Markdown and JSON as plain text, and name the format", async () => {
    const { folder } = await estate();
    for (const [name, type, format] of [
      ["loyers.csv", "text/csv", "CSV"],
      ["excel.csv", "application/vnd.ms-excel", "CSV"],
      ["notes.md", "text/markdown", "Markdown"],
      ["bail.json", "application/json", "JSON"],
    ] as const) {
      const bytes = format === "JSON" ? '{"a":"été"}' : "été;1\n<b>deux</b>;2\n";
      const { id } = await makers.upload({ name, documents_folder_id: folder.id }, { bytes, name, type });
      const { text } = await callers.reader.get(`/documents/${id}`);
      expect(text, name).toContain(`src="/documents/${id}/text"`);
      expect(main(text), name).toContain(`>${format} (`);
      const { status, headers, text: shown } = await callers.reader.get(`/documents/${id}/text`);
      expect([status, headers.get("content-type"), shown]).toEqual([200, "text/plain; charset=utf-8", bytes]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-disposition")).toMatch(/^inline/);
      expect(headers.get("content-security-policy")).toMatch(/sandbox.*frame-ancestors 'self'/);
    }
    const page = await makers.upload(
      { name: "page.html", documents_folder_id: folder.id },
      { bytes: "<!doctype html><p>x</p>", name: "page.html", type: "text/html" },
    );
    const saved = await callers.reader.get(`/documents/${page.id}/text`);
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  it.each([
    ["loyers.csv", "text/csv", "text/plain; charset=windows-1252"],
    ["excel.csv", "application/vnd.ms-excel", "text/plain; charset=windows-1252"],
    ["loyers.txt", "text/plain", "text/plain"],
  ])("preview %s in the encoding that it has", async (name, type, expected) => {
    const { folder } = await estate();
    const bytes = Buffer.from([0xe9, 0x74, 0xe9, 0x3b, 0x31, 0x0a]);
    const { id } = await makers.upload({ name, documents_folder_id: folder.id }, { bytes, name, type });
    const { headers, bytes: shown } = await callers.reader.get(`/documents/${id}/text`);
    expect([headers.get("content-type"), Buffer.from(shown)]).toEqual([expected, bytes]);
  });

  it("show each caller the operation's answer", async () => {
    const { workspace, folder, document } = await estate();
    const paths = [
      [`/workspaces/${workspace.id}`, "Archive"],
      [`/folders/${folder.id}`, "Baux"],
      [`/documents/${document.id}`, "Bail &lt;b&gt;"],
      [`/workspaces/${workspace.id}/permissions`, "Who can see this"],
      [`/folders/${folder.id}/permissions`, "Who can see this"],
      [`/documents/${document.id}/permissions`, "Who can see this"],
      [`/folders/${folder.id}/public`, "Public access"],
      [`/documents/${document.id}/public`, "Public access"],
    ] as const;
    for (const [path, title] of paths) {
      for (const name of ["reader", "writer", "manager", "admin"] as const) {
        const { status, text } = await callers[name].get(path);
        // The state of public access is for who may change it.
        if (name === "reader" && path.endsWith("/public")) {
          expect([path, status, h1(text)]).toEqual([path, 403, "Access denied"]);
          continue;
        }
        expect([path, name, status, h1(text)]).toEqual([path, name, 200, title]);
      }
      const unreadable = await callers.stranger.get(path);
      const missing = await callers.stranger.get(path.replace(/[0-9a-f-]{36}/, NOTHING));
      expect([path, unreadable.status, h1(unreadable.text)]).toEqual([path, 404, "Page not found"]);
      expect([missing.status, missing.text]).toEqual([404, unreadable.text]);
    }
    expect((await callers.reader.get("/folders/not-a-uuid")).status).toBe(404);
  });

  it("offer the allowed actions, and refuse the others by form and by POST", async () => {
    const { folder, document } = await estate();
    const verbs = ["create", "upload", "rename", "move", "tags", "delete"];
    for (const verb of verbs) {
      const path = `/folders/${folder.id}/${verb}`;
      expect(linksIn((await callers.writer.get(`/folders/${folder.id}`)).text)).toContain(path);
      expect(linksIn((await callers.reader.get(`/folders/${folder.id}`)).text)).not.toContain(path);
      expect([path, (await callers.reader.get(path)).status]).toEqual([path, 403]);
      if (verb === "upload") continue;
      const csrf = await callers.reader.csrf();
      const posted = await callers.reader.post(path, { csrf, name: "x", tag_list: "x" });
      expect([path, posted.status, h1(posted.text)]).toEqual([path, 403, "Access denied"]);
    }
    expect((await callers.writer.post(`/documents/${document.id}/rename`, { csrf: "x", name: "x" })).status).toBe(403);
  });

  it("list folders before documents, with pages, filters and orders of the API", async () => {
    const { folder, inner } = await estate();
    for (const name of ["c", "a", "b"]) await makers.upload({ name, documents_folder_id: folder.id });
    const { reader } = callers;
    const at = `/folders/${folder.id}`;
    expect(rowsIn((await reader.get(at)).text)).toEqual([inner.name, "a", "b", "Bail &lt;b&gt;", "c"]);
    expect(rowsIn((await reader.get(`${at}?per_page=2`)).text)).toEqual([inner.name, "a"]);
    expect(rowsIn((await reader.get(`${at}?per_page=2&page=2`)).text)).toEqual(["b", "Bail &lt;b&gt;"]);
    expect(rowsIn((await reader.get(`${at}?per_page=2&page=3`)).text)).toEqual(["c"]);
    expect(rowsIn((await reader.get(`${at}?sort=name&direction=desc`)).text)[1]).toBe("c");
    expect(rowsIn((await reader.get(`${at}?q[name_cont]=bail`)).text)).toEqual(["Bail &lt;b&gt;"]);
    for (const bad of ["sort=x", "page=0", "q[x_eq]=1", "direction=up"])
      expect([bad, (await reader.get(`${at}?${bad}`)).status]).toEqual([bad, 400]);
  });

  it("create, rename, tag, move and delete", async () => {
    const { workspace, folder, inner, document } = await estate();
    const { writer } = callers;
    const made = await writer.fillIn(`/folders/${folder.id}/create`, { name: "Neuf" });
    expect(made.status).toBe(303);
    const path = made.headers.get("location") ?? "";
    expect(h1((await writer.get(path)).text)).toBe("Neuf");
    const refused = await writer.fillIn(`/folders/${folder.id}/create`, { name: "", description: "typed" });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/<title>Error: /);
    expect(refused.text).toMatch(/role="alert".*href="#name"/s);
    expect(refused.text).toMatch(/id="name"[^>]*aria-describedby="name-error" aria-invalid="true"/);
    expect(refused.text).toContain(">typed</textarea>");
    expect((await writer.fillIn(`${path}/rename`, { name: "Vieux" })).headers.get("location")).toBe(path);
    await writer.fillIn(`${path}/tags`, { tag_list: "un, deux" });
    expect((await house.admin.ask<{ tags: string[]; name: string }>("GET", `${DOCUMENTS}${path}`)).body).toMatchObject({
      name: "Vieux",
      tags: ["un", "deux"],
    });
    const moved = await writer.fillIn(`/documents/${document.id}/move`, { documents_folder_id: inner.id });
    expect(moved.headers.get("location")).toBe(`/documents/${document.id}`);
    expect(rowsIn((await writer.get(`/folders/${inner.id}`)).text)).toEqual(["Bail &lt;b&gt;"]);
    await writer.fillIn(`/documents/${document.id}/move`, { workspace_id: workspace.id });
    expect(rowsIn((await writer.get(`/workspaces/${workspace.id}`)).text)).toContain("Bail &lt;b&gt;");
    expect((await writer.fillIn(`/folders/${folder.id}/move`, { documents_folder_id: inner.id })).status).toBe(422);
    expect((await writer.get(`/folders/${folder.id}/delete`)).text).toContain("0 documents and 2 folders");
    const gone = await writer.fillIn(`/folders/${folder.id}/delete`, {});
    expect([gone.status, gone.headers.get("location")]).toEqual([303, `/workspaces/${workspace.id}`]);
    expect((await writer.get(`/folders/${folder.id}`)).status).toBe(404);
  });

  it("take files, and new versions that can be compared and restored", async () => {
    const { folder } = await estate();
    const { writer } = callers;
    const csrf = await writer.csrf();
    const send = (path: string, files: Readonly<Record<string, string>>, token = csrf) => {
      const body = new FormData();
      body.append("csrf", token);
      for (const [name, text] of Object.entries(files))
        body.append("uploaded_file", new File([text], name, { type: "text/plain" }));
      return writer.post(path, {}, { body });
    };
    const uploaded = await send(`/folders/${folder.id}/upload`, { "un.txt": "one", "deux.txt": "two".repeat(50_000) });
    expect([uploaded.status, uploaded.headers.get("location")]).toEqual([303, `/folders/${folder.id}`]);
    const page = (await writer.get(`/folders/${folder.id}`)).text;
    expect(rowsIn(page)).toEqual(["Anciens", "Bail &lt;b&gt;", "deux.txt", "un.txt"]);
    const smileys = await send(`/folders/${folder.id}/upload`, { [`a${"😀".repeat(110)}.txt`]: "x" });
    expect([smileys.status, smileys.headers.get("set-cookie")?.includes("cartulary_done")]).toEqual([303, true]);
    expect((await send(`/folders/${folder.id}/upload`, { "x.txt": "x" }, "forged")).status).toBe(403);
    expect((await send(`/folders/${folder.id}/upload`, {})).status).toBe(422);
    expect((await callers.reader.post(`/folders/${folder.id}/upload`, { csrf: "x" })).status).toBe(415);
    const at = /href="(\/documents\/[^"]*)">un.txt/.exec(page)?.[1] ?? "";
    expect(linksIn((await writer.get(at)).text)).toContain(`${at}/versions`);
    expect((await send(`${at}/versions`, { "un.txt": "three" })).headers.get("location")).toBe(at);
    expect((await writer.get(`${at}/content`)).text).toBe("three");
    const shown = (await writer.get(at)).text;
    const version = /versions\/([0-9a-f-]{36})\/content/.exec(shown)?.[1] ?? "";
    const old = await writer.get(`${at}/versions/${version}/content`);
    expect(old.text).toBe("one");
    expect(old.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect((await writer.get(`${at}?compare=${version}`)).text).toContain("Comparison");
    expect((await writer.fillIn(`${at}/versions/${version}/restore`, {})).headers.get("location")).toBe(at);
    expect((await writer.get(`${at}/content`)).text).toBe("one");
    expect((await writer.get(`${at}/content`, { headers: { range: "bytes=0-1" } })).status).toBe(206);
  });

  it("show unfinished uploads to their owner, who cancels them", async () => {
    const { writer, stranger, admin } = callers;
    const sending = chunkingBy(writer.person);
    expect((await writer.get("/uploads")).text).toContain("You have no unfinished upload of a large file.");
    const bytes = bytesOfLength(3 * MIB);
    const id = await sending.open(bytes.byteLength, { filename: "plan <b>.bin" });
    await sending.send(id, 1, chunkOf(bytes, 1));
    const page = (await writer.get("/uploads")).text;
    for (const text of ["plan &lt;b&gt;.bin", 'value="33.33"', 'aria-label="Cancel: plan'])
      expect(page).toContain(text);
    expect(page).toMatch(ARRIVED);
    const french = await writer.get("/uploads", { headers: { "accept-language": "fr" } });
    for (const text of ["Envois inachevés", 'aria-label="Annuler']) expect(french.text).toContain(text);
    for (const other of [stranger, admin]) expect((await other.get("/uploads")).text).not.toContain("plan");
    const resume = `/uploads/${id}/resume`;
    expect(linksIn(page)).toContain(resume);
    const form = (await writer.get(resume)).text;
    expect(form).toContain("<noscript><p>Resuming needs JavaScript");
    expect(form).toMatch(/<form [^>]*data-name="plan &lt;b&gt;.bin" data-size="3145728"[^>]* hidden>/);
    expect((await stranger.get(resume)).status).toBe(404);
    expect((await admin.get(resume)).text).toContain("it cannot be resumed here");
    const cancel = `/uploads/${id}/cancel`;
    expect(linksIn(page)).toContain(cancel);
    expect((await stranger.get(cancel)).status).toBe(404);
    expect((await stranger.post(cancel, { csrf: await stranger.csrf() })).status).toBe(404);
    expect((await writer.post(cancel, { csrf: "x" })).status).toBe(403);
    expect(main((await writer.get(cancel)).text)).toMatch(ARRIVED);
    const done = await writer.fillIn(cancel, {});
    expect([done.status, done.headers.get("location")]).toEqual([303, "/uploads"]);
    expect((await writer.get("/uploads")).text).not.toContain("plan");
    const completed = await sending.whole(bytesOfLength(10));
    const refused = await writer.fillIn(`/uploads/${completed}/cancel`, {});
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("This upload is finished. Its file cannot be cancelled any more.");
  });

  it("take a file in chunks from their script, and say refusals in the reader's language", async () => {
    const { folder } = await estate();
    const { writer, reader, stranger } = callers;
    const scriptOf = async (caller: SignedIn) => {
      const headers = { "x-csrf-token": await caller.csrf(), "accept-language": "fr" };
      return async (path: string, body: URLSearchParams | Uint8Array<ArrayBuffer> = new URLSearchParams()) => {
        const { status, text } = await caller.post(path, {}, { body, headers });
        return { status, ...(JSON.parse(text) as { readonly id?: string; readonly to?: string }) };
      };
    };
    const [send, sendAsReader, sendAsStranger] = [
      await scriptOf(writer),
      await scriptOf(reader),
      await scriptOf(stranger),
    ];
    const bytes = bytesOfLength(CHUNK_BYTES_DEFAULT + 10);
    const description = (fileSize: number) =>
      new URLSearchParams({
        filename: "é.bin",
        file_size: `${fileSize}`,
        content_type: "",
        documents_folder_id: folder.id,
      });
    const begun = await send("/uploads/create", description(bytes.byteLength));
    expect(begun).toMatchObject({ status: 200, chunk_size: CHUNK_BYTES_DEFAULT, received: 0, missing: [1, 2] });
    const at = `/uploads/${begun.id}`;
    const part = (number: number) => chunkOf(bytes, number, CHUNK_BYTES_DEFAULT);
    expect(await send(`${at}/chunks/2`, part(2))).toMatchObject({ status: 200, received: 10, missing: [1] });
    expect(await send(`${at}/chunks/1`, part(2))).toMatchObject({ status: 422, code: "invalid_chunk_size" });
    expect(await send(`${at}/complete`)).toMatchObject({ status: 422, code: "chunks_missing" });
    expect(await send(`${at}/status`)).toMatchObject({ status: 200, received: 10, missing: [1] });
    expect(await send(`${at}/chunks/1`, part(1))).toMatchObject({ status: 200, missing: [] });
    const made = await send(`${at}/complete`);
    expect(await send(`${at}/complete`)).toEqual(made);
    expect((await writer.get(`${made.to}`)).text).toContain("é.bin");
    expect((await writer.get(`${made.to}/content`)).status).toBe(200);

    expect(await send(`${at}/chunks/1`, part(1))).toMatchObject({
      ...{ status: 422, code: "upload_not_open", message: "Cet envoi est clos. Envoyez le fichier de nouveau." },
    });
    expect(await send("/uploads/create", description(0))).toMatchObject({ status: 422 });
    expect(await sendAsReader("/uploads/create", description(10))).toMatchObject({ status: 403, code: "forbidden" });
    for (const path of ["status", "chunks/1", "complete"])
      expect([path, await sendAsStranger(`${at}/${path}`)]).toMatchObject([path, { status: 404, code: "not_found" }]);
    expect((await writer.post("/uploads/create", { csrf: await writer.csrf() })).status).toBe(403);
    expect((await pageVisitor(house).post(`${at}/status`, {})).status).toBe(303);
    expect((await writer.get(`${at}/status`)).status).toBe(405);
  });

  it("grant, change and remove permissions", async () => {
    const { folder } = await estate();
    const { manager, stranger, writer } = callers;
    const at = `/folders/${folder.id}/permissions`;
    expect((await writer.get(at)).text).not.toContain("<table");
    expect((await writer.get(`${at}/create`)).status).toBe(403);
    const made = await manager.fillIn(`${at}/create`, { subject_id: stranger.person.id, level: "read" });
    expect([made.status, made.headers.get("location")]).toEqual([303, at]);
    expect((await stranger.get(`/folders/${folder.id}`)).status).toBe(200);
    expect((await manager.fillIn(`${at}/create`, { subject_id: stranger.person.id, level: "read" })).status).toBe(422);
    const change = /href="([^"]*\/change)"/.exec((await manager.get(at)).text)?.[1] ?? "";
    await manager.fillIn(change, { level: "write" });
    expect((await stranger.get(`/folders/${folder.id}/rename`)).status).toBe(200);
    expect((await manager.fillIn(change.replace("change", "delete"), {})).headers.get("location")).toBe(at);
    expect((await stranger.get(`/folders/${folder.id}`)).status).toBe(404);
  });

  it("publish, exclude, lift, propagate and unpublish, with the scope announced", async () => {
    const { folder, inner, document } = await estate();
    const { writer, stranger } = callers;
    const at = `/folders/${folder.id}/public`;
    const rights = `/folders/${inner.id}/permissions`;
    expect((await writer.get(rights)).text).toContain("This is not public.");
    const question = (await writer.get(`${at}/publish`)).text;
    expect(question).toContain("Everybody who has the link can then read");
    expect(question).toContain("1 document and 2 folders");
    expect((await writer.fillIn(`${at}/publish`, {})).headers.get("location")).toBe(at);
    expect((await writer.get(at)).text).toContain(`/p/${folder.id}`);
    expect((await writer.get(rights)).text).toContain("This is public through a published folder above it.");
    const seen = await stranger.get(`/folders/${folder.id}`);
    expect([seen.status, rowsIn(seen.text)]).toEqual([200, ["Anciens", "Bail &lt;b&gt;"]]);
    expect(main((await writer.get(`/folders/${folder.id}`)).text).match(/>Public</g)).toHaveLength(3);
    expect(linksIn((await writer.get(at)).text)).toContain(`${at}/exclusion`);
    await writer.fillIn(`/documents/${document.id}/public/exclusion`, {});
    expect((await stranger.get(`/documents/${document.id}`)).status).toBe(404);
    await writer.fillIn(`/documents/${document.id}/public/lift`, {});
    await writer.fillIn(`${at}/propagate`, {});
    expect((await stranger.get(`/documents/${document.id}`)).status).toBe(200);
    await writer.fillIn(`/folders/${inner.id}/public/exclusion`, {});
    expect((await writer.get(at)).text).toContain("Excluded here");
    await writer.fillIn(`${at}/unpublish`, {});
    expect((await stranger.get(`/folders/${folder.id}`)).status).toBe(404);
    expect((await callers.reader.get(`${at}/publish`)).status).toBe(403);
  });

  it("link to the folder that causes a public state for readers of that folder only", async () => {
    const { folder, inner } = await estate();
    const { writer, reader, stranger } = callers;
    await house.grant(stranger.person, "write", "folder", inner.id);
    await house.grant(reader.person, "write", "folder", inner.id);
    const at = `/folders/${inner.id}/public`;
    const cause = `/folders/${folder.id}`;
    const stateFor = async (visitor: SignedIn, language = "en") => {
      const { text } = await visitor.get(at, { headers: { "accept-language": language } });
      return /<div class="notice[^>]*>(<p>.*?<\/p>)/s.exec(text)?.[1];
    };
    await writer.fillIn(`${cause}/public/exclusion`, {});
    expect(await stateFor(writer)).toContain(`Folder: <a href="${cause}/public">Baux</a>`);
    expect(await stateFor(reader)).toContain(`Folder: <a href="${cause}">Baux</a>`);
    expect(await stateFor(stranger)).toContain("This is not public: it is excluded. Folder: Baux</p>");
    expect(await stateFor(stranger, "fr")).toContain("Dossier\u00a0: Baux</p>");
    expect((await stranger.get(`/folders/${inner.id}/permissions`)).text).not.toContain(cause);
    expect((await stranger.get(cause)).status).toBe(404);
    await writer.fillIn(`${cause}/public/publish`, {});
    expect(await stateFor(stranger)).toContain(`Folder: <a href="${cause}">Baux</a>`);
    expect((await stranger.get(cause)).status).toBe(200);
  });

  it("find documents", async () => {
    const { folder } = await estate();
    const word = `mot${folder.id.slice(-6)}`;
    await makers.upload(
      { name: `Note ${word}`, documents_folder_id: folder.id },
      { bytes: `une clause ${word}`, name: "n.txt" },
    );
    await house.work();
    const found = await callers.reader.get(`/search?query=${word}`);
    expect([found.status, h1(found.text), found.text.includes(`Note ${word}`)]).toEqual([200, "Search", true]);
    expect((await callers.stranger.get(`/search?query=${word}`)).text).toContain("No document was found.");
    expect((await callers.reader.get("/search")).status).toBe(200);
    expect((await callers.reader.get(`/search?query=${word}&page=x`)).status).toBe(400);
  });

  it("set retentions and holds, for users who may", async () => {
    const { folder } = await estate();
    const at = `/folders/${folder.id}`;
    expect((await callers.writer.get(`${at}/retention`)).status).toBe(403);
    expect((await callers.manager.get(at)).text).toContain(`${at}/retention`);
    expect((await callers.manager.fillIn(`${at}/retention`, { retain_until: "2090-01-01" })).status).toBe(303);
    const shorter = await callers.manager.fillIn(`${at}/retention`, { retain_until: "2089-01-01" });
    expect(shorter.status).toBe(403);
    expect((await callers.admin.fillIn(`${at}/retention`, { retain_until: "2089-01-01" })).status).toBe(422);
    expect((await callers.manager.get(`${at}/legal_hold`)).status).toBe(403);
    expect((await callers.admin.fillIn(`${at}/legal_hold`, { reason: "Litige" })).status).toBe(303);
    expect((await callers.manager.get(`${at}/retention`)).text).toContain("Litige");
    expect((await callers.manager.fillIn(`${at}/delete`, {})).status).toBe(422);
    expect((await callers.admin.fillIn(`${at}/legal_hold/release`, { reason: "Clos" })).status).toBe(303);
    expect((await callers.manager.get(`${at}/retention`)).text).not.toContain("Litige");
  });

  it("mark the words that a search finds", async () => {
    const { folder } = await estate();
    await makers.upload(
      { name: "État", documents_folder_id: folder.id },
      { bytes: "le <b>Loyer</b> dû", name: "e.txt" },
    );
    await house.work();
    expect((await callers.reader.get("/search?query=loyer")).text).toContain(
      "le &lt;b&gt;<mark>Loyer</mark>&lt;/b&gt; dû",
    );
  });
});
