import { setTimeout as wait } from "node:timers/promises";
import { groupMemberOperations, versionOperations, workspaceOperations } from "@cartulary/wire";
import { describe, expect, it } from "vitest";
import { listHeaders, parseListRequest } from "../src/requests/listing.ts";
import { readOAuthRequest } from "../src/requests/oauth-request.ts";
import { JSON_BODY_BYTES_MAX, readJsonObject } from "../src/transport/body.ts";
import { DEFAULT_BODY_TIMEOUTS } from "../src/transport/body-timeouts.ts";
import { queryOf } from "../src/transport/query.ts";

const post = (body: RequestInit["body"], headers: Record<string, string> = {}, url = "http://host/oauth/token") =>
  new Request(url, { method: "POST", body, headers, duplex: "half" } as RequestInit);

describe("a query string", () => {
  it("is read pair by pair, in order", () => {
    expect(queryOf("http://host/?a=1&b=x+y%20z&a=%C3%A9&&c&d=e=f#g=1")).toEqual([
      ["a", "1"],
      ["b", "x y z"],
      ["a", "é"],
      ["c", ""],
      ["d", "e=f"],
    ]);
    expect(queryOf("http://host/")).toEqual([]);
  });

  it.each(["%ff", "a=%", "a=%zz", "%C3=1", "a=%ed%a0%80"])("%s is refused", (query) => {
    expect(() => queryOf(`http://host/?${query}`)).toThrow("percent-encoded UTF-8");
  });

  it("of more than 8 KiB is refused", () => {
    expect(queryOf(`http://host/?${"a".repeat(8192)}`)).toHaveLength(1);
    expect(() => queryOf(`http://host/?${"a".repeat(8193)}`)).toThrow(expect.objectContaining({ status: 414 }));
  });
});

describe("a JSON body", () => {
  const read = (body: RequestInit["body"], type: string | null = "application/json") =>
    readJsonObject(post(body, type === null ? {} : { "content-type": type }));

  it("is an object, or absent", async () => {
    expect(await read('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(await read('\ufeff{"a":1}', "Application/JSON; charset=utf-8")).toEqual({ a: 1 });
    expect([
      await read(null),
      await read(""),
      await readJsonObject(new Request("http://host", { method: "POST" })),
    ]).toEqual([{}, {}, {}]);
  });

  it.each(["[]", '"x"', "null", "1", '{"a":', "\ufeff\ufeff{}", "{a:1}", " ", "\u0000", "[".repeat(10_000)])(
    "%j is refused",
    async (body) => {
      await expect(read(body)).rejects.toMatchObject({ kind: "malformed" });
    },
  );

  it("of more than 25,000 lists and objects is refused, wherever they stand", async () => {
    const lists = (count: number) => `{"a":[${Array.from({ length: count - 2 }, () => "[]").join(",")}],"b":"[[[{{{"}`;
    expect(await read(lists(25_000))).toMatchObject({ b: "[[[{{{" });
    await expect(read(lists(25_001))).rejects.toMatchObject({ kind: "malformed" });
    await expect(read(`{"a":[${"{},".repeat(25_000)}1]}`)).rejects.toMatchObject({ kind: "malformed" });
  });

  it("that is not UTF-8 is refused", async () => {
    await expect(read(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).rejects.toMatchObject({
      kind: "malformed",
    });
  });

  it("of another type is refused", async () => {
    await expect(read("{}", "text/plain")).rejects.toMatchObject({ kind: "malformed" });
    await expect(readJsonObject(post(new Blob(["{}"])))).rejects.toMatchObject({ kind: "malformed" });
  });

  it("of more than 1 MiB is refused, with a declared length or without", async () => {
    const long = `{"a":"${"x".repeat(JSON_BODY_BYTES_MAX)}"}`;
    await expect(read(long)).rejects.toMatchObject({ kind: "too_large" });
    await expect(readJsonObject(post("{}", { "content-length": "1048577" }))).rejects.toMatchObject({
      kind: "too_large",
    });
    await expect(read(new Blob([long]).stream())).rejects.toMatchObject({ kind: "too_large" });
    expect(Object.keys(await read(`{"a":"${"x".repeat(JSON_BODY_BYTES_MAX - 8)}"}`))).toEqual(["a"]);
  });

  it("that breaks off is refused", async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("ECONNRESET")) });
    await expect(read(broken)).rejects.toMatchObject({ kind: "malformed" });
  });

  it("is refused by its headers before any of it is read", async () => {
    const untouched = (type: string, length: number) =>
      new Request("http://host", {
        method: "POST",
        headers: { "content-type": type, "content-length": String(length) },
        body: new ReadableStream({ pull: () => expect.unreachable() }, { highWaterMark: 0 }),
        duplex: "half",
      } as RequestInit);
    await expect(readJsonObject(untouched("text/plain", 2))).rejects.toMatchObject({ kind: "malformed" });
    await expect(readJsonObject(untouched("application/json", 2_000_000))).rejects.toMatchObject({ kind: "too_large" });
    await expect(readOAuthRequest(untouched("text/xml", 2))).rejects.toMatchObject({ status: 415 });
  });

  it("that arrives too slowly is refused, at any point", async () => {
    const pace = { ...DEFAULT_BODY_TIMEOUTS, wholeMs: 40 };
    for (const sent of ["", '{"a":', '{"a":1}']) {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(sent)) });
      await expect(readJsonObject(post(body, { "content-type": "application/json" }), pace)).rejects.toMatchObject({
        status: 408,
        code: "request_timeout",
        headers: { Connection: "close" },
      });
    }
  });

  it("that arrives a byte at a time is refused after the total time", async () => {
    let missing = 400;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      await wait(5);
      missing -= 1;
      if (missing > 0) controller.enqueue(new Uint8Array([0x20]));
      else controller.close();
    };
    const trickle = post(new ReadableStream({ pull }), { "content-type": "application/json" });
    await expect(readJsonObject(trickle, { ...DEFAULT_BODY_TIMEOUTS, wholeMs: 300 })).rejects.toMatchObject({
      status: 408,
    });
  });

  it("nested deep is read, nested beyond reason refused", async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    expect(Object.keys(await read(nested(100)))).toEqual(["a"]);
    await expect(read(nested(101))).rejects.toMatchObject({ kind: "malformed" });
    await expect(read(nested(100_000))).rejects.toMatchObject({ kind: "malformed" });
    await expect(read(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).rejects.toMatchObject({
      kind: "malformed",
    });
  });
});

describe("a list", () => {
  it("without paging parameters is complete, in operations that allow it", () => {
    expect(parseListRequest(workspaceOperations.listWorkspaces, [])).toMatchObject({
      page: 1,
      perPage: 1000,
      sort: "label",
    });
    expect(parseListRequest(workspaceOperations.listWorkspaces, [["other", "1"]])).toMatchObject({ perPage: 1000 });
    expect(parseListRequest(workspaceOperations.listWorkspaces, [["page", "1"]])).toMatchObject({ perPage: 20 });
    expect(parseListRequest(workspaceOperations.getWorkspace as never, [["page", "x"]])).toBeUndefined();
  });

  it("of pages has the length that the operation names, unless the request does", () => {
    const { listGroupMembers } = groupMemberOperations;
    expect(parseListRequest(listGroupMembers, [])).toEqual({ page: 1, perPage: 50 });
    expect(parseListRequest(listGroupMembers, [["per_page", "7"]])).toEqual({ page: 1, perPage: 7 });
    expect(parseListRequest(versionOperations.listVersions, [])).toEqual({ page: 1, perPage: 20 });
  });

  it("reports the position of its page", () => {
    const reportOf = (total: number, page: number) => {
      const headers = listHeaders({ total, page, perPage: 3 });
      return [headers["X-Total-Pages"], headers["X-Has-More"]];
    };
    expect([reportOf(0, 1), reportOf(3, 1), reportOf(4, 1), reportOf(8, 2), reportOf(8, 3), reportOf(8, 99)]).toEqual([
      ["0", "false"],
      ["1", "false"],
      ["2", "true"],
      ["3", "true"],
      ["3", "false"],
      ["3", "false"],
    ]);
    const page = { total: 10_000, page: 1, perPage: 20 };
    const found = listHeaders({ ...page, isTotalExact: false, corrected: "préavis, 100 %" });
    expect([found["X-Total-Count-Exact"], found["X-Search-Corrected"]]).toEqual([
      "false",
      "pr%C3%A9avis%2C%20100%20%25",
    ]);
    expect(found["Access-Control-Expose-Headers"]).toContain("X-Search-Corrected");
    const beyond = { ...page, page: 501, isTotalExact: false };
    expect(listHeaders({ ...beyond, hasMore: true })["X-Has-More"]).toBe("true");
    expect(listHeaders({ ...beyond, hasMore: false })["X-Has-More"]).toBe("false");
    const exact = Object.keys(listHeaders({ ...page, isTotalExact: true, corrected: null }));
    expect(exact.filter((name) => /exact|corrected/i.test(name))).toEqual([]);
    expect(listHeaders({ total: 0, page: 1, perPage: 20 })["Access-Control-Expose-Headers"]).toContain("X-Has-More");
  });
});

describe("a token request", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const json = { "content-type": "application/json" };
  const basic = (credentials: string) => ({ authorization: `Basic ${Buffer.from(credentials).toString("base64")}` });

  it("is a form or JSON; empty is absent", async () => {
    const expected = { parameters: { grant_type: "password", password: "é+ x" }, basic: false };
    expect(await readOAuthRequest(post("grant_type=password&password=%C3%A9%2B+x&scope=", form))).toEqual(expected);
    expect(await readOAuthRequest(post('{"grant_type":"password","password":"é+ x","scope":null}', json))).toEqual(
      expected,
    );
    expect(await readOAuthRequest(post(null))).toEqual({ parameters: {}, basic: false });
  });

  it("may prove its client by HTTP Basic, form-encoded halves", async () => {
    const read = await readOAuthRequest(
      post("grant_type=password&client_id=a:b", { ...form, ...basic("a%3Ab:s%2B:x") }),
    );
    expect(read).toEqual({
      parameters: { grant_type: "password", client_id: "a:b", client_secret: "s+:x" },
      basic: true,
    });
  });

  it.each([
    ["client_id=a&client_id=a", form],
    ["client_secret=s", { ...form, ...basic("a:s") }],
    ["client_id=other", { ...form, ...basic("a:s") }],
    ['{"grant_type":["password"]}', json],
    ['{"grant_type":1}', json],
  ])("%s is an invalid_request", async (body, headers) => {
    await expect(readOAuthRequest(post(body, headers))).rejects.toMatchObject({
      code: "invalid_request",
      kind: "malformed",
    });
  });

  it("may not put secrets into the query string", async () => {
    const pending = readOAuthRequest(post("grant_type=password", form, "http://host/oauth/token?password=x"));
    await expect(pending).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("of another type, or too long, is refused", async () => {
    await expect(readOAuthRequest(post("<a/>", { "content-type": "text/xml" }))).rejects.toMatchObject({ status: 415 });
    await expect(readOAuthRequest(post(`password=${"x".repeat(65_536)}`, form))).rejects.toMatchObject({
      kind: "too_large",
    });
    await expect(readOAuthRequest(post("a=%ff", form))).rejects.toMatchObject({ kind: "malformed" });
  });

  it("with Basic credentials that cannot be read is an invalid_client", async () => {
    const pending = readOAuthRequest(post("", { ...form, authorization: "Basic %%%" }));
    await expect(pending).rejects.toMatchObject({
      status: 401,
      code: "invalid_client",
      headers: { "WWW-Authenticate": 'Basic realm="cartulary"' },
    });
  });
});
