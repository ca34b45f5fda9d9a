import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { openHouse } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";

const PUBLIC_URL = "https://embedder.example/estate/archive";

/** The whole application below a path of another one, or behind a proxy that takes the path away. */
describe.each(usualDatabases)("On $name, below a path", ({ open }) => {
  async function mounted(path: string) {
    const lines: string[] = [];
    const environment = { PUBLIC_URL, LOG_LEVEL: "info" };
    const house = await openHouse(await open(), { environment, logged: (line) => lines.push(line) });
    onTestFinished(() => house.close());
    const app = new Hono().route(path, house.app as Hono);
    const get = (url: string, headers: Record<string, string> = {}) =>
      app.request(`https://embedder.example${path}${url}`, { headers });
    const routes = () => lines.map((line) => (JSON.parse(line) as { readonly path?: string }).path);
    return { house, get, routes };
  }

  it.each(["/estate/archive", "/"])("mounted at %s, everything uses the whole path", async (path) => {
    const { house, get, routes } = await mounted(path === "/" ? "" : path);
    const away = await get("/settings/tokens");
    const way = new URL(away.headers.get("location") ?? "", PUBLIC_URL);
    expect([away.status, way.pathname]).toEqual([302, "/estate/archive/login"]);
    expect(way.searchParams.get("return_to")).toMatch(/\.\/settings\/tokens$/);
    expect(away.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^cartulary_visit=.*; Path=\/estate\/archive; HttpOnly; Secure/),
    ]);

    const login = await (await get("/login")).text();
    expect(login).toContain('action="/estate/archive/login"');
    const description = (await (await get("/openapi.json")).json()) as {
      readonly servers: unknown;
      readonly paths: object;
    };
    expect(description.servers).toEqual([{ url: PUBLIC_URL, description: expect.any(String) }]);
    expect(Object.keys(description.paths)).toContain("/api/v1/documents/folders");
    expect(await (await get("/docs")).text()).toContain("./openapi.json");

    const html = { accept: "text/html" };
    expect((await get("/nowhere", html)).headers.get("content-type")).toMatch(/^text\/html/);
    expect((await get("/api/nowhere", html)).headers.get("content-type")).toBe("application/json");

    const token = await house.admin.token("read");
    const found = await get("/api/v1/documents/folders/", { Authorization: `Bearer ${token}` });
    expect(found.status).toBe(200);
    await found.text();
    expect(routes().at(-1)).toBe("/estate/archive/api/v1/documents/folders");
  });
});
