import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { houseOf } from "../../support/accounts.ts";
import { type House, openHouse, USERS } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import type { OAuthApplicationBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Reply } from "../../support/send-request.ts";
import { type SignedIn, signedInAs } from "../../support/session.ts";
import { pageVisitor } from "../../support/visitor.ts";

const PUBLIC_URL = "https://documents.example.org/archive";
const COOKIE = "cartulary_reference";
const BACK = `${PUBLIC_URL}/docs/signed-in`;

describe("The API reference signs its reader in", () => {
  let house: House;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const database = await sqlite.open();
    house = await openHouse(database, { environment: { PUBLIC_URL } });
    const { bootstrap } = houseOf(database);
    await bootstrap.ensureReferenceApplication("https://former.example.org/docs/signed-in");
    await Promise.all([bootstrap.ensureReferenceApplication(BACK), bootstrap.ensureReferenceApplication(BACK)]);
  });
  afterAll(() => house.close());

  const within = (reply: Reply<unknown>) => {
    const location = reply.headers.get("location") ?? "";
    return location.replace(PUBLIC_URL, "").replace(/^\/archive/, "");
  };

  /** Begins at the reference and returns the consent page's address. */
  async function begun(reader: SignedIn): Promise<string> {
    expect((await reader.get("/docs")).text).toContain('href="./docs/sign-in"');
    const reply = await reader.get("/docs/sign-in");
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([303, "no-store"]);
    expect(reply.headers.get("set-cookie")).toMatch(
      /^cartulary_reference=[\w-]{43}; Path=\/archive; HttpOnly; Secure;/,
    );
    return within(reply);
  }

  /** Decides at the consent page and returns the address to which the browser is sent back. */
  async function decided(reader: SignedIn, decision: "approve" | "deny"): Promise<string> {
    const consent = await begun(reader);
    const back = await reader.fillIn(consent, { decision });
    expect([back.status, back.headers.get("location")]).toEqual([303, expect.stringMatching(`^${BACK}\\?`)]);
    return within(back);
  }

  const tokenIn = ({ text }: Reply<unknown>) => /<code id="access-token">(ctat_\w+)<\/code>/.exec(text)?.[1];

  it("with an application of its own, public and not trusted, of one redirect URI", async () => {
    const list = await house.admin.ask<readonly OAuthApplicationBody[]>("GET", "/api/v1/oauth_applications");
    const found = expectStatus(list, 200).filter(({ client_id }) => client_id === "cartulary-docs");
    expect(found).toMatchObject([
      { confidential: false, trusted: false, scopes: ["read", "write"], redirect_uris: [BACK] },
    ]);
  });

  it("by the code grant with PKCE, and shows a token that works", async () => {
    const reader = await signedInAs(house);
    const consent = new URLSearchParams((await begun(reader)).split("?")[1]);
    expect(Object.fromEntries(consent)).toMatchObject({
      client_id: "cartulary-docs",
      redirect_uri: BACK,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const back = await decided(reader, "approve");
    const page = await reader.get(back);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(page.headers.get("content-security-policy")).toMatch(/^sandbox (?![^;]*same-origin)/);
    expect(reader.cookies.has(COOKIE)).toBe(false);
    const token = tokenIn(page) ?? "";
    expect(page.text).toContain(`curl -H &quot;Authorization: Bearer ${token}&quot; &quot;${PUBLIC_URL}/api/v1/`);
    expect((await house.ask<{ id: string }>("GET", `${USERS}/me`, { token })).body.id).toBe(reader.person.id);
    // The page loaded again must not exchange the code again, which would end the token.
    const again = await reader.get(back);
    expect([again.status, within(again)]).toEqual([303, "/docs"]);
    expect((await house.ask("GET", `${USERS}/me`, { token })).status).toBe(200);
  });

  it("not with a code or a state of another browser", async () => {
    const [reader, other] = [await signedInAs(house), await signedInAs(house)];
    const back = await decided(reader, "approve");
    await begun(other);
    expect(within(await other.get(back))).toBe("/docs");
    expect(within(await pageVisitor(house).get(back))).toBe("/docs");
    const own = new URLSearchParams((await begun(reader)).split("?")[1]).get("state");
    const mixed = await reader.get(back.replace(/state=[\w-]+/, `state=${own}`));
    expect([mixed.status, tokenIn(mixed)]).toEqual([200, undefined]);
    expect(mixed.text).toContain('role="alert"');
  });

  it("not without consent, with an error", async () => {
    const reader = await signedInAs(house);
    const page = await reader.get(await decided(reader, "deny"));
    expect([page.status, tokenIn(page)]).toEqual([200, undefined]);
    expect(page.text).toContain('role="alert"');
    expect(page.text).toContain('href="../docs/sign-in"');
  });

  it.each(["/docs/sign-in", "/docs/signed-in"])("and at %s answers GET alone", async (path) => {
    const reply = await house.ask("POST", path, { body: new URLSearchParams({ code: "x" }) });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it("and refuses an invalid query string", async () => {
    const statusOf = async (query: string) => (await house.ask("GET", `/docs/signed-in?${query}`)).status;
    expect([await statusOf(`state=${"x".repeat(9000)}`), await statusOf("code=%ff")]).toEqual([414, 400]);
  });
});
