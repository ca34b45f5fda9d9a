import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, FIRST, type House, openHouse, USERS } from "../../support/application-fixture.ts";
import { composerFor } from "../../support/compositions.ts";
import { databases } from "../../support/databases.ts";
import { type Makers, makersFor } from "../../support/record-factories.ts";
import { type SignedIn, signedInAs } from "../../support/session.ts";
import { pageVisitor } from "../../support/visitor.ts";
import { agentOf } from "../../support/worked-example.ts";

const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "";
const rowsIn = (html: string) => [...html.matchAll(/<th scope="row">(?:<a[^>]*>)?([^<]*)/g)].map(([, name]) => name);

describe("lists and choices of pages", () => {
  let house: House;
  let makers: Makers;
  let callers: Readonly<Record<"stranger" | "reader" | "writer" | "manager", SignedIn>>;
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

  it("show a refused confirmation again, with its error", async () => {
    const { folder } = await estate();
    const { writer } = callers;
    const at = `/folders/${folder.id}/public/propagate`;
    for (const reply of [
      await writer.get(at),
      await writer.post(at, { csrf: await writer.csrf() }),
      await writer.post(at, { csrf: await writer.csrf() }, { headers: { "accept-language": "fr" } }),
    ]) {
      expect(reply.status).toBe(422);
      expect(reply.text).toMatch(/<title>(?:Error|Erreur\s*): /);
      expect(main(reply.text)).toMatch(/role="alert".*<form method="post"|<form method="post".*role="alert"/s);
      expect(main(reply.text)).toMatch(/Propagate|Propager/);
    }
    expect((await callers.reader.get(at)).status).toBe(403);
    expect((await callers.stranger.get(at)).status).toBe(404);
  });

  it("choose the present place at first in the form of a move, so that an unchanged one moves nothing", async () => {
    const { workspace, folder, inner, document } = await estate();
    const { writer } = callers;
    const chosenIn = async (path: string, who = writer) =>
      Object.fromEntries(
        [...main((await who.get(path)).text).matchAll(/<select[^>]* name="([^"]*)".*?<\/select>/gs)].map(
          ([field, name = ""]) => [name, /<option value="([^"]*)" selected/.exec(field)?.[1] ?? ""],
        ),
      );
    const placeOf = async (path: string) => {
      type Placed = { readonly documents_folder_id: string | null; readonly workspace_id: string | null };
      const { documents_folder_id, workspace_id } = (await house.admin.ask<Placed>("GET", DOCUMENTS + path)).body;
      return { documents_folder_id, workspace_id };
    };
    for (const [path, holder] of [
      [`/documents/${document.id}`, folder.id],
      [`/folders/${inner.id}`, folder.id],
      [`/folders/${folder.id}`, null],
    ] as const) {
      const chosen = await chosenIn(`${path}/move`);
      expect(chosen).toEqual({ documents_folder_id: holder ?? "", workspace_id: holder === null ? workspace.id : "" });
      expect((await writer.fillIn(`${path}/move`, chosen)).status).toBe(303);
      expect(await placeOf(path)).toEqual({ documents_folder_id: holder, workspace_id: workspace.id });
    }
    // The folder above is hidden from this person.
    await house.grant(callers.stranger.person, "write", "document", document.id);
    const at = `/documents/${document.id}`;
    const hidden = await chosenIn(`${at}/move`, callers.stranger);
    expect(hidden).toEqual({ documents_folder_id: folder.id, workspace_id: "" });
    expect((await callers.stranger.get(`${at}/move`)).text).not.toContain("Baux");
    await writer.fillIn(`${at}/move`, { documents_folder_id: folder.id, workspace_id: workspace.id });
    expect(await placeOf(at)).toEqual({ documents_folder_id: null, workspace_id: workspace.id });
  });

  it("have pages of versions and of grants, of which a bad one is 400", async () => {
    const { workspace, document } = await estate();
    const { manager } = callers;
    for (const bytes of ["deux", "trois", "quatre"]) await makers.version(document.id, { bytes, name: "bail.txt" });
    const at = `/documents/${document.id}`;
    const first = (await manager.get(`${at}?per_page=2`)).text;
    const versions = (text: string) => [...text.matchAll(/versions\/([0-9a-f-]{36})\/content"/g)].map(([, id]) => id);
    expect(versions(first)).toHaveLength(2);
    const next = /rel="next" href="([^"]*)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(next).toBe(`${at}?per_page=2&page=2`);
    const [oldest = ""] = versions((await manager.get(next)).text);
    expect(versions(first)).not.toContain(oldest);
    expect((await manager.get(next)).text).toContain(`${at}?per_page=2&amp;page=2&amp;compare=${oldest}"`);
    expect((await manager.get(`${at}?per_page=2&compare=${oldest}`)).text).toContain("Comparison");
    expect(main((await manager.get(`${at}/versions/${oldest}/restore`)).text)).toContain("1");
    const rights = `/workspaces/${workspace.id}/permissions`;
    const grants = (await manager.get(`${rights}?per_page=2`)).text;
    expect(rowsIn(grants)).toHaveLength(2);
    expect(grants).toContain(`rel="next" href="${rights}?per_page=2&amp;page=2"`);
    for (const path of [at, rights])
      for (const bad of ["page=0", "per_page=x"])
        expect([path, bad, (await manager.get(`${path}?${bad}`)).status]).toEqual([path, bad, 400]);
    expect((await manager.get(`${rights}?sort=nope`)).status).toBe(400);
  });

  it("offer everybody for a grant, after the first hundred too", async () => {
    const { folder } = await estate();
    for (let number = 0; number < 101; number += 1)
      await house.admin.ask("POST", USERS, {
        json: { email_address: `g${number}@example.org`, last_name: `Zz${number}` },
      });
    const form = (await callers.manager.get(`/folders/${folder.id}/permissions/create?subject_type=user`)).text;
    expect(new Set(form.match(/g\d+@example\.org/g)).size).toBe(101);
  });

  it("take as many characters in the field of a search as the search does", async () => {
    const { text } = await callers.reader.get("/search");
    const length = Number(/<input type="search" id="query"[^>]* maxlength="(\d+)"/.exec(main(text))?.[1]);
    expect((await callers.reader.get(`/search?query=${"a".repeat(length)}`)).status).toBe(200);
    expect((await callers.reader.get(`/search?query=${"a".repeat(length + 1)}`)).status).toBe(400);
  });

  it("have pages of long work, each list its own, of which a bad one is 400", async () => {
    const { workspace } = await estate();
    const admin = await signedInAs(house, { role: "admin" });
    for (let number = 0; number < 3; number += 1) {
      const json = { workspace_id: workspace.id };
      await house.admin.ask("POST", `${DOCUMENTS}/exports`, { json });
    }
    const { text } = await admin.get("/admin/jobs?per_page=2");
    const next = /rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    expect(next).toBe("/admin/jobs?per_page=2&list=exports&page=2");
    expect((await admin.get(next ?? "")).text).toContain('rel="prev"');
    for (const bad of ["page=0", "sort=nope", "list=uploads&page=0"])
      expect([bad, (await admin.get(`/admin/jobs?${bad}`)).status]).toEqual([bad, 400]);
    const agent = await agentOf(house, { name: "Agence" });
    const visitor = pageVisitor(house);
    await visitor.signIn(FIRST.email, FIRST.password);
    const at = `/agency/accounts?mandataire_id=${agent.id}`;
    expect((await visitor.get(at)).status).toBe(200);
    for (const bad of ["page=0", "sort=nope"])
      expect([bad, (await visitor.get(`${at}&${bad}`)).status]).toEqual([bad, 400]);
  });

  it("show all parts of a composition, after the first hundred too", async () => {
    const composer = composerFor(house.admin);
    const { key } = await composer.template({ name: "Long" });
    const { id } = await composer.composed({ template_key: key });
    for (let number = 0; number < 101; number += 1) await composer.part(id, { title: `Partie ${number}` });
    const admin = await signedInAs(house, { role: "admin" });
    expect(rowsIn((await admin.get(`/compositions/${id}`)).text)).toHaveLength(101);
  });

  it("offer all units, tenants, owners, properties and providers of an agency", { timeout: 120_000 }, async () => {
    const agent = await agentOf(house, { name: "Agence du Port" });
    const visitor = pageVisitor(house);
    await visitor.signIn(FIRST.email, FIRST.password);
    const { id: property_id } = await agent.made("/properties", { name: "Rue Haute", address: "1 rue Haute" });
    for (let number = 0; number < 101; number += 1) {
      await agent.made("/units", { property_id, identifier: `Lot ${number}` });
      await agent.made("/tenants", { last_name: `Locataire ${number}` });
      await agent.made("/owners", { first_name: "Bailleur", last_name: `${number}` });
      await agent.made("/properties", { name: `Immeuble ${number}`, address: "2 rue Basse" });
      await agent.made("/service_providers", { contact: { company_name: `Artisan ${number}` } });
    }
    const offered = async (path: string, word: string) => {
      const { text } = await visitor.get(`${path}?mandataire_id=${agent.id}`);
      return new Set(text.match(new RegExp(`>${word} \\d+<`, "g"))).size;
    };
    for (const [path, word] of [
      ["/agency/leases/create", "Lot"],
      ["/agency/leases/create", "Locataire"],
      ["/agency/mandates/create", "Bailleur"],
      ["/agency/mandates/create", "Immeuble"],
      ["/agency/supplier_invoices/create", "Artisan"],
    ] as const)
      expect([path, word, await offered(path, word)]).toEqual([path, word, 101]);
  });
});
