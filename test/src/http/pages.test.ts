import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { PASSWORD, signedInAs } from "../../support/session.ts";
import { hiddenFields, type PageVisitor, pageVisitor } from "../../support/visitor.ts";

const [sqlite] = databases;

/** All addresses on a page: resources and links. */
const namedBy = (html: string): readonly string[] =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url = ""]) => url);

const settingsOf = (html: string) =>
  JSON.parse((/data-configuration="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"'));

async function open(publicUrl?: string): Promise<House> {
  if (!sqlite) throw new Error("There is always SQLite");
  return openHouse(await sqlite.open(), publicUrl === undefined ? {} : { environment: { PUBLIC_URL: publicUrl } });
}

describe("pages", () => {
  let house: House;
  beforeAll(async () => {
    house = await open();
  });
  afterAll(() => house.close());

  const page = (path: string, language?: string) =>
    house.ask<undefined>("GET", path, language === undefined ? {} : { headers: { "accept-language": language } });

  it("at the root welcome a stranger, and lead to the sign-in and the reference", async () => {
    const { status, text } = await page("/", "en");
    expect([status, /<h1>([^<]*)</.exec(text)?.[1]]).toEqual([200, "Welcome"]);
    const logins = namedBy(text).filter((path) => path.startsWith("/login?return_to="));
    for (const path of [...logins, "/docs", "/favicon.svg"]) {
      expect(namedBy(text)).toContain(path);
      expect((await page(path)).status).toBe(200);
    }
    expect(text).not.toMatch(/<style|style="/);
    expect(namedBy((await page("/docs")).text)).toContain("./");
  });

  it("at the root lead by both links to the sign-in and back to the workspaces", async () => {
    const { email } = await house.person({ password: PASSWORD });
    const count = namedBy((await page("/")).text).filter((path) => path.startsWith("/login")).length;
    expect(count).toBe(2);
    for (let index = 0; index < count; index += 1) {
      const visitor = pageVisitor(house);
      const links = namedBy((await visitor.get("/")).text).filter((path) => path.startsWith("/login"));
      const login = await visitor.get(links[index] ?? "");
      const signed = await visitor.post("/login", { ...hiddenFields(login.text), email, password: PASSWORD });
      expect([signed.status, signed.headers.get("location")]).toEqual([303, "/"]);
    }
  });

  it.each(["/nowhere", "/folders/x/nowhere", "/locale/de", "/theme/x"])(
    "at %s, which is not found, have the navigation of a person who is signed in",
    async (path) => {
      const browser = { headers: { accept: "text/html,*/*;q=0.8" } };
      const layoutFor = async (visitor: Pick<PageVisitor, "get">) => {
        const { headers, status, text } = await visitor.get(path, browser);
        const has = (part: string) => text.includes(part);
        const type = headers.get("content-type");
        return { status, type, tokens: has('href="/settings/tokens"'), signOut: has("/logout"), signIn: has("/login") };
      };
      const [status, type] = [404, "text/html; charset=utf-8"];
      expect(await layoutFor(await signedInAs(house))).toEqual({
        ...{ status, type, tokens: true, signOut: true, signIn: false },
      });
      expect(await layoutFor(pageVisitor(house))).toEqual({
        status,
        type,
        tokens: false,
        signOut: false,
        signIn: true,
      });
      const program = await house.ask<{ error: string }>("GET", path, { headers: { accept: "application/json" } });
      expect([program.status, program.body.error]).toEqual([status, "not_found"]);
    },
  );

  it.each(["/favicon.svg", "/favicon.ico"])("have an icon, at %s, that their policy lets in", async (path) => {
    const icon = await page(path);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(icon.headers.get("cache-control")).toContain("max-age");
    expect(icon.text).toMatch(/^<svg [^>]*viewBox(?!.*(script|href))/);
    expect((await house.ask("POST", path)).status).toBe(405);
    for (const shown of ["/", "/login", "/docs"]) {
      expect((await page(shown)).headers.get("content-security-policy")).toMatch(/(?:img-src|default-src) 'self'/);
    }
  });

  it.each([
    ["fr", "fr"],
    ["fr-CA,en;q=0.5", "fr"],
    ["de,en;q=0.2,fr;q=0.8", "fr"],
    ["en,fr;q=0.9", "en"],
    ["fr;q=0", "fr"],
    ["de", "fr"],
    ["", "fr"],
  ])("at the root speak to a reader of %j in %s", async (run, spoken) => {
    const { text, headers } = await page("/", run);
    expect(text).toContain(`<html lang="${spoken}">`);
    expect([headers.get("content-language"), headers.get("vary")]).toEqual([spoken, "Accept-Language, Cookie"]);
  });

  it.each(["/", "/docs"])("at %s allow nothing from other origins, and no framing", async (path) => {
    const { text, headers } = await page(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(path === "/" ? /^default-src 'self'; script-src 'self';/ : /default-src 'none'/);
    expect(policy).toContain("frame-ancestors 'none'");
    if (path === "/docs")
      expect(policy).toMatch(/^sandbox (?=[^;]*allow-scripts)(?![^;]*(same-origin|top-navigation|modals))/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toMatch(/\son\w+=|<script(?![^>]*(?:src|type="application\/json"))/);
  });

  it.each(["/docs", "/docs/"])("at %s name the description and the script, wherever they are mounted", async (path) => {
    const { text } = await page(path);
    const at = new URL(`https://documents.example.org/archive${path}`);
    const named = [...namedBy(text), settingsOf(text).url].map((url) => new URL(url, at).pathname);
    const pages = ["/archive/", "/archive/docs/sign-in", "/archive/settings/tokens"];
    const files = ["/archive/favicon.svg", "/archive/openapi.json", "/archive/docs/scalar.js"];
    expect(new Set(named)).toEqual(new Set([...pages, ...files]));
  });

  it("switch off the requests of the reference to other hosts", async () => {
    expect(settingsOf((await page("/docs")).text)).toMatchObject({
      withDefaultFonts: false,
      telemetry: false,
      proxyUrl: "",
      agent: { disabled: true },
    });
  });

  it("use links below PUBLIC_URL on the root page, also without the last slash", async () => {
    const other = await open("https://documents.example.org/archive/");
    try {
      const named = namedBy((await other.ask("GET", "/")).text);
      expect(named).toContain("/archive/docs");
      expect(named.filter((url) => !url.startsWith("/archive/"))).toEqual(["#main"]);
    } finally {
      await other.close();
    }
  });

  describe("the script of the reference", () => {
    const SCRIPT = "/docs/scalar.js";

    it("is read from the installed package", async () => {
      const { status, headers, bytes, text } = await page(SCRIPT);
      expect([status, headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
      expect(headers.get("content-length")).toBe(String(bytes.byteLength));
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(text).toContain("data-configuration");
    });

    it("answers 304 to a client that has it", async () => {
      const etag = (await house.ask("HEAD", SCRIPT)).headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await house.ask("GET", SCRIPT, { headers: { "if-none-match": etag } });
      expect([again.status, again.bytes.byteLength, again.headers.get("etag")]).toEqual([304, 0, etag]);
      const other = await house.ask("GET", SCRIPT, { headers: { "if-none-match": '"another"' } });
      expect(other.status).toBe(200);
    });

    it("is only read", async () => {
      const reply = await house.ask("POST", SCRIPT);
      expect([reply.status, reply.body.error, reply.headers.get("allow")]).toEqual([
        405,
        "method_not_allowed",
        "GET, HEAD",
      ]);
    });
  });
});
