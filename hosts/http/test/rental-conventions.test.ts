import type { Authentication } from "@cartulary/auth";
import { type Caller, forbidden, type Id, type Instant, type Listing, type ListQuery } from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { amount, camelRecord, integer, listOf, operations, snakeObject, text, uuid } from "@cartulary/wire";
import { describe, expect, it } from "vitest";
import { created, type Handlers, ok } from "../src/requests/handlers.ts";
import { implement } from "../src/requests/implement.ts";
import { listReply } from "../src/requests/listing.ts";
import { formatRentalError } from "../src/transport/errors.ts";

const Stone = camelRecord("Stone", { id: uuid<"Stone">(), stoneName: text(), priceCents: amount() });
const listing: Listing<"id" | "createdAt" | "updatedAt"> = {
  dialect: LEDGER_LIST_DIALECT,
  fields: { id: "uuid", createdAt: "instant", updatedAt: "instant" },
  sorts: ["createdAt"],
  sort: "createdAt",
};
const READ = { method: "get", path: "/q/stones", tag: "t", summary: "", scope: "read", mandataire: true } as const;

const table = operations({
  listStones: { ...READ, list: listing, replies: { 200: listOf(Stone) } },
  makeStone: {
    ...READ,
    method: "post",
    scope: "write",
    body: snakeObject({ stoneName: text(), weight: integer().exactOptional() }),
    wrapper: "stone",
    replies: { 201: Stone },
  },
  getStone: {
    ...READ,
    path: "/q/stones/{id}",
    params: snakeObject({ id: uuid<"Stone">() }),
    alternatives: ["text/csv"],
    replies: { 200: Stone },
  },
});

const id = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee" as Id<"Stone">;
const MINE = "11111111-1111-4111-8111-111111111111" as Id<"Mandataire">;
const flint = { id, stoneName: "flint", priceCents: -5 as never, weight: 3 };

const caller: Caller = { userId: id as never, role: "user", scopes: ["read", "write"], groupIds: [] } as never;
const authentication: Authentication = { authenticate: async () => caller };

function quarry() {
  const seen: unknown[] = [];
  const handlers: Handlers<typeof table> = {
    listStones: async ({ list, mandataireId }) => {
      seen.push({ mandataireId, list });
      return listReply({ items: [flint], total: 1, page: 1, perPage: 25 });
    },
    makeStone: async ({ body }) => {
      seen.push(body);
      return created(flint);
    },
    getStone: async () => ({
      ...ok(flint),
      alternatives: { "text/csv": () => ({ name: "s.csv", pieces: ["a\r\n"] }) },
    }),
  };
  const app = implement(
    table,
    handlers,
    "/q",
    {
      authentication,
      log: { info: () => {}, error: () => {} },
      maxDirectUploadBytes: 1,
      watermark: async () => "2026-02-28T23:59:59.500Z" as Instant,
      chooseMandataire: async (_caller, { header, query }) => {
        if (header !== MINE && query !== MINE) throw forbidden(`Not ${header} nor ${query}`);
        return MINE;
      },
    },
    { formatError: formatRentalError },
  );
  const ask = (method: string, path: string, { headers = {}, json }: { headers?: object; json?: unknown } = {}) =>
    app.request(path, {
      method,
      headers: {
        authorization: "Bearer t",
        "x-mandataire-id": MINE,
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  return { ask, seen };
}

describe("operations of the rental product", () => {
  it("act on the mandataire that header or query names", async () => {
    const { ask, seen } = quarry();
    for (const [path, headers] of [
      ["/stones", {}],
      [`/stones?mandataire_id=${MINE}`, { "x-mandataire-id": "" }],
    ] as const) {
      expect((await ask("GET", path, { headers })).status).toBe(200);
    }
    expect(seen).toMatchObject([{ mandataireId: MINE }, { mandataireId: MINE }]);
    expect((await ask("GET", `/stones?mandataire_id=${MINE}&mandataire_id=${MINE}`)).status).toBe(400);
  });

  it("check the mandataire before the path, query and body", async () => {
    const { ask } = quarry();
    const headers = { "x-mandataire-id": "another" };
    for (const [method, path] of [
      ["GET", "/stones?page=x"],
      ["GET", "/stones/none"],
      ["POST", "/stones"],
    ] as const) {
      const answer = await ask(method, path, { headers, ...(method === "POST" && { json: [] }) });
      const { error, details } = (await answer.json()) as Record<string, unknown>;
      expect([answer.status, error, details]).toEqual([403, "forbidden", {}]);
    }
  });

  it("answer in camelCase, amounts as decimals, and nothing that was not promised", async () => {
    const answer = await quarry().ask("GET", "/stones");
    expect(await answer.json()).toEqual([{ id, stoneName: "flint", priceCents: "-0.05" }]);
    expect(answer.headers.get("x-snapshot-at")).toBe("2026-02-28T23:59:59.500Z");
    expect(answer.headers.get("access-control-expose-headers")).toContain("X-Snapshot-At");
  });

  it("take bodies in snake_case under one name", async () => {
    const { ask, seen } = quarry();
    expect((await ask("POST", "/stones", { json: { stone: { stone_name: "x", other: 1 }, also: 2 } })).status).toBe(
      201,
    );
    expect(seen).toEqual([{ stoneName: "x" }]);
    const details = async (json: unknown) => {
      const answer = await ask("POST", "/stones", { json });
      return [answer.status, ((await answer.json()) as { details: unknown }).details];
    };
    expect(await details({})).toEqual([422, { stone: ["blank"] }]);
    expect(await details({ stone: null })).toEqual([422, { stone: ["blank"] }]);
    expect(await details({ stone_name: "x" })).toEqual([422, { stone: ["blank"] }]);
    expect(await details({ stone: "x" })).toEqual([422, { stone: ["invalid"] }]);
    expect(await details({ stone: ["x"] })).toEqual([422, { stone: ["invalid"] }]);
    expect(await details({ stone: { weight: "heavy" } })).toEqual([
      422,
      { stone_name: ["blank"], weight: ["not_a_number"] },
    ]);
  });

  it("return another media type to clients that prefer it", async () => {
    const { ask } = quarry();
    const csv = await ask("GET", `/stones/${id}`, { headers: { accept: "text/csv" } });
    expect([csv.status, csv.headers.get("content-type"), csv.headers.get("vary"), await csv.text()]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "Accept",
      "a\r\n",
    ]);
    expect(csv.headers.get("content-disposition")).toBe("attachment; filename=s.csv");
    const json = await ask("GET", `/stones/${id}`, { headers: { accept: "application/json" } });
    expect([json.headers.get("vary"), await json.json()]).toMatchObject(["Accept", { stoneName: "flint" }]);
  });

  it("parse a list query in the rental dialect", async () => {
    const { ask, seen } = quarry();
    await ask("GET", "/stones?per_page=1000&updated_since=2026-03-01");
    expect((seen[0] as { list: ListQuery }).list).toMatchObject({ perPage: 100, sort: "updatedAt", direction: "asc" });
    for (const query of ["per_page=0", "q[id_cont]=a", "search=x", "q[createdAt_eq]=2026-03-01"]) {
      const answer = await ask("GET", `/stones?${query}`);
      const { error, details } = (await answer.json()) as Record<string, unknown>;
      expect([answer.status, error, details]).toEqual([400, "bad_request", {}]);
    }
  });
});
