import { describe, expect, it } from "vitest";
import { ApiError } from "../src/index.ts";
import { clientOf, refused } from "./server.ts";

const ID = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const json = (body: unknown, headers: Record<string, string> = {}) => Response.json(body, { headers });

describe("a call", () => {
  it("has path, query and body in one object, below the path of the server", async () => {
    const { client, requests } = clientOf(() => json({ id: ID }));
    await client.publishFolder({ folder_id: ID, propagate: false });
    await client.updateFolder({ id: ID, name: "Baux", color: null });
    const [published, updated] = requests;
    expect([published?.method, published?.url]).toEqual([
      "POST",
      `http://server.test/edm/api/v1/documents/folders/${ID}/public_access`,
    ]);
    expect(await published?.json()).toEqual({ propagate: false });
    expect(await updated?.json()).toEqual({ name: "Baux", color: null });
    expect(updated?.headers.get("authorization")).toBe("Bearer secret");
  });

  it("writes filters in their wire format, and omits undefined ones", async () => {
    const { client, requests } = clientOf(() => json([]));
    const undefinedField = { workspace_id: undefined } as object;
    await client.listFolders({
      ...undefinedField,
      ...{ documents_folder_id: ID, sort: "created_at", page: 2 },
      q: { name_cont: "é&", id_in: [ID, ID], color_in: [], name_or_description_cont: "x", tags_present: false },
    });
    expect([...new URL(requests[0]?.url ?? "").searchParams]).toEqual([
      ["documents_folder_id", ID],
      ["sort", "created_at"],
      ["page", "2"],
      ["q[name_cont]", "é&"],
      ["q[id_in][]", ID],
      ["q[id_in][]", ID],
      ["q[color_in][]", ""],
      ["q[name_or_description_cont]", "x"],
      ["q[tags_present]", "false"],
    ]);
    await client.listLeases({ q: "Martin" });
    expect(new URL(requests[1]?.url ?? "").search).toBe("?q=Martin");
  });

  it("has a key for each creation, the headers of the call, and no token where none is read", async () => {
    const { client, requests } = clientOf(() => json({ access_token: "t" }), {
      connectorKey: "key",
      mandataireId: "m1",
    });
    await client.createFolder({ name: "a" });
    await client.createFolder({ name: "a" }, { headers: { "Idempotency-Key": "mine" } });
    await client.createToken({ grant_type: "password", username: "u", password: "p" });
    await client.listLeases({}, { mandataireId: "m2" });
    await client.listLeases();
    await client.ingestKnowledgeGraph({ nodes: [] } as never);
    const header = (name: string) => requests.map(({ headers }) => headers.get(name));
    expect(header("idempotency-key").slice(0, 3)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), "mine", null]);
    expect(header("authorization")[2]).toBeNull();
    expect(await requests[2]?.text()).toBe("grant_type=password&username=u&password=p");
    expect(header("x-mandataire-id").slice(3, 5)).toEqual(["m2", "m1"]);
    expect([header("x-connector-key")[5], header("authorization")[5]]).toEqual(["key", null]);
  });

  it("requires the parameters of the path", async () => {
    const { client, requests } = clientOf(() => json({}));
    await expect(client.getFolder({ id: "" })).rejects.toThrow("getFolder needs id");
    expect(requests).toEqual([]);
  });

  it("resolves to the body, to undefined without one, and to the response of a download", async () => {
    const bytes = clientOf(() => new Response("{}", { headers: { "content-type": "application/json" } })).client;
    expect(await (await bytes.getDocumentContent({ id: ID })).text()).toBe("{}");
    const none = clientOf(() => new Response(null, { status: 204 })).client;
    expect(await none.deleteFolder({ id: ID })).toBeUndefined();
    const csv = clientOf(() => new Response("a;b", { headers: { "content-type": "text/csv" } })).client;
    const account: unknown = await csv.getLedgerAccount({ id: "1" } as never, { headers: { accept: "text/csv" } });
    expect(await (account as Response).text()).toBe("a;b");
  });

  it("rejects with an ApiError with all fields of the answer", async () => {
    const { client } = clientOf(() => refused(422));
    const error: unknown = await client.createFolder({}).catch((reason) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect({ ...(error as ApiError) }).toEqual({
      ...{
        name: "ApiError",
        status: 422,
        code: "code",
        details: [{ field: "name" }],
        requestId: "r1",
        retryAfterMs: null,
      },
    });
    expect((error as ApiError).message).toBe("Message");
    const proxy = clientOf(
      () => new Response("<h1>Bad gateway", { status: 502, headers: { "X-Request-Id": "p" } }),
    ).client;
    await expect(proxy.getFolder({ id: ID })).rejects.toMatchObject({
      code: null,
      details: null,
      requestId: "p",
      status: 502,
    });
  });
});

describe("a list", () => {
  const counts = { "X-Total-Count": "3", "X-Page": "1", "X-Per-Page": "2", "X-Has-More": "true" };

  it("gives a page with its counts and headers", async () => {
    const { client } = clientOf(() => json([{ id: "a" }], { ...counts, "X-Search-Corrected": "bail" }));
    const { headers, ...page } = await client.listFolders.page({ per_page: 2 });
    expect(page).toEqual({ items: [{ id: "a" }], total: 3, page: 1, perPage: 2, hasMore: true });
    expect(headers.get("x-search-corrected")).toBe("bail");
  });

  it("iterates every page, and the rest of one that the server cuts short", async () => {
    const pages: Record<string, Response> = {
      "?per_page=100&sort=name": json([1, 2], {
        ...counts,
        Link: '<http://server.test/edm/api/v1/documents/folders?sort=name&offset=2>; rel="next"',
      }),
      "?per_page=100&sort=name&offset=2": json([3], counts),
      "?per_page=100&sort=name&offset=3": json([4], { "X-Has-More": "false" }),
    };
    const { client } = clientOf(({ url }) => pages[new URL(url).search] ?? refused(404));
    const seen: unknown[] = [];
    for await (const folder of client.listFolders.all({ sort: "name" })) seen.push(folder);
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it("iterates by page numbers, from the page of the input on", async () => {
    const { client, requests } = clientOf((_, before) =>
      json([before], { ...counts, "X-Page": String(2 + before), "X-Has-More": String(before < 2) }),
    );
    const seen: unknown[] = [];
    for await (const lease of client.listLeases.all({ page: 2, per_page: 1 })) seen.push(lease);
    expect(seen).toEqual([0, 1, 2]);
    expect(requests.map(({ url }) => new URL(url).searchParams.get("page"))).toEqual(["2", "3", "4"]);
  });

  it("takes the elements out of the key that the answer has them under", async () => {
    const { client } = clientOf(() => json({ templates: [{ id: "a" }] }, { "X-Total-Count": "1" }));
    expect(await client.listTemplates()).toEqual({ templates: [{ id: "a" }] });
    expect((await client.listTemplates.page()).items).toEqual([{ id: "a" }]);
  });
});
