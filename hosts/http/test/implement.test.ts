import type { Authentication } from "@cartulary/auth";
import { DomainError, invalid, unavailable } from "@cartulary/kernel";
import { BYTES, operations, snakeObject, text, uuid } from "@cartulary/wire";
import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import { openApi } from "../src/reference/openapi.ts";
import { crossOrigin } from "../src/requests/cross-origin.ts";
import { created, type Handlers, noContent, ok } from "../src/requests/handlers.ts";
import { implement } from "../src/requests/implement.ts";
import { mountedOperations } from "../src/requests/mounted-operations.ts";

const Stone = snakeObject({ stoneName: text() });
const One = snakeObject({ stoneId: uuid<"Stone">() });
const PATH = "/api/quarry/stones";

const table = operations({
  makeStone: { method: "post", path: PATH, tag: "t", summary: "", scope: "none", body: Stone, replies: { 201: Stone } },
  getNewest: { method: "get", path: `${PATH}/newest`, tag: "t", summary: "", scope: "none", replies: { 200: Stone } },
  getStone: {
    method: "get",
    path: `${PATH}/{stone_id}`,
    tag: "t",
    summary: "",
    scope: "none",
    params: One,
    replies: { 200: Stone },
  },
  changeStone: {
    method: "patch",
    path: `${PATH}/{stone_id}`,
    tag: "t",
    summary: "",
    scope: "none",
    params: One,
    body: Stone,
    replies: { 200: Stone },
  },
  breakStone: {
    method: "delete",
    path: `${PATH}/{stone_id}`,
    tag: "t",
    summary: "",
    scope: "none",
    params: One,
    replies: { 204: null },
  },
  getPicture: {
    method: "get",
    path: `${PATH}/{stone_id}/picture`,
    tag: "t",
    summary: "",
    scope: "none",
    params: One,
    replies: { 200: BYTES },
  },
});

/** The bytes of the picture of a stone. */
let content: AsyncIterable<Uint8Array>;

const handlers: Handlers<typeof table> = {
  makeStone: async ({ body }) => {
    if (body.stoneName === "bug") throw new TypeError("secret detail");
    if (body.stoneName === "lie") return created({ stoneName: 1 as unknown as string });
    if (body.stoneName === "flooded") {
      throw unavailable("quarry_unavailable", "Flooded", 17, new Error("The pump is broken"));
    }
    if (body.stoneName === "exhausted") throw new DomainError("unavailable", "quarry_exhausted", "Exhausted");
    if (body.stoneName === "") throw invalid({ field: "stoneName", code: "blank", message: "can't be blank" });
    return created(body);
  },
  getNewest: async () => ok({ stoneName: "newest", weight: 3 }),
  getStone: async ({ params }) => ok({ stoneName: params.stoneId }),
  changeStone: async ({ body }) => ok(body),
  breakStone: async () => noContent(),
  getPicture: async () => {
    const picture = { name: "stone.png", contentType: "image/png", byteSize: 15, sha256: "a".repeat(64) };
    return ok({ content: picture, open: async () => content });
  },
};

/** Nothing here looks at a token. */
const authentication: Authentication = { authenticate: () => Promise.reject(new Error("A token was looked at")) };

describe("operations, mounted somewhere", () => {
  let lines: Record<string, unknown>[];
  let app: Hono;
  const id = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";

  beforeEach(() => {
    lines = [];
    const keep = (fields: object, message: string) => lines.push({ ...fields, message });
    let requests = 0;
    const newRequestId = () => {
      requests += 1;
      return `request-${requests}`;
    };
    const log = { info: keep, error: keep };
    app = new Hono();
    app.use(async (context, next) => {
      await next();
      context.header("X-Theirs", "yes");
    });
    const clientAddress = () => ({ address: "192.0.2.7", network: "192.0.2.7" });
    const dependencies = { authentication, log, newRequestId, clientAddress, maxDirectUploadBytes: 1 };
    app.route("/their/prefix", implement(table, handlers, "/api/quarry", dependencies));
    app.get("/their/own", (context) => context.text("theirs"));
  });

  const ask = (method: string, path: string, body?: object) =>
    app.request(`/their/prefix/stones${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });

  it("work together with other routes, and leave other paths to them", async () => {
    const answer = await ask("POST", "", { stone_name: "flint" });
    expect([answer.status, await answer.json(), answer.headers.get("x-theirs")]).toEqual([
      201,
      { stone_name: "flint" },
      "yes",
    ]);
    expect(await (await app.request("/their/own")).text()).toBe("theirs");
    expect(await (await app.request("/their/prefix/other")).text()).toBe("404 Not Found");
  });

  it.each(["/newest", "/newest/"])("are found at %s", async (path) => {
    expect(await (await ask("GET", path)).json()).toEqual({ stone_name: "newest" });
  });

  it.each(["//", `//${id}`, `/${id}//`, `/${id}/more`])("are not found at %s", async (path) => {
    expect((await ask("GET", path)).status).toBe(404);
  });

  it("answer HEAD as GET and PUT as PATCH", async () => {
    const head = await ask("HEAD", "/newest");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(await (await ask("PUT", `/${id}`, { stone_name: "marble" })).json()).toEqual({ stone_name: "marble" });
    expect((await ask("DELETE", `/${id}`)).status).toBe(204);
  });

  it("refuse other methods and list the allowed ones", async () => {
    const answer = await ask("POST", `/${id}`, {});
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, PATCH, PUT, DELETE"]);
    expect(await answer.json()).toMatchObject({ error: "method_not_allowed", request_id: "request-1" });
  });

  it("judge the path before the body, and the body's syntax before its shape", async () => {
    const codes = await Promise.all([
      ask("PATCH", "/none", { stone_name: 1 }),
      app.request(`/their/prefix/stones/${id}`, {
        method: "PATCH",
        body: "{",
        headers: { "content-type": "application/json" },
      }),
      ask("PATCH", `/${id}`, { stone_name: 1 }),
    ]);
    expect(codes.map(({ status }) => status)).toEqual([404, 400, 422]);
  });

  it("name fields as the wire does", async () => {
    const answer = await ask("POST", "", { stone_name: "" });
    expect(await answer.json()).toMatchObject({
      message: "stone_name can't be blank",
      details: [{ field: "stone_name", code: "blank" }],
    });
  });

  it.each([
    ["flooded", "17"],
    ["exhausted", "5"],
  ])("send Retry-After with temporary errors: %s", async (name, seconds) => {
    const { status, headers } = await ask("POST", "", { stone_name: name });
    expect([status, headers.get("retry-after")]).toEqual([503, seconds]);
  });

  it("write one line of log for each request, without its query", async () => {
    await ask("GET", `/${id}?secret=1`);
    expect(lines).toEqual([
      {
        method: "GET",
        path: `${PATH}/{stone_id}`,
        status: 200,
        code: null,
        bytes: `{"stone_name":"${id}"}`.length,
        ms: expect.any(Number),
        requestId: "request-1",
        userId: null,
        address: "192.0.2.7",
        message: "request",
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain(id);
  });

  it("log the code of a refusal and the bytes of every answer, of HEAD none", async () => {
    const refused = await ask("POST", "", { stone_name: "" });
    const { byteLength } = await refused.arrayBuffer();
    await ask("HEAD", `/${id}`);
    const made = await (await ask("POST", "", { stone_name: "été" })).arrayBuffer();
    expect(lines).toMatchObject([
      { status: 422, code: "unprocessable_entity", bytes: byteLength },
      { method: "HEAD", status: 200, code: null, bytes: 0 },
      { status: 201, code: null, bytes: made.byteLength },
    ]);
    expect(made.byteLength).toBe('{"stone_name":"été"}'.length + 2);
    expect(lines[0]).not.toHaveProperty("err");
  });

  it("log the cause of a 503, and do not send it to the client", async () => {
    const answer = await ask("POST", "", { stone_name: "flooded" });
    expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining("pump")]);
    expect(lines).toMatchObject([
      {
        status: 503,
        code: "quarry_unavailable",
        err: { message: "Flooded", cause: { message: "The pump is broken" } },
      },
    ]);
  });

  it.each([
    ["is read to its end", null, 15, undefined],
    ["breaks", new Error("The disk is gone"), 5, "The disk is gone"],
  ])("log a download when it %s, with the bytes that were sent", async (_, error, bytes, logged) => {
    content = (async function* () {
      yield new TextEncoder().encode("0123456789".slice(0, 5));
      if (error) throw error;
      yield new TextEncoder().encode("0123456789");
    })();
    const answer = await ask("GET", `/${id}/picture`);
    expect(lines).toEqual([]);
    await answer.text().catch(() => null);
    expect(lines).toMatchObject([{ status: 200, bytes }]);
    expect((lines[0]?.err as Error | undefined)?.message).toBe(logged);
  });

  it("log a download that its client leaves", async () => {
    content = (async function* () {
      for (;;) yield new Uint8Array(4);
    })();
    const reader = (await ask("GET", `/${id}/picture`)).body?.getReader();
    for (let read = 0; read < 3; read += 1) await reader?.read();
    await reader?.cancel();
    expect(lines).toMatchObject([{ status: 200, bytes: 12 }]);
  });

  it.each(["bug", "lie"])("log a %s, and do not send it to the client", async (name) => {
    const answer = await ask("POST", "", { stone_name: name });
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).error, answer.headers.get("x-request-id")]).toEqual([
      500,
      "internal_error",
      "request-1",
    ]);
    expect(text).not.toContain("secret");
    expect(lines).toMatchObject([
      { status: 500, code: "internal_error", requestId: "request-1", err: expect.any(Error) },
    ]);
  });
});

describe("operations that are mounted in an application of an application", () => {
  const log = { info: () => {}, error: () => {} };
  const inner = new Hono();
  inner.onError((_error, context) => context.text("theirs", 500));
  inner.route("/deep", implement(table, handlers, "/api/quarry", { authentication, log, maxDirectUploadBytes: 1 }));
  const app = new Hono();
  app.use(crossOrigin("*", { log }, app));
  app.route("/their", inner);
  app.get("/their/own", (context) => context.text("theirs"));

  it("are described at their paths, without other routes", () => {
    const { paths, components } = JSON.parse(JSON.stringify(openApi(mountedOperations(app))));
    expect(Object.keys(paths)).toEqual([
      "/their/deep/stones",
      "/their/deep/stones/newest",
      "/their/deep/stones/{stone_id}",
      "/their/deep/stones/{stone_id}/picture",
    ]);
    expect(Object.keys(paths["/their/deep/stones/{stone_id}"])).toEqual(["get", "patch", "delete"]);
    expect(Object.keys(components.schemas).filter((name) => !/^Error(?:\d{3}|Detail)$/.test(name))).toEqual([]);
  });

  it("are all that a browser is allowed beforehand", async () => {
    const headers = { origin: "https://app.example.org", "access-control-request-method": "POST" };
    const answer = await app.request("/their/deep/stones", { method: "OPTIONS", headers });
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST,GET,HEAD,PATCH,PUT,DELETE");
    expect(answer.headers.get("access-control-allow-headers")).toBe("Authorization,Content-Type,If-Range");
  });
});
