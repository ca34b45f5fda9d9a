import type { Authentication, Session, Sessions } from "@cartulary/auth";
import type { Caller } from "@cartulary/kernel";
import { HTML, operations, snakeObject, text } from "@cartulary/wire";
import { html } from "hono/html";
import { describe, expect, it } from "vitest";
import { type PageHandlers, pageReply, redirectReply, validateBeforeSession } from "../src/pages/page-handlers.ts";
import { servePages } from "../src/pages/serve-pages.ts";
import { created, type Handlers, ok } from "../src/requests/handlers.ts";
import { implement } from "../src/requests/implement.ts";
import { seal } from "../src/sessions/seal.ts";

const SECRET = "s".repeat(43);
const Key = snakeObject({ keyName: text() });
const caller = { userId: "u", role: "user", scopes: ["read", "write"], groupIds: [] } as unknown as Caller;
const session = { id: "session", caller, authenticatedAt: "" } as unknown as Session;

/** One session, of one secret; and one token, `good`. */
const sessions = { find: async (secret: string) => (secret === SECRET ? session : null) } as Sessions;
const authentication: Authentication = { authenticate: async () => caller };
const log = { info: () => {}, error: () => {} };
const dependencies = { log, authentication, sessions, maxDirectUploadBytes: 1, newRequestId: () => "a request" };

const cookie = `cartulary_session=${SECRET}`;
const csrf = await seal(SECRET, "csrf");

describe("an operation that requires a session", () => {
  const table = operations({
    listKeys: { method: "get", path: "/keys", tag: "t", summary: "", scope: "read", replies: { 200: Key } },
    makeKey: {
      method: "post",
      path: "/keys",
      tag: "t",
      summary: "",
      scope: "session",
      body: Key,
      replies: { 201: Key },
    },
  });
  const handlers: Handlers<typeof table> = {
    listKeys: async () => ok({ keyName: "all" }),
    makeKey: async ({ session: own, caller: whose, body }) =>
      created({ keyName: `${body.keyName} of ${own.id} in ${whose.requestId}` }),
  };
  const app = implement(table, handlers, "", dependencies);
  const ask = async (method: string, headers: Record<string, string>) => {
    const body = method === "POST" ? JSON.stringify({ key_name: "one" }) : undefined;
    const type = { "content-type": "application/json" };
    const reply = await app.request("/keys", { method, headers: { ...type, ...headers }, ...(body && { body }) });
    const { error, key_name } = (await reply.json()) as { error?: string; key_name?: string };
    return [reply.status, error ?? key_name];
  };

  it("takes the cookie with its CSRF token", async () => {
    expect(await ask("POST", { cookie, "x-csrf-token": csrf })).toEqual([201, "one of session in a request"]);
  });

  it.each([
    ["nothing", {}, 401, "unauthorized"],
    ["an unknown cookie", { cookie: `cartulary_session=${"x".repeat(43)}`, "x-csrf-token": csrf }, 401, "unauthorized"],
    ["the cookie alone", { cookie }, 403, "forbidden"],
    ["another seal", { cookie, "x-csrf-token": `x${csrf.slice(1)}` }, 403, "forbidden"],
    ["a token", { authorization: "Bearer good" }, 403, "forbidden"],
    [
      "a token in addition to the cookie",
      { authorization: "Bearer good", cookie, "x-csrf-token": csrf },
      403,
      "forbidden",
    ],
  ] as const)("refuses %s", async (_what, headers, status, error) => {
    expect(await ask("POST", headers)).toEqual([status, error]);
  });

  it("changes nothing for other operations", async () => {
    expect(await ask("GET", { authorization: "Bearer good" })).toEqual([200, "all"]);
    expect(await ask("GET", { cookie })).toEqual([401, "unauthorized"]);
    expect(await ask("PUT", {})).toEqual([401, "unauthorized"]);
  });
});

describe("a page that requires a session", () => {
  const Form = snakeObject({ answer: text() });
  const table = operations({
    showStone: {
      method: "get",
      path: "/stone",
      tag: "pages",
      summary: "",
      scope: "session",
      replies: { 200: HTML, 302: null },
    },
    turnStone: {
      method: "post",
      path: "/stone",
      tag: "pages",
      summary: "",
      scope: "session",
      body: Form,
      encodings: ["form"],
      replies: { 303: null },
    },
  });
  const handlers: PageHandlers<typeof table> = {
    showStone: validateBeforeSession(
      async ({ request }) => {
        if (request.url.includes("lost")) throw new TypeError("a bug");
      },
      async ({ session: { id }, form }) => pageReply({ title: id, main: form(html`<button>${"<Turn>"}</button>`) }),
    ),
    turnStone: async ({ body: { answer } }) => redirectReply(answer),
  };
  const own = cookie;
  const app = servePages(table, handlers, { ...dependencies, publicUrl: "https://example.org/below" });
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request("/stone", { method: "POST", body: new URLSearchParams(fields), headers: { cookie: own, ...headers } });

  it("displays itself with the token of its forms, and a sign-out", async () => {
    const page = await (await app.request("/stone", { headers: { cookie: own } })).text();
    expect(page).toContain(`<meta name="csrf-token" content="${csrf}">`);
    expect(page).toContain(`action="/below/stone"><input type="hidden" name="csrf" value="${csrf}">`);
    expect(page).toContain('action="/below/logout"');
    expect(page).toContain("&lt;Turn&gt;");
  });

  it("redirects a browser without one to sign in, with a sealed return path that only this browser can use", async () => {
    const reply = await app.request("/stone?a=%20b&c", {});
    const [visit] = reply.headers.getSetCookie();
    const secret =
      /^cartulary_visit=([\w-]{43}); Path=\/below; HttpOnly; Secure; SameSite=Lax$/.exec(visit ?? "")?.[1] ?? "";
    const way = new URL(reply.headers.get("location") ?? "", "https://example.org");
    expect([reply.status, way.pathname]).toEqual([302, "/below/login"]);
    expect(way.searchParams.get("return_to")).toBe(
      `${await seal(secret, "return_to", "/stone?a=%20b&c")}./stone?a=~20b&c`,
    );
    const posted = await post({ csrf, answer: "/on" }, { cookie: "" });
    const wayBack = new URL(posted.headers.get("location") ?? "", "https://example.org");
    expect([posted.status, wayBack.pathname]).toEqual([303, "/below/login"]);
    expect(wayBack.searchParams.get("return_to")).toMatch(/^[\w-]{43}\.\/stone$/);
  });

  it("has cookies that only this host can have set, by https and without a mount path", async () => {
    const atRoot = servePages(table, handlers, { ...dependencies, publicUrl: "https://example.org" });
    const [visit] = (await atRoot.request("/stone")).headers.getSetCookie();
    expect(visit).toMatch(/^__Host-cartulary_visit=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("redirects to our paths below its base, and to other sites unchanged", async () => {
    const way = async (answer: string) => (await post({ csrf, answer })).headers.get("location");
    expect(await way("/on")).toBe("/below/on");
    expect(await way("http://127.0.0.1:1/cb?code=x")).toBe("http://127.0.0.1:1/cb?code=x");
  });

  it("takes the token of a form or of a header, and refuses without one before it looks at the rest", async () => {
    expect((await post({ answer: "/on" }, { "x-csrf-token": csrf })).status).toBe(303);
    expect((await post({ answer: "/on" })).status).toBe(403);
    expect((await post({})).status).toBe(403);
    expect((await post({ csrf })).status).toBe(422);
  });

  it("reports an error before it requires a sign-in, and shows a page for a bug too", async () => {
    const reply = await app.request("/stone?lost", { headers: { "accept-language": "fr" } });
    expect([reply.status, reply.headers.get("location")]).toEqual([500, null]);
    const page = await reply.text();
    expect(page).toContain("Quelque chose s’est mal passé ici");
    expect(page).not.toContain("a bug");
  });
});
