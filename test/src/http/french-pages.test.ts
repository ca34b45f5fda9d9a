import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { makersFor, NOTHING } from "../../support/record-factories.ts";
import type { DeviceAuthorizationBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Reply } from "../../support/send-request.ts";
import { PASSWORD, type SignedIn, signedInAs } from "../../support/session.ts";

type Fields = Readonly<Record<string, string>>;

/** Words that both languages have on our pages: names, and words with one spelling. */
const COMMON = [
  /^Cartulary$|· Cartulary$/,
  /^(?:Action|Actions|Administration|Code|Documents|Image|Archive|FR|EN|UTC|first-application)$/,
  /^(?:[\w.:@/-]*[\d@_:/][\w.:@/-]*|Q{3,}.*)$/,
  /^(?:not_found|forbidden|invalid)$/,
];

/** English words that are not French. */
const ENGLISH =
  /\b(?:the|is|are|was|were|of|you|your|this|that|these|not|here|there|with|and|to|it|its|for|by|from|has|have|must|may|cannot|nothing|something|again|sign|read|write|unknown|browser|address)\b/i;

const unescaped = (text: string) =>
  text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");

/** The texts of a page, with those for screen readers. */
function textsOf({ text }: Reply<unknown>): readonly string[] {
  const shown = text.replace(/<style>.*?<\/style>/s, "").replace(/<code>.*?<\/code>/gs, "");
  const attributes = [...shown.matchAll(/(?:aria-label|data-head|title|alt|placeholder)="([^"]*)"/g)];
  const texts = [...shown.split(/<[^>]*>/), ...attributes.map(([, value = ""]) => value)];
  return texts.map((each) => unescaped(each).replace(/\s+/g, " ").trim()).filter((each) => /\p{L}{2}/u.test(each));
}

describe("pages in French", () => {
  let house: House;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
  });
  afterAll(() => house.close());

  /** Fails where the page that answers a reader of French says something that the one for a reader of English does. */
  async function expectFrench(status: number, ask: (headers: Fields) => Promise<Reply<unknown>>): Promise<void> {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    const [english, french] = [
      await ask({ accept, "accept-language": "en" }),
      await ask({ accept, "accept-language": "fr" }),
    ];
    expect([english.status, french.status]).toEqual([status, status]);
    expect(french.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(french.text).toMatch(/<html lang="fr">/);
    expect(french.text).not.toMatch(/\slang="en"/);
    const common = new Set(textsOf(english));
    const texts = textsOf(french).filter((text) => !COMMON.some((pattern) => pattern.test(text)));
    expect(texts.filter((text) => common.has(text) || ENGLISH.test(text))).toEqual([]);
  }

  const got = (path: string) => (headers: Fields) => house.ask<unknown>("GET", path, { headers });

  it.each([
    ["/", 200],
    ["/login", 200],
    ["/login?return_to=%ff", 400],
    ["/nowhere", 404],
    ["/login/nowhere", 404],
    [`/p/${NOTHING}`, 404],
    ["/p", 404],
    ["/oauth/authorize", 400],
    ["/oauth/authorize?client_id=nobody", 400],
    ["/oauth/authorize?client_id=first-application", 400],
    ["/oauth/authorize?client_id=first-application&redirect_uri=https%3A%2F%2Felsewhere.example", 400],
  ])("have no English at %s", async (path, status) => {
    await expectFrench(status, got(path));
  });

  it("have no English on a refused form", async () => {
    const post = (body: string, type: string) => (headers: Fields) =>
      house.ask<unknown>("POST", "/login", { body, headers: { ...headers, "content-type": type } });
    await expectFrench(403, post("email=a", "application/x-www-form-urlencoded"));
    await expectFrench(413, post("a".repeat(1_100_000), "application/x-www-form-urlencoded"));
    await expectFrench(415, post("{}", "application/json"));
    await expectFrench(405, (headers) => house.ask<unknown>("PUT", "/login", { headers }));
  });

  it("have no English on a public folder", async () => {
    const makers = makersFor(house);
    const folder = await makers.folder({ name: "QQQQ", description: "QQQQ" });
    const inner = await makers.folder({ name: "QQQQ 2", documents_folder_id: folder.id });
    for (const type of ["application/pdf", "image/png", "text/csv", "application/zip", "audio/mpeg", "video/mp4"])
      await makers.upload({ name: "QQQQ", documents_folder_id: folder.id }, { bytes: `of ${type}`, name: "a", type });
    await makers.publish(folder.id);
    await expectFrench(200, got(`/p/${folder.id}`));
    await expectFrench(200, got(`/p/${inner.id}`));
  });

  describe("for a signed-in user", () => {
    let ana: SignedIn;
    beforeAll(async () => {
      ana = await signedInAs(house);
      await ana.fillIn("/settings/tokens", { name: "QQQQ", scopes: "read write", days: "3", password: PASSWORD });
      const { clientId: client_id, clientSecret: client_secret } = FIRST;
      const grant = {
        grant_type: "password",
        client_id,
        client_secret,
        username: ana.person.email,
        password: PASSWORD,
      };
      expectStatus(await house.ask("POST", "/oauth/token", { json: grant }), 200);
    });
    const cookie = () => [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const shown = (path: string) => (headers: Fields) => ana.get(path, { headers: { ...headers, cookie: cookie() } });
    const sent = (path: string, fields: Fields) => async (headers: Fields) =>
      ana.post(path, { csrf: await ana.csrf(), ...fields }, { headers: { ...headers, cookie: cookie() } });

    it("have no English on tokens, applications and sessions", async () => {
      await expectFrench(200, shown("/settings/tokens"));
      await expectFrench(200, sent("/settings/tokens", { name: "QQQQ", scopes: "read", days: "3" }));
      await expectFrench(422, sent("/settings/tokens", { name: " ", scopes: "root", days: "400" }));
      await expectFrench(422, sent("/settings/tokens", { name: "QQQQ", password: "wrong" }));
      await expectFrench(404, sent("/settings/tokens", { end_session: NOTHING }));
      house.clock.pass(601_000);
      await expectFrench(403, sent("/settings/tokens", { name: "QQQQ" }));
    });

    it("have the words of the menu as headings", async () => {
      const { text } = await shown("/settings/tokens")({ "accept-language": "fr" });
      expect(/<h1>([^<]*)</.exec(text)?.[1]).toBe("Jetons d&#39;accès");
    });

    it("have no English on devices", async () => {
      const start = async (json: object) =>
        expectStatus(await house.ask<DeviceAuthorizationBody>("POST", "/api/v1/cli/auth/device", { json }), 200);
      const { user_code } = await start({ client_name: "QQQQ", scope: "read write" });
      const { user_code: other } = await start({});
      const at = (code: string) => `/cli/activation?user_code=${code}`;
      await expectFrench(200, shown("/cli/activation"));
      await expectFrench(200, shown(at(user_code)));
      await expectFrench(200, shown(at(other)));
      await expectFrench(422, shown(at("BBBB-BBBB")));
      await expectFrench(403, sent("/cli/activation", { user_code, scope: "read", decision: "approve" }));
      const deny = { user_code, scope: "read", decision: "deny" };
      expectStatus(await ana.post("/cli/activation", { csrf: await ana.csrf(), ...deny }), 303);
      await expectFrench(200, shown(at(user_code)));
      for (let wrong = 0; wrong < 3; wrong += 1) await ana.get(at("BBBB-BBBB"));
      await expectFrench(429, shown(at("BBBB-BBBB")));
    });
  });

  it("have no English on a failed sign-in, and after too many of them", async () => {
    const visitor = await signedInAs(house);
    const login = (password: string) => async (headers: Fields) => {
      const { text } = await visitor.get("/login");
      const csrf = /name="csrf" value="([^"]*)"/.exec(text.slice(text.lastIndexOf("<form")))?.[1] ?? "";
      const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      return visitor.post(
        "/login",
        { csrf, email: visitor.person.email, password },
        { headers: { ...headers, cookie: cookies } },
      );
    };
    await expectFrench(422, login("wrong"));
    for (let wrong = 0; wrong < 30; wrong += 1) if ((await login("wrong")({})).status === 429) break;
    await expectFrench(429, login("wrong"));
  });

  it("have no English on an internal error", async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const database = await sqlite.open();
    const broken = await openHouse(database, { logged: () => {} });
    await database.close();
    await expectFrench(500, (headers) => broken.ask<unknown>("GET", `/p/${NOTHING}`, { headers }));
  });
});

describe("a path that nothing serves", () => {
  let house: House;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
  });
  afterAll(() => house.close());

  const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const typeAt = async (method: string, path: string, accept?: string) => {
    const reply = await house.ask(method, path, accept === undefined ? {} : { headers: { accept } });
    expect(reply.status).toBe(404);
    if (reply.body) expect(reply.body.error).toBe("not_found");
    return reply.headers.get("content-type")?.replace(/;.*/, "");
  };

  it("is a page for a browser that opens it, and JSON for a program", async () => {
    for (const path of ["/nowhere", "/login/x", "/settings", "/oauth/nothing", "/apidocs", "/docs/a.js"]) {
      expect([path, await typeAt("GET", path, BROWSER)]).toEqual([path, "text/html"]);
      for (const accept of [
        undefined,
        "*/*",
        "application/json",
        "application/json, text/html;q=0.5",
        "text/html;q=0",
      ]) {
        expect([path, accept, await typeAt("GET", path, accept)]).toEqual([path, accept, "application/json"]);
      }
      expect(await typeAt("POST", path, BROWSER)).toBe("application/json");
    }
    for (const path of ["/api", "/api/v1/nothing", "/rental/api/v1/x", "/public/v1/x"]) {
      expect([path, await typeAt("GET", path, BROWSER)]).toEqual([path, "application/json"]);
    }
    const portal = await house.ask("GET", "/portal/v1/x", { headers: { accept: BROWSER } });
    expect([portal.status, portal.body.error]).toEqual([401, "unauthorized"]);
    const { headers } = await house.ask("GET", "/nowhere", { headers: { accept: BROWSER } });
    expect(headers.get("vary")).toBe("Accept, Accept-Language, Cookie");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});
