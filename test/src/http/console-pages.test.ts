import { consolePages, hasWords, REFUSAL_TEXTS } from "@cartulary/console";
import { allOperations, RENTAL_BASE, refusalsOf } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { composerFor } from "../../support/compositions.ts";
import { databases } from "../../support/databases.ts";
import { type Makers, makersFor, NOTHING } from "../../support/record-factories.ts";
import { PASSWORD, type SignedIn, signedInAs } from "../../support/session.ts";
import { pageVisitor } from "../../support/visitor.ts";

const h1 = (html: string) => /<h1>([^<]*)</.exec(html)?.[1];

/** Paths that only browsers or programs use: they answer bytes instead of pages. */
const isPage = (path: string) => !path.endsWith("/content");

/** Formats and names of indices, which are the same in both languages. */
const TECHNICAL = new Set(["tab", "pipe", "utf-8", "iso-8859-15", "pain.001", "IRL", "ILC", "ILAT", "ICC"]);

/** A schema as far as enumerations are below it. */
interface Definition {
  readonly entries?: Readonly<Record<string, string>>;
  readonly shape?: Readonly<Record<string, { readonly def: object }>>;
  readonly options?: readonly { readonly def: object }[];
  readonly innerType?: { readonly def: object };
  readonly element?: { readonly def: object };
  readonly in?: { readonly def: object };
  readonly out?: { readonly def: object };
}

describe("pages of the console", () => {
  let house: House;
  let makers: Makers;
  let admin: SignedIn;
  let user: SignedIn;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    makers = makersFor(house);
    admin = await signedInAs(house, { role: "admin" });
    user = await signedInAs(house);
  });
  afterAll(() => house.close());

  it("show data of operations of the API only", () => {
    const known = new Set(Object.keys(allOperations));
    for (const { path, operations } of consolePages)
      expect([path, operations.filter(({ id }) => !known.has(id))]).toEqual([path, []]);
  });

  it("have a text in both languages for each refusal that a form can show", () => {
    const shown = new Set(["409", "413", "422"]);
    const codes = consolePages
      .filter(({ isAction }) => isAction)
      .flatMap(({ operations }) => operations.filter(({ method }) => method !== "get"))
      .flatMap((operation) => [...refusalsOf(operation)])
      .flatMap(([status, own]) => (shown.has(String(status)) ? own : []));
    expect(codes.length).toBeGreaterThan(100);
    for (const texts of Object.values(REFUSAL_TEXTS))
      expect([...new Set(codes)].filter((code) => !Object.hasOwn(texts, code))).toEqual([]);
  });

  it("have words for each value of an enumeration of the rental", () => {
    const values = new Set<string>();
    const collect = ({ def }: { readonly def: object }): void => {
      const { entries, shape, options, ...others } = def as Definition;
      for (const value of Object.values(entries ?? {})) values.add(value);
      for (const schema of [...Object.values(shape ?? {}), ...(options ?? [])]) collect(schema);
      for (const schema of [others.innerType, others.element, others.in, others.out]) if (schema) collect(schema);
    };
    for (const { operations } of consolePages) {
      for (const { body, replies } of operations.filter((each) => each.path.startsWith(RENTAL_BASE))) {
        for (const schema of [body, ...Object.values(replies)])
          if (schema && typeof schema === "object") collect(schema);
      }
    }
    expect(values.size).toBeGreaterThan(150);
    expect([...values].filter((value) => !hasWords(value) && !TECHNICAL.has(value))).toEqual([]);
  });

  it("all require a session, and none fails on records that do not exist", async () => {
    const signedOut = pageVisitor(house);
    for (const { path } of consolePages.filter(({ path }) => path !== "/")) {
      const at = path.replace(/\{\w+\}/g, NOTHING);
      expect([path, (await signedOut.get(at)).status]).toEqual([path, 303]);
      expect([path, (await signedOut.post(at, {})).status]).toEqual([path, /POST/.test(await allowed(at)) ? 303 : 405]);
      const { status } = await admin.get(at);
      expect([path, status < 500]).toEqual([path, true]);
      const { headers, status: bad } = await admin.get(at.replace(NOTHING, "not-an-id"));
      expect([path, bad < 500, headers.get("content-type")]).toEqual([path, true, headers.get("content-type")]);
    }
  });

  const allowed = async (path: string) => (await admin.get(path, {})).headers.get("allow") ?? methodsOf(path);
  const methodsOf = (path: string) =>
    consolePages.some((page) => page.isAction && page.path.replace(/\{\w+\}/g, NOTHING) === path) ? "POST" : "";

  it("keep the choice of language and theme for a year, and go back only to paths of ours", async () => {
    const visitor = pageVisitor(house);
    const english = await visitor.get("/locale/en?return_to=%2Fsearch%3Fquery%3Da");
    expect([english.status, english.headers.get("location")]).toEqual([303, "/search?query=a"]);
    expect(english.headers.get("set-cookie")).toMatch(/^cartulary_locale=en; Max-Age=31536000; Path=\//);
    expect((await visitor.get("/", { headers: { "accept-language": "fr" } })).text).toContain('<html lang="en"');
    for (const foreign of ["//evil.example", "https://evil.example", "/\\evil.example"])
      expect((await visitor.get(`/locale/fr?return_to=${encodeURIComponent(foreign)}`)).headers.get("location")).toBe(
        "/",
      );
    await visitor.get("/theme/dark?return_to=/");
    expect((await visitor.get("/")).text).toContain('data-theme="dark"');
    expect((await visitor.get("/locale/de")).status).toBe(404);
  });

  it("stay within the sizes", async () => {
    const { text } = await user.get("/");
    const sizes = await Promise.all(
      [...text.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)].map(
        async ([, path = ""]) => (await user.get(path)).bytes.byteLength,
      ),
    );
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThan(40_000);
  });

  it("make a workspace, for managers", async () => {
    expect((await user.get("/workspaces/create")).status).toBe(403);
    const made = await admin.fillIn("/workspaces/create", { label: "Neuf", description: "" });
    expect(made.headers.get("location")).toMatch(/^\/workspaces\/[0-9a-f-]{36}$/);
    expect(h1((await admin.get(made.headers.get("location") ?? "")).text)).toBe("Neuf");
  });

  it("say once what a form has done, and not to scripts", async () => {
    const notice = '<div class="notice good" role="status" tabindex="-1" autofocus>Done.</div>';
    const made = await admin.fillIn("/workspaces/create", { label: "Dit", description: "" });
    const at = made.headers.get("location") ?? "";
    expect((await admin.get(at, { headers: { "sec-fetch-dest": "empty" } })).text).not.toContain(notice);
    expect((await admin.get(at, { headers: { "sec-fetch-dest": "document" } })).text).toContain(notice);
    expect((await admin.get(at)).text).not.toContain(notice);
    const refused = await admin.fillIn("/workspaces/create", { label: "", description: "" });
    expect([refused.status, refused.text.includes(notice)]).toEqual([422, false]);
    const withCookie = (value: string) =>
      admin.get(at, { headers: { cookie: `${sessionOf(admin)}; cartulary_done=${value}` } });
    const own = encodeURIComponent(`${at} `);
    expect((await withCookie(`${own}%3Cb%3E`)).text).toContain("&lt;b&gt;</div>");
    for (const value of ["%2Ftrash%20Deleted.", "Done.", `${own.slice(0, -1)}`, "%", `${own}%ED%A0%80`, own])
      expect([value, (await withCookie(value)).text.includes("notice good")]).toEqual([value, false]);
  });

  const sessionOf = ({ cookies }: SignedIn) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  it("restore from the trash and delete its content for good", async () => {
    const folder = await makers.folder({ name: "Perdu" });
    await house.admin.ask("DELETE", `${DOCUMENTS}/folders/${folder.id}`);
    expect((await admin.get("/trash")).text).toContain("Perdu");
    expect((await user.get("/trash")).text).not.toContain("Perdu");
    const restored = await admin.fillIn(`/trash/${folder.id}/restore`, {});
    expect([restored.status, restored.headers.get("location")]).toEqual([303, `/folders/${folder.id}`]);
    await house.admin.ask("DELETE", `${DOCUMENTS}/folders/${folder.id}`);
    expect((await admin.fillIn(`/trash/${folder.id}/purge`, {})).headers.get("location")).toBe("/trash");
    expect((await admin.fillIn(`/trash/${folder.id}/purge`, {})).status).toBe(404);
  });

  it("list compositions by name, and the trash with the latest deletion first", async () => {
    const key = "liste";
    const json = { key, name: "Liste", typst_source: "=" };
    await house.admin.ask("POST", `${DOCUMENTS}/document_templates`, { json });
    for (const name of ["Beta", "Alpha", "Gamma"])
      await admin.fillIn(`/compositions/create?template_key=${key}`, { name });
    const names = async (path: string) =>
      [...(await admin.get(path)).text.matchAll(/<th scope="row">(?:<a[^>]*>)?([^<]*)/g)].map(([, name]) => name);
    expect(await names("/compositions")).toEqual(["Alpha", "Beta", "Gamma"]);
    expect(await names("/compositions?sort=name&direction=desc")).toEqual(["Gamma", "Beta", "Alpha"]);
    expect(await names("/compositions?q[name_cont]=eta")).toEqual(["Beta"]);
    expect((await admin.get("/compositions?q[name_cont]=Zeta")).text).toContain("Nothing matches.");
    for (const label of ["Deux", "Trois", "Un"]) {
      const folder = await makers.folder({ name: label });
      await house.admin.ask("DELETE", `${DOCUMENTS}/folders/${folder.id}`);
      house.clock.pass(1000);
    }
    expect((await names("/trash")).slice(0, 3)).toEqual(["Un", "Trois", "Deux"]);
    expect(await names("/trash?q[kind_eq]=folder&sort=name&direction=asc&q[name_in][]=Un&q[name_in][]=Deux")).toEqual([
      "Deux",
      "Un",
    ]);
    const { text } = await admin.get("/trash");
    const form = /<form class="filters".*?<\/form>/s.exec(text)?.[0] ?? "";
    for (const field of ['name="q[name_cont]"', 'name="q[kind_eq]"', 'value="deleted_at"', 'value="desc" selected'])
      expect(form).toContain(field);
    for (const bad of ["sort=x", "q[x_eq]=1", "page=0"])
      expect([bad, (await admin.get(`/trash?${bad}`)).status]).toEqual([bad, 400]);
  });

  it("judge the role of who deletes for good before the entry", async () => {
    const folder = await makers.folder({ name: "Jugé" });
    await house.admin.ask("DELETE", `${DOCUMENTS}/folders/${folder.id}`);
    for (const id of [folder.id, NOTHING]) {
      expect([id, (await user.get(`/trash/${id}/purge`)).status]).toEqual([id, 403]);
      expect([id, (await user.post(`/trash/${id}/purge`, { csrf: await user.csrf() })).status]).toEqual([id, 403]);
    }
    expect((await admin.get(`/trash/${NOTHING}/purge`)).status).toBe(404);
  });

  it("compose a document from a template, with its variables and parts", async () => {
    const variables_schema = {
      type: "object",
      properties: { ville: { type: "string" }, mois: { type: "integer" } },
      required: ["ville"],
    };
    const json = { key: "bail", name: "Bail type", typst_source: "= {{ville}}", variables_schema };
    await house.admin.ask("POST", `${DOCUMENTS}/document_templates`, { json });
    expect((await admin.get("/templates")).text).toContain("Bail type");
    expect((await admin.get("/templates/bail")).text).toContain("= {{ville}}");
    const create = "/compositions/create?template_key=bail";
    const refused = await admin.fillIn(create, {
      name: "Bail Lyon",
      "variables[ville]": "Lyon",
      "variables[mois]": "x",
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/name="variables\[mois\]" value="x"[^>]*aria-invalid="true"/);
    // It is an error of the variables as a whole, which are no field.
    const unprintable = await admin.fillIn(create, {
      name: "Bail Lyon",
      "variables[ville]": "L\u0000",
      "variables[mois]": "3",
    });
    expect([unprintable.status, /<a href="#variables-\w+">/.test(unprintable.text)]).toEqual([422, true]);
    expect(unprintable.text).toMatch(/name="variables\[\w+\]"[^>]*aria-invalid="true"/);
    const made = await admin.fillIn(create, { name: "Bail Lyon", "variables[ville]": "Lyon", "variables[mois]": "3" });
    const at = made.headers.get("location") ?? "";
    expect(h1((await admin.get(at)).text)).toBe("Bail Lyon");
    for (const title of ["Un", "Deux"]) await admin.fillIn(`${at}/parts/create`, { title, content: title });
    const down = /<form method="post" action="[^"]*reorder">.*?<\/form>/s.exec((await admin.get(at)).text)?.[0] ?? "";
    const fields = [...down.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    expect((await admin.post(`${at}/parts/reorder`, Object.fromEntries(fields))).status).toBe(303);
    const titles = [...(await admin.get(at)).text.matchAll(/<th scope="row">(Un|Deux)</g)].map(([, title]) => title);
    expect(titles).toEqual(["Deux", "Un"]);
    expect((await user.get(at)).status).toBe(404);
    const gone = await admin.fillIn(`${at}/delete`, {});
    expect([gone.status, gone.headers.get("location")]).toEqual([303, "/compositions"]);
  });

  it("name the variables of the first templates in the language of the reader, and yes and no", async () => {
    type Template = { readonly key: string; readonly variables_schema: { readonly properties: object } };
    type Templates = { readonly templates: readonly Template[] };
    const { body } = await house.admin.ask<Templates>("GET", `${DOCUMENTS}/document_templates`);
    const first = body.templates.filter(({ key }) => !["bail", "liste"].includes(key));
    expect(first.length).toBeGreaterThan(10);
    for (const { key, variables_schema } of first) {
      const at = `/compositions/create?template_key=${key}`;
      const labelsIn = async (language: string) => {
        const { text } = await admin.get(at, { headers: { "accept-language": language } });
        expect([key, text.match(/<option[^>]*>(?:true|false)</)]).toEqual([key, null]);
        return [...text.matchAll(/<label for="variables-[^"]*">([^<]*)/g)].map(([, label]) => label?.trim());
      };
      const [english, french] = [await labelsIn("en"), await labelsIn("fr")];
      expect(french).toHaveLength(Object.keys(variables_schema.properties).length);
      expect([key, french.filter((label) => english.includes(label) || !/^\p{Lu}/u.test(label ?? ""))]).toEqual([
        key,
        [],
      ]);
    }
    const made = await admin.fillIn("/compositions/create?template_key=notice", {
      ...{ name: "Avis", "variables[is_to_pay]": "true", "variables[total]": "900,00 €" },
    });
    const french = await admin.get(made.headers.get("location") ?? "", { headers: { "accept-language": "fr" } });
    expect(french.text).toMatch(/Il y a une somme à payer<\/dt>\s*<dd>Oui</);
    expect(french.text).toMatch(/Montant total<\/dt>\s*<dd>900,00 €</);
    expect(french.text).toMatch(/Modèle<\/dt>\s*<dd><code>notice</);
    const template = await admin.get("/templates/notice", { headers: { "accept-language": "fr" } });
    expect(template.text).toContain(">Il y a une somme à payer<");
  });

  it("offer the changes of a composition to those who may write only", async () => {
    const { id } = await makers.workspace({ label: "Composé" });
    const folder = await makers.folder({ name: "Baux", workspace_id: id });
    const [reader, writer] = [await signedInAs(house), await signedInAs(house)];
    await house.grant(reader.person, "read", "workspace", id);
    await house.grant(writer.person, "write", "workspace", id);
    const composer = composerFor(house.admin);
    const { key } = await composer.template({ name: "Bail" });
    for (const place of [{ folder_id: folder.id }, { workspace_id: id }]) {
      const composed = await composer.composed({ template_key: key, ...place });
      const parts = [await composer.part(composed.id, { title: "Un" }), await composer.part(composed.id)];
      const at = `/compositions/${composed.id}`;
      const offered = async (who: SignedIn) => {
        const { text } = await who.get(at);
        const main = /<main.*<\/main>/s.exec(text)?.[0] ?? "";
        return [...main.matchAll(/ (?:href|action)="([^"#]*)"/g)].flatMap(([, to = ""]) =>
          to.startsWith(`${at}/`) ? [to.slice(at.length)] : [],
        );
      };
      const forms = [
        ...["/compile", "/parts/create", "/update", "/delete"],
        ...parts.flatMap((part) => [`/parts/${part.id}/update`, `/parts/${part.id}/delete`]),
      ];
      expect(new Set(await offered(writer))).toEqual(new Set([...forms, "/parts/reorder"]));
      expect([(await reader.get(at)).status, await offered(reader)]).toEqual([200, []]);
      for (const form of forms) {
        expect([form, (await writer.get(at + form)).status]).toEqual([form, 200]);
        const { status, text } = await reader.get(at + form);
        expect([form, status, h1(text)]).toEqual([form, 403, "Access denied"]);
        expect([form, (await reader.post(at + form, { csrf: await reader.csrf() })).status]).toEqual([form, 403]);
      }
    }
    const own = await composerFor(user.person).composed({ template_key: key });
    expect((await user.get(`/compositions/${own.id}`)).text).toContain(`/compositions/${own.id}/compile`);
    expect((await user.get(`/compositions/${own.id}/update`)).status).toBe(200);
    expect((await admin.get(`/compositions/${own.id}/update`)).status).toBe(200);
  });

  it("change a person's own names and password", async () => {
    const ana = await signedInAs(house);
    expect(h1((await ana.get("/settings/profile")).text)).toBe("Profile");
    expect((await ana.fillIn("/settings/profile", { first_name: "Ana", last_name: "Moulin" })).status).toBe(303);
    expect((await ana.get("/settings/profile")).text).toContain('value="Moulin"');
    const at = "/settings/profile/password";
    expect((await ana.fillIn(at, { current_password: "wrong", password: "another one" })).status).toBe(422);
    expect((await ana.fillIn(at, { current_password: PASSWORD, password: "another one" })).status).toBe(303);
    expect((await pageVisitor(house).signIn(ana.person.email, "another one")).status).toBe(303);
  });

  it("have no page in which a French reader finds an English control", async () => {
    for (const { path } of consolePages.filter((page) => isPage(page.path) && !page.path.includes("{"))) {
      const { text, headers } = await admin.get(path, { headers: { "accept-language": "fr" } });
      expect([path, headers.get("content-language")]).toEqual([path, "fr"]);
      expect([path, text.match(/>(?:Search|Upload|Save|Cancel|Create|Delete|Change|Name|Status)</)]).toEqual([
        path,
        null,
      ]);
    }
  });
});
