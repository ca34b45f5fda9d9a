import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor, LEDGER } from "../../support/books.ts";
import { databases } from "../../support/databases.ts";

const [sqlite] = databases;
const OURS = "https://app.example.org";
const THEIRS = "https://evil.example.net";
const FOLDERS = `${DOCUMENTS}/folders`;

/** The preflight request of a browser. */
const preflight = (origin: string, headers = "authorization,content-type") => ({
  headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": headers },
});

const listed = (value: string | null) => (value ?? "").toLowerCase().split(/,\s*/);

async function open(origins?: string): Promise<House> {
  if (!sqlite) throw new Error("There is always SQLite");
  return openHouse(await sqlite.open(), origins === undefined ? {} : { environment: { CORS_ORIGINS: origins } });
}

describe("a host that pages of some origins may ask", () => {
  let house: House;
  beforeAll(async () => {
    house = await open(`http://localhost:5173, ${OURS}`);
  });
  afterAll(() => house.close());

  it("answers preflights with the allowed methods and headers, without a token", async () => {
    const { status, headers, bytes } = await house.ask("OPTIONS", FOLDERS, preflight(OURS));
    expect([status, bytes.byteLength]).toEqual([204, 0]);
    expect(headers.get("access-control-allow-origin")).toBe(OURS);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(listed(headers.get("access-control-allow-methods")).sort()).toEqual(
      ["get", "head", "post", "patch", "put", "delete"].sort(),
    );
    expect(listed(headers.get("access-control-allow-headers"))).toEqual(
      expect.arrayContaining(["authorization", "content-type", "idempotency-key", "range", "x-mandataire-id"]),
    );
    expect(Number(headers.get("access-control-max-age"))).toBeGreaterThan(0);
    expect(listed(headers.get("vary"))).toContain("origin");
    expect(headers.get("x-request-id")).toMatch(/\S/);
  });

  it.each([
    ["with an answer", "GET", FOLDERS, 200],
    ["without a path", "GET", "/nothing", 404],
    ["without a method", "POST", `${FOLDERS}/none`, 405],
  ])("lets the page of an allowed origin read it: %s", async (_name, method, path, status) => {
    const reply = await house.admin.ask<unknown>(method, path, { headers: { origin: OURS } });
    expect(reply.status).toBe(status);
    expect(reply.headers.get("access-control-allow-origin")).toBe(OURS);
    expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
    expect(listed(reply.headers.get("vary"))).toContain("origin");
    expect(listed(reply.headers.get("access-control-expose-headers"))).toEqual(
      expect.arrayContaining([
        ...["x-total-count", "x-total-pages", "x-page", "x-per-page", "x-has-more", "x-snapshot-at"],
        ...["etag", "content-disposition", "content-range", "x-request-id", "idempotency-replayed", "retry-after"],
        ...["ratelimit", "ratelimit-policy"],
      ]),
    );
  });

  it("varies answers by Origin and Accept", async () => {
    const books = bookMakersFor(house);
    const { id } = await books.mandataire();
    const headers = { origin: OURS, accept: "text/csv" };
    const reply = await house.admin.ask<unknown>("GET", LEDGER, actingOn(id, { query: "account=512000", headers }));
    expect([reply.status, listed(reply.headers.get("vary")).sort()]).toEqual([200, ["accept", "origin"]]);
  });

  it("lets the page read a refusal of the token too", async () => {
    const reply = await house.ask("GET", FOLDERS, { token: "wrong", headers: { origin: OURS } });
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([401, OURS]);
  });

  it.each([THEIRS, "null", `${OURS}.example.net`, "http://app.example.org"])(
    "sends no CORS headers for %s",
    async (origin) => {
      const reply = await house.ask("OPTIONS", FOLDERS, preflight(origin));
      expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([401, null]);
      const { status, headers } = await house.admin.ask<unknown>("GET", FOLDERS, { headers: { origin } });
      expect([status, headers.get("access-control-allow-origin")]).toEqual([200, null]);
      expect(listed(headers.get("vary"))).toContain("origin");
    },
  );

  it("vary caches by origin, also for requests without one", async () => {
    const { headers } = await house.ask("GET", "/");
    expect(listed(headers.get("vary")).sort()).toEqual(["accept-language", "cookie", "origin"]);
  });

  it("answers an OPTIONS that no browser sends before a request as ever", async () => {
    expect((await house.ask("OPTIONS", FOLDERS)).status).toBe(401);
    expect((await house.admin.ask("OPTIONS", FOLDERS, { headers: { origin: OURS } })).status).toBe(405);
  });

  it("sends bytes and ranges of them unchanged", async () => {
    const made = await house.admin.ask<{ id: string }>("POST", `${DOCUMENTS}/documents`, {
      form: { uploaded_file: new File(["0123456789"], "note.txt", { type: "text/plain" }) },
      headers: { origin: OURS },
    });
    const content = `${DOCUMENTS}/documents/${made.body.id}/content`;
    const part = await house.admin.ask("GET", content, { headers: { origin: OURS, range: "bytes=2-4" } });
    expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
    expect(part.headers.get("access-control-allow-origin")).toBe(OURS);
    const head = await house.admin.ask("HEAD", content, { headers: { origin: OURS } });
    expect([head.status, head.bytes.byteLength, head.headers.get("content-length")]).toEqual([200, 0, "10"]);
  });
});

it("A host for all origins allows each", async () => {
  const house = await open("*");
  try {
    const reply = await house.ask("OPTIONS", FOLDERS, preflight(THEIRS));
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    const { headers } = await house.admin.ask<unknown>("GET", FOLDERS, { headers: { origin: THEIRS } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  } finally {
    await house.close();
  }
});

it("A host without allowed origins sends no CORS headers", async () => {
  const house = await open();
  try {
    expect((await house.ask("OPTIONS", FOLDERS, preflight(OURS))).status).toBe(401);
    const { headers } = await house.admin.ask<unknown>("GET", FOLDERS, { headers: { origin: OURS } });
    expect([headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([null, null]);
  } finally {
    await house.close();
  }
});
