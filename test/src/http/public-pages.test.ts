import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
  publicAccessOf,
} from "../../support/record-factories.ts";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  vary: "Accept-Language, Cookie",
};

const headersOf = (headers: Headers) =>
  Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers.get(name)] as const));

/** The links of the content, without those at the top and at the end of every page. */
const linksIn = (html: string) =>
  [...(/<main.*<\/main>/s.exec(html)?.[0] ?? "").matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, text]) => [
    href,
    text,
  ]);

describe.each(usualDatabases)("the page of a public folder on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  beforeAll(async () => {
    house = await openHouse(await open(), { environment: { PUBLIC_URL: "https://documents.example.org/archive" } });
    makers = makersFor(house);
  });
  afterAll(() => house.close());

  const page = (path: string, language = "en") =>
    house.ask<undefined>("GET", path, { headers: { "accept-language": language } });

  async function estate() {
    const top = await makers.folder({ name: "Résidence <b>&", description: "Plans\nand deeds <script>" });
    const inner = await makers.folder({ name: "Plans", documents_folder_id: top.id });
    const file = { bytes: "x".repeat(12_345), name: "Acte.txt" };
    const deed = await makers.upload({ name: "Acte <i>", documents_folder_id: top.id }, file);
    const plan = await makers.upload({ documents_folder_id: inner.id });
    await makers.publish(top.id);
    const late = await makers.upload({ name: "too late", documents_folder_id: top.id });
    return { top, inner, deed, plan, late };
  }

  it("shows public resources, with links below PUBLIC_URL, and runs no scripts", async () => {
    const { top, inner, deed } = await estate();
    const { status, text, headers } = await page(`/p/${top.id}`);
    expect([status, headersOf(headers)]).toEqual([200, HEADERS]);
    expect(linksIn(text)).toEqual([
      [`/archive/p/${inner.id}`, "Plans"],
      [`/archive/public/v1/documents/${deed.id}/content`, "Acte &lt;i&gt;"],
    ]);
    expect(text).toContain("<h1>Résidence &lt;b&gt;&amp;</h1>");
    expect(text).toContain("Plans\nand deeds &lt;script&gt;");
    expect(text).not.toMatch(/<script|too late|\son\w+=|Sign out/);
    expect(headers.get("set-cookie")).toBeNull();
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
  });

  it("leads up to a folder that is public, and to no other", async () => {
    const { top, inner, plan } = await estate();
    const { text } = await page(`/p/${inner.id}`);
    expect(linksIn(text)).toEqual([
      [`/archive/p/${top.id}`, "Up to Résidence &lt;b&gt;&amp;"],
      [`/archive/public/v1/documents/${plan.id}/content`, plan.name],
    ]);
  });

  it("prints kind, size and day in the visitor's language", async () => {
    const { top } = await estate();
    const { text: english, headers } = await page(`/p/${top.id}`);
    expect(english).toMatch(/<html lang="en">/);
    expect(headers.get("content-language")).toBe("en");
    expect(english).toContain("Text, 12.3 kB, changed on <time");
    expect(english).toMatch(/<time datetime="[^"]+Z">\d{1,2} \p{L}+ \d{4}<\/time>/u);
    const { text: french } = await page(`/p/${top.id}`, "fr-CH,fr;q=0.9,en;q=0.5");
    expect(french).toMatch(/<html lang="fr">/);
    expect(french).toMatch(/Texte, 12,3\s?ko, modifié le <time/u);
    expect(french).toContain("Dossier, modifié le");
  });

  it("names the organization that publishes, and no user", async () => {
    const { top, inner } = await estate();
    for (const { id } of [top, inner]) {
      const { text } = await page(`/p/${id}`);
      expect(text).toContain(">Published by documents.example.org<");
      expect((await page(`/p/${id}`, "fr")).text).toContain(">Publié par documents.example.org<");
      const { body } = await house.ask<object>("GET", `/public/v1/folders/${id}`);
      expect(JSON.stringify(body)).not.toContain("documents.example.org");
      expect(`${text}${JSON.stringify(body)}`).not.toContain(FIRST.email);
    }
    const environment = { PUBLIC_URL: "https://archive.example.org", CARTULARY_ORGANIZATION: "Régie <b> & fils" };
    const named = await openHouse(await open(), { environment });
    try {
      const own = makersFor(named);
      const folder = await own.folder();
      await own.publish(folder.id);
      const { text } = await named.ask("GET", `/p/${folder.id}`, { headers: { "accept-language": "fr" } });
      expect(text).toContain(">Publié par Régie &lt;b&gt; &amp; fils<");
    } finally {
      await named.close();
    }
  });

  it("reports that a folder is empty", async () => {
    const empty = await makers.folder({ name: "Vide" });
    await makers.publish(empty.id);
    expect((await page(`/p/${empty.id}`)).text).toContain("Nothing is shown here.");
    expect((await page(`/p/${empty.id}`, "fr")).text).toContain("Rien n’est montré ici.");
  });

  it("is the same page for everything that is no public folder", async () => {
    const { top, deed } = await estate();
    const hidden = await makers.folder();
    const cut = await makers.folder({ documents_folder_id: top.id });
    await makers.exclude(folderAt(cut.id));
    const one = await page(`/p/${NOTHING}`);
    expect([one.status, headersOf(one.headers)]).toEqual([404, HEADERS]);
    for (const path of [hidden.id, cut.id, deed.id, "not-a-uuid", "%00", "a/b", ""]) {
      const { status, text, headers } = await page(`/p/${path}`);
      expect([path, status, headersOf(headers)]).toEqual([path, 404, HEADERS]);
      expect(withoutId(text)).toBe(withoutId(one.text));
    }
    expect((await page(`/p/${NOTHING}`, "fr")).text).toContain("Page introuvable");
  });

  it("forbids scripts, on refusals too, in every requested format (console.md 6)", async () => {
    const { top } = await estate();
    const requested = [
      ["GET", `/p/${top.id}`, "text/html"],
      ["POST", `/p/${top.id}`, "text/html"],
      ["GET", `/p/${NOTHING}`, "text/html"],
      ["GET", `/p/${NOTHING}`, "application/json"],
      ["GET", "/p/a/b", "application/json"],
      ["GET", "/p", "application/json"],
    ] as const;
    for (const [method, path, accept] of requested) {
      const { headers } = await house.ask(method, path, { headers: { accept } });
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      );
    }
  });

  it("is gone once it is cut", async () => {
    const { top, inner } = await estate();
    await house.admin.ask("DELETE", publicAccessOf(folderAt(top.id)));
    for (const { id } of [top, inner]) expect((await page(`/p/${id}`)).status).toBe(404);
  });

  it("omits excluded resources without a trace", async () => {
    const { top, deed } = await estate();
    await makers.exclude(documentAt(deed.id));
    expect((await page(`/p/${top.id}`)).text).not.toContain("Acte");
  });

  it("is only read", async () => {
    const { top } = await estate();
    for (const method of ["POST", "DELETE", "PATCH", "OPTIONS"]) {
      const { status, headers } = await house.ask(method, `/p/${top.id}`);
      expect([status, headers.get("allow"), headersOf(headers)]).toEqual([405, "GET, HEAD", HEADERS]);
    }
    const head = await house.ask<undefined>("HEAD", `/p/${top.id}`);
    expect([head.status, head.bytes.byteLength, headersOf(head.headers)]).toEqual([200, 0, HEADERS]);
  });
});

/** The way back after a choice of language is the one thing that may differ. */
const withoutId = (html: string) => html.replaceAll(/return_to=[^"]*/g, "");
